import LabKit

/// A number for each channel of a mix network: the compiler (6.3) takes longer vectors than these halves
/// apart number by number.
struct ChannelVector: Sendable {
  typealias Half = SIMD16<Float>

  var low: Half
  var high: Half

  static var zero: ChannelVector { ChannelVector(low: .zero, high: .zero) }

  @inline(__always) static func + (a: Self, b: Self) -> Self {
    Self(low: a.low + b.low, high: a.high + b.high)
  }
  @inline(__always) static func * (a: Self, b: Self) -> Self {
    Self(low: a.low * b.low, high: a.high * b.high)
  }
  @inline(__always) static func * (a: Float, b: Self) -> Self {
    Self(low: a * b.low, high: a * b.high)
  }
  @inline(__always) static func += (a: inout Self, b: Self) { a = a + b }

  @inline(__always) var sum: Float { (low + high).sum() }

  /// The numbers above zero, and zero for the rest.
  @inline(__always) var positive: Self { Self(low: low.positive, high: high.positive) }

  /// The numbers where `other`, which is not negative, is above zero.
  @inline(__always) func passed(by other: Self) -> Self {
    Self(low: low.passed(by: other.low), high: high.passed(by: other.high))
  }

  /// The numbers above zero, and an eighth of the rest.
  @inline(__always) var leaky: Self { 0.125 * self + 0.875 * positive }

  /// The numbers where `other` is above zero, and an eighth of the rest.
  @inline(__always) func passedLeaking(by other: Self) -> Self {
    0.125 * self + 0.875 * passed(by: other.positive)
  }
}

extension SIMD16<Float> {
  /// The numbers where `other`, which is not negative, is above zero.
  @inline(__always) func passed(by other: Self) -> Self {
    let through = (0 &- unsafeBitCast(other, to: SIMD16<Int32>.self)) &>> 31
    return unsafeBitCast(unsafeBitCast(self, to: SIMD16<Int32>.self) & through, to: Self.self)
  }
}

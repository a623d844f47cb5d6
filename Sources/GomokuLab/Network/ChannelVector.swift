import LabKit

/// One number for each channel of a mix network, in two SIMD halves.
///
/// Swift 6.3 splits longer SIMD vectors into scalars.
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

  @inline(__always) var relu: Self { Self(low: low.relu, high: high.relu) }

  /// Returns each number if `output`, which must not be negative, is above zero; otherwise 0.
  ///
  /// For a gradient and the output of a ReLU, this is the backward pass of the ReLU.
  @inline(__always) func reluBackward(output: Self) -> Self {
    Self(low: low.reluBackward(output: output.low), high: high.reluBackward(output: output.high))
  }

  /// The leaky ReLU of each number: an eighth of negative numbers.
  @inline(__always) var leakyReLU: Self { 0.125 * self + 0.875 * relu }

  /// Returns each number if `input` is above zero; otherwise an eighth of it.
  ///
  /// For a gradient and the input of a leaky ReLU, this is the backward pass of the leaky ReLU.
  @inline(__always) func leakyReLUBackward(input: Self) -> Self {
    0.125 * self + 0.875 * reluBackward(output: input.relu)
  }
}

extension SIMD16<Float> {
  /// Returns each number if `output`, which must not be negative, is above zero; otherwise 0.
  @inline(__always) func reluBackward(output: Self) -> Self {
    let mask = (0 &- unsafeBitCast(output, to: SIMD16<Int32>.self)) &>> 31
    return unsafeBitCast(unsafeBitCast(self, to: SIMD16<Int32>.self) & mask, to: Self.self)
  }
}

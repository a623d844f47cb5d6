import LabKit

/// A number for each neuron of a hidden layer of the value head, in two SIMD halves.
///
/// There are two halves because Swift 6.3 splits longer SIMD vectors into scalars.
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

  /// Returns the vector with 0 in each lane in which `output` is 0; `output` must not be negative.
  ///
  /// For a gradient and the output of a ReLU, this is the backward pass of the ReLU.
  @inline(__always) func reluBackward(output: Self) -> Self {
    Self(low: low.reluBackward(output: output.low), high: high.reluBackward(output: output.high))
  }

  /// The leaky ReLU of each number: a negative number becomes an eighth of itself.
  @inline(__always) var leakyReLU: Self { 0.125 * self + 0.875 * relu }

  /// Returns the vector with an eighth of the number in each lane in which `input` is not above 0.
  ///
  /// For a gradient and the input of a leaky ReLU, this is the backward pass of the leaky ReLU.
  @inline(__always) func leakyReLUBackward(input: Self) -> Self {
    0.125 * self + 0.875 * reluBackward(output: input.relu)
  }
}

extension SIMD16<Float> {
  /// Returns the vector with 0 in each lane in which `output` is 0; `output` must not be negative.
  @inline(__always) func reluBackward(output: Self) -> Self {
    let mask = (0 &- unsafeBitCast(output, to: SIMD16<Int32>.self)) &>> 31
    return unsafeBitCast(unsafeBitCast(self, to: SIMD16<Int32>.self) & mask, to: Self.self)
  }
}

import LabKit

// The value head.
extension MixPass {
  /// Passes normalised sums over the board through the value head.
  ///
  /// - Returns: both hidden layers before their leaky ReLU, and the mover's log odds of winning.
  func forwardValue(
    _ sums: UnsafePointer<Float>, threats: Int
  ) -> (inner: Vector, outer: Vector, logOdds: Float) {
    let first = model.parameters.vectors(model.first)
    var inner = model.parameters.vectors(model.threats)[threats]
    for number in 0..<2 * model.channels { inner += sums[number] * first[number] }
    scratch.vectors(0).pointee = inner.leakyReLU
    let second = model.parameters.vectors(model.second)
    var outer = model.parameters.vectors(model.secondBias).pointee
    for number in 0..<MixModel.hidden { outer += scratch[number] * second[number] }
    let last = model.parameters.vectors(model.last).pointee
    let logOdds = (outer.leakyReLU * last).sum + model.parameters[model.bias]
    return (inner, outer, logOdds)
  }

  /// Passes a value error back through the value head, after `forwardValue`, and adds the gradient.
  ///
  /// - Parameters:
  ///   - error: the derivative of the loss with respect to the log odds.
  ///   - sums: the normalised sums.
  ///   - inner, outer: the hidden layers that `forwardValue` returned.
  ///   - sumGradient: receives the gradient of the normalised sums.
  func backpropagateValue(
    _ error: Float, _ sums: UnsafePointer<Float>, inner: Vector, outer: Vector, threats: Int,
    sumGradient: UnsafeMutablePointer<Float>
  ) {
    gradient[model.bias] += error
    let last = model.parameters.vectors(model.last).pointee
    gradient.vectors(model.last).pointee += error * outer.leakyReLU
    let outerGradient = (error * last).leakyReLUBackward(input: outer)
    gradient.vectors(model.secondBias).pointee += outerGradient
    let second = model.parameters.vectors(model.second)
    let secondGradient = gradient.vectors(model.second)
    scratch.vectors(0).pointee = inner.leakyReLU
    for number in 0..<MixModel.hidden {
      secondGradient[number] += scratch[number] * outerGradient
      scratch[number] = (second[number] * outerGradient).sum
    }
    let innerGradient = scratch.vectors(0).pointee.leakyReLUBackward(input: inner)
    gradient.vectors(model.threats)[threats] += innerGradient
    let first = model.parameters.vectors(model.first)
    let firstGradient = gradient.vectors(model.first)
    for number in 0..<2 * model.channels {
      firstGradient[number] += sums[number] * innerGradient
      sumGradient[number] = (first[number] * innerGradient).sum
    }
  }
}

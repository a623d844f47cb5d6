import Gomoku
import GomokuRules
import LabKit

extension MixPass {
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
    for number in 0..<2 * MixModel.channels {
      firstGradient[number] += sums[number] * innerGradient
      sumGradient[number] = (first[number] * innerGradient).sum
    }
  }

  /// The smallest error of a move's probability that is passed back; smaller ones are skipped.
  private static let minimumError: Float = 1e-4

  /// Passes an example's errors back to the embedding rows, after `forwardPolicy`.
  ///
  /// - Parameters:
  ///   - share: the weight of this example's policy loss.
  ///   - sumGradient: the gradient of the sums over the board, the mover's view first.
  func backpropagateBody(
    _ example: MixExamples.Example, share: Float, sumGradient: UnsafeMutablePointer<Float>
  ) {
    for view in 0..<2 {
      let slope = sumGradient.vectors(view &* MixModel.channels).pointee
      for point in points { mixedGradient[view &* Point.cellCount &+ Int(point)] = slope }
    }
    if let move = example.move { backpropagatePolicy(move, threats: example.threats, share) }
    for view in 0..<2 {
      backpropagateConvolution(view &* Point.cellCount)
      for (number, point) in points.enumerated() {
        backpropagateEmbeddings(number, Int(point), view)
      }
    }
  }

  /// Passes the error of the policy's softmax back to the outputs of the convolution.
  private func backpropagatePolicy(_ move: Int, threats: Int, _ share: Float) {
    let last = model.parameters.policyVectors(model.policyLast).pointee
    let lastGradient = gradient.policyVectors(model.policyLast)
    let context = gradient.policyVectors(model.policyThreats) + threats
    let firstGradient = gradient.policyVectors(model.policyFirst)
    let hiddenGradients = policyHiddenGradient.bound(to: Float.self)
    for (number, point) in points.enumerated() where isEmpty[number] {
      let error = scores[number] - (number == move ? 1 : 0)
      guard abs(error) >= MixPass.minimumError else { continue }
      let relu = policyHiddenLayer[number].relu
      lastGradient.pointee += error * share * relu
      let hiddenGradient = (error * share * last).reluBackward(output: relu)
      context.pointee += hiddenGradient
      policyHiddenGradient.pointee = hiddenGradient
      for view in 0..<2 {
        let cell = view &* Point.cellCount &+ Int(point)
        let channels = (mixed + cell).bound(to: Float.self)
        let weights = firstGradient + view &* MixModel.policyChannels
        for channel in 0..<MixModel.policyChannels {
          weights[channel] += channels[channel] * hiddenGradient
        }
        let transposed = transposedPolicyWeights + view &* MixModel.policyHidden
        var slope = MixModel.PolicyVector.zero
        for neuron in 0..<MixModel.policyHidden {
          slope += hiddenGradients[neuron] * transposed[neuron]
        }
        // The policy head reads only channels below `MixModel.policyChannels`.
        (mixedGradient + cell).bound(to: MixModel.PolicyVector.self).pointee += slope
      }
    }
  }

  /// Passes the gradient back through the convolution's ReLU, and adds that of the convolution's
  /// weights.
  private func backpropagateConvolution(_ start: Int) {
    var (center, orthogonal) = (Vector.zero, Vector.zero)
    var (diagonal, bias) = (Vector.zero, Vector.zero)
    for point in points {
      let index = start &+ Int(point)
      let slope = mixedGradient[index].reluBackward(output: mixed[index])
      mixedGradient[index] = slope
      let cell = embeddingActivations + index
      center += slope * cell[0]
      orthogonal += slope * MixPass.orthogonalNeighbours(cell)
      diagonal += slope * MixPass.diagonalNeighbours(cell)
      bias += slope
    }
    let mixing = gradient.vectors(model.mixing)
    mixing[0] += center
    mixing[1] += orthogonal
    mixing[2] += diagonal
    mixing[3] += bias
  }

  /// Adds the gradient of a point's embedding rows.
  @inline(__always) private func backpropagateEmbeddings(
    _ number: Int, _ point: Int, _ view: Int
  ) {
    let mixing = model.parameters.vectors(model.mixing)
    let index = view &* Point.cellCount &+ point
    let cell = mixedGradient + index
    var slope = mixing[0] * cell[0]
    slope += mixing[1] * MixPass.orthogonalNeighbours(cell)
    slope += mixing[2] * MixPass.diagonalNeighbours(cell)
    slope = slope.reluBackward(output: embeddingActivations[index])
    let rows = rows + (2 &* number &+ view) &* MixSample.rowCount
    let entries = gradient.vectors(model.rows)
    for index in 0..<MixSample.rowCount { entries[Int(rows[index])] += slope }
  }
}

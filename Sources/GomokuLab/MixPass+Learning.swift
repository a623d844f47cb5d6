import Gomoku
import GomokuRules
import LabKit

extension MixPass {
  /// Passes a value error back through the value head, after `judge`, and adds the gradient.
  ///
  /// - Parameters:
  ///   - error: the derivative of the loss with respect to the log odds.
  ///   - sums: the normalised sums.
  ///   - inner, outer: the hidden layers that `judge` returned.
  ///   - slopes: receives the gradient of the normalised sums.
  func learnWorth(
    _ error: Float, _ sums: UnsafePointer<Float>, inner: Vector, outer: Vector, threats: Int,
    slopes: UnsafeMutablePointer<Float>
  ) {
    gradient[model.bias] += error
    let last = model.numbers.vectors(model.last).pointee
    gradient.vectors(model.last).pointee += error * outer.leaky
    let outerSlope = (error * last).passedLeaking(by: outer)
    gradient.vectors(model.added).pointee += outerSlope
    let second = model.numbers.vectors(model.second)
    let secondGradient = gradient.vectors(model.second)
    scratch.vectors(0).pointee = inner.leaky
    for number in 0..<MixModel.hidden {
      secondGradient[number] += scratch[number] * outerSlope
      scratch[number] = (second[number] * outerSlope).sum
    }
    let innerSlope = scratch.vectors(0).pointee.passedLeaking(by: inner)
    gradient.vectors(model.threats)[threats] += innerSlope
    let first = model.numbers.vectors(model.first)
    let firstGradient = gradient.vectors(model.first)
    for number in 0..<2 * MixModel.channels {
      firstGradient[number] += sums[number] * innerSlope
      slopes[number] = (first[number] * innerSlope).sum
    }
  }

  /// The smallest error of a move's probability that is passed back.
  private static let leastError: Float = 1e-4

  /// Passes the errors of an example back to the embedding rows, after `foretell`, and adds the
  /// gradient.
  ///
  /// - Parameter sumSlopes: the gradient of the sums over the board, the mover's view first.
  func learn(
    _ example: MixExamples.Example, share: Float, sumSlopes: UnsafeMutablePointer<Float>
  ) {
    for view in 0..<2 {
      let slope = sumSlopes.vectors(view &* MixModel.channels).pointee
      for point in points { slopes[view &* Point.cellCount &+ Int(point)] = slope }
    }
    if let move = example.move { learnMove(move, threats: example.threats, share) }
    for view in 0..<2 {
      learnMixing(view &* Point.cellCount)
      for (number, point) in points.enumerated() { passToRows(number, Int(point), view) }
    }
  }

  /// Passes the error of the policy's softmax back to the mixed channels.
  private func learnMove(_ move: Int, threats: Int, _ share: Float) {
    let last = model.numbers.policyVectors(model.policyLast).pointee
    let lastGradient = gradient.policyVectors(model.policyLast)
    let context = gradient.policyVectors(model.policyThreats) + threats
    let firstGradient = gradient.policyVectors(model.policyFirst)
    let numbers = UnsafeRawPointer(inners).assumingMemoryBound(to: Float.self)
    for (number, point) in points.enumerated() where isEmpty[number] {
      let error = scores[number] - (number == move ? 1 : 0)
      guard abs(error) >= MixPass.leastError else { continue }
      let relu = excitement[number].relu
      lastGradient.pointee += error * share * relu
      let inner = (error * share * last).passed(by: relu)
      context.pointee += inner
      inners.pointee = inner
      for view in 0..<2 {
        let cell = view &* Point.cellCount &+ Int(point)
        let passedOn = MixPass.numbers(mixed + cell)
        let weights = firstGradient + view &* MixModel.policyChannels
        for channel in 0..<MixModel.policyChannels { weights[channel] += passedOn[channel] * inner }
        let turned = turned + view &* MixModel.policyHidden
        var slope = MixModel.PolicyVector.zero
        for excited in 0..<MixModel.policyHidden { slope += numbers[excited] * turned[excited] }
        // The policy head reads only the first channels.
        UnsafeMutableRawPointer(slopes + cell)
          .assumingMemoryBound(to: MixModel.PolicyVector.self).pointee += slope
      }
    }
  }

  /// Passes the gradient through the ReLU of the mixed channels, and adds that of the mixing
  /// weights.
  private func learnMixing(_ start: Int) {
    var (center, beside, across, added) = (Vector.zero, Vector.zero, Vector.zero, Vector.zero)
    for point in points {
      let index = start &+ Int(point)
      let slope = slopes[index].passed(by: mixed[index])
      slopes[index] = slope
      let cell = excited + index
      center += slope * cell[0]
      beside += slope * MixPass.beside(cell)
      across += slope * MixPass.across(cell)
      added += slope
    }
    let mixing = gradient.vectors(model.mixing)
    mixing[0] += center
    mixing[1] += beside
    mixing[2] += across
    mixing[3] += added
  }

  /// Adds the gradient of a point's embedding rows.
  @inline(__always) private func passToRows(_ number: Int, _ point: Int, _ view: Int) {
    let mixing = model.numbers.vectors(model.mixing)
    let index = view &* Point.cellCount &+ point
    let cell = slopes + index
    var slope = mixing[0] * cell[0]
    slope += mixing[1] * MixPass.beside(cell)
    slope += mixing[2] * MixPass.across(cell)
    slope = slope.passed(by: excited[index])
    let rows = rows + (2 &* number &+ view) &* MixSample.rowCount
    let entries = gradient.vectors(model.rows)
    for index in 0..<MixSample.rowCount { entries[Int(rows[index])] += slope }
  }
}

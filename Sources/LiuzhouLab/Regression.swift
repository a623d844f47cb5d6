import LabKit
import Liuzhou
import LiuzhouRules
import Platform

/// Logistic regression of expected points on measures and patterns, by Adam on full batches.
struct Regression {
  /// Rows of factors, of `width` each.
  private var factors: [Float] = []
  private var patterns: [Int32] = []
  private var patternEnds: [Int] = [0]
  private var targets: [Float] = []
  private let width: Int

  /// Weights in units of log odds.
  var weights: [Float]
  private let patternBase: Int

  /// How strongly pattern weights are held to zero, in rows: their contents are often rare, and the
  /// rows of one game are alike.
  var patternPull: Float = 150
  /// How strongly other weights are held to where they start.
  var measurePull: Float = 10

  init(measures: [Float], patternCount: Int) {
    width = measures.count
    patternBase = measures.count - 1
    weights = measures + [Float](repeating: 0, count: patternCount)
  }

  var rowCount: Int { targets.count }

  mutating func add(_ row: EvaluationTraining.Row, target: Float) {
    factors += row.factors.map(Float.init)
    patterns += row.patterns
    patternEnds.append(patterns.count)
    targets.append(target)
  }

  /// Improves the weights.
  ///
  /// - Returns: the mean loss before and after.
  mutating func run(rounds: Int) -> (before: Float, after: Float) {
    let start = weights
    var (mean, square) = (
      [Float](repeating: 0, count: weights.count), [Float](repeating: 0, count: weights.count)
    )
    var losses: [Float] = []
    for round in 1...rounds {
      var gradient = [Float](repeating: 0, count: weights.count)
      losses.append(addGradient(to: &gradient) / Float(max(rowCount, 1)))
      let rate: Float = 0.01 * (round * 3 > rounds * 2 ? 0.1 : 1)
      let (meanBias, squareBias) = (1 - powf(0.9, Float(round)), 1 - powf(0.999, Float(round)))
      for i in weights.indices {
        let pull = i < width ? measurePull * (weights[i] - start[i]) : patternPull * weights[i]
        let slope = (gradient[i] + pull) / Float(max(rowCount, 1))
        mean[i] = 0.9 * mean[i] + 0.1 * slope
        square[i] = 0.999 * square[i] + 0.001 * slope * slope
        weights[i] -= rate * (mean[i] / meanBias) / ((square[i] / squareBias).squareRoot() + 1e-7)
      }
    }
    return (losses.first ?? 0, losses.last ?? 0)
  }

  /// The mean loss.
  func loss() -> Float {
    var gradient = [Float](repeating: 0, count: weights.count)
    return addGradient(to: &gradient) / Float(max(rowCount, 1))
  }

  /// Adds the gradient of all rows and returns the sum of their losses.
  private func addGradient(to gradient: inout [Float]) -> Float {
    var loss: Float = 0
    for row in 0..<rowCount {
      let base = row * width
      var sum: Float = 0
      for i in 0..<width { sum += weights[i] * factors[base + i] }
      for i in patternEnds[row]..<patternEnds[row + 1] {
        let number = Int(patterns[i])
        sum += number > 0 ? weights[patternBase + number] : -weights[patternBase - number]
      }
      let expected = sigmoid(sum)
      let error = expected - targets[row]
      loss += crossEntropy(expected, targets[row])
      for i in 0..<width { gradient[i] += error * factors[base + i] }
      for i in patternEnds[row]..<patternEnds[row + 1] {
        let number = Int(patterns[i])
        if number > 0 {
          gradient[patternBase + number] += error
        } else {
          gradient[patternBase - number] -= error
        }
      }
    }
    return loss
  }
}

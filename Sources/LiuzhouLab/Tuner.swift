import LabKit
import Liuzhou
import LiuzhouRules
import SearchKit

/// Fits the evaluation's weights to positions from self-play, from nothing but the worth of stones.
///
/// Single-threaded and without chance, so the same samples give the same weights everywhere.
struct Tuner {
  /// The share of the result in a target; the rest is what the search said.
  private let resultShare: Float = 0.5
  /// Centistones by which the odds of winning grow e-fold.
  private let scale: Float = 250
  private let rounds = 150

  private let training: EvaluationTraining
  /// One a stage.
  private var regressions: [Regression]
  /// Positions kept out of the fit, to measure it.
  private var tests: [Regression]
  private var sampleCount = 0
  /// Of so many blocks of samples one is kept out.
  private static let testInterval = 10
  /// Samples of a block: some hundred games.
  private static let blockSize = 5000

  init() {
    training = EvaluationTraining(Rulebook(.fengyang))
    let start = EvaluationTraining.stonesOnly.map { [scale] in Float($0) / 16 / scale }
    let width = EvaluationTraining.width
    regressions = (0..<EvaluationTraining.stageCount).map { [training] stage in
      Regression(
        measures: Array(start[stage * width..<(stage + 1) * width]),
        patternCount: training.patternCount)
    }
    tests = regressions
  }

  mutating func add(_ sample: Sample) {
    let target =
      resultShare * Float(sample.points) + (1 - resultShare) * expectation(sample.score)
    let row = training.row(of: sample.position)
    sampleCount += 1
    if sampleCount / Tuner.blockSize % Tuner.testInterval == Tuner.testInterval - 1 {
      tests[row.stage].add(row, target: target)
    } else {
      regressions[row.stage].add(row, target: target)
    }
  }

  private func expectation(_ score: Score) -> Float {
    score.isWin ? 1 : score.isLoss ? 0 : sigmoid(Float(score.rawValue) / scale)
  }

  /// The weights that fit best.
  mutating func fit(_ onProgress: (String) -> Void) -> WeightText {
    var fit = WeightText()
    let limit = Float(EvaluationWeights.patternLimit)
    let unit = Float(EvaluationTraining.patternUnit)
    var (total, count): (Float, Float) = (0, 0)
    for stage in regressions.indices {
      let loss = regressions[stage].run(rounds: rounds)
      tests[stage].weights = regressions[stage].weights
      let test = tests[stage].loss()
      total += test * Float(tests[stage].rowCount)
      count += Float(tests[stage].rowCount)
      onProgress(
        "stage \(stage): \(regressions[stage].rowCount) positions,"
          + " loss \(loss.before) -> \(loss.after), of others \(test)")
      let weights = regressions[stage].weights.map { $0 * 16 * scale }
      let width = EvaluationTraining.width
      fit.measures += weights[..<width].map { Int32($0.rounded()) }
      fit.patterns += weights[width...].map { Int8(min(max(($0 / unit).rounded(), -limit), limit)) }
    }
    onProgress("all: of others \(total / max(count, 1))")
    return fit
  }
}

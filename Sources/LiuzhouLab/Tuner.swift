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
  /// Patterns' weights are whole steps of four centistones, in sixteenths: less is chance.
  private static let patternStep: Float = 64
  /// Their most steps, and the most sixteenths of a centistone of a measure.
  private static let (patternLimit, measureLimit): (Float, Float) = (31, 32_000)

  init() {
    training = EvaluationTraining(Rulebook(.fengyang))
    let start = EvaluationTraining.stonesOnly.map { [scale] in Float($0) / 16 / scale }
    let width = EvaluationTraining.width
    regressions = (0..<EvaluationTraining.stageCount).map { stage in
      Regression(
        measures: Array(start[stage * width..<(stage + 1) * width]),
        patternCount: EvaluationTraining.patternCount)
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

  private static func whole(_ weight: Float, limit: Float) -> Int16 {
    Int16(min(max(weight.rounded(), -limit), limit))
  }

  private func expectation(_ score: Score) -> Float {
    score.isWin ? 1 : score.isLoss ? 0 : sigmoid(Float(score.rawValue) / scale)
  }

  /// Weights that know the worth of stones and nothing else.
  static var stonesOnly: WeightFile {
    let patterns = EvaluationTraining.stageCount * EvaluationTraining.patternCount
    return WeightFile(
      EvaluationWeights.shape,
      numbers: EvaluationTraining.stonesOnly + Array(repeating: 0, count: patterns))
  }

  /// The weights that fit best.
  mutating func fit(_ onProgress: (String) -> Void) -> WeightFile {
    var (measures, patterns): ([Int16], [Int16]) = ([], [])
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
      measures += weights[..<width].map { Tuner.whole($0, limit: Tuner.measureLimit) }
      patterns += weights[width...].map {
        Int16(Tuner.patternStep) * Tuner.whole($0 / Tuner.patternStep, limit: Tuner.patternLimit)
      }
    }
    onProgress("all: of others \(total / max(count, 1))")
    return WeightFile(EvaluationWeights.shape, numbers: measures + patterns)
  }
}

import Basics
import LabKit
import Liuzhou
import LiuzhouRules
import Platform
import SearchKit

/// The training of the evaluation's network on positions from self-play, from random weights.
///
/// Training is seeded and runs on one thread. The same samples, settings and seed give the same
/// weights everywhere.
struct EvaluationTrainer {
  /// The weight of the game's result in a target; the rest is the score of the search.
  var resultShare: Float = 0.5
  /// The number of centistones of a search score by which the odds of winning grow e-fold.
  var scale: Float = 135
  var epochs = 4
  /// The highest learning rate. The rate warms up to it and decays by a cosine to a fiftieth of it.
  var learningRate: Float = 0.002
  /// The weight decay of embedding rows.
  ///
  /// It is strong because many patterns are rare, and the samples of one game are similar.
  var weightDecay: Float = 0.003
  /// The number of samples in a batch; the last samples of an epoch make its batches larger.
  private static let batchSize = 256
  /// The number of warm-up steps; a tenth of all steps if that is less.
  private static let warmupSteps = 500

  private let model: EvaluationModel
  private let pass: EvaluationPass
  private let adam = Adam(count: EvaluationModel.count)

  private var encodings: [RuleSet: EvaluationEncoding] = [:]
  private var samples = TrainingSet()
  /// The interval of held-out blocks. Every twentieth block serves to measure the loss alone.
  ///
  /// Whole blocks are held out, so that few games have both held-out samples and others.
  private static let heldOutInterval = 20
  /// The number of samples in a block, which come from a few dozen games.
  private static let blockSize = 1000

  /// All samples, as parallel arrays.
  private struct TrainingSet {
    var rows: [UInt16] = []
    /// The end of each sample's range in `rows`, after a leading 0.
    var ends: [Int] = [0]
    var stages: [UInt8] = []
    var quietFactors: [Float] = []
    var targets: [Float] = []

    mutating func add(_ inputs: EvaluationEncoding.Inputs, target: Float) {
      rows += inputs.rows
      ends.append(rows.count)
      stages.append(UInt8(inputs.stage))
      quietFactors.append(inputs.quietFactor)
      targets.append(target)
    }
  }

  init(seed: UInt64 = 1) {
    model = EvaluationModel(seed: seed)
    pass = EvaluationPass(model)
  }

  /// The weights of a network that values stones and nothing else.
  static var stonesOnly: WeightFile { EvaluationModel.stonesOnly.file }

  /// Adds a sample. Its target is a mean of the game's result and the search's score.
  mutating func add(_ sample: ScoredPosition, under rules: RuleSet) {
    let encoding = encodings[rules] ?? EvaluationEncoding(Rulebook(rules))
    encodings[rules] = encoding
    let score = sample.score
    let expectation =
      score.isWin ? 1 : score.isLoss ? 0 : sigmoid(Float(score.rawValue) / scale)
    samples.add(
      encoding.inputs(of: sample.position),
      target: resultShare * Float(sample.points) + (1 - resultShare) * expectation)
  }

  // MARK: Fitting

  /// Trains for all epochs, and returns the weights.
  mutating func fit(_ onProgress: (String) -> Void) -> WeightFile {
    var (training, heldOut): ([Int32], [Int32]) = ([], [])
    for index in 0..<samples.targets.count {
      let block = index / EvaluationTrainer.blockSize
      let isHeldOut = (block + 1).isMultiple(of: EvaluationTrainer.heldOutInterval)
      if isHeldOut { heldOut.append(Int32(index)) } else { training.append(Int32(index)) }
    }
    var generator = SplitMix64(seed: 1)
    let batches = max(1, training.count / EvaluationTrainer.batchSize)
    let clock = Progress("round", of: epochs)
    for _ in 0..<epochs {
      training.shuffle(using: &generator)
      var trained = RunningMean()
      for batch in 0..<batches {
        let part = training.count * batch / batches..<training.count * (batch + 1) / batches
        for index in training[part] {
          trained.add(Double(loss(of: Int(index), addsGradient: true)))
        }
        step(Float(part.count), of: epochs * batches)
      }
      onProgress("\(clock.lineAfterStep()): loss \(trained.mean), of others \(losses(heldOut))")
    }
    return model.file
  }

  /// Returns the loss of a sample, and adds its gradient if `addsGradient` is true.
  private func loss(of index: Int, addsGradient: Bool) -> Float {
    let rows = samples.rows[samples.ends[index]..<samples.ends[index + 1]]
    let (stage, target) = (Int(samples.stages[index]), samples.targets[index])
    let factor = samples.quietFactors[index]
    let expected = sigmoid(pass.logOdds(stage: stage, rows: rows) * factor)
    if addsGradient {
      pass.backpropagate(stage: stage, rows: rows, error: (expected - target) * factor)
    }
    return crossEntropy(expected, target)
  }

  /// Returns the mean loss of held-out samples as text, of all samples and then by stage.
  private func losses(_ heldOut: [Int32]) -> String {
    var stages = [RunningMean](repeating: RunningMean(), count: EvaluationEncoding.stageCount)
    for index in heldOut {
      stages[Int(samples.stages[Int(index)])].add(
        Double(loss(of: Int(index), addsGradient: false)))
    }
    let all = stages.reduce(into: RunningMean()) { $0 += $1 }
    let texts = ([all] + stages).map { roundedText($0.mean, parts: 10_000) }
    return "\(texts[0]) (\(texts[1...].joined(separator: " ")))"
  }

  // MARK: Steps

  /// Takes one step with the mean gradient of `count` samples, and clears the gradient.
  private func step(_ count: Float, of all: Int) {
    let warmup = max(1, min(EvaluationTrainer.warmupSteps, all / 10))
    let rate = adam.nextRate(learningRate, of: all, warmup: warmup, floor: 0.02)
    let correction = adam.biasCorrection
    let scale = rate * correction.square / correction.mean
    let width = EvaluationModel.channels
    for row in pass.touchedRows {
      adamStep(row * width, count: width, share: 1 / count, weightDecay: weightDecay, scale)
    }
    pass.clearTouchedRows()
    adamStep(
      EvaluationModel.shared, count: EvaluationModel.count - EvaluationModel.shared,
      share: 1 / count, weightDecay: 1e-6, scale)
  }

  /// Takes a step of Adam on a range of parameters.
  ///
  /// - Parameters:
  ///   - share: the factor from the summed to the mean gradient.
  ///   - weightDecay: the weight decay.
  ///   - scale: the learning rate with Adam's bias correction.
  @inline(__always) private func adamStep(
    _ first: Int, count: Int, share: Float, weightDecay: Float, _ scale: Float
  ) {
    let (parameters, gradient) = (model.parameters, pass.gradient)
    let (mean, square) = (adam.mean, adam.square)
    for index in first..<first + count {
      let derivative = gradient[index] * share + weightDecay * parameters[index]
      gradient[index] = 0
      mean[index] = 0.9 * mean[index] + 0.1 * derivative
      square[index] = 0.999 * square[index] + 0.001 * derivative * derivative
      parameters[index] -= scale * mean[index] / (square[index].squareRoot() + 1e-8)
    }
  }
}

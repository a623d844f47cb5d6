import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform
import SearchKit

/// The training of the small evaluation's weights of one variant on games.
///
/// Every twentieth game is held out. Training is seeded and single-threaded.
struct Trainer {
  let variant: Variant
  /// The weight of the game's result in a target; the rest is the score of the move's search.
  var resultShare: Float = 0.5
  /// The number of centistones by which the odds of winning grow e-fold, for all scores.
  var scale: Float
  var epochs = 16
  /// The learning rate at the start; it decays exponentially to a fiftieth.
  var firstLearningRate: Float = 0.008
  /// The slope from which that of the leaky ReLU (`ValueTrainer.leakySlope`) falls epoch by epoch.
  ///
  /// It is 0 in the last quarter of the epochs.
  private static let firstLeakySlope: Float = 0.2
  private var startsFromRandom = true
  private var values: ValueTrainer
  private var training: [Int32] = []
  private var heldOut: [Int32] = []
  private var gameCount = 0

  init(_ variant: Variant, scale: Float) {
    self.variant = variant
    self.scale = scale
    values = ValueTrainer(variant)
  }

  /// Fine-tunes `weights` instead of starting from random numbers.
  mutating func start(from weights: Weights) {
    values.start(from: weights, scale: scale)
    startsFromRandom = false
  }

  /// Adds the quiet positions of a game that have a score, unless the score is proven.
  mutating func add(_ game: TrainingGame) {
    gameCount += 1
    let isHeldOut = gameCount % 20 == 0
    let samples = TrainingSample.samples(from: game.start, moves: game.plies.compactMap(\.move))
    for (number, (sample, ply)) in zip(samples, game.plies).enumerated() {
      guard let score = ply.score, !score.isProven else { continue }
      guard sample.isQuiet else { continue }
      let searchValue = sigmoid(Float(score.rawValue) / scale)
      let target = game.target(forPly: number, searchValue: searchValue, resultShare: resultShare)
      let index = Int32(values.count)
      if isHeldOut { heldOut.append(index) } else { training.append(index) }
      values.add(sample, target: target)
    }
  }

  /// Trains for all epochs, and returns the weights.
  mutating func fit(_ onProgress: (String) -> Void) -> Weights {
    var generator = SplitMix64(seed: 1)
    if startsFromRandom { values.centerChannels() }
    let clock = Progress("round", of: epochs)
    for epoch in 0..<epochs {
      let learningRate = firstLearningRate * powf(0.02, Float(epoch) / Float(max(epochs - 1, 1)))
      let progress = Float(epoch + 1) / Float(epochs)
      values.leakySlope = max(0, Trainer.firstLeakySlope * (1 - progress / 0.75))
      let loss = values.train(training.shuffled(using: &generator), learningRate: learningRate)
      onProgress("\(clock.lineAfterStep()): loss \(loss), held out \(values.loss(heldOut))")
    }
    onProgress("\(values.count) positions of \(gameCount) games")
    return Weights(variant, values: numbers())
  }

  /// Returns the weights multiplied by `scale`, rounded and clamped.
  private static func quantised(_ weights: [Float], _ scale: Float) -> [Int16] {
    weights.map { Int16(quantising: $0 * scale, limit: 32_000) }
  }

  /// Returns the quantised weights, table after table.
  private func numbers() -> [Int16] {
    func flat(_ vectors: [ValueTrainer.Vector]) -> [Float] {
      vectors.flatMap { vector in (0..<ShapeNetwork.width).map { vector[$0] } }
    }
    return Trainer.quantised(values.points.entries, scale * Float(Weights.unit))
      + Trainer.quantised(values.threatValues.entries, scale)
      + Trainer.quantised(flat(values.channels.entries), ShapeNetwork.sumUnit)
      + Trainer.quantised(flat(values.hidden.entries), ShapeNetwork.hiddenUnit)
      + Trainer.quantised(flat(values.threatBiases.partEntries), ShapeNetwork.hiddenUnit)
      + Trainer.quantised(flat(values.output.entries), scale * ShapeNetwork.outputUnit)
  }
}

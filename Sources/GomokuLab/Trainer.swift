import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform
import SearchKit

/// The training of one variant's evaluation weights on games.
///
/// Every twentieth game is held out. Training is seeded and single-threaded.
struct Trainer {
  let variant: Variant
  /// The weight of the result in a target; the rest is the score of the search.
  var resultShare: Float = 0.5
  /// The number of centistones by which the odds of winning grow e-fold, for all scores.
  var scale: Float
  /// The number of epochs.
  var rounds = 16
  /// The first learning rate, which decays exponentially to a fiftieth of it.
  var firstRate: Float = 0.008
  /// The first slope of the leaky ReLU; it falls to 0, where it stays in the last quarter of the
  /// epochs.
  private static let firstLeak: Float = 0.2
  private var startsFromNothing = true
  private var values: ValueTrainer
  private var heldValues: [Int32] = []
  private var gameCount = 0

  init(_ variant: Variant, scale: Float) {
    self.variant = variant
    self.scale = scale
    values = ValueTrainer(variant)
  }

  /// Fine-tunes `weights` instead of starting from random numbers.
  mutating func start(from weights: Weights) {
    values.start(from: weights, scale: scale)
    startsFromNothing = false
  }

  /// Adds the quiet positions of a game that have a score which is not proven.
  mutating func add(_ game: TrainingGame) {
    gameCount += 1
    let isHeld = gameCount % 20 == 0
    let samples = TrainingSample.samples(from: game.start, moves: game.plies.compactMap(\.move))
    for (index, (sample, ply)) in zip(samples, game.plies).enumerated() {
      guard let score = ply.score, !score.isProven else { continue }
      guard sample.isQuiet else { continue }
      let said = sigmoid(Float(score.rawValue) / scale)
      let target = game.target(forPly: index, said: said, resultShare: resultShare)
      if isHeld { heldValues.append(Int32(values.count)) }
      values.add(sample, target: target)
    }
  }

  /// Trains for all epochs, and returns the weights.
  mutating func fit(_ onProgress: (String) -> Void) -> Weights {
    var generator = SplitMix64(seed: 1)
    let valueOrder = Trainer.rest(values.count, without: heldValues)
    if startsFromNothing { values.centerChannels() }
    let clock = Progress("round", of: rounds)
    for round in 0..<rounds {
      let rate = firstRate * powf(0.02, Float(round) / Float(max(rounds - 1, 1)))
      let progress = Float(round + 1) / Float(rounds)
      values.leak = max(0, Trainer.firstLeak * (1 - progress / 0.75))
      let value = values.learn(valueOrder.shuffled(using: &generator), rate: rate)
      onProgress("\(clock.next()): loss \(value), held out \(values.loss(heldValues))")
    }
    onProgress("\(values.count) positions of \(gameCount) games")
    return Weights(variant, values: numbers())
  }

  /// Returns the numbers below `count` that are not in `held`.
  private static func rest(_ count: Int, without held: [Int32]) -> [Int32] {
    let held = Set(held)
    return (0..<Int32(count)).filter { !held.contains($0) }
  }

  /// Returns the weights in units of 1 / `scale`, rounded and clamped.
  private static func whole(_ weights: [Float], _ scale: Float) -> [Int16] {
    weights.map { Int16(max(-32_000, min(32_000, ($0 * scale).rounded()))) }
  }

  /// Returns the quantised weights, table after table.
  private func numbers() -> [Int16] {
    func flat(_ vectors: [ValueTrainer.Vector]) -> [Float] {
      vectors.flatMap { vector in (0..<Network.width).map { vector[$0] } }
    }
    return Trainer.whole(values.points.entries, scale * Float(Weights.unit))
      + Trainer.whole(values.sets.entries, scale)
      + Trainer.whole(flat(values.channels.entries), Network.sumUnit)
      + Trainer.whole(flat(values.hidden.entries), Network.hiddenUnit)
      + Trainer.whole(flat(values.alarms.partEntries), Network.hiddenUnit)
      + Trainer.whole(flat(values.output.entries), scale * Network.outputUnit)
  }
}

import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform
import SearchKit

/// Learns a variant's policy network from the moves that searches chose in games.
///
/// The loss is the cross-entropy of the move played among all empty points. Every twentieth game is
/// held out. Seeded: the same games on as many threads make the same network.
struct PolicyTrainer {
  typealias Vector = PolicyModel.Vector

  var rounds = 10
  /// The longest step; it grows to that, and shrinks to a hundredth of it.
  var rate: Float = 0.003
  var threads = 1
  /// Positions a step, or a few more.
  var batch = 1024

  private(set) var model: PolicyModel
  private var examples = PolicyExamples()
  private var learned: [Int32] = []
  private var held: [Int32] = []
  private var gameCount = 0
  private var mean: [Vector]
  private var square: [Vector]
  private var stepCount = 0

  /// How many steps the first ones grow.
  private static let growth = 200

  /// - Parameter model: what is known already.
  init(_ model: PolicyModel) {
    self.model = model
    mean = Array(repeating: .zero, count: model.parameters.count)
    square = mean
  }

  mutating func add(_ game: TrainingGame) {
    let first = examples.examples.count
    examples.add(game)
    gameCount += 1
    let new = first..<examples.examples.count
    if gameCount.isMultiple(of: 20) {
      held += new.filter { examples.examples[$0].isQuiet }.map { Int32($0) }
    } else {
      learned += new.map { Int32($0) }
    }
  }

  /// The network after all rounds.
  mutating func fit(_ onProgress: (String) -> Void) -> WeightFile {
    onProgress("\(examples.examples.count) positions of \(gameCount) games")
    var generator = SplitMix64(seed: 1)
    let passes = (0..<max(threads, 1)).map { _ in PolicyPass(model) }
    let batches = max(1, learned.count / batch)
    let clock = Progress("round", of: rounds)
    for _ in 0..<rounds {
      learned.shuffle(using: &generator)
      var tally = PolicyTally()
      for index in 0..<batches {
        let part = learned.count * index / batches..<learned.count * (index + 1) / batches
        tally += run(passes, learned[part], share: 1 / Float(max(part.count, 1)))
        step(passes, progress: Float(stepCount) / Float(rounds * batches))
      }
      onProgress("\(clock.next()): loss \(tally.meanLoss), \(run(passes, held[...]).text)")
    }
    return model.file
  }

  /// The mean loss on what is learned from, with nothing learned.
  func loss() -> Double {
    run([PolicyPass(model)], learned[...]).meanLoss
  }

  /// Takes examples through the network, on each thread a part of them.
  private func run(
    _ passes: [PolicyPass], _ order: ArraySlice<Int32>, share: Float? = nil
  ) -> PolicyTally {
    let (model, examples) = (model, examples)
    let tallies = concurrently(passes.count) { number in
      func bound(_ number: Int) -> Int { order.startIndex + order.count * number / passes.count }
      passes[number].take(model)
      return passes[number].run(
        examples, order[bound(number)..<bound(number + 1)], share: share)
    }
    return tallies.reduce(into: PolicyTally()) { $0 += $1 }
  }

  // MARK: Steps

  /// Takes one step against the gradients, which it empties.
  private mutating func step(_ passes: [PolicyPass], progress: Float) {
    var slopes = [Vector](repeating: .zero, count: model.parameters.count)
    for index in model.entries.indices {
      for pass in passes {
        slopes[index] += pass.gradient[index]
        pass.gradient[index] = .zero
      }
      if index < PolicyModel.mixing { slopes[model.middle(of: index)] += slopes[index] }
    }
    stepCount += 1
    let start = min(1, Float(stepCount) / Float(PolicyTrainer.growth))
    let length = rate * start * max(0.01, (1 + Float(cos(Double(progress) * .pi))) / 2)
    descend(slopes, length)
    model.merge()
  }

  /// A step of Adam (Kingma and Ba, 2015) on what the batch has touched.
  private mutating func descend(_ slopes: [Vector], _ length: Float) {
    let count = Float(stepCount)
    let scale = (1 - powf(0.999, count)).squareRoot() / (1 - powf(0.9, count))
    for index in slopes.indices where slopes[index] != .zero {
      let slope = slopes[index]
      mean[index] = 0.9 * mean[index] + 0.1 * slope
      square[index] = 0.999 * square[index] + 0.001 * (slope * slope)
      let speed = square[index].squareRoot() + 1e-9
      model.parameters[index] -= length * scale * mean[index] / speed
    }
  }
}

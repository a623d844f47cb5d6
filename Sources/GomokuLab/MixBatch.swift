import Basics
import Gomoku
import LabKit
import Platform

/// Examples that go through a mix network together: their sums over the board are normalised by their
/// own means and deviations (Ioffe and Szegedy, *Batch normalization*, 2015).
final class MixBatch: @unchecked Sendable {
  private let source: MixExamples
  /// Those with a target first.
  private let order: [Int32]
  private let valued: Int
  /// Of each valued example both views' sums, normalised ones later, and their slopes.
  private let sums: UnsafeMutablePointer<Float>
  private let slopes: UnsafeMutablePointer<Float>
  private var mean = [Float](repeating: 0, count: MixModel.channels)
  private var scale = [Float](repeating: 1, count: MixModel.channels)

  private static let width = 2 * MixModel.channels
  /// Added to the variances: a channel that hardly ever says anything is not made loud.
  private static let leastVariance = 0.05

  init(_ source: MixExamples, _ order: ArraySlice<Int32>) {
    self.source = source
    let valued = order.filter { source.examples[Int($0)].target != nil }
    self.order = valued + order.filter { source.examples[Int($0)].target == nil }
    self.valued = valued.count
    sums = MixModel.floats(max(order.count, 1) * MixBatch.width)
    slopes = MixModel.floats(max(order.count, 1) * MixBatch.width)
  }

  deinit {
    sums.deallocate()
    slopes.deallocate()
  }

  /// Adds the slopes of the mean loss to the passes' gradients.
  func learn(_ passes: [MixPass], policyShare: Float) -> MixTally {
    sum(passes)
    normaliseSums()
    var tally = share(passes, valued) { pass, index, tally in
      self.learnWorth(pass, index, &tally)
    }
    passBackNormalisation()
    let share = policyShare / Float(max(order.count, 1))
    tally += self.share(passes, order.count) { pass, index, tally in
      let example = self.example(index)
      pass.follow(example, of: self.source, sums: pass.spareSums)
      pass.foretell(example, &tally)
      pass.learn(example, share: share, sumSlopes: self.slopes + index &* MixBatch.width)
    }
    return tally
  }

  /// Makes the means and deviations of this batch the model's.
  func normalise(_ passes: [MixPass]) {
    sum(passes)
    normaliseSums()
    passes[0].model.mean = mean
    passes[0].model.scale = scale
  }

  /// Makes the deviations of this batch those of a model from a file, and what its sums excite the same as
  /// with the file's.
  ///
  /// They differ where a channel varies so little that the least variance counts.
  func adopt(_ passes: [MixPass]) {
    sum(passes)
    normaliseSums()
    let model = passes[0].model
    for channel in 0..<MixModel.channels {
      let change = model.scale[channel] / scale[channel]
      for view in 0..<2 {
        let row = model.numbers.vectors(model.first) + (view * MixModel.channels + channel)
        row.pointee = change * row.pointee
      }
    }
    (model.mean, model.scale) = (mean, scale)
  }

  /// How well the model as it is foretells.
  static func judge(_ source: MixExamples, _ order: [Int32], _ passes: [MixPass]) -> MixTally {
    let batch = MixBatch(source, order[...])
    let model = passes[0].model
    (batch.mean, batch.scale) = (model.mean, model.scale)
    return batch.share(passes, order.count) { pass, index, tally in
      let example = batch.example(index)
      let sums = pass.spareSums
      pass.follow(example, of: source, sums: sums)
      pass.foretell(example, &tally)
      guard let target = example.target else { return }
      batch.normalise(sums)
      let worth = pass.judge(sums, threats: example.threats).2
      tally.valueCount += 1
      tally.valueLoss += Double(crossEntropy(sigmoid(worth), target))
    }
  }

  private func example(_ index: Int) -> MixExamples.Example { source.examples[Int(order[index])] }

  /// Does `work` for each number below `count`, on each pass's thread for a part of them.
  private func share(
    _ passes: [MixPass], _ count: Int,
    _ work: @escaping @Sendable (MixPass, Int, inout MixTally) -> Void
  ) -> MixTally {
    let tallies = concurrently(passes.count) { number in
      var tally = MixTally()
      passes[number].begin()
      for index in count * number / passes.count..<count * (number + 1) / passes.count {
        work(passes[number], index, &tally)
      }
      return tally
    }
    return tallies.reduce(into: MixTally()) { $0 += $1 }
  }

  // MARK: Normalisation

  private func sum(_ passes: [MixPass]) {
    _ = share(passes, valued) { pass, index, _ in
      pass.follow(
        self.example(index), of: self.source, sums: self.sums + index &* MixBatch.width)
    }
  }

  /// Calls `body` with each channel and the place of each of its numbers.
  private func forEachNumber(_ body: (_ channel: Int, _ place: Int) -> Void) {
    for channel in 0..<MixModel.channels {
      for view in 0..<2 * valued { body(channel, view &* MixModel.channels &+ channel) }
    }
  }

  private func normaliseSums() {
    guard valued > 0 else { return }
    let count = Double(2 * valued)
    var (total, squares) = (
      [Double](repeating: 0, count: MixModel.channels),
      [Double](repeating: 0, count: MixModel.channels)
    )
    forEachNumber { channel, place in
      let number = Double(sums[place])
      total[channel] += number
      squares[channel] += number * number
    }
    for channel in 0..<MixModel.channels {
      let mean = total[channel] / count
      let variance = max(0, squares[channel] / count - mean * mean) + MixBatch.leastVariance
      self.mean[channel] = Float(mean)
      scale[channel] = Float(1 / variance.squareRoot())
    }
    for index in 0..<valued { normalise(sums + index * MixBatch.width) }
  }

  private func normalise(_ sums: UnsafeMutablePointer<Float>) {
    for place in 0..<MixBatch.width {
      let channel = place % MixModel.channels
      sums[place] = (sums[place] - mean[channel]) * scale[channel]
    }
  }

  private func learnWorth(_ pass: MixPass, _ index: Int, _ tally: inout MixTally) {
    let example = example(index)
    guard let target = example.target else { return }
    let sums = sums + index &* MixBatch.width
    let (inner, outer, worth) = pass.judge(sums, threats: example.threats)
    let expected = sigmoid(worth)
    tally.valueCount += 1
    tally.valueLoss += Double(crossEntropy(expected, target))
    pass.learnWorth(
      (expected - target) / Float(valued), sums, inner: inner, outer: outer,
      threats: example.threats, slopes: slopes + index &* MixBatch.width)
  }

  /// Makes the slopes of the sums out of those of the normalised ones.
  private func passBackNormalisation() {
    guard valued > 0 else { return }
    let count = Float(2 * valued)
    var (total, products) = (
      [Float](repeating: 0, count: MixModel.channels),
      [Float](repeating: 0, count: MixModel.channels)
    )
    forEachNumber { channel, place in
      total[channel] += slopes[place]
      products[channel] += slopes[place] * sums[place]
    }
    forEachNumber { channel, place in
      let common = (total[channel] + sums[place] * products[channel]) / count
      slopes[place] = scale[channel] * (slopes[place] - common)
    }
  }
}

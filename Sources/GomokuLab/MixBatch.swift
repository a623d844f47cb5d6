import Basics
import Gomoku
import LabKit
import Platform

/// A batch of examples that pass through a mix network together.
///
/// The sums over the board are normalised by the batch's own means and deviations. The source is
/// Ioffe and Szegedy, *Batch normalization*, 2015.
final class MixBatch: @unchecked Sendable {
  private let source: MixExamples
  /// The indices of the examples; those with a target come first.
  private let order: [Int32]
  /// The number of examples with a target.
  private let valued: Int
  /// The sums over the board of each example with a target, in both views; normalised in place.
  private let sums: UnsafeMutablePointer<Float>
  /// The gradients of `sums`.
  private let slopes: UnsafeMutablePointer<Float>
  private var mean = [Float](repeating: 0, count: MixModel.channels)
  private var scale = [Float](repeating: 1, count: MixModel.channels)

  private static let width = 2 * MixModel.channels
  /// A number added to the variances, so that a channel that is nearly constant is not amplified.
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

  /// Passes the batch forwards and backwards, and adds the gradient of the mean loss to the passes.
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

  /// Sets the model's means and deviations to those of this batch.
  func normalise(_ passes: [MixPass]) {
    sum(passes)
    normaliseSums()
    passes[0].model.mean = mean
    passes[0].model.scale = scale
  }

  /// Sets the means and deviations of a model from a file to those of this batch.
  ///
  /// The weights of the first layer are rescaled, so that its input stays the same. The file's
  /// deviations differ if a channel varies so little that `leastVariance` matters.
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

  /// Returns the losses of the model with the means and deviations that it has.
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

  /// Runs `work` for each number below `count`, split among the passes' threads, and sums the
  /// tallies.
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

  /// Computes the sums over the board of all examples with a target.
  private func sum(_ passes: [MixPass]) {
    _ = share(passes, valued) { pass, index, _ in
      pass.follow(
        self.example(index), of: self.source, sums: self.sums + index &* MixBatch.width)
    }
  }

  /// Calls `body` with each channel and the index of each of its numbers in `sums`.
  private func forEachNumber(_ body: (_ channel: Int, _ place: Int) -> Void) {
    for channel in 0..<MixModel.channels {
      for view in 0..<2 * valued { body(channel, view &* MixModel.channels &+ channel) }
    }
  }

  /// Normalises the sums by their means and deviations in this batch.
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

  /// Normalises the sums of one example.
  private func normalise(_ sums: UnsafeMutablePointer<Float>) {
    for place in 0..<MixBatch.width {
      let channel = place % MixModel.channels
      sums[place] = (sums[place] - mean[channel]) * scale[channel]
    }
  }

  /// Passes one example through the value head, forwards and backwards.
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

  /// Turns the gradients of the normalised sums into those of the sums themselves.
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

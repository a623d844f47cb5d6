import Basics
import Gomoku
import LabKit
import Platform

/// A batch of examples that pass through a mix network together.
///
/// An example's sums over the board (its accumulators) have a number for each channel in each view.
/// They are normalised by the batch's own means and deviations (Ioffe and Szegedy, *Batch
/// normalization*, 2015).
final class MixBatch: @unchecked Sendable {
  private let source: MixExamples
  /// The examples; those with a target come first.
  private let examples: [MixExamples.Example]
  /// The number of examples with a target.
  private let targetCount: Int
  /// The sums over the board of each example with a target, in both views; normalised in place.
  private let sums: UnsafeMutablePointer<Float>
  /// The gradients of `sums`.
  private let sumGradients: UnsafeMutablePointer<Float>
  /// The mean of each channel's sums in this batch, and the inverse of their standard deviation.
  ///
  /// Until `normaliseSums` computes them, they are those of the model.
  private var mean: [Float]
  private var scale: [Float]

  private let channels: Int
  /// The length of an example's sums.
  private var width: Int { 2 * channels }
  /// A constant added to the variances, so that a nearly constant channel is not amplified.
  private static let varianceEpsilon = 0.05

  init(_ source: MixExamples, _ model: MixModel) {
    self.source = source
    channels = model.channels
    (mean, scale) = (model.mean, model.scale)
    let withTarget = source.examples.filter { $0.target != nil }
    examples = withTarget + source.examples.filter { $0.target == nil }
    targetCount = withTarget.count
    sums = .zeroed(max(examples.count, 1) * 2 * channels)
    sumGradients = .zeroed(max(examples.count, 1) * 2 * channels)
  }

  deinit {
    sums.deallocate()
    sumGradients.deallocate()
  }

  /// Passes the batch forwards and backwards; adds the gradient of the mean loss to that of
  /// `shards`.
  ///
  /// - Parameter policyShare: the weight of the policy loss relative to the value loss.
  func addGradient(to shards: MixShards, policyShare: Float) -> MixLosses {
    sum(shards)
    normaliseSums()
    var losses = shards.sum(targetCount) { pass, index, losses in
      self.backpropagateValue(pass, index, &losses)
    }
    backpropagateNormalisation()
    let share = policyShare / Float(max(examples.count, 1))
    losses += shards.sum(examples.count) { pass, index, losses in
      let example = self.examples[index]
      pass.forwardTrunk(example, of: self.source, sums: pass.boardSums)
      pass.forwardPolicy(example, &losses)
      let sumGradient = self.sumGradients + index &* self.width
      pass.backpropagateBody(example, share: share, sumGradient: sumGradient)
    }
    return losses
  }

  /// Sets the model's means and deviations to those of this batch.
  ///
  /// The engine has no batch when it evaluates a position, so it uses these fixed numbers.
  func setNormalisation(_ shards: MixShards) {
    sum(shards)
    normaliseSums()
    shards.model.mean = mean
    shards.model.scale = scale
  }

  /// Sets the means and deviations of a model from a file to those of this batch.
  ///
  /// The weights of the value head's first layer are rescaled, so that its sums stay the same. The
  /// deviations differ from the file's if a channel varies so little that `varianceEpsilon`
  /// matters.
  func adoptNormalisation(_ shards: MixShards) {
    sum(shards)
    normaliseSums()
    let model = shards.model
    for channel in 0..<channels {
      let change = model.scale[channel] / scale[channel]
      for view in 0..<2 {
        let row = model.parameters.vectors(model.first) + (view * channels + channel)
        row.pointee = change * row.pointee
      }
    }
    (model.mean, model.scale) = (mean, scale)
  }

  /// Returns the losses of the model with its own means and deviations.
  static func losses(_ source: MixExamples, _ shards: MixShards) -> MixLosses {
    let batch = MixBatch(source, shards.model)
    return shards.sum(batch.examples.count) { pass, index, losses in
      let example = batch.examples[index]
      let sums = pass.boardSums
      pass.forwardTrunk(example, of: source, sums: sums)
      pass.forwardPolicy(example, &losses)
      guard let target = example.target else { return }
      batch.normalise(sums)
      let logOdds = pass.forwardValue(sums, threats: example.threats).logOdds
      losses.valueLoss.add(Double(crossEntropy(sigmoid(logOdds), target)))
    }
  }

  // MARK: Normalisation

  /// Computes the sums over the board of all examples with a target.
  private func sum(_ shards: MixShards) {
    _ = shards.sum(targetCount) { pass, index, _ in
      pass.forwardTrunk(
        self.examples[index], of: self.source, sums: self.sums + index &* self.width)
    }
  }

  /// Calls `body` with each channel and the index of each of its numbers in `sums`.
  private func forEachNumber(_ body: (_ channel: Int, _ index: Int) -> Void) {
    for channel in 0..<channels {
      for view in 0..<2 * targetCount { body(channel, view &* channels &+ channel) }
    }
  }

  /// Normalises the sums by their means and deviations in this batch.
  private func normaliseSums() {
    guard targetCount > 0 else { return }
    let count = Double(2 * targetCount)
    var (total, squares) = (
      [Double](repeating: 0, count: channels),
      [Double](repeating: 0, count: channels)
    )
    forEachNumber { channel, index in
      let number = Double(sums[index])
      total[channel] += number
      squares[channel] += number * number
    }
    for channel in 0..<channels {
      let mean = total[channel] / count
      let variance = max(0, squares[channel] / count - mean * mean) + MixBatch.varianceEpsilon
      self.mean[channel] = Float(mean)
      scale[channel] = Float(1 / variance.squareRoot())
    }
    for index in 0..<targetCount { normalise(sums + index * self.width) }
  }

  /// Normalises the sums of one example.
  private func normalise(_ sums: UnsafeMutablePointer<Float>) {
    for index in 0..<self.width {
      let channel = index % channels
      sums[index] = (sums[index] - mean[channel]) * scale[channel]
    }
  }

  /// Passes one example through the value head, forwards and backwards.
  private func backpropagateValue(_ pass: MixPass, _ index: Int, _ losses: inout MixLosses) {
    let example = examples[index]
    guard let target = example.target else { return }
    let sums = sums + index &* self.width
    let (inner, outer, logOdds) = pass.forwardValue(sums, threats: example.threats)
    let expected = sigmoid(logOdds)
    losses.valueLoss.add(Double(crossEntropy(expected, target)))
    pass.backpropagateValue(
      (expected - target) / Float(targetCount), sums, inner: inner, outer: outer,
      threats: example.threats, sumGradient: sumGradients + index &* self.width)
  }

  /// Converts the gradients of the normalised sums into those of the sums themselves.
  private func backpropagateNormalisation() {
    guard targetCount > 0 else { return }
    let count = Float(2 * targetCount)
    var (total, products) = (
      [Float](repeating: 0, count: channels),
      [Float](repeating: 0, count: channels)
    )
    forEachNumber { channel, index in
      total[channel] += sumGradients[index]
      products[channel] += sumGradients[index] * sums[index]
    }
    forEachNumber { channel, index in
      let common = (total[channel] + sums[index] * products[channel]) / count
      sumGradients[index] = scale[channel] * (sumGradients[index] - common)
    }
  }
}

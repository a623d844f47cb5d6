import Basics
import CommandLineKit
import Gomoku
import GomokuRules
import LabKit
import Platform
import SearchKit

/// The training of a variant's mix network on packed examples: the value of positions, and the
/// moves chosen.
///
/// The loss is the logistic loss of the target (`ExampleMaker`), plus a fraction of the policy
/// loss. The policy loss is the cross-entropy of the chosen move among all empty points. Training
/// is seeded: the same examples, settings and start give the same network with any number of
/// threads.
struct MixTrainer {
  var epochs = 5
  /// The highest learning rate, reached by a warm-up; the rate then decays by a cosine to a
  /// hundredth.
  var learningRate: Float = 0.002
  var threads = 1
  /// The number of positions in a batch; the last positions of a window make its batches larger.
  var batchSize = 1536
  /// The largest number of blocks in a window, whose examples are shuffled together in memory.
  var windowBlocks = 128
  /// The file in which the state is saved after each window. An interrupted training resumes from
  /// this file.
  var checkpoint: String?
  /// The number of windows after which training stops, to go on from the checkpoint later.
  var windowLimit = Int.max

  /// The number of warm-up steps.
  private static let warmupSteps = 200
  /// The weight of the policy loss relative to the value loss.
  private static let policyShare: Float = 0.2
  /// The largest norm of the gradient; a longer gradient is clipped.
  private static let maximumGradientNorm: Float = 0.5
  /// The decoupled weight decay of embedding rows and convolution (Loshchilov and Hutter, 2019).
  private static let weightDecay: Float = 0.3
  /// The decoupled weight decay of the policy head.
  private static let policyWeightDecay: Float = 0.1
  /// The approximate number of positions in the sample for means, deviations and ranges.
  ///
  /// Means and deviations are computed after each epoch, the ranges of numbers at the end.
  static let sampleCount = 8192

  private let model: MixModel
  private let file: ExampleFile
  private let adam: Adam

  /// - Parameter model: the network to be trained, with its present parameters as the start.
  init(_ model: MixModel, _ file: ExampleFile) {
    (self.model, self.file) = (model, file)
    adam = Adam(count: model.count)
  }

  /// Trains the model for all epochs.
  ///
  /// - Returns: the quantised network; `nil` if training stopped at `windowLimit`, or if the engine
  ///   cannot run a network with so many channels.
  /// - Throws: an error for a damaged file, for a checkpoint of another training, and for
  ///   parameters that are no longer finite.
  func fit(_ onProgress: (String) -> Void) throws -> WeightFile? {
    let shards = MixShards(model, threads: threads)
    let sample = try file.sample(MixTrainer.sampleCount, threads: threads)
    if model.isFromFile { MixBatch(sample, model).adoptNormalisation(shards) }
    let saved = checkpoint.map { MixCheckpoint(path: $0, training: fingerprint) }
    var progress = try saved?.load(model, adam) ?? MixProgress()
    let windows = (0..<epochs).map(windows)
    guard
      progress == MixProgress()
        || windows.indices.contains(progress.epoch)
          && 0...windows[progress.epoch].count ~= progress.window
    else { throw CommandError("the saved state is beyond the end of the training") }
    let stepCount = windows.joined().reduce(0) { $0 + batchCount($1) }
    let allWindows = windows.joined().count
    let left = allWindows - windows.prefix(progress.epoch).joined().count - progress.window
    onProgress("\(exampleCount) positions, \(left) of \(allWindows) windows to go")
    let clock = Progress("window", of: left)
    var windowsToTrain = windowLimit
    while progress.epoch < epochs {
      for window in windows[progress.epoch][progress.window...] {
        guard windowsToTrain > 0 else { return nil }
        windowsToTrain -= 1
        progress.losses += try train(
          on: window, epoch: progress.epoch, number: progress.window, shards, of: stepCount)
        progress.window += 1
        try saved?.save(progress, model, adam)
        clock.step()
      }
      MixBatch(sample, model).setNormalisation(shards)
      progress.epoch += 1
      onProgress(
        "round \(progress.epoch) of \(epochs): \(progress.losses.text);"
          + " held out \(try heldOutLosses(shards).text)")
      (progress.window, progress.losses) = (0, MixLosses())
    }
    guard (0..<model.count).allSatisfy({ model.parameters[$0].isFinite }) else {
      throw CommandError("the numbers have grown without bounds: take a smaller rate")
    }
    guard model.channels == MixModel.channels else { return nil }
    return try MixQuantisation(model, sample).file()
  }

  private var exampleCount: Int {
    file.blocks.reduce(0) { $0 + $1.trainingCount + $1.heldOutCount }
  }

  /// A checksum of all that determines the trained network: settings, examples, start parameters.
  private var fingerprint: UInt32 {
    let settings = "\(model.variant) \(epochs) \(learningRate) \(batchSize) \(windowBlocks)"
    var bytes = Array(settings.utf8)
    for block in file.blocks { bytes.append(number: block.checksum) }
    for index in 0..<model.count { bytes.append(number: model.parameters[index].bitPattern) }
    return CRC32().checksum(of: bytes)
  }

  // MARK: Windows

  /// Returns the blocks of each window of an epoch.
  ///
  /// A window has blocks from all over the file, because neighbouring blocks may have similar
  /// games.
  private func windows(_ epoch: Int) -> [[Int]] {
    var generator = SplitMix64(seed: UInt64(epoch + 1))
    let order = Array(file.blocks.indices).shuffled(using: &generator)
    let count = (order.count + windowBlocks - 1) / windowBlocks
    return (0..<count).map { number in
      Array(order[order.count * number / count..<order.count * (number + 1) / count])
    }
  }

  /// Returns the number of batches into which the examples of a window are split.
  private func batchCount(_ window: [Int]) -> Int {
    let count = window.reduce(0) { $0 + file.blocks[$1].trainingCount }
    return count == 0 ? 0 : max(1, count / batchSize)
  }

  /// Takes a step for each batch of a window.
  private func train(
    on window: [Int], epoch: Int, number: Int, _ shards: MixShards, of stepCount: Int
  ) throws(CommandError) -> MixLosses {
    var examples: [PackedExample] = []
    for block in window { examples += try file.examples(inBlock: block).filter { !$0.isHeldOut } }
    var generator = SplitMix64(seed: UInt64(epoch + 1) << 32 | UInt64(number))
    examples.shuffle(using: &generator)
    var losses = MixLosses()
    let batches = batchCount(window)
    for index in 0..<batches {
      let part = examples[
        examples.count * index / batches..<examples.count * (index + 1) / batches]
      let batch = MixBatch(MixExamples(part, file.variant, threads: threads), model)
      losses += batch.addGradient(to: shards, policyShare: MixTrainer.policyShare)
      step(shards, of: stepCount)
    }
    return losses
  }

  /// Returns the losses on the examples that are held out.
  private func heldOutLosses(_ shards: MixShards) throws(CommandError) -> MixLosses {
    var losses = MixLosses()
    var pending: [PackedExample] = []
    for block in file.blocks.indices {
      if file.blocks[block].heldOutCount > 0 {
        pending += try file.examples(inBlock: block).filter(\.isHeldOut)
      }
      guard pending.count >= MixTrainer.sampleCount || block == file.blocks.count - 1
      else { continue }
      let examples = MixExamples(pending[...], file.variant, threads: threads)
      losses += MixBatch.losses(examples, shards)
      pending = []
    }
    return losses
  }

  // MARK: Steps

  /// Takes one step against the summed gradients of the shards, and clears the gradients.
  private func step(_ shards: MixShards, of all: Int) {
    shards.gatherGradient()
    let (pass, channels) = (shards.passes[0], model.channels)
    // Embedding rows that occur in no position of the batch stay unchanged.
    let rows = (0..<model.rowCount).filter { pass.usedRows[$0] }
      .map { $0 * channels..<($0 + 1) * channels }
    let stepSize = adam.nextRate(
      learningRate, of: all, warmup: MixTrainer.warmupSteps, floor: 0.01)
    let parts: [(ranges: [Range<Int>], weightDecay: Float)] = [
      (rows + [model.mixing..<model.policyFirst], MixTrainer.weightDecay),
      ([model.policyFirst..<model.first], MixTrainer.policyWeightDecay),
      ([model.first..<model.count], 0),
    ]
    var squares = 0.0
    for part in parts {
      for range in part.ranges {
        for index in range { squares += Double(pass.gradient[index] * pass.gradient[index]) }
      }
    }
    let norm = Float(max(squares, 1e-30).squareRoot())
    let clipping = min(1, MixTrainer.maximumGradientNorm / norm)
    for part in parts {
      for range in part.ranges {
        adamStep(range, pass.gradient, clipping, stepSize, weightDecay: part.weightDecay)
      }
    }
    pass.usedRows.update(repeating: false, count: model.rowCount)
  }

  /// Takes a step of Adam on a range of parameters, and clears their gradient.
  ///
  /// - Parameters:
  ///   - clipping: the factor that clips the gradient.
  ///   - stepSize: the current learning rate.
  ///   - weightDecay: the decoupled weight decay.
  private func adamStep(
    _ range: Range<Int>, _ gradient: UnsafeMutablePointer<Float>, _ clipping: Float,
    _ stepSize: Float, weightDecay: Float
  ) {
    let correction = adam.biasCorrection
    let scale = correction.square / correction.mean
    let (width, parameters) = (MixModel.PolicyVector.scalarCount, model.parameters)
    let (means, squares) = (adam.mean, adam.square)
    for index in stride(from: range.lowerBound, to: range.upperBound, by: width) {
      let derivative = clipping * gradient.policyVectors(index).pointee
      gradient.policyVectors(index).pointee = .zero
      let (mean, square) = (means.policyVectors(index), squares.policyVectors(index))
      mean.pointee = 0.9 * mean.pointee + 0.1 * derivative
      square.pointee = 0.999 * square.pointee + 0.001 * (derivative * derivative)
      let parameter = parameters.policyVectors(index)
      let change = scale * mean.pointee / (square.pointee.squareRoot() + 1e-9)
      parameter.pointee -= stepSize * (change + weightDecay * parameter.pointee)
    }
  }
}

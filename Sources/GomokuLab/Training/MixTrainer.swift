import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform
import SearchKit

/// The training of a variant's mix network on games: the value of positions, and the moves chosen.
///
/// The loss is the logistic loss of the target (`MixExamples`), plus a fraction of the policy loss.
/// The policy loss is the cross-entropy of the played move among all empty points. Training is
/// seeded: the same games and the same number of threads give the same network.
struct MixTrainer {
  var epochs = 5
  /// The highest learning rate, reached by a warm-up; the rate then decays by a cosine to a
  /// hundredth.
  var learningRate: Float = 0.002
  var threads = 1
  /// The number of positions in a batch.
  var batchSize = 1536

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
  /// The number of positions from which the model's means and deviations are computed after each
  /// epoch.
  private static let normalisationCount = 8192

  private let model: MixModel
  private let examples: MixExamples
  private let adam: Adam

  /// - Parameter model: the network to be trained, with its present parameters as the start.
  init(_ model: MixModel, _ examples: MixExamples) {
    (self.model, self.examples) = (model, examples)
    adam = Adam(count: model.count)
  }

  /// Trains the model for all epochs.
  func fit(_ onProgress: (String) -> Void) {
    onProgress("\(examples.examples.count) positions of \(examples.gameCount) games")
    var generator = SplitMix64(seed: 1)
    let passes = (0..<max(threads, 1)).map { _ in MixPass(model) }
    var order = examples.training
    if model.isFromFile {
      MixBatch(examples, order.prefix(MixTrainer.normalisationCount)).adoptNormalisation(passes)
    }
    let batches = max(1, order.count / batchSize)
    let clock = Progress("round", of: epochs)
    for _ in 0..<epochs {
      order.shuffle(using: &generator)
      var losses = MixLosses()
      for index in 0..<batches {
        let part = order.count * index / batches..<order.count * (index + 1) / batches
        let batch = MixBatch(examples, order[part])
        losses += batch.addGradient(to: passes, policyShare: MixTrainer.policyShare)
        step(passes, of: epochs * batches)
      }
      MixBatch(examples, order.prefix(MixTrainer.normalisationCount)).setNormalisation(passes)
      let heldOut = MixBatch.losses(examples, examples.heldOut, passes)
      onProgress("\(clock.next()): \(losses.text); held out \(heldOut.text)")
    }
  }

  // MARK: Steps

  /// Takes one step against the summed gradients of the passes, and clears the gradients.
  private func step(_ passes: [MixPass], of all: Int) {
    let gradient = passes[0].gradient
    for pass in passes.dropFirst() {
      for index in 0..<model.count { gradient[index] += pass.gradient[index] }
      pass.gradient.update(repeating: 0, count: model.count)
    }
    var squares = 0.0
    for index in 0..<model.count { squares += Double(gradient[index] * gradient[index]) }
    let norm = Float(max(squares, 1e-30).squareRoot())
    let clipping = min(1, MixTrainer.maximumGradientNorm / norm)
    let stepSize = adam.nextRate(
      learningRate, of: all, warmup: MixTrainer.warmupSteps, floor: 0.01)
    // Embedding rows that occur in no position of the batch stay unchanged.
    adamStep(
      0..<model.mixing, gradient, clipping, stepSize, weightDecay: MixTrainer.weightDecay,
      skipsZeros: true)
    adamStep(
      model.mixing..<model.policyFirst, gradient, clipping, stepSize,
      weightDecay: MixTrainer.weightDecay)
    adamStep(
      model.policyFirst..<model.first, gradient, clipping, stepSize,
      weightDecay: MixTrainer.policyWeightDecay)
    adamStep(model.first..<model.count, gradient, clipping, stepSize, weightDecay: 0)
    gradient.update(repeating: 0, count: model.count)
  }

  /// Takes a step of Adam on a range of parameters.
  ///
  /// - Parameters:
  ///   - clipping: the factor that clips the gradient.
  ///   - stepSize: the current learning rate.
  ///   - weightDecay: the decoupled weight decay.
  ///   - skipsZeros: true if vectors without a gradient stay unchanged.
  private func adamStep(
    _ range: Range<Int>, _ gradient: UnsafeMutablePointer<Float>, _ clipping: Float,
    _ stepSize: Float,
    weightDecay: Float, skipsZeros: Bool = false
  ) {
    let correction = adam.biasCorrection
    let scale = correction.square / correction.mean
    let (width, parameters) = (MixModel.PolicyVector.scalarCount, model.parameters)
    let (means, squares) = (adam.mean, adam.square)
    for index in stride(from: range.lowerBound, to: range.upperBound, by: width) {
      let derivative = clipping * gradient.policyVectors(index).pointee
      if skipsZeros, derivative == .zero { continue }
      let (mean, square) = (means.policyVectors(index), squares.policyVectors(index))
      mean.pointee = 0.9 * mean.pointee + 0.1 * derivative
      square.pointee = 0.999 * square.pointee + 0.001 * (derivative * derivative)
      let parameter = parameters.policyVectors(index)
      let change = scale * mean.pointee / (square.pointee.squareRoot() + 1e-9)
      parameter.pointee -= stepSize * (change + weightDecay * parameter.pointee)
    }
  }
}

import Basics
import Gomoku
import GomokuRules
import LabKit
import SearchKit

/// The training of the small evaluation's weights by Adam, on batches of samples.
///
/// The model has the terms of the small evaluation: a value for each point code, one for each set
/// of threats (`Board.threatMask`), and `ShapeNetwork`. The network's accumulators sum two vectors
/// of each empty point: one of its code, and one of the pair of both colours' classes. All numbers
/// are in units of log odds; the loss is the logistic loss.
struct ValueTrainer {
  typealias Vector = ShapeNetwork.Vector<Float>

  /// The point codes of all samples, each with the factor by which its value counts.
  private var pointTerms: [TrainingSample.Term] = []
  /// The end of each sample's range in `pointTerms`, after a leading 0.
  private var pointTermEnds = [0]
  /// The terms of both sides' accumulators, for all samples: point codes and pairs of classes.
  private var channelTerms: [TrainingSample.Term] = []
  /// The ends of the samples' ranges in `channelTerms`, after a leading 0.
  ///
  /// Each sample has two ranges: the terms of the side to move, then those of the opponent.
  private var channelTermEnds = [0]
  private var threats: [Int32] = []
  private var targets: [Float] = []

  private let tableCount: Int
  /// The number of entries of `channels` for point codes; the entries for pairs follow.
  private let codeCount: Int
  /// The value of each point code in log odds.
  private(set) var points: FactoredEmbedding<Float>
  /// The value of each set of threats in log odds.
  private(set) var threatValues: FactoredEmbedding<Float>
  /// The accumulator vectors of point codes, then of pairs of point classes.
  private(set) var channels: FactoredEmbedding<Vector>
  /// The hidden layer's weights: a vector for each lane of both accumulators, the mover's first.
  private(set) var hidden: FactoredEmbedding<Vector>
  /// The hidden layer's bias for each set of threats.
  private(set) var threatBiases: FactoredEmbedding<Vector>
  /// The weights of the network's output, one for each neuron of the hidden layer.
  private(set) var output: FactoredEmbedding<Vector>
  /// The slope of the accumulators' leaky ReLU below zero; `ShapeNetwork` has slope 0.
  ///
  /// A positive slope in the first epochs prevents dead channels.
  var leakySlope: Float = 0

  /// The weight decay of residuals, which keeps rare codes close to the sums of their parts.
  private static let weightDecay: Float = 2e-6
  /// The factor of the learning rate for `channels`, small because a part's vector occurs many
  /// times in an accumulator.
  private static let channelRateFactor: Float = 0.1

  /// Creates the model of `variant` with small random vectors; values of points and threats are 0.
  init(_ variant: Variant) {
    tableCount = TrainingSample.tableCount(variant)
    var generator = SplitMix64(seed: 7)
    func random(_ spread: Float) -> Vector {
      Vector(
        (0..<ShapeNetwork.width).map { _ in Float.random(in: -spread...spread, using: &generator) })
    }
    let codes = TrainingSample.parts(variant)
    codeCount = codes.count
    let kinds = 1 + TrainingSample.threatKinds
    let threatSets = (0..<TrainingSample.tableCount(variant)).flatMap { table in
      (0..<TrainingSample.threatSetCount).map { set in
        [table * kinds] + (1..<kinds).filter { set >> ($0 - 1) & 1 != 0 }.map { table * kinds + $0 }
      }
    }
    points = FactoredEmbedding(parts: codes, weightDecay: ValueTrainer.weightDecay)
    threatValues = FactoredEmbedding(parts: threatSets, weightDecay: ValueTrainer.weightDecay)
    let partCount = tableCount * TrainingSample.partCount
    let pairs = (0..<tableCount * TrainingSample.pairCount).map { pair in
      // The first pair, of two classes `none`, occurs in no sample.
      pair.isMultiple(of: TrainingSample.pairCount) ? [] : [partCount + pair]
    }
    channels = FactoredEmbedding(parts: codes + pairs, weightDecay: ValueTrainer.weightDecay) {
      random(0.01)
    }
    hidden = FactoredEmbedding(parts: (0..<2 * ShapeNetwork.width).map { [$0] }, weightDecay: nil) {
      random(0.2)
    }
    threatBiases = FactoredEmbedding(parts: threatSets, weightDecay: nil) { random(0.01) }
    output = FactoredEmbedding(parts: [[0]], weightDecay: nil) { random(0.1) }
  }

  /// Starts from `weights`, which may be another variant's.
  ///
  /// If only one of the two variants has tables for each colour, both colours start from Black's
  /// tables.
  mutating func start(from weights: Weights, scale: Float) {
    let (tables, sourceTables) = (tableCount, TrainingSample.tableCount(weights.variant))
    /// Returns a table of the weights, with a part for each colour that has its own tables.
    func colored(_ table: Weights.Table) -> [Int16] {
      let values = weights.values(of: table)
      guard tables != sourceTables else { return values }
      let first = values.prefix(values.count / sourceTables)
      return Array(repeating: first, count: tables).flatMap { $0 }
    }
    /// Returns the numbers, divided by `unit`, as vectors.
    func vectors(_ values: [Int16], _ unit: Float) -> [Vector] {
      stride(from: 0, to: values.count, by: ShapeNetwork.width).map { first in
        Vector(values[first..<first + ShapeNetwork.width].map { Float($0) / unit })
      }
    }
    points.start(from: colored(.points).map { Float($0) / (scale * Float(Weights.unit)) })
    threatValues.start(from: colored(.threats).map { Float($0) / scale })
    channels.start(from: vectors(colored(.codes) + colored(.pairs), ShapeNetwork.sumUnit))
    hidden.start(from: vectors(weights.values(of: .hidden), ShapeNetwork.hiddenUnit))
    threatBiases.start(from: vectors(colored(.threatBias), ShapeNetwork.hiddenUnit))
    output.start(from: vectors(weights.values(of: .output), scale * ShapeNetwork.outputUnit))
  }

  var count: Int { targets.count }

  /// Shifts and scales the accumulators over the samples to about mean 0 and deviation 1, before
  /// training.
  ///
  /// Without this, a channel might always be negative; its ReLU would be 0 and it would not learn.
  mutating func centerChannels() {
    guard count > 0 else { return }
    var (mean, square) = (Vector.zero, Vector.zero)
    var (sums, points): (Float, Float) = (0, 0)
    for row in stride(from: 0, to: count, by: max(1, count / 4096)) {
      for range in [ownTermRange(row), opponentTermRange(row)] {
        let sum = sum(range)
        mean += sum
        square += sum * sum
        sums += 1
        points += channelTerms[range].reduce(0) { $0 + (Int($1.code) < codeCount ? $1.factor : 0) }
      }
    }
    mean /= sums
    let deviation = (square / sums - mean * mean).squareRoot() + 1e-3
    let partCount = TrainingSample.partCount
    let pairParts = tableCount * partCount
    channels.changeParts { part, vector in
      // Every empty point has one class, so the mean is subtracted from the vectors of the classes.
      let isClass = part < pairParts && part % partCount >= TrainingSample.patternCount
      return (isClass ? vector - mean * (sums / points) : vector) / deviation
    }
  }

  /// Adds a sample with its target, an expected share of the point.
  mutating func add(_ sample: TrainingSample, target: Float) {
    pointTerms += sample.terms
    pointTermEnds.append(pointTerms.count)
    channelTerms += sample.own
    channelTermEnds.append(channelTerms.count)
    channelTerms += sample.opponent
    channelTermEnds.append(channelTerms.count)
    threats.append(Int32(sample.threats))
    targets.append(target)
  }

  /// Trains on the samples in `order`, batch by batch.
  ///
  /// - Returns: the mean loss of the samples, each computed before the step of its batch.
  mutating func train(_ order: [Int32], learningRate: Float, batch: Int = 2048) -> Float {
    var loss: Float = 0
    for start in stride(from: 0, to: order.count, by: batch) {
      let part = order[start..<min(start + batch, order.count)]
      for row in part { loss += addGradient(of: Int(row), share: 1 / Float(part.count)) }
      points.step(learningRate: learningRate)
      threatValues.step(learningRate: learningRate)
      channels.step(learningRate: learningRate * ValueTrainer.channelRateFactor)
      hidden.step(learningRate: learningRate)
      threatBiases.step(learningRate: learningRate)
      output.step(learningRate: learningRate)
    }
    return loss / Float(max(order.count, 1))
  }

  /// Returns the mean loss of `rows`, without training.
  func loss(_ rows: some Collection<Int32>) -> Float {
    let sum = rows.reduce(Float(0)) {
      $0 + crossEntropy(sigmoid(activations(of: Int($1)).logit), targets[Int($1)])
    }
    return sum / Float(max(rows.count, 1))
  }

  // MARK: The network

  /// The accumulator of one side, and the slope of its leaky ReLU in each lane.
  private struct SideActivations {
    let sums: Vector
    let slopes: Vector

    init(_ sums: Vector, leakySlope: Float) {
      self.sums = sums
      slopes = Vector(repeating: 1).replacing(with: leakySlope, where: sums .< 0)
    }
  }

  /// The activations of `ShapeNetwork` for one sample.
  private struct Activations {
    let own: SideActivations
    let opponent: SideActivations
    /// The hidden layer before its ReLU.
    var hiddenSums: Vector
    /// The log odds that the mover wins.
    var logit: Float
  }

  /// Returns the accumulator for a range of `channelTerms`.
  @inline(__always) func sum(_ range: Range<Int>) -> Vector {
    var sum = Vector.zero
    for i in range { sum += channelTerms[i].factor * channels.entries[Int(channelTerms[i].code)] }
    return sum
  }

  /// Returns the range of the mover's terms in `channelTerms`.
  func ownTermRange(_ row: Int) -> Range<Int> {
    channelTermEnds[2 * row]..<channelTermEnds[2 * row + 1]
  }
  /// Returns the range of the opponent's terms in `channelTerms`.
  private func opponentTermRange(_ row: Int) -> Range<Int> {
    channelTermEnds[2 * row + 1]..<channelTermEnds[2 * row + 2]
  }

  /// Computes the model's output for a sample, with the activations of `ShapeNetwork`.
  private func activations(of row: Int) -> Activations {
    var activations = Activations(
      own: SideActivations(sum(ownTermRange(row)), leakySlope: leakySlope),
      opponent: SideActivations(sum(opponentTermRange(row)), leakySlope: leakySlope),
      hiddenSums: threatBiases.entries[Int(threats[row])],
      logit: threatValues.entries[Int(threats[row])])
    for i in pointTermEnds[row]..<pointTermEnds[row + 1] {
      activations.logit += points.entries[Int(pointTerms[i].code)] * pointTerms[i].factor
    }
    let own = activations.own.sums * activations.own.slopes
    let opponent = activations.opponent.sums * activations.opponent.slopes
    for lane in 0..<ShapeNetwork.width {
      activations.hiddenSums += own[lane] * hidden.entries[lane]
      activations.hiddenSums += opponent[lane] * hidden.entries[ShapeNetwork.width + lane]
    }
    activations.logit += (activations.hiddenSums.relu * output.entries[0]).sum()
    return activations
  }

  /// Adds the gradient of a sample's loss times `share`; returns the loss itself.
  private mutating func addGradient(of row: Int, share: Float) -> Float {
    let activations = activations(of: row)
    let expected = sigmoid(activations.logit)
    let error = (expected - targets[row]) * share
    for i in pointTermEnds[row]..<pointTermEnds[row + 1] {
      points.gradient[Int(pointTerms[i].code)] += error * pointTerms[i].factor
    }
    threatValues.gradient[Int(threats[row])] += error
    output.gradient[0] += error * activations.hiddenSums.relu
    let hiddenGradient = (error * output.entries[0])
      .replacing(with: 0, where: activations.hiddenSums .< 0)
    threatBiases.gradient[Int(threats[row])] += hiddenGradient
    let own = backpropagate(activations.own, hiddenGradient, from: 0)
    for i in ownTermRange(row) {
      channels.gradient[Int(channelTerms[i].code)] += channelTerms[i].factor * own
    }
    let opponent = backpropagate(activations.opponent, hiddenGradient, from: ShapeNetwork.width)
    for i in opponentTermRange(row) {
      channels.gradient[Int(channelTerms[i].code)] += channelTerms[i].factor * opponent
    }
    return crossEntropy(expected, targets[row])
  }

  /// Passes the hidden layer's gradient back to one side's accumulator.
  ///
  /// Adds the gradient of the hidden weights from index `first` on.
  ///
  /// - Returns: the gradient of the accumulator.
  private mutating func backpropagate(
    _ side: SideActivations, _ hiddenGradient: Vector, from first: Int
  ) -> Vector {
    var slope = Vector.zero
    for lane in 0..<ShapeNetwork.width where side.slopes[lane] > 0 {
      hidden.gradient[first + lane] += side.slopes[lane] * side.sums[lane] * hiddenGradient
      slope[lane] = side.slopes[lane] * (hidden.entries[first + lane] * hiddenGradient).sum()
    }
    return slope
  }
}

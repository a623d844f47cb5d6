import Basics
import Gomoku
import GomokuRules
import LabKit
import SearchKit

/// The training of the evaluation's weights: logistic regression by Adam on shuffled batches.
///
/// The model is the engine's: a value for each point code and each set of threats, and a network.
/// The network's accumulators add up vectors of point codes and of pairs of point classes. All
/// numbers are in units of log odds; the loss is the logistic loss.
struct ValueTrainer {
  typealias Vector = Network.Vector<Float>

  /// The point codes of all samples, with the factors of their values.
  private var terms: [TrainingSample.Term] = []
  /// The ends of the samples' parts of `terms`, after a leading 0.
  private var termEnds = [0]
  /// The point codes and pairs of both sides, of all samples.
  private var shapes: [TrainingSample.Term] = []
  /// The ends of the parts of `shapes`, after a leading 0: for each sample the mover's, then the
  /// opponent's.
  private var shapeEnds = [0]
  private var threats: [Int32] = []
  private var targets: [Float] = []

  private let tableCount: Int
  /// The number of entries of `channels` that are for point codes; pairs follow.
  private let codeCount: Int
  /// The value of each point code in log odds.
  private(set) var points: CodeTable<Float>
  /// The value of each set of threats in log odds.
  private(set) var sets: CodeTable<Float>
  /// The accumulator vectors of point codes, then of pairs of point classes.
  private(set) var channels: CodeTable<Vector>
  /// The hidden layer's weights: a vector for each lane of the own and then of the opponent's
  /// accumulator.
  private(set) var hidden: CodeTable<Vector>
  /// The hidden layer's bias for each set of threats.
  private(set) var alarms: CodeTable<Vector>
  /// The weights of the output.
  private(set) var output: CodeTable<Vector>
  /// The slope of the accumulators' leaky ReLU below zero; the engine's network has none.
  ///
  /// A positive slope in the first epochs prevents dead channels.
  var leak: Float = 0

  /// The weight decay of the residuals of codes and sets, which holds rare ones to the sums of
  /// their parts.
  private static let pull: Float = 2e-6
  /// The factor of the learning rate for channels, because a part's vector counts many times in a
  /// sum.
  private static let channelRate: Float = 0.1

  init(_ variant: Variant) {
    tableCount = TrainingSample.tableCount(variant)
    var generator = SplitMix64(seed: 7)
    func random(_ spread: Float) -> Vector {
      Vector((0..<Network.width).map { _ in Float.random(in: -spread...spread, using: &generator) })
    }
    let codes = TrainingSample.parts(variant)
    codeCount = codes.count
    let kinds = 1 + TrainingSample.threatKinds
    let sets = (0..<TrainingSample.tableCount(variant)).flatMap { table in
      (0..<TrainingSample.threatSetCount).map { set in
        [table * kinds] + (1..<kinds).filter { set >> ($0 - 1) & 1 != 0 }.map { table * kinds + $0 }
      }
    }
    points = CodeTable(parts: codes, pull: ValueTrainer.pull)
    self.sets = CodeTable(parts: sets, pull: ValueTrainer.pull)
    let partCount = tableCount * TrainingSample.partCount
    let pairs = (0..<tableCount * TrainingSample.pairCount).map { pair in
      // The first pair, a point of no class for either colour, occurs in no sample.
      pair.isMultiple(of: TrainingSample.pairCount) ? [] : [partCount + pair]
    }
    channels = CodeTable(parts: codes + pairs, pull: ValueTrainer.pull) { random(0.01) }
    hidden = CodeTable(parts: (0..<2 * Network.width).map { [$0] }, pull: nil) { random(0.2) }
    alarms = CodeTable(parts: sets, pull: nil) { random(0.01) }
    output = CodeTable(parts: [[0]], pull: nil) { random(0.1) }
  }

  /// Starts from `weights`, which may be another variant's.
  ///
  /// If only one of the two variants has tables for each colour, both colours start from Black's
  /// tables.
  mutating func start(from weights: Weights, scale: Float) {
    let (tables, known) = (tableCount, TrainingSample.tableCount(weights.variant))
    /// Returns a table of the weights, with a part for each colour that has tables of its own.
    func colored(_ table: Weights.Table) -> [Int16] {
      let values = weights.values(of: table)
      guard tables != known else { return values }
      return Array(repeating: values.prefix(values.count / known), count: tables).flatMap { $0 }
    }
    /// Returns the numbers, in units of 1 / `unit`, as vectors.
    func vectors(_ values: [Int16], _ unit: Float) -> [Vector] {
      stride(from: 0, to: values.count, by: Network.width).map { first in
        Vector(values[first..<first + Network.width].map { Float($0) / unit })
      }
    }
    points.start(from: colored(.points).map { Float($0) / (scale * Float(Weights.unit)) })
    sets.start(from: colored(.threats).map { Float($0) / scale })
    channels.start(from: vectors(colored(.channels) + colored(.pairs), Network.sumUnit))
    hidden.start(from: vectors(weights.values(of: .hidden), Network.hiddenUnit))
    alarms.start(from: vectors(colored(.alarms), Network.hiddenUnit))
    output.start(from: vectors(weights.values(of: .output), scale * Network.outputUnit))
  }

  var count: Int { targets.count }

  /// Scales the accumulators over the samples to mean 0 and deviation 1, before anything is
  /// learned.
  ///
  /// A channel that is always negative passes nothing through its ReLU, and learns nothing.
  mutating func centerChannels() {
    guard count > 0 else { return }
    var (mean, square) = (Vector.zero, Vector.zero)
    var (sums, points): (Float, Float) = (0, 0)
    for row in stride(from: 0, to: count, by: max(1, count / 4096)) {
      for range in [ownShapes(row), opponentShapes(row)] {
        let sum = sum(range)
        mean += sum
        square += sum * sum
        sums += 1
        points += shapes[range].reduce(0) { $0 + (Int($1.code) < codeCount ? $1.factor : 0) }
      }
    }
    mean /= sums
    let deviation = (square / sums - mean * mean).squareRoot() + 1e-3
    let partCount = TrainingSample.partCount
    let pairParts = tableCount * partCount
    channels.changeParts { part, entry in
      // Every point has exactly one class, so the mean is taken off the vectors of the classes.
      let isClass = part < pairParts && part % partCount >= TrainingSample.patternCount
      return (isClass ? entry - mean * (sums / points) : entry) / deviation
    }
  }

  /// Adds a sample with its target, an expected share of the point.
  mutating func add(_ sample: TrainingSample, target: Float) {
    terms += sample.terms
    termEnds.append(terms.count)
    shapes += sample.own
    shapeEnds.append(shapes.count)
    shapes += sample.opponent
    shapeEnds.append(shapes.count)
    threats.append(Int32(sample.threats))
    targets.append(target)
  }

  /// Trains on the samples in `order`, batch after batch.
  ///
  /// - Returns: the mean loss of the samples, each before the step of its batch.
  mutating func learn(_ order: [Int32], rate: Float, batch: Int = 2048) -> Float {
    var loss: Float = 0
    for start in stride(from: 0, to: order.count, by: batch) {
      let part = order[start..<min(start + batch, order.count)]
      for row in part { loss += addGradient(of: Int(row), share: 1 / Float(part.count)) }
      points.step(rate: rate)
      sets.step(rate: rate)
      channels.step(rate: rate * ValueTrainer.channelRate)
      hidden.step(rate: rate)
      alarms.step(rate: rate)
      output.step(rate: rate)
    }
    return loss / Float(max(order.count, 1))
  }

  /// Returns the mean loss of `rows`, without training.
  func loss(_ rows: some Collection<Int32>) -> Float {
    let sum = rows.reduce(Float(0)) {
      $0 + crossEntropy(sigmoid(activity(of: Int($1)).logit), targets[Int($1)])
    }
    return sum / Float(max(rows.count, 1))
  }

  // MARK: The network

  /// The accumulator of one side, and the slope of its leaky ReLU in each lane.
  private struct Side {
    let sums: Vector
    let steepness: Vector

    init(_ sums: Vector, leak: Float) {
      self.sums = sums
      steepness = Vector(repeating: 1).replacing(with: leak, where: sums .< 0)
    }
  }

  /// The activations of the network for one sample.
  private struct Activity {
    let own: Side
    let opponent: Side
    /// The hidden layer before its ReLU.
    var inner: Vector
    /// The log odds that the mover wins.
    var logit: Float
  }

  /// Returns the accumulator for a range of `shapes`.
  @inline(__always) func sum(_ range: Range<Int>) -> Vector {
    var sum = Vector.zero
    for i in range { sum += shapes[i].factor * channels.entries[Int(shapes[i].code)] }
    return sum
  }

  /// Returns the range of the mover's part of `shapes`.
  func ownShapes(_ row: Int) -> Range<Int> { shapeEnds[2 * row]..<shapeEnds[2 * row + 1] }
  /// Returns the range of the opponent's part of `shapes`.
  private func opponentShapes(_ row: Int) -> Range<Int> {
    shapeEnds[2 * row + 1]..<shapeEnds[2 * row + 2]
  }

  /// Passes a sample forwards through the network.
  private func activity(of row: Int) -> Activity {
    var activity = Activity(
      own: Side(sum(ownShapes(row)), leak: leak),
      opponent: Side(sum(opponentShapes(row)), leak: leak),
      inner: alarms.entries[Int(threats[row])], logit: sets.entries[Int(threats[row])])
    for i in termEnds[row]..<termEnds[row + 1] {
      activity.logit += points.entries[Int(terms[i].code)] * terms[i].factor
    }
    let own = activity.own.sums * activity.own.steepness
    let opponent = activity.opponent.sums * activity.opponent.steepness
    for lane in 0..<Network.width {
      activity.inner += own[lane] * hidden.entries[lane]
      activity.inner += opponent[lane] * hidden.entries[Network.width + lane]
    }
    activity.logit += (activity.inner.relu * output.entries[0]).sum()
    return activity
  }

  /// Adds the gradient of a sample, and returns its loss.
  private mutating func addGradient(of row: Int, share: Float) -> Float {
    let activity = activity(of: row)
    let expected = sigmoid(activity.logit)
    let error = (expected - targets[row]) * share
    for i in termEnds[row]..<termEnds[row + 1] {
      points.gradient[Int(terms[i].code)] += error * terms[i].factor
    }
    sets.gradient[Int(threats[row])] += error
    output.gradient[0] += error * activity.inner.relu
    let inner = (error * output.entries[0]).replacing(with: 0, where: activity.inner .< 0)
    alarms.gradient[Int(threats[row])] += inner
    let own = passBack(activity.own, inner, from: 0)
    for i in ownShapes(row) { channels.gradient[Int(shapes[i].code)] += shapes[i].factor * own }
    let opponent = passBack(activity.opponent, inner, from: Network.width)
    for i in opponentShapes(row) {
      channels.gradient[Int(shapes[i].code)] += shapes[i].factor * opponent
    }
    return crossEntropy(expected, targets[row])
  }

  /// Adds the gradient of the hidden weights from `first` on, and returns that of the accumulator.
  private mutating func passBack(_ side: Side, _ inner: Vector, from first: Int) -> Vector {
    var slope = Vector.zero
    for lane in 0..<Network.width where side.steepness[lane] > 0 {
      hidden.gradient[first + lane] += side.steepness[lane] * side.sums[lane] * inner
      slope[lane] = side.steepness[lane] * (hidden.entries[first + lane] * inner).sum()
    }
    return slope
  }
}

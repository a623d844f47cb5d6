import Basics
import Gomoku
import GomokuRules
import LabKit
import SearchKit

/// Fits the evaluation's weights to games: logistic regression by Adam on shuffled batches.
///
/// The model is the engine's: a number a point code, a number a set of threats, and the network on
/// the sums of the codes' and pairs' vectors. All is in units of log odds; the loss is the
/// cross-entropy.
struct ValueTrainer {
  typealias Vector = Network.Vector<Float>

  private var terms: [TrainingSample.Term] = []
  private var termEnds = [0]
  /// Codes of both sides, two ends a sample: the mover's, the opponent's.
  private var shapes: [TrainingSample.Term] = []
  private var shapeEnds = [0]
  private var threats: [Int32] = []
  private var targets: [Float] = []

  private let tableCount: Int
  /// How many of the channels' entries are the codes'.
  private let codeCount: Int
  private(set) var points: CodeTable<Float>
  private(set) var sets: CodeTable<Float>
  /// Of codes, then of pairs.
  private(set) var channels: CodeTable<Vector>
  private(set) var hidden: CodeTable<Vector>
  private(set) var alarms: CodeTable<Vector>
  private(set) var output: CodeTable<Vector>
  /// How much of a negative sum excites too. Some of it at first keeps channels from falling silent for
  /// ever; the engine's network has none.
  var leak: Float = 0

  /// How strongly rare codes and sets are held to the sums of their parts.
  private static let pull: Float = 2e-6
  /// How much shorter the steps of channels are: a part's vector counts many times in a sum.
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
      // The pair of none and none is in no sample.
      pair.isMultiple(of: TrainingSample.pairCount) ? [] : [partCount + pair]
    }
    channels = CodeTable(parts: codes + pairs, pull: ValueTrainer.pull) { random(0.01) }
    hidden = CodeTable(parts: (0..<2 * Network.width).map { [$0] }, pull: nil) { random(0.2) }
    alarms = CodeTable(parts: sets, pull: nil) { random(0.01) }
    output = CodeTable(parts: [[0]], pull: nil) { random(0.1) }
  }

  /// Starts from the numbers of `weights`, which may be another variant's: where only one of the two
  /// tells the colours apart, both colours start as Black does there.
  mutating func start(from weights: Weights, scale: Float) {
    let (tables, known) = (tableCount, TrainingSample.tableCount(weights.variant))
    /// A table with a part for each colour that is told apart.
    func colored(_ table: Weights.Table) -> [Int16] {
      let values = weights.values(of: table)
      guard tables != known else { return values }
      return Array(repeating: values.prefix(values.count / known), count: tables).flatMap { $0 }
    }
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

  /// Brings the channels' sums over the samples to mean 0 and deviation 1 before anything is learned:
  /// a channel that is always negative excites nothing, and learns nothing.
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
      // Every point has one class.
      let isClass = part < pairParts && part % partCount >= TrainingSample.patternCount
      return (isClass ? entry - mean * (sums / points) : entry) / deviation
    }
  }

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

  /// Learns from the samples in `order`.
  ///
  /// - Returns: the mean loss on the way.
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

  /// The mean loss on `rows`, with nothing learned.
  func loss(_ rows: some Collection<Int32>) -> Float {
    let sum = rows.reduce(Float(0)) {
      $0 + crossEntropy(sigmoid(activity(of: Int($1)).logit), targets[Int($1)])
    }
    return sum / Float(max(rows.count, 1))
  }

  // MARK: The network

  /// The sums of one side's shapes, and how much of each excites.
  private struct Side {
    let sums: Vector
    let steepness: Vector

    init(_ sums: Vector, leak: Float) {
      self.sums = sums
      steepness = Vector(repeating: 1).replacing(with: leak, where: sums .< 0)
    }
  }

  /// What a sample excites.
  private struct Activity {
    let own: Side
    let opponent: Side
    var inner: Vector
    var logit: Float
  }

  @inline(__always) func sum(_ range: Range<Int>) -> Vector {
    var sum = Vector.zero
    for i in range { sum += shapes[i].factor * channels.entries[Int(shapes[i].code)] }
    return sum
  }

  func ownShapes(_ row: Int) -> Range<Int> { shapeEnds[2 * row]..<shapeEnds[2 * row + 1] }
  private func opponentShapes(_ row: Int) -> Range<Int> {
    shapeEnds[2 * row + 1]..<shapeEnds[2 * row + 2]
  }

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
    activity.logit += (activity.inner.positive * output.entries[0]).sum()
    return activity
  }

  /// Adds a sample's gradient and returns its loss.
  private mutating func addGradient(of row: Int, share: Float) -> Float {
    let activity = activity(of: row)
    let expected = sigmoid(activity.logit)
    let error = (expected - targets[row]) * share
    for i in termEnds[row]..<termEnds[row + 1] {
      points.gradient[Int(terms[i].code)] += error * terms[i].factor
    }
    sets.gradient[Int(threats[row])] += error
    output.gradient[0] += error * activity.inner.positive
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

  /// Adds the gradient of the hidden rows `first...` and returns that of the sums below them.
  private mutating func passBack(_ side: Side, _ inner: Vector, from first: Int) -> Vector {
    var slope = Vector.zero
    for lane in 0..<Network.width where side.steepness[lane] > 0 {
      hidden.gradient[first + lane] += side.steepness[lane] * side.sums[lane] * inner
      slope[lane] = side.steepness[lane] * (hidden.entries[first + lane] * inner).sum()
    }
    return slope
  }
}

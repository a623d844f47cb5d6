import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform

/// Takes examples through a mix network, forwards and backwards.
///
/// It has room for one thread. Cells' arrays have an entry for each cell of the grid (`Point`), and
/// those of both views the mover's first. Outside the board all vectors are zero.
final class MixPass: @unchecked Sendable {
  typealias Vector = MixModel.Vector

  let model: MixModel
  /// The sum of the slopes of what has been learned from, number by number.
  let gradient: UnsafeMutablePointer<Float>

  private var size: BoardSize?
  /// The board's points.
  private(set) var points: [Int32] = []
  /// The rows of each point in both views, point after point.
  let rows: UnsafeMutablePointer<UInt16>
  /// What is positive of the sums of rows, and of what is mixed of those.
  let excited = MixPass.vectors(2 * Point.cellCount)
  let mixed = MixPass.vectors(2 * Point.cellCount)
  /// The slopes of what is mixed.
  let slopes = MixPass.vectors(2 * Point.cellCount)
  /// Of each point: what excites its move, the score, and then the chance.
  let excitement: UnsafeMutablePointer<MixModel.PolicyVector>
  let scores: UnsafeMutablePointer<Float>
  /// Whether a move is possible on each point.
  let isEmpty: UnsafeMutablePointer<Bool>
  /// What the channels excite for moves, turned: for each view and excited number those of the channels.
  let turned: UnsafeMutablePointer<MixModel.PolicyVector>
  /// The slopes of what excites one move.
  let inners: UnsafeMutablePointer<MixModel.PolicyVector>
  /// Room for the sums of an example.
  let spareSums = MixModel.floats(2 * MixModel.channels)
  /// Where vectors' numbers can be read one by one.
  let scratch = MixModel.floats(2 * MixModel.channels)

  init(_ model: MixModel) {
    self.model = model
    gradient = MixModel.floats(model.count)
    let most = BoardSize.mostPoints
    rows = .allocate(capacity: 2 * MixSample.rowCount * most)
    rows.initialize(repeating: 0, count: 2 * MixSample.rowCount * most)
    excitement = .allocate(capacity: most)
    excitement.initialize(repeating: .zero, count: most)
    scores = MixModel.floats(most)
    let hidden = 2 * MixModel.policyHidden
    turned = .allocate(capacity: hidden)
    turned.initialize(repeating: .zero, count: hidden)
    inners = .allocate(capacity: 1)
    inners.initialize(to: .zero)
    isEmpty = .allocate(capacity: most)
    isEmpty.initialize(repeating: false, count: most)
  }

  deinit {
    for vectors in [excited, mixed, slopes] { vectors.deallocate() }
    for numbers in [gradient, scores, spareSums, scratch] { numbers.deallocate() }
    rows.deallocate()
    for vectors in [excitement, turned, inners] { vectors.deallocate() }
    isEmpty.deallocate()
  }

  /// Makes ready for a batch with the model's numbers as they are now.
  func begin() {
    let first = model.numbers.policyVectors(model.policyFirst)
    for channel in 0..<2 * MixModel.policyChannels {
      let (view, lane) = channel.quotientAndRemainder(dividingBy: MixModel.policyChannels)
      for number in 0..<MixModel.policyHidden {
        turned[view * MixModel.policyHidden + number][lane] = first[channel][number]
      }
    }
  }

  private static func vectors(_ count: Int) -> UnsafeMutablePointer<Vector> {
    MixModel.floats(count * MixModel.channels).vectors(0)
  }

  // MARK: Forwards

  /// Finds what all points pass on, and writes its sums over the board in both views.
  func follow(
    _ example: MixExamples.Example, of source: MixExamples, sums: UnsafeMutablePointer<Float>
  ) {
    source.withPoints(of: example) { place(example, $0) }
    for view in 0..<2 {
      let start = view &* Point.cellCount
      for (number, point) in points.enumerated() { excite(number, start &+ Int(point), view) }
      var sum = Vector.zero
      for point in points {
        let mixed = mix(excited + (start &+ Int(point)))
        self.mixed[start &+ Int(point)] = mixed
        sum += mixed
      }
      sums.vectors(view &* MixModel.channels).pointee = sum
    }
  }

  private func place(_ example: MixExamples.Example, _ words: UnsafePointer<UInt32>) {
    if example.size != size {
      size = example.size
      points = example.size.points.map { Int32($0.index) }
      for vectors in [excited, mixed, slopes] {
        vectors.update(repeating: .zero, count: 2 * Point.cellCount)
      }
    }
    MixSample.write(
      rowsOf: words, count: points.count, mover: example.mover, variant: model.variant, to: rows)
    for number in points.indices { isEmpty[number] = MixSample.isEmpty(words[number]) }
  }

  /// Sums the rows of a point.
  @inline(__always) private func excite(_ number: Int, _ cell: Int, _ view: Int) {
    let entries = model.numbers.vectors(model.rows)
    let rows = rows + (2 &* number &+ view) &* MixSample.rowCount
    var sum = entries[Int(rows[0])]
    for index in 1..<MixSample.rowCount { sum += entries[Int(rows[index])] }
    excited[cell] = sum.positive
  }

  @inline(__always) private func mix(_ cell: UnsafeMutablePointer<Vector>) -> Vector {
    let mixing = model.numbers.vectors(model.mixing)
    var sum = mixing[3] + mixing[0] * cell[0]
    sum += mixing[1] * MixPass.beside(cell)
    sum += mixing[2] * MixPass.across(cell)
    return sum.positive
  }

  /// The sum of the neighbours beside a cell.
  @inline(__always) static func beside(_ cell: UnsafeMutablePointer<Vector>) -> Vector {
    cell[1] + cell[-1] + cell[Point.gridWidth] + cell[-Point.gridWidth]
  }

  /// The sum of the neighbours across from a cell.
  @inline(__always) static func across(_ cell: UnsafeMutablePointer<Vector>) -> Vector {
    cell[Point.gridWidth &+ 1] + cell[Point.gridWidth &- 1]
      + cell[1 &- Point.gridWidth] + cell[-1 &- Point.gridWidth]
  }

  // MARK: Moves

  /// Finds each move's chance, if the example's move tells anything.
  func foretell(_ example: MixExamples.Example, _ tally: inout MixTally) {
    guard let move = example.move else { return }
    let first = model.numbers.policyVectors(model.policyFirst)
    let context = model.numbers.policyVectors(model.policyThreats)[example.threats]
    let last = model.numbers.policyVectors(model.policyLast).pointee
    for (number, point) in points.enumerated() where isEmpty[number] {
      var sum = context
      for view in 0..<2 {
        let numbers = MixPass.numbers(mixed + (view &* Point.cellCount &+ Int(point)))
        let weights = first + view &* MixModel.policyChannels
        for channel in 0..<MixModel.policyChannels { sum += numbers[channel] * weights[channel] }
      }
      excitement[number] = sum
      scores[number] = (sum.positive * last).sum()
    }
    let played = scores[move]
    var greatest = played
    var better = 0
    for number in points.indices where isEmpty[number] {
      greatest = max(greatest, scores[number])
      if scores[number] > played { better += 1 }
    }
    var sum: Float = 0
    for number in points.indices where isEmpty[number] {
      scores[number] = exp(scores[number] - greatest)
      sum += scores[number]
    }
    for number in points.indices where isEmpty[number] { scores[number] /= sum }
    tally.policyCount += 1
    tally.policyLoss += Double(log(sum) - (played - greatest))
    tally.first += better == 0 ? 1 : 0
  }

  @inline(__always) static func numbers(
    _ vector: UnsafeMutablePointer<Vector>
  ) -> UnsafePointer<Float> {
    UnsafeRawPointer(vector).assumingMemoryBound(to: Float.self)
  }

  // MARK: Worth

  /// The logarithm of the odds of winning, from the normalised sums.
  ///
  /// - Returns: what both layers hold, before an eighth is left of what is negative; and the worth.
  func judge(_ sums: UnsafePointer<Float>, threats: Int) -> (inner: Vector, outer: Vector, Float) {
    let first = model.numbers.vectors(model.first)
    var inner = model.numbers.vectors(model.threats)[threats]
    for number in 0..<2 * MixModel.channels { inner += sums[number] * first[number] }
    scratch.vectors(0).pointee = inner.leaky
    let second = model.numbers.vectors(model.second)
    var outer = model.numbers.vectors(model.added).pointee
    for number in 0..<MixModel.hidden { outer += scratch[number] * second[number] }
    let last = model.numbers.vectors(model.last).pointee
    let worth = (outer.leaky * last).sum + model.numbers[model.bias]
    return (inner, outer, worth)
  }
}

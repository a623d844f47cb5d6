import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform

/// The forward and backward pass of examples through a mix network, for one thread.
///
/// Arrays of cells have an entry for each cell of the grid (`Point`). Arrays of both views have the
/// mover's view first. Outside the board all vectors are zero.
final class MixPass: @unchecked Sendable {
  typealias Vector = MixModel.Vector

  let model: MixModel
  /// The gradient of each parameter, summed over the examples.
  let gradient: UnsafeMutablePointer<Float>

  private var size: BoardSize?
  /// The cells of the board's points, row by row.
  private(set) var points: [Int32] = []
  /// The embedding rows of each point in both views, point after point.
  let rows: UnsafeMutablePointer<UInt16>
  /// The ReLU of the sum of embedding rows, by cell.
  let excited = MixPass.vectors(2 * Point.cellCount)
  /// The mixed channels by cell: the ReLU of a depthwise 3x3 convolution of `excited`.
  let mixed = MixPass.vectors(2 * Point.cellCount)
  /// The gradient of the mixed channels.
  let slopes = MixPass.vectors(2 * Point.cellCount)
  /// The policy head's hidden layer by point, before its ReLU.
  let excitement: UnsafeMutablePointer<MixModel.PolicyVector>
  /// The policy logit of each point, then its softmax probability.
  let scores: UnsafeMutablePointer<Float>
  /// True for each point without a stone.
  let isEmpty: UnsafeMutablePointer<Bool>
  /// The policy head's first weights, transposed: by view and hidden neuron, those of all channels.
  let turned: UnsafeMutablePointer<MixModel.PolicyVector>
  /// The gradient of the policy head's hidden layer for one move.
  let inners: UnsafeMutablePointer<MixModel.PolicyVector>
  /// A buffer for the sums over the board of one example.
  let spareSums = MixModel.floats(2 * MixModel.channels)
  /// A buffer in which the lanes of vectors can be read one by one.
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

  /// Prepares a batch by transposing the policy head's weights as they are now.
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

  /// Computes the mixed channels of all points, and their sums over the board in both views.
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

  /// Sets the board, the embedding rows and the empty points from an example.
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

  /// Computes the ReLU of a point's sum of embedding rows.
  @inline(__always) private func excite(_ number: Int, _ cell: Int, _ view: Int) {
    let entries = model.numbers.vectors(model.rows)
    let rows = rows + (2 &* number &+ view) &* MixSample.rowCount
    var sum = entries[Int(rows[0])]
    for index in 1..<MixSample.rowCount { sum += entries[Int(rows[index])] }
    excited[cell] = sum.relu
  }

  /// Returns the mixed channels of a cell: depthwise 3x3 convolution, bias and ReLU.
  @inline(__always) private func mix(_ cell: UnsafeMutablePointer<Vector>) -> Vector {
    let mixing = model.numbers.vectors(model.mixing)
    var sum = mixing[3] + mixing[0] * cell[0]
    sum += mixing[1] * MixPass.beside(cell)
    sum += mixing[2] * MixPass.across(cell)
    return sum.relu
  }

  /// Returns the sum of the four orthogonal neighbours of a cell.
  @inline(__always) static func beside(_ cell: UnsafeMutablePointer<Vector>) -> Vector {
    cell[1] + cell[-1] + cell[Point.gridWidth] + cell[-Point.gridWidth]
  }

  /// Returns the sum of the four diagonal neighbours of a cell.
  @inline(__always) static func across(_ cell: UnsafeMutablePointer<Vector>) -> Vector {
    cell[Point.gridWidth &+ 1] + cell[Point.gridWidth &- 1]
      + cell[1 &- Point.gridWidth] + cell[-1 &- Point.gridWidth]
  }

  // MARK: Moves

  /// Computes the softmax probability of each move, and adds the loss of the move played to
  /// `tally`.
  ///
  /// Does nothing if the example's move teaches nothing.
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
      scores[number] = (sum.relu * last).sum()
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

  /// Returns the lanes of a vector as an array of numbers.
  @inline(__always) static func numbers(
    _ vector: UnsafeMutablePointer<Vector>
  ) -> UnsafePointer<Float> {
    UnsafeRawPointer(vector).assumingMemoryBound(to: Float.self)
  }

  // MARK: Value head

  /// Returns the log odds of winning from the normalised sums (value head).
  ///
  /// - Returns: both hidden layers before their leaky ReLU, and the log odds.
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

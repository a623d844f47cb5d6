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
  /// The numbers of each point's embedding rows in both views, point by point.
  let rows: UnsafeMutablePointer<UInt16>
  /// The ReLU of the sum of embedding rows, by cell.
  let embeddingActivations = MixPass.vectors(2 * Point.cellCount)
  /// The outputs of the convolution by cell: the ReLU of a depthwise 3x3 convolution of
  /// `embeddingActivations`.
  let mixed = MixPass.vectors(2 * Point.cellCount)
  /// The gradient of `mixed`.
  let mixedGradient = MixPass.vectors(2 * Point.cellCount)
  /// The policy head's hidden layer at each point, row by row, before its ReLU; unused at stones.
  let policyHiddenLayer: UnsafeMutablePointer<MixModel.PolicyVector>
  /// The policy logit of each point, row by row; later its softmax probability. Unused at stones.
  let scores: UnsafeMutablePointer<Float>
  /// An entry for each point, row by row: true if the point has no stone.
  let isEmpty: UnsafeMutablePointer<Bool>
  /// The weights of the policy head's first layer, transposed: by view and hidden neuron, all
  /// channels.
  let transposedPolicyWeights: UnsafeMutablePointer<MixModel.PolicyVector>
  /// The gradient of the policy head's hidden layer for one move.
  let policyHiddenGradient: UnsafeMutablePointer<MixModel.PolicyVector>
  /// A buffer for the sums over the board of one example.
  let boardSums = UnsafeMutablePointer.zeroed(2 * MixModel.channels)
  /// A buffer for reading the lanes of vectors one by one.
  let scratch = UnsafeMutablePointer.zeroed(2 * MixModel.channels)

  /// Creates a pass with buffers for the largest board, and a gradient of 0.
  init(_ model: MixModel) {
    self.model = model
    gradient = .zeroed(model.count)
    let maximum = BoardSize.mostPoints
    rows = .allocate(capacity: 2 * MixSample.rowCount * maximum)
    rows.initialize(repeating: 0, count: 2 * MixSample.rowCount * maximum)
    let width = MixModel.PolicyVector.scalarCount
    policyHiddenLayer = UnsafeMutablePointer.zeroed(width * maximum).bound()
    scores = .zeroed(maximum)
    let hidden = 2 * MixModel.policyHidden
    transposedPolicyWeights = UnsafeMutablePointer.zeroed(width * hidden).bound()
    policyHiddenGradient = UnsafeMutablePointer.zeroed(width).bound()
    isEmpty = .allocate(capacity: maximum)
    isEmpty.initialize(repeating: false, count: maximum)
  }

  deinit {
    for vectors in [embeddingActivations, mixed, mixedGradient] { vectors.deallocate() }
    for numbers in [gradient, scores, boardSums, scratch] { numbers.deallocate() }
    rows.deallocate()
    for vectors in [policyHiddenLayer, transposedPolicyWeights, policyHiddenGradient] {
      vectors.deallocate()
    }
    isEmpty.deallocate()
  }

  /// Prepares a batch: transposes the policy head's present weights.
  func transposePolicyWeights() {
    let first = model.parameters.policyVectors(model.policyFirst)
    for channel in 0..<2 * MixModel.policyChannels {
      let (view, lane) = channel.quotientAndRemainder(dividingBy: MixModel.policyChannels)
      for number in 0..<MixModel.policyHidden {
        let neuron = view * MixModel.policyHidden + number
        transposedPolicyWeights[neuron][lane] = first[channel][number]
      }
    }
  }

  private static func vectors(_ count: Int) -> UnsafeMutablePointer<Vector> {
    UnsafeMutablePointer.zeroed(count * MixModel.channels).vectors(0)
  }

  // MARK: Body

  /// Computes the convolution's outputs at all points, and their sums over the board in both views.
  func forwardBody(
    _ example: MixExamples.Example, of source: MixExamples, sums: UnsafeMutablePointer<Float>
  ) {
    source.withPoints(of: example) { setInputs(example, $0) }
    for view in 0..<2 {
      let start = view &* Point.cellCount
      for (number, point) in points.enumerated() {
        sumEmbeddings(number, start &+ Int(point), view)
      }
      var sum = Vector.zero
      for point in points {
        let mixed = convolve(embeddingActivations + (start &+ Int(point)))
        self.mixed[start &+ Int(point)] = mixed
        sum += mixed
      }
      sums.vectors(view &* MixModel.channels).pointee = sum
    }
  }

  /// Sets the board, the embedding rows and the empty points from an example.
  private func setInputs(_ example: MixExamples.Example, _ contents: UnsafePointer<UInt32>) {
    if example.size != size {
      size = example.size
      points = example.size.points.map { Int32($0.index) }
      for vectors in [embeddingActivations, mixed, mixedGradient] {
        vectors.update(repeating: .zero, count: 2 * Point.cellCount)
      }
    }
    MixSample.write(
      rowsOf: contents, count: points.count, mover: example.mover, variant: model.variant, to: rows)
    for number in points.indices { isEmpty[number] = MixSample.isEmpty(contents[number]) }
  }

  /// Computes the ReLU of a point's sum of embedding rows.
  @inline(__always) private func sumEmbeddings(_ number: Int, _ cell: Int, _ view: Int) {
    let entries = model.parameters.vectors(model.rows)
    let rows = rows + (2 &* number &+ view) &* MixSample.rowCount
    var sum = entries[Int(rows[0])]
    for index in 1..<MixSample.rowCount { sum += entries[Int(rows[index])] }
    embeddingActivations[cell] = sum.relu
  }

  /// Returns the convolution's output at a cell: depthwise 3x3 convolution, bias and ReLU.
  @inline(__always) private func convolve(_ cell: UnsafeMutablePointer<Vector>) -> Vector {
    let mixing = model.parameters.vectors(model.mixing)
    var sum = mixing[3] + mixing[0] * cell[0]
    sum += mixing[1] * MixPass.orthogonalNeighbours(cell)
    sum += mixing[2] * MixPass.diagonalNeighbours(cell)
    return sum.relu
  }

  /// Returns the sum of the four orthogonal neighbours of a cell.
  @inline(__always) static func orthogonalNeighbours(
    _ cell: UnsafeMutablePointer<Vector>
  ) -> Vector {
    cell[1] + cell[-1] + cell[Point.gridWidth] + cell[-Point.gridWidth]
  }

  /// Returns the sum of the four diagonal neighbours of a cell.
  @inline(__always) static func diagonalNeighbours(
    _ cell: UnsafeMutablePointer<Vector>
  ) -> Vector {
    cell[Point.gridWidth &+ 1] + cell[Point.gridWidth &- 1]
      + cell[1 &- Point.gridWidth] + cell[-1 &- Point.gridWidth]
  }

  // MARK: Policy head

  /// Computes the softmax probability of each move, and adds the played move's loss to `losses`.
  ///
  /// Does nothing if the example's move must not be learned.
  func forwardPolicy(_ example: MixExamples.Example, _ losses: inout MixLosses) {
    guard let move = example.move else { return }
    let first = model.parameters.policyVectors(model.policyFirst)
    let context = model.parameters.policyVectors(model.policyThreats)[example.threats]
    let last = model.parameters.policyVectors(model.policyLast).pointee
    for (number, point) in points.enumerated() where isEmpty[number] {
      var sum = context
      for view in 0..<2 {
        let channels = (mixed + (view &* Point.cellCount &+ Int(point))).bound(to: Float.self)
        let weights = first + view &* MixModel.policyChannels
        for channel in 0..<MixModel.policyChannels { sum += channels[channel] * weights[channel] }
      }
      policyHiddenLayer[number] = sum
      scores[number] = (sum.relu * last).sum()
    }
    let played = scores[move]
    var largest = played
    var better = 0
    for number in points.indices where isEmpty[number] {
      largest = max(largest, scores[number])
      if scores[number] > played { better += 1 }
    }
    var sum: Float = 0
    for number in points.indices where isEmpty[number] {
      scores[number] = exp(scores[number] - largest)
      sum += scores[number]
    }
    for number in points.indices where isEmpty[number] { scores[number] /= sum }
    losses.policyLoss.add(Double(log(sum) - (played - largest)))
    losses.topMoves.add(better == 0 ? 1 : 0)
  }

  // MARK: Value head

  /// Returns the log odds of winning from the normalised sums (value head).
  ///
  /// - Returns: both hidden layers before their leaky ReLU, and the log odds.
  func forwardValue(
    _ sums: UnsafePointer<Float>, threats: Int
  ) -> (inner: Vector, outer: Vector, logOdds: Float) {
    let first = model.parameters.vectors(model.first)
    var inner = model.parameters.vectors(model.threats)[threats]
    for number in 0..<2 * MixModel.channels { inner += sums[number] * first[number] }
    scratch.vectors(0).pointee = inner.leakyReLU
    let second = model.parameters.vectors(model.second)
    var outer = model.parameters.vectors(model.secondBias).pointee
    for number in 0..<MixModel.hidden { outer += scratch[number] * second[number] }
    let last = model.parameters.vectors(model.last).pointee
    let logOdds = (outer.leakyReLU * last).sum + model.parameters[model.bias]
    return (inner, outer, logOdds)
  }
}

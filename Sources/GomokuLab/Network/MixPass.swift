import Basics
import CNetworks
import Gomoku
import GomokuRules
import LabKit
import Platform

/// The forward and backward pass of examples through a mix network, for one thread.
///
/// Embedding, convolution and policy head are in C (`mix_training.h`). Arrays of both views have
/// the mover's view first.
final class MixPass: @unchecked Sendable {
  typealias Vector = MixModel.Vector

  let model: MixModel
  /// The gradient of each parameter, summed over the examples.
  let gradient: UnsafeMutablePointer<Float>
  /// An entry for each embedding row: true if the row's gradient may differ from 0.
  let usedRows: UnsafeMutablePointer<Bool>

  private var size: BoardSize?
  /// The present example in the form of the C functions, with buffers for its vectors and scores.
  private var example: mix_example
  /// The indices of each point's embedding rows in both views, point by point.
  private let rows: UnsafeMutablePointer<UInt16>
  /// The points without a stone, row by row; the first `example.empty_count` are in use.
  private let empties: UnsafeMutablePointer<UInt16>
  /// The weights of the policy head's first layer, transposed: by view and hidden neuron, all
  /// channels.
  private let transposedPolicyWeights: UnsafeMutablePointer<Float>
  /// A buffer for the sums over the board of one example.
  let boardSums: UnsafeMutablePointer<Float>
  /// A buffer for reading the lanes of a hidden layer one by one.
  let scratch = UnsafeMutablePointer.zeroed(MixModel.hidden)
  /// The length of the arrays of vectors, for the largest board.
  private let vectorCount: Int

  /// Creates a pass with buffers for the largest board, and a gradient of 0.
  ///
  /// - Parameter isWide: true if 256-bit vectors are used; the results are the same.
  init(_ model: MixModel, isWide: Bool = mix_has_wide_vectors() != 0) {
    self.model = model
    gradient = .zeroed(model.count)
    usedRows = .allocate(capacity: model.rowCount)
    usedRows.initialize(repeating: false, count: model.rowCount)
    let maximum = BoardSize.mostPoints
    rows = .allocate(capacity: 2 * MixSample.rowCount * maximum)
    rows.initialize(repeating: 0, count: 2 * MixSample.rowCount * maximum)
    empties = .allocate(capacity: maximum)
    empties.initialize(repeating: 0, count: maximum)
    transposedPolicyWeights = .zeroed(2 * MixModel.policyChannels * MixModel.policyHidden)
    boardSums = .zeroed(2 * model.channels)
    let side = BoardSize.largestSide
    vectorCount = 2 * model.channels * ((side + 2) * (side + 1) + 1)
    example = mix_example(
      width: 0, height: 0, channels: UInt32(model.channels), rows: rows, empties: empties,
      empty_count: 0,
      excited: .zeroed(vectorCount), convolved: .zeroed(vectorCount),
      slopes: .zeroed(vectorCount), hidden: .zeroed(MixModel.policyHidden * maximum),
      scores: .zeroed(maximum), is_wide: isWide)
  }

  deinit {
    for numbers in [
      gradient, transposedPolicyWeights, boardSums, scratch, example.excited, example.convolved,
      example.slopes, example.hidden, example.scores,
    ] { numbers?.deallocate() }
    usedRows.deallocate()
    rows.deallocate()
    empties.deallocate()
  }

  /// Transposes the policy head's present weights; `backpropagateBody` needs this after each
  /// change.
  func transposePolicyWeights() {
    let (channels, hidden) = (MixModel.policyChannels, MixModel.policyHidden)
    for channel in 0..<2 * channels {
      let (view, lane) = channel.quotientAndRemainder(dividingBy: channels)
      for neuron in 0..<hidden {
        transposedPolicyWeights[(view * hidden + neuron) * channels + lane] =
          model.parameters[model.policyFirst + channel * hidden + neuron]
      }
    }
  }

  // MARK: Access

  /// The number of points of the present example.
  var pointCount: Int { size?.pointCount ?? 0 }

  /// Returns the ReLU of the sum of a point's embedding rows in one view.
  func embedding(_ point: Int, view: Int) -> UnsafePointer<Float> {
    UnsafePointer(vector(example.excited, point, view: view))
  }

  /// Returns the outputs of the convolution at a point in one view: the ReLU of a depthwise 3x3
  /// convolution of the embeddings.
  func convolved(_ point: Int, view: Int) -> UnsafePointer<Float> {
    UnsafePointer(vector(example.convolved, point, view: view))
  }

  /// A number for each point, row by row; only those of empty points are in use.
  ///
  /// `forwardPolicy` stores the policy's softmax probabilities. `backpropagateBody` makes errors of
  /// them. Before, and if the example has no move, the numbers are those of an earlier example.
  var scores: UnsafeMutablePointer<Float> { example.scores }

  /// The points without a stone, row by row.
  var emptyPoints: UnsafeBufferPointer<UInt16> {
    UnsafeBufferPointer(start: empties, count: Int(example.empty_count))
  }

  private func vector(
    _ vectors: UnsafeMutablePointer<Float>, _ point: Int, view: Int
  ) -> UnsafeMutablePointer<Float> {
    let (width, height) = (Int(example.width), Int(example.height))
    let (y, x) = point.quotientAndRemainder(dividingBy: width)
    let cell = view * ((height + 2) * (width + 1) + 1) + (y + 1) * (width + 1) + x + 1
    return vectors + cell * model.channels
  }

  // MARK: Body

  /// Computes the convolution's outputs at all points, and their sums over the board in both views.
  func forwardTrunk(
    _ example: MixExamples.Example, of source: MixExamples, sums: UnsafeMutablePointer<Float>
  ) {
    source.withPoints(of: example) { setInputs(example, $0) }
    var tables = model.tables(of: model.parameters, threats: example.threats)
    mix_train_body(&tables, &self.example, sums)
  }

  /// Sets the board, the embedding rows and the empty points from an example.
  private func setInputs(_ example: MixExamples.Example, _ contents: UnsafePointer<UInt32>) {
    if example.size != size {
      size = example.size
      (self.example.width, self.example.height) = (
        UInt32(example.size.width), UInt32(example.size.height)
      )
      for vectors in [self.example.excited, self.example.convolved, self.example.slopes] {
        vectors?.update(repeating: 0, count: vectorCount)
      }
    }
    MixSample.write(
      rowsOf: contents, count: pointCount, mover: example.mover, variant: model.variant, to: rows)
    var count = 0
    for point in 0..<pointCount where MixSample.isEmpty(contents[point]) {
      empties[count] = UInt16(point)
      count += 1
    }
    self.example.empty_count = UInt32(count)
  }

  // MARK: Policy head

  /// Computes the softmax probability of each empty point, and adds the chosen move's loss to
  /// `losses`.
  ///
  /// Does nothing if the example's move must not be learned.
  func forwardPolicy(_ example: MixExamples.Example, _ losses: inout MixLosses) {
    guard let move = example.move else { return }
    var tables = model.tables(of: model.parameters, threats: example.threats)
    mix_train_policy(&tables, &self.example)
    let (scores, empties) = (scores, emptyPoints)
    let played = scores[move]
    var largest = played
    var better = 0
    for point in empties.lazy.map(Int.init) {
      largest = max(largest, scores[point])
      if scores[point] > played { better += 1 }
    }
    var sum: Float = 0
    for point in empties.lazy.map(Int.init) {
      scores[point] = exp(scores[point] - largest)
      sum += scores[point]
    }
    for point in empties.lazy.map(Int.init) { scores[point] /= sum }
    losses.policyLoss.add(Double(log(sum) - (played - largest)))
    losses.topMoves.add(better == 0 ? 1 : 0)
  }

  /// The smallest error of a move's probability that is passed back. Smaller errors are skipped,
  /// because they cost time and change little.
  private static let minimumError: Float = 1e-4

  /// Passes an example's errors back to the embedding rows, and adds the gradients.
  ///
  /// Must follow `forwardTrunk` and `forwardPolicy` of the same example.
  ///
  /// - Parameters:
  ///   - share: the weight of this example's policy loss.
  ///   - sumGradient: the gradient of the sums over the board, the mover's view first.
  func backpropagateBody(
    _ example: MixExamples.Example, share: Float, sumGradient: UnsafeMutablePointer<Float>
  ) {
    for view in 0..<2 {
      let slope = sumGradient + view * model.channels
      for point in 0..<pointCount {
        vector(self.example.slopes, point, view: view).update(from: slope, count: model.channels)
      }
    }
    var tables = model.tables(of: model.parameters, threats: example.threats)
    var gradients = model.tables(of: gradient, threats: example.threats)
    if let move = example.move {
      scores[move] -= 1
      mix_train_policy_back(
        &tables, transposedPolicyWeights, &self.example, share, MixPass.minimumError, &gradients)
    }
    mix_train_body_back(&tables, &self.example, &gradients, usedRows)
  }
}

extension MixModel {
  /// Returns the tables of the embedding, the convolution and the policy head.
  ///
  /// - Parameter numbers: the parameters, or their gradients.
  fileprivate func tables(of numbers: UnsafeMutablePointer<Float>, threats: Int) -> mix_tables {
    mix_tables(
      rows: numbers + rows, mixing: numbers + mixing, policy_first: numbers + policyFirst,
      policy_bias: numbers + policyThreats + threats * MixModel.policyHidden,
      policy_last: numbers + policyLast)
  }
}

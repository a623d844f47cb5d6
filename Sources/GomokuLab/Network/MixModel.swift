import Basics
import CNetworks
import Gomoku
import GomokuRules
import LabKit
import SearchKit

/// The parameters of a mix network (`MixNetwork`) during training.
///
/// The tables follow each other in one array; the length of each is a multiple of sixteen. The sums
/// over the board are normalised before the value head.
final class MixModel: @unchecked Sendable {
  typealias Vector = ChannelVector
  typealias PolicyVector = SIMD16<Float>

  /// The engine's number of channels, and the number of neurons in a hidden layer of the value
  /// head.
  static let (channels, hidden) = (MixNetwork.channels, MixNetwork.hidden)
  static let (policyChannels, policyHidden) = (MixNetwork.policyChannels, MixNetwork.policyHidden)

  /// The numbers of channels that can be trained.
  static let channelChoices = stride(from: 32, through: Int(mix_most_channels), by: 16)

  let variant: Variant
  /// The number of channels. The engine runs networks with `MixModel.channels` alone.
  let channels: Int
  /// The number of rows in the embedding tables.
  let rowCount: Int
  // The offsets of the tables in `parameters`, with their shapes. A view is the mover's or the
  // opponent's; a threat set is a combination of threats that are on the board.

  /// The embedding: [row][channel].
  let rows = 0
  /// The convolution: [4][channel], the weights of the point, of its orthogonal and of its diagonal
  /// neighbours, then the bias.
  let mixing: Int
  /// The policy head: [view][policy channel][policy hidden], a bias [threat set][policy hidden],
  /// and output weights [policy hidden].
  let policyFirst, policyThreats, policyLast: Int
  /// The value head's first layer: [view][channel][hidden] and its bias, [threat set][hidden].
  let first, threats: Int
  /// The value head's second layer: [hidden][hidden] and its bias, [hidden].
  let second, secondBias: Int
  /// The value head's output: weights [hidden] and a bias.
  let last, bias: Int
  /// The number of parameters.
  let count: Int
  /// The parameters, table after table.
  let parameters: UnsafeMutablePointer<Float>

  /// The mean of each channel's sums over the board.
  var mean: [Float]
  /// The inverse of the standard deviation of each channel's sums over the board.
  var scale: [Float]
  /// True if the parameters and the deviations come from a network file.
  var isFromFile = false

  /// Creates a network with random initial parameters.
  init(_ variant: Variant, seed: UInt64, channels: Int = MixModel.channels) {
    (self.variant, self.channels) = (variant, channels)
    mean = Array(repeating: 0, count: channels)
    scale = Array(repeating: 1, count: channels)
    let tables = TrainingSample.tableCount(variant)
    rowCount = MixModel.rowTables.reduce(0) { $0 + $1.count(variant) } / MixModel.channels
    var end = rowCount * channels
    func reserve(_ count: Int) -> Int {
      defer { end += count }
      return end
    }
    let threatSets = tables * TrainingSample.threatSetCount
    mixing = reserve(4 * channels)
    policyFirst = reserve(2 * MixModel.policyChannels * MixModel.policyHidden)
    policyThreats = reserve(threatSets * MixModel.policyHidden)
    policyLast = reserve(MixModel.policyHidden)
    first = reserve(2 * channels * MixModel.hidden)
    threats = reserve(threatSets * MixModel.hidden)
    second = reserve(MixModel.hidden * MixModel.hidden)
    secondBias = reserve(MixModel.hidden)
    last = reserve(MixModel.hidden)
    bias = reserve(16)
    count = end
    parameters = .zeroed(end)

    var generator = SplitMix64(seed: seed)
    /// Fills a range with approximately normally distributed random numbers.
    func fill(_ start: Int, _ end: Int, _ deviation: Float) {
      for index in start..<end {
        let sum = (0..<12).reduce(Float(0)) { sum, _ in
          sum + Float.random(in: -0.5..<0.5, using: &generator)
        }
        parameters[index] = deviation * sum
      }
    }
    fill(rows, mixing, 0.06)
    fill(mixing, policyFirst, 0.15)
    for channel in 0..<channels { parameters[mixing + channel] += 0.5 }
    fill(policyFirst, policyThreats, 0.15)
    fill(policyThreats, policyLast, 0.05)
    fill(policyLast, first, 0.2)
    fill(first, threats, 0.15)
    fill(threats, second, 0.05)
    fill(second, secondBias, 0.2)
    for index in secondBias..<last { parameters[index] = 0.05 }
    fill(last, bias, 0.1)
  }

  deinit { parameters.deallocate() }

  /// The tables of a point's embedding rows, in the order of `MixSample.write`.
  static let rowTables: [MixNetwork.Table] = [.lines, .own, .opponent, .classes]
}

extension UnsafeMutablePointer<Float> {
  @inline(__always) func vectors(_ start: Int) -> UnsafeMutablePointer<MixModel.Vector> {
    (self + start).bound()
  }

  @inline(__always) func policyVectors(
    _ start: Int
  ) -> UnsafeMutablePointer<MixModel.PolicyVector> {
    (self + start).bound()
  }
}

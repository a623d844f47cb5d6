import Gomoku
import GomokuRules
import SearchKit

extension MixModel {
  /// Starts from the network of a file, which may be another variant's.
  ///
  /// The means are not set; that is done by `MixBatch.adoptNormalisation`.
  func start(from file: WeightFile) throws(WeightFile.Problem) {
    let source = try MixModelSource(file, for: variant)
    let headUnit = MixNetwork.headUnit
    let parts: [(start: Int, numbers: [Float])] = [
      (rows, source.rows), (mixing, source.mixing),
      (policyFirst, source.policyFirst), (policyThreats, source.policyThreats),
      (policyLast, source.numbers(.policyLast, unit: MixNetwork.policyLastUnit)),
      (first, source.numbers(.first, unit: headUnit)),
      (threats, source.numbers(.threats, unit: headUnit, isColored: true)),
      (second, source.numbers(.second, unit: headUnit)),
      (secondBias, source.numbers(.added, unit: headUnit)),
      (last, source.numbers(.last, unit: headUnit)), (bias, source.numbers(.bias, unit: headUnit)),
    ]
    for (start, numbers) in parts {
      for (index, number) in numbers.enumerated() { parameters[start + index] = number }
    }
    scale = source.scales
    isFromFile = true
  }
}

/// The parameters of a model that starts from the network of a file.
///
/// If only one of the two variants has tables for each colour, both colours start from Black's
/// tables.
///
/// Embedding rows and the convolution's weights are scaled to at most a half in each channel, about
/// their size in a new network. The optimiser's steps have one size for all parameters, so they
/// would upset a channel of small numbers.
struct MixModelSource {
  private let file: WeightFile
  private let fileVariant: Variant
  /// The number of sets of tables (one, or one for each colour), in the model and in the file.
  private let tables, fileTables: Int
  /// The embedding rows.
  private(set) var rows: [Float] = []
  /// The convolution's table: weights of the point, of its orthogonal and of its diagonal
  /// neighbours, then the bias, each by channel.
  private(set) var mixing: [Float] = []
  /// The divisor of each channel's convolution weights and bias: twice the largest weight, so that
  /// weights are at most a half.
  private var mixingUnits: [Float] = []
  /// The lower clamp of the outputs of each channel's convolution.
  private var lowerClamps: [Float] = []

  /// - Parameter variant: the variant of the model.
  init(_ file: WeightFile, for variant: Variant) throws(WeightFile.Problem) {
    self.file = file
    fileVariant = try MixNetwork(file).variant
    tables = TrainingSample.tableCount(variant)
    fileTables = TrainingSample.tableCount(fileVariant)
    let channels = MixModel.channels
    rows = MixModel.rowTables.flatMap { numbers($0, isColored: true) }
    var rowUnits = [Float](repeating: 2, count: channels)
    for (index, number) in rows.enumerated() {
      rowUnits[index % channels] = max(rowUnits[index % channels], 2 * abs(number))
    }
    for index in rows.indices { rows[index] /= rowUnits[index % channels] }
    mixing = numbers(.mixing)
    lowerClamps = mixing.suffix(channels)
    mixing.removeLast(channels)
    for (index, number) in mixing.enumerated() {
      let (part, channel) = index.quotientAndRemainder(dividingBy: channels)
      // The file's bias includes 1.5 for rounding (`MixQuantisation`). In training, outputs are
      // clamped at 0 instead of the file's lower clamp, so they are shifted by that clamp.
      mixing[index] =
        part == 3
        ? number - 1.5 - lowerClamps[channel]
        : number * rowUnits[channel] / Float(MixNetwork.mixingUnit)
    }
    mixingUnits = (0..<channels).map { channel in
      2 * max((0..<3).reduce(0) { max($0, abs(mixing[$1 * channels + channel])) }, 1e-3)
    }
    for index in mixing.indices { mixing[index] /= mixingUnits[index % channels] }
  }

  /// Returns the numbers of a table of the file, divided by `unit`.
  ///
  /// - Parameter isColored: true if the table may have a part for each colour.
  func numbers(
    _ table: MixNetwork.Table, unit: Float = 1, isColored: Bool = false
  ) -> [Float] {
    let start = file.numbers + table.place(fileVariant)
    let numbers = (0..<table.count(fileVariant)).map { Float(start[$0]) / unit }
    guard isColored, tables != fileTables else { return numbers }
    return Array(repeating: numbers.prefix(numbers.count / fileTables), count: tables)
      .flatMap { $0 }
  }

  /// The inverse of the standard deviation of each channel's sums over the board.
  var scales: [Float] {
    zip(numbers(.scales), mixingUnits).map { max($0, 1) * $1 / MixNetwork.sumUnits.scale }
  }

  /// The weights of the policy head's first layer, channel by channel.
  var policyFirst: [Float] { policyWeights(times: mixingUnits) }

  /// The policy head's biases, plus what the lower clamps in the file contribute to the head's
  /// input.
  var policyThreats: [Float] {
    var inputs = [Float](repeating: 0, count: MixModel.policyHidden)
    for (index, input) in policyWeights(times: lowerClamps).enumerated() {
      inputs[index % inputs.count] += input
    }
    return numbers(.policyThreats, unit: MixNetwork.policyThreatUnit, isColored: true)
      .enumerated().map { $1 + inputs[$0 % inputs.count] }
  }

  /// Returns the weights of the policy head's first layer, each multiplied by the factor of its
  /// channel.
  ///
  /// In the file, the weights of two channels alternate.
  private func policyWeights(times factors: [Float]) -> [Float] {
    let numbers = numbers(.policyFirst, unit: MixNetwork.policyFirstUnit)
    return numbers.indices.map { index in
      let (channel, neuron) = index.quotientAndRemainder(dividingBy: MixModel.policyHidden)
      let place = (channel / 2 * MixModel.policyHidden + neuron) * 2 + channel % 2
      return numbers[place] * factors[channel % MixModel.policyChannels]
    }
  }
}

import Gomoku
import GomokuRules
import SearchKit

extension MixModel {
  /// Starts from the network of a file, which may be another variant's.
  ///
  /// If only one of the two variants has tables for each colour, both colours start from Black's
  /// tables.
  ///
  /// Rows and mixing weights are scaled to at most a half in each channel, as in a new network. The
  /// optimiser's steps are alike for all parameters, and would upset a channel of small numbers.
  func start(from file: WeightFile) throws(WeightFile.Problem) {
    let fileVariant = try MixNetwork(file).variant
    /// Returns a table of the file, with a part for each colour that has tables of its own.
    func numbers(_ table: MixNetwork.Table, isColored: Bool = false) -> [Float] {
      let start = file.numbers + table.place(fileVariant)
      let numbers = (0..<table.count(fileVariant)).map { Float(start[$0]) }
      let (tables, fileTables) = (
        TrainingSample.tableCount(variant), TrainingSample.tableCount(fileVariant)
      )
      guard isColored, tables != fileTables else { return numbers }
      return Array(repeating: numbers.prefix(numbers.count / fileTables), count: tables)
        .flatMap { $0 }
    }
    /// Sets the parameters from `offset` on to `values`, which are in units of 1 / `unit`.
    func fill(_ offset: Int, _ values: [Float], _ unit: Float) {
      for (index, value) in values.enumerated() { parameters[offset + index] = value / unit }
    }
    let rows = MixModel.rowTables.flatMap { numbers($0, isColored: true) }
    var largest = [Float](repeating: 1, count: MixModel.channels)
    for (index, number) in rows.enumerated() {
      largest[index % MixModel.channels] = max(largest[index % MixModel.channels], abs(number))
    }
    for (index, number) in rows.enumerated() {
      parameters[self.rows + index] = number / (2 * largest[index % MixModel.channels])
    }
    let mixingNumbers = numbers(.mixing)
    let lowerClamps = mixingNumbers.suffix(MixModel.channels).map { $0 }
    /// Returns a mixing weight of a channel whose rows are scaled to at most a half.
    func mixingWeight(_ part: Int, _ channel: Int) -> Float {
      mixingNumbers[part * MixModel.channels + channel] * 2 * largest[channel]
        / Float(MixNetwork.mixingUnit)
    }
    let units = (0..<MixModel.channels).map { channel in
      2 * max((0..<3).reduce(0) { max($0, abs(mixingWeight($1, channel))) }, 1e-3)
    }
    for (index, number) in mixingNumbers.dropLast(MixModel.channels).enumerated() {
      let (part, channel) = index.quotientAndRemainder(dividingBy: MixModel.channels)
      // The file's bias makes up for rounding (`MixQuantisation`); its lower clamp is zero here.
      let weight = part == 3 ? number - 1.5 - lowerClamps[channel] : mixingWeight(part, channel)
      parameters[mixing + index] = weight / units[channel]
    }
    var clampInputs = [Float](repeating: 0, count: MixModel.policyHidden)
    for (index, number) in numbers(.policyFirst).enumerated() {
      let (pair, rest) = index.quotientAndRemainder(dividingBy: 2 * MixModel.policyHidden)
      let (channel, neuron) = (2 * pair + rest % 2, rest / 2)
      let (weight, offset) = (
        number / MixNetwork.policyFirstUnit, channel % MixModel.policyChannels
      )
      parameters[policyFirst + channel * MixModel.policyHidden + neuron] =
        weight * units[offset]
      clampInputs[neuron] += weight * lowerClamps[offset]
    }
    for (index, number) in numbers(.policyThreats, isColored: true).enumerated() {
      parameters[policyThreats + index] =
        number / MixNetwork.policyThreatUnit + clampInputs[index % MixModel.policyHidden]
    }
    fill(policyLast, numbers(.policyLast), MixNetwork.policyLastUnit)
    fill(first, numbers(.first), MixNetwork.headUnit)
    fill(threats, numbers(.threats, isColored: true), MixNetwork.headUnit)
    fill(second, numbers(.second), MixNetwork.headUnit)
    fill(secondBias, numbers(.added), MixNetwork.headUnit)
    fill(last, numbers(.last), MixNetwork.headUnit)
    fill(bias, numbers(.bias), MixNetwork.headUnit)
    scale = zip(numbers(.scales), units).map { max($0, 1) * $1 / MixNetwork.sumUnits.scale }
    isFromFile = true
  }
}

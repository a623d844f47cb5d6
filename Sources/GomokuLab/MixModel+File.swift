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
    let known = try MixNetwork(file).variant
    /// Returns a table of the file, with a part for each colour that has tables of its own.
    func numbers(_ table: MixNetwork.Table, isColored: Bool = false) -> [Float] {
      let start = file.numbers + table.place(known)
      let numbers = (0..<table.count(known)).map { Float(start[$0]) }
      let (tables, knownTables) = (
        TrainingSample.tableCount(variant), TrainingSample.tableCount(known)
      )
      guard isColored, tables != knownTables else { return numbers }
      return Array(repeating: numbers.prefix(numbers.count / knownTables), count: tables)
        .flatMap { $0 }
    }
    /// Sets the parameters from `place` on to `values`, which are in units of 1 / `unit`.
    func fill(_ place: Int, _ values: [Float], _ unit: Float) {
      for (index, value) in values.enumerated() { self.numbers[place + index] = value / unit }
    }
    let rows = MixModel.rowTables.flatMap { numbers($0, isColored: true) }
    var largest = [Float](repeating: 1, count: MixModel.channels)
    for (index, number) in rows.enumerated() {
      largest[index % MixModel.channels] = max(largest[index % MixModel.channels], abs(number))
    }
    for (index, number) in rows.enumerated() {
      self.numbers[self.rows + index] = number / (2 * largest[index % MixModel.channels])
    }
    let mixingNumbers = numbers(.mixing)
    let least = mixingNumbers.suffix(MixModel.channels).map { $0 }
    /// Returns a mixing weight of a channel whose rows are scaled to at most a half.
    func mixes(_ part: Int, _ channel: Int) -> Float {
      mixingNumbers[part * MixModel.channels + channel] * 2 * largest[channel]
        / Float(MixNetwork.mixingUnit)
    }
    let units = (0..<MixModel.channels).map { channel in
      2 * max((0..<3).reduce(0) { max($0, abs(mixes($1, channel))) }, 1e-3)
    }
    for (index, number) in mixingNumbers.dropLast(MixModel.channels).enumerated() {
      let (part, channel) = index.quotientAndRemainder(dividingBy: MixModel.channels)
      // The file's bias makes up for rounding (`MixQuantisation`); its lower clamp is zero here.
      let weight = part == 3 ? number - 1.5 - least[channel] : mixes(part, channel)
      self.numbers[mixing + index] = weight / units[channel]
    }
    var leastExcite = [Float](repeating: 0, count: MixModel.policyHidden)
    for (index, number) in numbers(.policyFirst).enumerated() {
      let (pair, rest) = index.quotientAndRemainder(dividingBy: 2 * MixModel.policyHidden)
      let (channel, excited) = (2 * pair + rest % 2, rest / 2)
      let (weight, place) = (
        number / MixNetwork.policyFirstUnit, channel % MixModel.policyChannels
      )
      self.numbers[policyFirst + channel * MixModel.policyHidden + excited] =
        weight * units[place]
      leastExcite[excited] += weight * least[place]
    }
    for (index, number) in numbers(.policyThreats, isColored: true).enumerated() {
      self.numbers[policyThreats + index] =
        number / MixNetwork.policyThreatUnit + leastExcite[index % MixModel.policyHidden]
    }
    fill(policyLast, numbers(.policyLast), MixNetwork.policyLastUnit)
    fill(first, numbers(.first), MixNetwork.headUnit)
    fill(threats, numbers(.threats, isColored: true), MixNetwork.headUnit)
    fill(second, numbers(.second), MixNetwork.headUnit)
    fill(added, numbers(.added), MixNetwork.headUnit)
    fill(last, numbers(.last), MixNetwork.headUnit)
    fill(bias, numbers(.bias), MixNetwork.headUnit)
    scale = zip(numbers(.scales), units).map { max($0, 1) * $1 / MixNetwork.sumUnits.scale }
    isFromFile = true
  }
}

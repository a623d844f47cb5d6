import Gomoku
import GomokuRules
import LabKit
import SearchKit

/// The quantisation of a trained mix network to the 16-bit numbers that the engine reads.
///
/// Each channel has two units: one for its sums of embedding rows, one for the outputs of its 3x3
/// convolution. Rare extremes are clamped, so that all other numbers use the full range of the
/// integers.
struct MixQuantisation {
  private let model: MixModel
  private let source: MixExamples
  /// The examples of `source` from which means and ranges are computed.
  private let sample: [MixExamples.Example]
  /// The fixed-point unit of each channel's sums of embedding rows: the integer that stands for 1.
  private var embeddingUnits = [Float](repeating: 1, count: MixModel.channels)
  /// The fixed-point unit of the outputs of each channel's 3x3 convolution.
  private var convolvedUnits = [Float](repeating: 1, count: MixModel.channels)
  /// The zero point of the outputs of each channel's convolution, as a real number: the middle of
  /// their range.
  private var zeroPoints = [Float](repeating: 0, count: MixModel.channels)

  /// The fraction of numbers that may be clamped at each end of a range.
  private static let clampedShare = 0.0001
  /// The approximate numbers of positions from which means and ranges are computed.
  private static let (meanPositionCount, rangePositionCount) = (2000, 400)
  private static let embeddingLimit = Float(MixNetwork.embeddingLimit)
  private static let convolvedLimit = Float(MixNetwork.convolvedLimit)

  /// - Parameter source: typical positions. Means and ranges are computed from a sample of those
  ///   that have a target.
  init(_ model: MixModel, _ source: MixExamples) {
    (self.model, self.source) = (model, source)
    let withTarget = source.examples.filter { $0.target != nil }
    let step = max(1, withTarget.count / MixQuantisation.meanPositionCount)
    sample = stride(from: 0, to: withTarget.count, by: step).map { withTarget[$0] }
    chooseUnits()
  }

  /// Returns the network as the engine reads it. All parameters must be finite.
  func file() throws(WeightFile.Problem) -> WeightFile {
    let units = MixNetwork.sumUnits
    let means = try sumMeans()
    let centers = means.map { ($0 * units.center).rounded() }
    let scales = (0..<MixModel.channels).map { channel in
      let exact = model.scale[channel] / convolvedUnits[channel] * units.scale
      return max(1, min(Float(Int16.max), exact.rounded()))
    }
    return file(centers: centers, scales: scales)
  }

  // MARK: Units

  /// Chooses each channel's units and zero point, so that the integers' range is used without
  /// overflow.
  private mutating func chooseUnits() {
    let (embeddings, convolved) = channelRanges()
    let limit = MixQuantisation.convolvedLimit
    for channel in 0..<MixModel.channels {
      let rows = (0..<model.rowCount).reduce(Float(0)) {
        max($0, abs(model.parameters[$1 * MixModel.channels + channel]))
      }
      embeddingUnits[channel] = min(
        MixQuantisation.embeddingLimit / max(embeddings[channel].upperBound, 1e-3),
        Float(MixNetwork.rowLimit) / max(rows, 1e-3))
      let (least, largest) = (convolved[channel].lowerBound, convolved[channel].upperBound)
      convolvedUnits[channel] = 2 * limit / max(largest - least, 1e-3)
      zeroPoints[channel] = (least + largest) / 2
      while !fits(channel) { convolvedUnits[channel] *= 0.8 }
    }
  }

  /// Returns whether the weights of a channel's convolution, and its sums, fit into 16 bits.
  private func fits(_ channel: Int) -> Bool {
    let weights = (0..<4).map { abs(mixing($0, channel)) }
    let limit = Float(Int16.max)
    let shares =
      MixQuantisation.embeddingLimit * (weights[0] + 4 * weights[1] + 4 * weights[2])
      / Float(MixNetwork.mixingUnit)
    return weights.allSatisfy { $0 < limit } && shares + weights[3] + 4 < limit
  }

  /// Returns a number of the convolution's table (`MixNetwork.Table.mixing`), before rounding.
  ///
  /// - Parameter index: 0 to 2 for the weights, 3 for the bias, 4 for the lower clamp.
  private func mixing(_ index: Int, _ channel: Int) -> Float {
    let (center, unit) = (zeroPoints[channel], convolvedUnits[channel])
    if index == 4 { return max(-center * unit, -MixQuantisation.convolvedLimit) }
    let weight = model.parameters[model.mixing + index * MixModel.channels + channel]
    // The engine rounds each of three products down and loses half a unit each time, on average.
    if index == 3 { return (weight - center) * unit + 1.5 }
    return weight * unit / embeddingUnits[channel] * Float(MixNetwork.mixingUnit)
  }

  /// Returns the ranges of each channel's embedding sums and convolution outputs, without extremes.
  private func channelRanges() -> (
    embeddings: [ClosedRange<Float>], convolved: [ClosedRange<Float>]
  ) {
    let pass = MixPass(model)
    var numbers = [[Float]](repeating: [], count: 2 * MixModel.channels)
    for example in sample.prefix(MixQuantisation.rangePositionCount) {
      pass.forwardTrunk(example, of: source, sums: pass.boardSums)
      for point in 0..<pass.pointCount {
        for view in 0..<2 {
          let sums = pass.embedding(point, view: view)
          let convolved = pass.convolved(point, view: view)
          for channel in 0..<MixModel.channels {
            numbers[channel].append(sums[channel])
            numbers[MixModel.channels + channel].append(convolved[channel])
          }
        }
      }
    }
    let ranges = numbers.map { numbers in
      let sorted = numbers.sorted()
      let clamped = Int(Double(numbers.count) * MixQuantisation.clampedShare)
      return numbers.isEmpty ? 0...0 : sorted[clamped]...sorted[sorted.count - 1 - clamped]
    }
    return (Array(ranges.prefix(MixModel.channels)), Array(ranges.suffix(MixModel.channels)))
  }

  /// Returns the mean of the engine's accumulator (the sum over the board) in each channel.
  private func sumMeans() throws(WeightFile.Problem) -> [Float] {
    let zeros = [Float](repeating: 0, count: MixModel.channels)
    let network = try MixNetwork(file(centers: zeros, scales: zeros))
    var totals = [Double](repeating: 0, count: MixModel.channels)
    for example in sample {
      let sums = network.forward(source, example).sums
      for index in sums.indices { totals[index % MixModel.channels] += Double(sums[index]) }
    }
    return totals.map { Float($0 / Double(2 * max(sample.count, 1))) }
  }

  // MARK: Numbers

  /// Returns the quantised network.
  ///
  /// - Parameters:
  ///   - centers: the accumulators' means by channel, in units of the file.
  ///   - scales: the inverses of their standard deviations by channel, in units of the file.
  private func file(centers: [Float], scales: [Float]) -> WeightFile {
    let units = MixNetwork.sumUnits
    let numbers = MixNetwork.Table.allCases.flatMap { table -> [Int16] in
      switch table {
      case .lines, .own, .opponent, .classes: rows(table)
      case .mixing:
        (0..<5 * MixModel.channels).map { index in
          Int16(quantising: mixing(index / MixModel.channels, index % MixModel.channels))
        }
      case .centers: centers.map { Int16(quantising: $0) }
      case .scales: scales.map { Int16(quantising: $0) }
      case .first:
        (0..<2 * MixModel.channels * MixModel.hidden).map { index in
          // The first layer compensates for the rounding of the scale.
          let channel = index / MixModel.hidden % MixModel.channels
          let exact = model.scale[channel] / convolvedUnits[channel] * units.scale
          let change = scales[channel] > 0 ? exact / scales[channel] : 1
          return Int16(
            quantising: model.parameters[model.first + index] * change * MixNetwork.headUnit)
        }
      case .threats: dense(model.threats, table)
      case .second: dense(model.second, table)
      case .added: dense(model.secondBias, table)
      case .last: dense(model.last, table)
      case .bias: dense(model.bias, table)
      case .policyFirst:
        (0..<table.count(model.variant)).map { index in
          // The weights of two channels alternate.
          let (pair, rest) = index.quotientAndRemainder(dividingBy: 2 * MixModel.policyHidden)
          let channel = 2 * pair + rest % 2
          let weight = model.parameters[
            model.policyFirst + channel * MixModel.policyHidden + rest / 2]
          let unit = convolvedUnits[channel % MixModel.policyChannels]
          return Int16(quantising: weight / unit * MixNetwork.policyFirstUnit)
        }
      case .policyThreats:
        (0..<table.count(model.variant)).map { index in
          let number =
            model.parameters[model.policyThreats + index]
            + zeroPointInput(index % MixModel.policyHidden)
          return Int16(quantising: number * MixNetwork.policyThreatUnit)
        }
      case .policyLast: dense(model.policyLast, table, MixNetwork.policyLastUnit)
      }
    }
    return WeightFile(MixNetwork.shape(model.variant), numbers: numbers)
  }

  /// Returns the zero points' contribution to the input of a hidden neuron of the policy head.
  private func zeroPointInput(_ neuron: Int) -> Float {
    (0..<2 * MixModel.policyChannels).reduce(0) { sum, channel in
      let weight = model.parameters[model.policyFirst + channel * MixModel.policyHidden + neuron]
      return sum + zeroPoints[channel % MixModel.policyChannels] * weight
    }
  }

  /// Returns the quantised embedding rows of a table.
  private func rows(_ table: MixNetwork.Table) -> [Int16] {
    let start = table.place(model.variant)
    return (0..<table.count(model.variant)).map { index in
      let unit = embeddingUnits[index % MixModel.channels]
      return Int16(
        quantising: model.parameters[start + index] * unit, limit: Float(MixNetwork.rowLimit))
    }
  }

  /// Returns the quantised numbers of a table of the heads.
  private func dense(
    _ start: Int, _ table: MixNetwork.Table, _ unit: Float = MixNetwork.headUnit
  ) -> [Int16] {
    (0..<table.count(model.variant)).map { Int16(quantising: model.parameters[start + $0] * unit) }
  }
}

extension MixNetwork {
  /// Returns the engine's accumulators and log odds for an example.
  func forward(
    _ source: MixExamples, _ example: MixExamples.Example
  ) -> (sums: [Int32], logOdds: Float) {
    let (sums, logOdds) = source.withPoints(of: example) { points in
      evaluate(
        points: points, size: example.size, mover: example.mover, threats: example.threats)
    }
    return (sums, logOdds)
  }
}

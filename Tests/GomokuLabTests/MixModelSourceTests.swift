import Gomoku
import GomokuRules
import SearchKit
import Testing

@testable import GomokuLab

/// The parts of a file's network that a model starts from.
@Suite struct MixModelSourceTests {
  private static func source(_ known: Variant, for new: Variant) throws -> MixModelSource {
    try MixModelSource(WeightFile(reading: MixNetwork.of(known).bytes), for: new)
  }

  /// Returns the largest magnitude of each channel's numbers.
  private static func largest(_ numbers: some Collection<Float>) -> [Float] {
    var largest = [Float](repeating: 0, count: MixModel.channels)
    for (index, number) in numbers.enumerated() {
      largest[index % MixModel.channels] = max(largest[index % MixModel.channels], abs(number))
    }
    return largest
  }

  @Test(arguments: Variant.allCases) func channelsAreScaledToAHalf(variant: Variant) throws {
    let source = try MixModelSourceTests.source(variant, for: variant)
    let channels = MixModel.channels
    #expect(source.mixing.count == 4 * channels && source.scales.count == channels)
    for numbers in [source.rows, Array(source.mixing.prefix(3 * channels))] {
      let largest = MixModelSourceTests.largest(numbers)
      #expect(largest.allSatisfy { $0 < 0.5 + 1e-6 })
      // All but channels that are nearly silent.
      #expect(largest.count { $0 > 0.5 - 1e-6 } > channels / 2)
    }
    #expect(source.scales.allSatisfy { $0 > 0 && $0.isFinite })
  }

  @Test(arguments: [(Variant.freestyle, Variant.renju), (.renju, .freestyle), (.caro, .standard)])
  func coloursStartFromBlacksTables(known: Variant, new: Variant) throws {
    let source = try MixModelSourceTests.source(known, for: new)
    let own = try MixModelSourceTests.source(known, for: known)
    let (tables, knownTables) = (
      TrainingSample.tableCount(new), TrainingSample.tableCount(known)
    )
    let part = own.numbers(.threats, isColored: true).count / knownTables
    let numbers = source.numbers(.threats, isColored: true)
    #expect(numbers.count == tables * part)
    for table in 0..<tables {
      let start = tables == knownTables ? table * part : 0
      #expect(
        numbers[table * part..<(table + 1) * part].elementsEqual(
          own.numbers(.threats)[start..<start + part]))
    }
    #expect(source.rows.count == MixModel(new, seed: 1).rowCount * MixModel.channels)
  }

  @Test func policyWeightsStandChannelAfterChannel() throws {
    let source = try MixModelSourceTests.source(.freestyle, for: .freestyle)
    let (hidden, file) = (MixModel.policyHidden, source.numbers(.policyFirst))
    #expect(source.policyFirst.count == 2 * MixModel.policyChannels * hidden)
    for (channel, neuron) in [(0, 0), (1, 0), (2, 5), (3, 7)] {
      let number = file[channel / 2 * 2 * hidden + 2 * neuron + channel % 2]
      // The channel's unit is the same for all neurons.
      let other = file[channel / 2 * 2 * hidden + 2 + channel % 2]
      let weights = source.policyFirst[channel * hidden..<(channel + 1) * hidden]
      let (first, second) = (weights[channel * hidden + neuron], weights[channel * hidden + 1])
      #expect(abs(first * other - second * number) < 1e-2)
    }
    #expect(source.policyThreats.count == source.numbers(.policyThreats).count)
  }

  @Test func numbersHaveTheirUnit() throws {
    let source = try MixModelSourceTests.source(.renju, for: .renju)
    let whole = source.numbers(.last)
    #expect(whole.count == MixModel.hidden && whole.contains { $0 != 0 })
    #expect(source.numbers(.last, unit: 4) == whole.map { $0 / 4 })
  }
}

import Basics
import Testing

@testable import Tournament

@Suite("A machine that plays differently is found") struct MachineTests {
  /// Two rows of lost, even and won pairs, with chi-square and probability from another program.
  static let published: [([Int], [Int], Double, Double)] = [
    ([30, 40, 30], [110, 90, 100], 3.5164835164835164, 0.17234762637379797),
    ([60, 25, 15], [100, 100, 100], 23.768115942028984, 6.899525126233014e-06),
    ([12, 0, 30], [50, 0, 60], 3.5872084904342967, 0.058225973830233715),
    ([20, 20, 21], [40, 40, 42], 0.0, 1.0),
  ]

  @Test(arguments: published)
  func chiSquareIsTheKnownOne(one: [Int], other: [Int], chiSquare: Double, chance: Double) throws {
    let result = try #require(MachineTest.compare(one, other))
    #expect(abs(result.chiSquare - chiSquare) < 1e-9 * max(1, chiSquare))
    #expect(abs(result.probability - chance) < 1e-9)
  }

  @Test func fewPairsAreNotJudged() {
    #expect(MachineTest.compare([4, 4, 4], [100, 100, 100]) == nil)
    #expect(MachineTest.compare([0, 0, 0], [10, 10, 10]) == nil)
    #expect(MachineTest.compare([9, 0, 0], [10, 0, 0]) == nil)
  }

  private func machines(_ shares: [[Int]], pairs: Int, seed: UInt64) -> MachineTest {
    var random = SplitMix64(seed: seed)
    let rows = shares.enumerated().map { index, share in
      var row = MachineTest.Row(host: "node\(index)")
      for _ in 0..<pairs {
        let draw = random.number(below: 100)
        row.add(halfPoints: draw < share[0] ? 1 : draw < share[0] + share[1] ? 2 : 3)
      }
      return row
    }
    return MachineTest(rows)
  }

  @Test func equalMachinesAreLeftAlone() {
    let share = [25, 50, 25]
    let alarms = (0..<500 as Range<UInt64>).count { seed in
      machines([share, share, share, share], pairs: 200, seed: seed).rows.contains(
        where: \.isOutlier)
    }
    // One in a thousand is meant.
    #expect(alarms <= 4)
  }

  @Test func theBadMachineIsNamed() {
    let (good, bad) = ([25, 50, 25], [55, 35, 10])
    let found = (0..<100 as Range<UInt64>).count { seed in
      let test = machines([good, good, bad, good], pairs: 200, seed: seed)
      return test.rows.filter(\.isOutlier).map(\.host) == ["node2"]
    }
    #expect(found >= 90)
  }

  @Test func onlyPairsPlayedOnOneMachineCount() throws {
    let (standings, played) = try TestTournament(["scatter", "null"], pairs: 6).play()
    var records = played
    for id in records.keys {
      records[id]?.host = id < 4 ? "alpha" : "beta"
    }
    records[7]?.host = "alpha"
    let test = MachineTest(standings, records: records)
    #expect(test.rows.map(\.host) == ["alpha", "beta"])
    #expect(test.rows.map(\.pairs) == [2, 3])
    #expect(test.text.contains("too few to judge"))
  }
}

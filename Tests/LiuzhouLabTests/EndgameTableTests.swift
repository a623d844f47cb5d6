import LiuzhouRules
import TestSupport
import Testing

@testable import LiuzhouLab

@Suite struct EndgameTableTests {
  @Test(arguments: [
    (4, 36, 58_905), (4, 32, 35_960), (4, 4, 1), (5, 36, 376_992), (5, 32, 201_376),
  ])
  func setsOfStonesAreNumbered(stones: Int, pointCount: Int, count: Int) {
    let sets = SubsetIndex(of: stones, pointCount: pointCount)
    #expect(sets.count == count)
    for rank in 0..<count {
      let mask = sets.mask(rank)
      #expect(mask.nonzeroBitCount == stones && mask >> UInt64(pointCount) == 0)
      #expect(sets.rank(mask) == rank)
    }
  }

  @Test func pointsAreRenumberedAroundHoles() {
    #expect(SubsetIndex.gather(0b1_0110, around: 0b1) == 0b1011)
    #expect(SubsetIndex.gather(0b1_0100, around: 0b1010) == 0b110)
    let quads = SubsetIndex(of: 4, pointCount: 32)
    for holes in [0b1111, 0b1_0001_0001_0001, 0xF << 32, 1 << 35 | 0b10_0110] as [UInt64] {
      for rank in stride(from: 0, to: quads.count, by: 61) {
        let spread = SubsetIndex.spread(quads.mask(rank), around: holes)
        #expect(spread & holes == 0 && spread >> 36 == 0)
        #expect(SubsetIndex.gather(spread, around: holes) == quads.mask(rank))
      }
    }
  }

  /// Eight different ones; each maps stones to as many stones, the border to the border, and has an
  /// inverse.
  @Test func symmetriesKeepTheBoard() {
    let symmetries = SymmetryTable()
    let border = Point.all.filter { [0, 5].contains($0.file) || [0, 5].contains($0.rank) }
      .reduce(0 as UInt64) { $0 | PointSet($1).bits }
    let corner: UInt64 = 0b10
    #expect(Set((0..<8).map { symmetries.image(of: corner, under: $0) }).count == 8)
    for symmetry in 0..<8 {
      #expect(symmetries.image(of: border, under: symmetry) == border)
      #expect(symmetries.image(of: 0b101_0011, under: symmetry).nonzeroBitCount == 4)
      let image = symmetries.image(of: corner, under: symmetry)
      #expect((0..<8).contains { symmetries.image(of: image, under: $0) == corner })
    }
  }

  @Test func positionsAreNumberedUpToSymmetry() {
    let positions = EndgameIndex(own: 2, opponent: 2)
    let symmetries = SymmetryTable()
    var all = 0
    for index in 0..<positions.count {
      let (own, opponent) = positions.stones(at: index)
      let number = positions.index(own: own, opponent: opponent)
      // Where symmetries keep the own stones, the least number stands for several.
      let least = positions.stones(at: number)
      #expect(number <= index)
      #expect(positions.index(own: least.own, opponent: least.opponent) == number)
      if number == index { all += positions.weight(of: index) }
      for symmetry in 1..<8 where index % 17 == 0 {
        let image = positions.index(
          own: symmetries.image(of: own, under: symmetry),
          opponent: symmetries.image(of: opponent, under: symmetry))
        #expect(image == number)
      }
    }
    #expect(all == 36 * 35 / 2 * (34 * 33 / 2))
  }

  /// Small tables of which values are asked of the rules. Captures win there; those that lead to the smaller
  /// table need more stones.
  @Test(arguments: [
    ("lose-at=1", false), ("lose-at=1", true), ("lose-at=1 square=2 protect=never", true),
  ])
  func smallTablesAgreeWithTheRules(rules: String, isUnequal: Bool) throws {
    let table = EndgameTable(try RuleSet(rules), isUnequal: isUnequal, threads: 3) { _, _, _ in }
    #expect(table.contradictions(among: Effort.count(5_000, thorough: 1_000_000), seed: 1) == 0)
    let alone = EndgameTable(try RuleSet(rules), isUnequal: isUnequal) { _, _, _ in }
    for (one, other) in zip(table.summaries(), alone.summaries()) {
      #expect(one.wins == other.wins && one.losses == other.losses && one.longest == other.longest)
      #expect(abs(one.wins + one.losses + one.draws - 1) < 1e-12)
    }
    #expect(table.summaries().count == (isUnequal ? 2 : 1))
  }

  /// Three stones take one of four by a short diagonal: `WULIU_THOROUGH=1 swift test -c release --filter
  /// EndgameTableTests`.
  @Test(.enabled(if: Effort.isThorough, "minutes"), arguments: ["lose-at=2", "fengyang-app"])
  func tablesWithExitsAgreeWithTheRules(rules: String) throws {
    let table = EndgameTable(try RuleSet(rules), isUnequal: true, threads: 2) { _, _, _ in }
    #expect(table.contradictions(among: 1_000_000, seed: 1) == 0)
  }

  /// The whole table takes minutes: `WULIU_THOROUGH=1 swift test -c release --filter EndgameTableTests`.
  @Test(
    .enabled(if: Effort.isThorough, "minutes"),
    arguments: [
      ("protect=last-resort", 0.3576142, 0.1735700), ("fengyang", 0.3576121, 0.1735715),
    ])
  func theTableHasTheKnownShares(rules: String, wins: Double, losses: Double) throws {
    let table = EndgameTable(try RuleSet(rules), threads: 2) { _, _, _ in }
    let summary = try #require(table.summaries().first)
    #expect(table.contradictions(among: 100_000, seed: 1) == 0)
    #expect(abs(summary.wins - wins) < 1e-7 && abs(summary.losses - losses) < 1e-7)
    #expect(abs(summary.wins + summary.losses + summary.draws - 1) < 1e-12)
    #expect(summary.longest == 65)
  }
}

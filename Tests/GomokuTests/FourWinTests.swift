import Basics
import Gomoku
import GomokuRules
import SearchKit
import TestSupport
import Testing

/// Wins by continuous fours.
@Suite struct FourWinTests {
  /// Rows whose published length is not the shortest, and the shortest; a row whose line ends
  /// before the five, since Black has no legal reply left.
  static let otherLengths = ["vg3043": 7, "vx2353": 77]
  /// Rows whose shortest win takes too long to be sure of here.
  static let longRows: Set<String> = ["vx2337"]

  @Test(arguments: ["vcf-published", "vcf-generated"])
  func knownWinsAreFoundWithTheirLength(_ set: String) throws {
    for row in try PuzzleFixture.rows(set) {
      let position = try row.position()
      let isLong = FourWinTests.longRows.contains(row.id)
      let search = ThreatSearch(.vcf, position, isShortest: !isLong, wantsProof: true)
      guard case .win(let line) = search.outcome, let proof = search.proof else {
        Issue.record("\(row.id): \(search.outcome)")
        continue
      }
      let length = FourWinTests.otherLengths[row.id] ?? row.length
      #expect(isLong || (line.count + 1) / 2 == length, "\(row.id)")
      #expect(throws: Never.self, "\(row.id)") { try ProofChecker.check(proof) }
    }
  }

  /// Two rows of the set are claimed to be lost under caro's rule, and are won.
  static let wrongRows: Set<String> = ["vn1952", "vn2892"]

  @Test func nearMissesAreNone() throws {
    for row in try PuzzleFixture.rows("vcf-none") {
      let search = ThreatSearch(.vcf, try row.position(), wantsProof: true)
      guard FourWinTests.wrongRows.contains(row.id) else {
        #expect(search.outcome == .none, "\(row.id)")
        continue
      }
      let proof = try #require(search.proof)
      #expect(throws: Never.self) { try ProofChecker.check(proof) }
      #expect(NaiveProofChecker.verdict(on: proof.text) == .valid)
    }
  }

  /// On boards without and with stones that belong to nobody.
  @Test(arguments: Variant.allCases, [0, 4])
  func answersAreThoseOfBruteForce(_ variant: Variant, neutralStones: Int) throws {
    var wins = 0
    var compared = 0
    for side in 7...9 {
      var positions = RandomPositions(
        variant: variant, side: side, neutralStones: neutralStones, seed: UInt64(side))
      for round in 0..<Effort.count(60, thorough: 400) {
        let position = positions.next(stones: neutralStones + 10 + round % 15)
        guard position.outcome == nil else { continue }
        var brute = BruteForceFours(position, limit: 4000)
        let expected = brute.wins(within: .max)
        if brute.isExhausted { continue }
        compared += 1
        let search = ThreatSearch(.vcf, position, isShortest: true)
        guard case .win(let line) = search.outcome else {
          #expect(search.outcome == .none && !expected, "\(position.stones.map(\.point))")
          continue
        }
        wins += 1
        let length = (line.count + 1) / 2
        brute = BruteForceFours(position, limit: 100_000)
        #expect(expected && brute.shortestWin(within: length) == length)
      }
    }
    #expect(compared > Effort.count(150, thorough: 1000) && wins > 5)
  }

  @Test(arguments: Variant.allCases) func answersDoNotTurnWithTheBoard(_ variant: Variant) throws {
    var positions = RandomPositions(variant: variant, side: 11, seed: 5)
    for round in 0..<Effort.count(20, thorough: 200) {
      let position = positions.next(stones: 14 + round % 20)
      guard position.outcome == nil else { continue }
      let length = self.length(position)
      for symmetry in 0..<8 {
        for swaps in variant == .renju ? [false] : [false, true] {
          let image = position.image(symmetry: symmetry, swappingColors: swaps)
          #expect(self.length(image) == length, "\(position.stones.map(\.point)) \(symmetry)")
        }
      }
    }
  }

  @Test func aFarPairOfStonesChangesNothing() throws {
    var compared = 0
    for row in try PuzzleFixture.rows("vcf-published") + PuzzleFixture.rows("vcf-none") {
      let position = try row.position()
      guard let other = position.withFarPair() else { continue }
      compared += 1
      #expect(length(other) == length(position), "\(row.id)")
    }
    #expect(compared > 50)
  }

  /// Moves of the shortest win by fours, or `nil` for none.
  private func length(_ position: Position) -> Int? {
    let search = ThreatSearch(.vcf, position, isShortest: true, nodeLimit: 1_000_000)
    if case .win(let line) = search.outcome { return (line.count + 1) / 2 }
    #expect(search.outcome == .none)
    return nil
  }

  @Test(arguments: Variant.allCases, [0, 10])
  func repliesOutsideTheZoneLose(_ variant: Variant, neutralStones: Int) throws {
    try ZoneSoundness(neutralStones: neutralStones).run(variant)
  }

  @Test func defencesAreThePublishedOnes() throws {
    for row in try Fixture.rows("vcf-defence.jsonl", in: .module, as: DefenceFixture.self) {
      let position = try GomokuFixtures.position(
        size: row.size, variant: GomokuFixtures.variant(code: "\(row.rule)"), black: row.black,
        white: row.white, toMove: GomokuFixtures.color(row.side))
      let defence = FourDefence(position, nodeLimit: 100_000)
      #expect(defence.threat?.isEmpty == false)
      #expect(Set(defence.answers.map(\.description)) == Set(row.noVCFAfter), "\(row.id)")
    }
  }

  private struct DefenceFixture: Decodable {
    let id: String
    let rule: Int
    let size: Int
    let side: String
    let black: String
    let white: String
    let noVCFAfter: [String]

    enum CodingKeys: String, CodingKey {
      case id, rule, size, side, black, white
      case noVCFAfter = "no_vcf_after"
    }
  }

  @Test func limitsMakeTheAnswerUnknown() throws {
    let row = try #require(PuzzleFixture.rows("vcf-published").first { $0.length ?? 0 > 8 })
    #expect(ThreatSearch(.vcf, try row.position(), nodeLimit: 3).outcome == .unknown)
    let clock = SearchClock()
    clock.stop.request()
    #expect(ThreatSearch(.vcf, try row.position(), clock: clock).outcome == .unknown)
    #expect(ThreatSearch(.vct, try row.position(), clock: clock).outcome == .unknown)
  }
}

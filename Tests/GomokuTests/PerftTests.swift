import Basics
import Gomoku
import GomokuRules
import Testing

@Suite struct PerftTests {
  @Test(arguments: Variant.allCases) func countsAreThePublishedOnes(_ variant: Variant) throws {
    for row in try GomokuFixtures.perft().cases {
      let counts = row.depths["\(variant.gomocupCode)"] ?? []
      let position = try GomokuFixtures.position(
        size: row.size, variant: variant, black: row.black, white: row.white,
        toMove: GomokuFixtures.color(row.side))
      for (index, expected) in counts.enumerated() {
        let perft = Perft.count(position, depth: index + 1)
        #expect(
          [perft.leaves, perft.wins] == expected.map(UInt64.init), "\(row.id) depth \(index + 1)")
      }
    }
  }

  @Test func divideAddsUpToTheCount() throws {
    for row in try GomokuFixtures.perft().cases where row.size < 8 {
      let position = try GomokuFixtures.position(
        size: row.size, variant: .renju, black: row.black, white: row.white,
        toMove: GomokuFixtures.color(row.side))
      let parts = Perft.divide(position, depth: 3)
      #expect(parts.map(\.move) == position.legalMoves)
      #expect(parts.map(\.count.leaves).reduce(0, +) == Perft.count(position, depth: 3).leaves)
    }
  }

  @Test func emptyRectanglesCountAsFallingFactorials() throws {
    let size = try #require(BoardSize(width: 5, height: 9))
    #expect(Perft.count(Position(size: size), depth: 3).leaves == 45 * 44 * 43)
  }

  @Test func finishedGamesHaveNoMoves() throws {
    let position = try GomokuFixtures.position(
      size: 15, variant: .freestyle, black: "a1b1c1d1e1", white: "a2b2c2d2", toMove: .white)
    #expect(Perft.count(position, depth: 0).leaves == 1)
    #expect(Perft.count(position, depth: 1).leaves == 0)
    #expect(position.legalMoves.isEmpty)
  }
}

import Basics
import Gomoku
import GomokuRules
import Testing

@Suite struct RulesTests {
  @Test func everyMoveDoesWhatTheRuleSays() throws {
    for row in try GomokuFixtures.ruleCases() {
      let color = GomokuFixtures.color(row.side)
      let move = try #require(Point(row.move))
      for (code, expected) in row.expect {
        let position = try GomokuFixtures.position(
          size: row.size, variant: GomokuFixtures.variant(code: code), black: row.black,
          white: row.white, toMove: color)
        let effect =
          position.forbiddance(of: move) != nil
          ? "forbidden" : position.isWinning(color, at: move) ? "win" : "none"
        #expect(effect == expected, "\(row.id) rule \(code)")
      }
    }
  }

  @Test func forbiddenPointsAreExactlyThePublishedOnes() throws {
    for row in try GomokuFixtures.forbiddenCases() {
      let position = try GomokuFixtures.position(
        size: row.size, variant: .renju, black: row.black, white: row.white)
      var found: [String: String] = [:]
      for point in position.emptyPoints {
        if let kind = position.blackForbiddance(of: point) { found["\(point)"] = kind.fixtureCode }
      }
      // Where a row names several kinds, the first outranks the others.
      #expect(found == row.points.mapValues { String($0.prefix(1)) }, "\(row.id)")
    }
  }
}

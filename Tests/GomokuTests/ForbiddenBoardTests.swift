import Basics
import Testing

@testable import Gomoku
@testable import GomokuRules

@Suite struct ForbiddenBoardTests {
  @Test func boardForbidsWhatTheRulesForbid() throws {
    for row in try GomokuFixtures.forbiddenCases() {
      let position = try GomokuFixtures.position(
        size: row.size, variant: .renju, black: row.black, white: row.white)
      let board = Board<Renju>(position)
      let found = position.emptyPoints.filter { board.isForbiddenToBlack($0) }.map(\.description)
      #expect(Set(found) == Set(row.points.keys), "\(row.id)")
    }
  }

  @Test(arguments: Variant.allCases)
  func fivePointsOfTheBoardAreTheWinningMovesOfTheRules(_ variant: Variant) throws {
    try FivePoints().run(variant)
  }

  /// Compares every empty point's class with the rules.
  struct FivePoints: BoardScript {
    func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
      for row in try GomokuFixtures.ruleCases() {
        let position = try GomokuFixtures.position(
          size: row.size, variant: Rules.variant, black: row.black, white: row.white)
        let board = Board<Rules>(position)
        for point in position.emptyPoints {
          for color in Color.allCases {
            let isFive = board.pointClass(of: color, at: point) == .five
            #expect(isFive == position.isWinning(color, at: point), "\(row.id) \(point) \(color)")
          }
        }
      }
    }
  }
}

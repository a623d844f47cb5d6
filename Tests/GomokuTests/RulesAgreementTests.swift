import Foundation
import SearchKit
import Testing

@testable import Gomoku

/// The referee's rules against the search's board and against `NaiveBoard`'s reading of the rules.
///
/// `WULIU_SOAK=1` takes twenty times as many positions.
@Suite struct RulesAgreementTests {
  @Test(arguments: Variant.allCases)
  func refereeBoardAndNaiveRulesAgree(_ variant: Variant) throws {
    let isSoak = ProcessInfo.processInfo.environment["WULIU_SOAK"] != nil
    try Agreement(count: isSoak ? 200_000 : 10_000).run(variant)
  }
}

private struct Agreement: BoardScript {
  let count: Int

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var generator = SplitMix64(seed: 909)
    var differences = 0
    for number in 0..<count {
      let size = try #require(BoardSize(width: 5 + number % 7, height: 5 + number % 5))
      var position = Position(size: size, variant: Rules.variant)
      let stones = Int.random(in: 0..<size.pointCount, using: &generator)
      for point in size.points.shuffled(using: &generator).prefix(stones) {
        try position.place(Bool.random(using: &generator) ? .black : .white, on: point)
      }
      let board = Board<Rules>(position)
      let naive = try #require(NaiveBoard(position))
      // A few points of each position: there are many positions.
      for point in position.emptyPoints.shuffled(using: &generator).prefix(2) {
        for color in Color.allCases {
          let wins = position.isWinning(color, at: point)
          let isFive = board.pointClass(of: color, at: point) == .five
          let isNaiveFive = naive.makesFive(NaiveBoard.Side(color), on: NaiveBoard.Place(point))
          if wins != isFive || wins != isNaiveFive { differences += 1 }
        }
        let isForbidden = position.blackForbiddance(of: point) != nil
        if Rules.hasForbiddenPoints, isForbidden != board.isForbiddenToBlack(point) {
          differences += 1
        }
      }
    }
    #expect(differences == 0)
  }
}

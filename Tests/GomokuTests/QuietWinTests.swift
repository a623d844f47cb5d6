import GomokuRules
import SearchKit
import TestSupport
import Testing

@testable import Gomoku

/// The prover that makes the theorems' strategies.
@Suite struct QuietWinTests {
  /// A loser with more extra stones may stop a win. This must not hide the win against fewer.
  @Test(arguments: Variant.allCases)
  func failuresWithExtraStonesHideNoWin(_ variant: Variant) {
    var positions = RandomPositions(variant: variant, side: 11, seed: 56)
    var (wins, changes) = (0, 0)
    for round in 0..<Effort.count(200, thorough: 2_000) {
      let position = positions.next(stones: 8 + round % 8)
      guard position.outcome == nil else { continue }
      let alone = variant.run(ThreatWins(position: position, extraStones: [0]))
      let found = variant.run(ThreatWins(position: position, extraStones: [3, 2, 1, 0]))
      // What was found with extra stones may help to find more.
      #expect(found.last == true || alone.last == false, "\(position.stones.map(\.point))")
      if alone.last == true { wins += 1 }
      if found.first != found.last { changes += 1 }
    }
    print("\(variant): \(wins) wins, \(changes) of them stopped by extra stones")
    #expect(wins > changes && changes > 0)
  }

  /// Asks one prover for wins by threats, one number of extra stones after the other.
  private struct ThreatWins: VariantTask {
    let position: Position
    let extraStones: [Int]

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> [Bool] {
      var limits = WinSearch.Limits()
      limits.searchNodes = 0
      var prover = QuietWinProver<Rules>(
        position, winner: position.sideToMove, limits: limits,
        hints: WinSearch.Hints(book: StrategyBook(size: position.size)), clock: SearchClock())
      return extraStones.map { prover.win(quiet: 0, extraStones: $0) != nil }
    }
  }
}

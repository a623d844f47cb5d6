import Basics
import Testing

@testable import Gomoku
@testable import GomokuRules

/// Plays every legal reply outside the zone of random wins by fours, and looks for the win again.
struct ZoneSoundness: BoardScript {
  let neutralStones: Int

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var positions = RandomPositions(
      variant: Rules.variant, side: 11, neutralStones: neutralStones, seed: 21)
    var wins = 0
    var outside = 0
    for round in 0..<200 where wins < 25 {
      let position = positions.next(stones: neutralStones + 12 + round % 24)
      var board = Board<Rules>(position)
      var solver = VCFSolver<Rules>(table: VCFTable(logCount: 14))
      guard board.fourCount(of: position.sideToMove) > 0,
        case .win(let moves) = solver.solve(&board, budget: 50_000), moves > 1
      else { continue }
      wins += 1
      let zone = solver.zone(&board)
      // The defender replies as if a threat had just been made.
      var replies = position
      replies.sideToMove = position.sideToMove.opponent
      for reply in replies.legalMoves where !zone.contains(reply) {
        outside += 1
        guard var next = replies.after(reply) else { continue }
        next.sideToMove = position.sideToMove
        let search = ThreatSearch(.vcf, next, nodeLimit: 100_000)
        guard case .win = search.outcome else {
          Issue.record("\(Rules.variant) \(position.stones.map(\.point)) \(reply)")
          continue
        }
      }
    }
    #expect(wins > 5)
    // Under renju White's wins often hang on forbidden points, and then every point counts.
    #expect(outside > 200)
  }
}

import Basics
import SearchKit
import Testing

@testable import Gomoku
@testable import GomokuRules

@Suite struct StaticResultTests {
  @Test(arguments: Variant.allCases, [0, 10])
  func staticResultsAreProvenByTheRules(_ variant: Variant, neutralStones: Int) throws {
    try StaticResults(neutralStones: neutralStones).run(variant)
  }

  /// White's double three on h8 makes Black's double four on l8 a single one, which Black may play.
  @Test func aForbiddenFourMayBecomeALegalOne() throws {
    var position = Position(variant: .renju)
    let black = "g10h6h7h9h10h11i6i8j7j8k7k8l9l10l11m7n6n7o7"
    let white = "f6f11g7g8g11h5h12i7j6k6k10l6l12m8m10"
    for point in try #require(Point.list(black)) { try position.place(.black, on: point) }
    for point in try #require(Point.list(white)) { try position.place(.white, on: point) }
    position.sideToMove = .white
    let board = Board<Renju>(position)
    #expect(board.count(.doubleThree, of: .white) > 0 && board.fourCount(of: .black) == 0)
    #expect(board.staticResult(atPly: 0) == nil)
  }

  @Test(arguments: Variant.allCases, [0, 12])
  func repliesToThreatsAreExact(_ variant: Variant, neutralStones: Int) throws {
    try Replies(neutralStones: neutralStones).run(variant)
  }
}

/// Plays out what the counters claim against every legal reply.
private struct StaticResults: BoardScript {
  let neutralStones: Int

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var positions = RandomPositions(
      variant: Rules.variant, side: 9, neutralStones: neutralStones, seed: 11)
    var found = [Int: Int]()
    for round in 0..<400 {
      let position = positions.next(stones: neutralStones + 8 + round % 16)
      let board = Board<Rules>(position)
      guard let result = board.staticResult(atPly: 0), let plies = result.plies,
        found[plies, default: 0] < 12
      else { continue }
      found[plies, default: 0] += 1
      #expect(
        proves(position, rules, isWin: result.isWin, plies: plies),
        "\(result) \(position.stones.map(\.point))")
    }
    #expect(found[1] ?? 0 > 0 && found[3] ?? 0 > 0)
  }

  /// Whether the side to move wins, or loses, within `plies` by the rules.
  private func proves<Rules: RuleTraits>(
    _ position: Position, _ rules: Rules.Type, isWin: Bool, plies: Int
  ) -> Bool {
    if plies <= 0 { return false }
    if !isWin {
      return !position.canWinAtOnce
        && position.legalMoves.allSatisfy { move in
          position.after(move).map { proves($0, rules, isWin: true, plies: plies - 1) } ?? true
        }
    }
    if position.canWinAtOnce { return true }
    let board = Board<Rules>(position)
    let own = position.sideToMove
    // The attacker's promising moves are enough to find the win.
    return position.legalMoves.contains { move in
      let pointClass = board.pointClass(of: own, at: move)
      guard plies > 3 ? pointClass >= .doubleThree : pointClass >= .four else { return false }
      return position.after(move).map { proves($0, rules, isWin: false, plies: plies - 1) } ?? false
    }
  }
}

/// Compares the generated replies with what the opponent can do after each legal move.
private struct Replies: BoardScript {
  let neutralStones: Int

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var positions = RandomPositions(
      variant: Rules.variant, side: 11, neutralStones: neutralStones, seed: 12)
    var fives = 0
    var openFours = 0
    for round in 0..<600 {
      let position = positions.next(stones: neutralStones + 10 + round % 30)
      var board = Board<Rules>(position)
      let own = position.sideToMove
      guard board.count(.five, of: own) == 0 else { continue }
      if board.count(.five, of: own.opponent) > 0 {
        fives += 1
        let replies = board.repliesToFive()
        for move in position.legalMoves {
          let stops = position.after(move)?.canWinAtOnce == false
          #expect(stops == replies.contains(move), "\(move) \(position.stones.map(\.point))")
        }
      } else if board.count(.openFour, of: own.opponent) > 0 {
        openFours += 1
        let replies = board.repliesToOpenFour()
        for move in position.legalMoves where !replies.contains(move) {
          board.make(move)
          #expect(board.count(.openFour, of: own.opponent) > 0, "\(move)")
          board.unmake()
        }
      }
    }
    #expect(fives > 0 && openFours > 0)
  }
}

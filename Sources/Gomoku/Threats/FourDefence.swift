import Basics
import GomokuRules
import SearchKit

/// Which replies leave the opponent without a win by fours.
public struct FourDefence: Sendable {
  /// The opponent's line if the side to move passed; `nil` if he has none, as far as was searched.
  public let threat: [Point]?
  /// The legal moves after which the opponent has no win by fours. Without a threat all of them.
  public let answers: [Point]

  /// - Parameter nodeLimit: for each look.
  public init(_ position: Position, nodeLimit: UInt64, clock: SearchClock = SearchClock()) {
    var passed = position
    passed.sideToMove = position.sideToMove.opponent
    let moves = position.legalMoves
    guard
      case .win(let line) = ThreatSearch(.vcf, passed, nodeLimit: nodeLimit, clock: clock).outcome
    else {
      threat = nil
      answers = moves
      return
    }
    threat = line
    answers = moves.filter { move in
      if position.isWinning(position.sideToMove, at: move) { return true }
      var next = position
      guard (try? next.play(move)) != nil else { return false }
      let search = ThreatSearch(.vcf, next, nodeLimit: nodeLimit, clock: clock)
      if case .win = search.outcome { return false }
      return true
    }
  }
}

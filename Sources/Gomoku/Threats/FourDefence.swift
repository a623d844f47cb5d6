import Basics
import GomokuRules
import SearchKit

/// A search for the replies that leave the opponent without a win by fours.
public struct FourDefence: Sendable {
  /// The opponent's line to a win by fours if the side to move passed; `nil` if none was found.
  public let threat: [Point]?
  /// The legal moves after which no win by fours was found; all legal moves if there is no threat.
  public let answers: [Point]

  /// - Parameter nodeLimit: the node limit of each search. There is one for the pass and, if the
  ///   opponent then wins, one for each legal move.
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

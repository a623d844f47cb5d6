import Basics

/// Why a turn cannot be played.
public enum IllegalTurn: Error, Equatable, Sendable {
  /// The text has not the shape of a turn.
  case unreadable
  case noSuchPoint(String)
  case occupied(Point)
  /// The point holds no live stone of the side to move.
  case notYours(Point)
  case notAdjacent(Point, Point)
  /// The number of captured stones is wrong.
  case mustCapture(Int)
  /// The point holds no stone that this turn may take.
  case mayNotCapture(Point)
  /// The action belongs to another phase.
  case wrongPhase(Phase)
  /// A pass while there is something to play.
  case mayNotPass
  case mustPass
  case gameOver(Outcome)
}

extension IllegalTurn: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable: "not a turn"
    case .noSuchPoint(let text): "no such point \(text)"
    case .occupied(let point): "\(point) is occupied"
    case .notYours(let point): "\(point) is not yours"
    case .notAdjacent(let from, let to): "\(to) is not adjacent to \(from)"
    case .mustCapture(let count): "must capture \(count)"
    case .mayNotCapture(let point): "may not capture \(point)"
    case .wrongPhase(let phase): "wrong phase, this is the \(phase) phase"
    case .mayNotPass: "may not pass"
    case .mustPass: "must pass"
    case .gameOver(let outcome): "game over: \(outcome)"
    }
  }
}

/// How a game ended.
public struct Outcome: Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The loser has this many live stones or fewer; in a draw both have.
    case fewStones(Int)
    /// The side to move has no slide and the rules do not let it pass.
    case blocked
    /// So many turns in a row without a capture.
    case quiet(Int)
    /// The same position for the third time.
    case repetition
  }

  /// `nil` for a draw.
  public let winner: Color?
  public let reason: Reason

  public init(winner: Color?, reason: Reason) {
    self.winner = winner
    self.reason = reason
  }
}

extension Outcome: CustomStringConvertible {
  /// `white wins, black has 3 stones or fewer`.
  public var description: String {
    guard let winner else { return "draw, \(reasonText(loser: "both players"))" }
    return "\(winner) wins, \(reasonText(loser: winner.opponent.description))"
  }

  private func reasonText(loser: String) -> String {
    switch reason {
    case .fewStones(let count):
      "\(loser) \(winner == nil ? "have" : "has") \(count) stones or fewer"
    case .blocked: winner == nil ? "no slide is left" : "\(loser) has no slide"
    case .quiet(let turns): "\(turns) turns without a capture"
    case .repetition: "the position occurred for the third time"
    }
  }
}

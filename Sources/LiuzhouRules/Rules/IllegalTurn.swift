import Basics

/// The reason why a turn is illegal.
public enum IllegalTurn: Error, Equatable, Sendable {
  /// The text does not have the form of a turn.
  case unreadable
  case noSuchPoint(String)
  case occupied(Point)
  /// The point holds no live stone of the side to move.
  case notYours(Point)
  case notAdjacent(Point, Point)
  /// The turn must capture this number of stones, and does not.
  case mustCapture(Int)
  /// The point holds no stone that this turn may capture.
  case mayNotCapture(Point)
  /// The action is not possible in the current phase, the associated value.
  case wrongPhase(Phase)
  /// A pass although another action is legal.
  case mayNotPass
  /// An action although a pass is the only legal turn.
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

/// The result of a finished game and the reason for it.
public struct Outcome: Hashable, Sendable {
  /// The rule that ended the game.
  public enum Reason: Hashable, Sendable {
    /// The loser has this number of live stones or fewer; in a draw this holds for both players.
    case fewStones(Int)
    /// The side to move has no slide, which ends the game under these rules.
    case blocked
    /// No stone was captured in this number of turns in a row.
    case quiet(Int)
    /// This number of steps has been played.
    case length(Int)
    /// The position occurred for the third time.
    case repetition
  }

  /// The winner, or `nil` for a draw.
  public let winner: Color?
  public let reason: Reason

  public init(winner: Color?, reason: Reason) {
    self.winner = winner
    self.reason = reason
  }
}

extension Outcome: CustomStringConvertible {
  /// The result as text, such as `white wins, black has 3 stones or fewer`.
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
    case .length(let steps): "\(steps) steps have been played"
    case .repetition: "the position occurred for the third time"
    }
  }
}

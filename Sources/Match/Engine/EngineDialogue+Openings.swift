import Basics
import Gomocup
import GomokuRules

/// The commands and answers for openings by a rule, in which the engines choose the first moves.
///
/// `SWAP2BOARD`, a command of the Gomocup protocol, asks for actions in swap2 after no, three or
/// five stones. Otherwise `OPENING`, a command of our own, asks for the next action.
extension EngineDialogue {
  /// An engine's actions in an opening, and the move after it that some answers in swap2 include.
  package struct OpeningAnswer: Equatable {
    package var actions: [OpeningAction]
    /// The move after the last action, which ends the opening.
    package var move: Point?

    /// The actions and the move, as in `h8 i9 j10` or `stay g7`.
    package var text: String {
      (actions.map(\.description) + (move.map { [$0.description] } ?? [])).joined(separator: " ")
    }
  }

  /// Returns the command that asks for the next action of an opening.
  package static func request(_ opening: OpeningGame) -> [String] {
    let stones = opening.position.stones.map(\.point)
    return isSwap2Question(opening)
      ? lines(.gomoku(.swap2Board(stones)))
      : lines(.gomoku(.opening(opening.rule, opening.actions)))
  }

  /// Returns the actions in an engine's reply to `request`; `nil` if the reply is no answer.
  ///
  /// The caller has to check that the rule allows the actions. In swap2, `SWAP` takes Black and a
  /// move takes White.
  package static func answer(_ reply: Reply, in opening: OpeningGame) -> OpeningAnswer? {
    guard isSwap2Question(opening) else {
      if case .opening(let action?) = reply { return OpeningAnswer(actions: [action]) }
      return nil
    }
    let stones = opening.position.stones.count
    switch reply {
    case .points(let points) where points.count == (stones == 0 ? 3 : stones == 3 ? 2 : 0):
      return OpeningAnswer(actions: points.map(OpeningAction.place))
    case .swap where stones > 0: return OpeningAnswer(actions: [opening.taking(.black)])
    case .move(.point(let point)) where stones > 0:
      return OpeningAnswer(actions: [opening.taking(.white)], move: point)
    default: return nil
    }
  }

  /// Returns whether `SWAP2BOARD` can ask for the next action: after no, three or five stones.
  private static func isSwap2Question(_ opening: OpeningGame) -> Bool {
    opening.rule == .swap2 && [0, 3, 5].contains(opening.position.stones.count)
  }
}

extension OpeningGame {
  /// Returns the action by which the player to act takes a colour when a swap is offered.
  package func taking(_ color: Color) -> OpeningAction {
    actor.map { self.color(of: $0) } == color ? .stay : .swap
  }
}

import GomokuRules

/// One of the two players of a game, independent of colours.
public enum Player: Int, CaseIterable, Sendable {
  /// The player who has Black; under an opening rule, the player who begins the opening.
  case first = 1
  case second

  public var other: Player { self == .first ? .second : .first }
  /// The index 0 or 1.
  var index: Int { rawValue - 1 }

  init(_ player: OpeningPlayer) { self = player == .first ? .first : .second }
}

/// The parameters of time allotment: the length of a game, and the time for each turn.
public struct TurnPlan: Equatable, Sendable {
  /// The number of a player's slides after which most games are decided.
  public var slides = 10
  /// The number of a player's last placements, which decide the game.
  public var decisivePlacements = 10
  /// The time for an earlier placement, in percent of the time for a later turn.
  public var earlyPercent = 60

  public init() {}
}

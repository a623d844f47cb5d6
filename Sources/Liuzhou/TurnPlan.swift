/// How many turns a game lasts, and how much time each of them is worth.
public struct TurnPlan: Equatable, Sendable {
  /// The own slides after which most games are decided.
  public var slides = 10
  /// The last own placements, which decide the game.
  public var decisive = 10
  /// The worth of an earlier placement in percent of a later turn's.
  public var early = 60

  public init() {}
}

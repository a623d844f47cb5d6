/// A game's clock settings as the manager sends them, and the budget that they leave for a turn.
public struct MatchClock: Equatable, Sendable {
  /// The largest time for one turn; zero means as fast as possible, `nil` no limit.
  public var turn: Duration?
  /// The time for all turns of the player in a game; `nil` for no limit.
  public var match: Duration?
  /// The match time left, as the manager sends it or `spend` computes it; `nil` until then.
  public var left: Duration?
  /// The time added after each of the player's own moves.
  public var increment: Duration = .zero
  /// The time from which `budget` computes the reserve at each turn, for pipes, slow managers and a
  /// loaded machine.
  public var overhead: Duration = .milliseconds(20)

  public init(turn: Duration? = nil, match: Duration? = nil) {
    self.turn = turn
    self.match = match
  }

  /// Makes the settings of a game in which the player may search `nodes` nodes, with no reserve.
  ///
  /// Each node counts as a microsecond, as in `SearchClock.Meter.nodes`.
  public init(nodes: UInt64) {
    self.init(match: .microseconds(nodes))
    overhead = .zero
  }

  /// The match time left before the next turn; `nil` if neither `left` nor `match` is set.
  public var remaining: Duration? { left ?? match }

  /// Returns the deadlines for the next turn, or `nil` if nothing limits the time.
  ///
  /// - Parameter movesToGo: an upper bound on the player's own moves until the end of the game.
  public func budget(movesToGo: Int, policy: TimePolicy = TimePolicy()) -> TimeBudget? {
    guard turn != nil || remaining != nil else { return nil }
    if let turn, turn <= .zero { return .exactly(.zero) }
    let reserve = overhead + (turn ?? .seconds(1)) / 50
    let turnPart = turn.map { max($0 - min(reserve, $0 / 4), .milliseconds(1)) }
    guard let remaining else { return .exactly(turnPart ?? .zero) }
    let usable = max(remaining - overhead * 2, .milliseconds(1))
    let horizon = min(max(movesToGo, 8), policy.horizon)
    let share = usable / horizon + increment * 0.75
    // The match time suffices for full turns to the end of the game, so only the turn limit counts.
    if let turnPart, turnPart * min(max(movesToGo, 8), 64) <= usable { return .exactly(turnPart) }
    let greatest = usable * policy.greatestShare / 100 + increment * 0.75
    let hard = min(greatest, usable, turnPart ?? usable)
    return TimeBudget(soft: min(share, hard), hard: hard)
  }

  /// Subtracts the duration of one of the player's turns from the match time, and adds the
  /// increment.
  ///
  /// Managers that do not send the time left make this necessary. Without a match limit nothing
  /// changes.
  public mutating func spend(_ duration: Duration) {
    guard let remaining else { return }
    left = remaining - duration + increment
  }
}

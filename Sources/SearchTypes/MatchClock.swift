/// A game's clock settings as the manager sends them, and the budget that they leave for a turn.
public struct MatchClock: Equatable, Sendable {
  /// The most time for one turn; zero means as fast as possible, `nil` no limit.
  public var turn: Duration?
  /// The time for the whole game, or `nil`.
  public var match: Duration?
  /// The match time left, as the manager sends it or `spend` counts it; before either it is `nil`.
  public var left: Duration?
  /// The time added after every own move.
  public var increment: Duration = .zero
  /// The time kept back at each turn, for pipes, polling managers and a loaded machine.
  public var overhead: Duration = .milliseconds(20)

  public init(turn: Duration? = nil, match: Duration? = nil) {
    self.turn = turn
    self.match = match
  }

  /// Makes a clock that measures nodes, a microsecond each (`SearchClock.Meter.nodes`).
  ///
  /// The nodes are for the whole game, and none are kept back.
  public init(nodes: UInt64) {
    self.init(match: .microseconds(nodes))
    overhead = .zero
  }

  /// The match time left before the next turn, or `nil` without a match limit.
  public var remaining: Duration? { left ?? match }

  /// Returns the deadlines for the next turn, or `nil` if nothing limits the time.
  ///
  /// - Parameter movesToGo: the most own moves that the game may still last.
  public func budget(movesToGo: Int, policy: TimePolicy = TimePolicy()) -> TimeBudget? {
    guard turn != nil || remaining != nil else { return nil }
    if let turn, turn <= .zero { return .exactly(.zero) }
    let reserve = overhead + (turn ?? .seconds(1)) / 50
    let turnPart = turn.map { max($0 - min(reserve, $0 / 4), .milliseconds(1)) }
    guard let remaining else { return .exactly(turnPart ?? .zero) }
    let usable = max(remaining - overhead * 2, .milliseconds(1))
    let horizon = min(max(movesToGo, 8), policy.horizon)
    let share = usable / horizon + increment * 0.75
    // The time is enough for full turns to the end of the game, so that only the turn limit counts.
    if let turnPart, turnPart * min(max(movesToGo, 8), 64) <= usable { return .exactly(turnPart) }
    let greatest = usable * policy.greatestShare / 100 + increment * 0.75
    let hard = min(greatest, usable, turnPart ?? usable)
    return TimeBudget(soft: min(share, hard), hard: hard)
  }

  /// Subtracts an own turn from the match time, for managers that do not send what is left.
  public mutating func spend(_ duration: Duration) {
    guard let remaining else { return }
    left = remaining - duration + increment
  }
}

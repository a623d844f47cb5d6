/// The clock settings of a game as a manager sends them, and the budget they leave for one turn.
public struct MatchClock: Equatable, Sendable {
  /// Most time for one turn; zero means "as fast as possible", `nil` no limit.
  public var turn: Duration?
  /// Time for the whole game, or `nil`.
  public var match: Duration?
  /// What the manager says is left of the match; without it the own clock counts down from `match`.
  public var left: Duration?
  /// Added to the match time after every own move.
  public var increment: Duration = .zero
  /// Kept back at each turn for the way through pipes, polling managers and a loaded machine.
  public var overhead: Duration = .milliseconds(20)

  public init(turn: Duration? = nil, match: Duration? = nil) {
    self.turn = turn
    self.match = match
  }

  /// A clock that measures nodes, a microsecond each (`SearchClock.Meter.nodes`): so many are left for
  /// the whole game, and no time is lost on the way.
  public init(nodes: UInt64) {
    self.init(match: .microseconds(nodes))
    overhead = .zero
  }

  /// What is left of the match before the next turn, or `nil` without a match limit.
  public var remaining: Duration? { left ?? match }

  /// The deadlines for the next turn, or `nil` when nothing limits the time.
  ///
  /// - Parameter movesToGo: how many own moves the game may still last.
  public func budget(movesToGo: Int, policy: TimePolicy = TimePolicy()) -> TimeBudget? {
    guard turn != nil || remaining != nil else { return nil }
    if let turn, turn <= .zero { return .exactly(.zero) }
    let reserve = overhead + (turn ?? .seconds(1)) / 50
    let turnPart = turn.map { max($0 - min(reserve, $0 / 4), .milliseconds(1)) }
    guard let remaining else { return .exactly(turnPart ?? .zero) }
    let usable = max(remaining - overhead * 2, .milliseconds(1))
    let horizon = min(max(movesToGo, 8), policy.horizon)
    let share = usable / horizon + increment * 0.75
    // Enough for full turns to the end of the game: the turn limit alone counts.
    if let turnPart, turnPart * min(max(movesToGo, 8), 64) <= usable { return .exactly(turnPart) }
    let greatest = usable * policy.greatestShare / 100 + increment * 0.75
    let hard = min(greatest, usable, turnPart ?? usable)
    return TimeBudget(soft: min(share, hard), hard: hard)
  }

  /// Books an own turn on the own clock, for managers that do not send what is left.
  public mutating func spend(_ duration: Duration) {
    guard let remaining else { return }
    left = remaining - duration + increment
  }
}

import Platform
import Tournament

/// What a link adds to the clocks of a table.
///
/// The host's clock decides. The guest says how long he has thought, and the host believes him as far
/// as the difference to its own clock may be the connection's fault.
struct LinkClock: Sendable {
  /// Whose clock stands until the other table is heard.
  enum Hold: Sendable { case nobody, remote, both }

  var hold = Hold.nobody
  /// Whether this table's clock decides: not the guest's.
  var decides = true
  /// Milliseconds that the other player has been let off for his connection.
  private(set) var used = 0

  /// Milliseconds of one turn that may be the connection's fault.
  static let turnAllowance = 1000
  /// Milliseconds of a game that may be the connection's fault, for each sitting of the host.
  static let gameAllowance = 30_000

  /// What is left of the allowance for one turn.
  var allowance: Int { min(LinkClock.turnAllowance, LinkClock.gameAllowance - used) }

  /// The milliseconds to book for a turn that took `measured` by this clock.
  mutating func charge(claimed: Int, measured: Int) -> Int {
    let time = max(min(claimed, measured), measured - allowance)
    used += measured - time
    return time
  }
}

extension Table {
  /// Whether the clock of the player to move stands until the other table is heard.
  var isClockHeld: Bool {
    switch linkClock.hold {
    case .nobody: false
    case .remote: game.actor == settings.remote
    case .both: true
    }
  }

  /// The other table has been heard: from now on both clocks run.
  mutating func releaseClock(now: MonotonicTime) {
    if isClockHeld { turnBegan = now }
    linkClock.hold = .nobody
  }

  /// Has the turn begin so many milliseconds ago.
  mutating func setElapsed(_ milliseconds: Int, now: MonotonicTime) {
    linkClock.hold = .nobody
    turnBegan = now.advanced(milliseconds: -milliseconds)
  }

  /// The deed that the guest wants, with the time that the host's clock gives it; the fall of his
  /// flag if that is more than he has.
  mutating func timed(_ deed: Deed, now: MonotonicTime) -> Deed {
    guard case .move(let move, let claimed) = deed, let actor = game.actor else { return deed }
    let measured = min(elapsed(at: now), Bounds.time.upperBound)
    let time = linkClock.charge(claimed: claimed, measured: measured)
    if let left = timeLeft(of: actor, at: now), left + measured - time <= 0 { return .flag(actor) }
    return .move(move, milliseconds: time)
  }
}

import Match
import Platform

/// The clock of the current turn.
enum TurnClock: Equatable, Sendable {
  case running(since: MonotonicTime)
  /// The clock is stopped because the game pauses; the turn had taken this many milliseconds.
  case paused(after: Int)
}

/// The clock rules for a game over a link, which compensate for the delay of the connection.
///
/// The host's clock decides. The guest reports the time that he took for his move. The host charges
/// the reported time, kept between two bounds: at most the host's own measurement, and at least
/// that measurement minus `allowance`.
struct LinkClock: Sendable {
  /// The clocks that are stopped until the peer is heard.
  enum Hold: Sendable { case nobody, remote, both }

  var hold = Hold.nobody
  /// The milliseconds that the current turn had taken when its clock was stopped.
  var heldTime = 0
  /// True unless this end is the guest, because only the host's clock decides.
  var decides = true
  /// The total correction in the guest's favour so far, in milliseconds.
  private(set) var used = 0

  /// The greatest correction of one turn, in milliseconds.
  static let turnAllowance = 1000
  /// The greatest total correction in one session of the host, in milliseconds.
  static let gameAllowance = 30_000

  /// The greatest correction still possible for the next turn, in milliseconds.
  var allowance: Int { min(LinkClock.turnAllowance, LinkClock.gameAllowance - used) }

  /// Returns the time to charge for a turn, in milliseconds, and adds the correction to `used`.
  ///
  /// - Parameters:
  ///   - claimed: the time that the guest reports.
  ///   - measured: the time by this clock.
  mutating func charge(claimed: Int, measured: Int) -> Int {
    let time = max(min(claimed, measured), measured - allowance)
    used += measured - time
    return time
  }
}

extension PlayState {
  /// True if the clock of the player to move is stopped until the peer is heard.
  var isClockHeld: Bool {
    switch linkClock.hold {
    case .nobody: false
    case .remote: game.actor == settings.remote
    case .both: true
    }
  }

  /// Ends the hold on the clocks, as the peer has been heard.
  mutating func releaseClock(now: MonotonicTime) {
    if isClockHeld { turnClock = .running(since: now.advanced(milliseconds: -linkClock.heldTime)) }
    linkClock.hold = .nobody
  }

  /// Subtracts a time from the current turn if it is the remote player's turn.
  ///
  /// The host does so after a suspension of this program, in which no move could be received.
  mutating func excuseRemote(milliseconds: Int) {
    guard let remote = settings.remote, game.actor == remote, !isClockHeld,
      case .running(let start) = turnClock
    else { return }
    turnClock = .running(since: start.advanced(milliseconds: milliseconds))
  }

  /// Sets the milliseconds that the current turn has taken so far, and lets all clocks run on.
  mutating func setElapsed(_ milliseconds: Int, now: MonotonicTime) {
    linkClock.hold = .nobody
    turnClock = .running(since: now.advanced(milliseconds: -milliseconds))
  }

  /// Returns the guest's action with the time that the host charges for it.
  ///
  /// Returns a loss on time instead if the charge leaves the guest no time. An action without a
  /// time stays as it is.
  mutating func timed(_ action: GameAction, now: MonotonicTime) -> GameAction {
    guard let claimed = action.milliseconds, let actor = game.actor else { return action }
    let measured = turnTime(at: now)
    let time = linkClock.charge(claimed: claimed, measured: measured)
    if let left = timeLeft(of: actor, at: now), left + measured - time <= 0 { return .flag(actor) }
    return action.taking(milliseconds: time)
  }
}

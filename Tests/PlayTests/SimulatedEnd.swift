import Basics
import Gomocup
import Platform
import TestSupport
import Testing

@testable import Match
@testable import Play

/// One end of a simulated link: what its file holds, its table and its machine.
final class SimulatedEnd {
  /// What survives a crash.
  struct File {
    var settings: PlaySettings
    var credentials: LinkCredentials
    var actions: [GameAction] = []
  }

  let name: String
  let role: LinkRole
  let token: LinkSecret
  private(set) var file: File?
  private(set) var state: PlayState?
  private(set) var link: LinkStateMachine
  private(set) var isUp = true
  /// What it has said since the world took it, and the connections it has closed.
  var effects: [LinkEffect] = []
  var faults: [String] = []
  private(set) var denials = 0
  /// Why it has left for good.
  private(set) var departure: String?
  /// Everything that the person at this end wanted, by its number.
  private(set) var wishes: [(number: Int, action: GameAction)] = []
  /// Called for each deed before it is kept.
  var inspect: (GameAction, MonotonicTime) -> Void = { _, _ in }
  /// Whether the machine stops at this write: before or after it.
  var stops: () -> (before: Bool, after: Bool) = { (false, false) }
  private var random: SplitMix64

  init(host name: String, _ settings: PlaySettings, token: LinkSecret, seed: UInt64) {
    (self.name, role, self.token, random) = (name, .host, token, SplitMix64(seed: seed))
    let credentials = LinkCredentials(.host, token: token)
    file = File(settings: settings, credentials: credentials)
    link = LinkStateMachine(
      name: name, settings: settings, credentials: credentials, random: random)
    start(.init(nanoseconds: 0))
  }

  init(guest name: String, file: File? = nil, token: LinkSecret, seed: UInt64) {
    (self.name, role, self.token, random) = (name, .guest, token, SplitMix64(seed: seed))
    self.file = file
    link = LinkStateMachine(
      name: name, settings: nil, credentials: LinkCredentials(.guest, token: token),
      random: random)
    start(.init(nanoseconds: 0))
  }

  var game: PlayedGame? { state?.game }
  var player: Player? { state?.settings.remote?.other }

  // MARK: Life

  /// The program is killed: all that is not in the file is lost.
  func crash() {
    (isUp, state, effects) = (false, nil, [])
  }

  /// The program begins, with what is in the file.
  func start(_ now: MonotonicTime) {
    isUp = true
    let source = SplitMix64(seed: random.next())
    link = LinkStateMachine(
      name: name, settings: file?.settings,
      credentials: file?.credentials ?? LinkCredentials(role, token: token), random: source)
    state = file.flatMap { try? PlayState($0.settings, after: $0.actions, now: now) }
    setClock()
  }

  private func setClock() {
    state?.linkClock.decides = role == .host
    state?.linkClock.hold = role == .host && file?.credentials.seat != nil ? .remote : .both
  }

  /// The file is replaced by an older copy of itself.
  func loseDeeds(after count: Int, _ now: MonotonicTime) {
    crash()
    file?.actions.removeSubrange(count...)
    start(now)
  }

  // MARK: Events

  func take(_ event: LinkEvent, _ now: MonotonicTime) {
    guard isUp else { return }
    let elapsed = state.map { min($0.elapsed(at: now), Bounds.time.upperBound) }
    act(link.handle(event, state?.game, elapsed: elapsed, now: now), now)
  }

  private func act(_ list: [LinkEffect], _ now: MonotonicTime) {
    for effect in list where isUp {
      effects.append(effect)
      switch effect {
      case .send, .close, .news: break
      case .warning(let text): faults.append("\(name): \(text)")
      case .keep(let credentials):
        write({ $0?.credentials = credentials })
        take(.keptCredentials(credentials), now)
      case .commit(let action): commit(action, now)
      case .grant(let action):
        if let action = state?.timed(action, now: now) { commit(action, now) }
      case .adopt(let settings, let credentials): adopt(settings, credentials, now)
      case .seated: state?.releaseClock(now: now)
      case .clock(let elapsed): state?.setElapsed(elapsed, now: now)
      case .rematch(let settings): leave(for: settings)
      case .denied: denials += 1
      case .leave(let text):
        departure = text.description
        crash()
      }
    }
  }

  /// Leaves for another game of the same players, in a file of its own.
  func leave(for settings: PlaySettings) {
    guard let credentials = file?.credentials else { return }
    crash()
    file = File(settings: settings, credentials: credentials)
  }

  /// Writes to the file, unless the program is killed before.
  private func write(_ change: (inout File?) -> Void) {
    let stop = stops()
    if !stop.before {
      var copy = file
      change(&copy)
      file = copy
    }
    if stop.before || stop.after { crash() }
  }

  private func adopt(
    _ settings: PlaySettings, _ credentials: LinkCredentials, _ now: MonotonicTime
  ) {
    if file?.settings != settings {
      write { $0 = File(settings: settings, credentials: credentials) }
      guard isUp else { return }
      state = try? PlayState(settings, now: now)
      setClock()
    }
    if let file { take(.adopted(settings, file.credentials), now) }
  }

  private func commit(_ action: GameAction, _ now: MonotonicTime) {
    guard (try? state?.game.after(action)) != nil else {
      return faults.append("\(name): \(action.text) is impossible")
    }
    inspect(action, now)
    write { $0?.actions.append(action) }
    guard isUp else { return }
    try? state?.perform(action, now: now)
    take(.kept, now)
  }

  // MARK: The person

  /// What the person at this end wants to do.
  func propose(_ action: GameAction, _ now: MonotonicTime) {
    guard isUp, link.obstacle == nil, let state else { return }
    if role == .host {
      let action = state.fallenFlag(at: now) ?? action
      wishes.append((state.game.actions.count + 1, action))
      commit(action, now)
    } else if link.wanted == nil {
      wishes.append((state.game.actions.count + 1, action))
      take(.wants(action), now)
    }
  }

  /// Does something possible, if it is this player's turn; the host's clock does its part.
  func play(_ now: MonotonicTime, _ random: inout SplitMix64) {
    guard isUp, let state, let player, link.obstacle == nil else { return }
    if let flag = state.fallenFlag(at: now) { return propose(flag, now) }
    guard link.wanted == nil, state.game.ending == nil else { return }
    let game = state.game
    if let open = game.pendingRequest, open.player != player {
      propose(.answer(player, random.next() % 4 == 0), now)
    } else if game.pendingRequest == nil, !game.steps.isEmpty, random.next() % 12 == 0 {
      propose(.ask(player, random.next() % 8 == 0 ? .draw : .undo(steps: 1)), now)
    } else if game.actor == player, let opening = game.currentOpening {
      guard let action = opening.randomAction(using: &random) else { return }
      propose(GameAction(action, milliseconds: state.elapsed(at: now)), now)
    } else if game.actor == player, let move = game.state.randomMove(from: &random) {
      propose(.move(move, milliseconds: state.elapsed(at: now)), now)
    }
  }

  /// Whether the person at this end wanted the deed as the one of this number, or, if a question or
  /// an answer came in between, as an earlier one.
  func wanted(_ action: GameAction, number: Int) -> Bool {
    wishes.contains { $0.number <= number && $0.action.isSame(as: action) }
  }
}

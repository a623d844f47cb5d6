import Basics
import Gomocup
import Platform
import Testing

@testable import Match
@testable import Play

/// One end of a simulated link: what its file holds, its table and its machine.
final class SimulatedEnd {
  /// What survives a crash.
  struct File {
    var settings: TableSettings
    var credentials: LinkCredentials
    var deeds: [Deed] = []
  }

  let name: String
  let role: LinkRole
  let token: LinkWord
  private(set) var file: File?
  private(set) var table: Table?
  private(set) var link: LinkEnd
  private(set) var isUp = true
  /// What it has said since the world took it, and the connections it has closed.
  var effects: [LinkEffect] = []
  var faults: [String] = []
  private(set) var denials = 0
  /// Why it has left for good.
  private(set) var departure: String?
  /// Everything that the person at this end wanted, by its number.
  private(set) var wishes: [(number: Int, deed: Deed)] = []
  /// Called for each deed before it is kept.
  var inspect: (Deed, MonotonicTime) -> Void = { _, _ in }
  /// Whether the machine stops at this write: before or after it.
  var stops: () -> (before: Bool, after: Bool) = { (false, false) }
  private var random: SplitMix64

  init(host name: String, _ settings: TableSettings, token: LinkWord, seed: UInt64) {
    (self.name, role, self.token, random) = (name, .host, token, SplitMix64(seed: seed))
    let credentials = LinkCredentials(.host, token: token)
    file = File(settings: settings, credentials: credentials)
    link = LinkEnd(name: name, settings: settings, credentials: credentials, random: random)
    start(.init(nanoseconds: 0))
  }

  init(guest name: String, file: File? = nil, token: LinkWord, seed: UInt64) {
    (self.name, role, self.token, random) = (name, .guest, token, SplitMix64(seed: seed))
    self.file = file
    link = LinkEnd(
      name: name, settings: nil, credentials: LinkCredentials(.guest, token: token),
      random: random)
    start(.init(nanoseconds: 0))
  }

  var game: TableGame? { table?.game }
  var player: Player? { table?.settings.remote?.other }

  // MARK: Life

  /// The program is killed: all that is not in the file is lost.
  func crash() {
    (isUp, table, effects) = (false, nil, [])
  }

  /// The program begins, with what is in the file.
  func start(_ now: MonotonicTime) {
    isUp = true
    let source = SplitMix64(seed: random.next())
    link = LinkEnd(
      name: name, settings: file?.settings,
      credentials: file?.credentials ?? LinkCredentials(role, token: token), random: source)
    table = file.flatMap { try? Table($0.settings, after: $0.deeds, now: now) }
    setClock()
  }

  private func setClock() {
    table?.linkClock.decides = role == .host
    table?.linkClock.hold = role == .host && file?.credentials.seat != nil ? .remote : .both
  }

  /// The file is replaced by an older copy of itself.
  func loseDeeds(after count: Int, _ now: MonotonicTime) {
    crash()
    file?.deeds.removeSubrange(count...)
    start(now)
  }

  // MARK: Events

  func take(_ event: LinkEvent, _ now: MonotonicTime) {
    guard isUp else { return }
    let elapsed = table.map { min($0.elapsed(at: now), Bounds.time.upperBound) }
    act(link.handle(event, table?.game, elapsed: elapsed, now: now), now)
  }

  private func act(_ list: [LinkEffect], _ now: MonotonicTime) {
    for effect in list where isUp {
      effects.append(effect)
      switch effect {
      case .send, .close, .news: break
      case .trouble(let text): faults.append("\(name): \(text)")
      case .keep(let credentials):
        write({ $0?.credentials = credentials })
        take(.keptCredentials(credentials), now)
      case .commit(let deed): commit(deed, now)
      case .grant(let deed): if let deed = table?.timed(deed, now: now) { commit(deed, now) }
      case .adopt(let settings, let credentials): adopt(settings, credentials, now)
      case .seated: table?.releaseClock(now: now)
      case .clock(let elapsed): table?.setElapsed(elapsed, now: now)
      case .denied: denials += 1
      case .leave(let text):
        departure = text
        crash()
      }
    }
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
    _ settings: TableSettings, _ credentials: LinkCredentials, _ now: MonotonicTime
  ) {
    if file?.settings != settings {
      write { $0 = File(settings: settings, credentials: credentials) }
      guard isUp else { return }
      table = try? Table(settings, now: now)
      setClock()
    }
    if let file { take(.adopted(settings, file.credentials), now) }
  }

  private func commit(_ deed: Deed, _ now: MonotonicTime) {
    guard (try? table?.game.check(deed)) != nil else {
      return faults.append("\(name): \(deed.text) is impossible")
    }
    inspect(deed, now)
    write { $0?.deeds.append(deed) }
    guard isUp else { return }
    try? table?.perform(deed, now: now)
    take(.kept, now)
  }

  // MARK: The person

  /// What the person at this end wants to do.
  func propose(_ deed: Deed, _ now: MonotonicTime) {
    guard isUp, link.obstacle == nil, let table else { return }
    if role == .host {
      let deed = table.fallenFlag(at: now) ?? deed
      wishes.append((table.game.deeds.count + 1, deed))
      commit(deed, now)
    } else if link.wanted == nil {
      wishes.append((table.game.deeds.count + 1, deed))
      take(.wants(deed), now)
    }
  }

  /// Does something possible, if it is this player's turn; the host's clock does its part.
  func play(_ now: MonotonicTime, _ random: inout SplitMix64) {
    guard isUp, let table, let player, link.obstacle == nil else { return }
    if let flag = table.fallenFlag(at: now) { return propose(flag, now) }
    guard link.wanted == nil, table.game.ending == nil else { return }
    let game = table.game
    if let wish = game.wish, wish.player != player {
      propose(.answer(player, random.next() % 4 == 0), now)
    } else if game.wish == nil, !game.steps.isEmpty, random.next() % 12 == 0 {
      propose(.ask(player, random.next() % 8 == 0 ? .draw : .undo(steps: 1)), now)
    } else if game.actor == player, let move = game.state.randomMove(from: &random) {
      propose(.move(move, milliseconds: table.elapsed(at: now)), now)
    }
  }

  /// Whether the person at this end wanted the deed as the one of this number, or, if a question or
  /// an answer came in between, as an earlier one.
  func wanted(_ deed: Deed, number: Int) -> Bool {
    wishes.contains { $0.number <= number && $0.deed.isSame(as: deed) }
  }
}

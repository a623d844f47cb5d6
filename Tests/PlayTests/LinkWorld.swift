import Basics
import Gomocup
import Platform
import Testing

@testable import Match
@testable import Play

/// A connection of a simulated network: lines under way in both directions.
final class Wire {
  let number: Int
  let caller: any WireEnd
  let called: any WireEnd
  var isOpen = true
  /// The deliveries left since an end has hung up: what it said before still arrives.
  var rest: Int?
  var lines: (toCaller: [String], toCalled: [String]) = ([], [])

  init(_ number: Int, from caller: any WireEnd, to called: any WireEnd) {
    (self.number, self.caller, self.called) = (number, caller, called)
  }

  func joins(_ one: any WireEnd, _ other: any WireEnd) -> Bool {
    caller === one && called === other || caller === other && called === one
  }

  func send(_ line: String, from end: any WireEnd) {
    if end === caller { lines.toCalled.append(line) } else { lines.toCaller.append(line) }
  }
}

/// Whoever is at one end of a wire.
protocol WireEnd: AnyObject {
  /// - Returns: what follows: lines to send and connections to close.
  func take(_ event: LinkEvent, on wire: Wire, _ now: MonotonicTime) -> [LinkEffect]
}

extension SimulatedEnd: WireEnd {
  func take(_ event: LinkEvent, on wire: Wire, _ now: MonotonicTime) -> [LinkEffect] {
    effects = []
    take(event, now)
    defer { effects = [] }
    return effects
  }
}

/// Loses, doubles, delays and tears what a wire carries.
struct BadCarrier {
  private var held: [String] = []
  /// Of a hundred lines, how many meet with an accident.
  var badness: UInt64

  init(badness: UInt64) { self.badness = badness }

  mutating func carry(_ lines: [String], _ random: inout SplitMix64) -> [String] {
    var out: [String] = []
    for line in lines {
      guard random.next() % 100 < badness else {
        out.append(line)
        continue
      }
      let cut = line.isEmpty ? 0 : Int(random.next() % UInt64(line.count))
      switch random.next() % 6 {
      case 0: break
      case 1: out += [line, line]
      case 2: held.append(line)
      case 3: out.append(String(line.prefix(cut)))
      case 4: out.append(String(line.prefix(cut)) + line)
      default: out.append(String(line.dropFirst(cut)))
      }
    }
    if random.next() % 3 == 0 {
      out += held
      held = []
    }
    return out
  }
}

/// Two ends, the network between them, and whoever else is on it.
final class LinkWorld {
  let host: SimulatedEnd
  let guest: SimulatedEnd
  var enemies: [Enemy] = []
  var now = MonotonicTime(nanoseconds: 0)
  var random: SplitMix64
  /// What the two persons draw from.
  private var whims: SplitMix64
  private var wires: [Wire] = []
  private var lastNumber = 0
  private var carriers = (there: BadCarrier(badness: 0), back: BadCarrier(badness: 0))
  /// Crashes and cuts, of a thousand steps.
  var crashes: UInt64 = 0
  /// Whether calls are made for each connection; otherwise one pipe joins the two, whoever is up.
  var isPublic = true
  private(set) var faults: [String] = []
  /// When the guest calls again.
  private var nextCall = MonotonicTime(nanoseconds: 0)
  /// The host's port is not always the host's.
  private(set) var isPortStolen = false
  /// All lines that the enemies have heard; with `eavesdrops` also those of the two.
  var heard: [String] = []
  var eavesdrops = false
  /// The moment from which the enemies are active.
  var enemiesWait: (LinkWorld) -> Bool = { _ in false }
  /// Milliseconds by an own count: of the turn, and of each player's turns before it.
  private var turnBegan = MonotonicTime(nanoseconds: 0)

  init(_ settings: PlaySettings, token: LinkSecret, seed: UInt64, badness: UInt64) {
    (random, whims) = (SplitMix64(seed: seed), SplitMix64(seed: ~seed))
    host = SimulatedEnd(host: "Anna", settings, token: token, seed: random.next())
    guest = SimulatedEnd(guest: "Ben", token: token, seed: random.next())
    (carriers.there.badness, carriers.back.badness) = (badness, badness)
    host.inspect = { [unowned self] in inspect($0, $1) }
    guest.stops = { [unowned self] in (dies(), dies()) }
    host.stops = { [unowned self] in (dies(), dies()) }
  }

  private func dies() -> Bool { crashes > 0 && random.next() % 1000 < crashes * 2 }

  // MARK: What must always hold

  /// Each deed of the host's list is wanted by the person whose it is.
  private func inspect(_ action: GameAction, _ now: MonotonicTime) {
    let number = (host.game?.actions.count ?? 0) + 1
    guard let player = host.player else { return }
    let owner: Player? =
      switch action {
      case .move, .opening, .choose: host.game?.actor
      case .ask(let who, _), .answer(let who, _), .resign(let who), .name(let who, _): who
      case .flag, .undo, .reopen, .level: player
      }
    switch action {
    case .name(let who, let name):
      if who == player || name != guest.name { fault("the guest is called \(name)") }
    case .flag(let who): checkFlag(of: who, now)
    case _ where owner == player:
      if !host.wanted(action, number: number) {
        fault("nobody at the host's wanted \(action.text)")
      }
    default:
      if !guest.wanted(action, number: number) { fault("the guest did not want \(action.text)") }
    }
    if let time = action.milliseconds {
      let measured = now.microseconds(since: turnBegan) / 1000
      if time > measured { fault("\(action.text): only \(measured) ms have gone by") }
      turnBegan = now
    }
    if case .answer(_, true) = action { turnBegan = now }
  }

  private func checkFlag(of player: Player, _ now: MonotonicTime) {
    guard let game = host.game, let clock = host.state?.settings.clock else {
      return fault("a flag without clocks")
    }
    let left = clock.left(for: player, in: game) - now.microseconds(since: turnBegan) / 1000
    if left > 0 { fault("the flag of \(player) falls with \(left) ms left") }
  }

  private func fault(_ text: String) { faults.append("at \(now): \(text)") }

  private func checkBoth() {
    if let game = guest.game, guest.link.credentials.seat != nil, let whole = host.game {
      if !whole.hashes.starts(with: game.hashes) { fault("the guest has other deeds") }
      if guest.file?.settings != host.file?.settings.seenFromAfar { fault("another game") }
    }
    if let seat = host.file?.credentials, let name = seat.seat,
      guest.file?.credentials.secret?.secret(ofSeat: name) != seat.secret
    {
      fault("somebody else has the seat")
    }
  }

  /// The end is not disturbed by what comes from a stranger.
  private func checkQuiet(
    _ effects: [LinkEffect], _ end: SimulatedEnd, seated: Int?, on wire: Wire
  ) {
    for effect in effects {
      switch effect {
      case .send(let line, let number) where number == wire.number:
        let words = line.split(separator: " ")
        let isKnown = words.dropFirst().prefix(2).contains {
          ["table", "knock", "hello", "taken"].contains($0)
        }
        if !isKnown { fault("a stranger is told \(line)") }
      case .close(let number) where number != seated: break
      case .news(let text) where end === guest && text.hasPrefix("who answers"): break
      default: fault("a stranger causes \(effect) at \(end.name)'s")
      }
    }
  }

  // MARK: What happens

  /// A step of a schedule with everything that can go wrong.
  func step() {
    now = now.advanced(milliseconds: 50 + Int(random.next() % 400))
    if crashes > 0 { disturb() }
    for end in [host, guest] {
      end.effects = []
      end.play(now, &whims)
      carryOut(end.effects, of: end)
    }
    for end in [host, guest] { exchange(end, .time, on: nil) }
    if !enemiesWait(self) { for enemy in enemies { enemy.act(self) } }
    call()
    deliver()
    checkBoth()
  }

  /// A step in which nobody plays and nothing goes wrong.
  func calmStep() {
    (crashes, isPortStolen, enemies, eavesdrops) = (0, false, [], false)
    (carriers.there.badness, carriers.back.badness) = (0, 0)
    closeWires { !$0.joins(host, guest) }
    for end in [host, guest] where !end.isUp && end.departure == nil { start(end) }
    now = now.advanced(milliseconds: 300)
    for end in [host, guest] { exchange(end, .time, on: nil) }
    call()
    deliver()
    checkBoth()
  }

  /// From now until the next calm step, `badness` of a hundred lines meet with an accident.
  func worsen(_ badness: UInt64) {
    (carriers.there.badness, carriers.back.badness) = (badness, badness)
  }

  private func disturb() {
    for end in [host, guest] {
      if end.isUp, random.next() % 1000 < crashes * 3 {
        crash(end)
      } else if !end.isUp, end.departure == nil, random.next() % 6 == 0 {
        start(end)
      }
    }
    if !host.isUp, !enemies.isEmpty, !enemiesWait(self), random.next() % 3 == 0 {
      isPortStolen = true
    }
    if isPublic, random.next() % 1000 < crashes * 4 { closeWires { $0.joins(host, guest) } }
  }

  func crash(_ end: SimulatedEnd) {
    end.crash()
    hangUp(end)
  }

  private func start(_ end: SimulatedEnd) {
    // A host that comes back finds its port free again.
    if end === host { isPortStolen = false }
    end.start(now)
    guard !isPublic else { return }
    for wire in wires where wire.joins(host, guest) {
      exchange(end, .opened(wire.number, isPublic: false), on: wire)
    }
  }

  /// The connections of a program that has ended; a pipe stays.
  private func hangUp(_ end: SimulatedEnd) {
    if isPublic { closeWires { $0.caller === end || $0.called === end } }
  }

  private func closeWires(_ condition: (Wire) -> Bool) {
    for wire in wires where condition(wire) { close(wire) }
    wires.removeAll { !$0.isOpen }
  }

  private func close(_ wire: Wire) {
    guard wire.isOpen else { return }
    wire.isOpen = false
    for end in [wire.caller, wire.called] {
      _ = end.take(.closed(wire.number), on: wire, now)
    }
  }

  /// Connects an enemy to an end that can be called: the host.
  func connectToHost(_ enemy: Enemy) -> Wire? {
    guard host.isUp, !isPortStolen else { return nil }
    return connect(enemy, host)
  }

  private func connect(_ caller: any WireEnd, _ called: any WireEnd) -> Wire {
    lastNumber += 1
    let wire = Wire(lastNumber, from: caller, to: called)
    wires.append(wire)
    for end in [called, caller] {
      exchange(end, .opened(wire.number, isPublic: isPublic), on: wire)
    }
    return wire
  }

  private func call() {
    guard guest.isUp, now >= nextCall, !wires.contains(where: { $0.caller === guest }) else {
      return
    }
    nextCall = now.advanced(milliseconds: 500)
    if isPortStolen, let thief = enemies.filter(\.isImpostor).randomElement(using: &random) {
      _ = connect(guest, thief)
    } else if host.isUp, !isPortStolen {
      _ = connect(guest, host)
    }
  }

  /// Tells an end of an event, and carries out what it says.
  func exchange(_ end: any WireEnd, _ event: LinkEvent, on wire: Wire?) {
    let place = wire ?? wires.first { $0.joins(host, guest) } ?? Wire(0, from: host, to: guest)
    let seated = (end as? SimulatedEnd)?.link.seated
    let effects = end.take(event, on: place, now)
    if let end = end as? SimulatedEnd, let wire, !wire.joins(host, guest) {
      checkQuiet(effects, end, seated: seated, on: wire)
    }
    carryOut(effects, of: end)
    if let end = end as? SimulatedEnd {
      if !end.isUp { hangUp(end) }
      for text in end.faults { fault(text) }
      end.faults = []
    }
  }

  private func carryOut(_ effects: [LinkEffect], of end: any WireEnd) {
    for effect in effects {
      switch effect {
      case .send(let line, let number):
        guard let target = wires.first(where: { $0.number == number }) else { continue }
        target.send(line, from: end)
        if eavesdrops || !target.joins(host, guest) { note(line) }
      case .close(let number): wires.first { $0.number == number }?.rest = 2
      default: break
      }
    }
  }

  /// Whether the two have found each other and have the same game.
  var isSettled: Bool {
    host.link.seated != nil && guest.link.seated != nil && guest.link.isAcquainted
      && host.game?.hashes == guest.game?.hashes && guest.link.wanted == nil
  }

  /// How the two stand, for the report of a failure.
  var summary: String {
    let ends = [host, guest].map { end in
      "\(end.name) \(end.isUp) \(end.departure ?? "-") \(end.game?.actions.count ?? -1) deeds, "
        + "differs \(end.link.isDiffering), knows \(end.link.isAcquainted), "
        + "\(end.link.connections.mapValues(\.stage)), seat \(end.file?.credentials.seat?.description ?? "-")"
    }
    let under = wires.map { "\($0.number): \($0.rest ?? -1) \($0.lines)" }
    return (ends + under).joined(separator: "\n")
  }

  private func note(_ line: String) {
    if heard.count < 400 { heard.append(line) } else { heard[Int(random.next() % 400)] = line }
  }

  private func deliver() {
    for wire in wires {
      let lines = wire.lines
      wire.lines = ([], [])
      let isOwn = wire.joins(host, guest)
      let there = isOwn ? carriers.there.carry(lines.toCalled, &random) : lines.toCalled
      let back = isOwn ? carriers.back.carry(lines.toCaller, &random) : lines.toCaller
      for line in there where wire.isOpen {
        exchange(wire.called, .line(wire.number, line), on: wire)
      }
      for line in back where wire.isOpen {
        exchange(wire.caller, .line(wire.number, line), on: wire)
      }
    }
    for wire in wires { wire.rest = wire.rest.map { $0 - 1 } }
    closeWires { $0.rest == 0 }
  }
}

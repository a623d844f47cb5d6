import Basics
import Gomocup
import Platform
import Testing

@testable import Table
@testable import Tournament

/// One of two tables of a simulation: what it keeps, what it has, and its end of the line.
private final class SimulatedTable {
  let role: LinkEnd.Role
  private(set) var settings: TableSettings?
  private(set) var game: TableGame?
  private(set) var link: LinkEnd
  var outbox: [String] = []
  var faults: [String] = []
  var denials = 0

  init(_ role: LinkEnd.Role, _ settings: TableSettings?) {
    (self.role, self.settings) = (role, settings)
    game = settings?.start
    link = LinkEnd(role, name: role == .host ? "Anna" : "Ben", settings: settings)
  }

  var player: Player? { settings?.remote?.other }

  /// Everything but what is on the disk is lost.
  func crash() {
    if let settings {
      var fresh = settings.start
      for deed in game?.deeds ?? [] { try? fresh.perform(deed) }
      #expect(fresh.hashes == game?.hashes)
      game = fresh
    }
    link = LinkEnd(role, name: link.name, settings: settings)
    outbox = []
  }

  /// The disk keeps only the first deeds.
  func lose(allBut count: Int) {
    guard let settings, let deeds = game?.deeds else { return }
    var fresh = settings.start
    for deed in deeds.prefix(count) { try? fresh.perform(deed) }
    game = fresh
    crash()
  }

  func tick(_ now: MonotonicTime) { act(link.tick(game, now: now)) }
  func hear(_ line: String, _ now: MonotonicTime) { act(link.receive(line, game, now: now)) }
  func connect() { link.connected() }

  /// Does what a person at this table does: something possible, if it is his turn.
  func play(_ random: inout SplitMix64) {
    guard let game, let player, link.isAcquainted, link.wanted == nil, game.ending == nil else {
      return
    }
    let deed: Deed
    if let wish = game.wish, wish.player != player {
      deed = .answer(player, random.next() % 4 == 0)
    } else if game.wish == nil, !game.steps.isEmpty, random.next() % 12 == 0 {
      deed = .ask(player, random.next() % 8 == 0 ? .draw : .undo(steps: 1))
    } else if game.actor == player, let move = game.state.randomMove(from: &random) {
      deed = .move(move, milliseconds: 3)
    } else {
      return
    }
    if role == .host { commit(deed) } else { act(link.want(deed, in: game)) }
  }

  private func commit(_ deed: Deed) {
    do {
      try game?.perform(deed)
    } catch {
      faults.append("\(role): \(deed.text): \(error.description)")
      return
    }
    if let game { act(link.committed(game)) }
  }

  private func act(_ actions: [LinkEnd.Action]) {
    for action in actions {
      switch action {
      case .send(let line): outbox.append(line)
      case .commit(let deed): commit(deed)
      case .adopt(let settings):
        self.settings = settings
        game = settings.start
      case .denied: denials += 1
      case .news: continue
      case .fatal(let text): faults.append("\(role): \(text)")
      }
    }
  }
}

/// A line that loses, doubles, reorders and tears what it carries.
private struct BadLine {
  private var held: [String] = []
  /// Of a hundred lines, how many meet with an accident.
  var badness = 40

  mutating func carry(_ lines: [String], _ random: inout SplitMix64) -> [String] {
    var out: [String] = []
    for line in lines {
      guard random.next() % 100 < badness else {
        out.append(line)
        continue
      }
      let cut = Int(random.next() % UInt64(line.count))
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

struct LinkTests {
  /// Plays a game over a bad line, with crashes, and returns the two tables after a calm end.
  private static func simulate(
    _ kind: GameKind, seed: UInt64, crashes: Bool = true
  ) -> (host: SimulatedTable, guest: SimulatedTable) {
    var random = SplitMix64(seed: seed)
    let seats =
      seed.isMultiple(of: 2)
      ? [Sample.person, Sample.remote] : [Sample.remote, Sample.person]
    let host = SimulatedTable(.host, Sample.settings(kind, seats: seats))
    let guest = SimulatedTable(.guest, nil)
    var lines = (there: BadLine(), back: BadLine())
    var now = MonotonicTime(nanoseconds: 0)
    for step in 0..<700 {
      let isCalm = step > 640
      if isCalm { (lines.there.badness, lines.back.badness) = (0, 0) }
      now = now.advanced(milliseconds: 50 + Int(random.next() % 400))
      for table in [host, guest] {
        if !isCalm { table.play(&random) }
        table.tick(now)
      }
      for line in lines.there.carry(host.outbox, &random) { guest.hear(line, now) }
      host.outbox = []
      for line in lines.back.carry(guest.outbox, &random) { host.hear(line, now) }
      guest.outbox = []
      // Of both lists of deeds one is always the beginning of the other: the guest's.
      if let game = guest.game, let whole = host.game {
        #expect(whole.hashes.starts(with: game.hashes))
      }
      guard !isCalm, crashes else { continue }
      if random.next() % 60 == 0 { [host, guest][Int(random.next() % 2)].crash() }
      if random.next() % 40 == 0 { for table in [host, guest] { table.connect() } }
    }
    return (host, guest)
  }

  @Test(arguments: [("freestyle 7", 300), ("renju 9", 40), ("liuzhou", 60)])
  func theWorstLineLosesNoGameAndMakesNoIllegalPosition(name: String, schedules: Int) throws {
    let kind = try GameKind(named: name)
    var (moves, finished) = (0, 0)
    for seed in 0..<UInt64(schedules) {
      let (host, guest) = LinkTests.simulate(kind, seed: seed)
      #expect(host.faults + guest.faults == [], "seed \(seed)")
      #expect(host.game?.hashes == guest.game?.hashes, "seed \(seed)")
      #expect(host.game?.deeds == guest.game?.deeds, "seed \(seed)")
      let game = try #require(guest.game)
      // What the rules make of the moves is what both have.
      let state = try GameState(kind, after: game.state.moves)
      #expect(state.moves == host.game?.state.moves)
      moves += game.state.plies
      if game.ending != nil { finished += 1 }
    }
    #expect(moves > 12 * schedules)
    if name != "liuzhou" { #expect(finished > schedules / 2) }
  }

  @Test func whatTheHostHasLostTheGuestBringsBack() throws {
    let (host, guest) = LinkTests.simulate(
      try GameKind(named: "freestyle 9"), seed: 4, crashes: false)
    let deeds = try #require(guest.game?.deeds)
    #expect(deeds.count > 8)
    host.lose(allBut: 5)
    guest.crash()
    var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
    for _ in 0..<40 {
      now = now.advanced(milliseconds: 300)
      for (from, to) in [(host, guest), (guest, host)] {
        from.tick(now)
        let lines = from.outbox
        from.outbox = []
        for line in lines { to.hear(line, now) }
      }
    }
    #expect(host.faults + guest.faults == [])
    #expect(host.game?.deeds == deeds)
  }

  @Test func differentGamesAreNoticedAndNeitherIsTouched() throws {
    let settings = Sample.settings(Sample.gomoku, seats: [Sample.person, Sample.remote])
    let (host, guest) = (
      SimulatedTable(.host, settings), SimulatedTable(.guest, settings.seenFromAfar)
    )
    var (a, b) = (settings.start, settings.start)
    try a.play("h8")
    try b.play("h9")
    var end = LinkEnd(.host, name: "Anna", settings: settings)
    let hello = LinkMessage.hello(game: settings.id, standing: .init(b), name: "Ben").line
    let actions = end.receive(hello, a, now: .init(nanoseconds: 0))
    #expect(end.isBroken)
    #expect(actions.contains { if case .fatal = $0 { true } else { false } })
    #expect(host.faults + guest.faults == [])
  }

  @Test func aGuestMayOnlyDoWhatIsHis() throws {
    let settings = Sample.settings(Sample.gomoku, seats: [Sample.person, Sample.remote])
    var end = LinkEnd(.host, name: "Anna", settings: settings)
    let game = settings.start
    _ = end.receive(
      LinkMessage.hello(game: settings.id, standing: .init(game), name: "the other").line, game,
      now: .init(nanoseconds: 0))
    for deed in [
      "move h8 0", "resign 1", "undo 1", "level 1 3", "flag 1", "answer 2 yes", "fly 7",
      "move h99 0",
    ] {
      let actions = end.receive(
        LinkMessage.want(number: 1, deed: deed).line, game, now: .init(nanoseconds: 1))
      #expect(actions.count == 1)
      guard case .send(let line)? = actions.first, case .deny(1, _)? = LinkMessage(line) else {
        Issue.record("\(deed) was not denied: \(actions)")
        continue
      }
    }
    let wish = end.receive(
      LinkMessage.want(number: 1, deed: "resign 2").line, game, now: .init(nanoseconds: 1))
    #expect(wish == [.commit(.resign(.second))])
    // Numbers that are not next are not granted, whatever they ask.
    #expect(
      end.receive(
        LinkMessage.want(number: 7, deed: "resign 2").line, game, now: .init(nanoseconds: 1)) == [])
  }

  @Test func aHostCannotSeatAnEngineAtTheGuests() throws {
    for seats in [[Sample.person, Sample.engine], [Sample.engine, Sample.remote]] {
      var end = LinkEnd(.guest, name: "Ben", settings: nil)
      let json = Sample.settings(Sample.gomoku, seats: seats).json
      #expect(
        end.receive(LinkMessage.game(json).line, nil, now: .init(nanoseconds: 0))
          == [.news("the other table is on the line")])
    }
  }

  @Test func messagesAreReadBackAndDamagedOnesAreNone() throws {
    let game = Sample.settings(Sample.gomoku).start
    let messages: [LinkMessage] = [
      .hello(game: nil, standing: .init(count: 0, hash: 0), name: "小 明"),
      .hello(game: "0123456789abcdef", standing: .init(game), name: "a"),
      .game(Sample.settings(Sample.liuzhou).json), .have(.init(game)),
      .deed(.init(number: 3, deed: "move h8 12", hash: .max)),
      .want(number: 4, deed: "ask 1 undo 2"), .deny(number: 4, reason: "h8: the point is occupied"),
      .bye,
    ]
    var random = SplitMix64(seed: 3)
    for message in messages {
      let line = message.line
      #expect(LinkMessage(line) == message)
      #expect(!line.contains("\n") && line.utf8.count < LinkMessage.longest)
      for cut in 0..<line.count { #expect(LinkMessage(line.prefix(cut)) == nil) }
      for _ in 0..<200 {
        var bytes = Array(line.utf8)
        bytes[Int(random.next() % UInt64(bytes.count))] ^= UInt8(1 << (random.next() % 7))
        let damaged = String(decoding: bytes, as: UTF8.self)
        if damaged != line { #expect(LinkMessage(damaged) == nil) }
      }
    }
  }
}

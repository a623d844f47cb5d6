import Basics
import Gomocup
import Platform
import Testing

@testable import Match
@testable import Play

struct LinkTests {
  private static let token = LinkSecret("tokentokentokentoken12") ?? .random()

  private static func world(
    _ kind: GameKind, seed: UInt64 = 1, badness: UInt64 = 0
  ) -> LinkWorld {
    let seats =
      seed.isMultiple(of: 2)
      ? [Sample.person, Sample.remote] : [Sample.remote, Sample.person]
    return LinkWorld(
      Sample.settings(kind, seats: seats), token: token, seed: seed, badness: badness)
  }

  /// Two ends that have greeted each other.
  static func pair(
    _ kind: GameKind = Sample.gomoku, seed: UInt64 = 0, isPublic: Bool = true
  ) throws -> LinkWorld {
    let world = world(kind, seed: seed)
    world.isPublic = isPublic
    for _ in 0..<12 { world.calmStep() }
    try #require(world.host.link.seated != nil && world.guest.link.isAcquainted)
    return world
  }

  /// What the host's machine does with a line that the seated guest seals.
  private static func hostHears(_ message: LinkMessage, _ world: LinkWorld) -> [LinkEffect] {
    var (link, effects) = (world.host.link, [LinkEffect]())
    var guest = world.guest.link
    for case .send(let line, let number) in guest.tell(message) {
      effects += link.handle(.line(number, line), world.host.game, now: world.now)
    }
    return effects
  }

  /// The messages in effects of the host's machine.
  private static func messages(_ effects: [LinkEffect]) -> [LinkMessage] {
    effects.compactMap { effect in
      guard case .send(let line, _) = effect else { return nil }
      return LinkLine(line)?.content
    }
  }

  // MARK: Bad connections

  @Test(arguments: [
    ("freestyle 7", 100, true), ("renju 9", 15, true), ("liuzhou", 20, true),
    ("freestyle 7", 60, false),
  ])
  func theWorstLineLosesNoGameAndMakesNoIllegalPosition(
    name: String, schedules: Int, isPublic: Bool
  ) throws {
    let kind = try GameKind(named: name)
    var moves = 0
    for seed in 0..<UInt64(schedules) {
      let world = LinkTests.world(kind, seed: seed, badness: 40)
      (world.crashes, world.isPublic) = (8, isPublic)
      for _ in 0..<400 { world.step() }
      for _ in 0..<80 { world.calmStep() }
      #expect(world.faults == [], "seed \(seed)")
      #expect(world.isSettled, "seed \(seed): \(world.summary)")
      guard world.isSettled, world.faults.isEmpty else { return }
      let game = try #require(world.guest.game)
      // What the rules make of the moves is what both have.
      let state = try GameState(kind, after: game.state.moves)
      #expect(state.moves == world.host.game?.state.moves)
      moves += game.state.plies
    }
    #expect(moves > 8 * schedules)
  }

  // MARK: Whose word counts

  @Test func aGuestMayOnlyDoWhatIsHis() throws {
    let world = try LinkTests.pair()
    let number = try #require(world.host.game).actions.count + 1
    for action in [
      "move h8 0", "resign 1", "undo 1", "level 1 3", "flag 1", "flag 2", "answer 2 yes", "fly 7",
      "move h99 0", "name 2 Eve", "name 1 Eve",
    ] {
      let effects = LinkTests.hostHears(.want(number: number, action: action), world)
      guard effects.count == 1, case .deny(number, _)? = LinkTests.messages(effects).first else {
        Issue.record("\(action) was not denied: \(effects)")
        continue
      }
    }
    #expect(
      LinkTests.hostHears(.want(number: number, action: "resign 2"), world)
        == [.grant(.resign(.second))])
    // Numbers that are not next are not granted, whatever they ask.
    #expect(LinkTests.hostHears(.want(number: number + 6, action: "resign 2"), world) == [])
    #expect(LinkTests.hostHears(.want(number: .max, action: "resign 2"), world) == [])
  }

  /// The list of deeds is the host's: also a fresh or resumed host takes nothing into it.
  @Test(arguments: [false, true])
  func noGuestAddsToTheHostsList(resumed: Bool) throws {
    let world = try LinkTests.pair()
    if resumed {
      world.crash(world.host)
      for _ in 0..<12 { world.calmStep() }
    }
    let game = try #require(world.host.game)
    for text in ["move h8 0", "resign 1", "resign 2", "flag 1", "answer 1 yes", "name 1 Eve"] {
      var next = game
      guard let action = GameAction(text, in: game.kind) else { continue }
      try? next.perform(action)
      let number = game.actions.count + 1
      let message = LinkMessage.deed(
        .init(number: number, action: text, hash: next.hashes.last ?? 0))
      #expect(LinkTests.hostHears(message, world) == [], "\(text)")
    }
  }

  @Test func aHostThatHasLostDeedsSaysSoAndKeepsWhatItHas() throws {
    let world = try LinkTests.pair()
    for _ in 0..<80 { world.step() }
    for _ in 0..<12 { world.calmStep() }
    let actions = try #require(world.guest.game?.actions)
    try #require(actions.count > 6)
    #expect(world.faults == [])
    world.crash(world.host)
    world.host.loseDeeds(after: 5, world.now)
    for _ in 0..<60 {
      world.calmStep()
    }
    #expect(world.host.link.isDiffering && world.guest.link.isDiffering)
    #expect(world.host.game?.actions == Array(actions.prefix(5)))
    #expect(world.guest.game?.actions == actions)
    // Each end is told once, and neither does anything in the meantime.
    #expect(world.faults.count { $0.contains("different games") } == 2)
    // The host, who has the list, may play on.
    #expect(world.host.link.obstacle == nil && world.guest.link.obstacle != nil)
  }

  @Test func aDifferenceIsOverWhenTheGamesAreTheSameAgain() throws {
    let world = try LinkTests.pair()
    for _ in 0..<20 { world.step() }
    for _ in 0..<12 { world.calmStep() }
    let game = try #require(world.host.game)
    var link = world.host.link
    let number = try #require(link.seated)
    var guest = world.guest.link
    for case .send(let line, _) in guest.tell(
      .have(.init(count: 0, hash: 0), elapsed: nil))
    {
      let effects = link.handle(.line(number, line), game, now: world.now)
      #expect(effects.contains { if case .warning = $0 { true } else { false } })
    }
    #expect(link.isDiffering)
    // The guest comes back on another connection, with the right deeds.
    for _ in 0..<30 { world.calmStep() }
    #expect(!world.host.link.isDiffering && world.host.link.obstacle == nil)
  }

  /// Otherwise a guest could stop the host while the host's clock runs.
  @Test func aGuestsClaimOfAnotherGameStopsHimAlone() throws {
    let world = try LinkTests.pair()
    for _ in 0..<20 { world.step() }
    for _ in 0..<12 { world.calmStep() }
    let game = try #require(world.host.game)
    let number = try #require(world.host.link.seated)
    for message in [LinkMessage.differ, .have(.init(count: 0, hash: 0), elapsed: nil)] {
      var (link, guest) = (world.host.link, world.guest.link)
      for case .send(let line, _) in guest.tell(message) {
        _ = link.handle(.line(number, line), game, now: world.now)
      }
      #expect(link.isDiffering && link.obstacle == nil)
    }
  }

  @Test func choicesTakeTimeAsMovesDo() throws {
    var settings = Sample.settings(Sample.gomoku)
    settings.opening = .swap2
    var game = settings.start
    for move in ["h8", "i9", "j8"] {
      try game.perform(#require(GameAction("move \(move) 5", in: Sample.gomoku)))
    }
    let choice = try #require(GameAction("choose white 28500", in: Sample.gomoku))
    #expect(choice.text == "choose white 28500" && choice.milliseconds == 28500)
    try game.perform(choice)
    #expect(game.steps.last?.milliseconds == 28500)
    #expect(GameAction("choose white", in: Sample.gomoku)?.milliseconds == 0)
  }

  @Test func gamesOfTheSameKindShareNoHash() throws {
    var other = Sample.settings(Sample.gomoku)
    other.id = "fedcba9876543210"
    #expect(other.start.hashes != Sample.settings(Sample.gomoku).start.hashes)
  }

  // MARK: Whom to believe

  /// A host that greets rightly and offers any game; the guest may hold a seat.
  private static func offer(_ json: JSON, toGuestOf seat: LinkSecret? = nil) throws -> [LinkEffect]
  {
    var guest = LinkStateMachine(
      name: "Ben", settings: nil,
      credentials: LinkCredentials(.guest, token: token, secret: seat, seat: seat))
    let now = MonotonicTime(nanoseconds: 0)
    var nonce: LinkSecret?
    for case .send(let line, _) in guest.handle(.opened(1, isPublic: true), nil, now: now) {
      nonce = LinkLine(line)?.knock
    }
    let own = LinkSecret.random()
    let key = token.key(guest: try #require(nonce), host: own, secret: nil)
    let state = LinkLine.text(.table(own, seat: nil), number: 1, key: key, by: .host)
    let effects = guest.handle(.line(1, state), nil, now: now)
    if seat != nil { return effects }
    #expect(effects.count == 1)
    let game = LinkLine.text(.game(json), number: 2, key: key, by: .host)
    return guest.handle(.line(1, game), nil, now: now)
  }

  @Test func aHostCannotSeatAnEngineAtTheGuests() throws {
    for seats in [
      [Sample.person, Sample.engine], [Sample.engine, Sample.remote],
      [Sample.person, Sample.person],
    ] {
      let effects = try LinkTests.offer(Sample.settings(Sample.gomoku, seats: seats).json)
      #expect(effects.first == .close(1))
    }
    let good = Sample.settings(Sample.gomoku, seats: [Sample.remote, Sample.person])
    var withTexts = good
    withTexts.texts = RecordTexts(course: [])
    #expect(try LinkTests.offer(withTexts.json).first == .close(1))
    let effects = try LinkTests.offer(good.json)
    guard effects.count == 1, case .adopt(good, _)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
  }

  @Test func connectionsThatSayNothingAreFewAndShort() throws {
    let world = try LinkTests.pair()
    var link = world.host.link
    var closed: Set<Int> = []
    for number in 1000..<1200 {
      for case .close(let old) in link.handle(
        .opened(number, isPublic: true), world.host.game, now: world.now)
      {
        closed.insert(old)
      }
    }
    #expect(link.connections.count <= LinkStateMachine.mostUnproven + 1)
    #expect(link.seated == world.host.link.seated)
    let later = world.now.advanced(milliseconds: LinkStateMachine.greetingTime)
    for case .close(let old) in link.handle(.time, world.host.game, now: later) {
      closed.insert(old)
    }
    #expect(closed == Set(1000..<1200) && link.connections.count == 1)
  }

  @Test func whatIsNoGreetingEndsAConnectionAtOnce() throws {
    let world = try LinkTests.pair()
    let seal = String(repeating: "0", count: 32)
    for line in [
      "POST / HTTP/1.1", "GET /", "", "hello", "00000000 knock wuliu-table-3 x",
      "\(seal) 1 hello - Eve", "\(seal) 1 want 1 resign 2", "\(seal) 1 have 0 0", "\(seal) 1 bye",
      LinkLine.text(.have(.init(count: 0, hash: 0), elapsed: nil)),
      LinkLine.text(.deed(.init(number: 1, action: "resign 1", hash: 1))),
      LinkLine.text(.hello(name: "Eve", proof: nil)),
    ] {
      var link = world.host.link
      #expect(link.handle(.opened(99, isPublic: true), world.host.game, now: world.now) == [])
      #expect(
        link.handle(.line(99, line), world.host.game, now: world.now) == [.close(99)], "\(line)")
      #expect(link.seated == world.host.link.seated)
    }
  }

  @Test func theGuestOfALostSeatIsToldWhichFileToRemove() throws {
    let effects = try LinkTests.offer(.object([]), toGuestOf: .random())
    guard effects.first == .close(1), case .news(let text)? = effects.last else {
      Issue.record("\(effects)")
      return
    }
    #expect(text.contains("remove the file of this game, which --list names"))
  }

  // MARK: Another game

  /// The settings of the rematch, as the host of a finished game makes them.
  private static func finished(_ world: LinkWorld) throws -> PlaySettings {
    world.host.propose(.resign(try #require(world.host.player)), world.now)
    for _ in 0..<6 { world.calmStep() }
    try #require(world.guest.game?.ending != nil)
    #expect(world.host.link.agreed == world.host.game?.actions.count)
    return try #require(world.host.file).settings.rematch(began: 5)
  }

  /// The faults without those of two ends that are not in the same game: neither warns of that.
  private static func faults(_ world: LinkWorld) -> [String] {
    world.faults.filter { !$0.hasSuffix(": another game") && !$0.hasSuffix("other deeds") }
  }

  /// The offer reaches the guest whichever lines are lost, late or torn.
  @Test(arguments: [true, false])
  func theWorstLineLosesNoRematch(isPublic: Bool) throws {
    for seed in 0..<UInt64(20) {
      let world = try LinkTests.pair(Sample.renju, seed: seed, isPublic: isPublic)
      let next = try LinkTests.finished(world)
      world.crash(world.host)
      world.host.leave(for: next)
      world.worsen(40)
      world.crashes = 8
      for _ in 0..<100 { world.step() }
      for _ in 0..<80 { world.calmStep() }
      #expect(world.isSettled, "seed \(seed): \(world.summary)")
      #expect(world.guest.file?.settings == next.seenFromAfar, "seed \(seed)")
      #expect(LinkTests.faults(world) == [], "seed \(seed)")
    }
  }

  /// The host's clock was set back before the second game.
  @Test func aGuestGoesOnWithHisUnfinishedGame() throws {
    try Sample.withFolder { folder in
      let word = LinkSecret.random()
      let seat = LinkCredentials(.guest, token: LinkTests.token, secret: word, seat: word)
      let first = Sample.settings(Sample.gomoku, seats: [Sample.remote, Sample.person])
      let next = first.rematch(began: first.began - 5000)
      let end = GameAction.resign(.first)
      for (settings, action) in [
        (first, end), (next, .move(.point(.init(x: 7, y: 7)), milliseconds: 0)),
      ] {
        try SavedGame.ofGuest(settings, seat, in: folder).append(action)
      }
      let path = try #require(SavedGame.guest(of: LinkTests.token, in: folder))
      #expect(try SavedGame.read(path).settings == next)
      // Who accepts the offer of a game that he has goes on with it.
      let saved = try SavedGame.ofGuest(next, seat, in: folder)
      #expect(saved.path == path && saved.contents.actions.count == 1)
    }
  }

  @Test(arguments: [Sample.renju, Sample.liuzhou])
  func theGuestFollowsHisHostIntoTheRematchAndKeepsHisSeat(kind: GameKind) throws {
    let world = try LinkTests.pair(kind)
    let (next, seat) = (try LinkTests.finished(world), world.guest.file?.credentials)
    world.crash(world.host)
    world.host.leave(for: next)
    for _ in 0..<80 where !world.isSettled || world.guest.file?.settings.id != next.id {
      world.calmStep()
    }
    #expect(world.isSettled, "\(world.summary)")
    #expect(LinkTests.faults(world) == [])
    #expect(world.guest.file?.settings == next.seenFromAfar)
    #expect(
      world.guest.file?.credentials == seat && world.host.file?.credentials.seat == seat?.seat)
    #expect(world.host.game?.names[.first] == "Ben" || world.host.game?.names[.second] == "Ben")
  }

  @Test func aGuestLeavesNoGameForAnotherThanTheRematch() throws {
    let world = try LinkTests.pair()
    func heard(_ settings: PlaySettings) throws -> [LinkEffect] {
      var (host, guest) = (world.host.link, world.guest.link)
      return host.tell(.game(settings.seenFromAfar.json)).flatMap { effect in
        guard case .send(let line, let number) = effect else { return [LinkEffect]() }
        return guest.handle(.line(number, line), world.guest.game, now: world.now)
      }
    }
    let early = try #require(world.host.file).settings.rematch(began: 5)
    #expect(try heard(early) == [], "the game goes on")
    let next = try LinkTests.finished(world)
    #expect(try heard(next) == [.rematch(next.seenFromAfar)])
    var others = [next, next, next, next]
    others[0].seats.reverse()
    others[1].origin = try GameOrigin("black h8", in: next.game)
    others[2].clock = ClockRule("1")
    others[3].id = try #require(world.host.file).settings.id
    for other in others { #expect(try heard(other) == []) }
  }

  // MARK: Messages

  @Test func messagesAreReadBackAndDamagedOnesAreNone() throws {
    let game = Sample.settings(Sample.gomoku).start
    let word = LinkSecret.random()
    let key = LinkTests.token.key(guest: word, host: .random(), secret: nil)
    let messages: [LinkMessage] = [
      .knock(word), .table(word, seat: nil), .table(word, seat: .random()),
      .hello(name: "小 明", proof: nil), .hello(name: "a", proof: "00ff"), .taken,
      .game(Sample.settings(Sample.liuzhou).json), .sit(secret: word, name: "a b"),
      .have(.init(game), elapsed: nil), .have(.init(game), elapsed: 1234),
      .deed(.init(number: 3, action: "move h8 12", hash: .max)),
      .want(number: 4, action: "ask 1 undo 2"),
      .deny(number: 4, reason: "h8: the point is occupied"),
      .differ, .bye,
    ]
    var random = SplitMix64(seed: 3)
    for message in messages {
      let line = LinkLine.text(message, number: 17, key: key, by: .guest)
      func read(_ text: some StringProtocol) -> LinkMessage? {
        LinkLine(text)?.message(key, by: .guest)?.message
      }
      #expect(read(line) == message)
      #expect(LinkLine(line)?.message(key, by: .host) == nil)
      #expect(!line.contains("\n") && line.utf8.count < LinkMessage.longest)
      for cut in 0..<line.count { #expect(read(line.prefix(cut)) == nil) }
      for _ in 0..<50 {
        var bytes = Array(line.utf8)
        bytes[Int(random.next() % UInt64(bytes.count))] ^= UInt8(1 << (random.next() % 7))
        let damaged = String(decoding: bytes, as: UTF8.self)
        if damaged != line { #expect(read(damaged) == nil) }
      }
    }
  }
}

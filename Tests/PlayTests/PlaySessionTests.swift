import Basics
import Gomocup
import Platform
import Testing

@testable import Match
@testable import Play

/// Whole sessions without a process: the engines and the other end of a link are the test itself.
struct PlaySessionTests {
  private static let white = EngineRole.player(.second)

  private static func againstEngine(
    _ change: (inout PlaySettings) -> Void = { _ in }
  ) throws -> SimulatedLoop {
    var settings = Sample.settings(Sample.gomoku, seats: [Sample.person, Sample.engine])
    change(&settings)
    return try SimulatedLoop(settings)
  }

  private static func moves(_ loop: SimulatedLoop) -> String? { loop.game?.state.moves.text }

  @Test func anEngineIsStartedAtItsTurnAndKeptForTheNext() throws {
    var loop = try PlaySessionTests.againstEngine()
    #expect(loop.engines.isEmpty)
    loop.type("h8")
    #expect(loop.engines[PlaySessionTests.white] == ["START 15"])
    loop.hear(PlaySessionTests.white, "OK")
    let lines = try #require(loop.engines[PlaySessionTests.white])
    #expect(lines.contains("INFO timeout_turn 100") && lines.contains("INFO strength 66"))
    #expect(lines.suffix(3) == ["BOARD", "7,7,2", "DONE"])
    loop.now = loop.now.advanced(milliseconds: 60)
    loop.hear(PlaySessionTests.white, "MESSAGE depth 3", "8,8")
    loop.type("h9")
    #expect(loop.engines[PlaySessionTests.white]?.last == "TURN 7,8" && loop.starts == 1)
    #expect(PlaySessionTests.moves(loop) == "h8 i9 h9" && loop.saved == loop.game?.actions)
    #expect(loop.saved.map(\.milliseconds) == [0, 60, 0])
    #expect(loop.shown.contains("Anna: h9"))
  }

  @Test func anEngineResignsOnceItHasLostAtSeveralMoves() throws {
    var loop = try PlaySessionTests.againstEngine()
    let lost = "MESSAGE depth 9-9 ev -M8 n 10 n/ms 10 tm 1 pv a1"
    let level = "MESSAGE depth 9-9 ev -20 n 10 n/ms 10 tm 1 pv a1"
    let games = [("h8", lost, "0,0"), ("h9", level, "2,0"), ("i7", lost, "4,0")]
    loop.type("h8")
    loop.hear(PlaySessionTests.white, "OK", games[0].1, games[0].2)
    for (move, score, answer) in games.dropFirst() {
      loop.type(move)
      loop.hear(PlaySessionTests.white, score, answer)
    }
    // One lost move has been told since the level one; three more follow.
    for (move, answer) in [("k7", "6,0"), ("k9", "8,0")] {
      loop.type(move)
      loop.hear(PlaySessionTests.white, lost, answer)
    }
    #expect(loop.game?.ending == nil)
    loop.type("c3")
    loop.hear(PlaySessionTests.white, lost, "10,0")
    #expect(loop.game?.ending == .resigned(.second) && loop.saved.last == .resign(.second))
    // Who takes the resignation back sees the game to its end.
    loop.type("undo")
    #expect(loop.game?.ending == nil)
    loop.hear(PlaySessionTests.white, "OK", lost, "10,0")
    #expect(loop.game?.ending == nil && PlaySessionTests.moves(loop)?.hasSuffix("c3 k1") == true)
  }

  @Test func aRematchIsForGamesThatAreOver() throws {
    var loop = try PlaySessionTests.againstEngine()
    loop.type("rematch")
    #expect(loop.notice?.contains("after its end") == true && loop.session.rematch == nil)
    loop.type("resign", "rematch")
    #expect(loop.session.rematch != nil && loop.session.isLeaving)
    let settings = try #require(loop.session.state?.settings)
    let next = settings.rematch(began: 5)
    #expect(next.seats == settings.seats.reversed() && next.began == 5 && next.id != settings.id)
    #expect(next.game == settings.game && next.clock == settings.clock)
  }

  @Test func aFailedEngineIsStartedAgainOnRequest() throws {
    var loop = try PlaySessionTests.againstEngine()
    loop.type("retry")
    #expect(loop.notice == "no engine has failed")
    loop.type("h8")
    loop.feed(.engineFailed(PlaySessionTests.white, "it has ended"))
    loop.pass(milliseconds: 60_000)
    #expect(loop.session.state?.engineFailure?.hasPrefix("engine: it has ended - retry") == true)
    #expect(loop.engines.isEmpty && loop.starts == 1)
    loop.type("retry")
    loop.hear(PlaySessionTests.white, "OK", "7,7")
    #expect(loop.session.state?.engineFailure?.contains("occupied") == true)
    loop.type("retry")
    #expect(loop.starts == 3)
    // Without OK in time it has failed too, and taking back clears the failure.
    loop.pass(milliseconds: 3_600_000)
    #expect(loop.session.state?.engineFailure?.contains("no OK within") == true)
    loop.type("undo")
    #expect(loop.session.state?.engineFailure == nil && PlaySessionTests.moves(loop) == "")
  }

  @Test func anActionThatCannotBeSavedIsNotDone() throws {
    var loop = try PlaySessionTests.againstEngine()
    loop.diskError = "no space"
    loop.type("h8")
    #expect(PlaySessionTests.moves(loop) == "" && loop.shown.last == "no space")
    #expect(loop.engines.isEmpty)
    loop.diskError = nil
    loop.type("h8")
    #expect(PlaySessionTests.moves(loop) == "h8" && loop.engines.count == 1)
  }

  @Test func adviceIsGivenAndGoesWithTheMove() throws {
    var loop = try SimulatedLoop(Sample.settings(Sample.gomoku))
    loop.type("stop")
    #expect(loop.notice == "no hint or analysis is under way")
    loop.type("hint", "i8")
    #expect(loop.engines[.adviser] == ["START 15"] && loop.session.state?.advice?.text == nil)
    loop.hear(.adviser, "OK", "MESSAGE depth 3", "7,7")
    #expect(loop.shown.contains("hint: h8"))
    // A script's line has waited for the advice.
    #expect(PlaySessionTests.moves(loop) == "i8" && loop.session.state?.advice == nil)
    loop.type("analyse 3")
    #expect(loop.engines[.adviser]?.contains("INFO timeout_turn 3000") == true)
    loop.feed(.engineFailed(.adviser, "it has ended"))
    #expect(loop.notice == "the engine that gives advice: it has ended")
    // Where nothing has been said yet, nothing is left of an analysis that is stopped.
    var user = try SimulatedLoop(Sample.settings(Sample.gomoku)) { $0.isTerminal = true }
    user.type("analyse")
    #expect(user.session.state?.advice?.isRunning == true)
    user.type("stop")
    #expect(user.session.state?.advice == nil && user.engines.isEmpty)
  }

  @Test func offersAreAnswered() throws {
    var loop = try SimulatedLoop(Sample.settings(Sample.gomoku))
    loop.type("h8", "draw", "no", "draw", "yes")
    #expect(loop.game?.ending == .agreed && loop.saved.count == 5)
    loop.type("undo", "undo")
    #expect(loop.game?.ending == nil && PlaySessionTests.moves(loop) == "")
  }

  @Test func thePausedClockStandsStillAndEnginesRest() throws {
    var loop = try PlaySessionTests.againstEngine {
      $0.clock = ClockRule(total: 10_000, increment: 0)
    }
    loop.pass(milliseconds: 4000)
    loop.type("pause")
    loop.pass(milliseconds: 60_000)
    #expect(loop.session.state?.turnClock == .paused(after: 4000))
    #expect(loop.session.state?.timeLeft(of: .first, at: loop.now) == 6000)
    loop.type("h8")
    loop.pass(milliseconds: 60_000)
    #expect(loop.session.state?.timeLeft(of: .second, at: loop.now) == 10_000 && loop.starts == 0)
    loop.type("go")
    #expect(loop.starts == 1)
    loop.pass(milliseconds: 10_199)
    #expect(loop.game?.ending == nil)
    loop.pass(milliseconds: 1)
    #expect(loop.game?.ending == .flagged(.second) && loop.saved.last == .flag(.second))
  }

  @Test func aMoveAfterTheTimeIsTheFallOfTheFlag() throws {
    var settings = Sample.settings(Sample.gomoku)
    settings.clock = ClockRule(total: 1000, increment: 0)
    var loop = try SimulatedLoop(settings) { $0.isWindow = true }
    loop.now = loop.now.advanced(milliseconds: 1000)
    loop.feed(.key(.enter))
    #expect(loop.saved == [.flag(.first)])
  }

  @Test func watchedEnginesPlayAtAPace() throws {
    var loop = try SimulatedLoop(
      Sample.settings(Sample.gomoku, seats: [Sample.engine, Sample.engine], opening: .swap2))
    let black = EngineRole.player(.first)
    loop.hear(black, "OK")
    #expect(
      loop.engines[black]?.last == "DONE" && loop.engines[black]?.contains("SWAP2BOARD") == true)
    loop.hear(black, "7,7 8,8 9,9")
    #expect(loop.notice == "engine: h8 i9 j10" && loop.saved.count == 3)
    #expect(loop.starts == 1 && loop.session.delay(at: loop.now) == 500)
    loop.pass(milliseconds: 500)
    loop.hear(PlaySessionTests.white, "OK", "SWAP")
    #expect(loop.game?.black == .second && loop.game?.currentOpening == nil)
  }

  @Test func aScriptEndsWhenItsLastLineIsAnswered() throws {
    var loop = try PlaySessionTests.againstEngine()
    loop.feed(.line("h8"))
    loop.feed(.line("save x.txt"))
    loop.feed(.line("save x.txt"))
    loop.feed(.endOfInput)
    loop.pass()
    #expect(!loop.hasQuit && loop.files.isEmpty)
    loop.hear(PlaySessionTests.white, "OK", "8,8")
    #expect(loop.hasQuit && loop.files["x.txt"]?.contains("i9") == true)
    #expect(loop.shown.filter { $0 == "saved: x.txt" }.count == 2)
  }

  @Test func theEndOfATerminalEndsTheSession() throws {
    var loop = try SimulatedLoop(Sample.settings(Sample.gomoku)) { $0.isTerminal = true }
    loop.feed(.endOfInput)
    #expect(loop.hasQuit)
  }

  @Test func keysMoveTheCursorPickAndType() throws {
    var loop = try SimulatedLoop(Sample.settings(Sample.gomoku)) { $0.isWindow = true }
    for key in [Key.enter, .up, .character(" "), .character("?"), .escape] { loop.feed(.key(key)) }
    for letter in "i9x" { loop.feed(.key(.character(letter))) }
    for key in [Key.backspace, .enter, .home, .end, .control("u")] { loop.feed(.key(key)) }
    #expect(PlaySessionTests.moves(loop) == "h8 h7 i9" && loop.shown.isEmpty)
    #expect(loop.session.state?.cursor.x == 14 && loop.session.help == nil)
    loop.feed(.key(.control("c")))
    #expect(loop.hasQuit)
  }

  // MARK: Two ends of a link

  /// A host and a guest whose lines reach the other end when they are delivered.
  private struct Pair {
    var host: SimulatedLoop
    var guest: SimulatedLoop

    init(isTerminal: Bool = false) throws {
      let token = try #require(LinkSecret("tokentokentokentoken12"))
      let settings = Sample.settings(Sample.gomoku, seats: [Sample.person, Sample.remote])
      host = try SimulatedLoop(
        settings,
        link: LinkStateMachine(
          name: "Anna", settings: settings, credentials: LinkCredentials(.host, token: token))
      ) { $0.isTerminal = isTerminal }
      guest = try SimulatedLoop(
        nil,
        link: LinkStateMachine(
          name: "Ben", settings: nil, credentials: LinkCredentials(.guest, token: token))
      ) { $0.isTerminal = isTerminal }
    }

    mutating func connect() {
      host.feed(.link(.opened(1, isPublic: true)))
      guest.feed(.link(.opened(1, isPublic: true)))
      deliver()
      // The next heartbeats tell both that they have the same game.
      host.pass(milliseconds: 1000)
      guest.pass(milliseconds: 1000)
      deliver()
    }

    /// Carries all lines, until neither end says more.
    mutating func deliver() {
      while !host.transmitted.isEmpty || !guest.transmitted.isEmpty {
        let (there, back) = (guest.transmitted, host.transmitted)
        (guest.transmitted, host.transmitted) = ([], [])
        for line in there { host.feed(.link(.line(1, line))) }
        for line in back { guest.feed(.link(.line(1, line))) }
      }
      host.pass()
      guest.pass()
    }
  }

  @Test func aGuestWaitsForTheHostsWord() throws {
    var pair = try Pair()
    pair.host.type("h8")
    #expect(pair.host.saved.isEmpty && pair.host.notice == nil, "a script waits for the guest")
    #expect(pair.guest.shown == ["(waiting for the other table)"])
    pair.connect()
    #expect(pair.host.saved.last?.text.hasPrefix("move h8") == true)
    pair.deliver()
    #expect(pair.guest.saved == pair.host.saved && pair.guest.shown.contains("Anna: h8"))
    // The guest's move is under way: nothing is saved before the host has agreed.
    pair.guest.type("i9")
    let saved = pair.guest.saved
    #expect(pair.guest.session.state?.isProposing == true && saved == pair.host.saved)
    pair.guest.type("resign")
    #expect(pair.guest.notice == "wait: the last word is still on its way")
    pair.deliver()
    #expect(pair.host.game?.state.moves.text == "h8 i9")
    #expect(pair.guest.saved == pair.host.saved)
    #expect(pair.guest.session.state?.isProposing == false)
  }

  /// The guest asks something of a host who leaves for the rematch at once, or a little later.
  @Test(arguments: [true, false])
  func aScriptsRematchWaitsForTheOtherEnd(isAtOnce: Bool) throws {
    var pair = try Pair()
    pair.connect()
    if isAtOnce {
      pair.host.type("resign", "rematch")
      #expect(pair.host.session.rematch == nil, "the guest has not heard of the end")
      pair.deliver()
      pair.guest.type("undo")
    } else {
      pair.host.type("resign")
      pair.deliver()
      pair.guest.type("undo")
      pair.deliver()
      #expect(pair.guest.game?.pendingRequest != nil)
      pair.host.type("rematch")
    }
    let next = try #require(pair.host.session.rematch)
    let credentials = try #require(pair.host.session.link).credentials
    pair.host = try SimulatedLoop(
      next, link: LinkStateMachine(name: "Anna", settings: next, credentials: credentials))
    pair.guest.feed(.link(.closed(1)))
    pair.guest.transmitted = []
    pair.connect()
    pair.guest.type("rematch")
    #expect(pair.guest.session.rematch == next.seenFromAfar)
  }

  @Test func anAnswerIsForTheQuestionThatTheUserHasSeen() throws {
    var pair = try Pair(isTerminal: true)
    pair.connect()
    for (move, answer) in [("h8", "b2"), ("j8", "undo")] {
      pair.host.type(move)
      pair.deliver()
      pair.guest.type(answer)
      pair.deliver()
    }
    // The guest's move withdraws his question, and another one follows.
    for line in ["i9", "draw"] {
      pair.guest.type(line)
      pair.deliver()
    }
    pair.host.type("yes")
    #expect(pair.host.notice?.hasPrefix("there is a new question: Ben offers a draw") == true)
    #expect(pair.host.game?.ending == nil)
    pair.host.type("yes")
    #expect(pair.host.game?.ending == .agreed)
  }

  /// A question that comes after the answer to an earlier one is not taken for an exchanged one.
  @Test func aSecondQuestionIsAnsweredAtOnce() throws {
    var pair = try Pair(isTerminal: true)
    pair.connect()
    for (end, line) in [(0, "h8"), (1, "undo"), (0, "no"), (1, "draw"), (0, "yes")] {
      if end == 0 { pair.host.type(line) } else { pair.guest.type(line) }
      pair.deliver()
    }
    #expect(pair.host.game?.ending == .agreed)
  }

  @Test func theHostSavesTheTimeOfTheGuestsTurn() throws {
    var settings = Sample.settings(Sample.gomoku, seats: [Sample.remote, Sample.person])
    settings.clock = ClockRule(total: 60_000, increment: 0)
    let seat = LinkSecret.random()
    let credentials = LinkCredentials(.host, token: seat, secret: seat, seat: seat)
    var loop = try SimulatedLoop(
      settings, link: LinkStateMachine(name: "Anna", settings: settings, credentials: credentials))
    for _ in 0..<12 { loop.pass(milliseconds: 1000) }
    #expect(loop.notes == [], "the clock stands until the guest is heard")
    var state = try #require(loop.session.state)
    state.startLinkClock(credentials, turnTime: 7000, now: loop.now)
    #expect(state.elapsed(at: loop.now.advanced(milliseconds: 500)) == 7000)
    state.releaseClock(now: loop.now)
    #expect(state.elapsed(at: loop.now.advanced(milliseconds: 500)) == 7500)
    var session = PlaySession(
      state, link: loop.session.link, PlaySession.Options(adviser: ["/bin/false"]), now: loop.now)
    var effects: [PlaySession.Effect] = []
    for _ in 0..<11 {
      loop.now = loop.now.advanced(milliseconds: 1000)
      effects += session.handle(.time, now: loop.now)
    }
    let notes = effects.filter { if case .note = $0 { true } else { false } }
    #expect(notes == [.note(turnTime: 13_000), .note(turnTime: 18_000)])
  }

  @Test func aHostThatCannotSaveGrantsNothing() throws {
    var pair = try Pair()
    pair.connect()
    pair.host.type("h8")
    pair.deliver()
    pair.host.diskError = "no space"
    pair.guest.type("i9")
    pair.deliver()
    #expect(pair.host.notice == "no space" && pair.guest.game?.state.moves.text == "h8")
    // The guest repeats the request with the next heartbeat.
    pair.host.diskError = nil
    pair.guest.pass(milliseconds: 1000)
    pair.deliver()
    #expect(pair.guest.game?.state.moves.text == "h8 i9")
  }
}

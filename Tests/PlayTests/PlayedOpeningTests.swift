import Basics
import Foundation
import Gomocup
import GomokuRules
import Platform
import TestSupport
import Testing

@testable import Match
@testable import Play

/// Openings by a rule at the table.
struct PlayedOpeningTests {
  // MARK: Every rule

  @Test(arguments: OpeningRule.samples)
  func everyOpeningIsPlayedTakenBackAndKept(rule: OpeningRule) throws {
    var players = RandomPlayers(seed: 26)
    for _ in 0..<Effort.count(12, thorough: 400, sanitized: 3) {
      let start = try #require(OpeningGame(rule, variant: .renju))
      var state = try Sample.state(Sample.renju, opening: rule)
      try players.play(&state, from: start)
      #expect(state.game.opening?.isOver == true && state.game.currentOpening == nil)
      #expect(state.game.actor == state.game.player(of: state.game.state.sideToMove))
      for action in state.game.actions {
        #expect(GameAction(action.text, in: Sample.renju) == action)
      }
      try PlayedOpeningTests.expectKept(state)
      while !state.game.steps.isEmpty { state.type("undo") }
      #expect(state.game.opening == start && state.game.state.plies == 0)
      #expect(state.game.black == .first)
    }
  }

  /// The game comes back from its file, with all hashes.
  private static func expectKept(_ state: PlayState) throws {
    try Sample.withFolder { folder in
      let saved = try SavedGame.create(state.settings, in: folder)
      for action in state.game.actions { try saved.append(action) }
      let contents = try SavedGame.read(saved.path)
      #expect(contents.damage == nil && contents.settings == state.settings)
      #expect(contents.game.hashes == state.game.hashes)
      #expect(contents.game.opening == state.game.opening)
    }
  }

  /// Two people who type legal actions, and illegal ones, and take some back.
  private struct RandomPlayers {
    var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func play(_ state: inout PlayState, from start: OpeningGame) throws {
      var course = [start]
      while let game = course.last, let action = game.randomAction(using: &random) {
        #expect(state.game.actor.map { $0 == .first } == game.actor.map { $0 == .first })
        #expect(state.game.black == (game.blackPlayer == .first ? .first : .second))
        refuse(&state, game)
        if course.count > 1, random.next() % 5 == 0 {
          state.type("undo")
          course.removeLast()
        } else {
          enter(action, &state)
          var next = game
          try next.play(action)
          course.append(next)
        }
        #expect(state.complaint == nil && state.game.opening == course.last)
        #expect(state.game.state.moves == course.last?.position.stones.map { .point($0.point) })
      }
    }

    /// Types an action; an offer also point by point, with one taken out and put in again.
    private mutating func enter(_ action: OpeningAction, _ state: inout PlayState) {
      guard case .offer(let points) = action, Bool.random(using: &random) else {
        state.type(action.description)
        return
      }
      let twice = points.count > 1 ? [points[0], points[0]] : []
      for point in twice + points { state.type(point.description) }
    }

    /// Types an action that the rule does not allow; nothing changes.
    private mutating func refuse(_ state: inout PlayState, _ game: OpeningGame) {
      let point = Point(x: Int(random.next() % 17), y: Int(random.next() % 17))
      let pool: [OpeningAction] = [
        .swap, .stay, .announce(Int(random.next() % 15)), .take(point), .offer([point, point]),
        .offer([point, Point(x: 3, y: 4)]), .place(point),
      ]
      guard let action = pool.randomElement(using: &random) else { return }
      // Where points are offered or taken, a point alone is a part of that.
      let picks = game.options.contains { option in
        switch option {
        case .offer, .take: true
        case .place, .swapOrStay, .announce: false
        }
      }
      if case .place = action, picks { return }
      var copy = game
      guard (try? copy.play(action)) == nil else { return }
      let before = state
      state.type(action.description)
      #expect(state.complaint?.isEmpty == false, "\(action) after \(game.text)")
      #expect(state.game.hashes == before.game.hashes && state.game.opening == game)
      #expect(state.entry == before.entry)
    }
  }

  // MARK: Earlier files

  static let formerGames: [(deeds: String, opening: String, black: Player)] = [
    ("choose black", "swap", .second), ("choose white 5", "stay", .first),
    ("choose more 5,move a3 1,move a4 1,choose black 7", "a3 a4 stay", .first),
    ("choose more 5,move a3 1,move a4 1,choose white 7", "a3 a4 swap", .second),
    ("choose more 5,move a3 1,move a4 1,undo 3,choose white 7", "stay", .first),
    ("choose more,move a3 1,undo 1,move a5 1,move a4 1,choose white", "a5 a4 swap", .second),
    ("choose more,undo 1,choose black,undo 1,choose more,undo 1,choose white", "stay", .first),
  ]

  @Test(arguments: formerGames)
  func filesOfTheFirstVersionAreRead(deeds: String, opening: String, black: Player) throws {
    let settings = """
      {"table":"wuliu table 1","id":"0123456789abcdef","game":{"rule":"standard","size":[15,15]},\
      "swap2":true,"seats":[{"name":"Anna","kind":"person"},{"name":"Ben","kind":"person"}],\
      "began":1000000}
      """
    let actions = "move h8 1,move h9 1,move k3 1,\(deeds)".split(separator: ",")
    let lines = [settings] + actions.map { "{\"deed\":\"\($0)\"}" }
    let bytes = lines.flatMap { CheckedLine.bytes(of: Array($0.utf8)) }
    let contents = try SavedGame.contents(of: bytes, path: "")
    #expect(contents.damage == nil)
    #expect(contents.game.opening?.text == "h8 h9 k3 \(opening)")
    #expect(contents.game.opening?.isOver == true && contents.game.black == black)
  }

  // MARK: Engines

  @Test func anEngineTakesItsPartInAnOpening() throws {
    let engine = EngineRole.player(.second)
    let seats = [Sample.person, Sample.engine]
    var loop = try SimulatedLoop(Sample.settings(Sample.renju, seats: seats, opening: .soosyrv8))
    loop.type("h8", "h7", "i7")
    loop.hear(engine, "OK")
    #expect(loop.engines[engine]?.last == "OPENING soosyrv-8 h8 h7 i7")
    loop.hear(engine, "MESSAGE thinking", "OPENING swap")
    #expect(loop.notice == "engine: swap, now black" && loop.game?.black == .second)
    loop.type("h10", "fifths 2")
    loop.hear(engine, "OPENING stay")
    #expect(loop.engines[engine]?.last == "OPENING soosyrv-8 h8 h7 i7 swap h10 fifths 2 stay")
    loop.hear(engine, "OPENING offer g9,h12")
    #expect(loop.shown.last == "your turn: take one of g9, h12")
    loop.type("take a1")
    #expect(loop.notice == "a1 was not offered")
    loop.type("h12", "a1")
    #expect(loop.game?.opening?.text.hasSuffix("offer g9,h12 take h12") == true)
    #expect(loop.engines[engine]?.suffix(8).first == "BOARD")
    #expect(loop.starts == 1 && loop.saved == loop.game?.actions)
  }

  @Test(arguments: [
    ("UNKNOWN command", "engine: does not play the opening rif: UNKNOWN command - retry"),
    ("ERROR no", "engine: does not play the opening rif: ERROR no - retry"),
    ("OPENING g9", "engine: answers \"OPENING g9\": \"g9\" is not possible now: swap"),
    ("8,8", "engine: answers \"i9\", which is no move - retry"),
    ("OPENING over", "engine: answers \"OPENING over\", which is no move - retry"),
  ])
  func anEngineThatDoesNotKnowTheOpeningIsNamed(answer: String, failure: String) throws {
    let engine = EngineRole.player(.second)
    let seats = [Sample.person, Sample.engine]
    var loop = try SimulatedLoop(Sample.settings(Sample.renju, seats: seats, opening: .rif))
    loop.type("h8", "h7", "i7")
    loop.hear(engine, "OK", answer)
    #expect(loop.session.state?.engineFailure?.hasPrefix(failure) == true)
    #expect(loop.game?.actions.count == 3)
    loop.type("retry")
    loop.hear(engine, "OK", "OPENING stay")
    #expect(loop.game?.actions.count == 4)
  }

  @Test func inSwap2AnEngineSetsItsStonesTogether() throws {
    let engine = EngineRole.player(.second)
    let seats = [Sample.person, Sample.engine]
    var loop = try SimulatedLoop(Sample.settings(Sample.gomoku, seats: seats, opening: .swap2))
    loop.type("h8", "h9", "k3")
    loop.hear(engine, "OK", "7,9 8,1")
    #expect(loop.engines[engine]?.suffix(5) == ["SWAP2BOARD", "7,7", "7,8", "10,2", "DONE"])
    #expect(loop.notice == "engine: h10 i2" && loop.game?.actor == .first)
    loop.type("black")
    #expect(loop.notice == "Anna: no swap, still black" && loop.game?.black == .first)
    // An engine whose stones are there in part begins its part again.
    var watched = try SimulatedLoop(
      Sample.settings(Sample.gomoku, seats: [Sample.engine, Sample.engine], opening: .swap2)
    ) { $0.isTerminal = true }
    watched.hear(.player(.first), "OK", "7,7 7,8 10,2")
    watched.type("undo")
    #expect(watched.game?.state.plies == 2)
    watched.type("go")
    watched.pass(milliseconds: 500)
    #expect(watched.game?.state.plies == 0)
    watched.pass(milliseconds: 500)
    watched.hear(.player(.first), "0,0 1,1 2,2")
    #expect(watched.game?.opening?.text == "a1 b2 c3")
  }

  @Test func aHintHelpsInAnOpening() throws {
    var loop = try SimulatedLoop(Sample.settings(Sample.renju, opening: .taraguchi10))
    loop.type("analyse")
    #expect(loop.notice == "an analysis begins when the opening is over; hint helps now too")
    loop.type("hint", "h8")
    #expect(loop.engines[.adviser] == ["START 15"])
    loop.hear(.adviser, "OK", "OPENING h8")
    #expect(loop.engines[.adviser]?.last == "OPENING taraguchi-10")
    #expect(loop.shown.contains("hint: h8"))
    loop.type("hint", "stay")
    loop.hear(.adviser, "OPENING swap")
    #expect(loop.shown.contains("hint: swap") && loop.game?.opening?.text == "h8 stay")
  }

  // MARK: What people see

  static let tasks: [(rule: OpeningRule, actions: String, task: String)] = [
    (.rif, "", "set stone 1, black, on h8"), (.rif, "h8", "set stone 2, white, in g7 to i9"),
    (.rif, "h8 h7", "set stone 3, black, in f6 to j10"),
    (.rif, "h8 h7 i7", "swap (you take black) or stay (white)"),
    (.rif, "h8 h7 i7 stay", "set stone 4, white"),
    (.rif, "h8 h7 i7 stay a1", "offer 2 fifth moves, such as offer g9,h12"),
    (.rif, "h8 h7 i7 stay a1 offer g9,h12", "take one of g9, h12"),
    (.yamaguchi, "h8 h7 i7", "announce 1 to 12 fifth moves, such as fifths 3"),
    (.pro, "h8 a1", "set stone 3, black, outside f6 to j10"),
    (.swap2, "h8 h7 i7", "swap (you take black) or stay (white), or set stone 4, white"),
    (.swap2, "h8 h7 i7 a1 a2", "swap (you take white) or stay (black)"),
    (
      .taraguchi10, "h8 stay h7 stay i7 stay h9",
      "swap (you take white) or stay (black), or offer 10 fifth moves, such as offer g9,h12"
    ),
  ]

  @Test(arguments: tasks)
  func theTaskSaysWhatIsAllowed(rule: OpeningRule, actions: String, task: String) throws {
    var game = try #require(OpeningGame(rule, variant: .renju))
    try game.play(text: actions)
    #expect(game.task.description == task)
  }

  @Test func offeredMovesAndTheNameOfTheOpeningAreShown() throws {
    var state = try Sample.state(Sample.renju, opening: .rif)
    func text() -> String {
      let now = MonotonicTime(nanoseconds: 0)
      return Screen(state: state, terminal: .plain, now: now).page.joined(separator: "\n")
    }
    for point in ["h8", "h7"] { state.type(point) }
    #expect(!text().contains("Kagetsu") && text().contains("Anna, black so far"))
    state.type("i7")
    #expect(text().contains("Kagetsu 花月 (D4)"))
    for word in ["black", "a1", "a2"] { state.type(word) }
    #expect(state.game.black == .second && state.task.hasSuffix("; so far a2"))
    #expect(text().contains("*.*") && state.candidates == [])
    state.type("clear")
    state.type("offer G9, H12")
    #expect(text().components(separatedBy: "<.>").count == 3 && state.candidates.count == 2)
    state.jump()
    state.type("h12")
    #expect(!text().contains("<.>") && text().contains("Ben, black\n"))
    let window = Screen(state: state, terminal: .plain, now: .init(nanoseconds: 0))
      .window(columns: 80, rows: 24, typed: "")
    #expect(window[0].contains("renju 15x15, rif"))
  }

  @Test func anExportKeepsTheActionsOrTellsThatItCannot() throws {
    var state = try Sample.state(Sample.renju, opening: .rif)
    for word in ["h8", "h7", "i7", "swap", "a1", "offer g9,h12", "take h12", "b1"] {
      state.type(word)
    }
    let text = "rif: h8 h7 i7 swap a1 offer g9,h12 take h12"
    #expect(try state.content(forFile: "x.sgf").contains("ON[\(text)]"))
    #expect(try state.content(forFile: "x.txt").contains("about ON \(text)\n"))
    #expect(try state.content(forFile: "x.html").contains("\(text), Kagetsu 花月 (D4)"))
    #expect(try state.losses(forFile: "x.sgf") == [])
    #expect(try state.losses(forFile: "x.psq") == ["the actions of the opening"])
    #expect(try state.content(forFile: "x.sgf").contains("PB[Ben]PW[Anna]"))
    for suffix in ["sgf", "txt"] {
      let loaded = try GameFile.parse(Array(state.content(forFile: "x.\(suffix)").utf8))
      #expect(loaded.moves == state.game.state.moves && loaded.texts.text("ON") == text)
    }
  }
}

import Gomocup
import GomokuRules
import Platform
import Testing

@testable import Match
@testable import Play

/// Looking at earlier positions, and the analysis with several lines.
struct LookTests {
  private static func page(_ state: PlayState) -> [String] {
    Screen(state: state, terminal: .plain, now: .init(nanoseconds: 0)).page
  }

  private static func won() throws -> PlayState {
    var state = try Sample.state(Sample.gomoku)
    for move in ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"] { state.type(move) }
    return state
  }

  @Test func aFinishedGameIsLookedThroughAndStaysAsItIs() throws {
    var state = try LookTests.won()
    let before = (state.game.actions, state.game.hashes)
    func look(_ look: UserCommand.Look, _ state: inout PlayState) -> String? {
      do throws(UserError) { try state.look(look) } catch { return error.description }
      return LookTests.page(state).last
    }
    #expect(look(.previous, &state)?.hasPrefix("after move 8 of 9 - ") == true)
    #expect(LookTests.page(state).contains(" 1  X X X X . . . . . . . . . . ."))
    #expect(LookTests.page(state).contains { $0.hasPrefix("> X Anna") }, "who was to move then")
    #expect(look(.move(3), &state)?.hasPrefix("after move 3 of 9") == true)
    #expect(look(.next, &state)?.hasPrefix("after move 4 of 9") == true)
    #expect(look(.first, &state)?.hasPrefix("after move 0 of 9") == true)
    #expect(look(.previous, &state) == "the game begins here")
    #expect(look(.move(10), &state) == "there is no move 10: the game has 9")
    #expect(look(.move(9), &state)?.hasPrefix("black wins") == true)
    #expect(look(.next, &state) == "the game has come no further")
    #expect(state.game.actions == before.0 && state.game.hashes == before.1)
  }

  @Test func nobodyMovesInAnEarlierPositionButUndoGoesBackToIt() throws {
    var state = try Sample.state(Sample.gomoku, seats: [Sample.person, Sample.engine])
    for move in ["h8", "a1", "h9", "a2"] {
      try state.perform(
        .move(Sample.gomoku.moves(named: move)[0], milliseconds: 0), now: .init(nanoseconds: 0))
    }
    try state.look(.move(1))
    state.type("i9")
    #expect(state.complaint?.contains("last goes back") == true && state.game.moves.count == 4)
    #expect(state.type("undo") == [.undo(steps: 3)])
    #expect(state.game.moves.text == "h8" && state.shownSteps == nil)
  }

  @Test func aMoveOfTheOtherShowsThePresentAgain() throws {
    var state = try Sample.state(Sample.gomoku)
    state.type("h8")
    try state.look(.first)
    try state.perform(
      .move(Sample.gomoku.moves(named: "h9")[0], milliseconds: 0), now: .init(nanoseconds: 0))
    #expect(state.shownSteps == nil)
  }

  @Test(arguments: [
    ("first", UserCommand.look(.first)), ("last", .look(.last)), ("prev", .look(.previous)),
    ("next", .look(.next)), ("<", .look(.previous)), ("move 12", .look(.move(12))),
    ("analyse 10 3", .analyse(10, lines: 3)), ("analyse 10", .analyse(10, lines: 3)),
    ("help", .help(.table)), ("?", .help(.table)), ("help swap2", .help(.opening)),
    ("help opening", .help(.opening)),
  ])
  func wordsAreRead(text: String, command: UserCommand) throws {
    #expect(try UserCommand(text, in: Sample.gomoku) == command)
  }

  @Test(arguments: [
    "move", "move x", "move -1", "first 1", "analyse 10 0", "analyse 10 11", "analyse 1 2 3",
    "help me",
  ])
  func wrongWordsAreRefused(text: String) {
    #expect(throws: UserError.self) { try UserCommand(text, in: Sample.gomoku) }
  }

  @Test func thePagesOfHelpFitATerminal() {
    for page in [HelpPage.table, .opening] {
      for isWindow in [true, false] {
        let lines = page.lines(isWindow: isWindow)
        // Two more lines tell how to go on.
        #expect(lines.count <= 22 && lines.allSatisfy { $0.columns <= 80 })
      }
    }
    for word in ["swap", "stay", "black", "white", "fifths", "offer", "take", "swap2"] {
      #expect(HelpPage.opening.lines(isWindow: true).contains { $0.contains(word) }, "\(word)")
    }
  }

  // MARK: Analysis

  private static func block(_ index: Int, _ chance: String, _ line: String) -> [String] {
    [
      "INFO PV \(index)", "INFO NUMPV 2", "INFO DEPTH 7", "INFO EVAL 40", "INFO WINRATE \(chance)",
      "INFO BESTLINE \(line)", "INFO PV DONE",
      "MESSAGE depth 7-9 multipv \(index + 1) ev 40 n 1 n/ms 1 tm 1 pv a1",
    ]
  }

  @Test func anAnalysisTellsTheChancesOfSeveralLines() throws {
    var loop = try SimulatedLoop(Sample.settings(Sample.gomoku))
    loop.type("h8", "analyse 3 2")
    loop.hear(.adviser, "OK")
    let lines = try #require(loop.engines[.adviser])
    #expect(lines.contains("INFO show_detail 2"))
    #expect(lines.suffix(4) == ["YXBOARD", "7,7,2", "DONE", "YXNBEST 2"])
    for line in LookTests.block(0, "0.6349", "8,8 7,8") + LookTests.block(1, "0.5", "0,0")
      + LookTests.block(2, "0.1", "1,1") + ["INFO PV x", "INFO WINRATE 7"]
    {
      loop.feed(.engineLine(.adviser, line))
    }
    loop.hear(.adviser, "8,8")
    let end = loop.shown.suffix(5)
    #expect(end.contains("analysis, depth 7, for the player to move:"))
    #expect(end.contains("1. 63 %: i9 h9") && end.contains("2. 50 %: a1"))
    #expect(!loop.shown.contains { $0.contains("3. ") && $0.contains("%") })
    #expect(loop.session.state?.advice?.move?.description == "i9")
    loop.type("i9")
    #expect(loop.session.state?.advice == nil)
  }

  @Test func anEngineThatKnowsOneLineIsAskedForOne() throws {
    var loop = try SimulatedLoop(Sample.settings(Sample.gomoku))
    loop.type("h8", "analyse 3")
    loop.hear(.adviser, "OK", "UNKNOWN YXBOARD")
    #expect(loop.starts == 2 && loop.engines[.adviser] == ["START 15"])
    loop.hear(.adviser, "OK")
    #expect(loop.engines[.adviser]?.suffix(3) == ["BOARD", "7,7,2", "DONE"])
    loop.hear(.adviser, "MESSAGE depth 7-9 ev +M5 n 1 n/ms 1 tm 1 pv i9 h9", "8,8")
    #expect(
      loop.shown.contains("analysis: wins in 3 for the player to move, depth 7: i9 h9"))
  }

  @Test func aFinishedGameIsAnalysedWhereItIsShown() throws {
    var loop = try SimulatedLoop(
      Sample.settings(Sample.gomoku, seats: [Sample.person, Sample.other]))
    loop.type("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1", "analyse")
    #expect(loop.notice?.hasPrefix("the game is over") == true)
    loop.type("prev", "analyse 1 1")
    loop.hear(.adviser, "OK")
    #expect(loop.engines[.adviser]?.contains("3,0,1") == true)
    #expect(loop.engines[.adviser]?.contains("4,0,1") == false)
    loop.hear(.adviser, "MESSAGE depth 1-1 ev +M1 n 1 n/ms 1 tm 1 pv e1", "4,0")
    #expect(loop.session.state?.advice?.lines[1] != nil)
    loop.type("next")
    #expect(loop.session.state?.advice == nil && loop.game?.moves.count == 9)
  }
}

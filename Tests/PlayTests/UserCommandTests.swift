import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Platform
import Testing

@testable import Match
@testable import Play

struct UserCommandTests {
  @Test(arguments: ["h8", "H8", " h 8 ", "h-8", "8h", "ｈ８", "Ｈ　８", "7,7", "h.8"])
  func aPointIsReadInAnyForm(text: String) throws {
    #expect(try UserCommand(text, in: Sample.gomoku) == .points([BoardPoint(x: 7, y: 7)]))
  }

  @Test(arguments: [
    ("c3c4", ["c3", "c4"]), ("C3-C4", ["c3", "c4"]), ("c3 c4", ["c3", "c4"]),
    ("c3 -> c4", ["c3", "c4"]), ("c3", ["c3"]), ("a1 f6 b2", ["a1", "f6", "b2"]),
  ])
  func pointsOfLiuzhouChessAreReadInAnyForm(text: String, points: [String]) throws {
    let cells = points.map(Sample.cell)
    #expect(try UserCommand(text, in: Sample.liuzhou) == .points(cells))
  }

  @Test(arguments: ["c3xa1f6", "C3 x A1 F6", "c3xf6a1"])
  func wholeTurnsAreReadInAnyForm(text: String) throws {
    #expect(try UserCommand(text, in: Sample.liuzhou) == .turn(try Turn("c3xa1f6")))
  }

  @Test(arguments: [
    ("undo", UserCommand.undo), ("UNDO", .undo), ("悔棋", .undo), ("analyse", .analyse(5, lines: 3)),
    ("analyze 30", .analyse(30, lines: 3)), ("level 4", .level(4)),
    ("save My Game.sgf", .save("My Game.sgf")), ("\u{FEFF}undo", .undo),
    ("overwrite My Game.sgf", .overwrite("My Game.sgf")),
    ("", .nothing), ("   ", .nothing), ("q", .quit), ("pass", .turn(.pass)),
  ])
  func wordsAreRead(text: String, command: UserCommand) throws {
    #expect(try UserCommand(text, in: Sample.gomoku) == command)
  }

  @Test(arguments: [
    "foo", "h99", "level", "level 0", "level 11", "level x", "analyse 0", "analyse 5 60", "save",
    "overwrite",
    "undo 3", "h8 i9", "成方", "\u{1B}[A", "-", "x",
  ])
  func whatIsNoOrderIsOneLineOfRefusal(text: String) throws {
    var state = try Sample.state(Sample.gomoku)
    let before = state
    #expect(state.type(text) == [])
    let complaint = try #require(state.complaint)
    #expect(!complaint.isEmpty && !complaint.contains("\n"))
    #expect(state.game.actions == before.game.actions && state.entry == before.entry)
  }

  @Test func aSlideWithCapturesIsEnteredStepByStep() throws {
    var state = try Sample.state(Sample.liuzhou)
    // Black completes the square a1 b1 a2 b2 with his fourth stone.
    for point in ["a1", "f6", "b1", "f5", "a2", "d4"] { state.type(point) }
    state.type("b2")
    #expect(state.game.state.plies == 6, "the capture is due")
    #expect(state.entry.prompt(in: state.game.state) == "take 1 of 1 for square 成方 a1 b1 a2 b2")
    let candidates = state.entry.candidates(in: state.game.state)
    #expect(candidates == Set(["f6", "f5", "d4"].map(Sample.cell)))
    state.type("a1")
    #expect(state.complaint == "a1 is yours")
    state.type("c3")
    #expect(state.complaint == "c3 is empty")
    #expect(!state.entry.isEmpty, "what was entered stays")
    state.type("clear")
    #expect(state.entry.isEmpty)
    state.type("b2")
    state.type("xd4")
    #expect(state.game.state.moves.last?.description == "b2xd4")
  }

  @Test func aQuestionOfTheOtherLeavesAHalfEnteredTurnAlone() throws {
    var state = try Sample.state(Sample.liuzhou)
    for point in ["a1", "f6", "b1", "f5", "a2", "d4", "b2"] { state.type(point) }
    let entry = state.entry
    #expect(!entry.isEmpty)
    try state.perform(.ask(.second, .draw), now: .init(nanoseconds: 0))
    try state.perform(.answer(.first, false), now: .init(nanoseconds: 0))
    #expect(state.entry == entry)
    state.type("d4")
    #expect(state.game.state.moves.last?.description == "b2xd4")
  }

  @Test func watchedEnginesPauseWhenAMoveIsTakenBack() throws {
    var state = try Sample.state(Sample.gomoku, seats: [Sample.engine, Sample.engine])
    let stone = Move.point(GomokuRules.Point(x: 7, y: 7))
    try state.perform(.move(stone, milliseconds: 0), now: .init(nanoseconds: 0))
    state.type("undo")
    #expect(state.game.state.plies == 0 && state.isPaused)
  }

  @Test func aFormedStoneIsSafeAndTheReasonIsTold() throws {
    var state = try Sample.state(Sample.liuzhou)
    for point in ["a1", "f6", "b1", "f5", "a2", "e6", "c4", "e5xc4", "b2"] { state.type(point) }
    #expect(state.game.ending == nil)
    // All white stones stand in the square e5 f5 e6 f6: nothing can be taken, nothing is asked.
    #expect(state.entry.isEmpty && state.game.state.moves.last?.description == "b2")
    for point in ["d1", "c1"] { state.type(point) }
    #expect(state.complaint == nil)
    var other = state
    other.type("xf6")
    #expect(other.complaint != nil)
  }

  @Test func aStoneThatIsPickedTwiceIsPutBack() throws {
    let game = Game(
      Rulebook(.fengyang),
      from: try Rulebook(.fengyang).position(
        "2O3/6/X1X1O1/1O1O2/XX4/XXO1O1 b m 0"))
    var entry = TurnEntry()
    let state = GameState.liuzhou(game)
    func pick(_ name: String) throws -> Move? {
      try entry.pick(Sample.cell(name), in: state)
    }
    #expect(throws: UserError.self) { try pick("c6") }
    #expect(throws: UserError.self) { try pick("f6") }
    #expect(try pick("a4") == nil)
    #expect(entry.focus == Sample.cell("a4"))
    #expect(try pick("a4") == nil)
    #expect(entry.isEmpty)
    #expect(try pick("a4") == nil)
    #expect(try pick("c4") == nil, "another stone of one's own is a change of mind")
    #expect(try pick("c5")?.description == "c4c5")
    #expect(entry.isEmpty)
  }

  @Test func refusalsNameWhoseTurnItIs() throws {
    var state = try Sample.state(Sample.gomoku, seats: [Sample.engine, Sample.person])
    state.type("h8")
    #expect(state.complaint == "it is the turn of engine")
    state.type("draw")
    #expect(state.complaint?.contains("no offers") == true)
    state.type("undo")
    #expect(state.complaint == "there is nothing to take back")
  }

  @Test func undoAgainstAnEngineTakesItsAnswerToo() throws {
    var state = try Sample.state(Sample.gomoku, seats: [Sample.person, Sample.engine])
    state.type("h8")
    try state.perform(
      .move(.point(GomokuRules.Point(x: 0, y: 0)), milliseconds: 0), now: .init(nanoseconds: 0))
    state.type("h9")
    #expect(state.type("undo") == [.undo(steps: 1)])
    #expect(state.type("undo") == [.undo(steps: 2)])
    #expect(state.game.state.plies == 0)
  }

  @Test(arguments: ["resign", "draw", "flag"])
  func undoTakesBackTheEndAloneIfNoMoveMadeIt(ending: String) throws {
    for opponent in [Sample.other, Sample.engine] where ending != "draw" || opponent == Sample.other
    {
      var state = try Sample.state(Sample.gomoku, seats: [Sample.person, opponent])
      let zero = MonotonicTime(nanoseconds: 0)
      for x in 0..<4 {
        let stone = Move.point(GomokuRules.Point(x: x, y: x % 2))
        try state.perform(.move(stone, milliseconds: 0), now: zero)
      }
      switch ending {
      case "flag": try state.perform(.flag(.first), now: zero)
      case "draw":
        state.type("draw")
        state.type("yes")
      default: state.type("resign")
      }
      #expect(state.game.ending != nil)
      let moves = state.game.state.moves
      #expect(state.type("undo") == [.reopen])
      #expect(state.game.ending == nil && state.game.state.moves == moves)
      #expect(state.notice?.text == "the game goes on")
      state.type("undo")
      #expect(state.game.state.plies == (opponent == Sample.engine ? 2 : 3))
    }
  }

  @Test func undoAfterAWinTakesTheWinningMoveBack() throws {
    var state = try Sample.state(Sample.gomoku)
    for move in ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"] { state.type(move) }
    #expect(state.game.ending == .rules(.win(.black)))
    #expect(state.type("undo") == [.undo(steps: 1)])
    #expect(state.game.state.plies == 8)
  }

  @Test func aResignationBeforeTheFirstMoveIsTakenBack() throws {
    var state = try Sample.state(Sample.gomoku, seats: [Sample.person, Sample.engine])
    state.type("resign")
    state.type("undo")
    #expect(state.complaint == nil && state.game.ending == nil)
  }

  @Test func theOtherIsAskedAndTheOffererWaits() throws {
    func prompt(_ state: PlayState) -> String {
      Screen(state: state, terminal: .plain, now: .init(nanoseconds: 0)).prompt
    }
    // At one terminal the question names whom it is for.
    var state = try Sample.state(Sample.gomoku)
    state.type("draw")
    #expect(state.notice?.text == "Anna offers a draw; Ben: yes or no?")
    #expect(prompt(state) == "Ben: a draw is offered yes or no")
    // Over a line whoever offers is told that he waits, and may move meanwhile.
    state = try Sample.state(Sample.gomoku, seats: [Sample.person, Sample.remote])
    state.type("draw")
    #expect(state.notice?.text == "you offer a draw; the other has to answer")
    #expect(prompt(state) == "your turn: choose a point")
    state.type("yes")
    #expect(state.complaint == "it is for the other to answer")
    // The other end of the line is asked.
    state = try Sample.state(Sample.gomoku, seats: [Sample.remote, Sample.person])
    try state.perform(.ask(.first, .draw), now: .init(nanoseconds: 0))
    #expect(state.notice?.text == "the other offers a draw; Anna: yes or no?")
    #expect(prompt(state) == "a draw is offered yes or no")
    state.type("yes")
    #expect(state.game.ending == .agreed)
    state.type("undo")
    #expect(state.notice?.text == "you ask to go on with the game; the other has to answer")
    #expect(prompt(state) == "the other has to answer")
    try state.perform(.answer(.first, true), now: .init(nanoseconds: 0))
    #expect(
      state.game.ending == nil && state.notice?.text == "the other says yes; the game goes on")
  }

  @Test func adviceIsForPersonsAndNotOverALine() throws {
    var state = try Sample.state(Sample.gomoku, seats: [Sample.person, Sample.remote])
    #expect(throws: UserError.self) { try state.beginAdvice(isHint: true) }
    state = try Sample.state(Sample.gomoku)
    try state.beginAdvice(isHint: true)
    #expect(state.advice?.isRunning == true)
  }
}

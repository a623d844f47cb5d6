import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Platform
import Testing

@testable import Match
@testable import Play

struct OrderTests {
  @Test(arguments: ["h8", "H8", " h 8 ", "h-8", "8h", "ｈ８", "Ｈ　８", "7,7", "h.8"])
  func aPointIsReadInAnyForm(text: String) throws {
    #expect(try Order(text, in: Sample.gomoku) == .points([BoardPoint(x: 7, y: 7)]))
  }

  @Test(arguments: [
    ("c3c4", ["c3", "c4"]), ("C3-C4", ["c3", "c4"]), ("c3 c4", ["c3", "c4"]),
    ("c3 -> c4", ["c3", "c4"]), ("c3", ["c3"]), ("a1 f6 b2", ["a1", "f6", "b2"]),
  ])
  func pointsOfLiuzhouChessAreReadInAnyForm(text: String, points: [String]) throws {
    let cells = points.map(Sample.cell)
    #expect(try Order(text, in: Sample.liuzhou) == .points(cells))
  }

  @Test(arguments: ["c3xa1f6", "C3 x A1 F6", "c3xf6a1"])
  func wholeTurnsAreReadInAnyForm(text: String) throws {
    #expect(try Order(text, in: Sample.liuzhou) == .turn(try Turn("c3xa1f6")))
  }

  @Test(arguments: [
    ("undo", Order.undo), ("UNDO", .undo), ("悔棋", .undo), ("analyse", .analyse(5)),
    ("analyze 30", .analyse(30)), ("level 4", .level(4)),
    ("save My Game.sgf", .save("My Game.sgf")), ("\u{FEFF}undo", .undo),
    ("overwrite My Game.sgf", .overwrite("My Game.sgf")),
    ("", .nothing), ("   ", .nothing), ("q", .quit), ("pass", .turn(.pass)),
  ])
  func wordsAreRead(text: String, order: Order) throws {
    #expect(try Order(text, in: Sample.gomoku) == order)
  }

  @Test(arguments: [
    "foo", "h99", "level", "level 0", "level 11", "level x", "analyse 0", "analyse 5 6", "save",
    "overwrite",
    "undo 3", "h8 i9", "成方", "\u{1B}[A", "-", "x",
  ])
  func whatIsNoOrderIsOneLineOfRefusal(text: String) throws {
    var table = try Sample.table(Sample.gomoku)
    let before = table
    #expect(try table.type(text) == [])
    let complaint = try #require(table.complaint)
    #expect(!complaint.isEmpty && !complaint.contains("\n"))
    #expect(table.game.deeds == before.game.deeds && table.entry == before.entry)
  }

  @Test func aSlideWithCapturesIsEnteredStepByStep() throws {
    var table = try Sample.table(Sample.liuzhou)
    // Black completes the square a1 b1 a2 b2 with his fourth stone.
    for point in ["a1", "f6", "b1", "f5", "a2", "d4"] { try table.type(point) }
    try table.type("b2")
    #expect(table.game.state.plies == 6, "the capture is due")
    #expect(table.entry.prompt(in: table.game.state) == "take 1 of 1 for square 成方 a1 b1 a2 b2")
    let candidates = table.entry.candidates(in: table.game.state)
    #expect(candidates == Set(["f6", "f5", "d4"].map(Sample.cell)))
    try table.type("a1")
    #expect(table.complaint == "a1 is yours")
    try table.type("c3")
    #expect(table.complaint == "c3 is empty")
    #expect(!table.entry.isEmpty, "what was entered stays")
    try table.type("clear")
    #expect(table.entry.isEmpty)
    try table.type("b2")
    try table.type("xd4")
    #expect(table.game.state.moves.last?.description == "b2xd4")
  }

  @Test func aQuestionOfTheOtherLeavesAHalfEnteredTurnAlone() throws {
    var table = try Sample.table(Sample.liuzhou)
    for point in ["a1", "f6", "b1", "f5", "a2", "d4", "b2"] { try table.type(point) }
    let entry = table.entry
    #expect(!entry.isEmpty)
    try table.perform(.ask(.second, .draw), now: .init(nanoseconds: 0))
    try table.perform(.answer(.first, false), now: .init(nanoseconds: 0))
    #expect(table.entry == entry)
    try table.type("d4")
    #expect(table.game.state.moves.last?.description == "b2xd4")
  }

  @Test func watchedEnginesPauseWhenAMoveIsTakenBack() throws {
    var table = try Sample.table(Sample.gomoku, seats: [Sample.engine, Sample.engine])
    let stone = Move.point(GomokuRules.Point(x: 7, y: 7))
    try table.perform(.move(stone, milliseconds: 0), now: .init(nanoseconds: 0))
    try table.type("undo")
    #expect(table.game.state.plies == 0 && table.isPaused)
  }

  @Test func aFormedStoneIsSafeAndTheReasonIsTold() throws {
    var table = try Sample.table(Sample.liuzhou)
    for point in ["a1", "f6", "b1", "f5", "a2", "e6", "c4", "e5xc4", "b2"] { try table.type(point) }
    #expect(table.game.ending == nil)
    // All white stones stand in the square e5 f5 e6 f6: nothing can be taken, nothing is asked.
    #expect(table.entry.isEmpty && table.game.state.moves.last?.description == "b2")
    for point in ["d1", "c1"] { try table.type(point) }
    #expect(table.complaint == nil)
    var other = table
    try other.type("xf6")
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
    var table = try Sample.table(Sample.gomoku, seats: [Sample.engine, Sample.person])
    try table.type("h8")
    #expect(table.complaint == "it is the turn of engine")
    try table.type("draw")
    #expect(table.complaint?.contains("no offers") == true)
    try table.type("undo")
    #expect(table.complaint == "there is nothing to take back")
  }

  @Test func undoAgainstAnEngineTakesItsAnswerToo() throws {
    var table = try Sample.table(Sample.gomoku, seats: [Sample.person, Sample.engine])
    try table.type("h8")
    try table.perform(
      .move(.point(GomokuRules.Point(x: 0, y: 0)), milliseconds: 0), now: .init(nanoseconds: 0))
    try table.type("h9")
    #expect(try table.type("undo") == [.propose(.undo(steps: 1))])
    #expect(try table.type("undo") == [.propose(.undo(steps: 2))])
    #expect(table.game.state.plies == 0)
  }

  @Test(arguments: ["resign", "draw", "flag"])
  func undoTakesBackTheEndAloneIfNoMoveMadeIt(ending: String) throws {
    for opponent in [Sample.other, Sample.engine] where ending != "draw" || opponent == Sample.other
    {
      var table = try Sample.table(Sample.gomoku, seats: [Sample.person, opponent])
      let zero = MonotonicTime(nanoseconds: 0)
      for x in 0..<4 {
        let stone = Move.point(GomokuRules.Point(x: x, y: x % 2))
        try table.perform(.move(stone, milliseconds: 0), now: zero)
      }
      switch ending {
      case "flag": try table.perform(.flag(.first), now: zero)
      case "draw":
        try table.type("draw")
        try table.type("yes")
      default: try table.type("resign")
      }
      #expect(table.game.ending != nil)
      let moves = table.game.state.moves
      #expect(try table.type("undo") == [.propose(.reopen)])
      #expect(table.game.ending == nil && table.game.state.moves == moves)
      #expect(table.notice?.text == "the game goes on")
      try table.type("undo")
      #expect(table.game.state.plies == (opponent == Sample.engine ? 2 : 3))
    }
  }

  @Test func undoAfterAWinTakesTheWinningMoveBack() throws {
    var table = try Sample.table(Sample.gomoku)
    for move in ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"] { try table.type(move) }
    #expect(table.game.ending == .rules(.win(.black)))
    #expect(try table.type("undo") == [.propose(.undo(steps: 1))])
    #expect(table.game.state.plies == 8)
  }

  @Test func aResignationBeforeTheFirstMoveIsTakenBack() throws {
    var table = try Sample.table(Sample.gomoku, seats: [Sample.person, Sample.engine])
    try table.type("resign")
    try table.type("undo")
    #expect(table.complaint == nil && table.game.ending == nil)
  }

  @Test func theOtherIsAskedAndTheOffererWaits() throws {
    func prompt(_ table: Table) -> String {
      Screen(table, look: .plain, now: .init(nanoseconds: 0)).promptLine
    }
    // At one terminal the question names whom it is for.
    var table = try Sample.table(Sample.gomoku)
    try table.type("draw")
    #expect(table.notice?.text == "Anna offers a draw; Ben: yes or no?")
    #expect(prompt(table) == "Ben: a draw is offered yes or no")
    // Over a line whoever offers is told that he waits, and may move meanwhile.
    table = try Sample.table(Sample.gomoku, seats: [Sample.person, Sample.remote])
    try table.type("draw")
    #expect(table.notice?.text == "you offer a draw; the other has to answer")
    #expect(prompt(table) == "your turn: choose a point")
    try table.type("yes")
    #expect(table.complaint == "it is for the other to answer")
    // The other end of the line is asked.
    table = try Sample.table(Sample.gomoku, seats: [Sample.remote, Sample.person])
    try table.perform(.ask(.first, .draw), now: .init(nanoseconds: 0))
    #expect(table.notice?.text == "the other offers a draw; Anna: yes or no?")
    #expect(prompt(table) == "a draw is offered yes or no")
    try table.type("yes")
    #expect(table.game.ending == .agreed)
    try table.type("undo")
    #expect(table.notice?.text == "you ask to go on with the game; the other has to answer")
    #expect(prompt(table) == "the other has to answer")
    try table.perform(.answer(.first, true), now: .init(nanoseconds: 0))
    #expect(
      table.game.ending == nil && table.notice?.text == "the other says yes; the game goes on")
  }

  @Test func adviceIsForPersonsAndNotOverALine() throws {
    var table = try Sample.table(Sample.gomoku, seats: [Sample.person, Sample.remote])
    try table.type("hint")
    #expect(table.complaint?.contains("no advice") == true)
    table = try Sample.table(Sample.gomoku)
    #expect(try table.type("hint") == [.advise(milliseconds: 1000, isHint: true)])
    #expect(try table.type("analyse 7") == [.advise(milliseconds: 7000, isHint: false)])
  }
}

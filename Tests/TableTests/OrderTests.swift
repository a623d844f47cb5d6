import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Platform
import Testing

@testable import Table
@testable import Tournament

struct OrderTests {
  @Test(arguments: ["h8", "H8", " h 8 ", "h-8", "8h", "ｈ８", "Ｈ　８", "7,7", "h.8"])
  func aPointIsReadInAnyForm(text: String) throws {
    #expect(try Order(text, in: Sample.gomoku) == .points([Cell(x: 7, y: 7)]))
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
    ("save My Game.sgf", .save("My Game.sgf")),
    ("", .nothing), ("   ", .nothing), ("q", .quit), ("pass", .turn(.pass)),
  ])
  func wordsAreRead(text: String, order: Order) throws {
    #expect(try Order(text, in: Sample.gomoku) == order)
  }

  @Test(arguments: [
    "foo", "h99", "level", "level 0", "level 11", "level x", "analyse 0", "analyse 5 6", "save",
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
    #expect(throws: Refusal.self) { try pick("c6") }
    #expect(throws: Refusal.self) { try pick("f6") }
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

  @Test func adviceIsForPersonsAndNotOverALine() throws {
    var table = try Sample.table(Sample.gomoku, seats: [Sample.person, Sample.remote])
    try table.type("hint")
    #expect(table.complaint?.contains("no advice") == true)
    table = try Sample.table(Sample.gomoku)
    #expect(try table.type("hint") == [.advise(milliseconds: 1000, isHint: true)])
    #expect(try table.type("analyse 7") == [.advise(milliseconds: 7000, isHint: false)])
  }
}

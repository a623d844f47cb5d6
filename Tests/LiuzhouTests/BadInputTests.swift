import Liuzhou
import LiuzhouRules
import SearchTypes
import Testing

@Suite struct BadInputTests {
  struct TurnCase: CustomTestStringConvertible {
    let position: String
    let turn: String
    let reason: String?
    var rules = "fengyang"
    var testDescription: String { "\(turn) in \(position)" }
  }

  private static let start = "6/6/6/6/6/6 b p 0"
  private static let square = "6/6/2X3/2XX2/6/OO3O b p 0"
  private static let moving = "XOO2O/O1X2X/1OXX1X/O1XXOO/XO2OO/3O1X b m 0"
  private static let forcing = "OOOXOX/XXOXO1/XOOXXO/XXXXOX/XOOXOO/XXOOOX w f 0"
  /// Black was blocked and has taken the stone on f6.
  private static let answering = "XXXXO1/OXOOXO/1OXXXO/OXOOXO/XOOXOO/OXXXXO w x 0"
  private static let blocked = "XXXXOO/OXOOXO/1OXXXO/OXOOXO/XOOXOO/OXXXXO b m 7"

  @Test(arguments: [
    TurnCase(position: start, turn: "c3", reason: nil),
    TurnCase(position: start, turn: "C3", reason: nil),
    TurnCase(position: start, turn: "g3", reason: "no such point g3"),
    TurnCase(position: start, turn: "a7", reason: "no such point a7"),
    TurnCase(position: start, turn: "a0", reason: "no such point a0"),
    TurnCase(position: start, turn: "", reason: "not a turn"),
    TurnCase(position: start, turn: "x", reason: "not a turn"),
    TurnCase(position: start, turn: "c3x", reason: "not a turn"),
    TurnCase(position: start, turn: "c", reason: "not a turn"),
    TurnCase(position: start, turn: "c3c4c5", reason: "not a turn"),
    TurnCase(position: start, turn: "c3xa1a1", reason: "not a turn"),
    TurnCase(position: start, turn: "c3 ", reason: "not a turn"),
    TurnCase(position: start, turn: "é3", reason: "not a turn"),
    TurnCase(position: start, turn: "pass", reason: "may not pass"),
    TurnCase(position: start, turn: "c3c4", reason: "wrong phase, this is the placing phase"),
    TurnCase(position: start, turn: "xc3", reason: "wrong phase, this is the placing phase"),
    TurnCase(position: start, turn: "c3xa1", reason: "may not capture a1"),
    TurnCase(position: square, turn: "c3", reason: "c3 is occupied"),
    TurnCase(position: square, turn: "a1", reason: "a1 is occupied"),
    TurnCase(position: square, turn: "d4", reason: "must capture 1"),
    TurnCase(position: square, turn: "d4xa1b1", reason: "must capture 1"),
    TurnCase(position: square, turn: "d4xc3", reason: "may not capture c3"),
    TurnCase(position: square, turn: "d4xa2", reason: "may not capture a2"),
    TurnCase(position: square, turn: "d4xf1", reason: nil),
    TurnCase(position: moving, turn: "b4", reason: "wrong phase, this is the moving phase"),
    TurnCase(position: moving, turn: "b4b3", reason: "b4 is not yours"),
    TurnCase(position: moving, turn: "d6d5", reason: "d6 is not yours"),
    TurnCase(position: moving, turn: "c4b4", reason: "b4 is occupied"),
    TurnCase(position: moving, turn: "c4a4", reason: "a4 is not adjacent to c4"),
    TurnCase(position: moving, turn: "c4b5", reason: "b5 is not adjacent to c4"),
    TurnCase(position: moving, turn: "pass", reason: "may not pass"),
    TurnCase(position: forcing, turn: "pass", reason: "may not pass"),
    TurnCase(position: forcing, turn: "f5", reason: "wrong phase, this is the forcing phase"),
    TurnCase(position: forcing, turn: "xa6", reason: "may not capture a6"),
    TurnCase(position: forcing, turn: "xa1b1", reason: "must capture 1"),
    TurnCase(position: blocked, turn: "pass", reason: nil),
    TurnCase(position: blocked, turn: "b4a4", reason: "b4 is not yours"),
    TurnCase(
      position: "6/2XX2/6/4O1/6/3XX1 w m 0", turn: "e3e4",
      reason: "game over: black wins, white has 3 stones or fewer"),
    TurnCase(
      position: "XXX3/6/6/6/6/OOO3 w m 0", turn: "a1a2",
      reason: "game over: draw, both players have 3 stones or fewer"),
    TurnCase(
      position: "XXXX2/6/6/6/6/OOOO2 w m 100", turn: "a1a2",
      reason: "game over: draw, 100 turns without a capture"),
    TurnCase(
      position: blocked, turn: "pass", reason: "game over: white wins, black has no slide",
      rules: "blocked=loss"),
    TurnCase(position: blocked, turn: "xf6", reason: "wrong phase, this is the moving phase"),
    TurnCase(position: blocked, turn: "xf6", reason: nil, rules: "blocked=exchange"),
    TurnCase(position: blocked, turn: "pass", reason: "may not pass", rules: "blocked=exchange"),
    TurnCase(
      position: blocked, turn: "xf6e6", reason: "must capture 1", rules: "blocked=exchange"),
    TurnCase(
      position: moving, turn: "xb6", reason: "wrong phase, this is the moving phase",
      rules: "blocked=exchange"),
    TurnCase(position: answering, turn: "xa6", reason: nil, rules: "blocked=exchange"),
    TurnCase(position: answering, turn: "pass", reason: "may not pass", rules: "blocked=exchange"),
    TurnCase(
      position: answering, turn: "f6f5", reason: "wrong phase, this is the exchanging phase",
      rules: "blocked=exchange"),
  ])
  func everyIllegalTurnIsRefusedForItsReason(row: TurnCase) throws {
    let book = Rulebook(try RuleSet(row.rules))
    var game = Game(book, from: try book.position(row.position))
    do {
      try game.play(Turn(row.turn))
      #expect(row.reason == nil)
    } catch {
      #expect(error.description == row.reason)
      #expect(game.position.description == row.position)
    }
  }

  @Test(arguments: [
    ("", "a position is RANKS SIDE PHASE QUIET"),
    ("6/6/6/6/6/6 b p", "a position is RANKS SIDE PHASE QUIET"),
    ("6/6/6/6/6 b p 0", "ranks are six rows of six points, joined by /"),
    ("6/6/6/6/6/7 b p 0", "ranks are six rows of six points, joined by /"),
    ("6/6/6/6/6/5 b p 0", "ranks are six rows of six points, joined by /"),
    ("6/6/6/6/6/5XX b p 0", "ranks are six rows of six points, joined by /"),
    ("6/6/6/6/6/5Y b p 0", "ranks are six rows of six points, joined by /"),
    ("6/6/6/6/6/6 x p 0", "side to move is b or w, not x"),
    ("6/6/6/6/6/6 b q 0", "phase is p, f, m or x, not q"),
    ("6/6/6/6/6/6 b p -1", "quiet counter cannot be -1"),
    ("6/6/6/6/6/6 b p 7", "quiet counter cannot be 7"),
    ("6/6/6/6/6/6 b p 99999999999999999999", "quiet counter cannot be 99999999999999999999"),
    ("6/6/6/6/6/6 w p 0", "0 black and 0 white stones placed with white to move"),
    ("6/6/6/6/6/5X b p 0", "1 black and 0 white stones placed with black to move"),
    ("6/6/6/6/6/5x b m 0", "dead stones outside placing"),
    ("XXXXXX/XXXXXX/XXXXXX/X5/6/OOOO2 b m 0", "more than 18 stones of a colour"),
    ("OOOXOX/XXOXOO/XOOXXO/XXXXOX/XOOXOO/XXOOOX b m 0", "no empty point to slide to"),
    ("XOXOXO/OXOXOX/XOXOXO/OXOXOX/XOXOXO/OXOXOX b p 0", "the board is full, placing is over"),
    ("6/6/6/6/6/6 b f 0", "0 black and 0 white stones with black to remove one"),
  ])
  func everyBadPositionIsRefusedForItsReason(text: String, reason: String) {
    #expect {
      try Rulebook().position(text)
    } throws: {
      ($0 as? PositionError)?.description == reason
    }
  }

  @Test func lettersOfSideAndPhaseMayBeCapitals() throws {
    #expect(try Rulebook().position(" 6/6/6/6/6/6  B P 0 ").description == BadInputTests.start)
  }

  @Test(arguments: [
    (
      "nowhere",
      "unknown rules nowhere, known are \(RuleSet.presets.map(\.name).joined(separator: ", "))"
    ),
    ("fengyang huainan", "unknown switch huainan"),
    ("speed=1", "unknown switch speed"),
    ("=1", "unknown switch "),
    ("count=most", "count cannot be most, only sum|best"),
    ("lose-at=-1", "lose-at cannot be -1, only 0 to 17"),
    ("lose-at=+2", "lose-at cannot be +2, only 0 to 17"),
    ("lose-at=", "lose-at cannot be , only 0 to 17"),
    ("huainan quiet=0", "quiet cannot be 0, only 1 to 1000"),
    ("length=1001", "length cannot be 1001, only 0 to 1000"),
    ("repetition=loss", "repetition cannot be loss, only draw|none"),
    ("six=1 six=2", "six is given twice"),
  ])
  func everyBadRuleTextIsRefusedNamingTheSwitch(text: String, reason: String) {
    #expect {
      try RuleSet(text)
    } throws: {
      ($0 as? RuleSetError)?.description == reason
    }
  }

  @Test(arguments: [
    ("", "fengyang"), ("FengYang", "fengyang"), ("huainan", "huainan"),
    ("fengyang-app count=best", "fengyang-app"),
    ("protect=last-resort LOSE-AT=2 count=best", "fengyang-app"),
    ("shandong LENGTH=142 quiet=35 repetition=None", "shandong-app"),
    ("length=90 quiet=80", "fengyang quiet=80 length=90"), ("length=0 repetition=draw", "fengyang"),
    ("mover=first blocked=loss", "fengyang blocked=loss mover=first"),
    ("huainan fly-at=3", "fengyang protect=last-resort fly-at=3 diag6=2 six=2 edge-six=1"),
  ])
  func ruleTextsRoundTrip(text: String, canonical: String) throws {
    let rules = try RuleSet(text)
    #expect(rules.description == canonical)
    #expect(try RuleSet(canonical) == rules)
  }

  @Test func theThirdOccurrenceIsADraw() throws {
    let book = Rulebook()
    var game = Game(book, from: try book.position("XX1XX1/6/6/6/6/OO1OO1 w m 0"))
    for turn in ["b1c1", "b6c6", "c1b1", "c6b6", "b1c1", "b6c6", "c1b1"] {
      try game.play(Turn(turn))
    }
    #expect(game.outcome == nil)
    try game.play(Turn("c6b6"))
    #expect(game.outcome == Outcome(winner: nil, reason: .repetition))
    #expect(game.legalTurns.isEmpty)
  }

  @Test func theGameGoesOnAfterTheThirdOccurrenceIfItMeansNothing() throws {
    let book = Rulebook(try RuleSet("repetition=none quiet=20"))
    var game = Game(book, from: try book.position("XX1XX1/6/6/6/6/OO1OO1 w m 0"))
    for turn in Array(repeating: ["b1c1", "b6c6", "c1b1", "c6b6"], count: 5).joined() {
      #expect(game.outcome == nil)
      try game.play(Turn(turn))
    }
    #expect(game.outcome == Outcome(winner: nil, reason: .quiet(20)))
  }

  @Test func everyStoneThatIsPlacedSlidOrCapturedIsAStep() throws {
    let book = Rulebook(try RuleSet("length=64"))
    // 8 stones on the board: 36 have been placed, 28 captured.
    let start = try book.position("XX1XX1/6/6/6/6/OO1OO1 w m 0")
    #expect(Game(book, from: start).outcome == Outcome(winner: nil, reason: .length(64)))
    #expect(Game(book, from: start).outcome?.description == "draw, 64 steps have been played")
    let longer = Rulebook(try RuleSet("length=66"))
    var game = Game(longer, from: start)
    try game.play(Turn("b1c1"))
    #expect(game.position.steps == 65 && game.outcome == nil)
    try game.play(Turn("b6c6"))
    #expect(game.outcome == Outcome(winner: nil, reason: .length(66)))
    // A win counts even if the same turn reaches the limit.
    game = Game(longer, from: try longer.position("6/6/XX4/X5/1X4/2OOOO b m 0"))
    try game.play(Turn("b2b3xc1"))
    #expect(game.position.steps == 66)
    #expect(game.outcome == Outcome(winner: .black, reason: .fewStones(3)))
  }

  @Test(arguments: [
    ("6/2XX2/6/4O1/6/3XX1 w m 0", Score.loss(inPlies: 0)),
    ("OOOO2/6/6/6/6/XXX3 w m 0", .win(inPlies: 0)),
    ("XXX3/6/6/6/6/OOO3 w m 0", .draw),
  ])
  func aFinishedGameIsAppraisedByItsResult(text: String, score: Score) throws {
    let book = Rulebook()
    let game = Game(book, from: try book.position(text))
    #expect(LiuzhouPlayer().evaluate(game) == StaticEvaluation(score: score))
  }
}

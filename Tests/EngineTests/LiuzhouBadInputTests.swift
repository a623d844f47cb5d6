import Gomoku
import GomokuRules
import struct LiuzhouRules.Turn
import Testing

@testable import Engine
@testable import Gomocup

/// Every way to get a command of Liuzhou chess wrong, with the right one beside it: one clear line,
/// nothing changed, and the next good command works.
struct LiuzhouBadInputTests {
  private static let turnForms = "a turn: c3, c3c4, xb2 or pass, captures as in c3xa1f6"
  private static let courseForms =
    "start, or RANKS SIDE PHASE QUIET, then perhaps moves c3 ..., or only moves c3 ..."
  private static let placing = "O4O/6/2X1X1/2XXX1/6/OO3O b p 0"
  private static let moving = "XOO2O/O1X2X/1OXX1X/O1XXOO/XO2OO/3O1X b m 0"
  private static let forcing = "OOOXOX/XXOXO1/XOOXXO/XXXXOX/XOOXOO/XXOOOX w f 0"
  private static let blocked = "XXXXOO/OXOOXO/1OXXXO/OXOOXO/XOOXOO/OXXXXO b m 7"

  /// What is wrong, the position, the lines, the answer, and the right lines with their answer.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var position = placing
    let bad: String
    let answer: String
    let good: String
    let goodAnswer: String
    var testDescription: String { name }

    init(
      _ name: String, in position: String = placing, _ bad: String, _ answer: String,
      good: String = "PLAY d4xa1b1", _ goodAnswer: String = "d4xa1b1"
    ) {
      (self.name, self.position, self.bad, self.answer) = (name, position, bad, answer)
      (self.good, self.goodAnswer) = (good, goodAnswer)
    }
  }

  static let turns: [Case] = [
    Case("no turn", "TURN", "ERROR TURN needs \(turnForms)"),
    Case("a word", "TURN abc", "ERROR TURN needs \(turnForms), not \"abc\""),
    Case(
      "a pair of gomoku", "TURN 3,3",
      "ERROR TURN 3,3 is for gomoku, this is a game of Liuzhou chess and needs \(turnForms)"),
    Case("half a pair", "TURN 3,", "ERROR TURN needs \(turnForms), not \"3,\""),
    Case("three points", "TURN c3c4c5", "ERROR TURN needs \(turnForms), not \"c3c4c5\""),
    Case("a bare x", "TURN d4x", "ERROR TURN needs \(turnForms), not \"d4x\""),
    Case("a point twice", "PLAY d4xa1a1", "ERROR PLAY needs \(turnForms), not \"d4xa1a1\""),
    Case("another script", "TURN 放子", "ERROR TURN needs \(turnForms), not \"??\""),
    Case("a file too many", "TURN g3", "ERROR no such point g3"),
    Case("a rank too many", "TURN a7", "ERROR no such point a7"),
    Case("a captured point off the board", "TURN d4xa1f9", "ERROR no such point f9"),
    Case("an occupied point", "TURN c3", "ERROR c3 is occupied"),
    Case("too few captures", "TURN d4xa1", "ERROR must capture 2"),
    Case("no capture", "TURN d4", "ERROR must capture 2"),
    Case("too many captures", "TURN d4xa1b1f1", "ERROR must capture 2"),
    Case("an own stone captured", "TURN d4xa1c3", "ERROR may not capture c3"),
    Case("an empty point captured", "TURN d4xa1a2", "ERROR may not capture a2"),
    Case("a capture that is not earned", "TURN a2xa1", "ERROR may not capture a1"),
    Case("a pass while placing", "TURN pass", "ERROR may not pass"),
    Case("a slide while placing", "TURN c3c2", "ERROR wrong phase, this is the placing phase"),
    Case("a removal while placing", "TURN xa1", "ERROR wrong phase, this is the placing phase"),
    Case(
      "a placement while moving", in: moving, "TURN b4",
      "ERROR wrong phase, this is the moving phase", good: "PLAY c5b5", "c5b5"),
    Case(
      "an enemy stone", in: moving, "TURN d6d5", "ERROR d6 is not yours", good: "PLAY f1e1", "f1e1"),
    Case(
      "a slide too far", in: moving, "TURN c4a4", "ERROR a4 is not adjacent to c4",
      good: "PLAY c5d5", "c5d5"),
    Case(
      "a diagonal slide", in: moving, "TURN c5d6", "ERROR d6 is not adjacent to c5",
      good: "PLAY c5d5", "c5d5"),
    Case(
      "a slide onto a stone", in: moving, "TURN c4b4", "ERROR b4 is occupied", good: "PLAY c5b5",
      "c5b5"),
    Case(
      "a pass with a slide left", in: moving, "TURN pass", "ERROR may not pass", good: "PLAY c5b5",
      "c5b5"),
    Case(
      "a protected stone removed", in: forcing, "TURN xa6", "ERROR may not capture a6",
      good: "PLAY xB5", "xb5"),
    Case(
      "two stones removed", in: forcing, "TURN xa1b1", "ERROR must capture 1", good: "PLAY x a1",
      "xa1"),
    Case(
      "a placement while forcing", in: forcing, "TURN f5",
      "ERROR wrong phase, this is the forcing phase", good: "PLAY xa1", "xa1"),
    Case(
      "another's stone when blocked", in: blocked, "TURN b4a4", "ERROR b4 is not yours",
      good: "PLAY Pass", "pass"),
  ]

  static let others: [Case] = [
    Case("TAKEBACK with a point", "TAKEBACK c3", "ERROR TAKEBACK needs no argument, not \"c3\""),
    Case(
      "TAKEBACK of a stone of gomoku", "TAKEBACK 3,3",
      "ERROR TAKEBACK 3,3 is for gomoku, this is a game of Liuzhou chess"),
    Case("TAKEBACK of nothing", "TAKEBACK", "ERROR no turn to take back"),
    Case(
      "START with another game", "START chess",
      "ERROR START needs a board size, 5 to 22, not \"chess\""),
    Case(
      "an unknown preset", "START liuzhou beijing",
      "ERROR START liuzhou: unknown rules beijing, known are fengyang, fengyang-app, huainan, "
        + "shandong, shandong-app"),
    Case(
      "an unknown switch", "START liuzhou huainan speed=1",
      "ERROR START liuzhou: unknown switch speed"),
    Case(
      "a bad number", "START liuzhou lose-at=30",
      "ERROR START liuzhou: lose-at cannot be 30, only 0 to 17"),
    Case(
      "a bad choice", "START liuzhou count=most",
      "ERROR START liuzhou: count cannot be most, only sum|best"),
    Case(
      "a switch twice", "START liuzhou six=1 six=2", "ERROR START liuzhou: six is given twice"),
    Case(
      "a switch in another script", "START liuzhou 速度=1",
      "ERROR START liuzhou: unknown switch ??"),
    Case(
      "BOARD with an illegal turn", "BOARD\nc3\nd4\nc3\nDONE",
      "ERROR turn 3, c3: c3 is occupied"),
    Case(
      "BOARD with a stone of gomoku", "BOARD\n3,3,1\nDONE",
      "ERROR BOARD 3,3,1 is for gomoku, this is a game of Liuzhou chess and needs \(turnForms)"),
    Case(
      "YXBOARD with a pass of gomoku", "YXBOARD -1,-1,2 DONE",
      "ERROR YXBOARD -1,-1,2 is for gomoku, this is a game of Liuzhou chess and needs \(turnForms)"),
    Case(
      "BOARD with half a position", "BOARD\nposition 6/6/6/6/6/6\nDONE",
      "ERROR a position is RANKS SIDE PHASE QUIET"),
    Case(
      "BOARD that another command breaks off", "BOARD\nc3\nABOUT",
      "ERROR BOARD without DONE"),
    Case(
      "YXBOARD with an illegal turn", "YXBOARD c3 c4c5 DONE",
      "ERROR turn 2, c4c5: wrong phase, this is the placing phase"),
    Case("POSITION without a form", "POSITION", "ERROR POSITION needs \(courseForms)"),
    Case(
      "POSITION of gomoku", "POSITION black h8 white to black",
      "ERROR POSITION black is for gomoku, this is a game of Liuzhou chess and needs \(courseForms)"
    ),
    Case(
      "POSITION with a pair of gomoku", "POSITION moves 3,3",
      "ERROR POSITION 3,3 is for gomoku, this is a game of Liuzhou chess and needs \(turnForms)"),
    Case(
      "POSITION with five ranks", "POSITION 6/6/6/6/6 b p 0",
      "ERROR ranks are six rows of six points, joined by /"),
    Case(
      "POSITION with a bad side", "POSITION 6/6/6/6/6/6 红 p 0",
      "ERROR side to move is b or w, not ?"),
    Case(
      "POSITION with a bad phase", "POSITION 6/6/6/6/6/6 b q 0",
      "ERROR phase is p, f, m or x, not q"),
    Case(
      "POSITION with a bad counter", "POSITION 6/6/6/6/6/6 b p -1",
      "ERROR quiet counter cannot be -1"),
    Case(
      "POSITION out of balance", "POSITION 6/6/6/6/6/5X b p 0",
      "ERROR 1 black and 0 white stones placed with black to move"),
    Case(
      "POSITION with dead stones that slide", "POSITION 6/6/6/6/6/5x b m 0",
      "ERROR dead stones outside placing"),
    Case(
      "POSITION with an illegal turn", "POSITION start moves c3 c3",
      "ERROR turn 2, c3: c3 is occupied"),
    Case(
      "POSITION beyond the end", "POSITION 6/2XX2/6/4O1/6/3XX1 w m 0 moves e3e4",
      "ERROR turn 1, e3e4: game over: black wins, white has 3 stones or fewer"),
    Case(
      "YXNBEST of none", "YXNBEST 0", "ERROR YXNBEST needs a number of lines, 1 to 484, not \"0\""),
    Case(
      "PERFT of a word", "PERFT x",
      "ERROR PERFT needs a depth, 0 to 16, and perhaps \"divide\", not \"x\""),
    Case("EVAL with an argument", "EVAL all", "ERROR EVAL needs no argument, not \"all\""),
    Case("a turn without a verb", "c3", "UNKNOWN command \"c3\""),
    Case("DONE outside a block", "DONE", "UNKNOWN command \"DONE\""),
  ]

  static let ofGomoku = [
    "SOLVE vcf", "SOLVE check x", "YXSHOWFORBID", "YXSEARCHDEFEND", "YXBALANCEONE 0",
    "YXBALANCETWO", "YXBLOCKRESET", "SWAP2BOARD DONE", "YXBLOCK\n1,1\nDONE", "YXBLOCKUNDO DONE",
    "OPENING swap", "YXSOOSORVSTEP1",
  ].map { line in
    let word = line.prefix { !$0.isWhitespace }
    return Case(
      "\(line) in Liuzhou chess", line,
      "ERROR \(word) is for gomoku, this is a game of Liuzhou chess")
  }

  @Test func thereAreEnoughCases() {
    let names = (Self.turns + Self.others + Self.ofGomoku).map(\.name)
    #expect(names.count >= 60 && Set(names).count == names.count)
  }

  @Test(arguments: turns + others + ofGomoku)
  func badInputIsOneLineAndChangesNothing(row: Case) {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou\nPOSITION \(row.position)")
    let game = dialogue.session.course
    let settings = dialogue.session.settings
    #expect(dialogue.say(row.bad).first == row.answer)
    #expect(dialogue.session.course == game && game != nil)
    #expect(dialogue.session.settings == settings)
    #expect(dialogue.session.isIdle)
    #expect(dialogue.say(row.good) == [row.goodAnswer])
  }

  @Test(arguments: [
    ("TURN c3", "TURN c3", "x,y"), ("TURN c3c4", "TURN c3c4", "x,y"),
    ("turn c3 c4 x A1", "TURN c3c4xA1", "x,y"), ("PLAY xb2", "PLAY xb2", "x,y"),
    ("TURN pass", "TURN pass", "x,y"), ("BOARD\nc3\nd4\nDONE", "BOARD c3", "lines"),
    ("BOARD\nposition 6/6/6/6/6/6 b p 0\nDONE", "BOARD position", "lines"),
    ("YXBOARD 7,7,1 c3c4 DONE", "YXBOARD c3c4", "lines"),
    ("POSITION 6/6/6/6/6/6 b p 0", "POSITION 6/6/6/6/6/6", "start"),
    ("POSITION start moves c3", "POSITION start moves", "start"),
    ("POSITION moves c3 c4xb2", "POSITION c4xb2", "points"),
  ])
  func aTurnOfLiuzhouInGomokuIsOneError(lines: String, sent: String, wanted: String) {
    var dialogue = Dialogue()
    dialogue.say("START 15")
    let position = dialogue.session.position
    let answers = dialogue.say(lines)
    #expect(answers.count == 1)
    #expect(
      answers[0].hasPrefix(
        "ERROR \(sent) is for Liuzhou chess, this is a game of gomoku and needs \(wanted)"))
    #expect(dialogue.session.position == position)
    #expect(dialogue.say("START liuzhou\nTURN c3") == ["OK", "a1"])
  }

  @Test func beforeAGameItsStartIsAskedFor() {
    for line in ["TURN c3c4", "POSITION 6/6/6/6/6/6 b p 0", "BOARD c3 DONE"] {
      var dialogue = Dialogue()
      #expect(dialogue.say(line) == ["ERROR no game: send START first"])
    }
  }

  @Test func aGameRefusesTheOthersCommandsByName() throws {
    let turn = GomocupCommand.liuzhou(.turn(try Turn("c3c4")))
    let point = GomocupCommand.gomoku(.turn(Point(x: 7, y: 7)))
    var settings = EngineSettings()
    var gomoku = GomokuSession(size: try #require(BoardSize(width: 15, height: 15)), settings)
    var liuzhou = LiuzhouSession(.fengyang)
    var empty = GomokuSession()
    #expect(throws: ProtocolError.otherGame(sent: "TURN c3c4", of: .liuzhou, expected: nil)) {
      try gomoku.obey(turn, &settings)
    }
    #expect(throws: ProtocolError.otherGame(sent: "TURN 7,7", of: .gomoku, expected: nil)) {
      try liuzhou.obey(point, &settings)
    }
    #expect(throws: ProtocolError.noGame) { try empty.obey(turn, &settings) }
  }

  @Test func aBlockThatNeverEndsIsNotKept() {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou\nBOARD")
    for _ in 0..<5_000 { dialogue.say("c3") }
    #expect(dialogue.say("DONE") == ["ERROR BOARD needs at most 4096 lines"])
    #expect(dialogue.say("BEGIN") == ["a1"])
  }
}

import Gomoku
import GomokuRules
import Testing

@testable import Engine
@testable import Gomocup

/// Every way we could think of to get a command wrong: one clear line, nothing changed, and the next
/// good command works.
struct BadInputTests {
  /// A name, what is sent in a game with stones on h8 (black) and a1 (white), and the answer.
  static let cases: [(String, String, String)] = [
    ("an unknown word", "FOOBAR 1 2 3", "UNKNOWN command \"FOOBAR\""),
    ("a move without a verb", "7,7", "UNKNOWN command \"7,7\""),
    ("another script", "五六", "UNKNOWN command \"??\""),
    ("quotes in a word", "A\"B", "UNKNOWN command \"A?B\""),
    (
      "a very long word", String(repeating: "x", count: 60_000),
      "UNKNOWN command \"" + String(repeating: "x", count: 40) + "...\""
    ),
    ("DONE outside a block", "DONE", "UNKNOWN command \"DONE\""),
    ("START without a size", "START", "ERROR START needs a board size, 5 to 22"),
    ("START with a word", "START abc", "ERROR START needs a board size, 5 to 22, not \"abc\""),
    ("START too small", "START 4", "ERROR START needs a board size, 5 to 22, not \"4\""),
    ("START too large", "START 23", "ERROR START needs a board size, 5 to 22, not \"23\""),
    ("START negative", "START -15", "ERROR START needs a board size, 5 to 22, not \"-15\""),
    (
      "START with a fraction", "START 15.0", "ERROR START needs a board size, 5 to 22, not \"15.0\""
    ),
    (
      "START beyond 64 bits", "START 99999999999999999999",
      "ERROR START needs a board size, 5 to 22, not \"99999999999999999999\""
    ),
    (
      "START with three sizes", "START 9 9 9",
      "ERROR START needs a board size, 5 to 22, not \"9 9 9\""
    ),
    ("START with a plus", "START +15", "ERROR START needs a board size, 5 to 22, not \"+15\""),
    ("RECTSTART without sizes", "RECTSTART", "ERROR RECTSTART needs width,height, each 5 to 22"),
    (
      "RECTSTART with one size", "RECTSTART 9",
      "ERROR RECTSTART needs width,height, each 5 to 22, not \"9\""
    ),
    (
      "RECTSTART too narrow", "RECTSTART 4,9",
      "ERROR RECTSTART needs width,height, each 5 to 22, not \"4,9\""
    ),
    (
      "RECTSTART with three sizes", "RECTSTART 9,9,9",
      "ERROR RECTSTART needs width,height, each 5 to 22, not \"9,9,9\""
    ),
    ("RESTART with an argument", "RESTART 15", "ERROR RESTART needs no argument, not \"15\""),
    ("BEGIN with an argument", "BEGIN 7,7", "ERROR BEGIN needs no argument, not \"7,7\""),
    ("ABOUT with an argument", "ABOUT you", "ERROR ABOUT needs no argument, not \"you\""),
    ("TURN without a point", "TURN", "ERROR TURN needs x,y"),
    ("TURN with a word", "TURN abc", "ERROR TURN needs x,y, not \"abc\""),
    ("TURN with one number", "TURN 7", "ERROR TURN needs x,y, not \"7\""),
    ("TURN with three numbers", "TURN 7,8,1", "ERROR TURN needs x,y, not \"7,8,1\""),
    ("TURN with two points", "TURN 7,8 9,9", "ERROR TURN needs x,y, not \"7,8 9,9\""),
    ("TURN with a half", "TURN 7,", "ERROR TURN needs x,y, not \"7,\""),
    ("TURN with a letter", "TURN h9", "ERROR TURN needs x,y, not \"h9\""),
    ("TURN with hexadecimal", "TURN 0x7,8", "ERROR TURN needs x,y, not \"0x7,8\""),
    ("TURN off this board", "TURN 15,3", "ERROR \"15,3\" is off the board"),
    ("TURN off every board", "TURN 99,3", "ERROR \"99,3\" is off the board"),
    ("TURN negative", "TURN -1,3", "ERROR \"-1,3\" is off the board"),
    ("TURN on a stone", "TURN 7,7", "ERROR h8 is occupied"),
    ("PLAY on a stone", "PLAY 0,0", "ERROR a1 is occupied"),
    ("PLAY without a point", "PLAY", "ERROR PLAY needs x,y"),
    ("TAKEBACK of nothing", "TAKEBACK 3,3", "ERROR no stone on d4"),
    ("TAKEBACK off the board", "TAKEBACK 15,0", "ERROR \"15,0\" is off the board"),
    ("TAKEBACK without a point", "TAKEBACK", "ERROR TAKEBACK needs x,y"),
    (
      "BOARD with two numbers", "BOARD\n7,7\nDONE",
      "ERROR BOARD needs lines x,y,1 or x,y,2 or x,y,3, not \"7,7\""
    ),
    (
      "BOARD with field 4", "BOARD\n7,7,4\nDONE",
      "ERROR BOARD needs lines x,y,1 or x,y,2 or x,y,3, not \"7,7,4\""
    ),
    (
      "BOARD with a word", "BOARD\nhello\nDONE",
      "ERROR BOARD needs lines x,y,1 or x,y,2 or x,y,3, not \"hello\""
    ),
    ("BOARD off the board", "BOARD\n15,7,1\nDONE", "ERROR \"15,7\" is off the board"),
    ("BOARD with a pass", "BOARD\n-1,-1,1\nDONE", "ERROR \"-1,-1\" is off the board"),
    ("BOARD with a point twice", "BOARD\n7,7,1\n7,7,2\nDONE", "ERROR h8 is occupied"),
    (
      "BOARD with text after DONE", "BOARD 7,7,1 DONE 8,8,2",
      "ERROR BOARD needs nothing after DONE, not \"8,8,2\""
    ),
    (
      "BOARD that is broken off", "BOARD\n7,7,1\nSHOWFORBID\nDONE",
      "ERROR BOARD needs lines x,y,1 or x,y,2 or x,y,3, not \"SHOWFORBID\""
    ),
    ("YXBOARD off the board", "YXBOARD 20,20,1 DONE", "ERROR \"20,20\" is off the board"),
    (
      "SWAP2BOARD with two stones", "SWAP2BOARD 1,1 2,2 DONE",
      "ERROR SWAP2BOARD needs 0, 3 or 5 stones, not \"2\""
    ),
    (
      "SWAP2BOARD with colours", "SWAP2BOARD 1,1,1 DONE",
      "ERROR SWAP2BOARD needs lines x,y, not \"1,1,1\""
    ),
    ("SWAP2BOARD with a point twice", "SWAP2BOARD 1,1 1,1 2,2 DONE", "ERROR b2 is occupied"),
    ("OPENING without a rule", "OPENING", "ERROR OPENING needs a rule: \(OpeningRule.names)"),
    (
      "OPENING with another rule", "OPENING five-13 h8",
      "ERROR OPENING needs a rule: \(OpeningRule.names), not \"five-13\""
    ),
    (
      "OPENING with a word", "OPENING swap h8 hold i9",
      "ERROR OPENING needs \(OpeningAction.forms), not \"hold\""
    ),
    (
      "OPENING with half an offer", "OPENING rif h8 offer h9,",
      "ERROR OPENING needs \(OpeningAction.forms), not \"offer h9,\""
    ),
    (
      "OPENING without a number", "OPENING rif fifths",
      "ERROR OPENING needs \(OpeningAction.forms), not \"fifths\""
    ),
    (
      "OPENING of renju without its rule", "OPENING rif h8",
      "ERROR OPENING rif needs renju, not \"freestyle\""
    ),
    (
      "OPENING with an illegal action", "OPENING pro h8 i9 i10",
      "ERROR action 3, i10: the rule does not allow a stone on i10 now"
    ),
    ("OPENING off the board", "OPENING swap p8", "ERROR action 1, p8: p8 is not on the board"),
    (
      "OPENING that goes on", "OPENING swap h8 i8 j8 swap stay",
      "ERROR action 5, stay: the opening is over"
    ),
    (
      "YXSOOSORVSTEP2 with two stones", "YXSOOSORVSTEP2\n7,7\n7,8\nDONE",
      "ERROR YXSOOSORVSTEP2 needs 3 lines x,y, not \"7,7 7,8\""
    ),
    (
      "YXSOOSORVSTEP4 without a number", "YXSOOSORVSTEP4 7,7 7,8 7,9 8,8 DONE",
      "ERROR YXSOOSORVSTEP4 needs a number and 4 lines x,y, not \"7,7 7,8 7,9 8,8\""
    ),
    (
      "YXSOOSORVSTEP6 without offers", "YXSOOSORVSTEP6 7,7 7,8 7,9 8,8 DONE",
      "ERROR YXSOOSORVSTEP6 needs 5 to 12 lines x,y, not \"7,7 7,8 7,9 8,8\""
    ),
    (
      "YXSOOSORVSTEP1 under other rules", "YXSOOSORVSTEP1",
      "ERROR YXSOOSORVSTEP1 needs renju, not \"freestyle\""
    ),
    ("YXNBEST without a number", "YXNBEST", "ERROR YXNBEST needs a number of lines, 1 to 484"),
    ("YXNBEST of none", "YXNBEST 0", "ERROR YXNBEST needs a number of lines, 1 to 484, not \"0\""),
    (
      "YXBALANCEONE with a word", "YXBALANCEONE even",
      "ERROR YXBALANCEONE needs centistones, -28000 to 28000, not \"even\""
    ),
    (
      "YXBALANCETWO beyond reason", "YXBALANCETWO 30000",
      "ERROR YXBALANCETWO needs centistones, -28000 to 28000, not \"30000\""
    ),
    ("YXBLOCK with a word", "YXBLOCK\nx\nDONE", "ERROR YXBLOCK needs lines x,y, not \"x\""),
    (
      "PERFT without a depth", "PERFT", "ERROR PERFT needs a depth, 0 to 16, and perhaps \"divide\""
    ),
    (
      "PERFT too deep", "PERFT 99",
      "ERROR PERFT needs a depth, 0 to 16, and perhaps \"divide\", not \"99\""
    ),
    (
      "PERFT with another word", "PERFT 2 all",
      "ERROR PERFT needs a depth, 0 to 16, and perhaps \"divide\", not \"2 all\""
    ),
    (
      "SEARCH with a bare word", "SEARCH depth",
      "ERROR SEARCH needs depth, nodes or time, each with a number above 0, not \"depth\""
    ),
    (
      "SEARCH with no depth", "SEARCH depth 0",
      "ERROR SEARCH needs depth, nodes or time, each with a number above 0, not \"depth 0\""
    ),
    (
      "SEARCH with another word", "SEARCH width 5",
      "ERROR SEARCH needs depth, nodes or time, each with a number above 0, not \"width 5\""
    ),
    ("SOLVE without a word", "SOLVE", "ERROR SOLVE needs \(SolveTask.forms)"),
    ("SOLVE with another word", "SOLVE all", "ERROR SOLVE needs \(SolveTask.forms), not \"all\""),
    (
      "SOLVE with a bare limit", "SOLVE vcf nodes",
      "ERROR SOLVE needs \(SolveTask.forms), not \"vcf nodes\""
    ),
    (
      "SOLVE without a file", "SOLVE vcf proof",
      "ERROR SOLVE needs \(SolveTask.forms), not \"vcf proof\""
    ),
    (
      "SOLVE with a shortest VCT", "SOLVE vct shortest",
      "ERROR SOLVE needs \(SolveTask.forms), not \"vct shortest\""
    ),
    (
      "SOLVE check without a file", "SOLVE check",
      "ERROR SOLVE needs \(SolveTask.forms), not \"check\""
    ),
    ("BENCH with a word", "BENCH all", "ERROR BENCH needs a depth, 1 to 64, not \"all\""),
    ("POSITION without a form", "POSITION", "ERROR POSITION needs \(positionForms)"),
    (
      "POSITION without a side", "POSITION black h8 white i9",
      "ERROR POSITION needs \(positionForms), not \"black h8 white i9\""
    ),
    (
      "POSITION with a wrong point", "POSITION moves h8 z9",
      "ERROR POSITION needs points, not \"z9\""
    ),
    (
      "POSITION with a point off the board", "POSITION moves h8 h16",
      "ERROR \"7,15\" is off the board"
    ),
    ("POSITION with a point twice", "POSITION moves h8 i9 h8", "ERROR h8 is occupied"),
    (
      "POSITION beyond the end of a game", "POSITION moves a1 a2 b1 b2 c1 c2 d1 d2 e1 e2",
      "ERROR game over: black has won"
    ),
    ("EVAL with an argument", "EVAL all", "ERROR EVAL needs no argument, not \"all\""),
    (
      "a list of another engine", "YXBLOCKPATH\n1,1\nDONE",
      "UNKNOWN command \"YXBLOCKPATH\" is not supported"
    ),
    (
      "a path of another engine", "YXHASHDUMP\n/tmp/x",
      "UNKNOWN command \"YXHASHDUMP\" is not supported"
    ),
  ]

  private static let positionForms =
    "start, or moves h8 ..., or black h8 ... white i9 ... to black|white"

  @Test func thereAreEnoughCases() {
    #expect(BadInputTests.cases.count >= 60)
    #expect(Set(BadInputTests.cases.map(\.0)).count == BadInputTests.cases.count)
  }

  @Test(arguments: cases)
  func badInputIsOneLineAndChangesNothing(name: String, lines: String, answer: String) {
    var dialogue = Dialogue()
    dialogue.say("START 15\nTURN 7,7")
    let before = dialogue.session.position
    let settings = dialogue.session.settings
    #expect(dialogue.say(lines) == [answer], "\(name)")
    #expect(dialogue.session.position == before, "\(name)")
    #expect(dialogue.session.settings == settings, "\(name)")
    #expect(dialogue.session.isIdle)
    #expect(dialogue.say("TURN 8,8") == ["1,0"], "\(name)")
  }

  @Test(arguments: [
    "BEGIN", "TURN 7,7", "PLAY 7,7", "TAKEBACK 7,7", "RESTART", "BOARD DONE", "YXBOARD DONE",
    "SWAP2BOARD DONE", "OPENING swap", "YXSOOSORVSTEP1", "YXNBEST 1", "YXBALANCEONE 0",
    "YXSHOWFORBID", "SHOW", "MOVES", "PERFT 1",
    "SEARCH", "EVAL", "POSITION start", "SOLVE vcf", "SOLVE game", "YXSEARCHDEFEND",
  ])
  func withoutAGameThereIsOneError(line: String) {
    var dialogue = Dialogue()
    #expect(dialogue.say(line) == ["ERROR no game: send START first"])
    #expect(dialogue.say("START 15") == ["OK"])
  }

  @Test func aForbiddenPointIsRefusedByName() {
    var dialogue = Dialogue()
    dialogue.say("INFO rule 4\nSTART 15\nPOSITION black h7 h9 g8 i8 white a1 c1 e1 g1 to black")
    #expect(dialogue.say("TURN 7,7") == ["ERROR h8 is forbidden: double three"])
    #expect(dialogue.say("TURN 14,14") == ["1,0"])
  }

  @Test func anOverlongLineIsOneError() {
    var dialogue = Dialogue()
    #expect(dialogue.take(.line(.overlong, at: .now)) == ["ERROR line longer than 65536 bytes"])
    #expect(dialogue.say("START 15") == ["OK"])
  }

  @Test func nothingIsLeftToPlay() {
    var dialogue = Dialogue()
    dialogue.say("START 5")
    let all = (0..<25).map { "\($0 % 5),\($0 / 5)" }.joined(separator: " ")
    dialogue.say("YXBLOCK \(all) DONE")
    #expect(dialogue.say("BEGIN") == ["ERROR no point left to play"])
    #expect(dialogue.say("YXBLOCKRESET\nBEGIN") == ["0,0"])
  }

  /// Yixin-Board's pairs have the row first.
  @Test func aPointOffTheBoardIsShownAsItWasSent() {
    var dialogue = Dialogue()
    dialogue.say("START 15\nINFO vcthread 0")
    #expect(dialogue.say("TURN 3,15") == ["ERROR \"3,15\" is off the board"])
    #expect(dialogue.say("TURN 3,99") == ["ERROR \"3,99\" is off the board"])
  }

  /// Other white space may belong to a file's name, so it separates nothing.
  @Test func blanksAreThoseOfASCII() {
    var reader = CommandReader()
    for blank in ["\u{2028}", "\u{A0}", "\u{3000}"] {
      for line in ["INFO rule 1\(blank)", "START\(blank)15", "START 15\(blank)"] {
        let outcomes = reader.read(.text(line))
        #expect(outcomes.allSatisfy { (try? $0.get()) == nil } && outcomes.count == 1, "\(line)")
      }
    }
    #expect(reader.read(.text("\t START\t15 \0")) == [.success(.start(.standard))])
  }
}

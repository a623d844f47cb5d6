import Basics
import Gomoku
import GomokuRules
import Platform
import SearchTypes
import Testing

@testable import Engine
@testable import Gomocup

/// Dialogues with a player that answers at once with the first free point.
struct SessionTests {
  /// Managers send these keys, which no search heeds: their numbers are checked, and change nothing.
  @Test(arguments: [("game_type", 3), ("caution_factor", 5)])
  func keysWithoutEffectAreChecked(key: String, largest: Int) throws {
    var dialogue = Dialogue()
    dialogue.say("START 15\nINFO timeout_turn 700")
    let settings = dialogue.session.settings
    for number in 0...largest {
      #expect(dialogue.say("INFO \(key) \(number)") == [])
      #expect(dialogue.session.settings == settings)
      #expect(throws: Never.self) { try GomocupCommand(parsing: "INFO \(key) \(number)") }
    }
    let wrongs = ["-1", "\(largest + 1)", "x"]
    for wrong in wrongs {
      // INFO is never answered. What was wrong with it comes with the next answer.
      #expect(dialogue.say("INFO \(key) \(wrong)") == [])
      #expect(throws: ProtocolError.self) { try GomocupCommand(parsing: "INFO \(key) \(wrong)") }
    }
    #expect(dialogue.session.settings == settings)
    let complaints = wrongs.map {
      "MESSAGE INFO \(key) needs 0 to \(largest), not \"\($0)\"; the old value stays"
    }
    #expect(dialogue.say("BEGIN") == complaints + ["0,0"])
  }

  @Test(arguments: [
    ("a game with BEGIN", "START 15\nBEGIN\nTURN 7,7", ["OK", "0,0", "1,0"]),
    ("a game with TURN first", "START 20\nTURN 19,19\nTURN 18,18", ["OK", "0,0", "1,0"]),
    ("an empty BOARD", "START 15\nBOARD\nDONE", ["OK", "0,0"]),
    ("BOARD in one line", "START 15\nboard 0,0,1 7,7,2 done", ["OK", "1,0"]),
    ("START twice", "START 15\nBEGIN\nSTART 20\nBEGIN", ["OK", "0,0", "OK", "0,0"]),
    ("RESTART", "START 15\nBEGIN\nRESTART\nBEGIN", ["OK", "0,0", "OK", "0,0"]),
    ("RECTSTART", "RECTSTART 9,13\nTURN 8,12", ["OK", "0,0"]),
    (
      "TAKEBACK", "START 15\nBEGIN\nTURN 7,7\nTAKEBACK 1,0\nTAKEBACK 7,7\nTURN 2,2",
      ["OK", "0,0", "1,0", "OK", "OK", "1,0"]
    ),
    ("PLAY", "START 15\nPLAY 7,7\nTURN 8,8", ["OK", "7,7", "0,0"]),
    (
      "INFO is never answered", "INFO rule 1\nINFO nonsense\nINFO\nINFO timeout_turn 5\nSTART 15",
      ["OK"]
    ),
    (
      "YXBOARD is not answered", "START 15\nYXBOARD\n0,0,1\n-1,-1,2\nDONE\nYXNBEST 2",
      ["OK", "1,0"]
    ),
    ("swap2 from nothing", "START 15\nSWAP2BOARD\nDONE", ["OK", "0,0 1,0 2,0"]),
    ("swap2 with three stones", "START 15\nSWAP2BOARD\n7,7\n8,8\n9,9\nDONE", ["OK", "0,0"]),
    (
      "swap2 stones are not kept", "START 15\nSWAP2BOARD\n0,0\n8,8\n9,9\nDONE\nBEGIN",
      ["OK", "1,0", "0,0"]
    ),
    (
      "an opening", "START 15\nOPENING swap2\nOPENING swap2 a1\nOPENING swap2 a1 b2 c3",
      ["OK", "OPENING a1", "OPENING b1", "OPENING stay"]
    ),
    (
      "an opening of renju",
      """
      INFO rule 4
      START 15
      OPENING soosyrv-8 h8
      opening Soosyrv-8 H8 h9 i10 STAY g7
      OPENING soosyrv-8 h8 h9 i10 stay g7 fifths 2 swap
      OPENING soosyrv-8 h8 h9 i10 stay g7 fifths 2 swap offer a1 , b1
      OPENING soosyrv-8 h8 h9 i10 stay g7 fifths 2 swap offer a1,b1 take b1
      """,
      [
        "OK", "OPENING g7", "OPENING fifths 1", "OPENING offer a1,b1", "OPENING take a1",
        "OPENING over",
      ]
    ),
    ("an opening is not kept", "START 15\nOPENING swap a1\nBEGIN", ["OK", "OPENING b1", "0,0"]),
    (
      "balance", "START 15\nYXBALANCEONE 0\nYXBALANCETWO 50\nBEGIN",
      ["OK", "0,0", "0,0 1,0", "0,0"]
    ),
    ("defence", "START 15\nYXBOARD\n0,0,2\nDONE\nYXSEARCHDEFEND", ["OK", "1,0"]),
    ("blocked points are not played", "START 15\nYXBLOCK\n0,0\n1,0\nDONE\nBEGIN", ["OK", "2,0"]),
    (
      "unblocked again",
      "START 15\nYXBLOCK 0,0 1,0 DONE\nYXBLOCKUNDO 0,0 DONE\nBEGIN\nYXBLOCKRESET\nTURN 9,9",
      ["OK", "0,0", "1,0"]
    ),
    (
      "forbidden points",
      "INFO rule 4\nSTART 15\nYXBOARD 7,6,1 0,0,2 7,8,1 2,0,2 6,7,1 4,0,2 8,7,1 6,0,2 DONE\n"
        + "YXSHOWFORBID", ["OK", "FORBID 0707."]
    ),
    ("no forbidden points", "START 15\nYXSHOWFORBID", ["OK", "FORBID ."]),
    (
      "row,column order", "INFO coordinates yx\nSTART 15\nBOARD 0,0,1 0,1,2 DONE",
      ["OK", "0,2"]
    ),
    (
      "yxshowinfo", "YXSHOWINFO",
      ["MESSAGE Wuliu 0.2.0", "MESSAGE INFO MAX_THREAD_NUM 64", "MESSAGE INFO MAX_HASH_SIZE 22"]
    ),
    (
      "hash commands", "YXHASHCLEAR\nYXSHOWHASHUSAGE",
      ["MESSAGE hash table cleared", "MESSAGE hash table 1024 KiB, 5 permille used"]
    ),
    ("STOP while idle", "STOP\nYXSTOP\nSTART 15", ["OK"]),
    ("END", "END", ["<quit>"]),
    ("END inside BOARD", "START 15\nBOARD\n1,1,1\nEND", ["OK", "<quit>"]),
  ])
  func dialogues(name: String, lines: String, answers: [String]) {
    var dialogue = Dialogue()
    #expect(dialogue.say(lines) == answers, "\(name)")
  }

  @Test(arguments: [
    (
      "one line about the engine", "ABOUT",
      [
        "name=\"Wuliu\", version=\"0.2.0\", author=\"The Wuliu authors\", country=\"World\", "
          + "games=\"gomoku and Liuzhou chess\""
      ]
    ),
    ("the state", "POSITION moves a1 b2\nSHOW", ["OK", "SHOW black playing none"]),
    (
      "a won game", "POSITION black a1 b1 c1 d1 e1 white to white\nSHOW",
      ["OK", "SHOW white over black"]
    ),
    ("moves", "MOVES", ["MOVES 25"]),
    ("perft", "PERFT 1", ["PERFT 1 25 0"]),
    ("divided perft", "POSITION moves a1\nPERFT 1 divide", ["OK", "PERFT 1 24 0"]),
    ("search", "SEARCH depth 3", ["SEARCH a1 score 0 depth 1 nodes 1 time 0 pv a1"]),
    (
      "search does not play", "SEARCH\nSEARCH",
      [
        "SEARCH a1 score 0 depth 1 nodes 1 time 0 pv a1",
        "SEARCH a1 score 0 depth 1 nodes 1 time 0 pv a1",
      ]
    ),
    ("solve", "SOLVE vcf\nSOLVE game time 5", ["SOLVE none", "SOLVE none"]),
    ("solve a file", "SOLVE vct file x", ["SOLVE none"]),
    ("eval", "EVAL", ["EVAL 7"]),
    ("bench", "BENCH\nBENCH 4", ["BENCH 42 0", "BENCH 42 0"]),
    ("the empty board again", "BEGIN\nPOSITION start\nBEGIN", ["0,0", "OK", "0,0"]),
  ])
  func scriptCommandsEndWithTheirOwnWord(name: String, lines: String, answers: [String]) {
    var dialogue = Dialogue()
    dialogue.say("START 5")
    let log = dialogue.say(lines)
    #expect(log.filter { !$0.hasPrefix("MESSAGE") && !$0.hasPrefix("MOVE ") } == answers, "\(name)")
  }

  @Test func swap2IsToldInTheWordsOfYixinBoard() {
    var dialogue = Dialogue()
    dialogue.say("START 15\nINFO coordinates yx")
    dialogue.player = { _ in .opening(Point.list("a2b1c1")) }
    #expect(
      dialogue.say("yxswap2step1") == [
        "MESSAGE SWAP2 MOVE1 1 0", "MESSAGE SWAP2 MOVE2 0 1", "MESSAGE SWAP2 MOVE3 0 2",
      ])
    dialogue.say("yxboard 7,7,2 8,8,1 9,9,2 done")
    for (stones, answer) in [
      (nil, ["MESSAGE SWAP2 SWAP1 YES"]), ("a1", ["MESSAGE SWAP2 SWAP1 NO"]),
      ("a2b1", ["MESSAGE SWAP2 MOVE4 1 0", "MESSAGE SWAP2 MOVE5 0 1"]),
    ] {
      dialogue.player = { _ in .opening(stones.flatMap { Point.list($0) }) }
      #expect(dialogue.say("yxswap2step2") == answer)
    }
    #expect(
      dialogue.say("yxswap2step3") == ["ERROR YXSWAP2STEP3 needs 5 stones on the board"])
    dialogue.say("yxboard 7,7,2 8,8,1 9,9,2 3,3,1 4,4,2 done")
    for (stones, answer) in [
      (nil, "MESSAGE SWAP2 SWAP2 YES"), ("a1", "MESSAGE SWAP2 SWAP2 NO"),
    ] {
      dialogue.player = { _ in .opening(stones.flatMap { Point.list($0) }) }
      #expect(dialogue.say("yxswap2step3") == [answer])
    }
    #expect(dialogue.say("YXSWAP2STEP2").last?.hasPrefix("ERROR") == true)
  }

  @Test func soosyrvIsToldInTheWordsOfYixinBoard() {
    var dialogue = Dialogue()
    dialogue.say("INFO vcthread 0\nINFO rule 2\nSTART 15")
    #expect(
      dialogue.say("yxsoosorvstep1") == [
        "MESSAGE SOOSORV MOVE1 7 7", "MESSAGE SOOSORV MOVE2 6 6", "MESSAGE SOOSORV MOVE3 5 5",
      ])
    #expect(
      dialogue.say("yxsoosorvstep2\n7,7\n6,7\n5,7\ndone") == ["MESSAGE SOOSORV SWAP1 NO"])
    #expect(
      dialogue.say("yxsoosorvstep3\n7,7\n6,7\n5,7\ndone") == ["MESSAGE SOOSORV MOVE4 0 0 1"])
    let four = "7,7\n6,7\n5,7\n4,6\n"
    #expect(dialogue.say("yxsoosorvstep4 2\n\(four)done") == ["MESSAGE SOOSORV SWAP2 NO"])
    #expect(
      dialogue.say("yxsoosorvstep5 2\n\(four)done") == [
        "MESSAGE SOOSORV MOVE5 REFRESH", "MESSAGE SOOSORV MOVE5 0 0", "MESSAGE SOOSORV MOVE5 0 1",
        "MESSAGE SOOSORV MOVE5 DONE",
      ])
    #expect(
      dialogue.say("yxsoosorvstep6\n\(four)2,3\n9,8\ndone") == ["MESSAGE SOOSORV MOVE5C 2 3"])
    dialogue.player = { _ in .actions([.swap]) }
    #expect(
      dialogue.say("yxsoosorvstep2\n7,7\n6,7\n5,7\ndone") == ["MESSAGE SOOSORV SWAP1 YES"])
    #expect(dialogue.say("yxsoosorvstep4 2\n\(four)done") == ["MESSAGE SOOSORV SWAP2 YES"])
    #expect(dialogue.session.position?.stones.isEmpty == true)
  }

  @Test func movesAreListedInTheOrderOfTheirText() {
    var dialogue = Dialogue()
    dialogue.say("START 11\nPOSITION moves a1")
    let moves = dialogue.say("MOVES").filter { $0.hasPrefix("MOVE ") }
    #expect(moves.count == 120)
    #expect(moves == moves.sorted())
    #expect(dialogue.say("PERFT 1 divide").prefix(120) == moves.map { $0 + " 1" }[...])
  }

  @Test func coloursFollowFromTheNumberOfStones() throws {
    var dialogue = Dialogue()
    dialogue.say("START 15\nYXBOARD 7,7,2 8,8,1 9,9,2 DONE")
    let position = try #require(dialogue.session.position)
    #expect(position.sideToMove == .white)
    #expect(position.color(at: Point(x: 7, y: 7)) == .black)
    #expect(position.color(at: Point(x: 8, y: 8)) == .white)
    dialogue.say("YXBOARD 7,7,2 8,8,2 9,9,3 6,6,1 DONE")
    let odd = try #require(dialogue.session.position)
    #expect(odd.sideToMove == .black)
    #expect(odd.color(at: Point(x: 7, y: 7)) == .white)
    #expect(odd.color(at: Point(x: 6, y: 6)) == .black)
    #expect(odd.color(at: Point(x: 9, y: 9)) == nil)
    #expect(!odd.isEmpty(Point(x: 9, y: 9)))
  }

  @Test func aFinishedGameSaysWhyItIsOver() {
    var dialogue = Dialogue()
    dialogue.say("START 15")
    let five = "BOARD 1,1,2 1,2,1 2,1,2 2,2,1 3,1,2 3,2,1 4,1,2 4,2,1 5,1,2 DONE"
    #expect(dialogue.say(five) == ["ERROR game over: black has won"])
    for request in [
      "BEGIN", "TURN 9,9", "PLAY 9,9", "SEARCH", "SOLVE vct", "SOLVE game", "YXSEARCHDEFEND",
      "YXNBEST 1", "YXBALANCEONE 0",
    ] {
      #expect(dialogue.say(request) == ["ERROR game over: black has won"])
    }
    #expect(dialogue.say("TAKEBACK 5,1\nTURN 9,9").last == "0,0")
  }

  @Test func aWinningTurnStaysOnTheBoard() {
    var dialogue = Dialogue()
    dialogue.say("START 15\nPOSITION black a1 b1 c1 d1 white a5 b5 c5 d6 to black")
    #expect(dialogue.say("TURN 4,0") == ["ERROR game over: black has won"])
    #expect(dialogue.say("SHOW").last == "SHOW white over black")
    #expect(dialogue.say("TAKEBACK 4,0") == ["OK"])
  }

  @Test func aFullBoardIsOver() throws {
    var dialogue = Dialogue()
    dialogue.say("INFO rule 1\nSTART 5")
    // Rows of two and one never line up five.
    let own = ["a1", "b1", "e1", "c2", "d2", "a3", "b3", "e3", "c4", "d4", "a5", "b5", "e5"]
    let points = (0..<25).map { Point(x: $0 % 5, y: $0 / 5) }
    let black = own.joined(separator: " ")
    let white = points.map(\.description).filter { !own.contains($0) }
    dialogue.say("POSITION black \(black) white \(white.joined(separator: " ")) to white")
    #expect(dialogue.say("BEGIN") == ["ERROR game over: the board is full"])
    #expect(dialogue.say("SHOW").last == "SHOW white over draw")
    #expect(dialogue.say("MOVES") == ["MOVES 0"])
    dialogue.say("TAKEBACK 0,0")
    #expect(dialogue.say("BEGIN") == ["0,0"])
  }

  @Test func blackPlaysAForbiddenPointWhenHeHasNoOther() throws {
    var dialogue = Dialogue()
    dialogue.player = { _ in .search(Dialogue.report("h8")) }
    dialogue.say("INFO rule 4\nSTART 15")
    dialogue.say("POSITION black h7 h9 g8 i8 white a1 c1 e1 g1 to black")
    #expect(dialogue.say("BEGIN") == ["7,7"])
    #expect(try #require(dialogue.session.position).sideToMove == .white)
  }

  @Test func anUnsupportedRuleIsRefusedUntilAGoodOneComes() {
    var dialogue = Dialogue()
    dialogue.say("START 15")
    dialogue.say("INFO rule 5")
    for request in ["BEGIN", "TURN 1,1", "BOARD DONE", "SEARCH", "SWAP2BOARD DONE", "PERFT 1"] {
      #expect(dialogue.say(request) == ["ERROR rule \"5\" is not played here"])
    }
    #expect(dialogue.say("START 15") == ["OK"])
    #expect(dialogue.say("INFO rule 7\nBEGIN") == ["ERROR rule \"7\" is not played here"])
    #expect(dialogue.say("INFO rule 9\nBEGIN") == ["0,0"])
  }

  @Test func theRuleChangesTheRunningGame() {
    var dialogue = Dialogue()
    dialogue.say("START 15\nYXBOARD 7,6,1 0,0,2 7,8,1 2,0,2 6,7,1 4,0,2 8,7,1 6,0,2 DONE")
    #expect(dialogue.say("YXSHOWFORBID") == ["FORBID ."])
    #expect(dialogue.say("INFO rule 4\nYXSHOWFORBID") == ["FORBID 0707."])
    // Piskvork's continuous game has no forbidden points, Yixin-Board's renju has the same code.
    #expect(dialogue.say("INFO rule 2\nYXSHOWFORBID") == ["FORBID ."])
    dialogue.say("INFO coordinates xy\nINFO vcthread 0")
    #expect(dialogue.say("INFO rule 2\nYXSHOWFORBID") == ["FORBID 0707."])
  }

  @Test(arguments: [
    ("max_memory -1", "needs bytes, 0 to 2^50"), ("max_memory 4611686018427387904", "needs bytes"),
    ("max_memory much", "needs bytes"), ("timeout_turn soon", "needs milliseconds"),
    ("timeout_turn -5", "needs milliseconds"), ("thread_num 0", "needs 1 to 1024"),
    ("show_detail 9", "needs 0 to 3"), ("hash_size 99999999", "needs KiB"),
  ])
  func aBadSettingIsAMessageOfTheNextSearch(setting: String, complaint: String) throws {
    var dialogue = Dialogue()
    dialogue.say("INFO max_memory 67108864\nINFO timeout_turn 700\nSTART 15")
    #expect(dialogue.say("INFO \(setting)").isEmpty)
    #expect(dialogue.say("ABOUT").count == 1)
    let answer = dialogue.say("BEGIN")
    #expect(answer.count == 2)
    #expect(answer.last == "0,0")
    let message = try #require(answer.first)
    #expect(message.hasPrefix("MESSAGE INFO") && message.contains(complaint), "\(message)")
    #expect(dialogue.jobs.last?.memoryLimit == 64 << 20)
    #expect(dialogue.jobs.last?.limits.time?.hard ?? .zero < .milliseconds(700))
    #expect(dialogue.say("TURN 9,9") == ["1,0"])
  }

  @Test(arguments: [
    ("", 350), ("INFO max_memory 0", 350), ("INFO max_memory 33554432", 32),
    ("INFO max_memory 1", 32), ("INFO max_memory 380000000000000", 1024),
    ("INFO max_memory 2147483647", 1024), ("INFO hash_size 2097152", 2048 + 36),
    ("INFO hash_size 2097152\nINFO max_memory 104857600", 100), ("INFO hash_size 0", 350),
  ])
  func memoryStaysInsideWhatWasAllowed(lines: String, mebibytes: Int) {
    var dialogue = Dialogue()
    dialogue.say(lines + "\nSTART 15\nBEGIN")
    #expect(dialogue.jobs.last?.memoryLimit == mebibytes << 20)
  }

  @Test func tooLittleMemoryIsSaidOnce() {
    var dialogue = Dialogue()
    #expect(
      dialogue.say("START 15\nINFO max_memory 1000\nBEGIN\nTURN 9,9")
        == [
          "OK", "MESSAGE max_memory 1000 is too little, 33554432 is used", "0,0", "1,0",
        ])
  }

  @Test func nodesAndDepthLimitTheSearch() {
    var dialogue = Dialogue()
    dialogue.say("START 15\nINFO max_node 5000\nINFO max_depth 6\nBEGIN")
    #expect(dialogue.jobs.last?.limits.nodes == 5000)
    #expect(dialogue.jobs.last?.limits.depth == 6)
    #expect(dialogue.jobs.last?.isRepeatable == true)
    dialogue.say("INFO max_node -1\nINFO max_depth 0\nTURN 8,9")
    #expect(dialogue.jobs.last?.limits.nodes == nil)
    #expect(dialogue.jobs.last?.limits.depth == nil)
    #expect(dialogue.jobs.last?.isRepeatable == false)
  }

  @Test(arguments: ["START 15", "START liuzhou"])
  func strengthConcernsMovesAndNotAnalysis(start: String) {
    var dialogue = Dialogue()
    dialogue.say(start + "\nINFO strength 30\nBEGIN")
    #expect(dialogue.jobs.last?.handicap == Handicap(strength: 30))
    dialogue.say("YXNBEST 3")
    #expect(dialogue.jobs.last?.handicap == nil)
    dialogue.say("SEARCH nodes 500")
    #expect(dialogue.jobs.last?.handicap == nil)
    dialogue.say("SEARCH")
    #expect(dialogue.jobs.last?.handicap == Handicap(strength: 30))
    dialogue.say("INFO strength 100\nSEARCH")
    #expect(dialogue.jobs.last?.handicap == nil)
  }

  /// The moves of a book, and of a win that is written out, need no search.
  @Test func anAnswerWithoutASearchIsFollowedByPreparation() {
    for nodes: UInt64 in [0, 1] {
      var session = Session()
      let now = MonotonicTime.now
      for line in ["START 15", "BEGIN"] { _ = session.handle(.line(.text(line), at: now)) }
      var report = Dialogue.report("h8")
      report.nodes = nodes
      let effects = session.handle(.finished(.search(report), at: now))
      #expect(effects.first == .write("7,7"))
      let prepares = effects.dropFirst().contains { effect in
        if case .prepare = effect { true } else { false }
      }
      #expect(prepares == (nodes == 0))
    }
  }

  @Test func theBookServesMovesAtFullStrength() {
    var dialogue = Dialogue()
    dialogue.say("START 15\nBEGIN")
    #expect(dialogue.jobs.last?.usesBook == true)
    for lines in [
      "SEARCH", "YXNBEST 3", "INFO strength 99\nTURN 5,5", "INFO book 0\nRESTART\nBEGIN",
    ] {
      dialogue.say(lines)
      #expect(dialogue.jobs.last?.usesBook == false, "\(lines)")
    }
    dialogue.say("INFO strength 100\nINFO book 1\nTURN 6,6")
    #expect(dialogue.jobs.last?.usesBook == true)
  }

  @Test(arguments: ["START 15\nBEGIN", "START liuzhou\nBEGIN"])
  func threadsComeFromInfo(lines: String) {
    var dialogue = Dialogue()
    dialogue.say("INFO thread_num 2\n" + lines)
    #expect(dialogue.jobs.last?.threadCount == 2)
    dialogue.say("INFO thread_num 1024\nRESTART\nBEGIN")
    #expect(dialogue.jobs.last?.threadCount == EngineSettings.mostThreads)
  }

  /// As both boards begin, the pairs of their moves row,column.
  @Test(arguments: ["info show_detail 1\nyxshowinfo\nSTART 15 13", "yxshowinfo\nSTART 15 13"])
  func yixinBoardsLogNamesPointsAsItsBoardDoes(greeting: String) {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("\(greeting)\nINFO thread_num 1\nINFO pondering 0\nINFO vcthread 0")
    dialogue.say("start 15 13\nboard\n0,14,2\ndone")
    #expect(dialogue.jobs.last?.position?.color(at: Point(x: 14, y: 0)) == .black)
    let log = dialogue.take(.news(.search(.iteration(Dialogue.report("a1o13")))))
    #expect(log.contains { $0.hasSuffix("pv a13 o1") })
  }

  @Test(arguments: [
    ("TURN 4,0", "ERROR game over: black has won", "SHOW white over black"),
    (
      "BOARD 0,0,2 1,0,2 2,0,2 3,0,2 4,0,2 DONE", "ERROR game over: black has won",
      "SHOW white over black"
    ),
    (
      "YXBLOCK \(everyPoint) DONE\nTURN 7,7", "ERROR no point left to play",
      "SHOW white playing none"
    ),
  ])
  func aMoveWhoseAnswerIsRefusedStands(lines: String, answer: String, standing: String) {
    var dialogue = Dialogue()
    dialogue.say("START 15\nPOSITION moves a1 a2 b1 b2 c1 c2 d1 d2")
    let before = dialogue.session.position
    #expect(dialogue.say(lines) == [answer])
    #expect(dialogue.session.position != before)
    #expect(dialogue.say("SHOW").last == standing)
  }

  private static let everyPoint = (0..<225).map { "\($0 % 15),\($0 / 15)" }.joined(separator: " ")

  @Test func aNewGameForgetsTheOldOne() {
    var dialogue = Dialogue()
    dialogue.say("START 15\nBEGIN\nTURN 9,9\nYXHASHCLEAR\nTURN 8,9\nRESTART\nBEGIN")
    #expect(dialogue.jobs.map(\.startsAnew) == [true, false, true, true])
  }
}

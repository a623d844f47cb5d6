import Basics
import Gomoku
import GomokuRules
import Liuzhou
import LiuzhouRules
import SearchTypes
import Testing

@testable import Engine
@testable import Gomocup

struct CommandTests {
  private static func size(_ width: Int, _ height: Int) throws -> BoardSize {
    try #require(BoardSize(width: width, height: height))
  }

  private static let points = [GomokuRules.Point(x: 7, y: 7), GomokuRules.Point(x: 0, y: 21)]

  /// One of each command, and of each form of its arguments.
  private static func everyCommand() throws -> [GomocupCommand] {
    let entries =
      [
        BoardEntry(point: Point(x: 3, y: 4), owner: .own),
        BoardEntry(point: Point(x: 19, y: 0), owner: .opponent),
        BoardEntry(point: Point(x: 9, y: 9), owner: .nobody),
      ]
    let commands: [GomocupCommand] = [
      .start(try size(15, 15)), .start(try size(9, 13)), .rectStart(try size(9, 13)),
      .rectStart(try size(5, 5)), .startLiuzhou(.fengyang), .startLiuzhou(.huainan),
      .startLiuzhou(try RuleSet("mover=first quiet=80")), .restart, .begin, .about, .end, .stop,
      .yxShowInfo, .yxNBest(5), .yxHashClear, .yxShowHashUsage, .show, .moves,
      .perft(depth: 3, isDivided: false), .perft(depth: 0, isDivided: true),
      .search(SearchLimits()),
      .search(SearchLimits(depth: 4, nodes: 1_000, time: .exactly(.milliseconds(250)))),
      .search(SearchLimits(nodes: 7)), .eval, .bench(depth: nil), .bench(depth: 6),
    ]
    let ofGomoku: [GomokuCommand] = [
      .turn(points[0]), .play(points[1]), .takeBack(points[0]), .board([]), .board(entries),
      .swap2Board([]), .swap2Board(points), .opening(.fifthMoves(count: 12), []),
      .openingState(.swap2, [.place(points[0])]),
      .opening(
        .soosyrv8,
        [
          .place(points[0]), .swap, .stay, .announce(3), .offer(points + points), .take(points[1]),
        ]),
      .yxBoard(entries + [BoardEntry(point: nil, owner: .opponent)]), .yxShowForbid,
      .yxSearchDefend, .yxBalance(BalanceTask(stones: 1, bias: 0)),
      .yxBalance(BalanceTask(stones: 2, bias: -50)), .yxBlock(points), .yxBlockUndo(points),
      .yxBlock([]), .yxBlockReset, .yxSwap2(.proposal), .yxSwap2(.firstChoice),
      .yxSwap2(.secondChoice), .yxSoosyrv(SoosyrvStep(number: 1)),
      .yxSoosyrv(SoosyrvStep(number: 2, stones: Array(repeating: points[1], count: 3))),
      .yxSoosyrv(SoosyrvStep(number: 4, stones: points + points, fifths: 3)),
      .yxSoosyrv(SoosyrvStep(number: 6, stones: points + points + points)), .position(.start),
      .position(.moves([])),
      .position(.moves(points)), .position(.stones(black: points, white: [], toMove: .white)),
      .position(.stones(black: [], white: points, toMove: .black)),
      .solve(.threats(.vcf, isShortest: false, proof: nil), SearchLimits()),
      .solve(.threats(.vcf, isShortest: true, proof: nil), SearchLimits(nodes: 9)),
      .solve(
        .threats(.vct, isShortest: false, proof: nil),
        SearchLimits(nodes: 9, time: .exactly(.milliseconds(5)))),
      .solve(.game(for: nil, proof: nil), SearchLimits(time: .exactly(.milliseconds(5)))),
    ]
    return commands + ofGomoku.map(GomocupCommand.gomoku) + settings.map(GomocupCommand.info)
  }

  @Test(arguments: [
    ("SOLVE check My Proof.txt", SolveTask.check(path: "My Proof.txt"), SearchLimits()),
    (
      "solve VCT nodes 5 proof /tmp/A b", .threats(.vct, isShortest: false, proof: "/tmp/A b"),
      SearchLimits(nodes: 5)
    ),
    ("SOLVE game for White nodes 5 ", .game(for: .white, proof: nil), SearchLimits(nodes: 5)),
    ("SOLVE game proof p", .game(for: nil, proof: "p"), SearchLimits()),
    (
      "SOLVE vcf time 20 file Rows.jsonl",
      .puzzles(.vcf, path: "Rows.jsonl", SearchLimits(time: .exactly(.milliseconds(20)))),
      SearchLimits()
    ),
  ])
  func filesMayHaveAnyName(text: String, task: SolveTask, limits: SearchLimits) throws {
    let command = GomocupCommand.gomoku(.solve(task, limits))
    #expect(try GomocupCommand(parsing: text) == command)
    #expect(try GomocupCommand(parsing: command.text()) == command)
  }

  private static func everyCommandOfLiuzhou() throws -> [GomocupCommand] {
    let turns = try ["c3", "c3xa1f6", "c3c4", "c3c4xb2", "xb2", "pass"].map { try Turn($0) }
    let origin = "O4O/6/2X1X1/2XXX1/6/oO3O b p 0"
    return
      (turns.map(LiuzhouCommand.turn) + turns.map(LiuzhouCommand.play) + [
        .takeBack, .board(HistorySetup(turns: [])), .board(HistorySetup(turns: turns)),
        .board(HistorySetup(origin: origin, turns: turns)), .yxBoard(HistorySetup(turns: turns)),
        .position(HistorySetup(turns: [])), .position(HistorySetup(turns: turns)),
        .position(HistorySetup(origin: origin, turns: [])),
        .position(HistorySetup(origin: origin, turns: turns)),
      ]).map(GomocupCommand.liuzhou)
  }

  @Test func commandsOfLiuzhouAreParsedBack() throws {
    let liuzhou = Notation(.liuzhou)
    for command in try CommandTests.everyCommandOfLiuzhou() {
      let text = command.text()
      #expect(try GomocupCommand(parsing: text, in: liuzhou) == command, "\(text)")
      let line = text.split(separator: "\n").joined(separator: " ")
      #expect(try GomocupCommand(parsing: line, in: liuzhou) == command, "\(line)")
      guard !text.contains("/") else { continue }
      #expect(try GomocupCommand(parsing: text.uppercased(), in: liuzhou) == command, "\(text)")
    }
  }

  @Test(arguments: [
    ("captures in any order", "TURN c3xf6a1", "TURN c3xa1f6"),
    ("blanks inside a turn", "play  C3 x F6 A1", "PLAY c3xa1f6"),
    ("the start by name", "POSITION start", "POSITION START MOVES"),
    ("only moves", "POSITION moves c3 d4", "POSITION start moves c3 d4"),
    ("blanks in a switch", "START liuzhou  quiet = 80", "START LIUZHOU fengyang QUIET=80"),
    ("no preset", "START liuzhou", "START liuzhou fengyang"),
    (
      "a preset by its switches", "START liuzhou count=best protect=last-resort lose-at=2",
      "START liuzhou fengyang-app"
    ),
  ])
  func otherSpellingsOfLiuzhouAreUnderstood(name: String, text: String, meaning: String) throws {
    let liuzhou = Notation(.liuzhou)
    let command = try GomocupCommand(parsing: text, in: liuzhou)
    #expect(try command == GomocupCommand(parsing: meaning, in: liuzhou), "\(name)")
  }

  private static let settings: [InfoSetting] =
    [
      .number(.timeoutTurn, 0), .number(.timeoutTurn, 5000), .number(.timeoutMatch, 0),
      .number(.timeoutMatch, 180_000), .number(.timeLeft, 2_147_483_647), .number(.timeLeft, -20),
      .number(.timeIncrement, 100), .number(.maxMemory, 0),
      .number(.maxMemory, 380_000_000_000_000), .number(.maxDepth, 0), .number(.maxDepth, 20),
      .number(.maxNode, 0), .number(.maxNode, 1_000_000), .coordinates(.rowColumn),
      .coordinates(.columnRow),
      .ignored(key: "checkmate", value: "0"),
      .ignored(key: "folder", value: "C:\\My Folder, or so"),
      .ignored(key: "evaluate", value: "3,4"),
    ] + Variant.allCases.flatMap { [.rule($0), .rule($0, isContinuous: true)] }
    + InfoKey.table.flatMap { key in
      [max(key.range.lowerBound, 0), key.range.upperBound].map { InfoSetting.number(key, $0) }
    }

  @Test(arguments: CoordinateOrder.allCases)
  func whatIsRenderedIsParsedBack(order: CoordinateOrder) throws {
    for command in try CommandTests.everyCommand() {
      let text = command.text(order)
      #expect(try GomocupCommand(parsing: text, in: Notation(order: order)) == command, "\(text)")
    }
  }

  @Test func aBlockMayStandOnOneLine() throws {
    for command in try CommandTests.everyCommand() {
      let text = command.text().split(separator: "\n").joined(separator: " ")
      #expect(try GomocupCommand(parsing: text) == command, "\(text)")
    }
  }

  @Test func keywordsMatchInAnyCase() throws {
    for command in try CommandTests.everyCommand() {
      if case .info(.ignored) = command { continue }
      let text = command.text()
      #expect(try GomocupCommand(parsing: text.lowercased()) == command, "\(text)")
      #expect(try GomocupCommand(parsing: text.uppercased()) == command, "\(text)")
    }
  }

  @Test(arguments: [
    ("two sizes", "start 15 15", "START 15"),
    ("blanks around", "   TURN   7,8  ", "TURN 7,8"),
    ("blanks beside the comma", "TURN 7 , 8", "TURN 7,8"),
    ("upper-case key", "INFO TIMEOUT_TURN 100", "INFO timeout_turn 100"),
    ("no limit as -1", "INFO max_node -1", "INFO max_node 0"),
    ("STOP", "stop", "YXSTOP"),
    ("END with more behind it", "END now", "END"),
    ("balance without a bias", "YXBALANCEONE", "YXBALANCEONE 0"),
    ("blanks in an offer", "OPENING rif OFFER h8 , H9,i10", "OPENING rif offer h8,h9,i10"),
    ("points as pairs", "POSITION moves 7,7 8,8", "POSITION moves h8 i9"),
    ("points joined", "POSITION moves h8i9 j10", "POSITION moves h8 i9 j10"),
    (
      "a block in several lines of several parts", "BOARD 1,1,1\n2,2,2 3,3,1\n4,4,2 done",
      "BOARD\n1,1,1\n2,2,2\n3,3,1\n4,4,2\nDONE"
    ),
  ])
  func otherSpellingsAreUnderstood(name: String, text: String, meaning: String) throws {
    #expect(
      try GomocupCommand(parsing: text) == GomocupCommand(parsing: meaning), "\(name)")
  }

  @Test func rowColumnOrderSwapsTheNumbers() throws {
    let command = try GomocupCommand(parsing: "TURN 3,8", in: Notation(order: .rowColumn))
    #expect(command == .gomoku(.turn(Point(x: 8, y: 3))))
    #expect(command.text(.rowColumn) == "TURN 3,8")
  }

  @Test func unknownRulesAreRefused() {
    for code in ["5", "7", "12", "13", "15", "16", "18", "-1", "-2", "256", "renju", ""] {
      #expect(throws: ProtocolError.unsupportedRule(code)) {
        try GomocupCommand(parsing: "INFO rule \(code)")
      }
    }
  }
}

struct CommandReaderTests {
  /// What comes out of `lines`: rendered commands, or errors.
  private func outcomes(_ lines: String) -> [String] {
    var reader = CommandReader()
    return lines.split(separator: "\n").flatMap { reader.read(.text(String($0))) }.map {
      switch $0 {
      case .success(let command): command.text().split(separator: "\n").joined(separator: " ")
      case .failure(let error): error.reply().text
      }
    }
  }

  /// Every command of the boards and engines we know that is not obeyed here, as they send it.
  static let foreign: [(what: String, commands: [String], lines: String)] = [
    (
      "nothing",
      [
        "YXBLOCKPATHRESET", "YXFORBID add 7 7 0", "yxforbid del 7 7 1",
        "YXDRAW", "YXRESIGN", "YXPRINTFEATURE",
        "TRACEBOARD", "TRACESEARCH", "RELOADCONFIG",
        "RELOADCONFIG my config.toml", "PONDER", "PONDER 1000", "CLEARHASH", "PROTOCOLVERSION",
        "YXHASHDUMP /a b/c", "loadmodel all.bin",
      ], ""
    ),
    (
      "a path",
      [
        "YXHASHDUMP", "YXHASHLOAD", "LOADMODEL", "EXPORTMODEL",
      ], "/a b/c d.db\n"
    ),
    (
      "a list",
      [
        "YXBLOCKPATH", "YXBLOCKPATHUNDO", "SHOWFORBID", "BALANCE 2",
        "SWAP1STBOARD", "SWAPBOARD", "PROBOARD", "LONGPROBOARD", "SWAP5STEP1", "SWAP5STEP3",
        "RIFSTEP5", "SAKATASTEP3", "LIANHUANSTEP2", "TARANNIKOVSTEP2", "YAMAGUCHISTEP5 2",
        "SOOSYRVSTEP6 2", "TARAGUCHISTEP4 2",
      ], "7,7\n8,8 some text\nDONE\n"
    ),
    ("an empty list", ["YXBLOCKPATH", "showforbid"], "done\n"),
    ("a path that is blank", ["YXHASHDUMP", "LOADMODEL"], "  \n"),
    ("a path like a command", ["YXHASHLOAD", "EXPORTMODEL"], "board\n"),
    ("a path like a command in use", ["LOADMODEL"], "INFO rule 3\n"),
  ]

  @Test(arguments: foreign)
  func foreignCommandsAreReadToTheirEnd(what: String, commands: [String], lines: String) {
    for command in commands {
      let text = command + "\n" + lines
      let word = command.split(separator: " ")[0].uppercased()
      let refusal = "UNKNOWN command \"\(word)\" is not supported"
      #expect(
        outcomes(text + "YXBOARD\n7,7,1\nDONE\nABOUT")
          == [refusal, "YXBOARD 7,7,1 DONE", "ABOUT"], "\(what): \(command)")
    }
  }

  @Test(arguments: ["YXBLOCKPATH", "SHOWFORBID", "BALANCE 1"])
  func foreignListsMayStandOnOneLine(command: String) {
    let word = command.split(separator: " ")[0]
    #expect(
      outcomes("\(command) 7,7 8,8 done\nABOUT")
        == ["UNKNOWN command \"\(word)\" is not supported", "ABOUT"])
  }

  /// Marks that make one character with a quote or a backslash.
  @Test(arguments: ["\u{600}", "\u{D4E}", "\u{301}", "\u{200D}", ""])
  func aMarkBesideAQuoteHidesItNot(mark: String) {
    let text = "a\(mark)\"\(mark) DONE\(mark)\\\(mark)n\(mark)\n\(mark)\"\(mark)"
    for quoted in [QuotedText.quoted(text), QuotedText.sent(text)] {
      var reader = QuotedText()
      var rest: String?
      for line in (quoted.dropFirst() + "|").split(separator: "\n") where rest == nil {
        rest = reader.read(line)
      }
      #expect(rest == "|" && Array(reader.content.unicodeScalars) == Array(text.unicodeScalars))
    }
    #expect(
      outcomes("YXEDITTEXTDATABASE \"\(mark)abc\(mark)\" 7,7\nDONE\nABOUT").last == "ABOUT")
  }

  @Test func aTextWithoutAnEndIsGivenUp() {
    let lines = String(repeating: "text\n", count: QuotedText.mostLines)
    #expect(outcomes("YXEDITTEXTDATABASE \"\n\(lines)DONE\nABOUT").last == "ABOUT")
  }

  @Test func anOverlongLineEndsAPathAndAText() {
    for command in ["YXHASHDUMP", "YXEDITTEXTDATABASE \"text"] {
      var reader = CommandReader()
      #expect(reader.read(.text(command)).isEmpty)
      _ = reader.read(.overlong)
      #expect(reader.read(.text("ABOUT")).last == .success(.about))
    }
  }

  @Test(arguments: [
    ("INFO vcthread 0\nINFO rule 2", "INFO rule 4"),
    ("INFO rule 2\nINFO vcthread 0\nINFO rule 2", "INFO rule 4"),
    ("INFO coordinates xy\nINFO vcthread 0\nINFO rule 2", "INFO rule 4"),
    ("INFO vcthread 0\nINFO rule 3", "INFO rule 1"),
    ("INFO show_detail 3\nINFO rule 2", "INFO rule 2"),
    ("INFO vcthread 0\nTURN 3,8", "TURN 8,3"),
    ("INFO show_detail 3\nyxshowinfo\nSTART 15\nINFO VCTHREAD 1\nTURN 3,8", "TURN 8,3"),
    ("INFO coordinates xy\nINFO vcthread 0\nTURN 3,8", "TURN 3,8"),
    ("INFO vcthread 0\nINFO coordinates xy\nINFO vcthread 0\nTURN 3,8", "TURN 3,8"),
    ("INFO vcthread 0\nSTART 15\nINFO vcthread 0\nTURN 3,8", "TURN 8,3"),
    ("START 15\nTURN 7,7\nINFO vcthread 0\nTURN 3,8", "TURN 3,8"),
    ("START 15\nBEGIN\nINFO vcthread 0\nTURN 3,8", "TURN 3,8"),
    ("INFO show_detail 3\nYXSHOWINFO\nINFO thread_num 1\nTURN 3,8", "TURN 3,8"),
  ])
  func yixinBoardIsKnownByItsThreads(lines: String, last: String) {
    #expect(outcomes(lines).last == last)
  }

  @Test func aCommandEndsAnOpenBlock() {
    #expect(
      outcomes("BOARD\n7,7,1\nSTART 15\nABOUT")
        == ["ERROR BOARD without DONE", "START 15", "ABOUT"])
    #expect(
      outcomes("YXQUERYDATABASEALL\nBEGIN")
        == ["ERROR YXQUERYDATABASEALL without DONE", "BEGIN"])
    #expect(
      outcomes("YXBLOCKPATH\nBEGIN") == ["ERROR YXBLOCKPATH without DONE", "BEGIN"])
  }

  @Test func endInsideABlockIsJustTheEnd() {
    #expect(outcomes("BOARD\n7,7,1\nEND") == ["END"])
    #expect(outcomes("YXHASHLOAD\nend") == ["END"])
    #expect(outcomes("YXQUERYDATABASEALL\n7,7\nend") == ["END"])
  }

  @Test func infoInsideABlockIsObeyedAndTheBlockGoesOn() {
    #expect(
      outcomes("BOARD\n7,7,1\nINFO time_left 500\n8,8,2\nDONE")
        == ["INFO time_left 500", "BOARD 7,7,1 8,8,2 DONE"])
  }

  @Test func aDamagedBlockIsOneError() {
    var reader = CommandReader()
    #expect(reader.read(.text("BOARD")).isEmpty)
    #expect(reader.read(.overlong).isEmpty)
    #expect(reader.read(.text("DONE")) == [.failure(.lineTooLong)])
    #expect(outcomes("BOARD\nx\ny\nDONE\nABOUT").count == 2)
    let flood = "BOARD\n" + String(repeating: "1,1,1\n", count: 5000) + "DONE\nABOUT"
    #expect(outcomes(flood) == ["ERROR BOARD needs at most 4096 lines", "ABOUT"])
  }
}

import Basics
import Foundation
import GomokuRules
import Platform
import PositionStore
import SearchTypes
import TestSupport
import Testing

@testable import Engine
@testable import Gomocup

/// Dialogues about a database in a real file.
struct DatabaseSessionTests {
  /// Files of one test, and what answers for the database in them.
  private final class Archive {
    private let scratch: Scratch
    var folder: String { scratch.folder }
    var desk = DatabaseService()

    init() throws { scratch = try Scratch() }

    subscript(name: String) -> String { scratch[name] }

    /// A dialogue whose database commands are obeyed, in a game of gomoku with this database.
    func dialogue(_ name: String = "a.db") -> Dialogue {
      var dialogue = Dialogue()
      dialogue.player = { [self] job in
        desk.close(unless: job.database)
        guard case .database(let task) = job.task else { return Dialogue.firstLegalMove(job) }
        return .database(desk.run(task, job))
      }
      dialogue.say("START 15\nYXSETDATABASE\n\(self[name])")
      return dialogue
    }
  }

  private static func fixture(_ name: String) throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// A small library of RenLib: h8, then i9 with a comment, and h9 with a text beside it.
  private static let library: [UInt8] =
    [0xFF] + Array("RenLib".utf8) + [0xFF, 3, 4] + Array(repeating: 0xFF, count: 10)
    + [0, 0, 0x78, 0, 0x89, 0xC8] + Array("an indirect opening\0".utf8)
    + [0x88, 0x41, 0, 1] + Array("D\0".utf8)

  /// What the window of Yixin-Board's fork sent while its database was used, line by line.
  @Test func aRecordedSessionGetsTheAnswersThatItGot() throws {
    let archive = try Archive()
    try FileSystem.write(Self.library, to: archive["open lib.lib"])
    var dialogue = archive.dialogue("first.db")
    let database = dialogue.player
    dialogue.player = { job in
      switch job.task {
      case .gomoku(.search, _): .search(Dialogue.report("g9", score: .centistones(-200), depth: 9))
      case .gomoku(.balance, _): .opening(Point.list("j4l4"))
      default: database(job)
      }
    }
    let start = dialogue.log.count
    let files =
      try FileSystem.names(inFolder: archive.folder)
      + ["my book.db", "branch.db", "some.txt", "all.txt", "moves.txt"]
    for line in try Self.fixture("yixin-board-database.txt") {
      dialogue.take(
        .line(.text(files.contains(line) ? archive[line] : line), at: dialogue.now))
    }
    let answers = dialogue.log[start...].joined(separator: "\n")
      .replacing(archive.folder + "/", with: "").split(
        separator: "\n", omittingEmptySubsequences: false)
    let expected = try Self.fixture("yixin-board-database-answers.txt")
    #expect(answers.map(String.init) == expected)
    #expect(!answers.contains { $0.hasPrefix("UNKNOWN") || $0.hasPrefix("ERROR") })
  }

  @Test func theDialogueOfThePageIsTrue() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/database.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let block = try #require(text.split(separator: "```").dropFirst().first)
    let archive = try Archive()
    var dialogue = archive.dialogue("first.db")
    let start = dialogue.log.count
    let lines = String(block).replacing("my book.db", with: archive["my book.db"])
      .split(separator: "\n").map(String.init)
    for line in lines where line.hasPrefix("> ") { dialogue.say(String(line.dropFirst(2))) }
    #expect(Array(dialogue.log[start...]) == lines.filter { !$0.hasPrefix("> ") })
  }

  @Test func whatIsSaidOfAPositionIsShownFromEverySide() throws {
    var dialogue = try Archive().dialogue()
    dialogue.say("YXEDITTVDDATABASE 7 87 -29990 5\n7,7\n8,8\nDONE")
    #expect(
      dialogue.say("YXQUERYDATABASEALL\n7,7\nDONE") == [
        "MESSAGE DATABASE REFRESH", "MESSAGE DATABASE 6 6 7811377 -29990 5 3 0",
        "MESSAGE DATABASE 8 6 7811377 -29990 5 3 0", "MESSAGE DATABASE 6 8 7811377 -29990 5 3 0",
        "MESSAGE DATABASE 8 8 7811377 -29990 5 3 0", "MESSAGE DATABASE DONE",
      ])
    #expect(
      dialogue.say("YXQUERYDATABASEONE\n7,7\n6,8\nDONE")
        == ["MESSAGE DATABASE ONE 119 -29990 5 3 w11"])
  }

  @Test func commentsKeepTheirLines() throws {
    var dialogue = try Archive().dialogue()
    for line in ["YXEDITTEXTDATABASE \"first \\\"line\\\"", "", "third\"7,7", "DONE"] {
      #expect(dialogue.take(.line(.text(line), at: .now)).isEmpty)
    }
    let text = "MESSAGE DATABASE TEXT \"first \\\"line\\\"\\n\\nthird\""
    #expect(dialogue.say("YXQUERYDATABASETEXT\n7,7\nDONE") == [text])
    #expect(
      dialogue.say("YXQUERYDATABASEALLT\n7,7\nDONE")
        == ["MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE", text])
    // What is read can be sent back as it is.
    dialogue.say("YXEDITTEXTDATABASE \"a\\n7,7\\u{1B}\\nc\"7,7\nDONE")
    #expect(
      dialogue.say("YXQUERYDATABASETEXT\n7,7\nDONE")
        == ["MESSAGE DATABASE TEXT \"a\\n7,7\\u{1B}\\nc\""])
    // Yixin-Board reads lines, and drops a backslash with what follows it.
    dialogue.say("INFO vcthread 0")
    #expect(
      dialogue.say("YXQUERYDATABASETEXT\n7,7\nDONE")
        == ["MESSAGE DATABASE TEXT \"a\n\\ 7,7\\u{1B}\nc\""])
    dialogue.say("YXEDITTEXTDATABASE \"\"7,7\nDONE")
    #expect(dialogue.say("YXQUERYDATABASETEXT\n7,7\nDONE") == ["MESSAGE DATABASE TEXT \"\""])
  }

  /// The bytes of a comment in GBK are kept, also in a text file.
  @Test func aCommentThatIsNotUTF8ComesBack() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    var splitter = LineSplitter()
    let bytes = Array("YXEDITTEXTDATABASE \"".utf8) + [0xBA, 0xDA] + Array("\"7,7\nDONE\n".utf8)
    for line in splitter.append(bytes) { dialogue.take(.line(line, at: dialogue.now)) }
    let text = dialogue.say("YXQUERYDATABASETEXT\n7,7\nDONE")
    dialogue.say("YXDBTOTXTALL \(archive["a.txt"])")
    let file = String(decoding: try FileSystem.contents(of: archive["a.txt"]), as: UTF8.self)
    #expect(file.contains(#""text":"\udbff\udeba\udbff\udeda""#), "\(file)")
    dialogue.say("YXSETDATABASE \(archive["b.db"])\nYXTXTTODB \(archive["a.txt"])")
    #expect(dialogue.say("YXQUERYDATABASETEXT\n7,7\nDONE") == text)
  }

  @Test func theBestMoveIsOneAndIsPlayedAndABlockedOneIsNot() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    let position = Position()
    func choices() -> Int {
      let task = archive.desk.advised(.search(.init(lineCount: 1)), in: position)
      guard case .search(let options) = task else { return 0 }
      return position.emptyPoints.count - options.excluded.count
    }
    #expect(choices() == 225)
    dialogue.say("YXEDITTVDDATABASE 1 120 0 0\n7,7\nDONE")
    #expect(choices() == 224)
    dialogue.say("YXSETBESTMOVEDATABASE\n0,7\nDONE")
    #expect(
      dialogue.say("YXSETBESTMOVEDATABASE\n0,0\nDONE") == ["MESSAGE DATABASE ONE 33 0 0 0 !"])
    #expect(choices() == 4)
    #expect(dialogue.say("YXQUERYDATABASEONE\n0,7\nDONE") == ["MESSAGE DATABASE ONE -1 0 0 0"])
    dialogue.say("YXCLEARBESTMOVEDATABASE\n3,3\nDONE")
    #expect(choices() == 4)
    dialogue.say("YXCLEARBESTMOVEDATABASE\n14,14\nDONE")
    #expect(choices() == 224)
  }

  @Test func whatASearchFindsIsKept() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    let report = SearchReport<Move>(
      lines: [
        .init(score: .win(inPlies: 11), moves: [.point(Point(x: 8, y: 8))]),
        .init(score: .centistones(150), moves: [.point(Point(x: 0, y: 0))]),
      ], depth: 12, nodes: 9)
    dialogue.say("YXBOARD 7,7,2 DONE\nSEARCH nodes 5")
    let job = try #require(dialogue.jobs.last)
    #expect(job.database?.isRecording == true)
    archive.desk.keep(.search(report), of: .search(.init()), in: try #require(job.position), job)
    #expect(
      dialogue.say("YXQUERYDATABASEONE\n7,7\nDONE") == ["MESSAGE DATABASE ONE 108 29989 12 3 l12"])
    #expect(
      dialogue.say("YXQUERYDATABASEONE\n7,7\n8,8\nDONE")
        == ["MESSAGE DATABASE ONE 119 -29990 11 3 w11"])
    let percent = Int(100 / (1 + exp(-150 / Variant.freestyle.winScale)))
    #expect(
      dialogue.say("YXQUERYDATABASEONE\n7,7\n0,0\nDONE")
        == ["MESSAGE DATABASE ONE -1 -150 11 3 \(percent)%"])
    // With moves left out the position's own value is another's, unless it is won.
    for (score, answer) in [
      (Score.loss(inPlies: 2), "ONE 0 0 0 0"), (.win(inPlies: 3), "ONE 108 29997 12 3 l4"),
    ] {
      let report = SearchReport<Move>(
        lines: [.init(score: score, moves: [])], depth: 12, nodes: 9)
      var position = try #require(job.position)
      try position.play(Point(x: 1, y: 1))
      archive.desk.keep(
        .search(report), of: .search(.init(excluded: [Point(x: 3, y: 3)])), in: position, job)
      #expect(
        dialogue.say("YXQUERYDATABASEONE\n7,7\n1,1\nDONE") == ["MESSAGE DATABASE \(answer)"])
    }
    // Not where the database may not be changed.
    dialogue.say("INFO database_readonly 1\nSEARCH nodes 5")
    #expect(dialogue.jobs.last?.database?.isRecording == false)
  }

  @Test func aDatabaseThatMayNotBeChangedIsNot() throws {
    var dialogue = try Archive().dialogue()
    dialogue.say("INFO database_readonly 1\nYXQUERYDATABASEALLT\n7,7\nDONE")
    for command in [
      "YXEDITTVDDATABASE 1 87 0 0\n7,7\nDONE", "YXEDITTEXTDATABASE \"a\"7,7\nDONE",
      "YXEDITLABELDATABASE 7,7 a\nDONE", "YXDELETEDATABASEONE\n7,7\nDONE",
      "YXDELETEDATABASEALL\nDONE", "YXDBFIX", "YXDBMERGE\nb.db", "YXTXTTODB\na.txt",
      "YXLIBTODB\na.lib", "YXSETBESTMOVEDATABASE\n7,7\nDONE",
    ] {
      #expect(
        dialogue.say(command)
          == ["ERROR the database is not to be changed: INFO database_readonly is 1"])
    }
    #expect(dialogue.say("YXQUERYDATABASEONE\n7,7\nDONE") == ["MESSAGE DATABASE ONE 0 0 0 0"])
  }

  @Test func withoutADatabaseNothingIsKnownAndNothingCanBeSaid() throws {
    var dialogue = Dialogue()
    #expect(
      dialogue.say("YXQUERYDATABASEALL\nDONE") == ["ERROR no game: send START first"])
    dialogue.say("START 15")
    #expect(
      dialogue.say("YXQUERYDATABASEALLT\n7,7\nDONE") == [
        "MESSAGE DATABASE REFRESH", "MESSAGE DATABASE DONE", "MESSAGE DATABASE TEXT \"\"",
      ])
    #expect(dialogue.say("YXQUERYDATABASEONE\nDONE") == ["MESSAGE DATABASE ONE 0 0 0 0"])
    #expect(
      dialogue.say("YXSAVEDATABASE")
        == ["ERROR no database: send INFO usedatabase 1 or YXSETDATABASE first"])
    #expect(dialogue.jobs.isEmpty)
  }

  @Test func wrongPositionsAndFilesAreOneError() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    try FileSystem.write(Array("text".utf8), to: archive["notes"])
    #expect(dialogue.say("YXQUERYDATABASEALL\n7,7\n7,7\nDONE") == ["ERROR h8 is occupied"])
    #expect(dialogue.say("YXQUERYDATABASEALL\n15,7\nDONE") == ["ERROR \"15,7\" is off the board"])
    for command in ["YXSETDATABASE", "YXDBMERGE", "YXDBSPLIT"] {
      let answer = dialogue.say("\(command)\n\(archive["notes"])")
      #expect(
        answer.count == 1 && answer[0].hasPrefix("ERROR \(command) cannot use \"")
          && answer[0].hasSuffix(": it is no database of this engine"))
    }
    for command in ["YXDBMERGE", "YXTXTTODB", "YXLIBTODB"] {
      #expect(dialogue.say("\(command)\n\(archive["none"])").count == 1)
      #expect(!FileSystem.exists(archive["none"]))
    }
    // The database is still the first.
    #expect(dialogue.session.settings.databasePath == archive["a.db"])
    #expect(dialogue.say("YXSAVEDATABASE").last == "MESSAGE DATABASE SAVE DONE")
  }

  @Test func whatIsWrittenOutNeverTakesADatabasesPlace() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    dialogue.say("YXEDITTVDDATABASE 1 87 0 0\n7,7\nDONE")
    dialogue.say("YXDBSPLIT\n\(archive["b.db"])\nYXSETDATABASE \(archive["a.db"])")
    for name in ["a.db", "b.db"] {
      let path = archive[name]
      let content = try FileSystem.contents(of: path)
      for command in ["YXDBTOTXT", "YXDBTOTXTALL", "YXDBTOPOS", "YXDBTOLIB"] {
        #expect(
          dialogue.say("\(command)\n\(path)")
            == ["ERROR \(command) cannot use \"\(path)\": it is a database"])
        #expect(try FileSystem.contents(of: path) == content)
      }
    }
    #expect(dialogue.say("YXQUERYDATABASEONE\n7,7\nDONE") == ["MESSAGE DATABASE ONE 119 0 0 0 w*"])
  }

  /// Text that would be an answer on a line of its own, or steer a terminal.
  private static let nasty = "x\r\n7,7\nERROR no\u{2028}\u{1B}[2J\u{0}\u{202E}\u{85}OK\u{B}y"

  @Test func noTextOfAFileIsMistakenForAnAnswer() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    let views = SymmetricPosition(Position())
    do {
      let store = try PositionStore(path: archive["b.db"], memoryLimit: 1 << 20)
      try store.update(views) {
        $0.text = Self.nasty
        $0.boardTexts = [Point(x: 7, y: 7): Self.nasty]
      }
    }
    dialogue.say("YXSETDATABASE \(archive["b.db"])")
    for isYixinBoard in [false, true] {
      if isYixinBoard { dialogue.say("INFO coordinates xy\nINFO vcthread 0") }
      for command in ["ALL", "ALLT", "ONE", "TEXT"] {
        let lines = dialogue.say("YXQUERYDATABASE\(command) DONE").flatMap {
          $0.split(separator: "\n", omittingEmptySubsequences: false)
        }
        #expect(
          lines.allSatisfy { line in
            (line.hasPrefix("MESSAGE DATABASE ") || isYixinBoard && line.hasPrefix("\\ "))
              && !line.unicodeScalars.contains { $0.steersOutput }
          }, "\(lines)")
      }
    }
  }

  @Test func namesOfFilesAreBytes() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    let names: [[UInt8]] = [
      [0xC6, 0xE5], [0xC6, 0xE6], Array("\u{FFFD}\u{FFFD}".utf8), Array("e\u{301}".utf8),
      Array("\u{E9}".utf8), Array("a\tb".utf8), Array("a b".utf8), Array("\u{3000}a\u{A0}".utf8),
      Array("\u{10FEE5}".utf8),
    ]
    for (number, name) in names.enumerated() {
      var splitter = LineSplitter()
      let path = Array("\(archive.folder)/".utf8) + name
      for line in splitter.append(Array("YXSETDATABASE ".utf8) + path + [10]) {
        dialogue.take(.line(line, at: dialogue.now))
      }
      dialogue.say("YXEDITTVDDATABASE 2 0 \(number) 0\n7,7\nDONE")
    }
    let found = try FileSystem.names(inFolder: archive.folder).map(ByteText.bytes)
    #expect(Set(found) == Set(names + [Array("a.db".utf8)]))
    for (number, name) in names.enumerated() where number > 0 {
      let store = try PositionStore(
        path: ByteText.string(Array("\(archive.folder)/".utf8) + name), memoryLimit: 1 << 20,
        patience: .seconds(1))
      var position = Position()
      try position.play(Point(x: 7, y: 7))
      #expect(try store[SymmetricPosition(position)]?.value == Int16(number))
      dialogue.say("YXSETDATABASE \(archive["a.db"])")
    }
    #expect(dialogue.say("YXSETDATABASE a\u{0}b") == ["ERROR YXSETDATABASE needs a file"])
    #expect(!FileSystem.exists("a") && !FileSystem.exists("a b"))
  }

  @Test func anErrorKeepsTheFilesName() throws {
    var dialogue = try Archive().dialogue()
    let folder = String(repeating: "long-folder/", count: 40)
    for command in ["YXLIBTODB", "YXTXTTODB", "YXDBMERGE"] {
      let answer = dialogue.say("\(command) /tmp/\(folder)the games of 棋.lib")
      #expect(
        answer.count == 1 && answer[0].hasPrefix("ERROR") && answer[0].utf8.count < 400
          && answer[0].contains("/the games of 棋.lib\""), "\(answer)")
    }
  }

  @Test func aDatabaseIsChecked() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    dialogue.say("YXEDITTVDDATABASE 1 87 0 0\n7,7\nDONE")
    dialogue.say("YXEDITTEXTDATABASE \"a\"8,8\nDONE\nYXSAVEDATABASE")
    let size = try FileSystem.contents(of: archive["a.db"]).count
    for command in ["YXDBCHECK", "yxdbcheck", " YXDBCHECK "] {
      #expect(dialogue.say(command) == ["MESSAGE 2 positions in \(size) bytes, 0 damaged"])
    }
    #expect(
      dialogue.say("YXDBCHECK 1") == ["ERROR YXDBCHECK needs no argument, not \"1\""])
    // Bytes of no record behind the last one are counted, and stay.
    dialogue.say("INFO usedatabase 0\nSEARCH nodes 1")
    let tail = Array("forty bytes that are no record of ours..".utf8)
    try FileSystem.write(FileSystem.contents(of: archive["a.db"]) + tail, to: archive["a.db"])
    dialogue.say("INFO usedatabase 1")
    #expect(
      dialogue.say("YXDBCHECK").last
        == "MESSAGE 2 positions in \(size + tail.count) bytes, \(tail.count) damaged")
    #expect(try FileSystem.contents(of: archive["a.db"]).suffix(tail.count) == tail[...])
  }

  @Test func workThatIsStoppedChangesNothing() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    dialogue.say("YXEDITTVDDATABASE 1 87 0 0\n7,7\nDONE")
    dialogue.say("YXDBTOTXT \(archive["a.txt"])\nYXDBSPLIT \(archive["b.db"])")
    try FileSystem.write(Self.library, to: archive["a.lib"])
    let files = try FileSystem.names(inFolder: archive.folder).sorted()
    let contents = try files.map { try FileSystem.contents(of: archive[$0]) }
    let player = dialogue.player
    dialogue.player = { job in
      guard case .database(let task) = job.task else { return player(job) }
      return .database(archive.desk.run(task, job) { true })
    }
    for command in [
      "YXTXTTODB \(archive["a.txt"])", "YXLIBTODB \(archive["a.lib"])",
      "YXDBMERGE \(archive["b.db"])", "YXDBTOTXT \(archive["a.txt"])",
      "YXDBTOTXTALL \(archive["c.txt"])", "YXDBTOPOS \(archive["c.pos"])",
      "YXDBTOLIB \(archive["c.lib"])",
      "YXDBSPLIT \(archive["d.db"])", "YXDBCHECK", "YXDBFIX", "YXDELETEDATABASEALL DONE",
      "YXSETDATABASE \(archive["b.db"])",
    ] {
      let word = command.prefix { $0 != " " }
      #expect(
        dialogue.say(command) == ["ERROR \(word) was stopped, nothing has changed"], "\(command)")
    }
    #expect(try FileSystem.names(inFolder: archive.folder).sorted() == files)
    #expect(try files.map { try FileSystem.contents(of: archive[$0]) } == contents)
    dialogue.player = player
    #expect(dialogue.say("YXQUERYDATABASEONE\n7,7\nDONE") == ["MESSAGE DATABASE ONE 119 0 0 0 w*"])
  }

  @Test func aDatabaseBecomesALibrary() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    dialogue.say("YXEDITTVDDATABASE 7 119 -29990 5\n7,7\n8,8\nDONE")
    dialogue.say("YXEDITTEXTDATABASE \"the centre\" 7,7 DONE")
    let library = archive["new.lib"]
    #expect(
      dialogue.say("YXDBTOLIB \(library)")
        == ["MESSAGE 2 positions of freestyle written in 2 moves"])
    #expect(
      dialogue.say("YXDBTOLIB \(library)") == [
        "ERROR YXDBTOLIB cannot use \"\(library)\": it is there and may not be replaced"
      ])
    dialogue.say("YXSETDATABASE \(archive["b.db"])\nYXLIBTODB \(library)")
    #expect(
      dialogue.say("YXQUERYDATABASETEXT 7,7 DONE") == ["MESSAGE DATABASE TEXT \"the centre\""])
    #expect(dialogue.say("YXQUERYDATABASEALL 7,7 DONE")[1].hasSuffix(" w11"))
    #expect(
      dialogue.say("START 20\nYXDBTOLIB \(archive["20.lib"])").last?.hasSuffix(
        ": RenLib has boards of 15x15 only") == true)
  }

  @Test func theCodeOfALibraryIsFoundOrNamed() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    let header = Array(Self.library.prefix(20))
    // h8 with the comment 黑优 and the text 甲 beside it, in GBK, and a stray byte.
    let bytes: [UInt8] =
      header + [0, 0, 0x78, 0x49, 0, 1, 0xBA, 0xDA, 0xD3, 0xC5, 0, 0, 0xBC, 0xD7, 0, 0]
    try FileSystem.write(bytes + [0], to: archive["a gbk.lib"])
    #expect(
      dialogue.say("YXLIBTODB \(archive["a gbk.lib"])") == [
        "MESSAGE 2 positions added under freestyle from 1 move, texts in gbk, 1 byte behind the last move left out"
      ])
    #expect(
      dialogue.say("YXQUERYDATABASETEXT 7,7 DONE") == ["MESSAGE DATABASE TEXT \"黑优\""])
    #expect(
      dialogue.say("YXQUERYDATABASEALL DONE")[1].hasSuffix(" 甲"))
    dialogue.say("YXSETDATABASE \(archive["b.db"])")
    #expect(
      dialogue.say("YXLIBTODB \(archive["a gbk.lib"]) CP1251") == [
        "MESSAGE 2 positions added under freestyle from 1 move, texts in windows-1251, "
          + "1 byte behind the last move left out"
      ])
    #expect(
      dialogue.say("YXQUERYDATABASETEXT 7,7 DONE") == ["MESSAGE DATABASE TEXT \"єЪУЕ\""])
    #expect(
      dialogue.say("YXLIBTODB \(archive["a gbk.lib"]) klingon")[0].contains(
        ": no such code of text, known are utf-8, gbk, big5, shift_jis, euc-kr"))
  }

  @Test func aPipeIsNoSource() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    let path = archive["pipe"]
    #expect(mkfifo(path, 0o600) == 0)
    for command in ["YXTXTTODB", "YXLIBTODB"] {
      #expect(
        dialogue.say("\(command)\n\(path)")
          == ["ERROR \(command) cannot use \"\(path)\": it is no file"])
    }
  }

  @Test func aTextStandsOnAnEmptyPointOfTheBoard() throws {
    var dialogue = try Archive().dialogue()
    #expect(
      dialogue.say("YXEDITLABELDATABASE 18,0 A\n7,7\nDONE")
        == ["ERROR \"18,0\" is off the board"])
    #expect(dialogue.say("YXEDITLABELDATABASE 7,7 A\n7,7\nDONE") == ["ERROR h8 is occupied"])
    #expect(dialogue.say("YXQUERYDATABASEONE\n7,7\nDONE") == ["MESSAGE DATABASE ONE 0 0 0 0"])
    #expect(dialogue.say("YXEDITLABELDATABASE 8,8 A\n7,7\nDONE").isEmpty)
  }

  @Test func anotherDatabaseTakesThePlaceOfTheFirstAndOffIsOff() throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    dialogue.say("YXEDITTVDDATABASE 1 87 0 0\n7,7\nDONE")
    #expect(
      dialogue.say("YXSETDATABASE \(archive["b.db"])") == [
        "MESSAGE DATABASE LOAD START \(archive["b.db"])", "MESSAGE DATABASE LOAD DONE",
      ])
    #expect(dialogue.say("YXQUERYDATABASEONE\n7,7\nDONE") == ["MESSAGE DATABASE ONE 0 0 0 0"])
    dialogue.say("YXSETDATABASE \(archive["a.db"])\nINFO usedatabase 0\nSEARCH nodes 1")
    // Closed: another program may have it now.
    #expect(try PositionStore(path: archive["a.db"], memoryLimit: 1 << 20).count == 1)
    #expect(
      dialogue.say("INFO usedatabase 1\nYXQUERYDATABASEONE\n7,7\nDONE").last
        == "MESSAGE DATABASE ONE 119 0 0 0 w*")
  }

  /// Sun's Yixin-Board sends `show_detail` 1, dhbloo's sends 3.
  @Test(arguments: 0...3) func oneYixinBoardReadsNoLinesAboutTheFile(detail: Int) throws {
    let archive = try Archive()
    var dialogue = archive.dialogue()
    let answers = dialogue.say(
      "INFO show_detail \(detail)\nYXSETDATABASE \(archive["b.db"])\nYXSAVEDATABASE\n"
        + "YXQUERYDATABASEONE\n7,7\nDONE")
    #expect(answers.last == "MESSAGE DATABASE ONE 0 0 0 0")
    #expect(answers.count == (detail == 1 ? 1 : 5), "\(answers)")
  }

  @Test func memoryThatIsNotThereIsSaidSo() throws {
    let archive = try Archive()
    do {
      let store = try PositionStore(path: archive["big.db"], memoryLimit: 1 << 20)
      try store.set(PositionRecord(), for: SymmetricPosition(Position()))
    }
    var job = Job(
      task: .database(
        DatabaseTask(
          command: .use(path: archive["big.db"]), position: Position(), notation: Notation())),
      memoryLimit: 8_000, startsAnew: false, start: .now)
    let texts = archive.desk.run(try #require(job.databaseTask), job).replies.map(\.text)
    #expect(
      texts == ["ERROR YXSETDATABASE needs more than the 2000 bytes that max_memory leaves it"])
    job.memoryLimit = 1 << 20
    #expect(archive.desk.run(try #require(job.databaseTask), job).path == archive["big.db"])
  }

  @Test func theDatabaseLeavesItToSearchesToForget() throws {
    var dialogue = try Archive().dialogue()
    dialogue.say(
      "SEARCH nodes 1\nYXHASHCLEAR\nYXQUERYDATABASEALL\nDONE\nSEARCH nodes 1\nSEARCH nodes 1")
    let searches = dialogue.jobs.filter { $0.position != nil }
    #expect(searches.map(\.startsAnew) == [true, true, false])
  }

  @Test func anotherPositionStopsNoWorkOfTheDatabaseButSTOPDoes() throws {
    var dialogue = try Archive().dialogue()
    dialogue.isSlow = true
    dialogue.say("YXDBCHECK\nYXQUERYDATABASEALL DONE\nBEGIN")
    #expect(dialogue.say("YXBOARD 7,7,1 DONE").isEmpty)
    // The query starts and is not stopped; the search that stood before YXBOARD is.
    #expect(dialogue.finish().filter { $0.hasPrefix("<") } == ["<start>"])
    #expect(dialogue.finish().filter { $0.hasPrefix("<") } == ["<start>", "<stop>"])
    _ = dialogue.finish()
    dialogue.say("YXDBCHECK")
    #expect(dialogue.say("STOP") == ["<stop>"])
  }

  @Test func theDatabaseFinishesBeforeTheEnd() throws {
    var dialogue = try Archive().dialogue()
    dialogue.isSlow = true
    dialogue.say("YXEDITTEXTDATABASE \"a\"7,7\nDONE\nYXEDITTEXTDATABASE \"b\"8,8\nDONE\nBEGIN")
    #expect(dialogue.say("END\nABOUT").isEmpty)
    #expect(dialogue.finish() == ["<start>"])
    #expect(dialogue.finish() == ["<quit>"])
    var idle = Dialogue()
    #expect(idle.say("START 15\nEND") == ["OK", "<quit>"])
  }
}

extension Job {
  fileprivate var databaseTask: DatabaseTask? {
    if case .database(let task) = task { task } else { nil }
  }
}

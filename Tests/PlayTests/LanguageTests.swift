import Basics
import Foundation
import Gomocup
import GomokuRules
import LiuzhouRules
import Records
import Testing

@testable import Match
@testable import Platform
@testable import Play

/// The texts in Chinese, and rows that are counted from below.
struct LanguageTests {
  private static let chinese = Speech(.chinese)

  // MARK: The table

  /// The sources whose texts people see at the table.
  private static func sources() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let files = ["Play", "Records", "Match/Game", "Match/Record"].flatMap { name in
      FileManager.default.enumerator(
        at: folder.appending(path: name), includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL } ?? []
    }
    let arena = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "arena"), includingPropertiesForKeys: nil)
    // The other commands speak English alone.
    let table = arena.filter { file in
      file.lastPathComponent.hasPrefix("Play")
        || ["Command.swift", "Storage.swift"].contains(file.lastPathComponent)
    }
    let below = ["CommandLineKit/Arguments.swift", "PositionStore/RenLibrary.swift"].map {
      folder.appending(path: $0)
    }
    return try (files + table + below)
      .filter { $0.pathExtension == "swift" && !$0.lastPathComponent.hasPrefix("ChineseTexts") }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test func everyTextIsThereInChinese() throws {
    let formats = Set(try LanguageTests.sources().flatMap(FormatScanner.formats))
    #expect(formats.count > 400)
    let missing = formats.filter { format in
      ChineseTexts.table[format] == nil && format.contains { $0.isLetter && $0.isASCII }
    }
    #expect(missing.isEmpty, "\(missing.sorted())")
    let unused = ChineseTexts.table.keys.filter { !formats.contains($0) }
    #expect(unused.isEmpty, "\(unused)")
  }

  @Test func everyChineseTextHasTheGapsOfTheEnglish() {
    for (format, text) in ChineseTexts.table {
      let count = format.components(separatedBy: "{}").count - 1
      let gaps = text.matches(of: /\{\d?\}/).map { String(text[$0.range]) }
      #expect(gaps.count == count, "\(format)")
      #expect(
        gaps.allSatisfy { $0 == "{}" } || Set(gaps) == Set((1...max(1, count)).map { "{\($0)}" }))
      #expect(text.contains { !$0.isASCII } || !format.contains { $0.isLetter }, "\(format)")
    }
  }

  @Test func theErrorsOfTheRulesAreWordedAsBelow() {
    let point = GomokuRules.Point(x: 7, y: 7)
    let other = GomokuRules.Point(x: 3, y: 2)
    let openings: [OpeningError] = [
      .isOver, .unexpected(.swap), .unexpected(.offer([point, other])), .offBoard(point),
      .occupied(point), .forbidden(point, .doubleFour), .outsideZone(other),
      .number(3, allowed: 1...2), .offerCount(3, needed: 2), .symmetric(point, point),
      .symmetric(point, other), .notOffered(other),
    ]
    for error in openings { #expect(Phrase(error).description == error.description) }
    let a1 = Sample.cell("a1").liuzhou, b2 = Sample.cell("b2").liuzhou
    guard let a1, let b2 else { return }
    let outcomes = [Color.black, .white, nil].flatMap { winner in
      [LiuzhouRules.Outcome.Reason.fewStones(3), .blocked, .quiet(60), .length(90), .repetition]
        .map { LiuzhouRules.Outcome(winner: winner, reason: $0) }
    }
    let turns: [IllegalTurn] =
      [
        .unreadable, .noSuchPoint("z9"), .occupied(a1), .notYours(a1), .notAdjacent(a1, b2),
        .mustCapture(2), .mayNotCapture(b2), .mayNotPass, .mustPass,
      ] + Phase.allCases.map(IllegalTurn.wrongPhase) + outcomes.map(IllegalTurn.gameOver)
    for error in turns { #expect(Phrase(error).description == error.description) }
    for outcome in outcomes {
      #expect("\(Phrase(result: outcome.winner)), \(Phrase(outcome))" == outcome.description)
    }
  }

  // MARK: The language

  @Test(arguments: [
    (["LC_ALL": "zh_CN.UTF-8"], Speech.Language.chinese), (["LANG": "zh_TW.utf8"], .chinese),
    (["LC_MESSAGES": "zh"], .chinese), (["LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"], .english),
    (["LC_ALL": "", "LANG": "zh_CN.UTF-8"], .chinese), (["LANG": "de_DE.UTF-8"], .english),
    (["LC_MESSAGES": "en_US.UTF-8", "LANG": "zh_CN.UTF-8"], .english), ([:], .english),
    (["LANG": "zh_CN.GB18030"], .english), (["LANG": "zh_CN.UTF-8@x"], .chinese),
  ])
  func theLanguageFollowsTheLocale(environment: [String: String], language: Speech.Language) {
    #expect(Speech.Language(environment: environment) == language)
  }

  @Test func aWholeGameIsPlayedInChinese() throws {
    var loop = try SimulatedLoop(Sample.settings(Sample.renju)) { $0.language = .chinese }
    loop.type("h8")
    #expect(loop.shown.contains("Anna: h8") || loop.shown.contains("Anna：h8"))
    #expect(loop.shown.last == "Ben：请落子")
    loop.type("h8", "z99", "level 3", "提和")
    #expect(loop.shown.contains("h8：已有棋子") && loop.shown.contains("没有引擎在下棋"))
    #expect(loop.shown.last?.contains("对方提和") == true)
    loop.type("不同意", "悔棋", "认输", "上一手")
    #expect(loop.shown.contains { $0.contains("黑方认输") })
    #expect(loop.game?.ending == .resigned(.first))
    loop.type("帮助")
    #expect(loop.shown.contains { $0.contains("着法：") })
    // Files stay as they are.
    #expect(
      try loop.session.state?.content(forFile: "x.txt").contains("result white wins, black resigns")
        == true)
    #expect(loop.notice?.allSatisfy(\.isASCII) ?? true)
  }

  // MARK: Texts from below

  private static func chinese(_ body: () throws -> Void) -> String {
    do { try body() } catch { return chinese.text(Phrase(error)) }
    return ""
  }

  @Test func theMessagesOfTheSystemAreChinese() throws {
    try Sample.withFolder { folder in
      let file = "\(folder)/file"
      try FileSystem.write([], to: file)
      let (listener, port) = try Socket.listen(port: 0)
      defer { listener.close() }
      let texts = [
        ("没有这个文件或文件夹", LanguageTests.chinese { _ = try GameFile.read("\(folder)/none") }),
        ("不是文件夹", LanguageTests.chinese { _ = try GameFile.read("\(file)/none") }),
        ("没有这个文件", LanguageTests.chinese { _ = try SavedGame(resuming: "\(file)/none") }),
        (
          "没有这个文件或文件夹",
          LanguageTests.chinese {
            try PlayState.write("", to: "\(folder)/none/x.txt", overwrites: false)
          }
        ),
        (
          "端口已被占用",
          LanguageTests.chinese { _ = try LinkConnections(.listen(port: port)) }
        ),
        ("系统错误 9999：", LanguageTests.chinese { throw SystemError(code: 9999) }),
      ]
      for (part, text) in texts { #expect(text.contains(part) && text.isChinese, "\(text)") }
    }
    for (code, text) in [
      (EACCES, "没有权限"), (EISDIR, "是文件夹"), (ENOSPC, "磁盘已满"), (ECONNREFUSED, "连接被拒绝"),
      (ETIMEDOUT, "连接超时"), (EHOSTUNREACH, "找不到这台主机"), (ENETUNREACH, "网络不通"), (ELOOP, "是链接，不跟随"),
    ] {
      #expect(LanguageTests.chinese { throw SystemError(code: code) } == text)
    }
  }

  @Test(arguments: [
    "(;GM[1]SZ[15];B[hh];W[zz];B[aa])", "(;SZ[99];B[hh])", "(;SZ[15]AB[zz];B[hh])",
    "(;SZ[15];B[hh]LB[x](;W[ii];B[jj])(;W[gg]XYZ[", "Piskvorky 15x15, 11:11, 0\n99,9,0\n",
    "Piskvorky x", "h8 foo", "h8 z99", "", "game renju\nmoves h8 foo", "game liuzhou mars",
    "game renju\nposition black h8 h8", "game liuzhou quiet=x", "game liuzhou\nposition 6/6",
    "game liuzhou\nposition 6/6/2X3/6/6/6 red p 0",
  ])
  func whatARecordLacksIsToldInChinese(text: String) {
    let notes: String
    do {
      let loaded = try GameFile.parse(Array(text.utf8))
      notes = LanguageTests.chinese.text(Phrase(loaded.notes, separator: "; "))
    } catch { notes = LanguageTests.chinese.text(error.phrase) }
    #expect(notes.isChinese, "\(notes)")
  }

  @Test(arguments: ["x.sgf", "x.psq", "x.txt", "x.html"])
  func whatAFormatCannotSayIsToldInChinese(path: String) throws {
    let text = "(;SZ[15]RE[B+]EV[cup][2]C[a];B[hh]C[b]LB[aa:x];W[ii]C[c])"
    let loaded = try GameFile.parse(Array(text.utf8))
    var settings = Sample.settings(loaded.game)
    settings.texts = loaded.texts
    var loop = try SimulatedLoop(settings) { $0.language = .chinese }
    loop.type("h8", "a1", "保存 \(path)")
    let told = try #require(loop.shown.last { $0.contains("已保存") })
    #expect(told.contains("此格式不能保存：") && told.isChinese, "\(told)")
  }

  @Test(arguments: [
    ("freestyle", 80, 24), ("liuzhou", 80, 24), ("renju", 36, 24), ("caro 20", 60, 30),
  ])
  func everyWindowIsFilledExactlyInChinese(name: String, columns: Int, rows: Int) throws {
    var state = try Sample.state(try GameKind(named: name))
    for terminal in [
      TerminalCapabilities.plain, .init(isUnicode: true, hasColors: false, hasStyles: false),
    ] {
      for _ in 0..<2 {
        let lines = Screen(
          state: state, terminal: terminal, now: .init(nanoseconds: 0),
          speech: LanguageTests.chinese
        ).window(columns: columns, rows: rows, typed: "悔")
        #expect(lines.count == rows && lines.allSatisfy { $0.columns == columns })
        state.type("nonsense")
      }
    }
  }

  @Test func thePagesOfHelpFitATerminalInChinese() {
    for page in [HelpPage.table, .opening] {
      for isWindow in [true, false] {
        let lines = page.lines(isWindow: isWindow, .chinese)
        #expect(lines.count <= 22 && lines.allSatisfy { $0.columns <= 80 })
      }
    }
  }

  @Test func everyChineseWordOfTheHelpIsUnderstood() throws {
    let words = [
      "悔棋": UserCommand.undo, "提示": .hint, "停止": .stop, "分析": .analyse(5, lines: 3),
      "等级 3": .level(3), "和棋": .draw, "认输": .resign, "暂停": .pause, "继续": .go,
      "上一手": .look(.previous), "下一手": .look(.next), "开头": .look(.first), "末尾": .look(.last),
      "清除": .clear, "保存 a.sgf": .save("a.sgf"), "覆盖 a.sgf": .overwrite("a.sgf"), "重试": .retry,
      "棋盘": .show, "退出": .quit, "再来": .rematch, "帮助 开局": .help(.opening), "交换": .opening(.swap),
      "不换": .opening(.stay), "执黑": .color(.black), "执白": .color(.white),
      "打点数 3": .opening(.announce(3)), "同意": .yes, "不同意": .no, "停一手": .turn(.pass),
    ]
    for (word, command) in words { #expect(try UserCommand(word, in: Sample.renju) == command) }
    let point = GomokuRules.Point(x: 7, y: 11)
    #expect(try UserCommand("选点 h12", in: Sample.renju) == .opening(.take(point)))
    #expect(try UserCommand("打点 h12", in: Sample.renju) == .opening(.offer([point])))
  }

  // MARK: Rows from below

  @Test func rowsFromBelowAreReadAndShownAlikeAndFilesStay() throws {
    var loop = try SimulatedLoop(Sample.settings(Sample.gomoku)) { $0.hasRowsFromBelow = true }
    loop.type("a1")
    // The lowest row is 1, so the stone lies in the last row of the record.
    #expect(loop.game?.moves.text == "a15" && loop.shown.contains("Anna: a1"))
    #expect(
      loop.shown.contains { $0.hasPrefix(" 1 (X).") }
        && loop.shown.contains { $0.hasPrefix("15  . .") })
    loop.type("a1", "h20", "h 15")
    #expect(loop.shown.contains("a1: the point is occupied"))
    #expect(loop.shown.contains("h20: off the board"))
    #expect(loop.game?.moves.text == "a15 h1")
    loop.type("hint")
    loop.hear(.adviser, "OK", "7,14")
    #expect(loop.shown.contains("hint: h1"))
    #expect(try loop.session.state?.content(forFile: "x.sgf").contains("B[ao]") == true)
    // Pairs of numbers count from the top, as in the protocol.
    #expect(
      try UserCommand("0,0", in: Sample.gomoku, Speech(heightFromBelow: 15))
        == .points([BoardPoint(x: 0, y: 0)]))
  }

  @Test func offersAndTheirTasksCountRowsFromBelowToo() throws {
    var loop = try SimulatedLoop(Sample.settings(Sample.renju, opening: .rif)) {
      $0.hasRowsFromBelow = true
    }
    loop.type("h8", "h9", "i9", "stay", "a15", "offer g7,h4")
    #expect(loop.shown.contains("Anna: offer g7,h4"))
    #expect(loop.shown.last == "Ben: take one of g7, h4")
    loop.type("take h4")
    #expect(loop.game?.moves.text == "h8 h7 i7 a1 h12")
  }

  @Test func aMirroredPositionIsItsOwnMirror() throws {
    let origin = try GameOrigin("black h8 a1 white b2 to white", in: Sample.gomoku)
    #expect(origin.turned.description == "black h8 a15 white b14 to white")
    #expect(origin.turned.turned == origin)
  }
}

/// A scanner of Swift sources for the formats of phrases: the literals in calls that make them.
private struct FormatScanner {
  private let source: [Character]

  static func formats(in source: String) -> [String] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
    let text = lines.joined(separator: "\n")
    let scanner = FormatScanner(source: Array(text))
    let calls =
      text.matches(
        of: /\b(?:Phrase|[A-Z]\w*Error|Failure|Unusable|UnusableOpening|Fault|BadNode)\(/
          .wordBoundaryKind(.simple))
      + text.matches(
        of: /\b(?:whole|inLine|atByte|fault|remark|badLibrary|failure)\(/
          .wordBoundaryKind(.simple))
    return calls.flatMap { call in
      scanner.formats(from: text.distance(from: text.startIndex, to: call.range.upperBound))
    }
  }

  /// Returns the literals of a call whose arguments begin at `start`.
  private func formats(from start: Int) -> [String] {
    var (formats, place, depth, word): ([String], Int, Int, String) = ([], start, 1, "")
    while depth > 0, place < source.count {
      switch source[place] {
      case "\"":
        let (format, end) = literal(at: place)
        if depth == 1, word != "verbatim:", word != "message:" { formats.append(format) }
        (place, word) = (end, "")
        continue
      case "(": depth += 1
      case ")": depth -= 1
      case let sign where sign.isWhitespace: break
      case let sign: word.append(sign)
      }
      if source[place] == "," { word = "" }
      place += 1
    }
    return formats
  }

  /// Returns a literal with `{}` for each interpolation, and the place after it.
  private func literal(at start: Int) -> (String, Int) {
    let isLong = source[start...].starts(with: "\"\"\"")
    let quotes = isLong ? 3 : 1
    var (text, place) = ("", start + quotes)
    while !source[place...].starts(with: String(repeating: "\"", count: quotes)) {
      guard source[place] == "\\" else {
        text.append(source[place])
        place += 1
        continue
      }
      let escaped = source[place + 1]
      place += 2
      switch escaped {
      case "(":
        text += "{}"
        var depth = 1
        while depth > 0 {
          if source[place] == "\"" {
            place = literal(at: place).1
            continue
          }
          depth += source[place] == "(" ? 1 : source[place] == ")" ? -1 : 0
          place += 1
        }
      case "n": text.append("\n")
      case "\n": text += "\u{1}\n"
      default: text.append(escaped)
      }
    }
    guard isLong else { return (text, place + quotes) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let indent = lines.last?.count ?? 0
    let body = lines.dropLast().map { $0.dropFirst(indent) }.joined(separator: "\n")
    return (body.replacing("\u{1}\n", with: ""), place + quotes)
  }
}

import Basics
import Foundation
import Gomocup
import GomokuRules
import Platform
import Testing

@testable import Match
@testable import Play

struct ScreenTests {
  private static let unicode = TerminalCapabilities(
    isUnicode: true, hasColors: false, hasStyles: false)

  private func window(
    _ state: PlayState, _ columns: Int, _ rows: Int, terminal: TerminalCapabilities = unicode,
    typed: String = ""
  ) -> [String] {
    Screen(state: state, terminal: terminal, now: .init(nanoseconds: 0))
      .window(columns: columns, rows: rows, typed: typed)
  }

  @Test(arguments: [
    ("freestyle", 80, 24), ("freestyle 22", 80, 24), ("renju 5x22", 80, 24), ("caro 20", 60, 30),
    ("liuzhou", 80, 24), ("liuzhou", 30, 20), ("freestyle", 36, 24), ("freestyle", 20, 10),
    ("freestyle 22", 10, 5), ("liuzhou", 2, 2), ("standard", 200, 60),
  ])
  func everyWindowIsFilledExactly(name: String, columns: Int, rows: Int) throws {
    var state = try Sample.state(try GameKind(named: name))
    for typed in ["", "save 小明 and a very long name of a file indeed, longer than any window is"] {
      let lines = window(state, columns, rows, typed: typed)
      #expect(lines.count == rows)
      for line in lines { #expect(line.columns == columns, "\(line)") }
      state.complain("a complaint with 宽字 that is far too long for the little room that there is")
    }
  }

  @Test(arguments: [
    "freestyle", "freestyle 5", "renju 19", "freestyle 22", "renju 5x22", "caro 22x5", "liuzhou",
  ])
  func errorPromptAndInputAreSeenInEveryWindow(name: String) throws {
    var state = try Sample.state(try GameKind(named: name))
    let error = "h99 is off the board, or was it h98"
    for isTroubled in [false, true] {
      state.engineFailure = isTroubled ? "engine: it has ended - retry starts it again" : nil
      state.advice = isTroubled ? PlayState.Advice(isHint: true, isRunning: false, text: "h8") : nil
      state.complain(error)
      for columns in Array(stride(from: 20, through: 100, by: 4)) + Array(57...63) {
        for rows in Array(5...30) + [40, 50, 60] {
          state.cursor.y = (columns + rows) % BoardLimits.sides(of: state.settings.game).height
          let lines = window(state, columns, rows, typed: "abc")
          #expect(lines.count == rows)
          #expect(lines.allSatisfy { $0.columns == columns })
          let text = lines.map { $0.trimmingCharacters(in: .whitespaces) }
          let isSeen =
            text.contains { $0.hasSuffix("> abc") } && text.contains { $0.contains("h99 is") }
            && text.contains { $0.contains("Anna: ") && !$0.contains("offers") }
          #expect(isSeen, "\(name) \(columns)x\(rows): \(lines)")
          // With some room nothing of the error is cut, with more nothing at all.
          let isWhole = text.contains { $0.hasSuffix("h98") }
          #expect(rows < 10 || isWhole, "\(name) \(columns)x\(rows): \(lines)")
          let isCut = text.contains { $0.hasSuffix("…") }
          #expect(rows < 16 || !isCut, "\(name) \(columns)x\(rows): \(lines)")
        }
      }
    }
  }

  @Test func thePlaceOfTheCursorIsSeenWhereTheBoardIsCut() throws {
    var state = try Sample.state(Sample.gomoku)
    for y in 0..<15 {
      state.cursor = BoardPoint(x: 7, y: y)
      for rows in 9...18 {
        let lines = window(state, 40, rows)
        #expect(lines.contains { $0.hasPrefix("\(y < 9 ? " " : "")\(y + 1) ") && $0.contains("[") })
      }
    }
  }

  @Test func stonesAreToldApartByMoreThanTheTerminalsOwnColour() throws {
    let state = try Sample.state(Sample.gomoku)
    let bright = TerminalCapabilities(isUnicode: true, hasColors: true, hasStyles: true)
    let colored = window(state, 80, 24, terminal: bright).joined()
    // Black's and White's stones have a colour and a ground of their own in the list of players.
    #expect(colored.contains("\u{1B}[38;5;16;48;5;179m●\u{1B}[0m"))
    #expect(colored.contains("\u{1B}[1;38;5;231;48;5;179m●\u{1B}[0m"))
    for terminal in [bright, ScreenTests.unicode, .plain] {
      let lines = Screen(state: state, terminal: terminal, now: .init(nanoseconds: 0)).page
      #expect(lines.contains { $0.contains("Anna, black") })
      #expect(lines.contains { $0.contains("Ben, white") })
    }
  }

  @Test func nothingIsWaitedForWhileAPersonThinks() throws {
    let zero = MonotonicTime(nanoseconds: 0)
    var state = try Sample.state(Sample.gomoku, seats: [Sample.person, Sample.engine])
    #expect(state.changes(at: zero, isSeen: true) == [])
    state.type("h8")
    #expect(state.changes(at: zero.advanced(milliseconds: 300), isSeen: true) == [700])
    #expect(state.changes(at: zero, isSeen: false) == [])
    var settings = Sample.settings(Sample.gomoku)
    settings.clock = ClockRule(total: 60_000, increment: 0)
    state = try PlayState(settings, now: zero)
    #expect(state.changes(at: zero.advanced(milliseconds: 700), isSeen: true) == [59_300, 301])
    #expect(state.changes(at: zero.advanced(milliseconds: 55_020), isSeen: true) == [4980, 81])
    #expect(state.changes(at: zero.advanced(milliseconds: 700), isSeen: false) == [59_300])
    state.type("pause")
    #expect(state.changes(at: zero, isSeen: true) == [])
  }

  @Test func aSmallBoardIsShownWithItsMarks() throws {
    var state = try Sample.state(.gomoku(.freestyle, try #require(BoardSize(side: 5))))
    for move in ["c3", "b2"] { state.type(move) }
    state.cursor = BoardPoint(x: 3, y: 3)
    let board = window(state, 60, 12).prefix(6).map { String($0.prefix(15)) }
    #expect(
      board == [
        "    a b c d e  ", " 1  ┌─┬─┬─┬─┐  ", " 2  ├(○)┼─┼─┤  ", " 3  ├─┼─●─┼─┤  ",
        " 4  ├─┼─┼[┼]┤  ", " 5  └─┴─┴─┴─┘  ",
      ])
    let plain = Screen(state: state, terminal: .plain, now: .init(nanoseconds: 0)).page
    #expect(
      plain[1...6].elementsEqual([
        "    a b c d e", " 1  . . . . .", " 2  .(O). . .", " 3  . . X . .", " 4  . . . . .",
        " 5  . . . . .",
      ]))
    #expect(plain.allSatisfy { $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } })
  }

  @Test func theWinningRowIsMarked() throws {
    var state = try Sample.state(.gomoku(.freestyle, try #require(BoardSize(side: 5))))
    for move in ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2"] { state.type(move) }
    func page() -> [String] {
      Screen(state: state, terminal: .plain, now: .init(nanoseconds: 0)).page
    }
    #expect(page().contains(" 2  O O O(O)."))
    state.type("e1")
    #expect(page().contains(" 1 =X=X=X=X=X="))
    #expect(page().contains(" 2  O O O O ."))
  }

  @Test func whatMayBeTakenIsMarked() throws {
    var state = try Sample.state(Sample.liuzhou)
    for point in ["a1", "f6", "b1", "f5", "a2", "d4", "b2"] { state.type(point) }
    let page = Screen(state: state, terminal: .plain, now: .init(nanoseconds: 0)).page
    #expect(page.contains("6   .   .   .   .   .  <O>"))
    #expect(page.contains("4   .   .   .  <O>  .   ."))
    #expect(page.contains("2   X  {X}  .   .   .   ."))
    #expect(page.last == "Anna: take 1 of 1 for square 成方 a1 b1 a2 b2")
  }

  @Test func forbiddenPointsAreShownWithTheReason() throws {
    var state = try Sample.state(Sample.renju)
    for move in "h7 a1 h9 a3 g8 a5 i8 a7".split(separator: " ") { state.type(String(move)) }
    state.cursor = BoardPoint(x: 7, y: 7)
    let lines = window(state, 80, 24)
    #expect(lines[8].hasPrefix(" 8  ├─┼─┼─┼─┼─┼─●[×]●─┼"))
    #expect(lines.contains { $0.contains("h8 is forbidden: double three 三三") })
    // White may play there.
    state.type("o15")
    #expect(window(state, 80, 24).allSatisfy { !$0.contains("×") })
  }

  @Test func wideStonesTakeTheRoomOfTwoColumns() throws {
    var terminal = ScreenTests.unicode
    terminal.hasWideStones = true
    var state = try Sample.state(Sample.gomoku)
    for move in ["h8", "h9", "j10"] { state.type(move) }
    state.cursor = BoardPoint(x: 0, y: 0)
    let lines = window(state, 80, 24, terminal: terminal)
    for line in lines {
      let stones = line.count { $0 == "●" || $0 == "○" }
      #expect(line.columns + stones == 80, "\(line)")
    }
    #expect(lines[8].hasPrefix(" 8  . . . . . . . ●. . . . . . ."))
  }

  @Test(arguments: [
    ("abc", 3), ("成方", 4), ("e\u{301}", 1), ("●", 1), ("👍", 2), ("", 0), ("ｈ８", 4), ("é", 1),
  ])
  func columnsAreCounted(text: String, columns: Int) { #expect(text.columns == columns) }

  @Test func textIsWrappedByItsWidth() {
    #expect("aa bb cc".wrapped(to: 5) == ["aa bb", "cc"])
    #expect("成方成方成方".wrapped(to: 5) == ["成方", "成方", "成方"])
    #expect("a verylongword b".wrapped(to: 6) == ["a", "verylo", "ngword", "b"])
    #expect("成方x".fitted(to: 3) == "成")
    #expect("".wrapped(to: 10) == [])
  }

  @Test(arguments: [
    (["TERM": "xterm-256color", "LANG": "de_DE.UTF-8"], true, true),
    (["TERM": "xterm", "LC_ALL": "C", "LANG": "de_DE.UTF-8"], false, true),
    (["TERM": "xterm", "LANG": "C.utf8", "NO_COLOR": "1"], true, false),
    (["TERM": "dumb", "LANG": "C.UTF-8"], false, false), (["LANG": "C.UTF-8"], false, false),
  ])
  func theLookFollowsTheEnvironment(
    environment: [String: String], isUnicode: Bool, hasColors: Bool
  ) {
    let terminal = TerminalCapabilities(environment: environment, isTerminal: true)
    #expect(terminal.isUnicode == isUnicode && terminal.hasColors == hasColors)
    #expect(TerminalCapabilities(environment: environment, isTerminal: false) == .plain)
  }
}

struct KeyDecoderTests {
  @Test(arguments: [
    ("h8\r", [Key.character("h"), .character("8"), .enter]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OM", [.up, .enter]), ("\u{1B}[1;5C", [.right]),
    ("\u{1B}[H\u{1B}[4~\u{1B}[3~", [.home, .end, .delete]),
    ("\t\u{7F}\u{8}", [.tab, .backspace, .backspace]),
    ("\u{3}\u{1A}", [.control("c"), .control("z")]),
    ("悔é👍", [.character("悔"), .character("é"), .character("👍")]),
    ("\u{1B}[12;3R", [.cursor(column: 3, row: 12)]), ("\u{1B}[200~x", [.character("x")]),
    ("\u{1B}OR\u{1B}[15~q", [.character("q")]), ("\u{1B}xq", [.character("q")]),
  ])
  func keysAreFoundHoweverTheBytesAreCut(text: String, keys: [Key]) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      var decoder = KeyDecoder()
      #expect(decoder.take(bytes[..<cut]) + decoder.take(bytes[cut...]) == keys)
      #expect(!decoder.isWaiting)
    }
    var decoder = KeyDecoder()
    #expect(bytes.flatMap { decoder.take([$0]) } == keys)
  }

  @Test func aLoneEscapeIsAKeyOnceNothingFollows() {
    var decoder = KeyDecoder()
    #expect(decoder.take([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
  }

  /// These characters stand for the bytes of paths that are not UTF-8.
  @Test func charactersThatStandForBytesAreNotTyped() {
    var decoder = KeyDecoder()
    #expect(decoder.take(Array("a\u{10FE80}b".utf8)) == [.character("a"), .character("b")])
  }

  @Test func anyBytesAreDigested() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      var decoder = KeyDecoder()
      for _ in 0..<20 {
        let count = Int(random.next() % 12)
        _ = decoder.take((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      }
      _ = decoder.flush()
      #expect(!decoder.isWaiting)
      #expect(decoder.take([UInt8(ascii: "a")]) == [.character("a")])
    }
  }
}

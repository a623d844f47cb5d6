import Basics
import Foundation
import Gomocup
import GomokuRules
import Platform
import TestSupport
import Testing

@testable import Match
@testable import Report
@testable import Tournament

/// Texts from outside, whatever editor wrote them.
struct OutsideTextTests {
  private static let mark = OutsideText.mark
  private static let game = GameKind.gomoku(.freestyle, .standard)

  private static func wide(_ text: String, isBig: Bool) -> [UInt8] {
    (isBig ? [0xFE, 0xFF] : [0xFF, 0xFE])
      + text.utf16.flatMap { unit in
        isBig ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
      }
  }

  @Test(arguments: ["", "a", "黑优 😀\n"])
  func aMarkIsSkippedAndTwoBytesACharacterAreRead(text: String) {
    let bytes = Array(text.utf8)
    #expect(OutsideText.utf8(bytes) == bytes)
    #expect(OutsideText.utf8(OutsideTextTests.mark + bytes) == bytes)
    for isBig in [true, false] {
      #expect(OutsideText.utf8(OutsideTextTests.wide(text, isBig: isBig)) == bytes)
    }
    #expect(OutsideText.utf8([0xFF, 0xFE, 0x41]) == [])
  }

  @Test func aMarkBeforeJSONIsSkipped() throws {
    #expect(try JSON(parsing: "\u{FEFF}{\"a\":1}")["a"]?.int == 1)
    #expect(try JSON(parsing: OutsideTextTests.mark + Array("[1]".utf8)) == .array([.int(1)]))
    #expect(throws: JSON.SyntaxError.self) { try JSON(parsing: "1\u{FEFF}") }
  }

  @Test func tournamentAndOpeningsAreReadInAnyUnicode() throws {
    let json = """
      {"name": "x", "game": {"rule": "freestyle"}, "pairs": 1,
      "engines": [{"name": "a", "command": "/bin/cat"}, {"name": "b", "command": "/bin/cat"}],
      "openings": {"file": "book.txt"}}
      """
    let scratch = try Scratch()
    let folder = scratch.folder
    try withExtendedLifetime(scratch) {
      for form in 0..<4 {
        func bytes(_ text: String) -> [UInt8] {
          switch form {
          case 0: Array(text.utf8)
          case 1: OutsideTextTests.mark + Array(text.utf8)
          default: OutsideTextTests.wide(text, isBig: form == 2)
          }
        }
        try FileSystem.write(bytes(json), to: "\(folder)/tournament.json")
        try FileSystem.write(bytes("0,0, 1,0, 1,3\n"), to: "\(folder)/book.txt")
        let schedule = try Schedule(try TournamentConfig.load(folder))
        #expect(schedule.pair(0).opening.moves.text == "h8 i8 i11")
      }
      FileSystem.removeFile("\(folder)/book.txt")
      #expect(mkfifo("\(folder)/book.txt", 0o600) == 0)
      #expect(throws: JSONFieldReader.Problem.self) {
        try Schedule(try TournamentConfig.load(folder))
      }
    }
  }

  @Test func linesThatDoNotFitAreLeftOutOnlyIfThatIsWanted() throws {
    let text = "h8 h9\nh8 t20\n9,9, 0,0\nh8 h8\n# c\na1 a2 b1 b2 c1 c2 d1 d2 e1\ni9\n"
    do {
      _ = try OpeningBook(parsing: text, game: OutsideTextTests.game)
      Issue.record("the second line does not fit")
    } catch { #expect(error.description == "line 2: t20: off the board") }
    let book = try OpeningBook(parsing: text, game: OutsideTextTests.game, skipsUnfit: true)
    #expect(book.openings.map(\.name) == ["line 1", "line 7"])
    #expect(book.skipped.map(\.line) == [2, 3, 4, 6])
    for wrong in ["h8 foo", "h8\n0,x", "t20", ""] {
      #expect(throws: OpeningBook.Problem.self, "\(wrong)") {
        try OpeningBook(parsing: wrong, game: OutsideTextTests.game, skipsUnfit: true)
      }
    }
  }

  @Test func theOptionIsAsGoodAsTheKey() throws {
    func json(_ more: String) -> String {
      """
      {"name": "x", "game": {"rule": "freestyle"}, "pairs": 2,
      "engines": [{"name": "a", "command": "/bin/cat"}, {"name": "b", "command": "/bin/cat"}],
      "openings": {"file": "book.txt"\(more)}}
      """
    }
    let scratch = try Scratch()
    let folder = scratch.folder
    try withExtendedLifetime(scratch) {
      try FileSystem.write(Array("h8\nt20\n".utf8), to: "\(folder)/book.txt")
      let path = "\(folder)/tournament.json"
      try FileSystem.write(Array(json("").utf8), to: path)
      #expect(throws: JSONFieldReader.Problem.self) {
        try Schedule(try TournamentConfig.load(folder))
      }
      let option = try Schedule(try TournamentConfig.load(folder, skipsUnfit: true))
      try FileSystem.write(Array(json(", \"skip-unfit\": true").utf8), to: path)
      let key = try Schedule(try TournamentConfig.load(folder))
      #expect(option.hash == key.hash && key.skipped.map(\.line) == [2])
      #expect(key.pair(1).opening.name == "line 1")
      try FileSystem.write(
        Array(json("").replacing("\"file\": \"book.txt\"", with: "\"skip-unfit\": true").utf8),
        to: path)
      #expect(throws: JSONFieldReader.Problem.self) { try TournamentConfig.load(folder) }
    }
  }

  @Test func forbiddenMovesAreNamedInWords() throws {
    let game = GameKind.gomoku(.renju, .standard)
    let moves = try game.moves(named: "h7 a1 h9 a3 g8 a5 i8 a7 h8")
    do {
      _ = try GameState(game, after: moves)
      Issue.record("h8 is forbidden")
    } catch { #expect(error.description == "h8: forbidden (double three)") }
  }

  @Test(arguments: [
    ("Freestyle15_1", Variant.freestyle), ("Freestyle20_2", .freestyle), ("Fastgame", .freestyle),
    ("Standard1", .standard), ("Renju2", .renju), ("Renju (Taraguchi-10)", .renju),
    ("Exactly 5", .standard), ("Gomoku 15x15", .freestyle), ("1", .standard), ("自由", .freestyle),
    ("15_1", nil), ("2", nil), ("Level 2", nil), ("Japanese", nil), ("", nil),
  ])
  func rulesAreKnownByManyNames(name: String, variant: Variant?) {
    #expect(Variant(recordName: name) == variant)
  }

  @Test func rulesAreWrittenByName() throws {
    for variant in Variant.allCases {
      let record = GameRecord(
        id: 1, schedule: "", opener: "a", replier: "b", black: "a", opening: "-", symmetry: 0,
        openingPlies: 0, moves: [.point(Point(x: 7, y: 7))], winner: nil, reason: .unfinished)
      let export = try #require(GameExport(record, game: .gomoku(variant, .standard)))
      #expect(export.sgf.contains("RU[\(variant.rawValue)]"))
      #expect(export.psq.hasSuffix("0,\(variant.rawValue)\r\n"))
      #expect(Variant(recordName: variant.rawValue) == variant)
    }
  }

  @Test(arguments: [
    (EndReason.row, "RE[W+]", "2,freestyle"), (.resigned, "RE[W+R]", "2,freestyle"),
    (.resignation, "RE[W+R]", "2,freestyle"), (.time, "RE[W+T]", "2,freestyle"),
    (.crash, "RE[W+F]", "2,freestyle"), (.boardFull, "RE[0]", "0,freestyle"),
  ])
  func resultsAreWrittenAsSGFHasThem(reason: EndReason, sgf: String, psq: String) throws {
    let record = GameRecord(
      id: 1, schedule: "", opener: "a", replier: "b", black: "a", opening: "-", symmetry: 0,
      openingPlies: 0, moves: [.point(Point(x: 7, y: 7))],
      winner: reason == .boardFull ? nil : "b", reason: reason)
    let export = try #require(GameExport(record, game: .gomoku(.freestyle, .standard)))
    #expect(export.sgf.contains(sgf), "\(export.sgf)")
    #expect(export.psq.hasSuffix("\(psq)\r\n"))
  }
}

import Basics
import Foundation
import Gomocup
import Gomoku
import GomokuRules
import Testing

@testable import Match
@testable import Tournament

@Suite("Tournament files and schedules") struct ScheduleTests {
  static let valid = """
    {"name": "n", "game": {"rule": "renju", "size": 15}, "pairs": 3,
     "engines": [{"name": "a", "command": "a"}, {"name": "b", "command": "b"}]}
    """

  static func config(_ text: String) throws -> TournamentConfig {
    try TournamentConfig(JSON(parsing: text), base: "/base")
  }

  @Test func aMinimalFileIsRead() throws {
    let config = try ScheduleTests.config(ScheduleTests.valid)
    #expect(config.game == .gomoku(.renju, .standard))
    #expect(config.engines.map(\.name) == ["a", "b"])
    #expect(config.openings == .none)
  }

  /// What is replaced in the valid file, by what, and where the error is found.
  static let mistakes: [(String, String, String)] = [
    ("\"pairs\"", "\"pears\"", "pairs"),
    ("\"pairs\": 3", "\"pairs\": 3, \"colour\": 1", "colour"),
    ("\"pairs\": 3", "\"pairs\": 0", "pairs"),
    ("\"renju\"", "\"rengo\"", "game.rule"),
    ("\"size\": 15", "\"size\": 23", "game.size"),
    ("\"size\": 15", "\"size\": 15, \"komi\": 7", "game.komi"),
    (
      "\"command\": \"a\"", "\"command\": \"a\", \"limits\": {\"trun\": 5}",
      "engines[0].limits.trun"
    ),
    (
      "\"command\": \"a\"", "\"command\": \"a\", \"limits\": {\"turn\": -5}",
      "engines[0].limits.turn"
    ),
    ("\"command\": \"b\"", "\"command\": 7", "engines[1].command"),
    ("\"name\": \"b\"", "\"name\": \"a\"", "engines"),
    (", {\"name\": \"b\", \"command\": \"b\"}", "", "engines"),
    ("\"pairs\": 3", "\"pairs\": 3, \"sprt\": {\"elo0\": 5, \"elo1\": 5}", "sprt.elo1"),
    ("\"pairs\": 3", "\"pairs\": 3, \"format\": \"swiss\"", "format"),
    (
      "\"pairs\": 3", "\"pairs\": 3, \"openings\": {\"swap2\": true, \"random\": 3}",
      "openings.file"
    ),
    (
      "\"rule\": \"renju\", \"size\": 15}",
      "\"liuzhou\": \"fengyang\"}, \"openings\": {\"swap2\": true}", "openings.swap2"
    ),
    ("\"pairs\": 3", "\"pairs\": 3, \"openings\": {\"rule\": \"chess\"}", "openings.rule"),
    ("\"pairs\": 3", "\"pairs\": 3, \"openings\": {\"rule\": \"five-0\"}", "openings.rule"),
    (
      "\"pairs\": 3", "\"pairs\": 3, \"openings\": {\"rule\": \"rif\", \"file\": \"x\"}",
      "openings.file"
    ),
    (
      "\"pairs\": 3", "\"pairs\": 3, \"openings\": {\"rule\": \"rif\", \"swap2\": true}",
      "openings.swap2"
    ),
    (
      "\"rule\": \"renju\", \"size\": 15}",
      "\"rule\": \"caro\"}, \"openings\": {\"rule\": \"rif\"}", "openings.rule"
    ),
  ]

  @Test(arguments: mistakes)
  func mistakesAreErrorsThatNameTheKey(old: String, new: String, path: String) throws {
    let text = ScheduleTests.valid.replacing(old, with: new)
    let error = #expect(throws: JSONFieldReader.Problem.self) { try ScheduleTests.config(text) }
    #expect(error?.path == path)
  }

  @Test(arguments: [
    ("\"swap2\": true", OpeningRule.swap2), ("\"rule\": \"swap2\"", .swap2),
    ("\"rule\": \"five-3\"", .fifthMoves(count: 3)), ("\"rule\": \"soosyrv-8\"", .soosyrv8),
  ])
  func anOpeningRuleIsNamed(text: String, rule: OpeningRule) throws {
    let all = ScheduleTests.valid.replacing(
      "\"pairs\": 3", with: "\"pairs\": 3, \"openings\": {\(text)}")
    #expect(try ScheduleTests.config(all).openings == .rule(rule))
  }

  @Test func relativePathsStartAtTheFile() throws {
    let text = ScheduleTests.valid.replacing("\"command\": \"a\"", with: "\"command\": \"../x/a\"")
    let config = try ScheduleTests.config(text)
    #expect(config.engines[0].command == "/base/../x/a")
    #expect(config.engines[1].command == "b")
  }

  @Test func everyPairPlaysOneOpeningWithBothSides() throws {
    let schedule = try Schedule(
      TestTournament(["null", "scatter", "late"], pairs: 4, format: .roundRobin).config)
    #expect(schedule.pairCount == 12)
    for index in 0..<schedule.pairCount {
      let (one, two) = (schedule.game(2 * index), schedule.game(2 * index + 1))
      #expect(one.pair.opening == two.pair.opening)
      #expect(one.opener == two.replier)
      #expect(one.replier == two.opener)
      #expect(one.pair.opening == schedule.pair(index / 3 * 3).opening)
    }
  }

  @Test(arguments: [("", true), (", \"shared\": true", true), (", \"shared\": false", false)])
  func openingsAreSharedByARoundUnlessTheFileSaysNo(text: String, shared: Bool) throws {
    let path = try TestFiles.program("HostileEngine")
    let engines = ["a", "b", "c"].map { "{\"name\": \"\($0)\", \"command\": \"\(path)\"}" }
    let schedule = try Schedule(
      ScheduleTests.config(
        """
        {"name": "n", "game": {}, "pairs": 5, "format": "round-robin", "openings": {"random": 6\(text)},
         "engines": [\(engines.joined(separator: ", "))]}
        """))
    let openings = (0..<15).map { schedule.pair($0).opening.moves }
    // Six random plies never meet twice in so small a tournament.
    #expect(Set(openings).count == (shared ? 5 : 15))
    for round in 0..<5 {
      #expect(Set(openings[3 * round..<3 * round + 3]).count == (shared ? 1 : 3))
    }
  }

  @Test func theHashCoversTheFileAndTheBinariesButNotTheMachine() throws {
    let path = try TestFiles.program("HostileEngine")
    func hash(_ extra: String, engine: String = path) throws -> String {
      let text = ScheduleTests.valid
        .replacing("\"pairs\": 3", with: "\"pairs\": 3\(extra)")
        .replacing("\"command\": \"a\"", with: "\"command\": \"\(engine)\"")
        .replacing("\"command\": \"b\"", with: "\"command\": \"\(path)\"")
      return try Schedule(ScheduleTests.config(text)).hash
    }
    let plain = try hash("")
    #expect(try hash("") == plain)
    #expect(try hash(", \"machine\": {\"concurrency\": 4}") == plain)
    #expect(try hash(", \"seed\": 2") != plain)
    #expect(try hash("", engine: "/bin/sh") != plain)
  }

  @Test func shardsDivideThePairs() throws {
    let schedule = try Schedule(TestTournament(["null", "scatter"], pairs: 23).config)
    let shards = (0..<5).flatMap { schedule.pairs(ofShard: $0, of: 5) }
    #expect(shards.sorted() == Array(0..<23))
  }

  @Test func eightPassesOverABookUseEverySymmetryOnce() throws {
    try TestFiles.withFolder { folder in
      try TestFiles.write("h8i9k10 # name\n\n# remark\n0,0, 1,-1\n", to: "\(folder)/book.txt")
      var config = try TestTournament(["null", "scatter"], pairs: 16).config
      config.openings = .file(path: "\(folder)/book.txt", random: true, symmetries: true)
      let schedule = try Schedule(config)
      let openings = (0..<16).map { schedule.pair($0) }
      let first = openings.filter { $0.opening.name == "line 1" }
      #expect(Set(first.map(\.symmetry)).count == 8)
      #expect(Set(first.map(\.opening.moves)).count == 8)
      #expect(openings.contains { $0.opening.moves.text == "h8 i7" })
    }
  }

  /// Opening files that cannot be played, and what is said of them.
  static let unplayable: [(text: String, message: String)] = [
    ("h8 z9", "line 1: z9: a move expected"), ("h8i9\r\nh8h8", "line 2: h8: the point is occupied"),
    ("8h", "line 1: 8: a move expected"), ("h8i9\n\n7h8", "line 3: 7: a move expected"),
    ("a1b1a2b2a3b3a4b4a5", "line 1: the game is over after it"),
    ("p1", "line 1: p1: off the board"), ("# nothing", "line 1: no openings"),
    ("0,0,1", "line 1: 1: a pair of numbers expected"),
    ("0,0, 1,x", "line 1: x: a whole number in -22...22 expected"),
    ("0,0, 8,0", "line 1: 8,0: a point of the board expected"),
  ]

  @Test(arguments: unplayable)
  func unplayableOpeningsAreErrorsThatNameTheLineAndTheMove(text: String, message: String) {
    let error = #expect(throws: OpeningBook.Problem.self) {
      try OpeningBook(parsing: text, game: .gomoku(.freestyle, .standard))
    }
    #expect(error?.description == message)
  }

  @Test func linesOfAnOpeningFileMayEndInAnyWay() throws {
    let game = GameKind.gomoku(.freestyle, .standard)
    let book = try OpeningBook(parsing: "h8 i 9\r\n\r\n0,0, 1,1 # why\n", game: game)
    #expect(book.openings.map(\.moves.text) == ["h8 i9", "h8 i9"])
    #expect(book.openings.map(\.name) == ["line 1", "line 3"])
  }

  @Test func symmetriesAreThoseOfTheBoard() throws {
    let size = try #require(BoardSize(width: 7, height: 7))
    let images = Set((0..<8).map { Symmetry(code: $0).image(of: Point(x: 1, y: 2), on: size) })
    #expect(images.count == 8)
    for code in 0..<8 {
      let all = Set(size.points.map { Symmetry(code: code).image(of: $0, on: size) })
      #expect(all == Set(size.points))
    }
  }

  @Test(arguments: try TestFiles.openingFiles())
  func everyOpeningFileOfTheProjectIsPlayable(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let side = path.contains("20") && !path.contains("15") ? 20 : 15
    let size = try #require(BoardSize(side: side))
    let name = URL(filePath: path).lastPathComponent
    let variant: Variant =
      name.contains("renju")
      ? .renju : Variant.allCases.first { name.contains("\($0)") } ?? .freestyle
    #expect(try !OpeningBook(parsing: text, game: .gomoku(variant, size)).openings.isEmpty)
  }
}

extension TestFiles {
  /// The project's opening files for gomoku.
  static func openingFiles() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../tournaments/openings").standardizedFileURL
    return try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { $0.hasSuffix(".txt") && !$0.contains("liuzhou") }.sorted()
      .map { folder.appending(path: $0).path(percentEncoded: false) }
  }
}

import Basics
import Foundation
import Gomocup
import Platform
import TestSupport
import Testing

@testable import Match
@testable import Report
@testable import Tournament

@Suite("Numbers out of bounds") struct BoundsTests {
  /// Too large in one way or another, too small, or none.
  static let wild = [
    "4611686018427387904", "9223372036854775807", "9223372036854775808", "-1",
    "-9223372036854775808",
    "1e30", "1000000000000000000000000000000", "1.5", "0.0", "NaN", "Infinity", "1e400",
  ]
  /// Where a tournament file takes whole numbers.
  static let places = [
    "pairs", "seed", "fault-limit", "limits.turn", "limits.match", "limits.increment",
    "limits.nodes",
    "limits.depth", "limits.memory", "limits.tolerance", "limits.start", "limits.stall",
    "machine.concurrency", "openings.random", "adjudication.max-plies", "adjudication.draw.moves",
    "adjudication.draw.score", "adjudication.draw.after", "adjudication.resign.moves",
    "adjudication.resign.score", "game.size",
  ]
  static let reals = ["sprt.elo0", "sprt.elo1", "sprt.alpha", "sprt.beta"]

  /// A tournament file with `number` at `place`.
  static func file(_ place: String, _ number: String) throws -> String {
    var value = number
    let names = place.split(separator: ".")
    for name in names.dropFirst().reversed() {
      let rest = place.hasPrefix("sprt") && name != "elo1" ? "\"elo1\": 5, " : ""
      value = "{\(rest)\"\(name)\": \(value)}"
    }
    let game = names[0] == "game" ? "" : "\"game\": {}, "
    let pairs = names[0] == "pairs" ? "" : "\"pairs\": 1, "
    let program = try TestFiles.program("HostileEngine")
    return """
      {"name": "n", \(game)\(pairs)"\(names[0])": \(value),
       "engines": [{"name": "a", "command": "\(program)"}, {"name": "b", "command": "\(program)"}]}
      """
  }

  @Test(arguments: places + reals)
  func ofATournamentFileAreErrorsThatNameTheBounds(place: String) throws {
    for number in BoundsTests.wild {
      // The greatest number is a seed, and no real number is too precise.
      if place == "seed", number.count == 19, number.first != "-" { continue }
      if BoundsTests.reals.contains(place), ["-1", "1.5", "0.0"].contains(number) { continue }
      let text = try BoundsTests.file(place, number)
      do {
        _ = try TournamentConfig(JSON(parsing: text), base: "/")
        Issue.record("\(place) may be \(number)")
      } catch let problem as JSONFieldReader.Problem {
        #expect(problem.path.hasSuffix(place.split(separator: ".").last ?? "-"))
        #expect(problem.message.contains("..") || place == "game.size" || place == "sprt.elo1")
      } catch {
        #expect(error is JSON.SyntaxError, "\(place) \(number): \(error)")
      }
    }
  }

  @Test func theGreatestAllowedNumbersArePlayedWith() throws {
    try TestFiles.withFolder { folder in
      let limits = """
        "limits": {"turn": 2147483647, "match": 2147483647, "increment": 2147483647,
          "nodes": 1000000000000000, "depth": 1000, "memory": 1125899906842624,
          "tolerance": 2147483647, "start": 2147483647, "stall": 2147483647},
        "seed": 9223372036854775807, "fault-limit": 1000000,
        "adjudication": {"max-plies": 100000, "draw": {"moves": 1000, "score": 1000000, "after": 0},
          "resign": {"moves": 1000, "score": 1000000}},
        "sprt": {"elo0": 0, "elo1": 0.01, "alpha": 1e-9, "beta": 1e-9}
        """
      let arena = try ArenaProgram(
        folder, modes: ["scatter", "null"], pairs: 2, rest: ", \(limits)")
      for words in [["plan"], ["run", "--concurrency", "1024"], ["report"], ["merge"]] {
        #expect(try arena.start(words).wait() == 0, "\(words)")
      }
    }
  }

  @Test func tooManyPairsInAllAreRefused() throws {
    let engines = (0..<100).map { "{\"name\": \"\($0)\", \"command\": \"x\"}" }
    let text = """
      {"name": "n", "game": {}, "pairs": 1000000, "format": "round-robin",
       "engines": [\(engines.joined(separator: ","))]}
      """
    let problem = #expect(throws: JSONFieldReader.Problem.self) {
      try TournamentConfig(JSON(parsing: text), base: "/")
    }
    #expect(problem?.message.contains("10000000") == true)
  }

  /// Words after a command, each time with a number in place of N.
  static let lines = [
    "run T --shard N/N", "run T --shard 1/N", "run T --shard N/5", "run T --shard 1//2",
    "run T --concurrency N", "sprt T --watch N", "replay T N", "replay T 0 --ply N",
    "check --fuzz N X", "check --seed N X", "openings X --size N", "openings X --plies N",
    "openings X --count N", "openings X --bias N", "openings X --nodes N", "openings X --seed N",
    "sprt --elo1 5 --counts N,N,N", "sprt --counts 1,2,3 --elo1 N",
    "sprt --counts 1,2,3 --elo1 5 --elo0 N", "sprt --counts 1,2,3 --elo1 5 --alpha N",
    "sprt --counts 1,2,3 --elo1 5 --beta N",
  ]

  @Test(arguments: lines) func ofACommandLineAreUsageErrors(line: String) throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 1)
      let program = try TestFiles.program("arena")
      let numbers = BoundsTests.wild + ["0", "nan", "-inf", "x", ""]
      // Each line has some of them, and all lines have all.
      let step = Effort.count(4, thorough: 1, sanitized: 8)
      let first = line.utf8.count % step
      for index in stride(from: first, to: numbers.count, by: step) {
        let number = numbers[index]
        let words = line.split(separator: " ").map {
          $0 == "T" ? arena.folder : String($0).replacing("N", with: number)
        }
        let process = try Child(program, words)
        let code = process.wait()
        let isFine =
          [0, 3, 4].contains(code) && (number.hasPrefix("0") || line.hasPrefix("sprt"))
          || line.contains("seed") || line == "replay T 0 --ply N"
        #expect(code == 2 || isFine, "\(words): \(code)")
        #expect(code >= 0, "\(words): \(code)")
        let complaint = process.complaint.split(separator: "\n").first ?? ""
        if code == 2, !number.isEmpty, !line.contains("seed"), !line.hasSuffix("X") {
          #expect(complaint.contains("..") || complaint.contains("elo1"), "\(words): \(complaint)")
        }
      }
    }
  }

  @Test(arguments: ["game", "start", "us", "nodes", "depth", "peak", "cpu", "began", "symmetry"])
  func ofALogAreDamage(name: String) throws {
    let schedule = try Schedule(TestTournament(["null", "scatter"], pairs: 5).config)
    for number in [Int.max, 1 << 62, -1, Int.min] {
      guard case .object(let members) = LogTests.record(3, of: schedule).json else { return }
      let wild =
        members.filter { $0.name != name } + [
          JSON.Member(
            name,
            ["game", "start", "began", "symmetry"].contains(name)
              ? .int(number) : .array([.int(number), .int(number)]))
        ]
      let contents = LogContents(
        parsing: LogLine.bytes(of: .object(wild)), game: schedule.config.game)
      #expect(contents.records.isEmpty)
      #expect(contents.damage.first?.message.hasPrefix("\(name): a whole number in 0...") == true)
    }
  }

  @Test(arguments: [
    "4611686018427387904,0", "9223372036854775807,1", "-9223372036854775808,0", "1e3,0",
  ])
  func ofAnOpeningFileAreErrors(line: String) throws {
    let problem = #expect(throws: OpeningBook.Problem.self) {
      try OpeningBook(parsing: line, game: .gomoku(.freestyle, .standard))
    }
    #expect(problem?.message.contains("-22...22") == true)
  }

  @Test func ofAnEngineAreNoNews() {
    let game = GameKind.gomoku(.freestyle, .standard)
    for number in ["9223372036854775807", "4611686018427387904", "9e18G"] {
      let line = "MESSAGE depth \(number) n \(number) ev 1"
      #expect(
        EngineDialogue.read(line, game: game)
          == .chatter(SearchNote(score: .estimate(1))))
    }
  }
}

@Suite("Places that cannot be written", .unsanitized) struct StorageTests {
  @Test(arguments: ["/proc/none", "/dev/null", "/dev/null/x", "/none/\u{1B}\n/x/y", ""])
  func areOneLine(out: String) throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 1)
      try arena.run("run")
      let file = "\(folder)/file"
      try TestFiles.write("", to: file)
      let place = out.hasPrefix("/none") ? "\(file)/\(out)" : out
      for words in [
        ["run", "--out", place], ["games", "--sgf", "--into", place],
        ["report", "--html", place + "/"],
      ] {
        let process = try arena.start(words)
        #expect(process.wait() == 4, "\(words)")
        #expect(process.complaint.split(separator: "\n").count == 1, "\(process.complaint)")
      }
    }
  }

  @Test func gamesSaysWhatItWrote() throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 2)
      try arena.run("run")
      let process = try arena.start(["games", "--psq"])
      #expect(process.wait() == 0)
      #expect(process.text == "4 games written into \(folder)/results/games\n")
      let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/results/games")
      #expect(files.count == 4)
    }
  }

  @Test func nothingPlayedMeansNothingKnown() throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 2)
      let rating = try arena.start(["rate"])
      #expect(rating.wait() == 3)
      #expect(rating.text.contains("Elo        unknown") && !rating.text.contains("0.0 ["))
      let counts = try Child(
        TestFiles.program("arena"), ["sprt", "--counts", "0,0,0,0,0", "--elo1", "5"])
      #expect(counts.wait() == 3)
      #expect(counts.text == "nothing is known: all counts are 0\n")
      #expect(
        Summary.interval(EloEstimate(ResultCounts([0, 0, 3, 0, 0]) ?? .noPairs)).contains("alike"))
    }
  }

  @Test func filesWithoutEndAreRefused() throws {
    let scratch = try Scratch()
    func refusal(_ name: String, _ size: Int, _ body: () throws -> Void) throws -> String {
      let file = try FileDescriptor.open(scratch[name], for: .updating)
      defer { file.close() }
      try file.truncate(to: size)
      return (#expect(throws: JSONFieldReader.Problem.self) { try body() })?.message ?? ""
    }
    #expect(
      try refusal("tournament.json", 1 << 40) {
        _ = try TournamentConfig.load(scratch["tournament.json"])
      }.contains("too large"))
    var config = try TestTournament(["ok", "ok"], pairs: 1).config
    config.openings = .file(path: scratch["o.txt"], random: false, symmetries: false)
    #expect(
      try refusal("o.txt", 1 << 40) { _ = try Schedule(config) }.contains("too large"))
  }
}

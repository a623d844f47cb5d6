import Foundation
import TestSupport
import Testing

@testable import Match
@testable import Tournament

/// Fixtures, built programs and scratch folders.
enum TestFiles {
  /// The text of the fixture `name`, or `nil` if there is none.
  static func text(_ name: String) -> String? {
    guard let folder = Bundle.module.resourceURL else { return nil }
    return try? String(contentsOf: folder.appending(path: "Fixtures/\(name)"), encoding: .utf8)
  }

  /// The path of a program built with these tests.
  static func program(_ name: String) throws -> String {
    let folder = Bundle.module.bundleURL.deletingLastPathComponent()
    let path = folder.appending(path: name).path(percentEncoded: false)
    try #require(FileManager.default.isExecutableFile(atPath: path), "\(path) is not built")
    return path
  }

  /// Calls `body` with the path of a new folder, which is removed afterwards.
  static func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "arena-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path(percentEncoded: false))
  }

  static func write(_ text: String, to path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }
}

extension Trait where Self == ConditionTrait {
  /// Left out under a sanitizer: slow, and nothing of it runs in two threads.
  static var unsanitized: Self { .disabled(if: Effort.isSanitized, "one thread, and slow") }
}

/// A tournament between test engines.
struct TestTournament {
  var config: TournamentConfig

  /// Engines named after their modes; `modes` may carry the move at which they go wrong.
  init(
    _ modes: [String], pairs: Int, format: TournamentConfig.Format = .match, randomPlies: Int = 4,
    game: GameKind = .gomoku(.freestyle, .standard)
  ) throws {
    let path = try TestFiles.program("HostileEngine")
    let engines = modes.map { mode in
      EngineConfig(
        name: mode, command: path, arguments: mode.split(separator: " ").map(String.init))
    }
    config = TournamentConfig(name: "test", game: game, engines: engines, pairs: pairs)
    config.format = format
    config.openings = .random(plies: randomPlies)
    config.essence = "\(modes) \(pairs) \(randomPlies)"
  }

  /// Sets the limits of every engine.
  mutating func limit(_ change: (inout Limits) -> Void) {
    for index in config.engines.indices { change(&config.engines[index].limits) }
  }

  /// Plays everything in a scratch folder and returns the standings and the records by number.
  func play(concurrency: Int = 2) throws -> (standings: Standings, records: [Int: GameRecord]) {
    try TestFiles.withFolder { folder in
      let schedule = try Schedule(config)
      let path = "\(folder)/games.log"
      let log = try ResultLog(path: path, schedule: schedule)
      let runner = Runner(
        schedule: schedule, pairs: Array(0..<schedule.pairCount), standings: Standings(schedule),
        log: log, concurrency: concurrency)
      let outcome = runner.run(every: 60)
      #expect(outcome == .finished || outcome == .decided)
      return (runner.standings, try MergedResults(schedule: schedule, folder: folder).games)
    }
  }
}

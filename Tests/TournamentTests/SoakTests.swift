import Foundation
import Platform
import TestSupport
import Testing

@testable import Tournament

/// Long runs, short in everyday tests: `WULIU_SOAK=1 swift test -c release --filter SoakTests` plays
/// the numbers of games that the targets name, in a few minutes.
@Suite("Long runs change nothing") struct SoakTests {
  private static let isSoaking = ArenaProgramTests.isSoaking

  /// What a process holds.
  private struct Holding {
    var kibibytes = 0
    var descriptors = 0

    init(of pid: ProcessID) {
      kibibytes = ProcessMemory.resident(of: pid) ?? 0
      descriptors =
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0
    }

    init() {}

    mutating func include(_ other: Holding) {
      kibibytes = max(kibibytes, other.kibibytes)
      descriptors = max(descriptors, other.descriptors)
    }
  }

  @Test func theRefereeDoesNotGrowOverManyGames() throws {
    let games = SoakTests.isSoaking ? 10_000 : Effort.count(300, sanitized: 200)
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["null", "null 2"], pairs: games / 2)
      let process = try arena.start(["run", "--concurrency", "2", "--quiet"])
      let log = "\(folder)/results/games.log"
      let bytesAGame = 600
      var (early, late) = (Holding(), Holding())
      while process.isRunning {
        let size = (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) ?? 0
        let now = Holding(of: process.pid)
        if size < games * bytesAGame / 4 { early.include(now) } else { late.include(now) }
        usleep(5_000)
      }
      #expect(process.status == 0)
      // On a busy machine a whole part may pass between two looks.
      if early.descriptors > 0 {
        #expect(late.kibibytes <= early.kibibytes + 5 * 1024)
        // A file in /proc may be open while it is counted.
        #expect(late.descriptors <= early.descriptors + 2)
      }
      #expect(try arena.results().missing.isEmpty)
    }
  }

  /// In everyday runs a turn has a minute.
  @Test func noGameIsLostToTheMachineAtASecondATurn() throws {
    let games = SoakTests.isSoaking ? 30_000 : Effort.count(150, sanitized: 40)
    try TestFiles.withFolder { folder in
      let cores = ProcessInfo.processInfo.activeProcessorCount
      let turn = SoakTests.isSoaking ? 1_000 : 60_000
      let rest = ", \"limits\": {\"turn\": \(turn), \"tolerance\": 0}"
      let arena = try ArenaProgram(
        folder, modes: ["null", "null 2"], pairs: games / 2, rest: rest)
      #expect(try arena.run("run", "--concurrency", "\(cores)", "--quiet") == 0)
      let faults = try arena.results().games.values.filter(\.reason.isFault)
      // The target is a rate: none in everyday runs, up to three on a machine that is overbooked.
      #expect(faults.count <= games / 10_000, "\(faults.map(\.reason))")
    }
  }
}

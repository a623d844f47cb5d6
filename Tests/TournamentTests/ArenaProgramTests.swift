import Basics
import Foundation
import Platform
import TestSupport
import Testing

@testable import Tournament

/// Runs of the built program on a tournament in a scratch folder.
struct ArenaProgram {
  let folder: String
  /// Marks every process of this tournament in its environment.
  let mark = UUID().uuidString

  /// Writes a tournament file for test engines, which start after the shell's commands `prefix`;
  /// `rest` is added to it.
  init(
    _ folder: String, modes: [String], pairs: Int, openings: String = "{\"random\": 4}",
    rest: String = "", shell prefix: String? = nil
  ) throws {
    self.folder = folder
    let program = try TestFiles.program("HostileEngine")
    let engines = modes.map { mode in
      var words = [program] + mode.split(separator: " ").map(String.init)
      if let prefix { words = ["/bin/sh", "-c", "\(prefix) exec \(words.joined(separator: " "))"] }
      return """
        {"name": "\(mode)", "command": "\(words[0])", "arguments": \(words.dropFirst()),
         "environment": {"ARENA_TEST": "\(mark)"}}
        """
    }.joined(separator: ", ")
    try TestFiles.write(
      """
      {"name": "test", "game": {"size": 15}, "pairs": \(pairs), "openings": \(openings),
       "engines": [\(engines)]\(rest)}
      """, to: "\(folder)/tournament.json")
  }

  /// Starts `arena` with `words` and the tournament, after the shell's commands `prefix`.
  func start(_ words: [String], shell prefix: String? = nil) throws -> Child {
    let path = try TestFiles.program("arena")
    let command = words.prefix(1) + [folder] + words.dropFirst()
    guard let prefix else { return try Child(path, Array(command)) }
    return try Child("/bin/sh", ["-c", "\(prefix) exec \"$0\" \"$@\"", path] + command)
  }

  /// Runs `arena` to its end and returns its exit code.
  @discardableResult
  func run(_ words: String..., shell prefix: String? = nil) throws -> Int32 {
    try start(words, shell: prefix).wait()
  }

  func results(_ out: String = "results") throws -> MergedResults {
    let schedule = try Schedule(TournamentConfig.load(folder))
    return try MergedResults(schedule: schedule, folder: "\(folder)/\(out)")
  }

  /// The engines, and whatever they started, that are still alive.
  var survivors: [Int] { ArenaProgram.survivors(of: mark) }

  /// The processes that carry `mark`.
  static func survivors(of mark: String) -> [Int] {
    let needle = Array("ARENA_TEST=\(mark)".utf8)
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.compactMap { Int($0) }.filter { pid in
      // Some clean their environment and carry the mark among their words.
      return ["environ", "cmdline"].contains { file in
        let data = FileManager.default.contents(atPath: "/proc/\(pid)/\(file)") ?? Data()
        return data.split(separator: 0).contains { $0.elementsEqual(needle) }
      }
    }
  }

  /// Whether all engines go.
  var isQuiet: Bool { comesTrue { survivors.isEmpty } }

  /// Whether something with `mark` is seen; one look may miss what is just being handed on from one
  /// process to the next.
  static func isSeen(_ mark: String) -> Bool { comesTrue { !survivors(of: mark).isEmpty } }
}

@Suite("The arena program") struct ArenaProgramTests {
  /// Whether the long and the timed variants are wanted.
  static let isSoaking = ProcessInfo.processInfo.environment["WULIU_SOAK"] != nil
  /// How many times the runs are killed.
  static let kills = isSoaking ? 200 : Effort.count(5, sanitized: 3)

  @Test func killedAtAnyMomentItLosesAndDoublesNothing() throws {
    try TestFiles.withFolder { folder in
      let kills = ArenaProgramTests.kills
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 25 * kills)
      #expect(try arena.run("run", "--out", "\(folder)/whole") == 0)
      let whole = try arena.results("whole")
      var random = SplitMix64(seed: UInt64(kills))
      for _ in 0..<kills {
        let process = try arena.start(["run", "--concurrency", "2"])
        usleep(UInt32(10_000 + random.number(below: 90_000)))
        process.kill(.kill)
        process.wait()
        #expect(arena.isQuiet)
      }
      #expect(try arena.run("run", "--concurrency", "2") == 0)
      let results = try arena.results()
      #expect(results.missing.isEmpty)
      #expect(results.duplicates == 0)
      #expect(results.damage.isEmpty)
      #expect(results.digest == whole.digest)
      #expect(arena.isQuiet)
    }
  }

  @Test func enginesThatIgnoreEverythingDieWithTheReferee() throws {
    try TestFiles.withFolder { folder in
      let modes = ["ignore-termination", "deaf"]
      let arena = try ArenaProgram(folder, modes: modes, pairs: 1)
      let process = try arena.start(["run"])
      comesTrue { !process.isRunning || !arena.survivors.isEmpty }
      process.kill(.kill)
      process.wait()
      #expect(arena.isQuiet)
    }
  }

  /// Processes of sessions of their own, without their engine's environment, some of them gone
  /// before anyone has seen them.
  @Test(arguments: [true, false])
  func whatEnginesLeaveBehindDiesWithTheGame(isKilled: Bool) throws {
    try TestFiles.withFolder { folder in
      let modes = isKilled ? ["orphan 1", "deaf"] : ["orphan 1", "null"]
      let rest = isKilled ? ", \"adjudication\": {\"max-plies\": 2}" : ""
      let arena = try ArenaProgram(folder, modes: modes, pairs: 1, openings: "{}", rest: rest)
      let process = try arena.start(["run"])
      if isKilled {
        comesTrue { arena.survivors.count >= 2 }
        usleep(200_000)
        process.kill(.kill)
      }
      process.wait()
      #expect(process.status == (isKilled ? -Signal.kill.rawValue : 0))
      #expect(arena.isQuiet)
    }
  }

  @Test func shardsAndConcurrencyChangeNothing() throws {
    try TestFiles.withFolder { folder in
      let sprt = ", \"sprt\": {\"elo0\": 0, \"elo1\": 400}"
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 10, rest: sprt)
      for (out, concurrency) in [("one", "1"), ("two", "2")] {
        let code = try arena.run(
          "run", "--out", "\(folder)/\(out)", "--concurrency", concurrency)
        #expect(code == 0)
      }
      for shard in 1...2 {
        try arena.run("run", "--out", "\(folder)/halves", "--shard", "\(shard)/2")
      }
      for shard in (1...10).reversed() {
        try arena.run("run", "--out", "\(folder)/tenths", "--shard", "\(shard)/10")
      }
      let all = try ["one", "two", "halves", "tenths"].map(arena.results)
      let schedule = try Schedule(TournamentConfig.load(folder))
      let standings = all.map { Standings(schedule, records: $0.games.values) }
      #expect(Set(standings.map(\.decision)) == [.lower])
      #expect(Set(standings.map(\.path)).count == 1)
      let decided = standings[0].path.count
      let digests = all.map { results in
        MergedResults.digest(of: results.games.values.filter { $0.id < 2 * decided })
      }
      #expect(Set(digests).count == 1)
    }
  }

  @Test func aWatchingTestStopsAllShardsOnItsVerdict() throws {
    try TestFiles.withFolder { folder in
      let sprt = ", \"sprt\": {\"elo0\": 0, \"elo1\": 400}"
      // The games begin when both shards have read the empty log: neither alone has a prefix to
      // decide on. All of them would take hours. The shell's parent is its warden, whose is the shard.
      let arena = try ArenaProgram(
        folder, modes: ["calibrated 5", "null"], pairs: 20_000, rest: sprt,
        shell: "set -- $(cat /proc/$PPID/stat); touch \(folder)/$4;"
          + " while [ ! -e \(folder)/go ]; do sleep 0.01; done;")
      let watcher = try arena.start(["sprt", "--watch", "1"])
      let shards = try (1...2).map { try arena.start(["run", "--quiet", "--shard", "\($0)/2"]) }
      let exists = { FileManager.default.fileExists(atPath: $0) }
      comesTrue { shards.allSatisfy { exists("\(folder)/\($0.pid)") || !$0.isRunning } }
      try TestFiles.write("", to: "\(folder)/go")
      comesTrue {
        !watcher.isRunning && !shards.contains(where: \.isRunning)
      }
      #expect(watcher.status == 0)
      #expect(watcher.text.contains("SPRT") && watcher.text.contains("LLR"))
      #expect(exists("\(folder)/results/STOP"))
      // Both end between two pairs, with games left to play.
      for shard in shards { #expect(shard.wait() == 3) }
      let results = try arena.results()
      #expect(!results.missing.isEmpty && results.damage.isEmpty)
      let perPair = Dictionary(grouping: results.games.keys) { $0 / 2 }
      #expect(perPair.values.allSatisfy { $0.count == 2 })
      let standings = Standings(
        try Schedule(TournamentConfig.load(folder)), records: results.games.values)
      #expect(standings.decision != .none)
      // Whoever comes late finds the verdict too.
      #expect(try arena.run("sprt") == 0)
      #expect(arena.isQuiet)
    }
  }

  @Test func shardsThatBeginAtOnceShareANewFolder() throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 4)
      for round in 1...Effort.count(10, sanitized: 3) {
        let out = "\(folder)/\(round)/deep/results"
        let shards = try (1...4).map {
          try arena.start(["run", "--quiet", "--shard", "\($0)/4", "--out", out])
        }
        for shard in shards { #expect(shard.wait() == 0) }
        #expect(try arena.results("\(round)/deep/results").missing.isEmpty)
      }
    }
  }

  @Test func aWatchingTestWaitsWhileNothingIsDecided() throws {
    try TestFiles.withFolder { folder in
      let sprt = ", \"sprt\": {\"elo0\": 0, \"elo1\": 5}"
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 2, rest: sprt)
      let watcher = try arena.start(["sprt", "--watch", "1"])
      try arena.run("run", "--shard", "1/2")
      // It looks again, which takes processor time.
      let before = CPUTime.of(watcher.pid)
      #expect(comesTrue { !watcher.isRunning || CPUTime.of(watcher.pid) != before })
      #expect(watcher.isRunning)
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/results/STOP"))
      try arena.run("run", "--shard", "2/2")
      // Nothing is left to wait for: undecided.
      #expect(watcher.wait() == 3)
    }
  }

  @Test func openingsOfTheirOwnArePlayedByEveryPairing() throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(
        folder, modes: ["scatter", "null", "scatter 2"], pairs: 4,
        openings: "{\"random\": 6, \"shared\": false}", rest: ", \"format\": \"round-robin\"")
      #expect(try arena.run("run", "--concurrency", "2") == 0)
      let games = try arena.results().games
      #expect(games.count == 24)
      let openings = try (0..<24).map { try #require(games[$0]).moves.prefix(6) }
      for pair in 0..<12 { #expect(openings[2 * pair] == openings[2 * pair + 1]) }
      #expect(Set(openings).count == 12)
    }
  }

  @Test func nothingIsLeftOfHostileEnginesAndTheRefereeStaysSmall() throws {
    let modes = ["null", "ignore-termination", "forked-child", "endless-line", "close-output"]
    try TestFiles.withFolder { folder in
      let rest = """
        , "format": "gauntlet", "limits": {"turn": 100, "tolerance": 50},
          "machine": {"concurrency": 4}
        """
      let arena = try ArenaProgram(folder, modes: modes, pairs: 1, rest: rest)
      let process = try arena.start(["run"])
      var peak = 0
      while process.isRunning {
        peak = max(peak, ProcessMemory.peak(of: process.pid) ?? 0)
        usleep(20_000)
      }
      #expect(process.status == 0)
      #expect(peak < 100 * 1024)
      #expect(arena.isQuiet)
    }
  }

  @Test(.enabled(if: isSoaking, "a busy machine would fail it"))
  func atLeast300GamesASecondArePlayed() throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["null", "null 2"], pairs: 1500)
      let begin = Date()
      #expect(try arena.run("run", "--concurrency", "2", "--quiet") == 0)
      #expect(3000 / Date().timeIntervalSince(begin) >= 300)
    }
  }

  @Test(.disabled(if: Effort.isSanitized, "a sanitizer writes large files of its own"))
  func aFullDiskIsReportedAndTheRunResumes() throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 20)
      // The shell's limit on the size of files stands for a full disk: 4 blocks of 1 KiB or less.
      #expect(try arena.run("run", shell: "ulimit -f 8;") == 4)
      let partial = try arena.results()
      #expect(!partial.games.isEmpty)
      #expect(partial.damage.isEmpty)
      #expect(try arena.run("run") == 0)
      #expect(try arena.results().missing.isEmpty)
    }
  }

  @Test func anInterruptedRunSaysThatGamesAreMissing() throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["scatter", "scatter 2"], pairs: 2000)
      let process = try arena.start(["run"])
      comesTrue { !process.isRunning || (try? arena.results().games.isEmpty) == false }
      process.kill(.terminate)
      process.wait()
      #expect(process.status == 3)
      #expect(try arena.run("rate") == 3)
      #expect(arena.isQuiet)
    }
  }

  @Test(arguments: [
    ["run"], ["plan"], ["merge"], ["rate"], ["sprt"], ["report"], ["replay"], ["check"], ["games"],
  ]) func everyCommandHelps(words: [String]) throws {
    let process = try Child(TestFiles.program("arena"), words + ["--help"])
    #expect(process.wait() == 0)
    #expect(process.text.contains("usage: arena \(words[0])"))
  }

  @Test func aWrongCommandLineIsAUsageError() throws {
    try TestFiles.withFolder { folder in
      let arena = try ArenaProgram(folder, modes: ["scatter", "null"], pairs: 1)
      #expect(try arena.run("run", "--speed", "9") == 2)
      #expect(try arena.run("run", "--shard", "3/2") == 2)
      #expect(try arena.run("fly") == 2)
      try TestFiles.write("{\"name\": 1}", to: "\(folder)/tournament.json")
      #expect(try arena.run("run") == 2)
    }
  }
}

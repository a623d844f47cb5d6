import Testing

@testable import Check
@testable import Match

@Suite("The check of engines", .unsanitized) struct CheckTests {
  static func outcome(of name: String, mode: String) throws -> ConformanceCheck.Outcome {
    let step = try #require(ConformanceCheck.steps.first { $0.name == name })
    let path = try TestFiles.program("HostileEngine")
    let engine = EngineConfig(
      name: mode, command: path, arguments: mode.split(separator: " ").map(String.init))
    return ConformanceCheck(engine).run(step)
  }

  @Test func everyStepHasANameOfItsOwn() {
    #expect(Set(ConformanceCheck.steps.map(\.name)).count == ConformanceCheck.steps.count)
    #expect(ConformanceCheck.steps.count >= 60)
  }

  @Test(arguments: [
    "says nothing before it is asked", "START 15 is answered by a bare OK",
    "BEGIN gives a move, and only one", "TURN may be the first command, as Piskvork sends it",
    "an empty BOARD asks for the first move", "commands may end with CR LF",
    "keeps the time: 30 ms a turn", "END ends it when idle", "the end of input ends it when idle",
    "an unknown command is answered by one UNKNOWN",
  ]) func aRegularEnginePasses(name: String) throws {
    #expect(try CheckTests.outcome(of: name, mode: "null").failure == nil)
  }

  @Test func anEndlessLineIsNoSilence() throws {
    let path = try TestFiles.program("HostileEngine")
    let probe = try Probe(
      EngineConfig(name: "endless", command: path, arguments: ["endless-line", "1"]))
    probe.send("START 15")
    try probe.expectOK()
    probe.send("BEGIN")
    #expect(throws: Probe.Failure.self) { try probe.expectSilence(for: 60_000) }
  }

  /// A fault, a step that it fails, and a word of the complaint.
  static let faults = [
    ("crash 1", "BEGIN gives a move, and only one", "Segmentation"),
    ("exit-zero 1", "BEGIN gives a move, and only one", "exit status 0"),
    ("no-answer 1", "BEGIN gives a move, and only one", "no answer"),
    ("close-output 1", "BEGIN gives a move, and only one", "closed"),
    ("endless-line 1", "BEGIN gives a move, and only one", "bytes"),
    ("garbage 1", "BEGIN gives a move, and only one", "x,y expected"),
    ("illegal 1", "TURN may be the first command, as Piskvork sends it", "not legal"),
    ("late 1", "keeps the time: 200 ms a turn", "ms for 200 ms"),
    ("error-flood 1", "nothing is written on the error stream", "bytes"),
    ("ignore-termination", "END ends it when idle", "still running"),
    ("slow-start", "OK comes within 100 ms of the process's start", "no answer"),
    ("null", "START abc is an ERROR, and START 15 then works", "ERROR expected"),
    ("null", "takes the win: renju", "plays"),
  ]

  /// Claims of good manners, each with an engine that meets it, one that does not, and a word of
  /// the complaint about that one.
  static let manners: [(name: String, good: String, bad: String, complaint: String)] =
    [100_000, 150_000, 200_000, 302_000].map {
      ("within ulimit -v \($0) it moves, or ends with one ERROR", "frugal", "hoarder", "signal 6")
    } + [
      ("END ends it while nobody reads its full output", "model", "null", "still running"),
      ("the end of input ends it while nobody reads its full output", "model", "null", "running"),
      (
        "SIGTERM ends it while nobody reads its full output", "null", "ignore-termination",
        "still running"
      ),
      ("STOP ends PERFT 9, which says so", "model", "unstoppable", "no answer"),
      ("STOP ends BENCH 30, which says so", "model", "unstoppable", "no answer"),
      ("STOP ends SOLVE game", "model", "unstoppable", "no answer"),
      ("STOP ends SOLVE vct file, which says so", "model", "unstoppable", "no answer"),
      ("a closed output ends PERFT 9", "model", "unstoppable", "still running"),
      ("a closed output ends BENCH 30", "model", "unstoppable", "still running"),
      ("a closed output ends SOLVE game", "model", "unstoppable", "still running"),
      ("SIGINT ends it when idle with exit code 0", "model", "null", "signal 2"),
      ("SIGHUP ends it when idle with exit code 0", "model", "null", "signal 1"),
      ("SIGTERM ends it when idle with exit code 0", "model", "ignore-termination", "running"),
      ("SIGINT ends it in mid-search with exit code 0", "model", "spin 1", "signal 2"),
      ("SIGHUP ends it in mid-search with exit code 0", "model", "spin 1", "signal 1"),
      ("SIGTERM ends it in mid-search with exit code 0", "model", "spin 1", "signal 15"),
      ("OK comes within two seconds, however large the board", "null", "no-start", "no answer"),
      ("it does nothing while it is not asked", "null", "restless", "ms of processor time"),
      ("at most eight MESSAGE depth lines for a move", "null", "talkative 1", "9 lines"),
    ]

  @Test(arguments: manners.indices) func goodMannersAreToldFromBad(index: Int) throws {
    let (name, good, bad, complaint) = CheckTests.manners[index]
    let passed = try CheckTests.outcome(of: name, mode: good)
    #expect(passed.failure == nil && passed.skip == nil, "\(name): \(passed)")
    let failed = try CheckTests.outcome(of: name, mode: bad)
    #expect(failed.failure?.contains(complaint) == true, "\(name): \(failed)")
  }

  @Test(arguments: [
    ("STOP ends PERFT 9, which says so", "null", "does not know PERFT"),
    ("a closed output ends SOLVE game", "null", "does not know SOLVE"),
    ("END ends it while nobody reads its full output", "mute", "do not fill"),
  ]) func whatAnEngineDoesNotHaveIsSkipped(name: String, mode: String, reason: String) throws {
    let outcome = try CheckTests.outcome(of: name, mode: mode)
    #expect(outcome.failure == nil)
    #expect(outcome.skip?.contains(reason) == true, "\(outcome)")
  }

  @Test func aProgramThatCannotStartInItsAddressSpaceIsSkipped() throws {
    let name = "within ulimit -v 100000 it moves, or ends with one ERROR"
    let step = try #require(ConformanceCheck.steps.first { $0.name == name })
    let engine = EngineConfig(name: "x", command: "/bin/sh", arguments: ["-c", "exit 127"])
    let outcome = ConformanceCheck(engine).run(step)
    #expect(outcome.failure == nil && outcome.skip?.contains("cannot start") == true)
  }

  @Test(arguments: faults)
  func knownFaultsAreFound(mode: String, name: String, complaint: String) throws {
    let failure = try CheckTests.outcome(of: name, mode: mode).failure
    #expect(failure?.contains(complaint) == true, "\(failure ?? "passed")")
  }

  @Test func fuzzingIsRepeatableAndNoticesADeath() throws {
    let path = try TestFiles.program("HostileEngine")
    let crashing = EngineConfig(name: "crash", command: path, arguments: ["crash", "1"])
    var outcomes: [Fuzz.Outcome] = []
    for _ in 0..<2 {
      var fuzz = Fuzz(crashing, seed: 1)
      outcomes.append(fuzz.run(lines: 1000))
    }
    #expect(outcomes.allSatisfy { $0.failure != nil })
  }
}

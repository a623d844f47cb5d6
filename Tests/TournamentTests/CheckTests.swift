import Testing

@testable import Tournament

@Suite("The check of engines") struct CheckTests {
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

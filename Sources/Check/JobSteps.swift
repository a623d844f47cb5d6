import Foundation
import GomokuRules
import Match
import Platform

extension ConformanceCheck {
  /// The steps for long jobs (`PERFT`, `BENCH`, `SOLVE`), skipped for engines without them.
  static let jobs: [Step] = [
    stopped("PERFT 9"), stopped("BENCH 30"), stopped("SOLVE game", isMarked: false),
    session("STOP ends SOLVE vct file, which says so", .should) { probe throws(Probe.Failure) in
      let path = FileManager.default.temporaryDirectory.appending(path: "arena-\(UUID()).jsonl")
        .path(percentEncoded: false)
      let row =
        #"{"id": "a", "rule": 0, "size": 15, "side": "b", "black": "h8i8", "white": "i9h9"}"#
      guard (try? FileSystem.write(Array(puzzles(row).utf8), to: path)) != nil else {
        throw .skip("\(path) cannot be written")
      }
      defer { FileSystem.removeFile(path) }
      try stop("SOLVE vct nodes 1000000 file \(path)", isMarked: true, probe)
    },
    deserted("PERFT 9"), deserted("BENCH 30"), deserted("SOLVE game"),
  ]

  /// Returns puzzles in JSON lines, too many for any engine to solve during a step.
  private static func puzzles(_ row: String) -> String {
    String(repeating: row.dropLast() + ", \"result\": \"none\"}\n", count: 50_000)
  }

  /// The time after which a step stops a job, and the time that the job then has to end, in
  /// milliseconds.
  private static let (run, patience) = (300, 1000)

  /// Makes a step in which `STOP` must end `job` with one line of result.
  ///
  /// - Parameter isMarked: true if this line must contain the word `stopped`.
  private static func stopped(_ job: String, isMarked: Bool = true) -> Step {
    session("STOP ends \(job)\(isMarked ? ", which says so" : "")", .should) {
      probe throws(Probe.Failure) in try stop(job, isMarked: isMarked, probe)
    }
  }

  /// Demands that `STOP` ends `job` in time, with a line that begins with the command.
  private static func stop(
    _ job: String, isMarked: Bool, _ probe: Probe
  ) throws(Probe.Failure) {
    try probe.begin(job, for: run)
    probe.send("STOP")
    let line = try probe.answer(within: patience)
    let words = line.split(separator: " ")
    try probe.demand(
      words.first == job.split(separator: " ").first && (!isMarked || words.contains("stopped")),
      "\"\(line.prefix(120))\"")
    try probe.expectInStep()
  }

  /// Makes a step in which closing the engine's output must end `job`.
  private static func deserted(_ job: String) -> Step {
    session("a closed output ends \(job)", .should) { probe throws(Probe.Failure) in
      try probe.begin(job, for: run)
      probe.process.closeOutput()
      try probe.expectEnd(within: 2000)
    }
  }
}

extension Probe {
  /// Starts a game and a job, and lets the job run for `milliseconds`.
  ///
  /// Throws a skip if the engine refuses the command, and a failure if the job ends too early.
  fileprivate func begin(_ job: String, for milliseconds: Int) throws(Failure) {
    try startGame(turn: 20_000)
    send(job)
    guard let line = try answerIfAny(within: milliseconds) else { return }
    if ["UNKNOWN", "ERROR"].contains(where: { line.uppercased().hasPrefix($0) }) {
      throw .skip("it does not know \(job.prefix { $0 != " " }): \"\(line.prefix(80))\"")
    }
    throw Failure("done within \(milliseconds) ms: \"\(line.prefix(80))\"")
  }
}

import Check
import CommandLineKit
import Match
import Platform

extension Command {
  static let check = Command(
    name: "check", summary: "walk an engine through the protocol, then throw junk at it",
    usage: """
      usage: arena check [--fuzz LINES] [--seed N] [--only TEXT] [--list] [--no-fuzz] ENGINE [ARGUMENT …]

        --fuzz LINES   random and mutated lines sent after the steps (default 2000)
        --no-fuzz      only the steps
        --seed N       another series of random lines
        --only TEXT    only the steps whose name contains TEXT; no random lines unless --fuzz
        --list         name the steps

      Each step is one claim, with a new process: what every manager in use relies on ("must"),
      and extensions and courtesies ("should"). Steps about what an engine does not have are
      skipped, with the reason. Exit code 1 if a "must" or the fuzzing failed.
      """,
    run: { arguments in
      let wantedLines = try arguments.int("--fuzz", in: Bounds.fuzzLines)
      let seed = try arguments.int("--seed", in: Bounds.seed) ?? 1
      let only = try arguments.value("--only")
      let isListing = arguments.flag("--list")
      let isFuzzing = !arguments.flag("--no-fuzz") && (only == nil || wantedLines != nil)
      let steps = ConformanceCheck.steps.filter { only.map($0.name.contains) ?? true }
      if let only, steps.isEmpty {
        throw Arguments.UsageError(
          message: "no step's name contains \"\(only)\"; arena check --list names them")
      }
      if isListing {
        for step in steps { Terminal.show("\(step.level.rawValue)\t\(step.name)") }
        return .finished
      }
      let path = try arguments.word("ENGINE")
      guard FileSystem.isExecutable(path) else {
        throw Arguments.UsageError(message: "\(path): no executable")
      }
      let engine = EngineConfig(name: "engine", command: path, arguments: arguments.rest())
      let failures = walk(steps, engine)
      let fuzzed = !isFuzzing || fuzz(engine, lines: wantedLines ?? 2000, seed: seed)
      return failures == 0 && fuzzed ? .finished : .engineFault
    })

  /// Runs the steps of the check and prints their results. Returns the number of failed steps of
  /// the level "must", which every engine has to pass.
  private static func walk(_ steps: [ConformanceCheck.Step], _ engine: EngineConfig) -> Int {
    let check = ConformanceCheck(engine)
    var failed: [ConformanceCheck.Level: Int] = [:]
    var skipped = 0
    for step in steps {
      let outcome = check.run(step)
      let mark =
        outcome.skip != nil
        ? "skip" : outcome.failure == nil ? "ok  " : step.level == .must ? "FAIL" : "warn"
      Terminal.show("\(mark) \(step.name)  (\(outcome.milliseconds) ms)")
      if let reason = outcome.skip {
        Terminal.showLine("       \(reason)")
        skipped += 1
      }
      if let failure = outcome.failure {
        Terminal.showLine("       \(failure)")
        failed[step.level, default: 0] += 1
      }
      CurrentProcess.flush()
    }
    let bad = failed[.must] ?? 0
    Terminal.show(
      "\(steps.count - bad - (failed[.should] ?? 0) - skipped) of \(steps.count) steps passed, "
        + "\(bad) failed, \(failed[.should] ?? 0) warnings, \(skipped) skipped")
    return bad
  }

  /// Runs the fuzz test, which sends the engine random lines. Prints the result and returns whether
  /// the engine passed.
  private static func fuzz(_ engine: EngineConfig, lines: Int, seed: Int) -> Bool {
    var fuzz = Fuzz(engine, seed: UInt64(seed))
    let outcome = fuzz.run(lines: lines) { sent in
      if FileDescriptor.standardError.isTerminal {
        Terminal.note("\rfuzz \(sent)/\(lines)")
      }
    }
    let failure = outcome.failure.map { "FAILED: \($0)" } ?? "survived"
    Terminal.show(
      "fuzz \(outcome.lines) lines: \(failure); memory +\(outcome.growth) KiB, "
        + "slowest ABOUT \(outcome.slowest) ms")
    return outcome.failure == nil
  }
}

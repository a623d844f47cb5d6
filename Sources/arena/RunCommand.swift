import CommandLineKit
import Foundation
import Match
import Platform
import Report
import Tournament

extension Command {
  static let run = Command(
    name: "run", summary: "play the games that are missing; running it again resumes",
    usage: """
      usage: arena run TOURNAMENT [--out DIR] [--shard K/N] [--concurrency N] [--quiet]
                       [--skip-unfit]

        --out DIR         where the logs are kept (default: TOURNAMENT/results)
        --shard K/N       play every N-th pair only, beginning with the K-th (K = 1…N)
        --concurrency N   games at a time (default: what the tournament file says)
        --quiet           print nothing but the result
        --skip-unfit      leave out lines of the opening file that do not fit the game

      Every finished game is one line of DIR/games.log (or DIR/shard-K-of-N.log), written and
      synced at once. Interrupted at any moment, the same command goes on. A file DIR/STOP ends
      the run between two pairs.
      """,
    run: play)

  private static func play(_ arguments: inout Arguments) throws -> ExitCode {
    let shard = try arguments.value("--shard").map(Shard.init(parsing:))
    let concurrency = try arguments.int("--concurrency", in: Bounds.concurrency)
    let isQuiet = arguments.flag("--quiet")
    let workspace = try Workspace(&arguments)
    let schedule = workspace.schedule
    try Storage.makeFolder(workspace.folder)
    let log = try ResultLog(
      path: "\(workspace.folder)/\(shard?.logName ?? "games.log")", schedule: schedule)
    let pairs =
      shard.map { schedule.pairs(ofShard: $0.index, of: $0.count) }
      ?? Array(0..<schedule.pairCount)
    let runner = Runner(
      schedule: schedule, pairs: pairs,
      standings: workspace.standings(try workspace.results()), log: log,
      concurrency: concurrency ?? workspace.config.machine.concurrency,
      stopFile: "\(workspace.folder)/STOP")
    let signals = Interruption(runner)
    defer { signals.end() }
    var live = LiveLine(isQuiet: isQuiet)
    let outcome = runner.run { live.show($0) }
    live.end()
    Terminal.show(Summary(runner.standings).text)
    return report(outcome, runner)
  }

  private static func report(_ outcome: Runner.Outcome, _ runner: Runner) -> ExitCode {
    switch outcome {
    case .finished, .decided: return .finished
    case .stopped:
      Terminal.complain("stopped with \(runner.remaining) games to play; the same command goes on")
      return .incomplete
    case .faultLimit:
      Terminal.complain("stopped: an engine has used up its faults")
      return .engineFault
    case .failed(let reason):
      Terminal.complain(reason)
      return .failure
    }
  }
}

/// The argument `K/N` of `--shard`: the K-th of N disjoint parts of the schedule.
struct Shard {
  /// The index of the part, from 0: K - 1.
  let index: Int
  let count: Int

  init(parsing text: String) throws {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard numbers.count == 2, Bounds.shards ~= numbers[1], 1...numbers[1] ~= numbers[0] else {
      throw Arguments.UsageError(
        message: "--shard needs K/N with K in 1…N and N in \(Bounds.shards), not \"\(text)\"")
    }
    (index, count) = (numbers[0] - 1, numbers[1])
  }

  var logName: String { "shard-\(index + 1)-of-\(count).log" }
}

/// The display of a run's progress: a line redrawn on a terminal, otherwise a line every ten
/// seconds. If the run is quiet, it shows nothing.
struct LiveLine {
  private let isQuiet: Bool
  private let isTerminal = FileDescriptor.standardError.isTerminal
  private let begin = Date()
  private var last = Date()
  private var width = 0

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  mutating func show(_ runner: Runner) {
    guard !isQuiet, isTerminal || Date().timeIntervalSince(last) >= 10 else { return }
    last = Date()
    let line = Summary(runner.standings).line(
      played: runner.played, remaining: runner.remaining,
      seconds: Date().timeIntervalSince(begin))
    // Names from the tournament file are safe to print, as the file may not have control
    // characters.
    if isTerminal {
      let blank = String(repeating: " ", count: max(0, width - line.count))
      write("\r\(line)\(blank)")
      width = line.count
    } else {
      write("\(line)\n")
    }
  }

  func end() { if isTerminal, width > 0 { write("\n") } }

  private func write(_ text: String) { Terminal.note(text) }
}

/// A signal handler that ends a run on SIGINT, SIGTERM or SIGHUP.
///
/// The first signal ends the run after the moves in progress, whose games do not count. A second
/// signal of the same kind ends the program at once.
final class Interruption {
  private var sources: [any DispatchSourceSignal] = []

  init(_ runner: Runner) {
    for signal in [Signal.interrupt, .terminate, .hangup] {
      signal.ignore()
      let source = DispatchSource.makeSignalSource(signal: signal.rawValue, queue: .global())
      let count = Counter()
      source.setEventHandler {
        runner.cancel()
        if count.increment() > 1 { CurrentProcess.exit(ExitCode.incomplete.rawValue) }
      }
      source.resume()
      sources.append(source)
    }
  }

  func end() { for source in sources { source.cancel() } }

  /// A counter of one signal, used only in its handler, never concurrently.
  private final class Counter: @unchecked Sendable {
    private var value = 0

    func increment() -> Int {
      value += 1
      return value
    }
  }
}

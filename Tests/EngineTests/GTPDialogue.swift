import Basics
import GomokuRules
import Platform
import SearchKit
import SearchTypes

@testable import Engine
@testable import Gomocup

/// A GTP session whose jobs are done by a scripted player, at once or when the test says so.
struct GTPDialogue {
  private(set) var session: GTPSession
  /// Everything that was written.
  private(set) var output = ""
  private(set) var jobs: [Job] = []
  private(set) var stops = 0
  private(set) var hasQuit = false
  var now = MonotonicTime.now
  /// Whether jobs stay unfinished until `finish` is called.
  var isSlow = false
  var player: (Job) -> JobResult = Dialogue.firstLegalMove

  init(_ variant: Variant = .freestyle) { session = GTPSession(variant) }

  /// Says one or more lines and returns what was written then.
  @discardableResult
  mutating func say(_ text: String) -> String {
    let before = output.count
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      take(.line(.text(String(line)), at: now))
    }
    return String(output.dropFirst(before))
  }

  @discardableResult
  mutating func take(_ input: Session.Input) -> String {
    let before = output.count
    var inputs = [input]
    while !inputs.isEmpty {
      for effect in session.handle(inputs.removeFirst()) {
        switch effect {
        case .write(let line): output += line + "\n"
        case .start(let job):
          jobs.append(job)
          if !isSlow { inputs.append(.finished(player(job), at: now)) }
        case .stop: stops += 1
        case .quit: hasQuit = true
        case .prepare, .setDeadline: break
        }
      }
    }
    return String(output.dropFirst(before))
  }

  /// Finishes the running job with the scripted player's result.
  @discardableResult
  mutating func finish() -> String {
    guard let job = jobs.last else { return "" }
    return take(.finished(player(job), at: now))
  }

  /// Passes on a finished depth with lines of points such as `h8i9`.
  @discardableResult
  mutating func report(_ lines: (String, Score)..., nodes: UInt64 = 1_000) -> String {
    take(.news(.search(.iteration(GTPDialogue.report(lines, nodes: nodes)))))
  }

  static func report(_ lines: [(String, Score)], nodes: UInt64 = 1_000) -> SearchReport<Move> {
    SearchReport(
      lines: lines.map { moves, score in
        .init(score: score, moves: (Point.list(moves) ?? []).map(Move.point))
      }, depth: 3, selectiveDepth: 4, nodes: nodes, elapsed: .milliseconds(10))
  }

  /// Returns the output of a whole dialogue whose jobs are done by the engine's own searches.
  static func searched(_ text: String) -> String {
    var session = GTPSession()
    var runner = JobRunner<NoFiles>()
    var output = ""
    var inputs = text.split(separator: "\n").map {
      Session.Input.line(.text(String($0)), at: .now)
    }
    inputs.append(.endOfInput)
    while !inputs.isEmpty {
      var next: [Session.Input] = []
      for effect in session.handle(inputs.removeFirst()) {
        switch effect {
        case .write(let line): output += line + "\n"
        case .start(let job):
          let result = runner.run(job, clock: SearchClock(start: job.start)) {
            next.append(.news($0))
          }
          next.append(.finished(result, at: .now))
        default: break
        }
      }
      inputs = next + inputs
    }
    return output
  }
}

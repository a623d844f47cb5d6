import Basics
import Gomocup
import Gomoku
import GomokuRules
import Platform
import SearchKit
import SearchTypes

/// A list of row names: their number, and the first 40, shortened for display.
private struct Names {
  private(set) var count = 0
  private var first: [String] = []

  var isEmpty: Bool { count == 0 }
  var text: String { first.joined(separator: " ") }

  mutating func append(_ name: String) {
    count += 1
    if count <= 40 { first.append(shortened(name, to: 40)) }
  }
}

/// A run of a solver over a puzzle file, with its statistics.
struct PuzzleRun {
  let goal: ThreatGoal
  /// The limits for each row of the file; the time limit is one of CPU time.
  let limits: SearchLimits
  /// The memory limit of the solver and of the checker, in bytes.
  let memory: Int
  private var rows = 0
  private var unreadable = 0
  private var solved = 0
  /// The rows whose claim contradicts the solver's answer, or whose win has no valid proof.
  private var wrong = Names()
  /// The rows that were not solved, or whose proof could not be checked, within the limits.
  private var unknown = Names()
  /// The number of unknown rows with a verified claim.
  private var unknownVerified = 0
  private var verified = 0
  private var nodes: [UInt64] = []
  /// The CPU time of each row, in seconds.
  private var times: [Double] = []
  private var isStopped = false

  init(goal: ThreatGoal, limits: SearchLimits, memory: Int) {
    self.goal = goal
    self.limits = limits
    self.memory = memory
  }

  /// The limit of a row's elapsed time, as a multiple of its limit of CPU time.
  ///
  /// On a loaded machine more time elapses than the row uses.
  private static let patience = 2

  /// Solves the positions of the file at `path`, whose lines may end with CR LF, until stopped.
  mutating func solve(_ path: String, clock: SearchClock) throws(TextFile.Failure) {
    var lines = try FileLines(path, longest: LineSplitter.longest)
    while let line = try lines.next(isStopped: { clock.isStopped }) {
      guard !line.allSatisfy({ $0.isWhitespace }) else { continue }
      if let puzzle = Puzzle(row: line) { solve(puzzle, clock) } else { unreadable += 1 }
    }
    isStopped = clock.isStopped
  }

  /// Solves one row, checks the proof of a win, and adds the row to the statistics.
  ///
  /// A row that a stop leaves unsolved is not added.
  private mutating func solve(_ puzzle: Puzzle, _ clock: SearchClock) {
    let limit = limits.time?.hard
    let rowClock = SearchClock(partOf: clock)
    rowClock.setDeadline(after: limit.map { $0 * PuzzleRun.patience })
    let start = CPUTime.ofThread
    let search = ThreatSearch(
      goal, puzzle.position, wantsProof: true, nodeLimit: limits.nodes, memory: memory,
      clock: rowClock)
    let time = (CPUTime.ofThread - start) / .seconds(1)
    if clock.isStopped, search.outcome == .unknown { return }
    rows += 1
    verified += puzzle.isVerified ? 1 : 0
    nodes.append(search.nodes)
    times.append(time)
    let isLate = limit.map { time * 1000 > Double($0.milliseconds) } ?? false
    switch judgement(on: search, isLate: isLate, of: puzzle, clock.stop) {
    case .solved: solved += 1
    case .wrong: wrong.append(puzzle.id)
    case .unknown:
      unknown.append(puzzle.id)
      unknownVerified += puzzle.isVerified ? 1 : 0
    }
  }

  /// The judgement on the solver's answer for a row.
  private enum Judgement {
    /// The answer agrees with the row's claim, or the row has none.
    case solved
    /// The answer contradicts the claim, or is a win without a valid proof.
    case wrong
    /// There is no answer within the limits, or they were too small to check the proof of a win.
    case unknown
  }

  /// Returns the judgement on an answer. A win counts only with a proof that the checker accepts.
  private func judgement(
    on search: ThreatSearch, isLate: Bool, of puzzle: Puzzle, _ stop: StopSignal
  ) -> Judgement {
    switch search.outcome {
    case _ where isLate: return .unknown
    case .unknown: return .unknown
    case .none: return puzzle.claim == .win ? .wrong : .solved
    case .win:
      guard let proof = search.proof else { return .wrong }
      do throws(ProofChecker.Failure) {
        try ProofChecker.check(proof, bounds: CheckBounds(memory: memory), stop: stop)
      } catch {
        return error.reason.limit == nil ? .wrong : .unknown
      }
      return puzzle.claim == Puzzle.Claim.none ? .wrong : .solved
    }
  }

  var answer: SolveAnswer {
    .puzzles(
      rows: rows, solved: solved, false: wrong.count, unknown: unknown.count,
      isStopped: isStopped)
  }

  /// The statistics as lines, with the names of wrong and unknown rows.
  var table: [String] {
    let total = times.reduce(0, +)
    let rate = Double(nodes.reduce(0, +)) / max(total, 1e-9) / 1e6
    var lines = [
      "rows \(rows), verified \(verified), of these unknown \(unknownVerified)",
      "nodes median \(median(nodes) ?? 0), most \(nodes.max() ?? 0)",
      "CPU ms median \(milliseconds(median(times))), worst \(milliseconds(times.max()))",
      "million nodes per CPU second \(hundredths(rate))",
    ]
    if unreadable > 0 { lines.append("unreadable rows \(unreadable)") }
    if !wrong.isEmpty { lines.append("false: " + wrong.text) }
    if !unknown.isEmpty { lines.append("unknown: " + unknown.text) }
    return lines
  }

  private func median<Value: Comparable>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }

  private func milliseconds(_ seconds: Double?) -> String { hundredths((seconds ?? 0) * 1000) }

  private func hundredths(_ value: Double) -> String {
    let whole = Int((value * 100).rounded())
    return "\(whole / 100).\(whole / 10 % 10)\(whole % 10)"
  }
}

import Basics
import Platform

// The words of both games' searches, one an idea:
//
// - ply: a move made below the root; level: a stage of a turn, where a turn has several;
//   depth: what is still to be searched
// - node: a position being searched; principal and scout nodes, the latter with a null window;
//   cut node: one where a cut-off is expected
// - enterNode: counts a node, and says whether the search has to end (isStopped)
// - terminal score, table cut-off, futility, razoring: what ends a node early, each a `Score?`
// - extendVariation: puts a move before the principal variation of the next ply
// - History: how well moves did elsewhere; killer: the move that refuted a sibling
// - own, opponent: the side to move and the other one

/// A game's search of one position, as the driver of its iterations sees it. Each thread has its own.
public protocol RootSearch: ~Copyable, SendableMetatype {
  associatedtype Move: Hashable & Sendable

  /// The deepest iteration there is room for.
  static var deepest: Int { get }

  /// What this thread has visited, side searches included.
  var nodes: UInt64 { get }
  /// The greatest ply reached.
  var selectiveDepth: Int { get }
  /// The best lines found so far, the best first: before the first iteration any move's, and none only
  /// where there is no move.
  var lines: [SearchReport<Move>.Line] { get }
  /// Whether there is one move only.
  var hasOneMove: Bool { get }
  /// The best move's share of the nodes, 0 to 1, if it is counted.
  var effort: Double? { get }

  /// Searches one depth.
  ///
  /// `lines` are what it has found, or as they were where that is better than the part that a stop has
  /// left.
  ///
  /// - Returns: whether it was finished.
  mutating func iterate(depth: Int, onEvent: (SearchEvent<Move>) -> Void) -> Bool

  /// Looks for a win by other means than iterations, if it is time to.
  ///
  /// - Returns: its line, which ends the search.
  mutating func sideSearch() -> SearchReport<Move>.Line?

  /// The line of a proven result, played out to its end if that can be done in a moment. What that takes is
  /// none of the search's nodes.
  mutating func completed(_ line: SearchReport<Move>.Line) -> SearchReport<Move>.Line
}

extension RootSearch where Self: ~Copyable {
  public var effort: Double? { nil }
  public mutating func sideSearch() -> SearchReport<Move>.Line? { nil }
  public mutating func completed(_ line: SearchReport<Move>.Line) -> SearchReport<Move>.Line {
    line
  }
}

/// Searches deeper and deeper inside the limits, on several threads, and tells what is found.
public struct Deepening<Move: Hashable & Sendable> {
  public let limits: SearchLimits
  public let clock: SearchClock
  public let policy: TimePolicy
  /// How many threads search. Only a search on one is deterministic.
  public let threadCount: Int
  /// What earlier searches have told of a position in which there is only this move.
  public var known: (Move) -> SearchReport<Move>.Line? = { _ in nil }
  /// Takes the helpers, who have been told to end by the time of the report.
  public var onCrew: (SearchCrew) -> Void = { _ in }
  public var onEvent: (SearchEvent<Move>) -> Void = { _ in }

  public init(limits: SearchLimits, clock: SearchClock, policy: TimePolicy, threadCount: Int = 1) {
    self.limits = limits
    self.clock = clock
    self.policy = policy
    self.threadCount = threadCount
  }

  /// The nodes of each thread.
  @inlinable public var nodeShare: UInt64? { limits.nodes.map { $0 / UInt64(threadCount) } }

  /// Runs the search to its end.
  ///
  /// - Parameter helper: another thread's search of the same position.
  // Inlinable, so that a game's search is compiled for its rules: called through the protocol it would
  // take twice as long.
  @inlinable public func run<Search: RootSearch & ~Copyable>(
    _ search: inout Search, helper: @escaping @Sendable (SearchClock) -> Search
  ) -> SearchReport<Move> where Search.Move == Move {
    assert(limits.depth.map { $0 > 0 } ?? true)
    var report = SearchReport(lines: search.lines)
    guard !report.lines.isEmpty else { return report }
    clock.setDeadlineIfAbsent(after: limits.time?.hard)
    let crew = crew(of: helper)
    onCrew(crew)
    defer { crew.dismiss() }
    let isForced = limits.time != nil && search.hasOneMove
    var pacing = Pacing(budget: limits.time, policy: policy)
    var told = report
    for depth in 1...max(1, min(limits.depth ?? .max, Search.deepest)) {
      let previousBest = report.bestMove
      let isComplete = search.iterate(depth: depth, onEvent: onEvent)
      report.lines = search.lines
      note(search, crew, in: &report)
      guard isComplete else { break }
      if isForced, !report.score.isProven, let line = report.bestMove.flatMap(known) {
        report.lines = [line]
      }
      report.depth = depth
      onEvent(.iteration(report))
      told = report
      if isForced || isDecided(report) { break }
      if !report.score.isWin, let win = search.sideSearch() {
        report.lines = [win]
        note(search, crew, in: &report)
        break
      }
      let goesOn = pacing.allowsAnother(
        afterScore: report.score, bestMoveChanged: report.bestMove != previousBest,
        effort: search.effort, elapsed: report.elapsed)
      if !goesOn || clock.isStopped { break }
    }
    if isEarly(report) {
      for index in report.lines.indices {
        report.lines[index] = search.completed(report.lines[index])
      }
    }
    if report.depth > 0, report != told { onEvent(.iteration(report)) }
    return report
  }

  /// Sets the other threads to work, for the sake of the shared hash table alone: every other one is a
  /// depth ahead.
  @inlinable func crew<Search: RootSearch & ~Copyable>(
    of helper: @escaping @Sendable (SearchClock) -> Search
  ) -> SearchCrew {
    SearchCrew(count: threadCount - 1) { number, clock in
      var search = helper(clock)
      guard !search.lines.isEmpty else { return }
      for depth in 1 + number % 2..<Search.deepest {
        guard search.iterate(depth: depth, onEvent: { _ in }) else { break }
      }
    }
  }

  /// Brings what was spent up to date.
  @inlinable func note<Search: RootSearch & ~Copyable>(
    _ search: borrowing Search, _ crew: SearchCrew, in report: inout SearchReport<Move>
  ) {
    report.nodes = search.nodes + crew.nodes
    report.selectiveDepth = search.selectiveDepth
    report.elapsed = clock.elapsed
  }

  /// Whether more search would not change the move: the result is proven.
  @inlinable func isDecided(_ report: SearchReport<Move>) -> Bool {
    let endsEarly = limits.time != nil && policy.endsWithProof
    return report.lines.allSatisfy { line in
      line.score.plies.map { endsEarly || $0 <= report.depth } ?? false
    }
  }

  /// Whether so little of the time is spent that the lines of proven results can be played out.
  @inlinable func isEarly(_ report: SearchReport<Move>) -> Bool {
    limits.time.map { report.elapsed * 4 < $0.hard } ?? true
  }
}

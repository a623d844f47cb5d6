import Basics
import Platform
import SearchTypes

// The words of both games' searches:
//
// - ply: a move by one side (in Liuzhou chess a turn); as a number, the distance from the root
// - level (Liuzhou chess): a turn, or the choice of one captured stone
// - depth: the plies still to be searched
// - node: a position being searched. Principal nodes have an open window and scout nodes a null
//   window. A cut node is expected to fail high.
// - enterNode: counts a node, and says whether the search has to end (isStopped)
// - terminal score, table cut-off, futility, razoring: the early exits of a node, each a `Score?`
// - extendVariation: puts a move before the principal variation of the next ply
// - History: the success of moves elsewhere in the tree; killer: the move that refuted a sibling
// - own, opponent: the side to move and the other one

/// A game's search of one position on one thread, as the iterative-deepening driver sees it.
public protocol RootSearch: ~Copyable, SendableMetatype {
  associatedtype Move: Hashable & Sendable

  /// The largest depth of an iteration that the search's arrays and tables allow.
  static var deepest: Int { get }

  /// The number of nodes that this thread has visited, side searches included.
  var nodes: UInt64 { get }
  /// The largest ply reached.
  var selectiveDepth: Int { get }
  /// The best lines found so far, the best first.
  ///
  /// Before the first iteration they hold an arbitrary move; empty only if no move is allowed.
  var lines: [SearchReport<Move>.Line] { get }
  /// True if the root has only one move to search.
  var hasOneMove: Bool { get }
  /// The best move's share of the nodes, 0 to 1; `nil` if it is not counted.
  var effort: Double? { get }

  /// Searches one depth.
  ///
  /// After an abort, a search for one line has the partial iteration's line, if there is one.
  /// Several lines stay those of the last complete iteration.
  ///
  /// - Returns: whether the iteration was finished.
  mutating func iterate(depth: Int, onEvent: (SearchEvent<Move>) -> Void) -> Bool

  /// Runs a search for a win beside the iterations, such as a threat search, if one is due.
  ///
  /// - Returns: the winning line, which ends the whole search; `nil` if none was found.
  mutating func sideSearch() -> SearchReport<Move>.Line?

  /// Extends the line of a proven result to the end of the game, if that takes only a moment.
  ///
  /// The nodes for this are not counted.
  mutating func completed(_ line: SearchReport<Move>.Line) -> SearchReport<Move>.Line
}

extension RootSearch where Self: ~Copyable {
  public var effort: Double? { nil }
  public mutating func sideSearch() -> SearchReport<Move>.Line? { nil }
  public mutating func completed(_ line: SearchReport<Move>.Line) -> SearchReport<Move>.Line {
    line
  }
}

/// The iterative-deepening driver: searches depth after depth within the limits, on several
/// threads, and reports.
public struct Deepening<Move: Hashable & Sendable> {
  public let limits: SearchLimits
  public let clock: SearchClock
  public let policy: TimePolicy
  /// The number of search threads. A search on several threads is not deterministic.
  public let threadCount: Int
  /// Returns the line that an earlier search has proved for this position; `nil` for none.
  ///
  /// It is called in a search with a time limit whose root has one move. The argument is that move.
  public var known: (Move) -> SearchReport<Move>.Line? = { _ in nil }
  /// Receives the helper threads at the start of the search, so that the caller can keep them.
  ///
  /// `run` tells them to end before it returns, but does not wait for their end. Releasing them
  /// waits.
  public var onHelpers: (HelperThreads) -> Void = { _ in }
  public var onEvent: (SearchEvent<Move>) -> Void = { _ in }

  public init(limits: SearchLimits, clock: SearchClock, policy: TimePolicy, threadCount: Int = 1) {
    assert(threadCount > 0)
    self.limits = limits
    self.clock = clock
    self.policy = policy
    self.threadCount = threadCount
  }

  /// The node limit of each thread.
  @inlinable public var nodeShare: UInt64? { limits.nodes.map { $0 / UInt64(threadCount) } }

  /// Runs the search to its end, and returns its last report.
  ///
  /// - Parameter helper: makes another thread's search of the same position.
  // Inlinable, so that the search is specialised for the rules of its game. Calls through the
  // protocol would double its time.
  @inlinable public func run<Search: RootSearch & ~Copyable>(
    _ search: inout Search, helper: @escaping @Sendable (SearchClock) -> Search
  ) -> SearchReport<Move> where Search.Move == Move {
    assert(limits.depth.map { $0 > 0 } ?? true)
    var report = SearchReport(lines: search.lines)
    guard !report.lines.isEmpty else { return report }
    clock.setDeadlineIfAbsent(after: limits.time?.hard)
    let helpers = helpers(of: helper)
    onHelpers(helpers)
    defer { helpers.dismiss() }
    let isForced = limits.time != nil && search.hasOneMove
    var timing = IterationTiming(budget: limits.time, policy: policy)
    var lastReported = report
    for depth in 1...max(1, min(limits.depth ?? .max, Search.deepest)) {
      let previousBest = report.bestMove
      let isComplete = search.iterate(depth: depth, onEvent: onEvent)
      report.lines = search.lines
      note(search, helpers, in: &report)
      guard isComplete else { break }
      if isForced, !report.score.isProven, let line = report.bestMove.flatMap(known) {
        report.lines = [line]
      }
      report.depth = depth
      onEvent(.iteration(report))
      lastReported = report
      if isForced || isDecided(report) { break }
      if !report.score.isWin, let win = search.sideSearch() {
        report.lines = [win]
        note(search, helpers, in: &report)
        break
      }
      let goesOn = timing.allowsAnother(
        afterScore: report.score, bestMoveChanged: report.bestMove != previousBest,
        effort: search.effort, elapsed: report.elapsed)
      if !goesOn || clock.isStopped { break }
    }
    if isEarly(report) {
      for index in report.lines.indices {
        report.lines[index] = search.completed(report.lines[index])
      }
    }
    if report.depth > 0, report != lastReported { onEvent(.iteration(report)) }
    return report
  }

  /// Starts the helper threads (lazy SMP), which help through the hash table alone.
  ///
  /// Every second helper begins one depth deeper.
  @inlinable func helpers<Search: RootSearch & ~Copyable>(
    of helper: @escaping @Sendable (SearchClock) -> Search
  ) -> HelperThreads {
    HelperThreads(count: threadCount - 1) { number, clock in
      var search = helper(clock)
      guard !search.lines.isEmpty else { return }
      for depth in 1 + number % 2..<Search.deepest {
        guard search.iterate(depth: depth, onEvent: { _ in }) else { break }
      }
    }
  }

  @inlinable func note<Search: RootSearch & ~Copyable>(
    _ search: borrowing Search, _ helpers: HelperThreads, in report: inout SearchReport<Move>
  ) {
    report.nodes = search.nodes + helpers.nodes
    report.selectiveDepth = search.selectiveDepth
    report.elapsed = clock.elapsed
  }

  /// Returns whether more search would not change the lines.
  ///
  /// All lines must be proven, and end within the searched depth. A time limit together with
  /// `TimePolicy.endsWithProof` waives the second condition.
  @inlinable func isDecided(_ report: SearchReport<Move>) -> Bool {
    let endsEarly = limits.time != nil && policy.endsWithProof
    return report.lines.allSatisfy { line in
      line.score.plies.map { endsEarly || $0 <= report.depth } ?? false
    }
  }

  /// Returns whether less than a quarter of the time is used, so that there is time to extend
  /// proven lines. Without a time limit there always is.
  @inlinable func isEarly(_ report: SearchReport<Move>) -> Bool {
    limits.time.map { report.elapsed * 4 < $0.hard } ?? true
  }
}

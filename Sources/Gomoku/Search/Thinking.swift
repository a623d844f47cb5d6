import GomokuRules
import SearchKit

/// One whole search of a position: iterations, lines and reports.
struct Thinking {
  let position: Position
  let limits: SearchLimits
  let options: SearchOptions
  let clock: SearchClock
  let table: TranspositionTable
  let weights: Weights
  let margins: Margins
  /// How many threads search. Only a search on one is deterministic.
  let threadCount: Int
  /// Whether the final lines of proven results are played out to their end.
  let completesLines: Bool
  /// What is known of the position, of which only one move is to be considered, from earlier searches.
  var known: (Point) -> SearchReport<Point>.Line? = { _ in nil }
  /// Takes the helpers, who have been told to end by the time of the report.
  var onCrew: (SearchCrew) -> Void = { _ in }
  let onEvent: (SearchEvent<Point>) -> Void

  @discardableResult
  func run() -> SearchReport<Point> {
    switch position.variant {
    case .freestyle: run(Freestyle.self)
    case .standard: run(Standard.self)
    case .renju: run(Renju.self)
    case .caro: run(Caro.self)
    case .exactCaro: run(ExactCaro.self)
    }
  }

  private func run<Rules: RuleTraits>(_ rules: Rules.Type) -> SearchReport<Point> {
    clock.setDeadlineIfAbsent(after: limits.time?.hard)
    var search = AlphaBeta<Rules>(
      position, weights: weights, margins: margins, table: table, clock: clock, nodeLimit: nodeShare
    )
    var list = search.rootMoves(excluding: options.excluded)
    var report = SearchReport<Point>()
    guard !list.isEmpty else { return report }
    let lineCount = min(max(options.lineCount, 1), list.count)
    report.lines = [
      SearchReport<Point>.Line(score: search.board.evaluate(), moves: [list[0].point])
    ]
    let crew = crew(rules)
    onCrew(crew)
    defer { crew.dismiss() }
    var pacing = IterationClock(budget: limits.time, policy: margins.time)
    var told = report
    let deepest = min(limits.depth ?? .max, AlphaBeta<Rules>.maximumPly - 40)
    var threatNodes: UInt64 = 0
    var depth = 1
    while depth <= deepest {
      let previousBest = report.bestMove
      let isComplete = search.iterate(&list, depth: depth, lineCount: lineCount) {
        if options.reportsRootMoves { onEvent($0) }
      }
      report.nodes = search.nodes + threatNodes + crew.nodes
      report.selectiveDepth = search.selectiveDepth
      report.elapsed = clock.elapsed
      if isComplete || lineCount == 1 && list[0].score > -.infinity {
        report.lines = lines(list, lineCount)
      }
      guard isComplete else { break }
      if list.count == 1, limits.time != nil, !report.score.isProven,
        let known = known(list[0].point)
      {
        report.lines = [known]
      }
      report.depth = depth
      onEvent(.iteration(report))
      told = report
      if isDecided(report, moves: list.count, lineCount) { break }
      let spent = search.nodes + Margins.threatOverrun
      let allowance = min(
        search.nodes / UInt64(margins.threatShare), search.nodeLimit - min(spent, search.nodeLimit))
      if lineCount == 1, allowance >= max(Margins.leastThreatNodes, 2 * threatNodes) {
        let threats = ThreatSearch(playing: position, nodeLimit: allowance, clock: clock)
        threatNodes += threats.nodes
        search.nodeLimit -= min(threats.nodes, search.nodeLimit)
        if adopt(threats, in: &report, nodes: search.nodes + threatNodes + crew.nodes) {
          break
        }
      }
      let goesOn = pacing.allowsAnother(
        afterScore: report.score, bestMoveChanged: report.bestMove != previousBest,
        effort: Double(list[0].nodes) / Double(max(search.nodes, 1)),
        elapsed: report.elapsed)
      if !goesOn || clock.isStopped { break }
      depth += 1
    }
    if completesLines, isEarly(report) { report.lines = report.lines.map(completed) }
    if report.depth > 0, report != told { onEvent(.iteration(report)) }
    return report
  }

  /// The nodes of each thread.
  private var nodeShare: UInt64? { limits.nodes.map { $0 / UInt64(threadCount) } }

  /// Sets the other threads to work.
  private func crew<Rules: RuleTraits>(_ rules: Rules.Type) -> SearchCrew {
    let (position, weights, margins) = (position, weights, margins)
    let (table, options) = (table, options)
    let nodeShare = nodeShare
    return SearchCrew(count: threadCount - 1) { number, clock in
      var search = AlphaBeta<Rules>(
        position, weights: weights, margins: margins, table: table, clock: clock,
        nodeLimit: nodeShare)
      search.assist(
        excluding: options.excluded, lineCount: max(options.lineCount, 1), number: number)
    }
  }

  /// Whether so little of the time is spent that the lines of proven results can be played out.
  private func isEarly(_ report: SearchReport<Point>) -> Bool {
    limits.time.map { report.elapsed * 4 < $0.hard } ?? true
  }

  /// Makes a win by continuous threats the report's only line.
  ///
  /// - Returns: whether there is one that may be played.
  private func adopt(
    _ threats: ThreatSearch, in report: inout SearchReport<Point>, nodes: UInt64
  ) -> Bool {
    guard case .win(let line) = threats.outcome, !options.excluded.contains(line[0]) else {
      return false
    }
    report.lines = [SearchReport<Point>.Line(score: .win(inPlies: line.count), moves: line)]
    report.selectiveDepth = max(report.selectiveDepth, line.count)
    report.nodes = nodes
    report.elapsed = clock.elapsed
    return true
  }

  /// The best lines, in order of their scores.
  private func lines(_ list: [RootMove], _ count: Int) -> [SearchReport<Point>.Line] {
    let best = list.prefix(count).enumerated().sorted {
      ($0.element.score, $1.offset) > ($1.element.score, $0.offset)
    }
    return best.map {
      SearchReport<Point>.Line(score: $0.element.score, moves: $0.element.variation)
    }
  }

  /// Whether more search would not change the move: it is the only one, or the result is proven.
  private func isDecided(_ report: SearchReport<Point>, moves: Int, _ lineCount: Int) -> Bool {
    guard report.lines.count == lineCount else { return false }
    let isTimed = limits.time != nil
    if moves == 1, isTimed { return true }
    return report.lines.allSatisfy { line in
      line.score.plies.map { isTimed || $0 <= report.depth } ?? false
    }
  }
}

import LiuzhouRules
import SearchKit

/// One whole search of a game's position: iterations, lines and reports.
struct Thinking {
  let game: Game
  let limits: SearchLimits
  let options: SearchOptions
  let clock: SearchClock
  let search: AlphaBeta
  /// How many threads search. Only a search on one is deterministic.
  let threadCount: Int
  /// What is known of the position, in which there is one turn, from earlier searches.
  var known: (Turn) -> SearchReport<Turn>.Line? = { _ in nil }
  /// Takes the helpers, who have been told to end by the time of the report.
  var onCrew: (SearchCrew) -> Void = { _ in }
  let onEvent: (SearchEvent<Turn>) -> Void

  @discardableResult
  func run() -> SearchReport<Turn> {
    var report = SearchReport<Turn>()
    guard game.outcome == nil, let fallback = fallback() else { return report }
    clock.setDeadlineIfAbsent(after: limits.time?.hard)
    search.prepare(game.positions, nodeLimit: nodeShare, clock: clock)
    report.lines = [fallback]
    let crew = crew()
    onCrew(crew)
    defer { crew.dismiss() }
    var pacing = IterationClock(budget: limits.time)
    var told = report
    let deepest = max(1, min(limits.depth ?? .max, AlphaBeta.maxPly - 20))
    for depth in 1...deepest {
      let previousBest = report.bestMove
      let isComplete = search.iterate(depth, in: game, options, &report.lines)
      report.nodes = search.nodes + crew.nodes
      report.selectiveDepth = search.selectiveDepth
      report.elapsed = clock.elapsed
      guard isComplete else { break }
      let isForced = depth == 1 && hasOneTurn
      if isForced, !report.score.isProven, let known = report.bestMove.flatMap(known) {
        report.lines = [known]
      }
      report.depth = depth
      onEvent(.iteration(report))
      told = report
      if isForced || isDecided(report) { break }
      let goesOn = pacing.allowsAnother(
        afterScore: report.score, bestMoveChanged: report.bestMove != previousBest,
        elapsed: report.elapsed)
      if !goesOn || clock.isStopped { break }
    }
    if report.depth > 0, report != told { onEvent(.iteration(report)) }
    return report
  }

  /// The nodes of each thread.
  private var nodeShare: UInt64? { limits.nodes.map { $0 / UInt64(threadCount) } }

  /// Sets the other threads to work.
  private func crew() -> SearchCrew {
    let (game, options, table) = (game, options, search.table)
    let (weights, nodeShare) = (search.evaluation.weights, nodeShare)
    return SearchCrew(count: threadCount - 1) { number, clock in
      let helper = AlphaBeta(game.book, table: table, weights: weights)
      helper.prepare(game.positions, nodeLimit: nodeShare, clock: clock)
      helper.assist(in: game, options, number: number)
    }
  }

  /// A legal turn to begin with.
  private func fallback() -> SearchReport<Turn>.Line? {
    var first: Turn?
    TurnGenerator(game.book).forEachAction(in: game.position) { action, duty in
      if first == nil {
        first = duty.sets.map { Turn(action, capturing: $0) }.first {
          !options.excluded.contains($0)
        }
      }
    }
    return first.map { SearchReport<Turn>.Line(score: .draw, moves: [$0]) }
  }

  /// Whether there is no turn to be chosen from, and time to be saved.
  private var hasOneTurn: Bool {
    limits.time != nil && TurnGenerator(game.book).perft(game.position, depth: 1) == 1
  }

  /// Whether more search would not change the turn: the result is proven.
  private func isDecided(_ report: SearchReport<Turn>) -> Bool {
    report.lines.allSatisfy { line in
      line.score.plies.map { $0 <= report.depth } ?? false
    }
  }
}

extension AlphaBeta {
  /// Searches one depth, line by line.
  ///
  /// - Parameter lines: those of the last depth, the best first, to be replaced by this one's.
  /// - Returns: whether it was finished. If not, a single line is the better of the last two, and
  ///   several are those of the last depth: scores of two depths do not compare.
  func iterate(
    _ depth: Int, in game: Game, _ options: SearchOptions, _ lines: inout [SearchReport<Turn>.Line]
  ) -> Bool {
    var found: [SearchReport<Turn>.Line] = []
    excluded = options.excluded
    while found.count < max(options.lineCount, 1) {
      let previous = depth > 1 && found.count < lines.count ? lines[found.count].score : nil
      var lastWindow = IterativeDeepening.Window.full
      let score = IterativeDeepening().iterate(depth: depth, previous: previous) { window in
        lastWindow = window
        let score = searchRoot(game.position, window: window, depth: depth)
        return isStopped ? nil : score
      }
      let line = turns(of: rootLine, in: game.position)
      guard let score else {
        // What an unfinished iteration has found so far beats the line it began with.
        if lines.count == 1, found.isEmpty, !line.isEmpty {
          found = [.init(score: max(rootScore, lastWindow.alpha), moves: line)]
        }
        if lines.count == 1, !found.isEmpty { lines = ranked(found) }
        return false
      }
      guard let first = line.first else { break }
      found.append(SearchReport<Turn>.Line(score: score, moves: line))
      excluded.insert(first)
    }
    if !found.isEmpty { lines = ranked(found) }
    return true
  }

  /// The lines of one depth, the best first: the search of what the first ones leave over may find
  /// something better.
  private func ranked(_ lines: [SearchReport<Turn>.Line]) -> [SearchReport<Turn>.Line] {
    lines.sorted { $0.score > $1.score }
  }

  /// Searches deeper and deeper until it is stopped, for the sake of the shared hash table alone.
  ///
  /// - Parameter number: the helper's among its like. Every other one is a depth ahead.
  func assist(in game: Game, _ options: SearchOptions, number: Int) {
    var lines: [SearchReport<Turn>.Line] = []
    for depth in 1 + number % 2..<AlphaBeta.maxPly - 20 {
      guard iterate(depth, in: game, options, &lines) else { break }
    }
  }

  /// The complete turns that a line of steps stands for.
  func turns(of line: [SearchMove], in root: Position) -> [Turn] {
    var turns: [Turn] = []
    var position = root
    var steps = line[...]
    while let action = steps.popFirst()?.action {
      var moved = position
      book.move(action, in: &moved)
      let earned: Int =
        switch action {
        case .place(let point), .slide(_, let point): book.earned(at: point, by: moved.own)
        case .remove: 1
        case .pass: 0
        }
      let duty = book.captureDuty(earned: earned, in: position)
      var captured = duty.compulsory
      while captured.count < duty.total {
        // A line may end inside a turn whose last stones were not searched one by one.
        let next = steps.first.flatMap { $0.isCapture ? $0.target : nil }
        guard let point = next ?? (duty.pool - captured).min() else { break }
        if next != nil { steps.removeFirst() }
        captured |= PointSet(point)
      }
      let turn = Turn(action, capturing: captured)
      turns.append(turn)
      position = book.successor(of: position, by: turn)
    }
    return turns
  }
}

import SearchKit

/// One whole search of a game's position: iterations, lines and reports.
struct Thinking {
  let game: Game
  let limits: SearchLimits
  let options: SearchOptions
  let stop: StopSignal
  let search: AlphaBeta
  let onEvent: (SearchEvent<Turn>) -> Void

  func run() -> SearchReport<Turn> {
    var report = SearchReport<Turn>()
    guard game.outcome == nil, let fallback = fallback() else { return report }
    stop.setDeadlineIfAbsent(after: limits.time?.hard)
    search.prepare(game.positions, nodeLimit: limits.nodes, stop: stop)
    report.lines = [fallback]
    var clock = IterationClock(budget: limits.time)
    let deepest = max(1, min(limits.depth ?? .max, AlphaBeta.maxPly - 20))
    for depth in 1...deepest {
      let previousBest = report.bestMove
      let isComplete = iterate(depth, &report)
      report.nodes = search.nodes
      report.selectiveDepth = search.selectiveDepth
      report.elapsed = stop.elapsed
      guard isComplete else { break }
      report.depth = depth
      onEvent(.iteration(report))
      if isDecided(report) { break }
      let goesOn = clock.allowsAnother(
        afterScore: report.score, bestMoveChanged: report.bestMove != previousBest,
        elapsed: report.elapsed)
      if !goesOn || stop.isRequested { break }
    }
    return report
  }

  /// Searches one depth, line by line.
  ///
  /// - Returns: whether it was finished. If not, the best line is the better of the last two.
  private func iterate(_ depth: Int, _ report: inout SearchReport<Turn>) -> Bool {
    var found: [SearchReport<Turn>.Line] = []
    search.excluded = options.excluded
    while found.count < max(options.lineCount, 1) {
      let previous =
        depth > 1 && found.count < report.lines.count ? report.lines[found.count].score : nil
      var lastWindow = IterativeDeepening.Window.full
      let score = IterativeDeepening().iterate(depth: depth, previous: previous) { window in
        lastWindow = window
        let score = search.searchRoot(game.position, window: window, depth: depth)
        return search.isStopped ? nil : score
      }
      let line = search.turns(of: search.rootLine, in: game.position)
      guard let score else {
        // What an unfinished iteration has found so far beats the line it began with.
        if found.isEmpty, !line.isEmpty {
          report.lines[0] = SearchReport<Turn>.Line(
            score: max(search.rootScore, lastWindow.alpha), moves: line)
        }
        return false
      }
      guard let first = line.first else { break }
      found.append(SearchReport<Turn>.Line(score: score, moves: line))
      search.excluded.insert(first)
    }
    if !found.isEmpty { report.lines = found }
    return true
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

  /// Whether more search would not change the turn: it is the only one, or the result is proven.
  private func isDecided(_ report: SearchReport<Turn>) -> Bool {
    let isTimed = limits.time != nil
    if isTimed, report.depth == 1, TurnGenerator(game.book).perft(game.position, depth: 1) == 1 {
      return true
    }
    return report.lines.allSatisfy { line in
      line.score.plies.map { $0 <= report.depth } ?? false
    }
  }
}

extension AlphaBeta {
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

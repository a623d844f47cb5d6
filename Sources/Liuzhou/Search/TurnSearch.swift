import LiuzhouRules
import SearchKit
import SearchTypes

/// The search at the root for a game's next turn: one principal variation after the other.
struct TurnSearch: RootSearch, ~Copyable {
  static var deepest: Int { AlphaBeta.maximumPly - 20 }

  let game: Game
  let options: SearchOptions
  private var search: AlphaBeta
  private(set) var lines: [SearchReport<Turn>.Line] = []

  /// - Parameters:
  ///   - search: a new search object, or the one of an earlier turn with its history scores.
  ///   - nodeLimit: the largest number of nodes; `nil` for no limit.
  init(
    _ game: Game, _ options: SearchOptions, _ search: consuming AlphaBeta, clock: SearchClock,
    nodeLimit: UInt64?
  ) {
    self.game = game
    self.options = options
    search.prepare(game.positions, nodeLimit: nodeLimit, clock: clock)
    self.search = search
    if game.outcome == nil, let turn = anyTurn {
      lines = [SearchReport<Turn>.Line(score: .draw, moves: [turn])]
    }
  }

  /// Ends the search and returns its object, whose history scores serve the next turn.
  consuming func ended() -> AlphaBeta { search }

  var nodes: UInt64 { search.nodes }
  var selectiveDepth: Int { search.selectiveDepth }
  var hasOneMove: Bool { TurnGenerator(game.book).perft(game.position, depth: 1) == 1 }

  /// A legal turn that is not excluded, as the result before the first iteration; `nil` if all are
  /// excluded.
  private var anyTurn: Turn? {
    var first: Turn?
    TurnGenerator(game.book).forEachAction(in: game.position) { action, required in
      if first == nil {
        first = required.sets.map { Turn(action, capturing: $0) }.first {
          !options.excluded.contains($0)
        }
      }
    }
    return first
  }

  /// Searches one depth, line by line, and returns whether the depth was completed.
  ///
  /// After an abort, a single line is replaced by the best of the unfinished iteration, if there is
  /// one. Several lines stay those of the last complete depth, because scores of different depths
  /// are not comparable.
  mutating func iterate(depth: Int, onEvent: (SearchEvent<Turn>) -> Void) -> Bool {
    var found: [SearchReport<Turn>.Line] = []
    search.excluded = options.excluded
    while found.count < max(options.lineCount, 1) {
      let previous = depth > 1 && found.count < lines.count ? lines[found.count].score : nil
      var lastWindow = Window.full
      let score = Aspiration().score(depth: depth, previous: previous) { window in
        lastWindow = window
        let score = search.searchRoot(game.position, window: window, depth: depth)
        return search.isStopped ? nil : score
      }
      let line = search.turns(of: search.rootLine, in: game.position)
      guard let score else {
        // A line that raised alpha before the abort is better than the last iteration's line.
        if lines.count == 1, found.isEmpty, !line.isEmpty {
          found = [.init(score: max(search.rootScore, lastWindow.alpha), moves: line)]
        }
        if lines.count == 1, !found.isEmpty { lines = ranked(found) }
        return false
      }
      guard let first = line.first else { break }
      found.append(SearchReport<Turn>.Line(score: score, moves: line))
      search.excluded.insert(first)
    }
    if !found.isEmpty { lines = ranked(found) }
    return true
  }

  /// Returns the lines of one depth, the best first.
  ///
  /// They have to be sorted, because the search of a later line may find a better score.
  private func ranked(_ lines: [SearchReport<Turn>.Line]) -> [SearchReport<Turn>.Line] {
    lines.sorted { $0.score > $1.score }
  }
}

extension AlphaBeta {
  /// Returns the complete turns of a line of search moves.
  func turns(of line: [SearchMove], in root: Position) -> [Turn] {
    var turns: [Turn] = []
    var position = root
    var steps = line[...]
    while let action = steps.popFirst()?.action {
      let required = book.requiredCaptures(of: action, in: position)
      var captured = required.compulsory
      while captured.count < required.total {
        // A line may end inside a turn, before the last stones have been chosen.
        let next = steps.first.flatMap { $0.isCapture ? $0.target : nil }
        guard let point = next ?? (required.pool - captured).min() else { break }
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

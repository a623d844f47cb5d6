import LiuzhouRules
import SearchKit

/// The search of a game's next turn from its root, line after line.
struct TurnSearch: RootSearch {
  static var deepest: Int { AlphaBeta.maximumPly - 20 }

  let game: Game
  let options: SearchOptions
  private let search: AlphaBeta
  private(set) var lines: [SearchReport<Turn>.Line] = []

  /// - Parameters:
  ///   - search: keeps what it has learned in earlier searches.
  ///   - nodeLimit: nodes to visit, or `nil`.
  init(
    _ game: Game, _ options: SearchOptions, _ search: AlphaBeta, clock: SearchClock,
    nodeLimit: UInt64?
  ) {
    self.game = game
    self.options = options
    self.search = search
    search.prepare(game.positions, nodeLimit: nodeLimit, clock: clock)
    if game.outcome == nil, let turn = anyTurn {
      lines = [SearchReport<Turn>.Line(score: .draw, moves: [turn])]
    }
  }

  var nodes: UInt64 { search.nodes }
  var selectiveDepth: Int { search.selectiveDepth }
  var hasOneMove: Bool { TurnGenerator(game.book).perft(game.position, depth: 1) == 1 }

  /// A legal turn to begin with.
  private var anyTurn: Turn? {
    var first: Turn?
    TurnGenerator(game.book).forEachAction(in: game.position) { action, duty in
      if first == nil {
        first = duty.sets.map { Turn(action, capturing: $0) }.first {
          !options.excluded.contains($0)
        }
      }
    }
    return first
  }

  /// Searches one depth, line by line.
  ///
  /// What an unfinished iteration leaves of a single line is the better of the last two, and of several
  /// those of the last depth: scores of two depths do not compare.
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
        // What an unfinished iteration has found so far beats the line it began with.
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

  /// The lines of one depth, the best first: the search of what the first ones leave over may find
  /// something better.
  private func ranked(_ lines: [SearchReport<Turn>.Line]) -> [SearchReport<Turn>.Line] {
    lines.sorted { $0.score > $1.score }
  }
}

extension AlphaBeta {
  /// The complete turns that a line of steps stands for.
  func turns(of line: [SearchMove], in root: Position) -> [Turn] {
    var turns: [Turn] = []
    var position = root
    var steps = line[...]
    while let action = steps.popFirst()?.action {
      let duty = book.captureDuty(of: action, in: position)
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

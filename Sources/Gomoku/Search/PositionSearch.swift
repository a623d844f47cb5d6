import Basics
import GomokuRules
import SearchKit
import SearchTypes

/// A root move with its score, variation and node count.
struct RootMove {
  let point: Point
  /// The score of the last search that made this the best move; `-infinity` before such a search.
  var score: Score
  /// The move and the expected play after it.
  var variation: [Point]
  /// The number of nodes of all searches of this move.
  var nodes: UInt64 = 0
}

/// The search of one position: line by line (multi-PV), with side searches for wins by threats.
struct PositionSearch<Rules: RuleTraits>: RootSearch, ~Copyable {
  /// The depth of the deepest iteration. It leaves 40 plies for forced replies and quiescence. The
  /// table must be able to hold the depth of the nodes below the root, one ply less.
  static var deepest: Int {
    min(AlphaBeta<Rules>.maximumPly - 40, TableEntry.depths.upperBound + 1)
  }

  let position: Position
  let options: SearchOptions
  let lineCount: Int
  var search: AlphaBeta<Rules>
  /// The root moves. The first moves of the lines already found in this iteration are at the start.
  private var moves: [RootMove]
  /// The best lines of the last complete iteration. A single line may come from a later partial
  /// one.
  private(set) var lines: [SearchReport<Point>.Line] = []
  /// True if proven lines are extended to the end of the game.
  var completesLines = false
  /// The number of nodes that extending lines may still take, for all lines together.
  var completionNodes: UInt64 = 200_000

  /// The number of nodes that the searches for wins by threats have taken.
  private var threatNodes: UInt64 = 0
  /// The length of the win by threats in plies; 0 if none was found.
  private var threatLength = 0

  init(_ position: Position, _ options: SearchOptions, _ search: consuming AlphaBeta<Rules>) {
    self.position = position
    self.options = options
    moves = search.rootMoves(excluding: options.excluded)
    lineCount = min(max(options.lineCount, 1), moves.count)
    if let first = moves.first {
      lines = [SearchReport<Point>.Line(score: search.board.evaluate(), moves: [first.point])]
    }
    self.search = search
  }

  var nodes: UInt64 { search.nodes + threatNodes }
  var selectiveDepth: Int { max(search.selectiveDepth, threatLength) }
  var hasOneMove: Bool { moves.count == 1 }
  var effort: Double? { Double(moves[0].nodes) / Double(max(search.nodes, 1)) }

  /// Searches one depth, the best lines one after the other.
  mutating func iterate(depth: Int, onEvent: (SearchEvent<Point>) -> Void) -> Bool {
    assert(1...PositionSearch.deepest ~= depth && lineCount > 0)
    let isComplete = searchLines(
      depth: depth, onEvent: options.reportsRootMoves ? onEvent : { _ in })
    // With a single line, an aborted iteration's result is at least as good as the last complete
    // one.
    if isComplete || lineCount == 1 && moves[0].score > -.infinity { lines = bestLines }
    return isComplete
  }

  private mutating func searchLines(
    depth: Int, onEvent: (SearchEvent<Point>) -> Void
  ) -> Bool {
    for line in 0..<lineCount {
      let score = Aspiration().score(depth: depth, previous: moves[line].score) { window in
        search.searchRoot(&moves, from: line, depth: depth, window: window, onEvent: onEvent)
      }
      if score == nil { return false }
    }
    return true
  }

  /// The lines of the first `lineCount` root moves, the best first.
  private var bestLines: [SearchReport<Point>.Line] {
    let best = moves.prefix(lineCount).enumerated().sorted {
      ($0.element.score, $1.offset) > ($1.element.score, $0.offset)
    }
    return best.map {
      SearchReport<Point>.Line(score: $0.element.score, moves: $0.element.variation)
    }
  }

  /// Searches for a win by threats if the main search has visited enough nodes.
  ///
  /// The budget is a fixed share of the main search's nodes, within what is left of the node limit.
  /// It must be at least 500 nodes, and twice the nodes of all earlier threat searches. A search
  /// for several lines (multi-PV) makes no threat search.
  mutating func sideSearch() -> SearchReport<Point>.Line? {
    let spent = search.nodes + SearchParameters.threatOverrun
    let allowance = min(
      search.nodes / UInt64(search.parameters.threatShare),
      search.nodeLimit - min(spent, search.nodeLimit))
    guard lineCount == 1, allowance >= max(SearchParameters.leastThreatNodes, 2 * threatNodes)
    else {
      return nil
    }
    let threats = ThreatSearch(playing: position, nodeLimit: allowance, clock: search.clock)
    threatNodes += threats.nodes
    search.nodeLimit -= min(threats.nodes, search.nodeLimit)
    guard case .win(let line) = threats.outcome, !options.excluded.contains(line[0]) else {
      return nil
    }
    threatLength = line.count
    return SearchReport<Point>.Line(score: .win(inPlies: line.count), moves: line)
  }
}

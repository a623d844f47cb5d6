import SearchKit

/// What a search found so far: after each iteration, and at its end.
public struct SearchReport: Equatable, Sendable {
  /// A principal variation and its value for the side to move at the root.
  public struct Line: Equatable, Sendable {
    public var score: Score
    /// The moves from the root on, the best move first. Never empty.
    public var moves: [Point]

    public init(score: Score, moves: [Point]) {
      self.score = score
      self.moves = moves
    }
  }

  /// The best line first; as many as were asked for and the position has moves.
  public var lines: [Line]
  /// The depth of the last finished iteration, in plies.
  public var depth: Int
  /// The greatest ply reached.
  public var selectiveDepth: Int
  public var nodes: UInt64
  /// Since the command was read.
  public var elapsed: Duration

  public init(
    lines: [Line] = [], depth: Int = 0, selectiveDepth: Int = 0, nodes: UInt64 = 0,
    elapsed: Duration = .zero
  ) {
    self.lines = lines
    self.depth = depth
    self.selectiveDepth = selectiveDepth
    self.nodes = nodes
    self.elapsed = elapsed
  }

  /// The move to play; `nil` only on a board without a point to play.
  public var bestMove: Point? { lines.first?.moves.first }
  public var score: Score { lines.first?.score ?? .draw }
}

/// News from a running search, for displays.
public enum SearchEvent: Equatable, Sendable {
  /// An iteration is complete, or the best line changed within one.
  case iteration(SearchReport)
  /// A root move is being searched.
  case searching(Point)
  /// A root move has been searched and is not the best.
  case refuted(Point)
  /// A root move has become the best.
  case best(Point)
}

/// What to search beside the best move.
public struct SearchOptions: Equatable, Sendable {
  /// How many best lines to find.
  public var lineCount = 1
  /// Points not to be considered at the root.
  public var excluded: Set<Point> = []
  /// Whether events other than `.iteration` are wanted.
  public var reportsRootMoves = false

  public init(lineCount: Int = 1, excluded: Set<Point> = [], reportsRootMoves: Bool = false) {
    self.lineCount = lineCount
    self.excluded = excluded
    self.reportsRootMoves = reportsRootMoves
  }
}

/// What a search found so far: after each iteration, and at its end.
public struct SearchReport<Move: Hashable & Sendable>: Equatable, Sendable {
  /// A principal variation and its value for the side to move at the root.
  public struct Line: Equatable, Sendable {
    public var score: Score
    /// The moves from the root on, the best move first. Never empty.
    public var moves: [Move]

    public init(score: Score, moves: [Move]) {
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

  /// The move to play; `nil` only where there is none.
  public var bestMove: Move? { lines.first?.moves.first }
  public var score: Score { lines.first?.score ?? .draw }

  /// The same report with its moves in another form.
  public func map<Other>(_ transform: (Move) -> Other) -> SearchReport<Other> {
    SearchReport<Other>(
      lines: lines.map { .init(score: $0.score, moves: $0.moves.map(transform)) }, depth: depth,
      selectiveDepth: selectiveDepth, nodes: nodes, elapsed: elapsed)
  }
}

/// News from a running search, for displays.
public enum SearchEvent<Move: Hashable & Sendable>: Equatable, Sendable {
  /// An iteration is complete. Once more at the end of the search, if something changed after it.
  case iteration(SearchReport<Move>)
  /// A root move is being searched.
  case searching(Move)
  /// A root move has been searched and is not the best.
  case refuted(Move)
  /// A root move has become the best.
  case best(Move)

  /// The same news with at most `count` lines.
  public func keepingLines(_ count: Int) -> SearchEvent {
    guard case .iteration(var report) = self else { return self }
    report.lines = Array(report.lines.prefix(count))
    return .iteration(report)
  }

  /// The same news with its moves in another form.
  public func map<Other>(_ transform: (Move) -> Other) -> SearchEvent<Other> {
    switch self {
    case .iteration(let report): .iteration(report.map(transform))
    case .searching(let move): .searching(transform(move))
    case .refuted(let move): .refuted(transform(move))
    case .best(let move): .best(transform(move))
    }
  }
}

/// A static score for the side to move, and what it is made of.
public struct Appraisal: Equatable, Sendable {
  public struct Part: Equatable, Sendable {
    public let name: String
    /// For the side to move.
    public let centistones: Int

    public init(name: String, centistones: Int) {
      self.name = name
      self.centistones = centistones
    }
  }

  public let score: Score
  /// Empty for a proven result.
  public let parts: [Part]

  public init(score: Score, parts: [Part] = []) {
    self.score = score
    self.parts = parts
  }
}

/// One position of a game's fixed benchmark, searched.
public struct BenchResult<Move: Hashable & Sendable>: Sendable {
  public let name: String
  public let report: SearchReport<Move>

  public init(name: String, report: SearchReport<Move>) {
    self.name = name
    self.report = report
  }
}

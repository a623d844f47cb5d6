/// The results of a search: after each iteration, and at its end.
public struct SearchReport<Move: Hashable & Sendable>: Equatable, Sendable {
  /// A principal variation and its value for the side to move at the root.
  public struct Line: Equatable, Sendable {
    public var score: Score
    /// The moves from the root on. Never empty.
    public var moves: [Move]

    public init(score: Score, moves: [Move]) {
      self.score = score
      self.moves = moves
    }
  }

  /// The lines, the best first: at most as many as requested.
  public var lines: [Line]
  /// The depth of the last finished iteration, in plies.
  public var depth: Int
  /// The largest ply reached, quiescence search included.
  public var selectiveDepth: Int
  public var nodes: UInt64
  /// The time since the command was read.
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

  /// The move to play; `nil` only if there is no legal move.
  public var bestMove: Move? { lines.first?.moves.first }
  public var score: Score { lines.first?.score ?? .draw }

  public func map<Other>(_ transform: (Move) -> Other) -> SearchReport<Other> {
    SearchReport<Other>(
      lines: lines.map { .init(score: $0.score, moves: $0.moves.map(transform)) }, depth: depth,
      selectiveDepth: selectiveDepth, nodes: nodes, elapsed: elapsed)
  }
}

/// An event of a running search, for displays.
public enum SearchEvent<Move: Hashable & Sendable>: Equatable, Sendable {
  /// The end of an iteration. Sent again at the end of the search if the report has changed since.
  case iteration(SearchReport<Move>)
  /// The start of a root move's search.
  case searching(Move)
  /// The end of a root move's search, if the move is not the best.
  case refuted(Move)
  /// The end of a root move's search, if the move has become the best.
  case best(Move)

  /// Returns this event with at most `count` lines.
  public func keepingLines(_ count: Int) -> SearchEvent {
    guard case .iteration(var report) = self else { return self }
    report.lines = Array(report.lines.prefix(count))
    return .iteration(report)
  }

  public func map<Other>(_ transform: (Move) -> Other) -> SearchEvent<Other> {
    switch self {
    case .iteration(let report): .iteration(report.map(transform))
    case .searching(let move): .searching(transform(move))
    case .refuted(let move): .refuted(transform(move))
    case .best(let move): .best(transform(move))
    }
  }
}

/// A static evaluation for the side to move, with its parts.
public struct StaticEvaluation: Equatable, Sendable {
  /// A named part of a static evaluation.
  public struct Part: Equatable, Sendable {
    public let name: String
    /// The part's value for the side to move.
    public let centistones: Int

    public init(name: String, centistones: Int) {
      self.name = name
      self.centistones = centistones
    }
  }

  public let score: Score
  /// The parts; empty for a proven result and for a finished game.
  public let parts: [Part]

  public init(score: Score, parts: [Part] = []) {
    self.score = score
    self.parts = parts
  }
}

/// The result of a search of one position of a game's fixed benchmark.
public struct BenchResult<Move: Hashable & Sendable>: Sendable {
  public let name: String
  public let report: SearchReport<Move>

  public init(name: String, report: SearchReport<Move>) {
    self.name = name
    self.report = report
  }
}

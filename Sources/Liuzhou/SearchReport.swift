import SearchKit

/// What a search found so far: after each iteration, and at its end.
public struct SearchReport: Equatable, Sendable {
  /// A principal variation and its value for the side to move at the root.
  public struct Line: Equatable, Sendable {
    public var score: Score
    /// The turns from the root on, the best turn first. Never empty.
    public var turns: [Turn]

    public init(score: Score, turns: [Turn]) {
      self.score = score
      self.turns = turns
    }
  }

  /// The best line first; as many as were asked for and the position has turns.
  public var lines: [Line]
  /// The depth of the last finished iteration, in turns.
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

  /// The turn to play; `nil` only when the game is over.
  public var bestTurn: Turn? { lines.first?.turns.first }
  public var score: Score { lines.first?.score ?? .draw }
}

/// News from a running search, for displays.
public enum SearchEvent: Equatable, Sendable {
  /// An iteration is complete.
  case iteration(SearchReport)
}

/// What to search beside the best turn.
public struct SearchOptions: Equatable, Sendable {
  /// How many best lines to find.
  public var lineCount = 1
  /// Turns not to be considered at the root.
  public var excluded: Set<Turn> = []

  public init(lineCount: Int = 1, excluded: Set<Turn> = []) {
    self.lineCount = lineCount
    self.excluded = excluded
  }
}

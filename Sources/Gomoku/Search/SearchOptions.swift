import GomokuRules

/// What to search beside the best move.
public struct SearchOptions: Equatable, Sendable {
  /// How many best lines to find.
  public var lineCount = 1
  /// Points not to be considered at the root.
  public var excluded: Set<Point> = []
  /// Whether events other than `.iteration` are wanted.
  public var reportsRootMoves = false
  /// Whether a move that is proved to win is played without a search.
  public var usesBook = false

  public init(
    lineCount: Int = 1, excluded: Set<Point> = [], reportsRootMoves: Bool = false,
    usesBook: Bool = false
  ) {
    self.lineCount = lineCount
    self.excluded = excluded
    self.reportsRootMoves = reportsRootMoves
    self.usesBook = usesBook
  }
}

import GomokuRules

/// The options of a search beyond its limits.
public struct SearchOptions: Equatable, Sendable {
  /// The number of best lines to find (multi-PV).
  public var lineCount = 1
  /// The points excluded at the root.
  public var excluded: Set<Point> = []
  /// True if events about single root moves are sent, in addition to `.iteration`.
  public var reportsRootMoves = false
  /// True if a win that the compiled-in book proves is played without a main search.
  ///
  /// Has no effect on a search for several lines or with excluded points.
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

import LiuzhouRules

/// The options of a search beyond its limits.
public struct SearchOptions: Equatable, Sendable {
  /// The number of best lines to find (multi-PV).
  public var lineCount = 1
  /// The turns that may not be played at the root.
  public var excluded: Set<Turn> = []
  /// True if the first placements may come from the opening book.
  public var usesBook = false

  public init(lineCount: Int = 1, excluded: Set<Turn> = [], usesBook: Bool = false) {
    self.lineCount = lineCount
    self.excluded = excluded
    self.usesBook = usesBook
  }
}

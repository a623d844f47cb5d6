import LiuzhouRules

/// What to search beside the best turn.
public struct SearchOptions: Equatable, Sendable {
  /// How many best lines to find.
  public var lineCount = 1
  /// Turns not to be considered at the root.
  public var excluded: Set<Turn> = []
  /// Whether the first placements are taken from the table of openings.
  public var usesBook = false

  public init(lineCount: Int = 1, excluded: Set<Turn> = [], usesBook: Bool = false) {
    self.lineCount = lineCount
    self.excluded = excluded
    self.usesBook = usesBook
  }
}

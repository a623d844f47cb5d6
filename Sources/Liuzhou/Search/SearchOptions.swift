import LiuzhouRules

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

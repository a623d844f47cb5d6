import Basics
import LiuzhouRules

/// The layout of the embedding table, and the selection of the rows of a position.
///
/// Each thread needs its own object, because the buffer for features is reused.
final class EmbeddingRows {
  /// The number of rows of a feature; larger feature values are clamped to the last row.
  static var rowsPerFeature: Int { 32 }

  // The first row of each kind; the rows of board patterns come first.
  static let firstFeatureRow = BoardPatterns.rows.count
  static let firstRuleRow = firstFeatureRow + 2 * Feature.count * rowsPerFeature
  /// The row of zeros, for diagonals that are no formation under the rules.
  static let blankRow = firstRuleRow + RuleInputs.count
  static let count = blankRow + 1

  private let extractor: FeatureExtractor
  private let windows: UnsafeMutablePointer<UInt16>
  private let diagonals: UnsafeMutablePointer<DiagonalTable>
  /// The buffer for the features of the current position.
  private let features = UnsafeMutablePointer.table(
    Array(repeating: 0 as Int32, count: 2 * Feature.count))
  private let spread: UnsafeMutablePointer<UInt64>
  /// A copy, because every read of the lazy static property costs a check.
  private let firstFeatureRow = EmbeddingRows.firstFeatureRow

  /// A diagonal and the rows of its contents.
  private struct DiagonalTable {
    let diagonal: BoardPatterns.Diagonal
    let rows: UnsafeMutablePointer<UInt16>
  }

  /// The lookup tables, shared by all searches and never changed.
  ///
  /// Diagonals that are no formation use the table `blank`.
  private nonisolated(unsafe) static let tables = (
    windows: UnsafeMutablePointer.table(BoardPatterns.rows.windows),
    diagonals: BoardPatterns.rows.diagonals.map { UnsafeMutablePointer.table($0) },
    blank: UnsafeMutablePointer.table(Array(repeating: UInt16(blankRow), count: 4096)),
    spread: UnsafeMutablePointer.table(BoardPatterns.spreadTable)
  )

  init(_ book: Rulebook) {
    extractor = FeatureExtractor(book)
    windows = EmbeddingRows.tables.windows
    spread = EmbeddingRows.tables.spread
    let shapes: [Shape] = [.diagonal3, .diagonal4, .diagonal5, .diagonal6]
    diagonals = .table(
      BoardPatterns.diagonals.map { diagonal in
        let length = diagonal.length - 3
        let isFormation = book.rules.value(of: shapes[length]) > 0
        return DiagonalTable(
          diagonal: diagonal,
          rows: isFormation ? EmbeddingRows.tables.diagonals[length] : EmbeddingRows.tables.blank)
      })
  }

  deinit {
    diagonals.deallocate()
    features.deallocate()
  }

  /// Returns the rows that the rules select if `side` is to move.
  static func ruleRows(of rules: RuleSet, for side: Color) -> [Int] {
    RuleInputs.rows(under: rules, for: side).map { firstRuleRow + $0 }
  }

  /// The number of rows that a position selects: one for each pattern, then one for each feature of
  /// either player.
  static var activeRowCount: Int { patternCount + 2 * Feature.count }

  /// Writes the rows that a position selects to `activeRows`. A row may occur more than once.
  @inline(__always) func write(_ position: Position, to activeRows: UnsafeMutablePointer<UInt16>) {
    let dead = position.deadBlack | position.deadWhite
    let (own, opponent) = ((position.own | dead).bits, (position.opponent | dead).bits)
    var pattern = 0
    BoardPatterns.forEachWindow(own, opponent, spread: spread) { content in
      activeRows[pattern] = windows[content]
      pattern &+= 1
    }
    for line in 0..<EmbeddingRows.patternCount &- pattern {
      let content = BoardPatterns.content(of: diagonals[line].diagonal, own, opponent)
      activeRows[pattern &+ line] = diagonals[line].rows[content]
    }
    assert(pattern == EmbeddingRows.patternCount - BoardPatterns.diagonals.count)
    extractor.write(position, to: features)
    for feature in 0..<2 &* Feature.count {
      let offset = EmbeddingRows.offset(ofFeature: feature, value: Int(features[feature]))
      activeRows[EmbeddingRows.patternCount &+ feature] =
        UInt16(truncatingIfNeeded: firstFeatureRow &+ offset)
    }
  }

  /// The number of patterns, 40 windows and 14 diagonals, whose rows precede the features'.
  static var patternCount: Int { 54 }

  /// Returns the row of a feature's value, relative to `firstFeatureRow`.
  @inline(__always) static func offset(ofFeature feature: Int, value: Int) -> Int {
    assert(0..<2 * Feature.count ~= feature && value >= 0)
    return feature &* rowsPerFeature &+ min(value, rowsPerFeature &- 1)
  }
}

import Basics
import LiuzhouRules

/// The layout of the embedding table, and the selection of the rows that belong to a position.
///
/// Each thread needs an object of its own, because the buffer of features is reused.
final class NetworkRows {
  /// The number of rows of a feature. Greater values are clamped to the last row.
  static var measureValues: Int { 32 }

  // The first row of each kind; the rows of board pieces come first.
  static let measures = BoardPieces.numbers.count
  static let circumstances = measures + 2 * Feature.count * measureValues
  /// A row without effect, for diagonals that are no formation under the rules.
  static let blank = circumstances + Circumstances.count
  /// The number of rows.
  static let count = blank + 1

  private let reader: FeatureReader
  private let windows: UnsafeMutablePointer<UInt16>
  private let diagonals: UnsafeMutablePointer<Line>
  /// The buffer for the features of the current position.
  private let features = UnsafeMutablePointer.table(
    Array(repeating: 0 as Int32, count: 2 * Feature.count))
  private let spread: UnsafeMutablePointer<UInt64>
  /// A copy of `measures`, because every read of a lazy static property costs a check.
  private let firstMeasure = NetworkRows.measures

  /// A diagonal and the rows of its contents.
  private struct Line {
    let diagonal: BoardPieces.Diagonal
    let rows: UnsafeMutablePointer<UInt16>
  }

  /// The lookup tables, shared by all searches and never changed.
  ///
  /// The table `blank` is for diagonals that are no formation.
  private nonisolated(unsafe) static let tables = (
    windows: UnsafeMutablePointer.table(BoardPieces.numbers.windows),
    diagonals: BoardPieces.numbers.diagonals.map { UnsafeMutablePointer.table($0) },
    blank: UnsafeMutablePointer.table(Array(repeating: UInt16(blank), count: 4096)),
    spread: UnsafeMutablePointer.table(BoardPieces.spreadTable)
  )

  init(_ book: Rulebook) {
    reader = FeatureReader(book)
    windows = NetworkRows.tables.windows
    spread = NetworkRows.tables.spread
    let shapes: [Shape] = [.diagonal3, .diagonal4, .diagonal5, .diagonal6]
    diagonals = .table(
      BoardPieces.diagonals.map { diagonal in
        let length = diagonal.length - 3
        let isFormation = book.rules.value(of: shapes[length]) > 0
        return Line(
          diagonal: diagonal,
          rows: isFormation ? NetworkRows.tables.diagonals[length] : NetworkRows.tables.blank)
      })
  }

  deinit {
    diagonals.deallocate()
    features.deallocate()
  }

  /// Returns the rows that the rules select if `side` is to move.
  static func circumstances(of rules: RuleSet, for side: Color) -> [Int] {
    Circumstances.rows(under: rules, for: side).map { circumstances + $0 }
  }

  /// The number of rows that a position selects: one for each piece, then one for each feature.
  static var shownCount: Int { firstMeasurePlace + 2 * Feature.count }

  /// Writes the rows that a position selects to `shown`. A row may occur more than once.
  @inline(__always) func write(_ position: Position, to shown: UnsafeMutablePointer<UInt16>) {
    let dead = position.deadBlack | position.deadWhite
    let (own, opponent) = ((position.own | dead).bits, (position.opponent | dead).bits)
    var place = 0
    BoardPieces.forEachWindow(own, opponent, spread: spread) { index in
      shown[place] = windows[index]
      place &+= 1
    }
    for line in 0..<NetworkRows.firstMeasurePlace &- place {
      let content = BoardPieces.content(of: diagonals[line].diagonal, own, opponent)
      shown[place &+ line] = diagonals[line].rows[content]
    }
    reader.write(position, to: features)
    for measure in 0..<2 &* Feature.count {
      let row = firstMeasure &+ NetworkRows.place(ofMeasure: measure, value: Int(features[measure]))
      shown[NetworkRows.firstMeasurePlace &+ measure] = UInt16(truncatingIfNeeded: row)
    }
  }

  /// The number of pieces, 40 windows and 14 diagonals, whose rows come before those of the
  /// features.
  static var firstMeasurePlace: Int { 54 }

  /// Returns the row of a feature's value, counted from the first row of the first feature.
  @inline(__always) static func place(ofMeasure measure: Int, value: Int) -> Int {
    measure &* measureValues &+ min(value, measureValues &- 1)
  }
}

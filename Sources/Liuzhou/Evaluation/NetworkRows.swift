import Basics
import LiuzhouRules

/// The rows of the evaluation's network: one for each thing that a position may show. Finds those that
/// it does show, for one thread.
final class NetworkRows {
  /// Values of a measure that are told apart: all greater ones are the greatest.
  static var measureValues: Int { 32 }

  // Where the rows of each kind begin; those of pieces come first.
  static let measures = BoardPieces.numbers.count
  static let circumstances = measures + 2 * Feature.count * measureValues
  /// A row that says nothing.
  static let blank = circumstances + Circumstances.count
  static let count = blank + 1

  private let reader: FeatureReader
  private let windows: UnsafeMutablePointer<UInt16>
  private let diagonals: UnsafeMutablePointer<Line>
  /// The measures of the position at hand.
  private let features = UnsafeMutablePointer.table(
    Array(repeating: 0 as Int32, count: 2 * Feature.count))
  private let spread: UnsafeMutablePointer<UInt64>
  /// At hand, for no static is.
  private let firstMeasure = NetworkRows.measures

  /// A diagonal and the rows of its contents.
  private struct Line {
    let diagonal: BoardPieces.Diagonal
    let rows: UnsafeMutablePointer<UInt16>
  }

  /// The tables, which every search reads and nobody changes; the last is of diagonals that are no
  /// formation.
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

  /// The rows that the rules add for the side to move.
  static func circumstances(of rules: RuleSet, for side: Color) -> [Int] {
    Circumstances.rows(under: rules, for: side).map { circumstances + $0 }
  }

  /// How many rows a position shows: those of all pieces and then of all measures.
  static var shownCount: Int { firstMeasurePlace + 2 * Feature.count }

  /// Writes the rows that a position shows; the same may come again.
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

  /// Where the measures begin among the rows shown.
  static var firstMeasurePlace: Int { 54 }

  /// The row of a value of a measure, counted from the first one of all measures.
  @inline(__always) static func place(ofMeasure measure: Int, value: Int) -> Int {
    measure &* measureValues &+ min(value, measureValues &- 1)
  }
}

/// A point of a board, stored as its index in a square grid of cells.
///
/// The grid has 32 x 32 cells, or 48 x 48 in a build with the trait `WideBoards`. The board's
/// points start at cell (5, 5). Five steps from any of them in any direction stay inside the grid.
/// So code that walks along a line need not test for the grid's edge.
@frozen public struct Point: RawRepresentable, Hashable, Comparable, Sendable {
  /// The index `(y + 5) * gridWidth + x + 5`.
  public let rawValue: UInt16

  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The number of cells in a row of the grid.
  #if WideBoards
    @inlinable public static var gridWidth: Int { 48 }
  #else
    @inlinable public static var gridWidth: Int { 32 }
  #endif
  /// The number of cells of the grid.
  @inlinable public static var cellCount: Int { gridWidth * gridWidth }

  /// Creates the point in column `x` from the left and row `y` from the top, both counted from 0.
  @inlinable public init(x: Int, y: Int) {
    rawValue = UInt16(truncatingIfNeeded: (y &+ 5) &* Point.gridWidth &+ x &+ 5)
  }

  /// The column, counted from the left from 0.
  @inlinable public var x: Int { Int(rawValue % UInt16(Point.gridWidth)) &- 5 }
  /// The row, counted from the top from 0.
  @inlinable public var y: Int { Int(rawValue / UInt16(Point.gridWidth)) &- 5 }
  /// The cell's index in an array of `cellCount` elements.
  @inlinable public var index: Int { Int(rawValue) }

  @inlinable public static func < (a: Point, b: Point) -> Bool { a.rawValue < b.rawValue }

  /// Returns the point `steps` steps along `direction`; a negative number goes backwards.
  @inlinable public func advanced(_ steps: Int, along direction: Direction) -> Point {
    Point(rawValue: UInt16(truncatingIfNeeded: index &+ steps &* direction.step))
  }
}

/// The four directions of lines through a point.
@frozen public enum Direction: Int, CaseIterable, Sendable {
  case horizontal = 0
  case vertical = 1
  case diagonal = 2
  case antidiagonal = 3

  /// All four directions, written out so that loops over them are unrolled in other modules too.
  @inlinable public static var allCases: [Direction] {
    [.horizontal, .vertical, .diagonal, .antidiagonal]
  }

  /// The difference between the indices of neighbouring cells on the line.
  @inlinable public var step: Int {
    switch self {
    case .horizontal: 1
    case .vertical: Point.gridWidth
    case .diagonal: Point.gridWidth &+ 1
    case .antidiagonal: 1 &- Point.gridWidth
    }
  }
}

extension Point: CustomStringConvertible {
  /// The column as a letter from the left and the row as a number from the top: `h8`.
  ///
  /// The columns after `z` are `aa`, `ab` and so on. A cell left of the board is `?`.
  public var description: String {
    guard x >= 0 else { return "?" }
    let first = x < 26 ? "" : Point.letter(x / 26 - 1)
    return first + Point.letter(x % 26) + String(y + 1)
  }

  /// Reads `h8`, in either case, or `7,7` with numbers from 0; `nil` for anything else.
  ///
  /// The point is on the largest board, but may lie off the board in use.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    if let comma = bytes.firstIndex(of: 44) {
      guard let x = Point.number(bytes[..<comma]), let y = Point.number(bytes[(comma + 1)...]),
        x < BoardSize.largestSide, y < BoardSize.largestSide
      else { return nil }
      self.init(x: x, y: y)
    } else {
      let letters = bytes.prefix { 97...122 ~= $0 | 0x20 }
      guard 1...2 ~= letters.count,
        case let column = letters.reduce(0, { 26 * $0 + Int($1 | 0x20) - 96 }),
        let row = Point.number(bytes[letters.count...]),
        1...BoardSize.largestSide ~= column, 1...BoardSize.largestSide ~= row
      else { return nil }
      self.init(x: column - 1, y: row - 1)
    }
  }

  /// Returns the small letter with a number from 0 to 25.
  private static func letter(_ number: Int) -> String {
    String(Unicode.Scalar(UInt8(97 + number)))
  }

  /// Reads one to three decimal digits; `nil` for anything else.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard 1...3 ~= digits.count, digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// Reads points written without separators: `h8i9j10`; `nil` if one is invalid.
  public static func list(_ text: some StringProtocol) -> [Point]? {
    var points: [Point] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      let row = rest.firstIndex { !$0.isLetter } ?? rest.endIndex
      let end = rest[row...].firstIndex { $0.isLetter } ?? rest.endIndex
      guard let point = Point(rest[..<end]) else { return nil }
      points.append(point)
      rest = rest[end...]
    }
    return points
  }
}

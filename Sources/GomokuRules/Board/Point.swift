/// A point of a board, stored as its index in a grid of 32 x 32 cells.
///
/// The board's points start at cell (5, 5). Five steps from any of them in any direction stay
/// inside the grid. So code that walks along a line need not test for the grid's edge.
@frozen public struct Point: RawRepresentable, Hashable, Comparable, Sendable {
  /// The index `(y + 5) * gridWidth + x + 5`.
  public let rawValue: UInt16

  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The number of cells in a row of the grid.
  @inlinable public static var gridWidth: Int { 32 }
  /// The number of cells of the grid.
  @inlinable public static var cellCount: Int { gridWidth * gridWidth }

  /// Creates the point in column `x` from the left and row `y` from the top, both counted from 0.
  @inlinable public init(x: Int, y: Int) {
    rawValue = UInt16(truncatingIfNeeded: (y &+ 5) &* Point.gridWidth &+ x &+ 5)
  }

  /// The column, counted from the left from 0.
  @inlinable public var x: Int { Int(rawValue & 31) &- 5 }
  /// The row, counted from the top from 0.
  @inlinable public var y: Int { Int(rawValue &>> 5) &- 5 }
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
  /// A cell off the board whose column has no letter is `?`.
  public var description: String {
    guard 0..<26 ~= x else { return "?" }
    return String(Unicode.Scalar(UInt8(97 + x))) + String(y + 1)
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
      guard let first = bytes.first, case let letter = first | 0x20, 97...118 ~= letter,
        let number = Point.number(bytes[1...]), 1...BoardSize.largestSide ~= number
      else { return nil }
      self.init(x: Int(letter) - 97, y: number - 1)
    }
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
      let end = rest.dropFirst().firstIndex { $0.isLetter } ?? rest.endIndex
      guard let point = Point(rest[..<end]) else { return nil }
      points.append(point)
      rest = rest[end...]
    }
    return points
  }
}

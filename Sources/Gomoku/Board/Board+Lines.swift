import Basics
import GomokuRules

/// The place of a point in `Board.lines`: the index of the line, and its cell there, which has two
/// bits.
enum LineCell {
  /// Returns the line's index in `Board.lines` and the point's cell in that line.
  @inline(__always) static func of(
    _ index: Int, _ direction: Direction
  ) -> (line: Int, cell: Int) {
    let width = Point.gridWidth
    let x = index % width
    let y = index / width
    return switch direction {
    case .horizontal: (y, x)
    case .vertical: (width &+ x, y)
    case .diagonal: (3 &* width &+ x &- y &- 1, x)
    case .antidiagonal: (4 &* width &+ x &+ y, x)
    }
  }
}

// The bits of the lines, and the patterns read from them.
extension Board {
  /// The number of rows, columns, diagonals and antidiagonals.
  static var lineCount: Int { 6 &* Point.gridWidth }

  /// Changes the two bits of `point` in each of its four lines, by XOR with `change`.
  @inline(__always) mutating func flip(_ point: Point, _ change: LineBits) {
    flip(point, change, .horizontal)
    flip(point, change, .vertical)
    flip(point, change, .diagonal)
    flip(point, change, .antidiagonal)
  }

  /// Changes the bits of `point` in one line.
  ///
  /// The function is not mutating: Swift 6.3 fails to compile an inlined mutating function that
  /// assigns through a pointer if the thread sanitizer is on.
  @inline(__always) private func flip(
    _ point: Point, _ change: LineBits, _ direction: Direction
  ) {
    let (line, cell) = LineCell.of(point.index, direction)
    lines[line] ^= change &<< LineBits(truncatingIfNeeded: 2 &* cell)
  }

  #if WideBoards
    /// Returns lines in which the cells of a square are empty, and all others off the board.
    static func lines(of square: Square) -> UnsafeMutablePointer<LineBits> {
      let lines = UnsafeMutablePointer<LineBits>.allocate(capacity: lineCount)
      lines.initialize(repeating: 0, count: lineCount)
      for index in 0..<Point.cellCount where square.contains(Point(rawValue: UInt16(index))) {
        for direction in Direction.allCases {
          let (line, cell) = LineCell.of(index, direction)
          lines[line] |= CellBits.empty &<< LineBits(truncatingIfNeeded: 2 &* cell)
        }
      }
      return lines
    }
  #endif

  /// Returns both colours' patterns of an empty cell of line `number`, in one byte.
  ///
  /// If Black's fives have to lie in a square, he sees the cells outside as off the board. In exact
  /// five he makes nothing near a stone of his outside, which could make his row an overline.
  ///
  /// - Parameter line: the line's bits, which may have stones that the board does not have.
  @inline(__always) func patterns(_ number: Int, _ line: LineBits, _ cell: Int) -> UInt8 {
    let all = patterns(line, cell)
    #if WideBoards
      guard let squareLines else { return all }
      let square = squareLines[number]
      guard CellBits.cell(cell, of: square) == CellBits.empty,
        Rules.variant != .standard || !hasBlackStone(near: cell, of: line & ~square)
      else { return all & 0xF0 }
      return all & 0xF0 | patterns(line & square, cell) & 0x0F
    #else
      return all
    #endif
  }

  #if WideBoards
    /// Returns whether a line has a black stone within `Rules.radius` of a cell.
    private func hasBlackStone(near cell: Int, of line: LineBits) -> Bool {
      let first = LineBits(truncatingIfNeeded: 2 &* (cell &- Rules.radius))
      let width = LineBits(truncatingIfNeeded: 2 &* (2 &* Rules.radius &+ 1))
      let near: LineBits = ((1 &<< width) &- 1) &<< first
      // A black stone has the upper bit alone.
      let black: LineBits = (line &>> 1) & ~line & CellBits.lowBits
      return black & near != 0
    }
  #endif

  /// Returns both colours' patterns of an empty cell of a line, in one byte
  /// (`PatternTables.windows`).
  @inline(__always) func patterns(_ line: LineBits, _ cell: Int) -> UInt8 {
    let radius = Rules.radius
    assert(cell >= radius && cell + radius < Point.gridWidth, "the window leaves the line")
    let bits = UInt64(
      truncatingIfNeeded: line &>> LineBits(truncatingIfNeeded: 2 &* (cell &- radius)))
    let mask = (1 &<< (2 &* radius)) &- 1
    let before = Int(truncatingIfNeeded: bits) & mask
    let after = Int(truncatingIfNeeded: bits &>> UInt64(2 &* radius &+ 2)) & mask
    return windows[before, after]
  }

  /// A black stone that the test for forbidden points assumes on the board, with a link to the
  /// stones assumed before.
  struct HypotheticalStone {
    let point: Point
    let previous: UnsafePointer<HypotheticalStone>?
  }

  /// Returns a line's bits with the stones of the list `stones` added.
  func line(
    _ number: Int, _ direction: Direction, withStones stones: UnsafePointer<HypotheticalStone>?
  ) -> LineBits {
    var bits = lines[number]
    var next = stones
    while let stone = next {
      let (line, cell) = LineCell.of(stone.pointee.point.index, direction)
      if line == number {
        bits ^= CellBits.change(.black) &<< LineBits(truncatingIfNeeded: 2 &* cell)
      }
      next = stone.pointee.previous
    }
    return bits
  }

  /// Returns the pattern that Black's stone on an empty cell of a line would make along it.
  @inline(__always) func blackPattern(_ line: LineBits, _ cell: Int) -> LinePattern {
    LinePattern(unchecked: patterns(line, cell) & 15)
  }

  /// Computes the state of `point` from the bits of its lines, without the stored state. The stones
  /// of the list `stones` count as placed.
  func freshState(
    of point: Point, withStones stones: UnsafePointer<HypotheticalStone>? = nil
  ) -> CellState {
    var bits: UInt64 = 0
    for direction in Direction.allCases {
      let (number, cell) = LineCell.of(point.index, direction)
      let patterns = patterns(number, line(number, direction, withStones: stones), cell)
      bits |= UInt64(patterns) &<< UInt64(truncatingIfNeeded: 8 &* direction.rawValue)
    }
    return withEntries(bits)
  }

  /// Returns the state of `point` after one more stone on one of its lines, `offset` steps away.
  ///
  /// - Parameter state: the state of `point` without the stone.
  func state(
    _ state: CellState, of point: Point, along direction: Direction, afterStoneOf color: Color,
    at offset: Int
  ) -> CellState {
    assert(offset != 0 && abs(offset) <= Rules.radius)
    let (line, cell) = LineCell.of(point.index, direction)
    let change = CellBits.change(color) &<< LineBits(truncatingIfNeeded: 2 &* (cell &+ offset))
    let shift = UInt64(truncatingIfNeeded: 8 &* direction.rawValue)
    let patterns = UInt64(patterns(line, lines[line] ^ change, cell))
    return withEntries(state.bits & 0xFFFF_FFFF & ~(0xFF &<< shift) | patterns &<< shift)
  }

  /// Returns the two bits of a point in its line along `direction`.
  func lineCell(at point: Point, along direction: Direction) -> LineBits {
    let (line, cell) = LineCell.of(point.index, direction)
    return CellBits.cell(cell, of: lines[line])
  }

  /// Returns the cell state for four pattern bytes, with each colour's code and class looked up.
  @inline(__always) func withEntries(_ patterns: UInt64) -> CellState {
    CellState(patterns: patterns, entries: entries)
  }
}

extension Board.CellState {
  /// Creates the state from four pattern bytes. Each colour's code and class are looked up in
  /// `entries` (`PatternTables.points`).
  @inline(__always) init(patterns: UInt64, entries: TwoLevelTable<UInt16>) {
    let black = Self.couples(patterns & 0x0F0F_0F0F)
    let white = Self.couples(patterns &>> 4 & 0x0F0F_0F0F)
    let entry = (
      black: entries[black.first, black.second], white: entries[256 &+ white.first, white.second]
    )
    self.init(bits: patterns | UInt64(entry.black) &<< 32 | UInt64(entry.white) &<< 48)
  }

  /// Packs the low nibbles of four bytes into two bytes, the indices of `PatternTables.points`.
  @inline(__always) private static func couples(_ nibbles: UInt64) -> (first: Int, second: Int) {
    let couples = Int(truncatingIfNeeded: nibbles | nibbles &>> 4)
    return (couples & 0xFF, couples &>> 16 & 0xFF)
  }
}

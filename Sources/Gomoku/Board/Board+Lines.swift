import Basics
import GomokuRules

/// Where a point's bits stand.
enum LinePlace {
  /// In which line, and how far left in it.
  @inline(__always) static func of(
    _ index: Int, _ direction: Direction
  ) -> (line: Int, cell: Int) {
    let x = index & 31
    let y = index &>> 5
    return switch direction {
    case .horizontal: (y, x)
    case .vertical: (32 &+ x, y)
    case .diagonal: (64 &+ x &- y &+ 31, x)
    case .antidiagonal: (128 &+ x &+ y, x)
    }
  }
}

// The bits of the lines, and what they say of a point.
extension Board {
  /// Rows, columns, diagonals and antidiagonals.
  static var lineCount: Int { 192 }

  /// Changes the bits of `point` in its four lines.
  @inline(__always) func flip(_ point: Point, _ change: UInt64) {
    flip(point, change, .horizontal)
    flip(point, change, .vertical)
    flip(point, change, .diagonal)
    flip(point, change, .antidiagonal)
  }

  @inline(__always) private func flip(
    _ point: Point, _ change: UInt64, _ direction: Direction
  ) {
    let (line, cell) = LinePlace.of(point.index, direction)
    lines[line] ^= change &<< UInt64(truncatingIfNeeded: 2 &* cell)
  }

  /// Both colours' patterns of an empty cell of a line (`PatternTables.windows`).
  @inline(__always) func patterns(_ line: UInt64, _ cell: Int) -> UInt8 {
    let radius = Rules.radius
    let bits = line &>> UInt64(truncatingIfNeeded: 2 &* (cell &- radius))
    let mask = (1 &<< (2 &* radius)) &- 1
    let before = Int(truncatingIfNeeded: bits) & mask
    let after = Int(truncatingIfNeeded: bits &>> UInt64(2 &* radius &+ 2)) & mask
    return windows[before, after]
  }

  /// A stone of Black that a question supposes, and those supposed before it.
  struct Supposition {
    let point: Point
    let earlier: UnsafePointer<Supposition>?
  }

  /// The bits of a line, with the stones supposed.
  func line(
    _ number: Int, _ direction: Direction, after supposed: UnsafePointer<Supposition>?
  ) -> UInt64 {
    var bits = lines[number]
    var next = supposed
    while let stone = next {
      let (line, cell) = LinePlace.of(stone.pointee.point.index, direction)
      if line == number {
        bits ^= CellBits.change(.black) &<< UInt64(truncatingIfNeeded: 2 &* cell)
      }
      next = stone.pointee.earlier
    }
    return bits
  }

  /// What Black's stone on an empty cell of a line would make along it.
  @inline(__always) func blackPattern(_ line: UInt64, _ cell: Int) -> LinePattern {
    unsafeBitCast(patterns(line, cell) & 15, to: LinePattern.self)
  }

  /// What the lines' bits say of `point`, whatever its cell state holds.
  func freshState(
    of point: Point, after supposed: UnsafePointer<Supposition>? = nil
  ) -> CellState {
    var bits: UInt64 = 0
    for direction in Direction.allCases {
      let (number, cell) = LinePlace.of(point.index, direction)
      let patterns = patterns(line(number, direction, after: supposed), cell)
      bits |= UInt64(patterns) &<< UInt64(truncatingIfNeeded: 8 &* direction.rawValue)
    }
    return withEntries(bits)
  }

  /// The state of `point` with one more stone on one of its lines, `offset` steps away.
  func state(
    _ state: CellState, of point: Point, along direction: Direction, afterStoneOf color: Color,
    at offset: Int
  ) -> CellState {
    let (line, cell) = LinePlace.of(point.index, direction)
    let change = CellBits.change(color) &<< UInt64(truncatingIfNeeded: 2 &* (cell &+ offset))
    let shift = UInt64(truncatingIfNeeded: 8 &* direction.rawValue)
    let patterns = UInt64(patterns(lines[line] ^ change, cell))
    return withEntries(state.bits & 0xFFFF_FFFF & ~(0xFF &<< shift) | patterns &<< shift)
  }

  /// The two bits of a point in the line through it.
  func lineCell(at point: Point, along direction: Direction) -> UInt64 {
    let (line, cell) = LinePlace.of(point.index, direction)
    return CellBits.cell(cell, of: lines[line])
  }

  /// Completes a state's four pattern bytes with both colours' table entries.
  @inline(__always) func withEntries(_ patterns: UInt64) -> CellState {
    CellState(patterns: patterns, entries: entries)
  }
}

extension Board.CellState {
  /// The state with these four pattern bytes, and what `entries` (`PatternTables.points`) say of them.
  @inline(__always) init(patterns: UInt64, entries: HalvedTable<UInt16>) {
    let black = Self.couples(patterns & 0x0F0F_0F0F)
    let white = Self.couples(patterns &>> 4 & 0x0F0F_0F0F)
    let entry = (
      black: entries[black.first, black.second], white: entries[256 &+ white.first, white.second]
    )
    self.init(bits: patterns | UInt64(entry.black) &<< 32 | UInt64(entry.white) &<< 48)
  }

  /// The nibbles in the low halves of four bytes, in twos.
  @inline(__always) private static func couples(_ nibbles: UInt64) -> (first: Int, second: Int) {
    let couples = Int(truncatingIfNeeded: nibbles | nibbles &>> 4)
    return (couples & 0xFF, couples &>> 16 & 0xFF)
  }
}

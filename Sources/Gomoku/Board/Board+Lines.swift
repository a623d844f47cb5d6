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

  /// The table index of the window around `cell` of a line.
  @inline(__always) func window(_ line: UInt64, _ cell: Int) -> Int {
    let radius = Rules.radius
    let bits = line &>> UInt64(truncatingIfNeeded: 2 &* (cell &- radius))
    let mask = (1 as UInt64 &<< UInt64(2 &* radius)) &- 1
    return Int(
      truncatingIfNeeded: bits & mask | (bits &>> 2) & (mask &<< UInt64(2 &* radius)))
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
    unsafeBitCast(windows[window(line, cell)] & 15, to: LinePattern.self)
  }

  /// What the lines' bits say of `point`, whatever its cell state holds.
  func freshState(
    of point: Point, after supposed: UnsafePointer<Supposition>? = nil
  ) -> CellState {
    var bits: UInt64 = 0
    for direction in Direction.allCases {
      let (number, cell) = LinePlace.of(point.index, direction)
      let patterns = windows[window(line(number, direction, after: supposed), cell)]
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
    let patterns = UInt64(windows[window(lines[line] ^ change, cell)])
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
  @inline(__always) init(patterns: UInt64, entries: UnsafePointer<UInt16>) {
    let black = entries[Self.packed(patterns & 0x0F0F_0F0F)]
    let white = entries[1 &<< 16 &+ Self.packed(patterns &>> 4 & 0x0F0F_0F0F)]
    self.init(bits: patterns | UInt64(black) &<< 32 | UInt64(white) &<< 48)
  }

  /// Four nibbles from the low halves of four bytes.
  @inline(__always) private static func packed(_ nibbles: UInt64) -> Int {
    let pairs = (nibbles | nibbles &>> 4) & 0x00FF_00FF
    return Int(truncatingIfNeeded: (pairs | pairs &>> 8) & 0xFFFF)
  }
}

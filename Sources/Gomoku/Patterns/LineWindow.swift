import Basics
import GomokuRules

/// The cells of a whole line of the grid, two bits each (`CellBits`).
#if WideBoards
  typealias LineBits = UInt128
#else
  typealias LineBits = UInt64
#endif

/// The encoding of a line's cells as bits, two a cell.
///
/// Placing a stone only clears a bit, so that a window with one more stone has a smaller number.
/// The pattern table can therefore be filled in ascending order.
enum CellBits {
  /// A cell off the board, or a cell with a neutral stone.
  static let outside: LineBits = 0b00
  static let white: LineBits = 0b01
  static let black: LineBits = 0b10
  static let empty: LineBits = 0b11

  /// The lower bit of each cell.
  @inline(__always) static var lowBits: LineBits { LineBits.max / 3 }

  /// Returns the bits of a stone of `color`.
  @inline(__always) static func stone(_ color: Color) -> LineBits {
    color == .black ? black : white
  }

  /// Returns the XOR mask that turns an empty cell into a stone of `color` and back.
  @inline(__always) static func change(_ color: Color) -> LineBits { empty ^ stone(color) }

  /// Returns the bits of one cell of a line.
  @inline(__always) static func cell(_ cell: Int, of line: LineBits) -> LineBits {
    line &>> LineBits(truncatingIfNeeded: 2 &* cell) & 0b11
  }
}

/// The cells within `radius` of a point along one line, without the point itself.
///
/// The lowest two bits are the cell at offset `-radius`; the point itself has no bits.
struct LineWindow {
  let bits: Int
  let radius: Int

  /// Returns the bit position of the cell `offset` steps from the point; `offset` is not 0.
  private func shift(_ offset: Int) -> Int { 2 &* (offset &+ radius &- (offset > 0 ? 1 : 0)) }

  func cell(_ offset: Int) -> LineBits { LineBits(bits &>> shift(offset) & 3) }

  /// Returns the window with a stone on the empty cell at `offset`.
  func adding(_ color: Color, at offset: Int) -> LineWindow {
    LineWindow(bits: bits ^ Int(CellBits.change(color)) &<< shift(offset), radius: radius)
  }

  /// Returns whether the cell `offset` steps away is empty; false for the point itself (0).
  func isEmpty(at offset: Int) -> Bool { offset != 0 && cell(offset) == CellBits.empty }

  /// Returns the visible part of each half window, indexed by the half's bits.
  ///
  /// A half window has the cells on one side of the point. No row extends past a cell that is off
  /// the board. The cells beyond the nearest such cell therefore count as off the board too.
  ///
  /// - Parameter farEndFirst: true if the cell that is farthest from the point is in the lowest
  ///   bits.
  static func visibleHalves(radius: Int, farEndFirst: Bool) -> [Int] {
    (0..<1 << (2 * radius)).map { half in
      var visible = 0
      for distance in 0..<radius {
        let cell = half & 3 << (2 * (farEndFirst ? radius - 1 - distance : distance))
        if cell == 0 { break }
        visible |= cell
      }
      return visible
    }
  }
}

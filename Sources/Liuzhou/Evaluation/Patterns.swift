import Basics
import LiuzhouRules

/// The 40 windows of 2x3 points, whose contents the evaluation knows by heart.
///
/// A point of a window holds an own stone, an enemy stone, a dead one or none, so a window has 4096
/// contents. Windows that a symmetry of the board maps to each other share their weights, and the
/// exchange of the players changes their sign, which leaves some 10,000 weights a stage.
struct Patterns {
  /// Windows lying along the ranks; the other 20 are the same on the transposed board.
  static let windowCount = 20
  static let contentCount = 4096

  /// By window and content: plus or minus the number of its weight, counted from 1; 0 for contents
  /// that are as good for either player.
  let numbers: [Int32]
  let weightCount: Int

  static let shared = Patterns()

  private init() {
    var numbers = [Int32](repeating: 0, count: Patterns.windowCount * Patterns.contentCount)
    // By shape and content of the first of all equals; there are six shapes.
    var known = [Int32](repeating: 0, count: 6 * Patterns.contentCount)
    var count: Int32 = 0
    for window in 0..<Patterns.windowCount {
      for content in 0..<Patterns.contentCount {
        let (first, sign) = Patterns.canonical(content, in: window)
        guard sign != 0 else { continue }
        if known[first] == 0 {
          count += 1
          known[first] = count
        }
        numbers[window * Patterns.contentCount + content] = known[first] * sign
      }
    }
    self.numbers = numbers
    weightCount = Int(count)
  }

  /// The first of all contents equal to this one by symmetry or exchange of the players, and
  /// whether the players were exchanged (-1), or the same content results either way (0).
  private static func canonical(_ content: Int, in window: Int) -> (content: Int, sign: Int32) {
    var (row, column) = (window / 4, window % 4)
    var content = content
    if column > 1 {
      column = 3 - column
      content = rearranged(content) { 3 * ($0 / 3) + 2 - $0 % 3 }
    }
    if row > 2 {
      row = 4 - row
      content = turned(content)
    }
    var least = content
    var leastExchanged = exchanged(content)
    if row == 2 {
      least = min(least, turned(content))
      leastExchanged = min(leastExchanged, turned(exchanged(content)))
    }
    let shape = (row * 2 + column) * contentCount
    if least == leastExchanged { return (shape + least, 0) }
    return least < leastExchanged ? (shape + least, 1) : (shape + leastExchanged, -1)
  }

  /// Upper and lower row exchanged.
  private static func turned(_ content: Int) -> Int { rearranged(content) { ($0 + 3) % 6 } }

  /// Own and enemy stones exchanged.
  private static func exchanged(_ content: Int) -> Int { content >> 6 | (content & 63) << 6 }

  private static func rearranged(_ content: Int, _ target: (Int) -> Int) -> Int {
    var result = 0
    for point in 0..<6 {
      result |= (content >> point & 1) << target(point)
      result |= (content >> (6 + point) & 1) << (6 + target(point))
    }
    return result
  }

  // MARK: Reading a board

  /// Calls `body` with every window and its content, for the side to move.
  @inline(__always) static func forEachWindow(
    of position: Position, spread: UnsafePointer<UInt64>, _ body: (_ index: Int) -> Void
  ) {
    let dead = position.deadBlack | position.deadWhite
    let own = (position.own | dead).bits
    let opponent = (position.opponent | dead).bits
    forEachWindow(own, opponent, body)
    forEachWindow(transposed(own, spread), transposed(opponent, spread), body)
  }

  @inline(__always) private static func forEachWindow(
    _ own: UInt64, _ opponent: UInt64, _ body: (_ index: Int) -> Void
  ) {
    for row in 0..<5 {
      let shift = UInt64(truncatingIfNeeded: row &* 6)
      // Two ranks of own stones, and above them the same of the enemy's.
      let ranks = own &>> shift & 0xFFF | (opponent &>> shift & 0xFFF) &<< 12
      for column in 0..<4 {
        let w = ranks &>> UInt64(truncatingIfNeeded: column)
        let content = w & 0x7 | w &>> 3 & 0x38 | w &>> 6 & 0x1C0 | w &>> 9 & 0xE00
        body((row &* 4 &+ column) &* contentCount &+ Int(truncatingIfNeeded: content))
      }
    }
  }

  /// The six bits of a rank, spread to the first points of six ranks.
  static var spreadTable: [UInt64] {
    (0..<64).map { bits in (0..<6).reduce(0) { $0 | UInt64(bits >> $1 & 1) << UInt64(6 * $1) } }
  }

  @inline(__always) private static func transposed(
    _ bits: UInt64, _ spread: UnsafePointer<UInt64>
  ) -> UInt64 {
    var result: UInt64 = 0
    for rank in 0..<6 {
      let row = bits &>> UInt64(truncatingIfNeeded: 6 &* rank) & 63
      result |= spread[Int(truncatingIfNeeded: row)] &<< UInt64(truncatingIfNeeded: rank)
    }
    return result
  }
}

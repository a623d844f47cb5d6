import Basics
import Testing

@testable import Gomoku
@testable import GomokuRules

/// The pattern tables against what they should say of every window, or of many.
@Suite struct PatternTests {
  @Test(arguments: Variant.allCases)
  func nothingBehindTheNearestOutsideCellMatters(_ variant: Variant) throws {
    try HiddenCells().run(variant)
  }

  @Test(arguments: Variant.allCases)
  func fivesAreTheRowsThatWin(_ variant: Variant) throws {
    try WinningRows().run(variant)
  }
}

/// A window's cells in the line's order, the point itself left out.
private struct Cells {
  let radius: Int
  private(set) var bits: [Int]

  init(window: Int, radius: Int) {
    self.radius = radius
    bits = (0..<2 * radius).map { window >> (2 * $0) & 3 }
  }

  /// Places in `bits` before and after the point, the nearest first.
  private var sides: [[Int]] { [(0..<radius).reversed(), Array(radius..<2 * radius)] }

  var window: Int { bits.enumerated().reduce(0) { $0 | $1.element << (2 * $1.offset) } }

  /// The same with nothing left behind the nearest cell outside the board on either side.
  var hidden: Cells {
    var copy = self
    for side in sides {
      for place in side.drop(while: { bits[$0] != CellBits.outside }) {
        copy.bits[place] = Int(CellBits.outside)
      }
    }
    return copy
  }

  /// Whether a stone of `color` on the point wins.
  func wins(_ color: Color, _ variant: Variant) -> Bool {
    let rows = sides.map { side in side.prefix { bits[$0] == CellBits.stone(color) }.count }
    let ends = zip(sides, rows).map { side, count in side.dropFirst(count).first.map { bits[$0] } }
    let isEnclosed = ends.allSatisfy { $0 == Int(CellBits.stone(color.opponent)) }
    return variant.rowWins(length: rows[0] + 1 + rows[1], enclosed: isEnclosed, of: color)
  }
}

/// Every window against the same without the cells that cannot be seen from the point.
private struct HiddenCells: BoardScript {
  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    func patterns(_ window: Int) -> UInt8 {
      PatternTables.of(Rules.variant).patterns(ofWindow: window, radius: Rules.radius)
    }
    let halfBits = 2 * Rules.radius
    let halves = 0..<1 << halfBits
    let before = halves.map { Cells(window: $0, radius: Rules.radius).hidden.window % halves.count }
    let after = halves.map { Cells(window: $0 << halfBits, radius: Rules.radius).hidden.window }
    var differences = 0
    var hidden = 0
    for (second, seenSecond) in after.enumerated() {
      for (first, seenFirst) in before.enumerated() {
        let (window, seen) = (second << halfBits | first, seenSecond | seenFirst)
        if window != seen { hidden += 1 }
        if patterns(window) != patterns(seen) { differences += 1 }
      }
    }
    #expect(differences == 0)
    #expect(hidden > before.count * after.count / 2)
  }
}

/// One window in 31 against the definition of a winning row.
private struct WinningRows: BoardScript {
  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    let tables = PatternTables.of(Rules.variant)
    var fives = 0
    for window in stride(from: 0, to: 1 << (4 * Rules.radius), by: 31) {
      let cells = Cells(window: window, radius: Rules.radius)
      for color in Color.allCases {
        let patterns = tables.patterns(ofWindow: window, radius: Rules.radius)
        let isFive = patterns >> UInt8(4 * color.index) & 15 == LinePattern.five.rawValue
        #expect(isFive == cells.wins(color, Rules.variant), "\(window) \(color)")
        if isFive { fives += 1 }
      }
    }
    #expect(fives > 50)
  }
}

extension PatternTables {
  /// The tables of `variant`.
  static func of(_ variant: Variant) -> PatternTables { variant.run(Lookup()) }

  /// Both colours' patterns of a window (`LineWindow.bits`).
  func patterns(ofWindow bits: Int, radius: Int) -> UInt8 {
    windows[bits & (1 << (2 * radius) - 1), bits >> (2 * radius)]
  }

  private struct Lookup: VariantTask {
    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> PatternTables { Rules.tables }
  }
}

import Basics
import GomokuRules
import TestSupport
import Testing

@testable import Gomoku

/// Every window of every variant, for both colours, against the definition of its pattern.
///
/// What lies behind the nearest cell outside the board is left to `PatternTests`: no window here has
/// anything there.
@Suite struct LinePatternTests {
  @Test(arguments: Variant.allCases, Color.allCases)
  func everyWindowHasThePatternOfItsDefinition(_ variant: Variant, _ color: Color) throws {
    try EveryPattern(color: color).run(variant)
  }

  @Test(arguments: Variant.allCases, Color.allCases)
  func thePatternSaysHowManyStonesAreMissing(_ variant: Variant, _ color: Color) throws {
    try MissingStones(color: color).run(variant)
  }

  @Test(arguments: Variant.allCases) func aLineReadBackwardsHasTheSamePatterns(
    _ variant: Variant
  ) throws {
    try Mirror().run(variant)
  }

  @Test(arguments: Variant.allCases.filter { $0 != .renju })
  func whatBlackMakesWhiteMakesWithColoursExchanged(_ variant: Variant) throws {
    try Exchange().run(variant)
  }

  @Test(arguments: Variant.allCases) func anEnemyStoneNeverMakesAPatternBetter(
    _ variant: Variant
  ) throws {
    for color in Color.allCases where variant != .renju || color == .white {
      try Hindrance(color: color).run(variant)
    }
  }

  /// The tables are filled in ascending order: what a pattern is made of is known before.
  @Test(arguments: [4, 5]) func aWindowWithOneMoreStoneHasASmallerNumber(radius: Int) {
    let exception = PlainLine.all(radius: radius).first { line in
      let window = LineWindow(bits: line.number, radius: radius)
      return line.emptyOffsets.contains { offset in
        Color.allCases.contains { color in
          let more = window.adding(color, at: offset).bits
          return more != line.adding(color, at: offset).number || more >= window.bits
        }
      }
    }
    #expect(exception == nil)
  }

  @Test(arguments: [4, 5]) func aWindowsCellsAreReadInTheLinesOrder(radius: Int) {
    let exception = PlainLine.all(radius: radius).first { line in
      let window = LineWindow(bits: line.number, radius: radius)
      return (-radius...radius).contains { $0 != 0 && window.cell($0) != line[$0] }
    }
    #expect(exception == nil)
  }
}

/// The cells of one line around a point on which a stone has just come.
private struct PlainLine {
  let radius: Int
  /// Two bits a cell, the first cell lowest. The point's own cell is never read.
  private var bits: LineBits

  /// Every line, with nothing behind the nearest cell outside the board on either side.
  static func all(radius: Int) -> [PlainLine] {
    let sides = sides(length: radius)
    return sides.flatMap { before in
      sides.map { PlainLine(before.reversed() + [CellBits.empty] + $0) }
    }
  }

  /// All that can be seen from a point to one side, the nearest cell first.
  private static func sides(length: Int) -> [[LineBits]] {
    guard length > 0 else { return [[]] }
    let rest = sides(length: length - 1)
    return [Array(repeating: CellBits.outside, count: length)]
      + [CellBits.white, CellBits.black, CellBits.empty].flatMap { cell in
        rest.map { [cell] + $0 }
      }
  }

  private init(_ cells: [LineBits]) {
    radius = cells.count / 2
    bits = cells.reversed().reduce(0) { $0 << 2 | $1 }
  }

  private var cells: [LineBits] { (-radius...radius).compactMap { self[$0] } }

  /// The cell at an offset; off both ends nothing is known.
  subscript(offset: Int) -> LineBits? {
    -radius...radius ~= offset ? bits >> LineBits(2 * (offset + radius)) & 3 : nil
  }

  func adding(_ color: Color, at offset: Int) -> PlainLine {
    let shift = LineBits(2 * (offset + radius))
    var line = self
    line.bits = bits & ~(3 << shift) | CellBits.stone(color) << shift
    return line
  }

  var mirrored: PlainLine { PlainLine(cells.reversed()) }

  var withColorsExchanged: PlainLine {
    PlainLine(
      cells.map { cell in
        cell == CellBits.black ? CellBits.white : cell == CellBits.white ? CellBits.black : cell
      })
  }

  var emptyOffsets: [Int] {
    (-radius...radius).filter { $0 != 0 && self[$0] == CellBits.empty }
  }

  /// The line's place in the table: its bits without the point's own.
  var number: Int {
    let before = bits & (1 << LineBits(2 * radius) - 1)
    let after = bits >> LineBits(2 * radius + 2)
    return Int(after << LineBits(2 * radius) | before)
  }

  /// What is seen of the row that the point's stone of `color` stands in.
  func row(of color: Color) -> (length: Int, isEnclosed: Bool) {
    var (first, last) = (0, 0)
    while self[first - 1] == CellBits.stone(color) { first -= 1 }
    while self[last + 1] == CellBits.stone(color) { last += 1 }
    let foreign = CellBits.stone(color.opponent)
    return (last - first + 1, self[first - 1] == foreign && self[last + 1] == foreign)
  }
}

/// The definition of the patterns of one colour, answered afresh for each line but remembered.
private struct PlainPatterns {
  let variant: Variant
  let color: Color
  private var known: [LinePattern?]

  init(_ variant: Variant, _ color: Color, radius: Int) {
    self.variant = variant
    self.color = color
    known = Array(repeating: nil, count: 1 << (4 * radius))
  }

  func wins(_ line: PlainLine) -> Bool {
    let row = line.row(of: color)
    return variant.rowWins(length: row.length, enclosed: row.isEnclosed, of: color)
  }

  mutating func pattern(of line: PlainLine) -> LinePattern {
    if let pattern = known[line.number] { return pattern }
    let pattern = fresh(line)
    known[line.number] = pattern
    return pattern
  }

  private mutating func fresh(_ line: PlainLine) -> LinePattern {
    if wins(line) { return .five }
    if line.row(of: color).length > 5 { return .overline }
    let fives = line.emptyOffsets.filter { wins(line.adding(color, at: $0)) }
    if !fives.isEmpty { return four(line, fives) }
    let next = line.emptyOffsets.map { pattern(of: line.adding(color, at: $0)) }
    func ways(_ wanted: LinePattern...) -> Int { next.count { wanted.contains($0) } }
    if ways(.openFour) > 0 { return ways(.openFour) > 1 ? .openThreeFree : .openThree }
    if ways(.four) > 0 { return .blockedThree }
    switch ways(.openThree, .openThreeFree) {
    case 4...: return .openTwoFree
    case 3: return .openTwoWide
    case 1, 2: return .openTwo
    default: break
    }
    if ways(.blockedThree) > 0 { return .blockedTwo }
    if ways(.openTwo, .openTwoWide, .openTwoFree) > 0 { return .openOne }
    return ways(.blockedTwo) > 0 ? .blockedOne : .dead
  }

  private func four(_ line: PlainLine, _ fives: [Int]) -> LinePattern {
    if fives.count == 1 { return .four }
    if variant == .renju, color == .black {
      // Both ends of one unbroken four, or two fours.
      return fives.count == 2 && fives[1] - fives[0] == 5 ? .openFour : .doubleFour
    }
    let isStopped = line.emptyOffsets.contains { reply in
      let after = line.adding(color.opponent, at: reply)
      return !fives.contains { $0 != reply && wins(after.adding(color, at: $0)) }
    }
    return isStopped ? .four : .openFour
  }
}

extension PatternTables {
  /// The table's pattern of a line for `color`.
  fileprivate func pattern(of line: PlainLine, _ color: Color) -> LinePattern? {
    LinePattern(rawValue: patterns(of: line) >> UInt8(4 * color.index) & 15)
  }

  /// Both colours' patterns of a line.
  fileprivate func patterns(of line: PlainLine) -> UInt8 {
    patterns(ofWindow: line.number, radius: line.radius)
  }
}

private struct EveryPattern: BoardScript {
  let color: Color

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    let tables = PatternTables.of(Rules.variant)
    var plain = PlainPatterns(Rules.variant, color, radius: Rules.radius)
    let lines = PlainLine.all(radius: Rules.radius)
    let exception = lines.first { tables.pattern(of: $0, color) != plain.pattern(of: $0) }
    #expect(exception == nil)
    let seen = Set(lines.map { plain.pattern(of: $0) })
    let isRenjuBlack = Rules.variant == .renju && color == .black
    let hasOverlines = isRenjuBlack || Rules.variant == .standard || Rules.variant == .exactCaro
    #expect(seen.contains(.doubleFour) == isRenjuBlack && seen.contains(.overline) == hasOverlines)
    #expect(seen.union([.doubleFour, .overline]).count == LinePattern.allCases.count)
  }
}

/// How far a point is from a five, by the rows alone: the fewest own stones that are still missing.
private struct MissingStones: BoardScript {
  let color: Color

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    let tables = PatternTables.of(Rules.variant)
    let exception = PlainLine.all(radius: Rules.radius).first { line in
      let possible = patterns(missing: missing(line, Rules.variant))
      return tables.pattern(of: line, color).map(possible.contains) != true
    }
    #expect(exception == nil)
  }

  private func patterns(missing count: Int?) -> [LinePattern] {
    switch count {
    case 0: [.five]
    case 1: [.four, .openFour, .doubleFour]
    case 2: [.blockedThree, .openThree, .openThreeFree]
    case 3: [.blockedTwo, .openTwo, .openTwoWide, .openTwoFree]
    case 4: [.blockedOne, .openOne]
    default: [.dead, .overline]
    }
  }

  /// The fewest empty cells in a stretch through the point that would win as a row, or `nil` if none
  /// would.
  private func missing(_ line: PlainLine, _ variant: Variant) -> Int? {
    let (own, foreign) = (CellBits.stone(color), CellBits.stone(color.opponent))
    func isFree(_ offset: Int) -> Bool {
      offset == 0 || line[offset] == own || line[offset] == CellBits.empty
    }
    var fewest: Int?
    for first in (-line.radius...0).reversed().prefix(while: isFree) {
      for last in (0...line.radius).prefix(while: isFree) {
        let (before, after) = (line[first - 1], line[last + 1])
        let isEnclosed = before == foreign && after == foreign
        guard variant.rowWins(length: last - first + 1, enclosed: isEnclosed, of: color),
          before != own, after != own
        else { continue }
        let count = (first...last).count { $0 != 0 && line[$0] == CellBits.empty }
        fewest = min(fewest ?? count, count)
      }
    }
    return fewest
  }
}

private struct Mirror: BoardScript {
  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    let tables = PatternTables.of(Rules.variant)
    let exception = PlainLine.all(radius: Rules.radius).first {
      tables.patterns(of: $0) != tables.patterns(of: $0.mirrored)
    }
    #expect(exception == nil)
  }
}

private struct Exchange: BoardScript {
  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    let tables = PatternTables.of(Rules.variant)
    let exception = PlainLine.all(radius: Rules.radius).first {
      tables.pattern(of: $0, .black) != tables.pattern(of: $0.withColorsExchanged, .white)
    }
    #expect(exception == nil)
  }
}

private struct Hindrance: BoardScript {
  let color: Color

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    let tables = PatternTables.of(Rules.variant)
    func rank(_ line: PlainLine) -> UInt8 { tables.pattern(of: line, color)?.rawValue ?? .max }
    let exception = PlainLine.all(radius: Rules.radius).first { line in
      line.emptyOffsets.contains { rank(line.adding(color.opponent, at: $0)) > rank(line) }
    }
    #expect(exception == nil)
  }
}

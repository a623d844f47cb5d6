import Basics
import GomokuRules

/// The builder of one colour's patterns: one for every content of a window.
///
/// It starts from the definition of a winning row. The pattern of any other window follows from the
/// patterns of the windows with one more stone. Those windows have smaller numbers (`CellBits`), so
/// their patterns are known already.
struct PatternBuilder {
  private let variant: Variant
  private let radius: Int
  private let color: Color
  private var patterns: [LinePattern]

  init(variant: Variant, radius: Int, color: Color) {
    self.variant = variant
    self.radius = radius
    self.color = color
    patterns = Array(repeating: .dead, count: 1 << (4 * radius))
  }

  /// Returns the pattern of each window, indexed by the window's bits (`LineWindow.bits`).
  ///
  /// Windows with stones or empty cells beyond a cell that is off the board keep the pattern
  /// `dead`. They are never looked up, because look-ups use the visible part of a window alone.
  mutating func build() -> [LinePattern] {
    let before = LineWindow.visibleHalves(radius: radius, farEndFirst: true).enumerated()
    let after = LineWindow.visibleHalves(radius: radius, farEndFirst: false).enumerated()
    for (last, visible) in after where last == visible {
      for (first, visible) in before where first == visible {
        let window = LineWindow(bits: last << (2 * radius) | first, radius: radius)
        patterns[window.bits] = pattern(of: window)
      }
    }
    return patterns
  }

  /// Returns the pattern that `window` has if a stone of `color` stands on its centre.
  ///
  /// The patterns of the windows with more stones must be in `patterns` already.
  private func pattern(of window: LineWindow) -> LinePattern {
    let row = row(in: window)
    if variant.rowWins(length: row.length, enclosed: row.enclosed, of: color) { return .five }
    if row.length > 5 { return .overline }
    var fivePoints = OffsetSet()
    var count = InlineArray<15, Int>(repeating: 0)
    for offset in -radius...radius where window.isEmpty(at: offset) {
      let next = patterns[window.adding(color, at: offset).bits]
      count[Int(next.rawValue)] += 1
      if next == .five { fivePoints.insert(offset) }
    }
    if fivePoints.count > 0 { return four(in: window, fivePoints: fivePoints) }
    func ways(_ pattern: LinePattern) -> Int { count[Int(pattern.rawValue)] }
    switch ways(.openFour) {
    case 0: break
    case 1: return .openThree
    default: return .openThreeFree
    }
    if ways(.four) > 0 { return .blockedThree }
    switch ways(.openThree) + ways(.openThreeFree) {
    case 0: break
    case 1, 2: return .openTwo
    case 3: return .openTwoWide
    default: return .openTwoFree
    }
    if ways(.blockedThree) > 0 { return .blockedTwo }
    if ways(.openTwo) + ways(.openTwoWide) + ways(.openTwoFree) > 0 { return .openOne }
    return ways(.blockedTwo) > 0 ? .blockedOne : .dead
  }

  /// Returns the pattern of a window in which a further stone on any of `fivePoints` makes five.
  ///
  /// The four is open if no single reply along the line takes away all fives. For Black in renju,
  /// where two fours are forbidden, the distance of the points tells an open four from two fours.
  private func four(in window: LineWindow, fivePoints: OffsetSet) -> LinePattern {
    guard fivePoints.count > 1 else { return .four }
    if variant == .renju, color == .black {
      // The five points of one unbroken four are five steps apart; other pairs belong to two fours.
      return fivePoints.count == 2 && fivePoints.span == 5 ? .openFour : .doubleFour
    }
    for reply in -radius...radius where window.isEmpty(at: reply) {
      let stopped = window.adding(color.opponent, at: reply)
      var isFiveLeft = false
      for point in -radius...radius where point != reply && fivePoints.contains(point) {
        if patterns[stopped.adding(color, at: point).bits] == .five { isFiveLeft = true }
      }
      if !isFiveLeft { return .four }
    }
    return .openFour
  }

  /// A set of offsets along a line, as bits.
  private struct OffsetSet {
    private var bits: UInt32 = 0

    var count: Int { bits.nonzeroBitCount }
    /// The distance from the first to the last offset.
    var span: Int { 31 - bits.leadingZeroBitCount - bits.trailingZeroBitCount }

    mutating func insert(_ offset: Int) { bits |= 1 << UInt32(offset + 8) }
    func contains(_ offset: Int) -> Bool { bits >> UInt32(offset + 8) & 1 != 0 }
  }

  /// Returns the row of own stones through the point itself, as far as the window shows it.
  /// `enclosed` means that the opponent has a stone at both ends.
  private func row(in window: LineWindow) -> (length: Int, enclosed: Bool) {
    let own = CellBits.stone(color)
    let foreign = CellBits.stone(color.opponent)
    var first = 0
    var last = 0
    while first > -radius, window.cell(first - 1) == own { first -= 1 }
    while last < radius, window.cell(last + 1) == own { last += 1 }
    let enclosed =
      first > -radius && last < radius
      && window.cell(first - 1) == foreign && window.cell(last + 1) == foreign
    return (last - first + 1, enclosed)
  }
}

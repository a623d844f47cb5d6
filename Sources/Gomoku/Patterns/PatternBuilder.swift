/// Works out the pattern of every window for one colour from the definition of a winning row.
///
/// Each pattern follows from those of the windows with one more stone, which have smaller numbers and
/// are known already.
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

  /// One pattern for each window number. Windows that no board has stay dead.
  mutating func build() -> [LinePattern] {
    let before = LineWindow.halves(radius: radius, farEndFirst: true)
    for after in LineWindow.halves(radius: radius, farEndFirst: false) {
      for half in before {
        let window = LineWindow(bits: after << (2 * radius) | half, radius: radius)
        patterns[window.bits] = pattern(of: window)
      }
    }
    return patterns
  }

  private func pattern(of window: LineWindow) -> LinePattern {
    let row = row(in: window)
    if variant.rowWins(length: row.length, enclosed: row.enclosed, of: color) { return .five }
    if row.length > 5 { return .overline }
    let empties = window.empties
    var fivePoints: [Int] = []
    var count = InlineArray<15, Int>(repeating: 0)
    for offset in empties {
      let next = patterns[window.adding(color, at: offset).bits]
      count[Int(next.rawValue)] += 1
      if next == .five { fivePoints.append(offset) }
    }
    if !fivePoints.isEmpty { return four(in: window, empties: empties, fivePoints: fivePoints) }
    func ways(_ patterns: LinePattern...) -> Int {
      patterns.reduce(0) { $0 + count[Int($1.rawValue)] }
    }
    switch ways(.openFour) {
    case 0: break
    case 1: return .openThree
    default: return .openThreeFree
    }
    if ways(.four) > 0 { return .blockedThree }
    switch ways(.openThree, .openThreeFree) {
    case 0: break
    case 1, 2: return .openTwo
    case 3: return .openTwoWide
    default: return .openTwoFree
    }
    if ways(.blockedThree) > 0 { return .blockedTwo }
    if ways(.openTwo, .openTwoWide, .openTwoFree) > 0 { return .openOne }
    return ways(.blockedTwo) > 0 ? .blockedOne : .dead
  }

  /// Tells the fours apart: open when after every reply a five is still left.
  private func four(in window: LineWindow, empties: [Int], fivePoints: [Int]) -> LinePattern {
    guard fivePoints.count > 1 else { return .four }
    if variant == .renju, color == .black {
      // The two ends of one unbroken four are five steps apart; anything else is two fours.
      return fivePoints.count == 2 && fivePoints[1] - fivePoints[0] == 5 ? .openFour : .doubleFour
    }
    let canBeStopped = empties.contains { reply in
      let stopped = window.adding(color.opponent, at: reply)
      return !fivePoints.contains { point in
        point != reply && patterns[stopped.adding(color, at: point).bits] == .five
      }
    }
    return canBeStopped ? .four : .openFour
  }

  /// The row through the point itself, as far as the window shows it.
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

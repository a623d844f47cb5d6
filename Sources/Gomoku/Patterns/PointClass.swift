import GomokuRules

/// What a stone on an empty point makes for one colour, all four lines together, weakest first.
///
/// From `suspectFour` on, the stone threatens a five. The classes follow Rapfi's design.
enum PointClass: UInt8, CaseIterable, Comparable {
  case none
  case two
  case blockedThree
  case doubleTwo
  case blockedThreePlus
  case three
  case threePlus
  case doubleThree
  /// Renju, Black: a double three if both threes are real; the rules have to be asked.
  case suspect
  /// Renju, Black: an overline or a double four.
  case forbidden
  /// Renju, Black: a four, but a double three as well if both threes are real.
  case suspectFour
  case four
  case fourPlus
  case fourThree
  /// An open four, or two fours at once.
  case openFour
  case five

  /// Pairs of classes, numbered by `16 * first + second`.
  static let pairCount = 256

  static func < (a: PointClass, b: PointClass) -> Bool { a.rawValue < b.rawValue }

  /// The class of four patterns in any order.
  init(_ patterns: [LinePattern], isRenjuBlack: Bool) {
    func count(_ wanted: LinePattern...) -> Int { patterns.count { wanted.contains($0) } }
    let threes = count(.openThree, .openThreeFree)
    let fours = count(.four, .openFour)
    let twos = count(.openTwo, .openTwoWide, .openTwoFree)
    let blockedThrees = count(.blockedThree)
    if count(.five) > 0 {
      self = .five
    } else if isRenjuBlack, count(.overline, .doubleFour) > 0 || fours >= 2 {
      self = .forbidden
    } else if isRenjuBlack, threes >= 2 {
      self = fours > 0 ? .suspectFour : .suspect
    } else if count(.openFour) > 0 || fours >= 2 {
      self = .openFour
    } else if fours == 1 {
      self = threes > 0 ? .fourThree : twos + blockedThrees > 0 ? .fourPlus : .four
    } else if threes > 0 {
      self = threes > 1 ? .doubleThree : twos + blockedThrees > 0 ? .threePlus : .three
    } else if blockedThrees > 0 {
      self = twos + blockedThrees > 1 ? .blockedThreePlus : .blockedThree
    } else {
      self = twos > 1 ? .doubleTwo : twos == 1 ? .two : .none
    }
  }
}

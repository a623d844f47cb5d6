import GomokuRules

/// The class of an empty point for one colour, from the shapes that a stone there makes along its
/// four lines.
///
/// The weakest class comes first; from `suspectFour` on, the stone makes a four or a five. The
/// classes follow Rapfi's design.
enum PointClass: UInt8, CaseIterable, Comparable {
  /// No open two, and nothing better on any line.
  case none
  case two
  case blockedThree
  /// Two open twos.
  case doubleTwo
  /// A blocked three with another blocked three or an open two.
  case blockedThreePlus
  case three
  /// An open three with an open two or a blocked three.
  case threePlus
  /// Two open threes.
  case doubleThree
  /// Renju, Black: two threes, forbidden if both can become open fours by legal moves. The patterns
  /// do not decide that (`Board.isForbiddenToBlack`).
  case suspect
  /// Renju, Black: an overline or a double four.
  case forbidden
  /// Renju, Black: a four together with two threes, which are forbidden as in `suspect`.
  case suspectFour
  case four
  /// A four with an open two or a blocked three.
  case fourPlus
  /// A four with an open three.
  case fourThree
  /// An open four, or two fours at once.
  case openFour
  case five

  static let count = 16
  /// The number of pairs of classes; a pair has the number `count * first + second`.
  static let pairCount = count * count

  /// Returns the class with a raw value, which release builds do not check.
  @inline(__always) init(unchecked rawValue: UInt8) {
    assert(rawValue <= PointClass.five.rawValue)
    self = unsafeBitCast(rawValue, to: PointClass.self)
  }

  static func < (a: PointClass, b: PointClass) -> Bool { a.rawValue < b.rawValue }

  /// Classifies four patterns, in any order.
  init(_ patterns: [LinePattern], isRenjuBlack: Bool) {
    assert(patterns.count == 4)
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

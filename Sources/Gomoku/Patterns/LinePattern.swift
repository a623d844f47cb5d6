/// The pattern that a stone on an empty point makes along one line, for one colour.
///
/// The name gives the number of stones towards a five, the new stone included. An open three can
/// become an open four, which no single reply stops; an open two can become an open three.
///
/// The patterns with their order and thresholds follow the design of Rapfi
/// (github.com/dhbloo/rapfi). So do the point classes (`PointClass`), the bits of a cell
/// (`CellBits`) and the threat mask (`Board.threatMask`). The code is our own.
enum LinePattern: UInt8, CaseIterable {
  /// A useless stone, which cannot become part of a five any more.
  case dead
  /// Six or more in a row, under rules by which they do not win.
  case overline
  /// Two fours at once in one line, which renju forbids Black.
  case doubleFour
  case blockedOne
  case openOne
  case blockedTwo
  /// An open two with one or two ways to an open three.
  case openTwo
  /// An open two with three ways to an open three.
  case openTwoWide
  /// An open two with four or more ways to an open three.
  case openTwoFree
  /// A three from which one more stone makes a four, but no open four.
  case blockedThree
  /// A three from which one more stone makes an open four, on a single point.
  case openThree
  /// A three from which one more stone makes an open four, on any of two or more points.
  case openThreeFree
  /// A four that one reply can keep from becoming a five.
  case four
  /// A four that can still become a five after any single reply.
  case openFour
  case five

  /// Returns the pattern with a raw value, which release builds do not check.
  @inline(__always) init(unchecked rawValue: UInt8) {
    assert(rawValue <= LinePattern.five.rawValue)
    self = unsafeBitCast(rawValue, to: LinePattern.self)
  }
}

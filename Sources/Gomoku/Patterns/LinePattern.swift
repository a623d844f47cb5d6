/// The pattern that a stone on an empty point makes along one line, for one colour.
///
/// The name says how far the line is from a five once the stone stands there. An open pattern can
/// reach its next stage so that no single reply stops the stage after that.
///
/// The design follows Rapfi (github.com/dhbloo/rapfi), but the code is our own. It covers
/// the patterns with their order and thresholds, the point classes (`PointClass`), the cell
/// bits and the threat mask.
enum LinePattern: UInt8, CaseIterable {
  /// No five through the point is possible any more.
  case dead
  /// Six or more in a row, where that does not win.
  case overline
  /// Two fours at once in one line (renju, Black): forbidden.
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
  /// A four: the five next can be stopped by a single reply.
  case four
  /// A four: the five next cannot be stopped by a single reply along the line.
  case openFour
  case five

  /// Returns the pattern of a raw value, which release builds do not check.
  @inline(__always) init(unchecked rawValue: UInt8) {
    assert(rawValue <= LinePattern.five.rawValue)
    self = unsafeBitCast(rawValue, to: LinePattern.self)
  }
}

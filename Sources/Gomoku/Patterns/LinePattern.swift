/// What a stone on an empty point makes along one line, for one colour.
///
/// The name says how far the line is from a five once the stone stands there. "Open" means that the
/// next stage can be reached so that no single reply stops the one after it.
///
/// These patterns and their order, the thresholds between them, the classes of points made of four of
/// them (`PointClass`), the bits of the cells and the mask of the threats present follow the design of
/// Rapfi (github.com/dhbloo/rapfi). The code is our own.
enum LinePattern: UInt8, CaseIterable {
  /// No five through the point is possible any more.
  case dead
  /// Six or more, where that does not win.
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
  /// One more stone makes a four, but no open four.
  case blockedThree
  /// One more stone on one certain point makes an open four.
  case openThree
  /// Two or more points make an open four.
  case openThreeFree
  /// A five next, which a single reply can stop.
  case four
  /// A five next, which no single reply along the line can stop.
  case openFour
  case five
}

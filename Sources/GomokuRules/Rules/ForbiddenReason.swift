import Basics

/// The reason why renju forbids Black a point.
///
/// Source: Renju International Federation, rules of renju, sections 9.2-9.5.
public enum ForbiddenReason: Hashable, CaseIterable, Sendable {
  case doubleThree
  case doubleFour
  case overline
}

extension Position {
  /// Returns the reason why renju forbids the side to move the empty `point`; `nil` if it may play
  /// there.
  public func forbiddance(of point: Point) -> ForbiddenReason? {
    sideToMove == .black ? blackForbiddance(of: point) : nil
  }

  /// The points that renju forbids Black in this position, whichever side is to move.
  public var forbiddenPoints: [Point] { emptyPoints.filter { blackForbiddance(of: $0) != nil } }

  /// Returns the reason why renju forbids Black the empty `point`; `nil` if he may play there, and
  /// under other rules.
  ///
  /// A five takes precedence and is always allowed. Fours are counted by the points that complete
  /// an exact five; the two ends of an open four count once. A three counts only in a line without
  /// a four, and only if a legal move turns it into an open four without making five.
  public func blackForbiddance(of point: Point) -> ForbiddenReason? {
    blackForbiddance(of: point, withLegalThreesOnly: true)
  }

  /// Returns whether Black may play on the empty `point`, and could still do so if White had more
  /// stones on other points.
  ///
  /// More white stones add no overlines, no fours, and no lines in which one more stone makes an
  /// open four. (A line whose four a white stone ends has none: that stone is next to the unbroken
  /// line through `point`.) But they can allow Black the point that makes the open four, and then
  /// the three counts. So here a three counts even if that point is forbidden.
  func staysLegalForBlack(_ point: Point) -> Bool {
    isEmpty(point) && blackForbiddance(of: point, withLegalThreesOnly: false) == nil
  }

  /// Returns the reason why Black may not play on `point`.
  ///
  /// - Parameter withLegalThreesOnly: true if a three counts only if a legal move makes it an open
  ///   four, as the rules say; false if any move does.
  private func blackForbiddance(
    of point: Point, withLegalThreesOnly: Bool
  ) -> ForbiddenReason? {
    guard variant == .renju, isEmpty(point), !isWinning(.black, at: point) else { return nil }
    var after = self
    after.put(.black, on: point)
    if Direction.allCases.contains(where: {
      after.row(of: .black, through: point, along: $0).length > 5
    }) {
      return .overline
    }
    let fours = Direction.allCases.map { after.fours(through: point, along: $0) }
    if fours.reduce(0, +) >= 2 { return .doubleFour }
    let threes = Direction.allCases.count { direction in
      fours[direction.rawValue] == 0
        && after.hasThree(through: point, along: direction, byLegalMove: withLegalThreesOnly)
    }
    return threes >= 2 ? .doubleThree : nil
  }

  /// Returns the points on a line where Black completes an exact five through his stone on `point`.
  private func fivePoints(through point: Point, along direction: Direction) -> [Point] {
    (-4...4).map { point.advanced($0, along: direction) }.filter { candidate in
      guard isEmpty(candidate) else { return false }
      let row = row(of: .black, through: candidate, along: direction)
      return row.length == 5 && self.row(row, contains: point, along: direction)
    }
  }

  private func row(_ row: Row, contains point: Point, along direction: Direction) -> Bool {
    (0..<row.length).contains { row.first.advanced($0, along: direction) == point }
  }

  /// Returns the number of fours along one line that contain Black's stone on `point`: 0, 1 or 2.
  private func fours(through point: Point, along direction: Direction) -> Int {
    let points = fivePoints(through: point, along: direction)
    return isOpenFour(points, along: direction) ? 1 : min(points.count, 2)
  }

  /// Returns whether `points`, which complete fives, are the two ends of one unbroken four.
  private func isOpenFour(_ points: [Point], along direction: Direction) -> Bool {
    points.count == 2 && points[0].advanced(5, along: direction) == points[1]
  }

  /// Returns whether Black's stone on `point` belongs to a three along `direction`.
  ///
  /// A three is a row that one legal move turns into an open four; if not `byLegalMove`, a
  /// forbidden move will do too.
  private func hasThree(
    through point: Point, along direction: Direction, byLegalMove: Bool
  ) -> Bool {
    (-4...4).map { point.advanced($0, along: direction) }.contains { candidate in
      guard isEmpty(candidate) else { return false }
      var next = self
      next.put(.black, on: candidate)
      let points = next.fivePoints(through: point, along: direction)
      return next.isOpenFour(points, along: direction)
        && !isWinning(.black, at: candidate)
        && (!byLegalMove || blackForbiddance(of: candidate) == nil)
    }
  }
}

import Basics

/// Where fives are made and how they are stopped.
extension Position {
  /// Where `color` makes five with a row that holds its stone on `point`.
  ///
  /// The last stone of such a row is next to the unbroken row through `point`, at one of its ends.
  package func fivePoints(of color: Color, beside point: Point) -> [Point] {
    var points: [Point] = []
    for direction in Direction.allCases {
      let row = row(of: color, through: point, along: direction)
      for end in [
        row.first.advanced(-1, along: direction), row.last.advanced(1, along: direction),
      ] where isEmpty(end) && isWinning(color, at: end) {
        if !points.contains(end) { points.append(end) }
      }
    }
    return points
  }

  /// The empty points on which a stone of the opponent may stop the five of `color` on `five`.
  ///
  /// The point itself. Where stones at both ends spoil a five, the ends of its rows as well.
  package func stops(ofFiveAt five: Point, of color: Color) -> [Point] {
    [five] + rowEnds(ofFiveAt: five, of: color)
  }

  /// Under caro's rules the empty points next to the rows of the five of `color` on `five`.
  package func rowEnds(ofFiveAt five: Point, of color: Color) -> [Point] {
    guard variant.hasEnclosedFives else { return [] }
    return Direction.allCases.flatMap { direction in
      let row = row(of: color, through: five, along: direction)
      return [row.first.advanced(-1, along: direction), row.last.advanced(1, along: direction)]
        .filter { row.length >= 5 && isEmpty($0) }
    }
  }

  /// The points on which a stone of the opponent stops every one of the `fives` of `color`.
  package func stops(ofAll fives: [Point], of color: Color) -> [Point] {
    guard let first = fives.first else { return [] }
    guard variant.hasEnclosedFives else { return fives.count == 1 ? fives : [] }
    return stops(ofFiveAt: first, of: color).filter { stop in
      var after = self
      try? after.place(color.opponent, on: stop)
      return !fives.contains { after.isEmpty($0) && after.isWinning(color, at: $0) }
    }
  }

  /// Whether `color` may play on `point`, whoever's turn it is.
  package func isPlayable(_ point: Point, by color: Color) -> Bool {
    size.contains(point) && isEmpty(point)
      && (color == .white || blackForbiddance(of: point) == nil)
  }
}

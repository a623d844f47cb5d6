import Basics

extension Position {
  /// Returns the empty points beside the rows of `color` through `point` where `color` could make
  /// five.
  ///
  /// A row is the unbroken one through the stone on `point`, in one of the four directions. So each
  /// five is found that contains this stone and lacks one other stone.
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

  /// Returns the empty points where an opponent's stone may stop the five that `color` threatens.
  ///
  /// `color` makes the five by a stone on `five`. The points are `five` itself and those of
  /// `rowEnds`.
  package func stops(ofFiveAt five: Point, of color: Color) -> [Point] {
    [five] + rowEnds(ofFiveAt: five, of: color)
  }

  /// Returns the points where an opponent's stone may enclose a five that `color` makes on `five`.
  ///
  /// In caro and exact caro an enclosed five does not win. The points are the empty ones next to
  /// the ends of each row of five or more. Under other rules the result is empty.
  package func rowEnds(ofFiveAt five: Point, of color: Color) -> [Point] {
    guard variant.hasEnclosedFives else { return [] }
    return Direction.allCases.flatMap { direction in
      let row = row(of: color, through: five, along: direction)
      return [row.first.advanced(-1, along: direction), row.last.advanced(1, along: direction)]
        .filter { row.length >= 5 && isEmpty($0) }
    }
  }

  /// Returns the points where one stone of the opponent stops all fives that `color` threatens.
  ///
  /// `fives` are the points where `color` could make five next.
  package func stops(ofAll fives: [Point], of color: Color) -> [Point] {
    guard let first = fives.first else { return [] }
    guard variant.hasEnclosedFives else { return fives.count == 1 ? fives : [] }
    return stops(ofFiveAt: first, of: color).filter { stop in
      var after = self
      after.put(color.opponent, on: stop)
      return !fives.contains { after.isEmpty($0) && after.isWinning(color, at: $0) }
    }
  }

  /// Returns whether `color` may play on `point`, whichever side is to move.
  package func isPlayable(_ point: Point, by color: Color) -> Bool {
    size.contains(point) && isEmpty(point)
      && (color == .white || blackForbiddance(of: point) == nil)
  }
}

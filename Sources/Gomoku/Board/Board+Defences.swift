import Basics
import GomokuRules

extension Board {
  /// Returns the empty points whose class for `color` is `pointClass`, a four or better.
  func fours(of color: Color, being pointClass: PointClass) -> PointSet {
    assert(pointClass >= .suspectFour)
    return points(in: fours[color.index], of: color, being: pointClass)
  }

  /// Returns the empty points whose class for `color` is `pointClass`, from `three` to
  /// `doubleThree`.
  func threes(of color: Color, being pointClass: PointClass) -> PointSet {
    assert(.three ... .doubleThree ~= pointClass)
    return points(in: threes[color.index], of: color, being: pointClass)
  }

  private func points(
    in set: PointSet, of color: Color, being pointClass: PointClass
  ) -> PointSet {
    var points = PointSet()
    set.forEach { point in
      if self.pointClass(of: color, at: point) == pointClass { points.insert(point) }
    }
    return points
  }

  /// Returns a legal reply that does not stop the four of `attacker`, and the five after it.
  ///
  /// The list is empty if the defender has no legal move, or the attacker threatens no five.
  ///
  /// - Precondition: no legal reply stops the four.
  func helplessReply(to attacker: Color) -> [Point] {
    guard let five = fours(of: attacker, being: .five).first else { return [] }
    var points = empties
    while let reply = points.popFirst() {
      if reply != five, isLegal(reply) { return [reply, five] }
    }
    return []
  }

  /// Returns the points that stop all the opponent's fives: usually the one point of the five.
  func repliesToFive() -> PointSet {
    assert(count(.five, of: sideToMove.opponent) > 0)
    return stops(of: .five, hasSpoilers: Rules.hasEnclosedFives)
  }

  /// Returns the replies that may stop the open fours that the opponent threatens.
  ///
  /// They are the points that stop every open four, and the points where the mover makes a four
  /// himself. Any other reply loses.
  func repliesToOpenFour() -> PointSet {
    assert(count(.openFour, of: sideToMove.opponent) > 0)
    var replies = stops(of: .openFour, hasSpoilers: true)
    replies.formUnion(fours[sideToMove.index])
    return replies
  }

  /// Returns the points where a stone of the mover leaves the opponent no point of `pointClass`.
  ///
  /// - Parameter hasSpoilers: true if a stone near a point of `pointClass`, on one of its lines,
  ///   may lower the point's class too.
  @inline(__always) private func stops(of pointClass: PointClass, hasSpoilers: Bool) -> PointSet {
    let opponent = sideToMove.opponent
    var replies = empties
    fours[opponent.index].forEach { point in
      guard self.pointClass(of: opponent, at: point) == pointClass else { return }
      var stops = PointSet()
      stops.insert(point)
      if hasSpoilers { addSpoilers(of: point, of: opponent, from: pointClass, to: &stops) }
      replies.formIntersection(stops)
    }
    return replies
  }

  /// Adds the points where an opponent's stone lowers the class of `point` for `color` below
  /// `least`.
  ///
  /// These points are on the lines along which `point` makes a four or better.
  private func addSpoilers(
    of point: Point, of color: Color, from least: PointClass, to spoilers: inout PointSet
  ) {
    let state = state(at: point)
    for direction in Direction.allCases {
      guard state.pattern(of: color, along: direction).rawValue >= LinePattern.four.rawValue
      else { continue }
      for offset in -Rules.radius...Rules.radius where offset != 0 {
        let spoiler = point.advanced(offset, along: direction)
        guard isEmpty(spoiler) else { continue }
        let spoiled = self.state(
          state, of: point, along: direction, afterStoneOf: color.opponent, at: offset)
        if spoiled.pointClass(of: color) < least { spoilers.insert(spoiler) }
      }
    }
  }
}

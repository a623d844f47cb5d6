/// The facts about a position that the checker uses instead of trying every point.
extension ProofChecker {
  /// Where `color` makes five with a row that holds its stone on `point`.
  ///
  /// The last stone of such a row is next to the unbroken row through `point`, at one of its ends.
  func fivePoints(of color: Color, beside point: Point) -> [Point] {
    var points: [Point] = []
    for direction in Direction.allCases {
      let row = position.row(of: color, through: point, along: direction)
      for end in [
        row.first.advanced(-1, along: direction), row.last.advanced(1, along: direction),
      ] where position.isEmpty(end) && position.isWinning(color, at: end) {
        if !points.contains(end) { points.append(end) }
      }
    }
    return points
  }

  /// Whether stones beside a five can spoil it.
  private var hasEnclosedFives: Bool {
    position.variant == .caro || position.variant == .exactCaro
  }

  /// The empty points on which a stone of the loser may stop the winner's five on `five`.
  ///
  /// The point itself. Where stones at both ends spoil a five, the ends of its rows as well.
  func stops(ofFiveAt five: Point) -> [Point] { [five] + rowEnds(ofFiveAt: five) }

  /// Under caro's rules the empty points next to the rows of the winner's five on `five`.
  func rowEnds(ofFiveAt five: Point) -> [Point] {
    guard hasEnclosedFives else { return [] }
    return Direction.allCases.flatMap { direction in
      let row = position.row(of: winner, through: five, along: direction)
      return [row.first.advanced(-1, along: direction), row.last.advanced(1, along: direction)]
        .filter { row.length >= 5 && position.isEmpty($0) }
    }
  }

  /// The points on which a stone of the loser stops every one of the winner's `fives`.
  func stopsOfAll(_ fives: [Point]) -> [Point] {
    guard let first = fives.first else { return [] }
    guard hasEnclosedFives else { return fives.count == 1 ? fives : [] }
    return stops(ofFiveAt: first).filter { stop in
      var after = position
      try? after.place(loser, on: stop)
      return !fives.contains { after.isEmpty($0) && after.isWinning(winner, at: $0) }
    }
  }

  /// Whether a stone of the loser on `point` could ever be part of a five next move during a line
  /// by fours.
  ///
  /// Of the five in a row, one is `point` and one the last; the other three stand there already or
  /// are replies of the line.
  func mayMakeFour(_ point: Point, _ trail: Trail) -> Bool {
    Direction.allCases.contains { direction in
      (-4...0).contains { start in
        let others = (start...start + 4).filter { $0 != 0 }
        var count = 0
        for offset in others {
          let cell = point.advanced(offset, along: direction)
          guard position.size.contains(cell), position.color(at: cell) != winner else {
            return false
          }
          if position.color(at: cell) == loser || trail.replies.contains(cell) { count += 1 }
        }
        return count >= 3
      }
    }
  }

  /// Whether Black's stone on `point` stays legal wherever White puts a stone elsewhere.
  ///
  /// A fork needs two threes or fours. In a line without room for five Black cells, three of them
  /// his, there is neither; and within one line White's stones only take fours away. So a legal
  /// point with at most one line that has such room stays legal.
  func isPlainlyLegal(_ point: Point) -> Bool {
    let lines = Direction.allCases.count { direction in
      (-4...0).contains { start in
        let cells = (start...start + 4).map { point.advanced($0, along: direction) }
        return cells.allSatisfy { position.size.contains($0) && position.color(at: $0) != .white }
          && cells.count { position.color(at: $0) == .black } >= 2
      }
    }
    return lines <= 1
  }
}

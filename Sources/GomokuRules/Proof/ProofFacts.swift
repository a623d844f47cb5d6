import Basics

/// The facts about a position that the checker uses instead of trying every point.
extension ProofChecker {
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

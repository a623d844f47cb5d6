import Basics

/// Facts about positions that let the proof checker skip most points.
extension ProofChecker {
  /// Returns whether the loser's stone on `point` could be part of a four during a line of fours.
  ///
  /// Such a four would interrupt the winner. A four needs a row of five cells: `point`, the point
  /// that completes the five, and three more. The three hold stones of the loser already, or are
  /// among his replies in `trail`.
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

  /// Returns true only if Black's legal move on `point` stays legal whatever White adds (renju).
  ///
  /// A forbidden fork needs two threes or fours. For a three or four, a line needs five cells free
  /// of White, three of them Black with the new stone. Within one line, White's stones can only
  /// remove fours. So a legal point with at most one line of this kind stays legal.
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

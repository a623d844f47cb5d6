import Basics
import GomokuRules
import SearchKit

extension VCFSolver {
  /// Returns the relevance zone of a win that `solve` has just found: the points where a defender's
  /// stone could change it.
  ///
  /// A reply outside the zone meets the same fours: it stops none of them, and no forced reply
  /// makes a four with it. The zone has all empty points if the win relies on a forbidden reply or
  /// has a move that may be forbidden. The same holds if a part of the win is not found again.
  /// Relevance zones are from Wu et al. (2010).
  mutating func zone(_ board: inout Board<Rules>) -> PointSet {
    var zone = PointSet()
    let isKnown = collectZone(&board, &zone)
    return isKnown ? zone : board.empties
  }

  /// Adds the zone of the win from this position on; returns false if the zone has all empty
  /// points.
  private mutating func collectZone(_ board: inout Board<Rules>, _ zone: inout PointSet) -> Bool {
    let own = board.sideToMove
    zone.formUnion(board.fours[own.opponent.index])
    guard let move = winningMove(&board) else { return false }
    zone.insert(move)
    let pointClass = board.pointClass(of: own, at: move)
    if pointClass == .suspect || pointClass == .suspectFour { return false }
    if pointClass == .five {
      if Rules.hasEnclosedFives { board.addRowEnds(ofFiveAt: move, of: own, to: &zone) }
      return true
    }
    board.make(move)
    defer { board.unmake() }
    var replies = board.repliesToFive()
    let fives = board.fours(of: own, being: .five)
    zone.formUnion(replies)
    zone.formUnion(fives)
    if Rules.hasEnclosedFives {
      fives.forEach { board.addRowEnds(ofFiveAt: $0, of: own, to: &zone) }
    }
    while let reply = replies.popFirst() {
      guard board.isLegal(reply) else { return false }
      board.make(reply)
      let isKnown = collectZone(&board, &zone)
      board.unmake()
      if !isKnown { return false }
    }
    return true
  }
}

extension Board {
  /// Adds the empty points next to the fives that `color` makes on `point`.
  ///
  /// Under caro's rules, the opponent's stones at both ends of a row spoil a five. If one end is
  /// occupied by him, the other is a reply.
  fileprivate func addRowEnds(ofFiveAt point: Point, of color: Color, to points: inout PointSet) {
    let state = state(at: point)
    for direction in Direction.allCases
    where state.pattern(of: color, along: direction) == .five {
      for step in [-1, 1] {
        var end = point.advanced(step, along: direction)
        while lineCell(at: end, along: direction) == CellBits.stone(color) {
          end = end.advanced(step, along: direction)
        }
        if isEmpty(end) { points.insert(end) }
      }
    }
  }
}

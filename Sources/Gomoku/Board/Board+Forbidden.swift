import Basics
import GomokuRules
import SearchKit

extension Board {
  /// Whether the side to move may play on the empty `point`.
  @inline(__always) func isLegal(_ point: Point) -> Bool {
    guard Rules.hasForbiddenPoints, sideToMove == .black else { return true }
    return !isForbiddenToBlack(point)
  }

  /// Whether the side to move may play anywhere. A Black who has only forbidden points left loses.
  var hasLegalPoint: Bool { empties.points.contains { isLegal($0) } }

  /// Whether renju forbids Black the empty `point`.
  @inline(__always) func isForbiddenToBlack(_ point: Point) -> Bool {
    isForbiddenToBlack(point, state(at: point))
  }

  /// Whether renju forbids Black the empty `point`, after the stones supposed.
  @inline(__always) private func isForbiddenToBlack(
    _ point: Point, _ state: CellState, after supposed: UnsafePointer<Supposition>? = nil
  ) -> Bool {
    switch state.pointClass(of: .black) {
    case .forbidden: true
    case .suspect, .suspectFour: isRealDoubleThree(point, state, after: supposed)
    default: false
    }
  }

  /// Whether two of the threes that Black's stone on `point` makes can become open fours legally, after
  /// the stones supposed.
  private func isRealDoubleThree(
    _ point: Point, _ state: CellState, after earlier: UnsafePointer<Supposition>? = nil
  ) -> Bool {
    withUnsafePointer(to: Supposition(point: point, earlier: earlier)) { supposed in
      var real = 0
      for direction in Direction.allCases {
        let pattern = state.pattern(of: .black, along: direction)
        guard pattern == .openThree || pattern == .openThreeFree else { continue }
        if canMakeOpenFour(near: point, along: direction, after: supposed) { real += 1 }
        if real == 2 { return true }
      }
      return false
    }
  }

  private func canMakeOpenFour(
    near point: Point, along direction: Direction, after supposed: UnsafePointer<Supposition>
  ) -> Bool {
    let (number, cell) = LinePlace.of(point.index, direction)
    let line = line(number, direction, after: supposed)
    for offset in -4...4
    where isJoinedOpenFour(line, from: cell, to: cell &+ offset) {
      let candidate = point.advanced(offset, along: direction)
      let state = freshState(of: candidate, after: supposed)
      guard state.pointClass(of: .black) != .five else { continue }
      if !isForbiddenToBlack(candidate, state, after: supposed) { return true }
    }
    return false
  }

  /// Whether Black would complete an open four on the empty `candidate` of a line, and one that contains
  /// the stone on `cell`.
  @inline(__always) private func isJoinedOpenFour(
    _ line: UInt64, from cell: Int, to candidate: Int
  ) -> Bool {
    guard CellBits.cell(candidate, of: line) == CellBits.empty,
      blackPattern(line, candidate) == .openFour
    else { return false }
    let step = candidate < cell ? 1 : -1
    var next = candidate &+ step
    while next != cell {
      guard CellBits.cell(next, of: line) == CellBits.black else { return false }
      next = next &+ step
    }
    return true
  }
}

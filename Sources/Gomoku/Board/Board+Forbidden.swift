import Basics
import GomokuRules
import SearchKit

extension Board {
  /// Returns whether the side to move may play on the empty `point`.
  @inline(__always) func isLegal(_ point: Point) -> Bool {
    assert(isEmpty(point))
    guard Rules.hasForbiddenPoints, sideToMove == .black else { return true }
    return !isForbiddenToBlack(point)
  }

  /// True if the side to move has a legal point.
  ///
  /// In renju Black may have none; the search scores that as a loss.
  var hasLegalPoint: Bool { empties.points.contains { isLegal($0) } }

  /// Returns whether renju forbids Black the empty `point`.
  @inline(__always) func isForbiddenToBlack(_ point: Point) -> Bool {
    isForbiddenToBlack(point, state(at: point))
  }

  /// Returns whether renju forbids Black the empty `point` once further black stones are placed.
  ///
  /// - Parameter stones: the list of these stones (`HypotheticalStone`); `nil` for none.
  @inline(__always) private func isForbiddenToBlack(
    _ point: Point, _ state: CellState, withStones stones: UnsafePointer<HypotheticalStone>? = nil
  ) -> Bool {
    switch state.pointClass(of: .black) {
    case .forbidden: true
    case .suspect, .suspectFour: isRealDoubleThree(point, state, withStones: stones)
    default: false
    }
  }

  /// Returns whether at least two threes of Black's stone on `point` can become open fours by legal
  /// moves.
  ///
  /// - Parameter previous: the list of stones that are assumed before this one
  ///   (`HypotheticalStone`).
  private func isRealDoubleThree(
    _ point: Point, _ state: CellState, withStones previous: UnsafePointer<HypotheticalStone>? = nil
  ) -> Bool {
    withUnsafePointer(to: HypotheticalStone(point: point, previous: previous)) { stones in
      var real = 0
      for direction in Direction.allCases {
        let pattern = state.pattern(of: .black, along: direction)
        guard pattern == .openThree || pattern == .openThreeFree else { continue }
        if canMakeOpenFour(near: point, along: direction, withStones: stones) { real += 1 }
        if real == 2 { return true }
      }
      return false
    }
  }

  /// Returns whether one more legal stone on the line makes an open four that includes `point`.
  private func canMakeOpenFour(
    near point: Point, along direction: Direction,
    withStones stones: UnsafePointer<HypotheticalStone>
  ) -> Bool {
    let (number, cell) = LineCell.of(point.index, direction)
    let line = line(number, direction, withStones: stones)
    for offset in -4...4
    where isJoinedOpenFour(line, from: cell, to: cell &+ offset) {
      let candidate = point.advanced(offset, along: direction)
      let state = freshState(of: candidate, withStones: stones)
      guard state.pointClass(of: .black) != .five else { continue }
      if !isForbiddenToBlack(candidate, state, withStones: stones) { return true }
    }
    return false
  }

  /// Returns whether Black's stone on the empty `candidate` makes an open four that includes the
  /// stone on `cell`; both are cells of `line`.
  @inline(__always) private func isJoinedOpenFour(
    _ line: LineBits, from cell: Int, to candidate: Int
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

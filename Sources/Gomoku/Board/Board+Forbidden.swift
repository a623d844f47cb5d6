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
    switch pointClass(of: .black, at: point) {
    case .forbidden: true
    case .suspect, .suspectFour: isRealDoubleThree(point)
    default: false
    }
  }

  /// Whether two of the threes that Black's stone on `point` makes can become open fours legally.
  ///
  /// Works on a copy of the lines' bits alone, so that the definition's recursion needs no full moves
  /// and the question changes nothing.
  private func isRealDoubleThree(_ point: Point) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Board.lineCount) { copy in
      guard let copied = copy.baseAddress else { return false }
      copied.initialize(from: lines, count: Board.lineCount)
      return isRealDoubleThree(point, state(at: point), in: copied)
    }
  }

  /// The same on `lines`, which come back as they were.
  private func isRealDoubleThree(
    _ point: Point, _ state: CellState, in lines: Lines
  ) -> Bool {
    flip(point, CellBits.change(.black), in: lines)
    defer { flip(point, CellBits.change(.black), in: lines) }
    var real = 0
    for direction in Direction.allCases {
      let pattern = state.pattern(of: .black, along: direction)
      guard pattern == .openThree || pattern == .openThreeFree else { continue }
      if canMakeOpenFour(near: point, along: direction, in: lines) { real += 1 }
      if real == 2 { return true }
    }
    return false
  }

  private func canMakeOpenFour(
    near point: Point, along direction: Direction, in lines: Lines
  ) -> Bool {
    for offset in -4...4 where offset != 0 {
      let candidate = point.advanced(offset, along: direction)
      guard isEmpty(candidate) else { continue }
      let state = freshState(of: candidate, in: lines)
      guard state.pattern(of: .black, along: direction) == .openFour,
        isJoined(candidate, to: point, along: direction, in: lines)
      else { continue }
      switch state.pointClass(of: .black) {
      case .five, .forbidden: continue
      case .suspect where isRealDoubleThree(candidate, state, in: lines): continue
      case .suspectFour where isRealDoubleThree(candidate, state, in: lines): continue
      default: return true
      }
    }
    return false
  }

  /// Whether the open four that Black would complete on `candidate` contains `point`.
  private func isJoined(
    _ candidate: Point, to point: Point, along direction: Direction, in lines: Lines
  ) -> Bool {
    let step = candidate < point ? 1 : -1
    let sign = direction.step > 0 ? step : -step
    var next = candidate.advanced(sign, along: direction)
    while next != point {
      guard lineCell(at: next, along: direction, in: lines) == CellBits.black else { return false }
      next = next.advanced(sign, along: direction)
    }
    return true
  }
}

import Basics
import LiuzhouRules

/// The generation and ordering of moves. The lists are kept on the search's move stack.
extension AlphaBeta {
  /// Lists all actions with move-ordering scores: table move, captures, killers, then history.
  @inline(__always) mutating func listActions(
    _ position: Position, tableMove: SearchMove, ply: Int
  ) -> MoveList {
    let start = moveTop
    let side = position.sideToMove
    let (own, empty) = (position.own, position.empty)
    switch position.phase {
    case .placing:
      for point in empty {
        let move = SearchMove(place: point)
        let earned = book.earned(at: point, by: own | PointSet(point))
        // A bonus for a placement on a point where the opponent would earn captures.
        let denied = book.earned(at: point, by: position.opponent | PointSet(point))
        let bonus = Int32(truncatingIfNeeded: denied) &* SearchParameters.deniedCaptureScore
        push(
          move, earned: earned, orderingScore: orderingScore(move, side, ply, tableMove) &+ bonus)
      }
    case .forcing, .exchanging:
      let required = book.requiredCaptures(earned: 1, in: position)
      push(required.isEmpty ? .pass : .remove, earned: 0, orderingScore: 0)
    case .moving:
      let stoneCount = own.count
      for from in own {
        for to in book.targets(from: from, empty: empty, stoneCount: stoneCount) {
          let move = SearchMove(slide: from, to: to)
          let earned = book.earned(at: to, by: own - PointSet(from) | PointSet(to))
          push(move, earned: earned, orderingScore: orderingScore(move, side, ply, tableMove))
        }
      }
      if moveTop == start {
        push(
          book.requiredCapturesIfBlocked(in: position).isEmpty ? .pass : .remove, earned: 0,
          orderingScore: 0)
      }
    }
    return MoveList(start: moves + start, count: moveTop &- start)
  }

  /// Lists the actions that earn captures.
  @inline(__always) mutating func listEarningActions(_ position: Position) -> MoveList {
    let start = moveTop
    let (own, empty) = (position.own, position.empty)
    if position.phase == .placing {
      if !book.cannotComplete(own, on: empty) {
        for point in empty {
          let earned = book.earned(at: point, by: own | PointSet(point))
          if earned > 0 { push(SearchMove(place: point), earned: earned, orderingScore: 0) }
        }
      }
    } else {
      let stoneCount = own.count
      for from in own {
        for to in book.targets(from: from, empty: empty, stoneCount: stoneCount) {
          let earned = book.earned(at: to, by: own - PointSet(from) | PointSet(to))
          if earned > 0 { push(SearchMove(slide: from, to: to), earned: earned, orderingScore: 0) }
        }
      }
    }
    return MoveList(start: moves + start, count: moveTop &- start)
  }

  /// Lists each stone of `pool` as a capture: the table move, then by formations and history.
  @inline(__always) mutating func listCaptures(
    _ position: Position, pool: PointSet, tableMove: SearchMove
  ) -> MoveList {
    let start = moveTop
    let (own, opponent) = (position.own, position.opponent)
    for point in pool {
      let move = SearchMove(capture: point)
      var orderingScore =
        book.formationScore(of: point, among: opponent, against: own)
        &* SearchParameters.formationFactor
      orderingScore &+=
        history.score(of: move, by: position.sideToMove) / SearchParameters.captureHistoryDivisor
      if move == tableMove { orderingScore = .max }
      push(move, earned: 0, orderingScore: orderingScore)
    }
    return MoveList(start: moves + start, count: moveTop &- start)
  }

  /// Returns the move-ordering score of an action, without the bonus for its captures.
  @inline(__always) private func orderingScore(
    _ move: SearchMove, _ side: Color, _ ply: Int, _ tableMove: SearchMove
  ) -> Int32 {
    if move == tableMove { return SearchParameters.tableMoveScore }
    let killer: Int32 = history.isKiller(move, atPly: ply) ? SearchParameters.killerScore : 0
    return killer &+ history.score(of: move, by: side)
  }

  /// Pushes a move onto the stack, with a bonus for the captures that it earns.
  @inline(__always) private mutating func push(
    _ move: SearchMove, earned: Int, orderingScore: Int32
  ) {
    assert(moveTop < AlphaBeta.moveCapacity)
    let bonus: Int32 =
      earned > 0 ? Int32(truncatingIfNeeded: earned) &* SearchParameters.earnedCaptureScore : 0
    moves[moveTop] = RankedMove(
      move: move, earned: Int16(truncatingIfNeeded: earned), orderingScore: orderingScore &+ bonus)
    moveTop &+= 1
  }
}

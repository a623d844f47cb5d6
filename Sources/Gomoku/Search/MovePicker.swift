import Basics
import GomokuRules
import SearchKit

/// The staged move picker of a node: the table move first, then the generated moves by ordering
/// score.
///
/// Moves are generated only if the table move does not cause a cut-off.
struct MovePicker {
  let tableMove: Point?
  /// The index of this node's first move in the search's move stack.
  let base: Int
  /// The end of this node's moves in the move stack.
  private var end: Int
  /// The index of the next move to return.
  private var next: Int
  /// The partition point: no move before `front` ranks below a move from `front` on.
  ///
  /// As long as moves before `front` are left, the best of them is the best of all.
  private var front: Int
  private var stage: Stage
  /// The difference between the best listed move's ordering score and the last returned move's;
  /// zero for the table move.
  private(set) var gap = 0

  /// The stages in order. In `loudOnly` the quiet moves have been removed from the list.
  private enum Stage { case tableMove, generation, list, loudOnly }

  /// - Parameter base: the first free index of the move stack.
  @inline(__always) init(tableMove: Point?, base: Int) {
    self.tableMove = tableMove
    self.base = base
    end = base
    next = base
    front = base
    stage = .tableMove
  }

  /// Returns the next move; `nil` if none is left. The caller checks legality.
  ///
  /// - Parameter skipsQuiet: true to drop the quiet moves from now on. Allowed only after a listed
  ///   move has been returned, because `gap` is measured from the best move of the whole list.
  @inline(__always) mutating func nextMove<Rules: RuleTraits>(
    in search: inout AlphaBeta<Rules>, atPly ply: Int, skipsQuiet: Bool = false
  ) -> Point? {
    if stage == .tableMove {
      stage = .generation
      if let tableMove { return tableMove }
    }
    if stage == .generation {
      (front, end) = search.generateMoves(from: base, atPly: ply)
      stage = .list
    }
    if skipsQuiet, stage == .list {
      assert(next > base || end == base)
      end = search.dropQuiet(from: next, to: end)
      front = end
      stage = .loudOnly
    }
    while next < end {
      if next == front { front = end }
      let point = pickBest(search.moves)
      if point != tableMove { return point }
    }
    return nil
  }

  /// Calls `body` with each generated move that has been taken from the list so far.
  @inline(__always) func forEachTried(
    in moves: UnsafeMutablePointer<ScoredMove>, _ body: (Point) -> Void
  ) {
    var index = base
    while index < next {
      body(moves[index].point)
      index &+= 1
    }
  }

  /// Returns the best of the moves from `next` to `front`, and swaps it to `next`.
  @inline(__always) private mutating func pickBest(_ moves: UnsafeMutablePointer<ScoredMove>)
    -> Point
  {
    assert(base <= next && next < front && front <= end)
    var best = next
    var index = next &+ 1
    while index < front {
      if moves[index].score > moves[best].score { best = index }
      index &+= 1
    }
    let move = moves[best]
    moves[best] = moves[next]
    moves[next] = move
    next &+= 1
    gap = Int(moves[base].score &- move.score)
    return move.point
  }
}

extension AlphaBeta {
  /// Generates the moves worth searching into the move stack, with their ordering scores.
  ///
  /// If the opponent threatens a five or an open four, these are the replies that may stop him.
  /// Otherwise they are the points near stones.
  ///
  /// - Returns: the end of the list, and its partition point `front`. Every move before `front`
  ///   ranks at least as high as every move from `front` on.
  @inline(__always) mutating func generateMoves(
    from base: Int, atPly ply: Int
  ) -> (front: Int, end: Int) {
    let opponent = board.sideToMove.opponent
    if board.count(.five, of: opponent) > 0 { return list(board.repliesToFive(), base, ply) }
    if board.count(.openFour, of: opponent) > 0 {
      return list(board.repliesToOpenFour(), base, ply)
    }
    guard mix != nil, parameters.policyScale > 0 else { return list(board.candidates, base, ply) }
    let end = list(
      board.candidates, base, ply, staticOrderingWeight: parameters.staticOrderingWeight
    )
    .end
    return (consultPolicy(from: base, to: end), end)
  }

  /// Removes the quiet moves from a part of the move stack.
  ///
  /// - Returns: the new end of the list.
  mutating func dropQuiet(from start: Int, to end: Int) -> Int {
    assert(start <= end)
    var kept = start
    for index in start..<end {
      if isQuiet(moves[index].point) { continue }
      moves[kept] = moves[index]
      kept &+= 1
    }
    return kept
  }

  /// Returns whether the move on an empty point makes less than a three and takes no four from the
  /// opponent.
  @inline(__always) func isQuiet(_ point: Point) -> Bool {
    let (own, state) = (board.sideToMove, board.state(at: point))
    return state.pointClass(of: own) < .three && state.pointClass(of: own.opponent) < .four
  }

  /// Adds the policy's scaled logits to the ordering scores of the best listed moves.
  ///
  /// The policy scores only the best `SearchParameters.policyBreadth` moves. The others get the
  /// lowest of these additions, or zero if all are positive, so that none overtakes a scored move.
  ///
  /// - Returns: the end of the scored moves, which is the list's partition point.
  private mutating func consultPolicy(from base: Int, to end: Int) -> Int {
    let place = min(base &+ parameters.policyBreadth, end)
    if place < end { select(place, from: base, to: end) }
    for index in base..<place { policyPoints[index &- base] = moves[index].point.rawValue }
    mix?.writeLogits(policyPoints, count: place &- base, on: board, to: policyLogits)
    let scale = Float(parameters.policyScale)
    var least: Int32 = 0
    for index in base..<place {
      let logit = Int32(policyLogits[index &- base] * scale)
      raise(index, by: logit)
      least = min(least, logit)
    }
    for index in place..<end { raise(index, by: least) }
    return place
  }

  // Not `score &+=`, which Swift 6.3 cannot compile with the thread sanitizer.
  @inline(__always) private func raise(_ index: Int, by points: Int32) {
    let move = moves[index]
    moves[index] = ScoredMove(point: move.point, score: move.score &+ points)
  }

  /// Partitions the list so that the best moves come before index `place` (Hoare,
  /// *Algorithm 65: Find*, 1961).
  private func select(_ place: Int, from base: Int, to end: Int) {
    assert(base < place && place < end)
    var (low, high) = (base, end &- 1)
    while low < high {
      let pivot = moves[(low &+ high) / 2].score
      var (left, right) = (low, high)
      while left <= right {
        while moves[left].score > pivot { left &+= 1 }
        while moves[right].score < pivot { right &-= 1 }
        guard left <= right else { break }
        let move = moves[left]
        moves[left] = moves[right]
        moves[right] = move
        left &+= 1
        right &-= 1
      }
      if place <= right { high = right } else if place >= left { low = left } else { return }
    }
  }

  /// Lists moves with their ordering scores, unsorted: static score, history and killer. Points of
  /// the class `forbidden` are left out.
  ///
  /// - Parameter staticOrderingWeight: the weight of the static ordering score, in hundredths.
  /// - Returns: the end of the list, which is also its partition point.
  @inline(__always) private func list(
    _ points: PointSet, _ base: Int, _ ply: Int, staticOrderingWeight: Int = 100
  ) -> (front: Int, end: Int) {
    let own = board.sideToMove
    let last = board.move(1)
    let killer = plies[ply].killer
    var end = base
    points.forEach { point in
      let state = board.state(at: point)
      if Rules.hasForbiddenPoints, state.pointClass(of: own) == .forbidden { return }
      var score = staticOrderingWeight &* board.orderingScore(of: state) / 100
      score &+=
        parameters.historyRank &* history.score(own, point, after: last) / (2 &* History.limit)
      if point == killer { score &+= parameters.killerRank }
      (moves + end).initialize(
        to: ScoredMove(point: point, score: Int32(truncatingIfNeeded: score)))
      end &+= 1
    }
    return (end, end)
  }
}

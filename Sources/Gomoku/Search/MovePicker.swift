import Basics
import GomokuRules
import SearchKit

/// Hands out a node's moves, the most promising first: the table's move before any is generated.
struct MovePicker {
  let tableMove: Point?
  /// Where this node's moves start in the search's move stack.
  let base: Int
  private var end: Int
  private var next: Int
  /// No move from here to the end is better than one before: while some of those are left, the best
  /// of them is the best of all.
  private var front: Int
  private var stage: Stage
  /// How far the ordering score of the move handed out last is below the best one's; zero for the
  /// table's move.
  private(set) var gap = 0

  private enum Stage { case tableMove, generation, list, loudOnly }

  /// - Parameter base: the first free place in the move stack.
  @inline(__always) init(tableMove: Point?, base: Int) {
    self.tableMove = tableMove
    self.base = base
    end = base
    next = base
    front = base
    stage = .tableMove
  }

  /// The next move, or `nil` when there is none left. Legality is the caller's to check.
  ///
  /// - Parameter skipsQuiet: leaves out quiet moves, from now on; gaps are still those to the best of
  ///   all, so that one has to be handed out before.
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

  /// Calls `body` with the generated moves handed out so far.
  @inline(__always) func forEachTried(
    in moves: UnsafeMutablePointer<ScoredMove>, _ body: (Point) -> Void
  ) {
    var index = base
    while index < next {
      body(moves[index].point)
      index &+= 1
    }
  }

  /// Moves the best of the rest to the front and takes it.
  @inline(__always) private mutating func pickBest(_ moves: UnsafeMutablePointer<ScoredMove>)
    -> Point
  {
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
  /// Writes the moves worth searching to the move stack, with their scores.
  ///
  /// Against a five or an open four these are the exact replies, otherwise the points near stones.
  ///
  /// - Returns: the end of the list, and the end of its front: no move behind that is better than
  ///   one before.
  @inline(__always) mutating func generateMoves(
    from base: Int, atPly ply: Int
  ) -> (front: Int, end: Int) {
    let opponent = board.sideToMove.opponent
    if board.count(.five, of: opponent) > 0 { return list(board.repliesToFive(), base, ply) }
    if board.count(.openFour, of: opponent) > 0 {
      return list(board.repliesToOpenFour(), base, ply)
    }
    guard mix != nil, margins.policyScale > 0 else { return list(board.candidates, base, ply) }
    let end = list(board.candidates, base, ply, promiseShare: margins.promiseShare).end
    return (consultPolicy(from: base, to: end), end)
  }

  /// Keeps of the listed moves those that make a three at least or deny a four.
  ///
  /// - Returns: the end of what is left.
  mutating func dropQuiet(from start: Int, to end: Int) -> Int {
    let own = board.sideToMove
    var kept = start
    for index in start..<end {
      let state = board.state(at: moves[index].point)
      let isQuiet =
        state.pointClass(of: own) < .three && state.pointClass(of: own.opponent) < .four
      if isQuiet { continue }
      moves[kept] = moves[index]
      kept &+= 1
    }
    return kept
  }

  /// Adds what the network says of the best of the listed moves. The others get the least that
  /// it says of these, or nothing if it speaks well of all.
  ///
  /// - Returns: the end of those that it was asked about.
  private mutating func consultPolicy(from base: Int, to end: Int) -> Int {
    let place = min(base &+ margins.policyBreadth, end)
    if place < end { select(place, from: base, to: end) }
    for index in base..<place { asked[index &- base] = moves[index].point.rawValue }
    mix?.score(asked, count: place &- base, on: board, to: answers)
    let scale = Float(margins.policyScale)
    var least: Int32 = 0
    for index in base..<place {
      let says = Int32(answers[index &- base] * scale)
      raise(index, by: says)
      least = min(least, says)
    }
    for index in place..<end { raise(index, by: least) }
    return place
  }

  // Not `score &+=`, which the compiler (6.3) cannot do with the thread sanitizer.
  @inline(__always) private func raise(_ index: Int, by points: Int32) {
    let move = moves[index]
    moves[index] = ScoredMove(point: move.point, score: move.score &+ points)
  }

  /// Brings the best of the listed moves before a place in the list (Hoare, *Algorithm 65: Find*, 1961).
  private func select(_ place: Int, from base: Int, to end: Int) {
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

  /// - Parameter promiseShare: what their promise counts, in hundredths.
  /// - Returns: the end of the list; in no order, it is all front.
  @inline(__always) private func list(
    _ points: PointSet, _ base: Int, _ ply: Int, promiseShare: Int = 100
  ) -> (front: Int, end: Int) {
    let own = board.sideToMove
    let last = board.move(1)
    let killer = plies[ply].killer
    var end = base
    points.forEach { point in
      let state = board.state(at: point)
      if Rules.hasForbiddenPoints, state.pointClass(of: own) == .forbidden { return }
      var score = promiseShare &* board.promise(of: state) / 100
      score &+= margins.historyRank &* history.score(own, point, after: last) / (2 &* History.limit)
      if point == killer { score &+= margins.killerRank }
      (moves + end).initialize(
        to: ScoredMove(point: point, score: Int32(truncatingIfNeeded: score)))
      end &+= 1
    }
    return (end, end)
  }
}

import Basics
import GomokuRules
import SearchKit
import SearchTypes

extension AlphaBeta {
  /// Returns the value of a leaf: its evaluation, or a higher value that a sequence of fours
  /// reaches.
  ///
  /// The side to move may stand pat, unless it has to answer a four.
  ///
  /// - Parameter fours: the number of fours played since the last full-width node. All fours but
  ///   the first must be near the attacker's last stone, or also make an open three. After
  ///   `SearchParameters.plainFours` fours, the next must also make an open two, a blocked three or
  ///   more.
  mutating func quiesce(_ alpha: Score, _ beta: Score, ply: Int, fours: Int) -> Score {
    assert(alpha < beta && 0...AlphaBeta.maximumPly ~= ply && fours >= 0)
    plies[ply].variationLength = 0
    if enterNode(atPly: ply) || board.isFull { return .draw }
    if let result = board.staticResult(atPly: ply) { return result }
    if ply >= AlphaBeta.maximumPly { return evaluate(alpha, beta, depth: 0) }
    let own = board.sideToMove
    if board.count(.five, of: own.opponent) > 0 {
      return answerFour(alpha, beta, ply: ply, fours: fours)
    }
    let depth = quietDepth(after: fours)
    let entry = table.probe(board.key)
    let node = Node(alpha: alpha, beta: beta, depth: depth, ply: ply, isCutNode: false)
    if let score = tableCutoff(entry, node) { return score }
    let evaluation = entry?.evaluation ?? evaluate(alpha, beta, depth: 0)
    var best = evaluation
    guard best < beta, board.fourCount(of: own) > 0 else { return best }
    var alpha = max(alpha, best)
    var bestMove: Point?
    let base = moveBase(atPly: ply)
    let end = listFours(from: base, after: fours)
    var index = base
    while index < end {
      let point = moves[index].point
      index &+= 1
      guard board.isLegal(point) else { continue }
      board.make(point)
      let score = -quiesce(-beta, -alpha, ply: ply &+ 1, fours: fours &+ 1)
      board.unmake()
      if isStopped { return .draw }
      if score > best {
        best = score
        if score > alpha {
          alpha = score
          bestMove = point
          extendVariation(point, atPly: ply)
          if score >= beta { break }
        }
      }
    }
    let bound: Bound = best >= beta ? .lower : bestMove != nil ? .exact : .upper
    table.store(
      board.key,
      TableEntry(
        move: bestMove?.rawValue ?? 0, score: best.stored(atPly: ply), evaluation: evaluation,
        depth: depth, bound: bound))
    return best
  }

  /// Returns the value of the best reply where the side to move must answer a four.
  private mutating func answerFour(
    _ alpha: Score, _ beta: Score, ply: Int, fours: Int
  ) -> Score {
    var best = Score.loss(inPlies: ply &+ 2)
    var alpha = alpha
    var replies = board.repliesToFive()
    while let reply = replies.popFirst() {
      guard board.isLegal(reply) else { continue }
      let score = -value(after: reply, -beta, -alpha, ply: ply &+ 1, fours: fours)
      if isStopped { return .draw }
      if score > best {
        best = score
        if score > alpha {
          alpha = score
          extendVariation(reply, atPly: ply)
          if score >= beta { break }
        }
      }
    }
    return best
  }

  /// Returns the value of the position after a reply to a four, for the side to move there.
  ///
  /// The reply is made on the board only if the table has no sufficient entry.
  @inline(__always) private mutating func value(
    after reply: Point, _ alpha: Score, _ beta: Score, ply: Int, fours: Int
  ) -> Score {
    let entry = table.probe(board.key(after: reply))
    let node = Node(
      alpha: alpha, beta: beta, depth: quietDepth(after: fours), ply: ply, isCutNode: false)
    if let score = tableCutoff(entry, node) {
      plies[ply].variationLength = 0
      return enterNode(atPly: ply) ? .draw : score
    }
    board.make(reply)
    defer { board.unmake() }
    return quiesce(alpha, beta, ply: ply, fours: fours)
  }

  /// Returns the depth with which a leaf's value is stored in the table, 0 or below.
  ///
  /// It falls with the number of fours played, because the rest of the search then tries fewer
  /// fours.
  @inline(__always) private func quietDepth(after fours: Int) -> Int {
    0 &- min(fours, parameters.plainFours)
  }

  /// Lists on the move stack the own fours worth trying after `count` fours on this line, the best
  /// ordering score first.
  ///
  /// - Returns: the end of the list.
  private mutating func listFours(from base: Int, after count: Int) -> Int {
    let own = board.sideToMove
    let last = count > 0 ? board.move(2) : nil
    let least = count < parameters.plainFours ? PointClass.suspectFour : .fourPlus
    var end = base
    board.fours[own.index].forEach { point in
      let state = board.state(at: point)
      let pointClass = state.pointClass(of: own)
      guard pointClass >= least else { return }
      if let last, pointClass != .fourThree, !isInReach(point, of: last) { return }
      let score = Int32(truncatingIfNeeded: board.orderingScore(of: state))
      moves.insert(ScoredMove(point: point, score: score), from: base, end: &end)
    }
    return end
  }

  /// Returns whether two points share a line and are at most four steps apart.
  @inline(__always) private func isInReach(_ a: Point, of b: Point) -> Bool {
    let dx = abs(a.x &- b.x)
    let dy = abs(a.y &- b.y)
    return max(dx, dy) <= 4 && (dx == 0 || dy == 0 || dx == dy)
  }
}

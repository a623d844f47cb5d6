import Basics
import GomokuRules
import SearchKit

extension AlphaBeta {
  /// The value of the position for the side to move, fail-soft within `alpha` and `beta`.
  ///
  /// - Parameters:
  ///   - depth: plies left before the leaves.
  ///   - isCutNode: whether a cut-off is expected.
  mutating func search<Node: NodeKind>(
    _ node: Node.Type, _ alpha: Score, _ beta: Score, depth: Int, ply: Int, isCutNode: Bool
  ) -> Score {
    assert(alpha < beta && 0...AlphaBeta.maximumPly ~= ply)
    assert(Node.isPrincipal ? !isCutNode : beta == alpha + 1)
    if depth <= 0 { return quiesce(alpha, beta, ply: ply, fours: 0) }
    plies[ply].variationLength = 0
    if enterNode(atPly: ply) || board.isFull { return .draw }
    if let result = board.staticResult(atPly: ply) { return result }
    if ply >= AlphaBeta.maximumPly { return board.evaluate() }
    var alpha = max(alpha, .loss(inPlies: ply &+ 2))
    let beta = min(beta, .win(inPlies: ply &+ 3))
    if alpha >= beta { return alpha }

    let entry = table.probe(board.key)
    if !Node.isPrincipal, let score = settled(by: entry, alpha, beta, depth: depth, ply: ply) {
      return score
    }
    let tableMove = tableMove(of: entry)
    // Without a table move the order is a guess: a shallower search finds a better one first.
    let depth = tableMove == nil && depth >= margins.internalReductionDepth ? depth &- 1 : depth

    let mustAnswerFive = board.count(.five, of: board.sideToMove.opponent) > 0
    let isThreatened =
      mustAnswerFive || board.count(.openFour, of: board.sideToMove.opponent) > 0
    let evaluation = entry?.evaluation ?? board.evaluate()
    plies[ply].evaluation = evaluation
    let isImproving = ply >= 2 && evaluation > plies[ply &- 2].evaluation
    if !Node.isPrincipal, !isThreatened {
      if let score = razoring(alpha, depth, ply, evaluation) { return score }
      if let score = futilityCutoff(beta, depth, evaluation, isImproving) { return score }
    }

    plies[ply &+ 1].killer = nil
    var picker = MovePicker(tableMove: tableMove, base: moveBase(atPly: ply))
    var best = -Score.infinity
    var bestMove: Point?
    var number = 0
    let originalAlpha = alpha
    let own = board.sideToMove
    while let point = picker.nextMove(in: &self, atPly: ply) {
      guard board.isLegal(point) else { continue }
      let state = board.state(at: point)
      let isQuiet = state.pointClass(of: own) < .three && state.pointClass(of: own.opponent) < .four
      if number > 0, isQuiet, !isThreatened, !best.isLoss,
        number >= margins.moveCount(depth: depth, isImproving: isImproving)
      {
        continue
      }
      number &+= 1
      // A forced reply costs no depth.
      let newDepth = mustAnswerFive ? depth : depth &- 1
      table.prefetch(board.key(after: point))
      board.make(point)
      let score = searchMove(
        node, alpha, beta, number: number, newDepth: newDepth, depth: depth, ply: ply,
        isCutNode: isCutNode, isImproving: isImproving,
        history: history.score(own, point, after: board.move(2)), gap: picker.gap)
      board.unmake()
      if isAborted { return .draw }
      if score > best {
        best = score
        if score > alpha {
          alpha = score
          bestMove = point
          if Node.isPrincipal { extendVariation(point, atPly: ply) }
          if score >= beta {
            reward(point, over: picker, depth: depth, ply: ply)
            break
          }
        }
      }
    }
    if number == 0 {
      // Against a five or an open four no reply is left: it is made, and wins.
      if isThreatened { return .loss(inPlies: ply &+ (mustAnswerFive ? 2 : 4)) }
      return board.hasLegalPoint ? evaluation : .loss(inPlies: ply &+ 2)
    }
    let bound: Bound = best >= beta ? .lower : best > originalAlpha ? .exact : .upper
    table.store(
      board.key,
      TableEntry(
        move: bestMove?.rawValue ?? 0, score: best.stored(atPly: ply), evaluation: evaluation,
        depth: depth, bound: bound))
    return best
  }

  /// Searches the position after a move: late moves shallower and with a narrow window first.
  @inline(__always) private mutating func searchMove<Node: NodeKind>(
    _ node: Node.Type, _ alpha: Score, _ beta: Score, number: Int, newDepth: Int, depth: Int,
    ply: Int, isCutNode: Bool, isImproving: Bool, history: Int, gap: Int
  ) -> Score {
    if number > 1 || !Node.isPrincipal {
      var reduced = newDepth
      if depth >= margins.reductionDepth, number > 1 {
        var reduction = self.reduction(depth: depth, number: number)
        if !isImproving { reduction &+= margins.reductionIfNotImproving }
        if isCutNode { reduction &+= margins.reductionAtCutNode }
        if Node.isPrincipal { reduction &+= margins.reductionAtPrincipalNode }
        reduction &+= margins.reductionByHistory &* history / (2 &* History.limit)
        reduction &+= min(margins.reductionByGap &* gap / 64, margins.greatestGapReduction)
        reduced = max(1, newDepth &- max(0, reduction) / 100)
      }
      var score = -search(
        ScoutNode.self, -alpha - 1, -alpha, depth: reduced, ply: ply &+ 1,
        isCutNode: reduced < newDepth || !isCutNode)
      if score > alpha, reduced < newDepth, !isAborted {
        score = -search(
          ScoutNode.self, -alpha - 1, -alpha, depth: newDepth, ply: ply &+ 1, isCutNode: !isCutNode)
      }
      guard Node.isPrincipal, score > alpha, !isAborted else { return score }
    }
    return -search(
      PrincipalNode.self, -beta, -alpha, depth: newDepth, ply: ply &+ 1, isCutNode: false)
  }

  /// Where a ply's moves start: each ply has room for a whole board.
  @inline(__always) func moveBase(atPly ply: Int) -> Int { ply &* BoardSize.mostPoints }

  /// The table's move, if it can be played here.
  @inline(__always) private func tableMove(of entry: TableEntry?) -> Point? {
    guard let entry, entry.move != 0 else { return nil }
    let point = Point(rawValue: entry.move & 1023)
    return board.isEmpty(point) ? point : nil
  }

  // MARK: Early exits

  /// What the table's entry says of a node, if that is enough for its window and depth.
  @inline(__always) func settled(
    by entry: TableEntry?, _ alpha: Score, _ beta: Score, depth: Int, ply: Int
  ) -> Score? {
    guard let entry, entry.depth >= depth else { return nil }
    let score = entry.score.restored(atPly: ply)
    if score >= beta { return entry.bound.isLower ? score : nil }
    if score <= alpha { return entry.bound.isUpper ? score : nil }
    return entry.bound == .exact ? score : nil
  }

  /// A bound when the static score is so far below alpha that only a sequence of fours can save it.
  @inline(__always) private mutating func razoring(
    _ alpha: Score, _ depth: Int, _ ply: Int, _ evaluation: Score
  ) -> Score? {
    guard depth <= margins.razorDepth, evaluation + margins.razor(depth: depth) <= alpha,
      !alpha.isProven
    else { return nil }
    let score = quiesce(alpha, alpha + 1, ply: ply, fours: 0)
    return score <= alpha || isAborted ? score : nil
  }

  /// A bound when the static score is so far above beta that a quiet reply cannot bring it back.
  ///
  /// Never applies next to a proven result: centistones say nothing about a forced win.
  @inline(__always) private func futilityCutoff(
    _ beta: Score, _ depth: Int, _ evaluation: Score, _ isImproving: Bool
  ) -> Score? {
    guard depth <= margins.futilityDepth, !beta.isProven,
      evaluation - margins.futility(depth: depth, isImproving: isImproving) >= beta
    else { return nil }
    return evaluation
  }

  /// Remembers a move that caused a cut-off, against those that were tried before it.
  @inline(__always) private mutating func reward(
    _ point: Point, over picker: MovePicker, depth: Int, ply: Int
  ) {
    plies[ply].killer = point
    let own = board.sideToMove
    let last = board.move(1)
    let bonus = min(16 &* depth &* depth &+ 32 &* depth, 1600)
    history.update(own, point, after: last, bonus: bonus)
    picker.forEachTried(in: moves) { tried in
      if tried != point { history.update(own, tried, after: last, bonus: 0 &- bonus) }
    }
  }
}

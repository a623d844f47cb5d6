import Basics
import GomokuRules
import SearchKit
import SearchTypes

extension AlphaBeta {
  /// Searches a node and returns its value for the side to move (fail-soft).
  ///
  /// The early exits come first: leaf, stop, static result, win-distance bounds, table cut-off,
  /// razoring and futility. Then the moves are searched in order, and the table stores the result.
  /// After a stop the value is invalid.
  mutating func search<Kind: NodeKind>(_ kind: Kind.Type, _ node: Node) -> Score {
    let ply = node.ply
    assert(node.alpha < node.beta && 0...AlphaBeta.maximumPly ~= ply)
    assert(Kind.isPrincipal ? !node.isCutNode : node.beta == node.alpha + 1)
    if node.depth <= 0 { return quiesce(node.alpha, node.beta, ply: ply, fours: 0) }
    plies[ply].variationLength = 0
    if enterNode(atPly: ply) || board.isFull { return .draw }
    if let result = board.staticResult(atPly: ply) { return result }
    if ply >= AlphaBeta.maximumPly { return evaluate(node.alpha, node.beta, depth: 0) }
    var node = node
    // Win-distance pruning: the side to move has no five. At best it wins in 3 plies, at worst it
    // loses in 2.
    node.alpha = max(node.alpha, .loss(inPlies: ply &+ 2))
    node.beta = min(node.beta, .win(inPlies: ply &+ 3))
    if node.alpha >= node.beta { return node.alpha }

    let entry = table.probe(board.key)
    if !Kind.isPrincipal, let score = tableCutoff(entry, node) { return score }
    let tableMove = tableMove(of: entry)
    // Internal iterative reduction: without a table move the moves are poorly ordered. A shallower
    // search is cheaper and leaves a table move for the next visit.
    if tableMove == nil, node.depth >= parameters.internalReductionDepth { node.depth &-= 1 }

    let mustAnswerFive = board.count(.five, of: board.sideToMove.opponent) > 0
    let isThreatened =
      mustAnswerFive || board.count(.openFour, of: board.sideToMove.opponent) > 0
    // Under a threat nothing is pruned by the evaluation. Only `isImproving` needs it then, and the
    // small evaluation is enough for that.
    let evaluation =
      entry?.evaluation
      ?? (isThreatened
        ? board.evaluate() : evaluate(node.alpha, node.beta, depth: node.depth))
    plies[ply].evaluation = evaluation
    let isImproving = ply >= 2 && evaluation > plies[ply &- 2].evaluation
    if !Kind.isPrincipal, !isThreatened {
      if let score = razoring(node, evaluation) { return score }
      if let score = futilityCutoff(node, evaluation, isImproving) { return score }
    }

    plies[ply &+ 1].killer = nil
    var picker = MovePicker(tableMove: tableMove, base: moveBase(atPly: ply))
    var best = -Score.infinity
    var bestMove: Point?
    var number = 0
    let originalAlpha = node.alpha
    let own = board.sideToMove
    let moveCount =
      isThreatened ? .max : parameters.moveCount(depth: node.depth, isImproving: isImproving)
    while let point = picker.nextMove(
      in: &self, atPly: ply, skipsQuiet: number >= moveCount && !best.isLoss)
    {
      guard board.isLegal(point) else { continue }
      number &+= 1
      table.prefetch(board.key(after: point))
      board.make(point)
      // The reply to a four is forced and costs no depth.
      let context = MoveContext(
        number: number, depth: mustAnswerFive ? node.depth : node.depth &- 1,
        isImproving: isImproving, history: history.score(own, point, after: board.move(2)),
        gap: picker.gap)
      let score = searchMove(kind, context, of: node)
      board.unmake()
      if isStopped { return .draw }
      if score > best {
        best = score
        if score > node.alpha {
          node.alpha = score
          bestMove = point
          if Kind.isPrincipal { extendVariation(point, atPly: ply) }
          if score >= node.beta {
            reward(point, over: picker, node)
            break
          }
        }
      }
    }
    if number == 0 {
      // The opponent threatens a five or an open four, and no legal reply stops it: a loss.
      if isThreatened { return .loss(inPlies: ply &+ (mustAnswerFive ? 2 : 4)) }
      // No listed move was legal. A side without any legal move loses.
      return board.hasLegalPoint ? evaluation : .loss(inPlies: ply &+ 2)
    }
    let bound: Bound = best >= node.beta ? .lower : best > originalAlpha ? .exact : .upper
    table.store(
      board.key,
      TableEntry(
        move: bestMove?.rawValue ?? 0, score: best.stored(atPly: ply), evaluation: evaluation,
        depth: node.depth, bound: bound))
    return best
  }

  /// A move made at a node, with the data that decide its search depth.
  private struct MoveContext {
    /// The move's number among those searched at the node, from 1.
    let number: Int
    /// The depth of a full search after the move, in plies.
    let depth: Int
    /// True if the node's evaluation is above the one two plies before.
    let isImproving: Bool
    /// The move's history score, from `-2 * History.limit` to `2 * History.limit`.
    let history: Int
    /// The ordering score of the best listed move minus this move's (`MovePicker.gap`).
    let gap: Int
  }

  /// Returns the value of a move at `node`, for the side that made the move.
  ///
  /// Every move but a principal node's first is searched with a null window, and late moves at
  /// reduced depth (late-move reductions). A reduced move that beats alpha is searched again at
  /// full depth. At a principal node, a move that still beats alpha is searched once more with the
  /// full window.
  @inline(__always) private mutating func searchMove<Kind: NodeKind>(
    _ kind: Kind.Type, _ context: MoveContext, of node: Node
  ) -> Score {
    let ply = node.ply &+ 1
    if context.number > 1 || !Kind.isPrincipal {
      let reduced = reducedDepth(kind, context, at: node)
      var scout = Node(
        alpha: -node.alpha - 1, beta: -node.alpha, depth: reduced, ply: ply,
        isCutNode: reduced < context.depth || !node.isCutNode)
      var score = -search(ScoutNode.self, scout)
      if score > node.alpha, reduced < context.depth, !isStopped {
        scout.depth = context.depth
        scout.isCutNode = !node.isCutNode
        score = -search(ScoutNode.self, scout)
      }
      guard Kind.isPrincipal, score > node.alpha, !isStopped else { return score }
    }
    return -search(
      PrincipalNode.self,
      Node(alpha: -node.beta, beta: -node.alpha, depth: context.depth, ply: ply, isCutNode: false))
  }

  /// Returns the depth of a move's first search, after late-move reductions.
  @inline(__always) private func reducedDepth<Kind: NodeKind>(
    _ kind: Kind.Type, _ context: MoveContext, at node: Node
  ) -> Int {
    guard node.depth >= parameters.reductionDepth, context.number > 1 else { return context.depth }
    var reduction = self.reduction(depth: node.depth, number: context.number)
    if !context.isImproving { reduction &+= parameters.reductionIfNotImproving }
    if node.isCutNode { reduction &+= parameters.reductionAtCutNode }
    if Kind.isPrincipal { reduction &+= parameters.reductionAtPrincipalNode }
    reduction &+= parameters.reductionByHistory &* context.history / (2 &* History.limit)
    reduction &+= min(
      parameters.reductionByGap &* context.gap / 64, parameters.greatestGapReduction)
    return max(1, context.depth &- max(0, reduction) / 100)
  }

  /// Returns the index of a ply's first move in the move stack, which has room for a whole board at
  /// each ply.
  @inline(__always) func moveBase(atPly ply: Int) -> Int {
    assert(0...AlphaBeta.maximumPly ~= ply)
    return ply &* BoardSize.mostPoints
  }

  /// Returns the move of a table entry if its point is empty on this board.
  @inline(__always) func tableMove(of entry: TableEntry?) -> Point? {
    guard let entry, entry.move != 0 else { return nil }
    // The remainder keeps the move of another position's entry inside the grid.
    let point = Point(rawValue: entry.move % UInt16(Point.cellCount))
    return board.isEmpty(point) ? point : nil
  }

  // MARK: Early exits

  /// Returns the table's score if its depth and bound suffice for the node, otherwise `nil`.
  @inline(__always) func tableCutoff(_ entry: TableEntry?, _ node: Node) -> Score? {
    guard let entry, entry.depth >= node.depth else { return nil }
    let score = entry.score.restored(atPly: node.ply)
    if score >= node.beta { return entry.bound.isLower ? score : nil }
    if score <= node.alpha { return entry.bound.isUpper ? score : nil }
    return entry.bound == .exact ? score : nil
  }

  /// Returns an upper bound if the evaluation is far below alpha and no fours help; otherwise
  /// `nil`.
  ///
  /// A quiescence search looks for fours that raise the score above alpha.
  @inline(__always) private mutating func razoring(
    _ node: Node, _ evaluation: Score
  ) -> Score? {
    let alpha = node.alpha
    guard let margin = parameters.razor(depth: node.depth), !alpha.isProven,
      evaluation + margin <= alpha
    else { return nil }
    let score = quiesce(alpha, alpha + 1, ply: node.ply, fours: 0)
    return score <= alpha || isStopped ? score : nil
  }

  /// Returns the evaluation as a lower bound if it is above beta by the futility margin; otherwise
  /// `nil`.
  ///
  /// There is no cut-off if beta is a proven score, as centistones say nothing about a forced win.
  @inline(__always) private func futilityCutoff(
    _ node: Node, _ evaluation: Score, _ isImproving: Bool
  ) -> Score? {
    guard let margin = parameters.futility(depth: node.depth, isImproving: isImproving),
      !node.beta.isProven, evaluation - margin >= node.beta
    else { return nil }
    return evaluation
  }

  /// Updates killer and history after a cut-off.
  ///
  /// The move that caused the cut-off gains, and the listed moves tried before it lose.
  @inline(__always) private mutating func reward(
    _ point: Point, over picker: MovePicker, _ node: Node
  ) {
    plies[node.ply].killer = point
    let own = board.sideToMove
    let last = board.move(1)
    let bonus = SearchParameters.historyBonus(depth: node.depth)
    history.update(own, point, after: last, bonus: bonus)
    picker.forEachTried(in: moves) { tried in
      if tried != point { history.update(own, tried, after: last, bonus: 0 &- bonus) }
    }
  }
}

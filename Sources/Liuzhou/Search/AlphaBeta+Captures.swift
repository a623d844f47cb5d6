import Basics
import LiuzhouRules
import SearchKit
import SearchTypes

/// The second stage of a turn, which chooses the captured stones, and the quiescence search.
extension AlphaBeta {
  /// Returns the value of a turn whose action has been made, for the side that plays it.
  ///
  /// The captures that the action has earned (`required`) are searched next. `node.depth` is the
  /// remaining depth after the whole turn.
  @inline(__always) mutating func capture(
    _ required: RequiredCaptures, in moved: Position, _ node: Node
  )
    -> Score
  {
    assert(moved.opponent.isSuperset(of: required.compulsory | required.pool))
    guard !required.isEmpty else { return finish(moved, captured: false, node) }
    var position = moved
    book.take(required.compulsory, in: &position)
    guard required.count > 0 else { return finish(position, captured: true, node) }
    // A capture without a choice needs no node.
    if required.pool.count == required.count {
      book.take(required.pool, in: &position)
      return finish(position, captured: true, node)
    }
    var child = node
    child.level = node.level &+ 1
    return chooseCapture(position, pool: required.pool, count: required.count, child)
  }

  /// Returns the value of the position after the turn; minus infinity for an excluded turn of the
  /// root.
  @inline(__always) private mutating func finish(
    _ position: Position, captured: Bool, _ node: Node
  ) -> Score {
    if node.ply == 0, !excluded.isEmpty, isExcluded(position) { return -.infinity }
    return descend(position, captured: captured, node)
  }

  /// Returns the best value of capturing `count` stones of `pool`, for the side that captures.
  ///
  /// Each child takes one stone. A tried stone leaves the pool, so each set is reached in one order
  /// only.
  mutating func chooseCapture(
    _ position: Position, pool: PointSet, count: Int, _ node: Node
  ) -> Score {
    assert(1...pool.count ~= count && position.opponent.isSuperset(of: pool))
    variations[node.level &* AlphaBeta.maximumLevel] = .none
    guard node.level < AlphaBeta.maximumLevel - SearchParameters.levelReserve else {
      return evaluation.score(of: position)
    }
    var node = node
    let key = captureKey(of: position, pool: pool, count: count)
    let entry = node.depth > 0 ? table.probe(key) : nil
    if let entry, let score = tableCutoff(entry, node) { return score }
    let base = moveTop
    defer { moveTop = base }
    let list = listCaptures(
      position, pool: pool, tableMove: SearchMove(bits: entry?.move ?? 0))
    let originalAlpha = node.alpha
    let outerRepetitionPly = lowestRepetitionPly
    lowestRepetitionPly = .max
    var rest = pool
    var best = -Score.infinity
    var bestMove = SearchMove.none
    let width =
      node.ply == 0 ? .max : SearchParameters.captureWidth(max(node.depth, 0), count: count)
    for index in 0..<list.count where rest.count >= count {
      if index >= width, !best.isLoss { break }
      list.selectBest(from: index)
      let move = list[index].move
      var taken = position
      book.take(PointSet(move.target), in: &taken)
      rest -= PointSet(move.target)
      let score = searchCapture(taken, rest: rest, count: count &- 1, index: index, node)
      guard !isStopped else { return .draw }
      guard score > best else { continue }
      best = score
      guard score > node.alpha else { continue }
      node.alpha = score
      bestMove = move
      extendVariation(move, level: node.level)
      if score >= node.beta {
        history.reward(
          move, by: position.sideToMove, depth: max(node.depth, 1), ply: node.ply,
          failed: list[0..<index])
        break
      }
    }
    let dependsOnPath = lowestRepetitionPly <= node.ply
    lowestRepetitionPly = min(lowestRepetitionPly, outerRepetitionPly)
    if node.depth > 0, !(dependsOnPath && best == .draw), node.ply > 0 || excluded.isEmpty {
      node.alpha = originalAlpha
      table.store(
        key,
        TableEntry(
          move: bestMove.bits, score: best.stored(atPly: node.ply), evaluation: .draw,
          depth: node.depth, bound: bound(of: best, node)))
    }
    return best
  }

  /// Returns the value after one stone has been taken, with `count` more to be taken from `rest`.
  ///
  /// All choices but the first begin with a null window, and late choices with a reduced depth.
  @inline(__always) private mutating func searchCapture(
    _ taken: Position, rest: PointSet, count: Int, index: Int, _ node: Node
  ) -> Score {
    guard index > 0 else { return continueCapture(taken, rest: rest, count: count, node) }
    let reduction = SearchParameters.captureReduction(node.depth, index: index)
    var scout = node
    scout.beta = node.alpha + 1
    scout.depth = node.depth &- reduction
    var score = continueCapture(taken, rest: rest, count: count, scout)
    if reduction > 0, score > node.alpha, !isStopped {
      scout.depth = node.depth
      score = continueCapture(taken, rest: rest, count: count, scout)
    }
    if score > node.alpha, score < node.beta, !isStopped {
      score = continueCapture(taken, rest: rest, count: count, node)
    }
    return score
  }

  /// Chooses the next of `count` stones, or finishes the turn if none is left to take.
  private mutating func continueCapture(
    _ position: Position, rest: PointSet, count: Int, _ node: Node
  ) -> Score {
    guard count > 0 else { return finish(position, captured: true, node) }
    var child = node
    child.level = node.level &+ 1
    return chooseCapture(position, pool: rest, count: count, child)
  }

  /// Returns the transposition-table key of a choice of captures.
  ///
  /// It depends on the position, the pool and the number of stones to take.
  @inline(__always) private func captureKey(
    of position: Position, pool: PointSet, count: Int
  ) -> UInt64 {
    let required = pool.bits | UInt64(truncatingIfNeeded: count) &<< 40
    let mixed = required &* 0xD6E8_FEB8_6659_FD93
    return position.key ^ stepKey(of: position) ^ mixed ^ mixed &>> 32
  }

  /// Returns whether the turn at the root that led to `position` is excluded.
  private func isExcluded(_ position: Position) -> Bool {
    guard let root else { return false }
    let captured = root.opponent - position.opponent
    return excluded.contains(Turn(rootAction, capturing: captured))
  }

  // MARK: Quiescence

  /// Returns the value of a position by quiescence search, which searches capturing turns alone.
  ///
  /// A position is evaluated only between turns, when no captures are left to make. Each capturing
  /// turn takes the highest ranked stones, not every possible set. The static value is a lower
  /// bound (stand pat), but never counts as proven.
  ///
  /// - Parameter captures: the number of capturing turns in a row before this node.
  mutating func quiesce(_ position: Position, _ node: Node, captures: Int) -> Score {
    assert(node.alpha < node.beta && captures >= 0)
    variations[node.level &* AlphaBeta.maximumLevel] = .none
    if enterNode(node) { return .draw }
    if let score = terminalScore(of: position, node) { return score }
    var node = node
    var best = evaluation.score(of: position)
    guard best < node.beta, captures < SearchParameters.quiescentCaptures,
      !position.phase.isRemoval,
      node.level < AlphaBeta.maximumLevel - SearchParameters.levelReserve
    else { return best }
    node.alpha = max(node.alpha, best)
    let base = moveTop
    defer { moveTop = base }
    let list = listEarningActions(position)
    for index in 0..<list.count {
      list.selectBest(from: index)
      let ranked = list[index]
      guard let action = ranked.move.action else { continue }
      var moved = position
      book.move(action, in: &moved)
      let required = book.requiredCaptures(earned: Int(ranked.earned), in: position)
      guard !required.isEmpty else { continue }
      let chosen = highestRanked(required.count, of: required.pool, in: moved)
      book.take(required.compulsory | chosen, in: &moved)
      let score = quiesceAfter(moved, node, captures: captures &+ 1)
      guard !isStopped else { return .draw }
      best = max(best, score)
      guard best > node.alpha else { continue }
      if node.isPrincipal { extendVariation(ranked.move, taking: chosen, level: node.level) }
      node.alpha = best
      if best >= node.beta { break }
    }
    return best
  }

  /// Returns the quiescence value after a capturing turn, for the side that played it.
  @inline(__always) private mutating func quiesceAfter(
    _ position: Position, _ node: Node, captures: Int
  ) -> Score {
    var next = position
    book.finishTurn(captured: true, in: &next)
    if next.phase != .placing { path[rootIndex &+ node.ply &+ 1] = next.key }
    var child = node
    child.ply = node.ply &+ 1
    child.level = node.level &+ 1
    if next.sideToMove == position.sideToMove { return quiesce(next, child, captures: captures) }
    child.alpha = -node.beta
    child.beta = -node.alpha
    return -quiesce(next, child, captures: captures)
  }

  /// Returns the `count` stones of `pool` that rank highest as captures.
  @inline(__always) private mutating func highestRanked(
    _ count: Int, of pool: PointSet, in position: Position
  ) -> PointSet {
    guard count < pool.count else { return pool }
    let base = moveTop
    defer { moveTop = base }
    let list = listCaptures(position, pool: pool, tableMove: .none)
    var chosen = PointSet.none
    for index in 0..<count {
      list.selectBest(from: index)
      chosen |= PointSet(list[index].move.target)
    }
    return chosen
  }
}

import Basics
import LiuzhouRules
import SearchKit

/// Everything that ends a node without searching its turns, or makes a turn cheaper.
extension AlphaBeta {
  /// The value of a finished game (rule 9), of a repetition, and of a node that cannot change the
  /// result any more.
  @inline(__always) func terminalScore(of position: Position, _ node: Node) -> Score? {
    guard position.phase.canEnd else { return nil }
    let (own, opponent) = (position.own.count, position.opponent.count)
    let least = book.rules.loseAt
    if own <= least || opponent <= least {
      if own <= least, opponent <= least { return .draw }
      return own <= least ? .loss(inPlies: node.ply) : .win(inPlies: node.ply)
    }
    guard position.phase == .moving else { return nil }
    if book.endsBlocked(position) {
      return book.rules.blocked == .loss ? .loss(inPlies: node.ply) : .draw
    }
    if position.quiet >= book.rules.quiet { return .draw }
    if repeats(position, node) { return .draw }
    // Nothing below can be better than winning with the next turn, or worse than having lost.
    let best = Score.win(inPlies: node.ply &+ 1)
    if best <= node.alpha { return best }
    let worst = Score.loss(inPlies: node.ply)
    return worst >= node.beta ? worst : nil
  }

  /// Whether the position occurred on the path below the root, or twice in the game before it.
  @inline(__always) private func repeats(_ position: Position, _ node: Node) -> Bool {
    guard position.quiet >= 4 else { return false }
    let here = rootIndex &+ node.ply
    var index = here &- 4
    let oldest = max(0, here &- position.quiet)
    var earlier = 0
    while index >= oldest {
      if path[index] == position.key {
        if index > rootIndex {
          repetitionFloor = min(repetitionFloor, index &- rootIndex)
          return true
        }
        earlier &+= 1
        if earlier == 2 {
          repetitionFloor = -1
          return true
        }
      }
      index &-= 2
    }
    return false
  }

  /// The key under which a position's value is remembered.
  ///
  /// Near the quiet limit the value depends on the counter, so the counter becomes part of the key.
  /// Before that it only shrinks a little from turn to turn: what was found some turns earlier will do.
  @inline(__always) func tableKey(of position: Position) -> UInt64 {
    guard position.quiet &+ Margins.quietHorizon >= book.rules.quiet else { return position.key }
    return position.key ^ UInt64(truncatingIfNeeded: position.quiet &+ 1) &* 0x9E37_79B9_7F4A_7C15
  }

  @inline(__always) func tableCutoff(_ entry: TableEntry, _ node: Node) -> Score? {
    guard !node.isPrincipal, entry.depth >= node.depth else { return nil }
    let score = entry.score.restored(atPly: node.ply)
    switch entry.bound {
    case .exact: return score
    case .lower: return score >= node.beta ? score : nil
    case .upper: return score <= node.alpha ? score : nil
    case .none: return nil
    }
  }

  /// A bound when the estimate is so far above beta that one turn cannot bring it back.
  ///
  /// Never next to a proven result: centistones say nothing about a forced win.
  @inline(__always) func futilityCutoff(_ estimate: Score, _ node: Node) -> Score? {
    guard !node.isPrincipal, node.depth <= Margins.futilityDepth, !node.beta.isProven, node.ply > 0
    else { return nil }
    return estimate - Margins.futility(node.depth) >= node.beta ? estimate : nil
  }

  /// Whether a turn that earns nothing comes so late near the leaves that it can be left out.
  @inline(__always) func isTooLate(index: Int, _ node: Node) -> Bool {
    !node.isPrincipal && !node.alpha.isProven && node.depth <= Margins.moveCountDepth
      && index >= Margins.moveCount(node.depth)
  }

  /// How much less deep a late turn is searched at first.
  @inline(__always) func reduction(
    index: Int, of move: SearchMove, by position: Position, _ node: Node
  ) -> Int {
    var reduction = Margins.reduction(node.depth, index: index)
    guard reduction > 0 else { return 0 }
    if node.isPrincipal { reduction &-= 1 }
    if history.count(move, by: position.sideToMove) > Margins.goodHistory { reduction &-= 1 }
    return min(max(reduction, 0), node.depth &- 2)
  }
}

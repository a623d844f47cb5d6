import Basics
import LiuzhouRules
import SearchKit
import SearchTypes

/// The cut-offs that end a node without a search of its turns, and the pruning of single turns.
extension AlphaBeta {
  /// Returns the value of a finished game or a repetition, or a bound by mate-distance pruning.
  ///
  /// Returns `nil` if the position has to be searched.
  @inline(__always) mutating func terminalScore(of position: Position, _ node: Node) -> Score? {
    guard position.phase.canEnd else { return nil }
    let (own, opponent) = (position.own.count, position.opponent.count)
    let least = book.rules.loseAt
    if own <= least || opponent <= least {
      if own <= least, opponent <= least { return .draw }
      return own <= least ? .loss(inPlies: node.ply) : .win(inPlies: node.ply)
    }
    if position.steps >= book.stepLimit { return .draw }
    guard position.phase == .moving else { return nil }
    if book.endsBlocked(position) {
      return book.rules.blocked == .loss ? .loss(inPlies: node.ply) : .draw
    }
    if position.quiet >= book.rules.quiet { return .draw }
    if repeats(position, node) { return .draw }
    // Mate-distance pruning: at most a win with the next turn, at least a loss now.
    let best = Score.win(inPlies: node.ply &+ 1)
    if best <= node.alpha { return best }
    let worst = Score.loss(inPlies: node.ply)
    return worst >= node.beta ? worst : nil
  }

  /// Returns whether the position counts as a draw because it is repeated.
  ///
  /// On the path below the root, one earlier occurrence is enough under all rules. In the game up
  /// to the root two are needed, and rules that draw the third occurrence.
  ///
  /// If the result is true, updates `lowestRepetitionPly`.
  @inline(__always) private mutating func repeats(_ position: Position, _ node: Node) -> Bool {
    guard position.quiet >= 4 else { return false }
    let here = rootIndex &+ node.ply
    var index = here &- 4
    let oldest = max(0, here &- position.quiet)
    var earlier = 0
    while index >= oldest {
      if path[index] == position.key {
        if index > rootIndex {
          lowestRepetitionPly = min(lowestRepetitionPly, index &- rootIndex)
          return true
        }
        earlier &+= 1
        if earlier == 2, book.rules.repetition == .draw {
          lowestRepetitionPly = -1
          return true
        }
      }
      index &-= 2
    }
    return false
  }

  /// Returns the key of a position in the transposition table.
  ///
  /// Too many turns without a capture draw the game. Near this quiet limit the value depends on the
  /// number of such turns (the quiet counter), which then becomes part of the key. Further away the
  /// counter changes the value too little to matter.
  @inline(__always) func tableKey(of position: Position) -> UInt64 {
    let key = position.key ^ stepKey(of: position)
    guard position.quiet &+ SearchParameters.quietHorizon >= book.rules.quiet else { return key }
    return key ^ UInt64(truncatingIfNeeded: position.quiet &+ 1) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Returns the part of the key for the steps of the game: 0 if the rules do not limit them.
  ///
  /// A win stored with fewer steps may come after the limit. Steps never decrease, so lines of play
  /// to one position mostly have equal steps.
  @inline(__always) func stepKey(of position: Position) -> UInt64 {
    guard book.rules.length > 0 else { return 0 }
    return UInt64(truncatingIfNeeded: position.steps &+ 1) &* 0xC2B2_AE3D_27D4_EB4F
  }

  /// Returns the score of a table entry if its depth and bound suffice; otherwise, and in principal
  /// nodes, `nil`.
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

  /// Returns the static value as a lower bound if it is far above beta (reverse futility pruning).
  ///
  /// Returns `nil` otherwise, and in principal nodes and at larger depths.
  ///
  /// The margin is more than the remaining turns are likely to lose. A proven beta rules this out,
  /// as centistones say nothing about a forced win.
  @inline(__always) func futilityCutoff(_ staticValue: Score, _ node: Node) -> Score? {
    guard !node.isPrincipal, node.depth <= SearchParameters.futilityDepth, !node.beta.isProven,
      node.ply > 0
    else { return nil }
    return staticValue - SearchParameters.futility(node.depth) >= node.beta ? staticValue : nil
  }

  /// Returns whether a turn without captures is late enough in the order to be pruned.
  ///
  /// Only scout nodes of small depth prune turns, and none if alpha is proven.
  @inline(__always) func isLateMovePruned(index: Int, _ node: Node) -> Bool {
    !node.isPrincipal && !node.alpha.isProven && node.depth <= SearchParameters.moveCountDepth
      && index >= SearchParameters.moveCount(node.depth)
  }

  /// Returns the late-move reduction of a turn, in turns.
  @inline(__always) func reduction(
    index: Int, of move: SearchMove, by position: Position, _ node: Node
  ) -> Int {
    var reduction = SearchParameters.reduction(node.depth, index: index)
    guard reduction > 0 else { return 0 }
    if node.isPrincipal { reduction &-= 1 }
    if history.score(of: move, by: position.sideToMove) > SearchParameters.goodHistory {
      reduction &-= 1
    }
    return min(max(reduction, 0), node.depth &- 2)
  }
}

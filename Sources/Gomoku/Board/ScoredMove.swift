import Basics
import GomokuRules

/// A move with its ordering score.
struct ScoredMove {
  var point: Point
  var score: Int32
}

extension UnsafeMutablePointer<ScoredMove> {
  /// Inserts a move into the list `base..<end`, which is sorted, the best move first.
  @inline(__always) func insert(_ move: ScoredMove, from base: Int, end: inout Int) {
    assert(base <= end)
    var place = end
    while place > base, self[place &- 1].score < move.score {
      self[place] = self[place &- 1]
      place &-= 1
    }
    self[place] = move
    end &+= 1
  }
}

extension Board {
  /// Returns the static ordering score of a move of the side to move on a point with this state.
  ///
  /// The shapes that the mover makes count twice, those that he denies the opponent once.
  @inline(__always) func orderingScore(of state: CellState) -> Int {
    let own = sideToMove
    let attack = orderingScores[Board.weightIndex(own, state.entry(of: own))]
    let defence = orderingScores[Board.weightIndex(own.opponent, state.entry(of: own.opponent))]
    return 2 &* Int(attack) &+ Int(defence)
  }
}

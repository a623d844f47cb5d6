import Basics
import GomokuRules
import SearchTypes

extension Board {
  /// Returns the small evaluation for the side to move: point weights, threats and `ShapeNetwork`.
  ///
  /// The sum of the point weights is averaged over the last two plies, because it rises and falls
  /// with every stone.
  @inline(__always) func evaluate() -> Score {
    let points = (value &+ previousValue) / (2 &* Weights.unit)
    let whole = points &+ threatValue &+ shapesValue
    return .centistones(max(-10_000, min(10_000, whole)))
  }

  /// The output of `ShapeNetwork` for the side to move, in centistones.
  @inline(__always) var shapesValue: Int {
    let numbers = UnsafeRawPointer(currentAccumulators).assumingMemoryBound(to: Int32.self)
    return weights.network.value(
      own: numbers + sideToMove.index &* ShapeNetwork.width,
      opponent: numbers + sideToMove.opponent.index &* ShapeNetwork.width, threats: threatIndex)
  }

  /// The accumulators of the position, computed on demand from those of the last ply that has them.
  @inline(__always) var currentAccumulators: UnsafePointer<Accumulators> {
    var known = ply
    while !frames[known].hasAccumulators { known &-= 1 }
    // Stores the accumulators of the plies in between as well, because other moves will start from
    // there.
    while known < ply {
      sumChanges(after: known)
      known &+= 1
    }
    return UnsafePointer(sums + ply)
  }

  /// Computes the accumulators of the ply after `known` from those of `known` and the points that
  /// changed in between.
  @inline(__always) private func sumChanges(after known: Int) {
    var sum = sums[known]
    var change = changes + Int(frames[known].changeCount)
    let end = changes + Int(frames[known &+ 1].changeCount)
    while change < end {
      if !change.pointee.new.isStone { sum &+= vectors(of: change.pointee.new) }
      sum &-= vectors(of: change.pointee.old)
      change += 1
    }
    (sums + (known &+ 1)).initialize(to: sum)
    frames[known &+ 1].hasAccumulators = true
  }

  /// Returns both colours' embeddings of an empty point for `ShapeNetwork`. An embedding is the sum
  /// of the rows for the point's code and for its pair of classes.
  @inline(__always) func vectors(of state: CellState) -> Accumulators {
    Accumulators(black: vector(of: state, for: .black), white: vector(of: state, for: .white))
  }

  @inline(__always) private func vector(of state: CellState, for color: Color)
    -> ShapeNetwork.Accumulators
  {
    codes[Board.weightIndex(color, state.entry(of: color))]
      &+ pairs[Board.pairIndex(color, state)]
  }

  /// The value of the present threats for the side to move, in centistones.
  @inline(__always) var threatValue: Int {
    Int(threatWeights[threatIndex])
  }

  /// The index of the present threats (`threatMask`) in tables with an entry for each set of
  /// threats.
  ///
  /// In renju the entries for White to move follow those for Black.
  @inline(__always) var threatIndex: Int {
    Rules.hasForbiddenPoints
      ? sideToMove.index &* ShapeNetwork.threatSets &+ threatMask : threatMask
  }

  /// The kinds of present threats, one bit each: bits 0 to 5 the opponent's, 6 to 9 the mover's.
  @inline(__always) var threatMask: Int {
    let own = sideToMove
    let opponent = own.opponent
    func bit(_ condition: Bool, _ place: Int) -> Int { condition ? 1 &<< place : 0 }
    var mask = bit(count(.five, of: opponent) > 0, 0)
    mask |= bit(count(.openFour, of: opponent) > 0, 1)
    mask |= bit(count(.fourThree, of: opponent) > 0, 2)
    mask |= bit(count(.four, of: opponent) &+ count(.fourPlus, of: opponent) > 0, 3)
    mask |= bit(count(.doubleThree, of: opponent) &+ count(.threePlus, of: opponent) > 0, 4)
    mask |= bit(count(.three, of: opponent) > 0, 5)
    mask |= bit(count(.fourThree, of: own) > 0, 6)
    mask |= bit(count(.four, of: own) &+ count(.fourPlus, of: own) > 0, 7)
    mask |= bit(count(.doubleThree, of: own) &+ count(.threePlus, of: own) > 0, 8)
    return mask | bit(count(.three, of: own) > 0, 9)
  }
}

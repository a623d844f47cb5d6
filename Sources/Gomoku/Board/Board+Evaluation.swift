import Basics
import GomokuRules
import SearchKit

extension Board {
  /// The static value for the side to move: the worth of all points, and of the threats on the board.
  ///
  /// The points' sum is averaged over the last two plies, which takes out the swing of each new stone.
  @inline(__always) func evaluate() -> Score {
    let points = (value &+ previousValue) / (2 &* Weights.unit)
    let whole = points &+ threatValue &+ shapesValue
    return .centistones(max(-10_000, min(10_000, whole)))
  }

  /// What the shapes are worth together, beyond their sum.
  @inline(__always) var shapesValue: Int {
    let both = UnsafeRawPointer(currentSums).assumingMemoryBound(to: Int32.self)
    let black = both
    let white = both + Network.width
    let isBlack = sideToMove == .black
    return weights.network.value(
      own: isBlack ? black : white, opponent: isBlack ? white : black, threats: threatIndex)
  }

  /// Each colour's sum of the vectors of all empty points: those of the last ply that was asked, and
  /// what has changed since.
  @inline(__always) var currentSums: UnsafePointer<InlineArray<2, Network.Sums>> {
    var known = ply
    while !frames[known].hasSums { known &-= 1 }
    // The plies on the way are kept too: their other moves will ask for them.
    while known < ply {
      sumChanges(after: known)
      known &+= 1
    }
    return UnsafePointer(sums + ply)
  }

  /// Sums what the move after a ply has changed.
  @inline(__always) private func sumChanges(after known: Int) {
    var (black, white) = (sums[known][0], sums[known][1])
    var change = changes + Int(frames[known].changeCount)
    let end = changes + Int(frames[known &+ 1].changeCount)
    while change < end {
      if !change.pointee.new.isStone { add(change.pointee.new, to: &black, &white) }
      remove(change.pointee.old, from: &black, &white)
      change += 1
    }
    (sums + (known &+ 1)).initialize(to: [black, white])
    frames[known &+ 1].hasSums = true
  }

  /// Adds an empty point's vectors, those of its codes and of its pair of classes.
  @inline(__always) func add(
    _ state: CellState, to black: inout Network.Sums, _ white: inout Network.Sums
  ) {
    black &+= channels[Board.weightIndex(.black, state.entry(of: .black))]
    black &+= pairs[Board.pairIndex(.black, state)]
    white &+= channels[Board.weightIndex(.white, state.entry(of: .white))]
    white &+= pairs[Board.pairIndex(.white, state)]
  }

  @inline(__always) private func remove(
    _ state: CellState, from black: inout Network.Sums, _ white: inout Network.Sums
  ) {
    black &-= channels[Board.weightIndex(.black, state.entry(of: .black))]
    black &-= pairs[Board.pairIndex(.black, state)]
    white &-= channels[Board.weightIndex(.white, state.entry(of: .white))]
    white &-= pairs[Board.pairIndex(.white, state)]
  }

  /// What the threats present are worth to the side to move beyond their points.
  @inline(__always) var threatValue: Int {
    Int(threatWeights[threatIndex])
  }

  /// Where the worth of the threats present stands in its table.
  @inline(__always) var threatIndex: Int {
    Rules.hasForbiddenPoints ? sideToMove.index &* Network.threatSets &+ threatMask : threatMask
  }

  /// Which kinds of threats are there: one bit each.
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

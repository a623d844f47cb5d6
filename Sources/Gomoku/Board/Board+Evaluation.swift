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
    let black = UnsafeRawPointer(currentSums).assumingMemoryBound(to: Int32.self)
    let white = black + Network.width
    let isBlack = sideToMove == .black
    return weights.network.value(
      own: isBlack ? black : white, opponent: isBlack ? white : black, threats: threatIndex)
  }

  /// The sums of the position: those of the last ply that was asked, and what has changed since.
  @inline(__always) var currentSums: UnsafePointer<Sums> {
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
    var sum = sums[known]
    var change = changes + Int(frames[known].changeCount)
    let end = changes + Int(frames[known &+ 1].changeCount)
    while change < end {
      if !change.pointee.new.isStone { add(change.pointee.new, to: &sum) }
      remove(change.pointee.old, from: &sum)
      change += 1
    }
    (sums + (known &+ 1)).initialize(to: sum)
    frames[known &+ 1].hasSums = true
  }

  /// Adds an empty point's vectors, those of its codes and of its pair of classes.
  @inline(__always) func add(_ state: CellState, to sum: inout Sums) {
    sum.black &+= channels[Board.weightIndex(.black, state.entry(of: .black))]
    sum.black &+= pairs[Board.pairIndex(.black, state)]
    sum.white &+= channels[Board.weightIndex(.white, state.entry(of: .white))]
    sum.white &+= pairs[Board.pairIndex(.white, state)]
  }

  /// Takes them away.
  @inline(__always) private func remove(_ state: CellState, from sum: inout Sums) {
    sum.black &-= channels[Board.weightIndex(.black, state.entry(of: .black))]
    sum.black &-= pairs[Board.pairIndex(.black, state)]
    sum.white &-= channels[Board.weightIndex(.white, state.entry(of: .white))]
    sum.white &-= pairs[Board.pairIndex(.white, state)]
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

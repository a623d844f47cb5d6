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
    weights.network.value(
      own: sums(of: sideToMove), opponent: sums(of: sideToMove.opponent), threats: threatIndex)
  }

  /// The numbers of a colour's sum, where the frame keeps them.
  @inline(__always) private func sums(of color: Color) -> UnsafePointer<Int32> {
    let both = UnsafeRawPointer((frames + ply).pointer(to: \.sums).unsafelyUnwrapped)
    return both.assumingMemoryBound(to: Int32.self) + color.index &* Network.width
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

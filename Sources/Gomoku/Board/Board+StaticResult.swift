import Basics
import SearchKit

extension Board {
  /// A result that the counters alone prove, for the side to move `ply` plies below the root.
  ///
  /// The ladder of wins by the counts of point classes follows Rapfi's.
  @inline(__always) func staticResult(atPly ply: Int) -> Score? {
    let own = sideToMove
    let opponent = own.opponent
    if count(.five, of: own) > 0 { return .win(inPlies: ply &+ 1) }
    let opponentFives = count(.five, of: opponent)
    if opponentFives > 0 {
      // One stone stops one five. Where a stone beside a five can spoil it, it may stop two.
      return opponentFives > 1 && !Rules.hasEnclosedFives ? .loss(inPlies: ply &+ 2) : nil
    }
    // An open four leaves a five whatever the reply, and the opponent has no five of his own.
    if count(.openFour, of: own) > 0 { return .win(inPlies: ply &+ 3) }
    // From here on the opponent must have no four to interpose, nor a point where our stone would make
    // one legal, and our open four must be legal.
    if Rules.hasForbiddenPoints, own == .black || count(.forbidden, of: opponent) > 0 { return nil }
    if fourCount(of: opponent) == 0,
      count(.fourThree, of: own) > 0 || count(.doubleThree, of: own) > 0
    {
      return .win(inPlies: ply &+ 5)
    }
    return nil
  }
}

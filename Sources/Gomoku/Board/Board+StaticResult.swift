import Basics
import SearchTypes

extension Board {
  /// Returns a result that the class counters alone prove for the side to move,
  /// `ply` plies below the root.
  ///
  /// `nil` means that they prove nothing. The ladder of wins by class counts follows Rapfi's.
  @inline(__always) func staticResult(atPly ply: Int) -> Score? {
    let own = sideToMove
    let opponent = own.opponent
    if count(.five, of: own) > 0 { return .win(inPlies: ply &+ 1) }
    let opponentFives = count(.five, of: opponent)
    if opponentFives > 0 {
      // One stone stops one five. A stone beside a five may spoil two, where the
      // variant has enclosed fives.
      return opponentFives > 1 && !Rules.hasEnclosedFives ? .loss(inPlies: ply &+ 2) : nil
    }
    // An open four leaves a five whatever the reply, and the opponent has no five of his own.
    if count(.openFour, of: own) > 0 { return .win(inPlies: ply &+ 3) }
    // The slower wins need more. The opponent has no four to interpose, no stone of ours makes a
    // forbidden point of his legal, and our open four is legal.
    if Rules.hasForbiddenPoints, own == .black || count(.forbidden, of: opponent) > 0 { return nil }
    if fourCount(of: opponent) == 0,
      count(.fourThree, of: own) > 0 || count(.doubleThree, of: own) > 0
    {
      return .win(inPlies: ply &+ 5)
    }
    return nil
  }
}

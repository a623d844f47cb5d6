import Basics
import SearchTypes

extension Board {
  /// Returns the win or loss that the class counters prove for the side to move; `nil` if none.
  ///
  /// The order of the tests by class follows Rapfi's.
  ///
  /// - Parameter ply: the position's distance from the root, from which the score counts the plies.
  @inline(__always) func staticResult(atPly ply: Int) -> Score? {
    let own = sideToMove
    let opponent = own.opponent
    if count(.five, of: own) > 0 { return .win(inPlies: ply &+ 1) }
    let opponentFives = count(.five, of: opponent)
    if opponentFives > 0 {
      // One stone stops one five, so two fives win. Not in caro, where a five enclosed at both
      // ends does not count: one stone at their common end may stop two fives.
      return opponentFives > 1 && !Rules.hasEnclosedFives ? .loss(inPlies: ply &+ 2) : nil
    }
    // An open four leads to a five against any reply, and the opponent has no five of his own.
    if count(.openFour, of: own) > 0 { return .win(inPlies: ply &+ 3) }
    // The wins below are slower, and need an opponent who can make no four in between. In renju
    // they are not claimed for Black, whose later moves may be forbidden. They are not claimed
    // either while White's stones could make a forbidden point of Black legal.
    if Rules.hasForbiddenPoints, own == .black || count(.forbidden, of: opponent) > 0 { return nil }
    if fourCount(of: opponent) == 0,
      count(.fourThree, of: own) > 0 || count(.doubleThree, of: own) > 0
    {
      return .win(inPlies: ply &+ 5)
    }
    return nil
  }
}

import Basics
import GomokuRules
import Match

extension GameOrigin {
  /// The position with its rows in the reverse order, for users who count gomoku's rows from below.
  ///
  /// A position of another game stays as it is.
  public var turned: GameOrigin {
    guard case .gomoku(let position) = state else { return self }
    let fromBelow = Speech(heightFromBelow: position.size.height)
    func points(_ color: Color) -> [GomokuRules.Point] {
      position.stones.filter { $0.color == color }.map { fromBelow.turned($0.point) }
    }
    // A mirrored position is as valid as the position itself, so creating it does not fail.
    return
      (try? GameOrigin(
        black: points(.black), white: points(.white), sideToMove: position.sideToMove,
        variant: position.variant, size: position.size)) ?? self
  }
}

import Basics
import GomokuRules

extension GameState {
  /// Fours tried in the search for a proven win after each move.
  private static let proofNodes = 2_000

  /// The side to move if it has a win by fours alone, which the referee's own search proves.
  var provenWinner: Color? {
    switch self {
    case .gomoku(let position):
      switch FourSearch(position, nodeLimit: GameState.proofNodes).outcome {
      case .win: sideToMove
      default: nil
      }
    case .liuzhou: nil
    }
  }
}

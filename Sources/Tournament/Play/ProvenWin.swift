import Basics
import GomokuRules
import Match

extension GameState {
  /// The node limit of the VCF search after each move; a node is a four tried.
  private static let proofNodes = 2_000

  /// The side to move if the referee's own VCF search proves that it wins; otherwise `nil`.
  ///
  /// It is always `nil` in Liuzhou chess (六洲棋), which has no such search.
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

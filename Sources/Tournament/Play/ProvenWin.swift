import Gomoku

extension GameState {
  /// Nodes spent on the search for a proven win after each move.
  private static let proofNodes: UInt64 = 20_000

  /// The side to move if it has a win by fours alone, which the referee's own search proves.
  var provenWinner: Side? {
    switch self {
    case .gomoku(let position):
      switch ThreatSearch(.vcf, position, nodeLimit: GameState.proofNodes).outcome {
      case .win: sideToMove
      default: nil
      }
    case .liuzhou: nil
    }
  }
}

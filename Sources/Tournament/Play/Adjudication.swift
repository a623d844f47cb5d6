import Gomocup
import Match

extension TournamentConfig.Adjudication {
  /// The end of a game by adjudication.
  struct Ending: Equatable {
    let reason: EndReason
    /// The player who wins, 0 or 1; `nil` for a draw.
    var winner: Int?
  }

  /// Returns the adjudicated end of a game after `plies` moves; `nil` if the game goes on.
  ///
  /// A win proved by the referee's own search is judged in `Referee`.
  ///
  /// - Parameter scores: the scores of the moves after the opening, each for the player who moved;
  ///   `nil` for a move without a reported score.
  func ending(plies: Int, scores: [(player: Int, score: ReportedScore?)]) -> Ending? {
    if let maximumPlies, plies >= maximumPlies { return Ending(reason: .maximumPlies) }
    if let draw, plies >= draw.after, let last = Self.values(scores, last: 2 * draw.moves),
      last.allSatisfy({ abs($0.value) <= draw.score })
    {
      return Ending(reason: .agreedDraw)
    }
    if let resign, let last = Self.values(scores, last: 2 * resign.moves) {
      // The players do not always alternate: in Liuzhou chess one may move twice.
      for winner in 0...1 {
        let values = last.map { $0.player == winner ? $0.value : -$0.value }
        if values.allSatisfy({ $0 >= resign.score }) {
          return Ending(reason: .resignation, winner: winner)
        }
      }
    }
    return nil
  }

  /// Returns the last `count` scores as numbers; `nil` if there are fewer or one is missing.
  private static func values(
    _ scores: [(player: Int, score: ReportedScore?)], last count: Int
  ) -> [(player: Int, value: Int)]? {
    guard scores.count >= count else { return nil }
    var values: [(player: Int, value: Int)] = []
    for (player, score) in scores.suffix(count) {
      guard let score else { return nil }
      values.append((player, score.value))
    }
    return values
  }
}

extension ReportedScore {
  /// The score as a number: an estimate as reported, 30,000 for a proven win, -30,000 for a loss.
  fileprivate var value: Int {
    switch self {
    case .estimate(let value): value
    case .win: 30_000
    case .loss: -30_000
    }
  }
}

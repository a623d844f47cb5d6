import Gomocup
import Match

extension TournamentConfig.Adjudication {
  /// The end of a game by adjudication.
  struct Ending: Equatable {
    let reason: EndReason
    /// True if the side that moved last wins; `nil` for a draw.
    var lastMoverWins: Bool?
  }

  /// Returns the adjudicated end of a game after `plies` moves; `nil` if the game goes on.
  ///
  /// A win proved by the referee's own search is judged in `Referee`.
  ///
  /// - Parameter scores: the scores of the moves after the opening, each for the side that moved;
  ///   `nil` for a move without a reported score.
  func ending(plies: Int, scores: [ReportedScore?]) -> Ending? {
    if let maximumPlies, plies >= maximumPlies { return Ending(reason: .maximumPlies) }
    if let draw, plies >= draw.after, let last = Self.values(scores, last: 2 * draw.moves),
      last.allSatisfy({ abs($0) <= draw.score })
    {
      return Ending(reason: .agreedDraw)
    }
    if let resign, let last = Self.values(scores, last: 2 * resign.moves) {
      // Scores are converted to the last mover's view: both engines have to agree.
      let turned = last.reversed().enumerated()
        .map { $0.offset.isMultiple(of: 2) ? $0.element : -$0.element }
      if turned.allSatisfy({ $0 >= resign.score }) {
        return Ending(reason: .resignation, lastMoverWins: true)
      }
      if turned.allSatisfy({ $0 <= -resign.score }) {
        return Ending(reason: .resignation, lastMoverWins: false)
      }
    }
    return nil
  }

  /// Returns the last `count` scores as numbers; `nil` if there are fewer or one is missing.
  private static func values(_ scores: [ReportedScore?], last count: Int) -> [Int]? {
    guard scores.count >= count else { return nil }
    var values: [Int] = []
    for score in scores.suffix(count) {
      guard let score else { return nil }
      values.append(score.value)
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

import Gomocup

extension TournamentConfig.Adjudication {
  /// An end that the referee calls, not the rules.
  struct Ending: Equatable {
    let reason: EndReason
    /// `nil` for a draw.
    var lastMoverWins: Bool?
  }

  /// The end of a game after `plies` moves, if it is to be called now.
  ///
  /// - Parameter scores: of the moves after the opening, each from its mover's view; `nil` where the
  ///   engine told none.
  func ending(plies: Int, scores: [ReportedScore?]) -> Ending? {
    if let maximumPlies, plies >= maximumPlies { return Ending(reason: .maximumPlies) }
    if let draw, plies >= draw.after, let last = Self.values(scores, last: 2 * draw.moves),
      last.allSatisfy({ abs($0) <= draw.score })
    {
      return Ending(reason: .agreedDraw)
    }
    if let resign, let last = Self.values(scores, last: 2 * resign.moves) {
      // Turned to the last mover's view: only if both engines agree is the game lost.
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

  /// The last `count` scores as numbers; `nil` unless so many moves were made and all have one.
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
  /// The score as a number; a proven result counts as 30,000.
  fileprivate var value: Int {
    switch self {
    case .estimate(let value): value
    case .win: 30_000
    case .loss: -30_000
    }
  }
}

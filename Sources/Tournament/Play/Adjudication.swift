extension TournamentConfig.Adjudication {
  /// An end that the referee calls, not the rules.
  struct Ending: Equatable {
    let reason: EndReason
    /// `nil` for a draw.
    var lastMoverWins: Bool?
  }

  /// The end of a game after `plies` moves, if it is to be called now.
  ///
  /// - Parameter scores: of the moves after the opening, each from its mover's view.
  func ending(plies: Int, scores: [String]) -> Ending? {
    if let maximumPlies, plies >= maximumPlies { return Ending(reason: .maximumPlies) }
    if let draw, plies >= draw.after {
      let last = Self.numbers(scores.suffix(2 * draw.moves))
      if last.count == 2 * draw.moves, last.allSatisfy({ abs($0) <= draw.score }) {
        return Ending(reason: .agreedDraw)
      }
    }
    if let resign {
      // Turned to the last mover's view: only if both engines agree is the game lost.
      let last = Self.numbers(scores.suffix(2 * resign.moves)).reversed().enumerated()
        .map { $0.offset.isMultiple(of: 2) ? $0.element : -$0.element }
      guard last.count == 2 * resign.moves else { return nil }
      if last.allSatisfy({ $0 >= resign.score }) {
        return Ending(reason: .resignation, lastMoverWins: true)
      }
      if last.allSatisfy({ $0 <= -resign.score }) {
        return Ending(reason: .resignation, lastMoverWins: false)
      }
    }
    return nil
  }

  /// The scores as numbers, leaving out those that are none; a proven result counts as 30,000.
  private static func numbers(_ scores: some Collection<String>) -> [Int] {
    scores.compactMap { text in
      if text.contains("M") { return text.hasPrefix("-") ? -30_000 : 30_000 }
      return Int(text.hasPrefix("+") ? String(text.dropFirst()) : text)
    }
  }
}

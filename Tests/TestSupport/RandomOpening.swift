import GomokuRules

extension OpeningRule {
  /// All rules, with two of those that have a number.
  public static let samples = fixed + [.fifthMoves(count: 1), .fifthMoves(count: 12)]
}

extension OpeningGame {
  /// Returns a legal action drawn from `random`; `nil` once the opening is over.
  public func randomAction(using random: inout some RandomNumberGenerator) -> OpeningAction? {
    switch options.randomElement(using: &random) {
    case .place(let points)?: points.randomElement(using: &random).map(OpeningAction.place)
    case .swapOrStay?: Bool.random(using: &random) ? .swap : .stay
    case .announce(let numbers)?: .announce(Int.random(in: numbers, using: &random))
    case .offer(let count, let points)?: offer(count, of: points.shuffled(using: &random))
    case .take(let points)?: points.randomElement(using: &random).map(OpeningAction.take)
    case nil: nil
    }
  }

  /// Returns an offer of the first `count` points of which no two are symmetric.
  private func offer(_ count: Int, of points: [Point]) -> OpeningAction? {
    var offer = Array(points.prefix(count))
    for next in points.dropFirst(count) {
      var game = self
      do {
        try game.play(.offer(offer))
        return .offer(offer)
      } catch {
        guard case .symmetric(_, let second) = error else { return nil }
        offer.removeAll { $0 == second }
        offer.append(next)
      }
    }
    return nil
  }
}

import Basics
import Testing

@testable import SearchKit
@testable import SearchTypes

/// The narrow windows of an iteration, tried on a search that knows its result from the start.
struct AspirationTests {
  private static let depth = 20
  /// Five times the margin grows; then each side can only be opened.
  private static let mostSearches = 7

  /// Searches one iteration: the one place that knows how the tested code is called.
  private static func iterate(
    depth: Int = depth, previous: Score?, search: (Score, Score) -> Score?
  ) -> Score? {
    Aspiration().score(depth: depth, previous: previous) { window in
      search(window.alpha, window.beta)
    }
  }

  /// What a search may return for a value outside of its window.
  enum Model: CaseIterable {
    /// The window's border.
    case failHard
    /// The value itself.
    case exact
    /// Some bound between the border and the value.
    case failSoft

    func score(
      _ value: Score, _ alpha: Score, _ beta: Score, using generator: inout SplitMix64
    ) -> Score {
      guard value <= alpha || value >= beta else { return value }
      let border = value <= alpha ? alpha : beta
      switch self {
      case .failHard: return border
      case .exact: return value
      case .failSoft:
        let range = min(border.rawValue, value.rawValue)...max(border.rawValue, value.rawValue)
        return Score(rawValue: .random(in: range, using: &generator))
      }
    }
  }

  private static func random(using generator: inout SplitMix64) -> Score {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .win(inPlies: .random(in: 1...240, using: &generator))
    case 1: .loss(inPlies: .random(in: 0...240, using: &generator))
    case 2: .centistones(.random(in: -28_000...28_000, using: &generator))
    default: .centistones(.random(in: -400...400, using: &generator))
    }
  }

  @Test(arguments: Model.allCases)
  func theValueIsFoundExactlyOrAsAWinInFewSearches(model: Model) {
    var generator = SplitMix64(seed: 61)
    for round in 0..<4_000 {
      let value = Self.random(using: &generator)
      let previous = round % 10 == 0 ? nil : Self.random(using: &generator)
      var count = 0
      let found = Self.iterate(previous: previous) { alpha, beta in
        count += 1
        #expect(alpha < beta && -.infinity <= alpha && beta <= .infinity)
        // Endless loops end here.
        guard count <= Self.mostSearches else { return nil }
        return model.score(value, alpha, beta, using: &generator)
      }
      // A win may be told to take longer than it does: that it is one is enough.
      let isRight = found == value || value.isWin && found.map { $0.isWin && $0 <= value } == true
      #expect(isRight, "\(value) after \(previous.map(\.description) ?? "none")")
      #expect(count <= Self.mostSearches)
    }
  }

  @Test func aValueNearTheLastOneTakesOneNarrowSearch() {
    for previous in stride(from: -28_000, through: 28_000, by: 500).map({ Score.centistones($0) }) {
      var windows: [(alpha: Score, beta: Score)] = []
      let found = Self.iterate(previous: previous) { alpha, beta in
        windows.append((alpha, beta))
        return previous
      }
      #expect(found == previous && windows.count == 1)
      #expect(windows.allSatisfy { $0.alpha < previous && previous < $0.beta })
      #expect(windows.allSatisfy { $0.alpha > -.infinity && $0.beta < .infinity })
    }
  }

  /// That a win may be shorter still is not worth a search.
  @Test(arguments: [1, 9, 239]) func aWinEndsTheIterationAtOnce(plies: Int) {
    var count = 0
    let found = Self.iterate(previous: .centistones(50)) { _, _ in
      count += 1
      return .win(inPlies: plies)
    }
    #expect(found == .win(inPlies: plies) && count == 1)
  }

  @Test(
    arguments: [
      (1, .centistones(10)), (20, nil), (20, .win(inPlies: 9)), (20, .loss(inPlies: 9)),
    ] as [(Int, Score?)])
  func withoutAnEstimateToStartFromTheWindowIsOpen(depth: Int, previous: Score?) {
    for value in [.win(inPlies: 5), .loss(inPlies: 5), .centistones(321)] as [Score] {
      var count = 0
      let found = Self.iterate(depth: depth, previous: previous) { alpha, beta in
        count += 1
        #expect(alpha == -.infinity && beta == .infinity)
        return value
      }
      #expect(found == value && count == 1)
    }
  }

  @Test(arguments: 1...6) func aStoppedSearchEndsTheIterationWithNothing(searches: Int) {
    for isHigh in [true, false] {
      var count = 0
      let found = Self.iterate(previous: .draw) { alpha, beta in
        count += 1
        if count == searches { return nil }
        return isHigh ? beta : alpha
      }
      // That side of the sixth window is open.
      #expect(found == nil && count == searches)
    }
  }

  /// Real searches contradict themselves: what fails high in one window fails low in the next.
  @Test func evenContradictionsComeToAnEnd() {
    var generator = SplitMix64(seed: 62)
    for _ in 0..<4_000 {
      var count = 0
      var windows: [(alpha: Score, beta: Score)] = []
      let previous = Score.centistones(.random(in: -2_000...2_000, using: &generator))
      let found = Self.iterate(previous: previous) { alpha, beta in
        count += 1
        #expect(alpha < beta && -.infinity <= alpha && beta <= .infinity)
        windows.append((alpha, beta))
        guard count <= Self.mostSearches else { return nil }
        // Outside whenever there is an outside.
        let isHigh = Bool.random(using: &generator)
        let border = isHigh ? beta : alpha
        guard abs(border.rawValue) < Score.infinity.rawValue else { return .draw }
        let step = Int.random(in: 0...300, using: &generator)
        let score = isHigh ? border + step : border - step
        return score.isProven ? border : score
      }
      #expect(found != nil)
      for (window, next) in zip(windows, windows.dropFirst()) {
        #expect(next.alpha <= window.alpha && next.beta >= window.beta)
      }
    }
  }
}

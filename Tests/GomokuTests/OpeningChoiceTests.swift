import Basics
import SearchKit
import SearchTypes
import Testing

@testable import Gomoku
@testable import GomokuRules

/// The engine's choices in openings, each judged by `OpeningGame`.
struct OpeningChoiceTests {
  static let rules =
    OpeningRule.fixed + [1, 5, 12].map { OpeningRule.fifthMoves(count: $0) }

  private static let sizes = [(15, 15), (9, 9), (10, 13), (22, 9), (20, 20), (5, 5), (6, 5)]
    .compactMap { BoardSize(width: $0.0, height: $0.1) }

  /// An opening in which the engine acts, for both players or against random legal actions.
  private struct Opening: Dice {
    var generator: SplitMix64
    var game: OpeningGame
    let player: GomokuPlayer
    var isAgainstRandom = false
    var limits = SearchLimits(nodes: 400)
    var clock = SearchClock()

    init?(
      _ rule: OpeningRule, size: BoardSize = .standard, variant: Variant? = nil, threads: Int = 1,
      seed: UInt64 = 0
    ) {
      guard
        let game = OpeningGame(
          rule, size: size, variant: variant ?? (rule.isRenju ? .renju : .freestyle))
      else { return nil }
      (self.game, generator) = (game, SplitMix64(seed: seed))
      player = GomokuPlayer(memoryLimit: 64 << 20)
      player.resources.threadCount = threads
    }

    func choice(selection: Int = 0) -> OpeningChoice {
      OpeningChoice(
        in: game, player: player, limits: limits, clock: clock, selection: selection)
    }

    /// Plays to the end; throws what the rules have against an action.
    mutating func play() throws {
      while !game.isOver {
        let selection = Int.random(in: 0..<1_000, using: &generator)
        let isRandom = isAgainstRandom && game.actor == .second
        let action = isRandom ? legalAction() : choice(selection: selection).action
        try game.play(try #require(action))
      }
    }

    private mutating func legalAction() -> OpeningAction? {
      switch pick(game.options) {
      case .place(let points)?: pick(points).map(OpeningAction.place)
      case .swapOrStay?: pick([.swap, .stay])
      case .announce(let numbers)?: pick(Array(numbers)).map(OpeningAction.announce)
      case .offer(let count, _)?:
        .offer(Array(game.position.distinctMoves.shuffled(using: &generator).prefix(count)))
      case .take(let points)?: pick(points).map(OpeningAction.take)
      case nil: nil
      }
    }
  }

  @Test(arguments: rules, [1, 2]) func everyActionIsLegal(rule: OpeningRule, threads: Int) throws {
    for size in Self.sizes {
      for seed in 0..<4 as Range<UInt64> {
        guard var opening = Opening(rule, size: size, threads: threads, seed: seed) else {
          #expect(size.height < rule.smallestSide)
          continue
        }
        opening.isAgainstRandom = seed > 0
        try opening.play()
        #expect(opening.choice().action == nil)
      }
    }
  }

  @Test(arguments: Variant.allCases) func freeRulesArePlayedInEveryVariant(variant: Variant) throws
  {
    for rule in [OpeningRule.swap, .swap2, .pro, .longPro] {
      var opening = try #require(Opening(rule, variant: variant, seed: 9))
      try opening.play()
    }
  }

  @Test(arguments: rules) func equalRunsGiveEqualOpenings(rule: OpeningRule) throws {
    let texts = try (0..<2).map { _ in
      var opening = try #require(Opening(rule, seed: 3))
      try opening.play()
      return opening.game.text
    }
    #expect(texts[0] == texts[1])
  }

  @Test(arguments: rules) func aStoppedSearchStillActs(rule: OpeningRule) throws {
    var opening = try #require(Opening(rule))
    opening.limits = SearchLimits(time: .exactly(.seconds(100_000)))
    opening.clock.stop.request()
    try opening.play()
  }

  @Test(arguments: [1, 3, 40, 1_000] as [UInt64])
  func theFewestNodesSuffice(nodes: UInt64) throws {
    for rule in Self.rules {
      var opening = try #require(Opening(rule))
      opening.limits = SearchLimits(nodes: nodes)
      try opening.play()
    }
  }

  // MARK: Choices

  private func action(_ rule: OpeningRule, _ text: String, nodes: UInt64) throws -> OpeningAction {
    var opening = try #require(Opening(rule))
    opening.limits = SearchLimits(nodes: nodes)
    try opening.game.play(text: text)
    return try #require(opening.choice().action)
  }

  /// Hogetsu is won by Black, Suisei good for White.
  @Test(arguments: [
    (OpeningRule.rif, "h8 i7 i9", OpeningAction.swap), (.rif, "h8 i7 f10", .stay),
    (.fifthMoves(count: 1), "h8 i7 i9", .swap), (.swap, "h8 a1 i8", .swap),
    (.swap, "a1 h8 o15", .stay),
  ])
  func theBetterColourIsTaken(rule: OpeningRule, text: String, choice: OpeningAction) throws {
    #expect(try action(rule, text, nodes: 60_000) == choice)
  }

  @Test func whiteTakesTheWorseOfTwoFifthMoves() throws {
    let offers = ["offer g9,a1", "offer a1,g9"]
    for offer in offers {
      let taken = try action(.rif, "h8 i9 i10 stay h10 " + offer, nodes: 20_000)
      #expect(taken == .take(Point(x: 0, y: 0)))
    }
  }

  /// The number grows with Black's advantage.
  @Test func theNumberMakesThePositionLevel() throws {
    let numbers = try ["h8 i7 i9", "h8 i7 f10"].map { stones in
      guard case .announce(let number) = try action(.yamaguchi, stones, nodes: 200_000) else {
        Issue.record("the number is due")
        return 0
      }
      return number
    }
    #expect(numbers[0] > numbers[1])
  }

  // MARK: Known openings

  @Test(arguments: rules.filter(\.isRenju)) func theFirstStonesAreAKnownOpening(rule: OpeningRule)
    throws
  {
    var seen: Set<RenjuOpening> = []
    for selection in 0..<60 {
      var opening = try #require(Opening(rule))
      guard opening.game.fifthCounts != nil || rule == .sakata else { return }
      while opening.game.position.stones.count < 3 {
        try opening.game.play(try #require(opening.choice(selection: selection * 37).action))
      }
      let stones = opening.game.position.stones.map(\.point)
      seen.insert(try #require(RenjuOpening.opening(of: stones, on: .standard)))
    }
    #expect(seen.count > 2)
  }

  @Test func theTableHasARowForEachOpening() {
    #expect(LevelOpenings.values.count == RenjuOpening.all.count)
    for row in LevelOpenings.values {
      // More fifth moves are never better for Black.
      #expect(row.count == OpeningRule.fifthCounts.count && row == row.sorted(by: >))
    }
  }
}

import Basics
import SearchKit
import SearchTypes
import TestSupport
import Testing

@testable import Gomoku
@testable import GomokuRules

struct OpeningTests {
  private static let limits = SearchLimits(nodes: 60_000)

  @Test func proposalsAreThreePointsOfEveryBoard() throws {
    for width in BoardSize.sides {
      for height in BoardSize.sides {
        let size = try #require(BoardSize(width: width, height: height))
        for variant in Variant.allCases {
          for choice in Swap2.proposals(for: variant).indices {
            let stones = Swap2.proposal(for: variant, on: size, choice: choice)
            #expect(
              Set(stones).count == 3 && stones.allSatisfy(size.contains),
              "\(variant) \(width)x\(height)")
          }
        }
      }
    }
  }

  @Test(arguments: Variant.allCases) func proposalsDiffer(variant: Variant) {
    let count = Swap2.proposals(for: variant).count
    let all = (0..<count).map { Swap2.proposal(for: variant, on: .standard, choice: $0) }
    #expect(Set(all).count == count && count >= 4)
    #expect(all.map { $0.map(\.description).joined() } == Swap2.proposals(for: variant))
    #expect(Swap2.proposal(for: variant, on: .standard, choice: count) == all[0])
  }

  /// What an opponent who searches them sees: neither colour is worth much more than the other.
  @Test(arguments: Variant.allCases, [BoardSize.standard, BoardSize(side: 20)!])
  func proposalsAreLevel(variant: Variant, size: BoardSize) throws {
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    for choice in Swap2.proposals(for: variant).indices {
      let position = try proposed(choice, by: variant, on: size)
      let score = player.search(position, limits: SearchLimits(nodes: 5_000)).score
      #expect(abs(Int(score.rawValue)) < 250, "\(choice)")
    }
  }

  /// The position after one of the known proposals.
  private func proposed(
    _ choice: Int, by variant: Variant = .freestyle, on size: BoardSize = .standard
  ) throws -> Position {
    var position = Position(size: size, variant: variant)
    for point in Swap2.proposal(for: variant, on: size, choice: choice) {
      try position.play(point)
    }
    return position
  }

  private func answer(_ moves: String, nodes: UInt64 = 60_000) throws -> Swap2.Answer {
    var position = Position()
    for point in try #require(Point.list(moves)) { try position.play(point) }
    return Swap2.answer(
      to: position, player: GomokuPlayer(memoryLimit: 64 << 20),
      limits: SearchLimits(nodes: nodes))
  }

  @Test func theBetterColourIsTaken() throws {
    // Black stands well with two stones side by side in the centre and White in the corner.
    #expect(try answer("h8a1i8") == .swap)
    // Five stones: Black has an open three and White nothing.
    #expect(try answer("h8a1i8o15j8") == .swap)
    // Black's stones are far apart, White's work together: White plays on.
    guard case .stones(let stones) = try answer("a1h8o1i9a15") else {
      Issue.record("White should play on")
      return
    }
    #expect(stones.count == 1)
  }

  @Test func aLevelProposalIsAnsweredWithTwoStones() throws {
    // Whichever of the known proposals the search finds level now has to be answered so.
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    for choice in Swap2.proposals(for: .freestyle).indices {
      var position = try proposed(choice)
      let score = player.search(position, limits: SearchLimits(nodes: 24_000)).score
      let answer = Swap2.answer(to: position, player: player, limits: OpeningTests.limits)
      switch answer {
      case .swap: #expect(score < .draw)
      case .stones(let stones) where stones.count == 2:
        #expect(abs(Int(score.rawValue)) <= Swap2.levelMargin)
        for point in stones { try position.play(point) }
      case .stones(let stones):
        #expect(stones.count == 1 && score >= .draw)
        for point in stones { try position.play(point) }
      }
    }
  }

  @Test(arguments: [(1, -150), (1, -300), (2, 0), (2, -100)])
  func balancedStonesReachTheWantedScore(stones: Int, bias: Int) throws {
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    var position = Position()
    try position.play(Point(x: 7, y: 7))
    let balance = Balance(stoneCount: stones, bias: .centistones(bias))
    // Each of the two candidates of the last round is searched twice as long as the test's own
    // search below.
    let found = balance.proposal(
      in: position, player: player, limits: SearchLimits(nodes: 4 * 2 * 20_000))
    let proposal = try #require(found)
    #expect(proposal.stones.count == stones)
    for point in proposal.stones { try position.play(point) }
    let score = -player.search(position, limits: SearchLimits(nodes: 20_000)).score
    #expect(abs(Int(score.rawValue) - bias) < 120, "\(score)")
  }

  @Test func aStoppedTurnStillAnswers() throws {
    let clock = SearchClock()
    clock.stop.request()
    var position = Position()
    for point in try #require(Point.list("h8i9g7")) { try position.play(point) }
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    let limits = SearchLimits(time: .exactly(.seconds(100_000)))
    let time = ContinuousClock().measure {
      _ = Swap2.answer(to: position, player: player, limits: limits, clock: clock)
      _ = Balance(stoneCount: 2).proposal(
        in: position, player: player, limits: limits, clock: clock)
    }
    #expect(time < longestWait)
  }

  @Test func theTurnsTimeIsDividedAmongTheSearches() throws {
    var position = Position()
    for point in try #require(Point.list("f13n5n11")) { try position.play(point) }
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    let limits = SearchLimits(time: .exactly(.milliseconds(400)))
    let time = processorTime { _ = Swap2.answer(to: position, player: player, limits: limits) }
    // Each of the searches alone may take all of it.
    #expect(time < .milliseconds(800))
  }
}

import Basics
import Gomoku
import GomokuRules
import SearchKit
import TestSupport
import Testing

@Suite struct GameSearchTests {
  @Test(arguments: Variant.allCases) func resultsAreThoseOfPlainMinimax(_ variant: Variant) throws {
    var found: [Minimax.Value: Int] = [:]
    let count = Effort.count(6, thorough: 100)
    let positions = [0, 4].flatMap {
      RandomPositions.nearlyFull(variant, neutralStones: $0, count: count)
    }
    for position in positions {
      var minimax = Minimax()
      let expected = minimax.value(position)
      found[expected, default: 0] += 1
      let search = GameSearch(position)
      let name = "\(position.size) \(position.stones.map(\.point))"
      switch search.outcome {
      case .win: #expect(expected == .win, "\(name)")
      case .loss: #expect(expected == .loss, "\(name)")
      case .draw: #expect(expected == .draw, "\(name)")
      case .none, .unknown: Issue.record("\(search.outcome): \(name)")
      }
      for winner in Color.allCases {
        let isOwn = winner == position.sideToMove
        switch GameSearch(position, for: winner).outcome {
        case .win: #expect(isOwn && expected == .win, "\(winner) \(name)")
        case .loss: #expect(!isOwn && expected == .loss, "\(winner) \(name)")
        case .none: #expect(expected != (isOwn ? .win : .loss), "\(winner) \(name)")
        case .draw, .unknown: Issue.record("\(search.outcome): \(winner) \(name)")
        }
      }
      if let proof = search.proof {
        #expect(throws: Never.self, "\(name)") { try ProofChecker.check(proof) }
      }
    }
    #expect(found.count == 3)
  }

  @Test(arguments: Variant.allCases.filter { $0 != .renju })
  func fiveByFiveIsADraw(_ variant: Variant) throws {
    let position = Position(size: try #require(BoardSize(side: 5)), variant: variant)
    #expect(GameSearch(position, nodeLimit: 1_000_000).outcome == .draw)
  }

  @Test func aWonOpeningIsProved() throws {
    // Black has two open twos that cross, and the move.
    var position = Position(size: try #require(BoardSize(side: 9)))
    for point in try #require(Point.list("e5a1e6i1f5a9g4i9")) { try position.play(point) }
    let search = GameSearch(position, nodeLimit: 2_000_000)
    guard case .win(let line) = search.outcome, let proof = search.proof else {
      Issue.record("\(search.outcome)")
      return
    }
    #expect(line.count % 2 == 1)
    #expect(throws: Never.self) { try ProofChecker.check(proof) }
    // A reply takes the win out of Black's hands no more.
    let reply = try #require(position.after(line[0]))
    guard case .loss = GameSearch(reply, nodeLimit: 2_000_000).outcome else {
      Issue.record("no loss after \(line[0])")
      return
    }
  }

  @Test func whatOneSearchHasFoundTheNextGoesOnFrom() throws {
    let memory = 40 << 20
    let player = GomokuPlayer(tableSize: memory)
    func solve(_ position: Position) -> GameSearch {
      player.findResult(of: position, for: nil, nodeLimit: 50_000, clock: SearchClock())
    }
    var position = Position(size: try #require(BoardSize(side: 6)))
    for point in try #require(Point.list("c3d4c4d3")) { try position.play(point) }
    let first = solve(position)
    let again = solve(position)
    #expect(first.outcome == .draw && first.nodes > 100)
    #expect(again.outcome == .draw && again.nodes < 10)
    player.forget()
    #expect(solve(position).nodes == first.nodes)
    // Other rules know nothing of it.
    let other = position.under(.caro)
    #expect(solve(other).nodes == GameSearch(other, nodeLimit: 50_000, memory: memory).nodes)
  }

  /// One player's tables see positions of many games, and never say anything wrong.
  @Test(arguments: Variant.allCases) func resultsAfterManySearchesAreThoseOfMinimax(
    _ variant: Variant
  ) throws {
    let player = GomokuPlayer(tableSize: 8 << 20)
    let count = Effort.count(20, thorough: 200)
    for position in RandomPositions.nearlyFull(variant, neutralStones: 4, count: count) {
      var minimax = Minimax()
      let expected = minimax.value(position)
      let search = player.findResult(
        of: position, for: nil, nodeLimit: nil, clock: SearchClock())
      switch search.outcome {
      case .win: #expect(expected == .win)
      case .loss: #expect(expected == .loss)
      case .draw: #expect(expected == .draw)
      case .none, .unknown: Issue.record("\(search.outcome)")
      }
    }
  }

  @Test func limitsMakeTheResultUnknown() throws {
    let position = Position(variant: .freestyle)
    #expect(GameSearch(position, nodeLimit: 1000).outcome == .unknown)
    let clock = SearchClock()
    clock.stop.request()
    #expect(GameSearch(position, clock: clock).outcome == .unknown)
  }
}

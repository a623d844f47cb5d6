import Basics
import Gomoku
import GomokuRules
import SearchTypes
import TestSupport
import Testing

/// Wins by continuous threats.
@Suite struct ThreatWinTests {
  @Test func publishedWinsAreFoundAndProved() throws {
    let rows = try PuzzleFixture.rows("vct-published")
    var solved = 0
    for row in rows {
      let search = ThreatSearch(
        .vct, try row.position(), wantsProof: true,
        nodeLimit: UInt64(Effort.count(60_000, thorough: 2_000_000)))
      #expect(search.outcome != .none, "\(row.id)")
      guard case .win(let line) = search.outcome else { continue }
      solved += 1
      #expect(line.count % 2 == 1)
      expectHolds(search.proof, row.id)
    }
    #expect(solved * 100 >= rows.count * Effort.count(80, thorough: 95), "\(solved)")
  }

  @Test func claimsFromGamesHoldAgainstEveryReply() {
    let wanted = Effort.count(40, thorough: 400)
    for variant in Variant.allCases {
      var games = SelfPlay(variant: variant, seed: 77)
      var wins = 0
      while wins < wanted {
        guard let position = games.next() else { break }
        for goal in [ThreatGoal.vcf, .vct] {
          let search = ThreatSearch(goal, position, wantsProof: true, nodeLimit: 1_500)
          guard case .win = search.outcome else { continue }
          wins += 1
          expectHolds(search.proof, "\(variant) \(position.stones.map(\.point))")
        }
      }
    }
  }

  /// Stones that belong to nobody hide what lies behind them.
  @Test(arguments: Variant.allCases)
  func claimsBetweenStonesOfNobodyHoldAgainstEveryReply(_ variant: Variant) throws {
    var wins = [ThreatGoal: Int]()
    for (number, (width, height)) in [(11, 5), (9, 9), (15, 15), (22, 7)].enumerated() {
      let size = try #require(BoardSize(width: width, height: height))
      var positions = RandomPositions(
        variant: variant, size: size, neutralStones: size.pointCount / 12, seed: UInt64(number))
      for round in 0..<Effort.count(60, thorough: 600) {
        let position = positions.next(stones: size.pointCount / 12 + 12 + round % 16)
        for goal in [ThreatGoal.vcf, .vct] {
          let search = ThreatSearch(
            goal, position, wantsProof: true, nodeLimit: 1_000, memory: 2 << 20)
          guard case .win(let line) = search.outcome, let proof = search.proof else { continue }
          wins[goal, default: 0] += 1
          let name = "\(goal) \(position)"
          expectHolds(proof, name)
          let verdict = NaiveProofChecker.verdict(on: proof.text, budget: 20_000)
          #expect([.valid, .gaveUp].contains(verdict), "\(verdict) \(name)")
          let end = try #require(line.reduce(position as Position?) { $0?.after($1) }, "\(name)")
          // A line may end where Black has forbidden points only.
          let isHelpless = end.outcome == nil && end.legalMoves.isEmpty
          #expect(end.outcome == .win(position.sideToMove) || isHelpless, "\(name)")
        }
      }
    }
    #expect(wins[.vcf, default: 0] > 10 && wins[.vct, default: 0] > 10, "\(wins)")
  }

  @Test(arguments: Variant.allCases) func answersDoNotContradictOnTurnedBoards(_ variant: Variant) {
    var positions = RandomPositions(variant: variant, side: 9, seed: 15)
    for round in 0..<Effort.count(4, thorough: 100) {
      let position = positions.next(stones: 8 + round % 10)
      guard position.outcome == nil else { continue }
      var kinds: Set<Bool> = []
      for symmetry in 0..<8 {
        let image = position.image(symmetry: symmetry, swappingColors: variant != .renju)
        let search = ThreatSearch(.vct, image, wantsProof: true, nodeLimit: 6_000)
        switch search.outcome {
        case .win:
          kinds.insert(true)
          expectHolds(search.proof, "\(position.stones.map(\.point)) \(symmetry)")
        case .none: kinds.insert(false)
        case .unknown: break
        }
      }
      #expect(kinds.count < 2, "\(position.stones.map(\.point))")
    }
  }

  @Test func nodeLimitsGiveOneAnswer() throws {
    for row in try PuzzleFixture.rows("vct-published").prefix(10) {
      let first = ThreatSearch(.vct, try row.position(), nodeLimit: 5_000)
      let second = ThreatSearch(.vct, try row.position(), nodeLimit: 5_000)
      #expect(first.outcome == second.outcome && first.nodes == second.nodes)
    }
  }

  private func expectHolds(_ proof: Proof?, _ name: String) {
    guard let proof else {
      Issue.record("\(name): no proof")
      return
    }
    do { try ProofChecker.check(proof) } catch { Issue.record("\(name): \(error)") }
  }
}

/// Positions from games that the engine plays against itself after a few random stones.
struct SelfPlay {
  private let player = GomokuPlayer(tableSize: 8 << 20)
  private var openings: RandomPositions
  private var position: Position?

  init(variant: Variant, seed: UInt64) {
    openings = RandomPositions(variant: variant, side: 15, seed: seed)
  }

  /// The next position of the present game, or the first of another one.
  mutating func next() -> Position? {
    if let current = position, current.outcome == nil {
      let report = player.search(current, limits: SearchLimits(nodes: 60))
      position = report.bestMove.flatMap { current.after($0) }
    }
    if position?.outcome != nil || position == nil { position = openings.next(stones: 10) }
    return position
  }
}

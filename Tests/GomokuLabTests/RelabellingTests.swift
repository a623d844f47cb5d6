import GomokuRules
import SearchTypes
import Testing

@testable import Gomoku
@testable import GomokuLab

@Suite struct RelabellingTests {
  private func relabelling() -> Relabelling {
    var relabelling = Relabelling()
    (relabelling.nodes, relabelling.interval) = (500, 3)
    return relabelling
  }

  @Test(arguments: [Variant.freestyle, .renju]) func labelsAreLongerSearchesOfPositions(
    variant: Variant
  ) throws {
    var play = SelfPlay(seed: 11)
    (play.variant, play.nodes) = (variant, 100)
    let games = (0..<12).map { _ in play.play() }
    var (relabelling, again) = (relabelling(), relabelling())
    var count = 0
    for game in games {
      let labels = relabelling.labels(of: game)
      #expect(again.labels(of: game) == labels)
      let stones = game.opening + game.plies.compactMap(\.move)
      for label in labels {
        let fresh = GomokuPlayer(tableSize: 8 << 20)
        let report = fresh.search(label.start, limits: SearchLimits(nodes: 500))
        #expect(label.plies == [.init(move: report.bestMove, score: report.score)])
        #expect(label.outcome == nil && label.variant == variant)
        #expect(label.opening == Array(stones.prefix(label.opening.count)))
        #expect(try #require(TrainingGame(label.text)) == label)
      }
      count += labels.count
    }
    #expect(count > 5)
  }

  @Test func onePositionInSoManyIsTaken() throws {
    let text = "freestyle 15 15 + h8 i9:0 g7:0 g9:0 i7:0 j10:0 f6:0"
    let game = try #require(TrainingGame(text))
    #expect(relabelling().takes(game) == [3, 6])
    let strayed = try #require(TrainingGame("freestyle 15 15 + h8 i9:0 g7 g9:0 i7:0 j10:0 f6:0"))
    #expect(relabelling().takes(strayed) == [3, 6])
  }
}

extension Relabelling {
  /// The stones of the positions that are taken of a game.
  fileprivate func takes(_ game: TrainingGame) -> [Int] {
    var relabelling = self
    return relabelling.labels(of: game).map(\.opening.count)
  }
}

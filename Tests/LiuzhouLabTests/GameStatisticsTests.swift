import LiuzhouRules
import SearchKit
import Testing

@testable import LiuzhouLab

@Suite struct GameStatisticsTests {
  /// Three of the games of a second a turn: White captures first while placing and Black by a slide,
  /// Black both, and one in which both remove a stone after placing.
  private static let games = """
    1-0 {black wins, white has 3 stones or fewer} d4 c4 e3 e4 e2 d2 b2 f3 c6 b5 b4 c2 a3 \
    c1 b3 d1xa3 e5 d6 a2 a4 d3 c5 a5 a6 c3 b1 e6 d5 f4 a1 b6 e1 f5 f6 f2 f1 a4a3 a5a4 a6a5 \
    b6a6 b5b6 b4b5xa3 c4b4 a4a3xf3 c5c4 f4f3xb4c4e4a5 d5c5 a3a4xc5 d6d5 a4a3xa1b1d5b6 c1b1 \
    a3a4xd2 b1a1 a4a3xa1d1e1c2
    1-0 {black wins, white has 3 stones or fewer} c4 a6 b2 b5 b3 c2 a3 b4 c1xc2 e5 a4 a2 \
    c3 f4 d6 e4 e3 d5 d4 f5xc3 c5 d1 f3 d3 d2 b6 a5 e2 b1 f6 e6 e1 c6 f2 f1 a1 d3c3 \
    d2c2xc3 e2d2 b3c3xd1d2b4 b5b4 a5b5xb4 a6a5 a4b4xa5b6 e1d1 a3b3xd1f2 a2a3 c6b6xa1a3d5 \
    e5d5 d6c6xe4f4d5f5
    0-1 {white wins, black has 3 stones or fewer} b6 c6 e2 e3 d1 f3 e4 d2 e5 b3 b2 d6 f4 \
    f5 b5 d5 c5 b4 a3 c1 c3 d3 d4 c2 b1 a2 a5 a6 f6 a1 a4 c4 e6 e1 f2 f1 xd5 xe2 e1e2xd4 \
    c5d5 d3d4 c3d3 c4c5 d1e1 b4c4 e1d1 b3c3xd3a4b5 b6b5 e3d3xa5b5 b2b3 c5b5xa3b3d5 e4e3 \
    b5c5xd1f2e3 b1b2 c5b5xb2f4e6
    """

  @Test func whatDecidedGamesIsCounted() throws {
    let book = Rulebook(.fengyang)
    var statistics = GameStatistics(book)
    for line in GameStatisticsTests.games.split(separator: "\n") {
      let record = try #require(FinishedGame(line, under: book))
      for length in record.turns.indices {
        let game = record.game(length)
        let points = record.points(game)
        statistics.add(ScoredPosition(position: game.position, score: .draw, points: points))
      }
    }
    #expect(
      statistics.summary() == [
        "Black's points: 66.7 % of 3, drawn 0.0 %",
        "points of who captures first while placing: 50.0 % of 2",
        "points of who captures first by a slide: 100.0 % of 3",
        "points of the side that slides first, by its stones ahead:",
        "  0: 50.0 % of 2",
        "  +1: 0.0 % of 1",
        "the same, by what that slide can earn and what the other side could earn:",
        "  0 against 0: 0.0 % of 1",
        "  0 against 1: 0.0 % of 1",
        "  1 against 1: 100.0 % of 1",
        "points of the side that slides first, by its formations then:",
        "  0: 100.0 % of 1",
        "  1: 0.0 % of 2",
        "points of the other side, by its formations then:",
        "  0: 50.0 % of 2",
        "  1: 100.0 % of 1",
      ])
  }

  @Test func withoutPositionsNothingIsCounted() {
    var statistics = GameStatistics(Rulebook(.shandong))
    #expect(statistics.summary().first == "Black's points: 0.0 % of 0, drawn 0.0 %")
  }
}

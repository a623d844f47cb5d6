import SearchTypes
import Testing

/// What a proven result tells turn after turn, to the end of the game.
struct AnnouncementCourseTests {
  @Test(
    arguments: [
      .win(inPlies: 9), .win(inPlies: 3), .win(inPlies: 1), .loss(inPlies: 8), .loss(inPlies: 4),
      .loss(inPlies: 2),
    ] as [Score])
  func theLineThatWasToldIsToldUntilNoTurnIsLeft(score: Score) throws {
    var line = SearchReport<Int>.Line(score: score, moves: Array(1...(score.plies ?? 0)))
    while let plies = line.score.plies, plies > 2 {
      let announcement = try #require(ReportedResult(SearchReport(lines: [line])))
      line = try #require(
        announcement.line(after: line.moves[0], line.moves[1], with: line.moves[2]))
      #expect(line.score.plies == plies - 2 && line.score.isWin == score.isWin)
      #expect(line.moves.count == plies - 2 && line.moves.first == line.moves.min())
    }
    let last = try #require(ReportedResult(SearchReport(lines: [line])))
    #expect(last.line(after: line.moves[0], line.moves.last ?? 0, with: 99) == nil)
  }

  /// A search may stop where it knows the rest without its moves.
  @Test func aLineCutShortStillTellsItsResult() throws {
    let line = SearchReport<Int>.Line(score: .win(inPlies: 7), moves: [1])
    let announcement = try #require(ReportedResult(SearchReport(lines: [line])))
    #expect(
      announcement.line(after: 1, 2, with: 3) == .init(score: .win(inPlies: 5), moves: [3]))
  }

  @Test func aSearchWithoutALineAnnouncesNothing() {
    #expect(ReportedResult(SearchReport<Int>()) == nil)
  }
}

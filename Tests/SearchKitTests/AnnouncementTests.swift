import SearchTypes
import Testing

/// What a proven result tells of the position two plies later.
struct AnnouncementTests {
  private func announcement(_ score: Score, _ moves: [Int]) -> ReportedResult<Int>? {
    ReportedResult(SearchReport(lines: [.init(score: score, moves: moves)]))
  }

  @Test func aWinHoldsAgainstAnyReply() {
    let win = announcement(.win(inPlies: 7), [1, 2, 3, 4, 5])
    #expect(win?.line(after: 1, 2, with: 3) == .init(score: .win(inPlies: 5), moves: [3, 4, 5]))
    #expect(win?.line(after: 1, 9, with: 3) == .init(score: .win(inPlies: 5), moves: [3]))
    #expect(win?.line(after: 1, 2, with: 8) == .init(score: .win(inPlies: 5), moves: [8]))
  }

  @Test func aLossHoldsAfterTheReplyThatWasTold() {
    let loss = announcement(.loss(inPlies: 8), [1, 2, 3])
    #expect(loss?.line(after: 1, 2, with: 3) == .init(score: .loss(inPlies: 6), moves: [3]))
    #expect(loss?.line(after: 1, 9, with: 3) == nil)
  }

  @Test func otherMovesAndEstimatesTellNothing() {
    #expect(announcement(.win(inPlies: 7), [1, 2, 3])?.line(after: 5, 2, with: 3) == nil)
    #expect(announcement(.centistones(900), [1, 2, 3]) == nil)
    #expect(announcement(.win(inPlies: 1), [1])?.line(after: 1, 2, with: 3) == nil)
  }
}

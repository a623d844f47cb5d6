import Basics
import GomokuRules
import SearchKit
import SearchTypes
import Testing

@testable import GomokuLab

@Suite struct WinPathTests {
  /// An open three with the move: four, a stop, five.
  private func openThree() throws -> Position {
    try #require(TrainingGame("freestyle 15 15 + h8a1i8c1j8e1")).start
  }

  @Test func aPathFollowsTheWinningLineToTheFive() throws {
    let position = try openThree()
    let path = try #require(WinPath(nodes: 2000, lineNodes: 2000).path(in: position))
    #expect(path.line.count == 3 && path.steps.map(\.ply) == [0, 2])
    #expect(path.steps.map(\.move) == [path.line[0], path.line[2]])
    var end = position
    for move in path.line { try end.play(move) }
    #expect(end.outcome == .win(.black))
    for step in path.steps {
      #expect(try #require(step.nodesToWin) <= 2000)
      #expect(!step.isQuiet)
    }
    // Both open fours come before all other moves.
    #expect(try #require(path.steps[0].place) <= 2 && path.steps[0].moveCount > 20)
    #expect(path.text.hasPrefix("win in 3: seen after "))
    #expect(path.text.split(separator: "\n").count == 3)
  }

  @Test func aPositionWithoutAWinHasNoPath() throws {
    let position = try #require(TrainingGame("freestyle 15 15 ? h8a1")).start
    #expect(WinPath(nodes: 300, lineNodes: 300).path(in: position) == nil)
  }

  /// A search of few nodes misses a win that a longer one sees; the path says where it was lost.
  @Test func aMissedWinIsLostSomewhere() throws {
    let position = try #require(TrainingGame("freestyle 15 15 - j7h6g8i6f10h8j6i5h7")).start
    let path = try #require(WinPath(nodes: 3000, lineNodes: 150_000).path(in: position))
    #expect(path.nodesToWin == nil && path.line.count > 10)
    let (step, loss) = try #require(path.firstLoss)
    #expect(path.text.contains("not seen, lost at ply \(step.ply + 1): \(loss); "))
    // The win is seen at last near its end.
    #expect(path.steps.last?.nodesToWin != nil)
  }

  private func step(
    before: Int?, after: Int?, score: Score = .centistones(30), bound: Bound = .upper
  ) -> WinPath.Step {
    func entry(_ depth: Int?) -> TableEntry? {
      depth.map {
        TableEntry(
          move: 0, score: score, evaluation: .draw, depth: $0, bound: bound)
      }
    }
    return WinPath.Step(
      ply: 2, move: BoardSize.standard.center, nodesToWin: nil, place: 3, moveCount: 9, gap: 20,
      isQuiet: true, before: entry(before), after: entry(after), bestMove: nil)
  }

  @Test(
    arguments: [
      (nil, nil, "other replies"), (nil, 4, "other replies"), (8, nil, "skipped"),
      (2, nil, "horizon"), (-1, nil, "horizon"), (9, 6, "reduced by 2"), (9, 1, "reduced by 7"),
      (9, 7, "followed"), (9, 8, "followed"), (4, 9, "followed"),
    ] as [(Int?, Int?, String)]) func theTableTellsWhyALineWasLost(
      before: Int?, after: Int?, loss: String
    )
  {
    #expect((step(before: before, after: after).loss?.description ?? "followed") == loss)
  }

  /// Where the table has the win, the line was lost in other replies.
  @Test func aKnownWinIsNotLostAtItsMove() {
    let win = Score.win(inPlies: 9)
    #expect(step(before: 8, after: 1, score: win, bound: .lower).loss == .reply)
    #expect(step(before: 8, after: 1, score: win, bound: .upper).loss == .reduced(6))
  }

  @Test func scoresAreShownForTheWinner() {
    let text = step(before: 9, after: 8).text
    #expect(text.hasPrefix("  3 "))
    #expect(text.contains("(quiet); place 3 of 9, gap 20; win not seen from here"))
    #expect(text.hasSuffix("before depth 9 <=30 (no move); after depth 8 >=-30"))
  }
}

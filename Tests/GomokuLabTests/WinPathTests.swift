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
      #expect(try 1...step.moveCount ~= #require(step.place))
      #expect(step.gap >= 0 && !step.isQuiet)
    }
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

  private func step(before: Int?, after: Int?) -> WinPath.Step {
    func entry(_ depth: Int?) -> TableEntry? {
      depth.map { TableEntry(move: 0, score: .draw, evaluation: .draw, depth: $0, bound: .upper) }
    }
    return WinPath.Step(
      ply: 2, move: BoardSize.standard.center, nodesToWin: nil, place: 3, moveCount: 9, gap: 20,
      isQuiet: true, before: entry(before), after: entry(after))
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

  @Test func scoresAreShownForTheWinner() {
    let text = step(before: 9, after: 8).text
    #expect(text.hasPrefix("  3 "))
    #expect(text.contains("(quiet); place 3 of 9, gap 20; win not seen from here"))
    #expect(text.hasSuffix("before depth 9 <=0 (no move); after depth 8 >=0"))
  }
}

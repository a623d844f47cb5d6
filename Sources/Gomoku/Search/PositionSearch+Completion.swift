import Basics
import GomokuRules
import SearchKit

extension PositionSearch {
  /// The line of a proven result played out to its end.
  ///
  /// The search stops where its counters or its table prove the rest. The threat solver finishes the
  /// winner's play; where it cannot, and for the loser, a small search chooses. A line that a few such
  /// steps do not finish, or that comes when `completionNodes` are spent, stays as far as it got.
  mutating func completed(_ line: SearchReport<Point>.Line) -> SearchReport<Point>.Line {
    guard completesLines, let plies = line.score.plies else { return line }
    let winner = line.score.isWin ? position.sideToMove : position.sideToMove.opponent
    var line = line
    var next = position
    for move in line.moves {
      guard (try? next.play(move)) != nil else { return line }
    }
    while next.outcome == nil, line.moves.count < plies + 8, completionNodes > 0,
      !search.clock.isStopped
    {
      let rest = continuation(of: next, winner: winner)
      // What an ended search leaves is no line.
      guard !rest.isEmpty, !search.clock.isStopped else { break }
      for move in rest {
        guard (try? next.play(move)) != nil else { return line }
        line.moves.append(move)
      }
    }
    return line
  }

  /// The next moves: the whole of a win by threats, or one move.
  private mutating func continuation(of next: Position, winner: Color) -> [Point] {
    // What the steps spend is not what the search has told its clock.
    let clock = SearchClock(partOf: search.clock)
    if next.sideToMove == winner {
      let threats = ThreatSearch(
        playing: next, nodeLimit: min(20_000, completionNodes), clock: clock)
      completionNodes -= min(threats.nodes, completionNodes)
      if case .win(let rest) = threats.outcome { return rest }
    }
    let small = SearchTask(
      position: next, table: search.table, weights: search.board.weights, mix: nil,
      margins: search.margins,
      deepening: Deepening(
        limits: SearchLimits(nodes: 4_000), clock: clock, policy: search.margins.time))
    let report = small.run()
    completionNodes -= min(report.nodes, completionNodes)
    return report.bestMove.map { [$0] } ?? []
  }
}

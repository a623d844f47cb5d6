import Basics
import GomokuRules
import SearchKit
import SearchTypes

extension PositionSearch {
  /// Returns the line of a proven result, played out to the end of the game.
  ///
  /// The search stops where its counters or its table prove the rest. The threat solver
  /// finishes the winner's play. A small search chooses the loser's moves, and the winner's
  /// where the solver fails. The line stays incomplete if `completionNodes` run out or if it
  /// grows 8 plies longer than proven.
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
      // A stopped search leaves no usable line.
      guard !rest.isEmpty, !search.clock.isStopped else { break }
      for move in rest {
        guard (try? next.play(move)) != nil else { return line }
        line.moves.append(move)
      }
    }
    return line
  }

  /// Returns the next moves: the whole win if the threat solver finds one, otherwise one move.
  private mutating func continuation(of next: Position, winner: Color) -> [Point] {
    // These steps have a clock of their own: their nodes do not count as the main search's.
    let clock = SearchClock(partOf: search.clock)
    if next.sideToMove == winner {
      let threats = ThreatSearch(
        playing: next, nodeLimit: min(20_000, completionNodes), clock: clock)
      completionNodes -= min(threats.nodes, completionNodes)
      if case .win(let rest) = threats.outcome { return rest }
    }
    let small = SearchTask(
      position: next, table: search.table, weights: search.board.weights, mix: nil,
      parameters: search.parameters,
      deepening: Deepening(
        limits: SearchLimits(nodes: 4_000), clock: clock, policy: search.parameters.time))
    let report = small.run()
    completionNodes -= min(report.nodes, completionNodes)
    return report.bestMove.map { [$0] } ?? []
  }
}

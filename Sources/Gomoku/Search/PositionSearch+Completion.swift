import Basics
import GomokuRules
import SearchKit
import SearchTypes

extension PositionSearch {
  /// Extends the line of a proven result to the end of the game.
  ///
  /// A proven line often ends early, where `Board.staticResult` or the hash table proves the rest.
  /// `ThreatSearch` finds the rest of the win. If it fails, and for the loser's moves, a small
  /// search chooses one move. The line stays incomplete if `completionNodes` run out, after a stop,
  /// or if it becomes 8 plies longer than the proven length.
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
      // A stopped search may not have found a proven move.
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
    // This clock has the main search's deadline, but counts the nodes of the searches below alone.
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

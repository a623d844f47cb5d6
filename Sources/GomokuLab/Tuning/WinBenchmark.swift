import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform
import SearchKit
import SearchTypes

/// A measurement of how fast the engine finds known wins, each searched with an empty hash table.
struct WinBenchmark {
  var engine = EngineParameters()
  var nodes: UInt64 = 1_000_000
  var threads = 1

  /// The result of a search of a position in which the side to move has a win.
  struct WinSearchResult: Sendable {
    let winner: Color
    /// The number of nodes after which the win was found; `nil` if it was not found.
    let nodes: UInt64?
  }

  /// Returns the results in the order of `positions`, whatever the number of threads.
  func results(_ positions: [Position]) -> [WinSearchResult] {
    let progress = Progress("positions", of: positions.count)
    let player = { @Sendable in engine.player(GomokuPlayer()) }
    return concurrently(positions, workers: threads, with: player) { position, player in
      defer { progress.step() }
      return result(of: position, player)
    }
  }

  /// Searches one position until the win is found.
  func result(of position: Position, _ player: GomokuPlayer) -> WinSearchResult {
    let clock = SearchClock()
    var nodesToWin: UInt64?
    _ = player.search(position, limits: SearchLimits(nodes: nodes), clock: clock) { event in
      guard case .iteration(let report) = event, report.score.isWin, nodesToWin == nil else {
        return
      }
      nodesToWin = report.nodes
      clock.stop.request()
    }
    return WinSearchResult(winner: position.sideToMove, nodes: nodesToWin)
  }

  /// Returns the number of wins found, of all and by colour, and the mean number of nodes, as text.
  ///
  /// A win that was not found counts as `nodes`, the limit.
  func summary(_ results: [WinSearchResult]) -> String {
    func seen(_ results: [WinSearchResult]) -> String {
      "\(results.filter { $0.nodes != nil }.count) of \(results.count)"
    }
    let sum = results.reduce(0) { $0 + ($1.nodes ?? nodes) }
    let colors = [Color.black, .white].map { color in
      "\(color) \(seen(results.filter { $0.winner == color }))"
    }
    return "seen \(seen(results)) (\(colors.joined(separator: ", "))),"
      + " nodes \(sum / UInt64(max(results.count, 1)))"
  }
}

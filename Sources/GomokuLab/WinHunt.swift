import Basics
import Gomoku
import GomokuRules
import Platform
import SearchKit

/// A measurement of how soon the engine finds known wins, each searched from an empty table.
struct WinHunt {
  var engine = Contestant()
  /// The largest number of nodes a position.
  var nodes: UInt64 = 1_000_000
  var threads = 1

  /// The result of a search of a position with a win for the side to move.
  struct Trial: Sendable {
    let winner: Color
    /// The number of nodes after which the win was found, or `nil`.
    let nodes: UInt64?
  }

  /// Returns the results in the order of `positions`, whatever the number of threads.
  func trials(_ positions: [Position]) -> [Trial] {
    let progress = Progress("positions", of: positions.count)
    let shares = concurrently(threads) { [self] first in
      let player = engine.player(GomokuPlayer())
      return stride(from: first, to: positions.count, by: threads).map {
        defer { progress.step() }
        return trial(positions[$0], player)
      }
    }
    return positions.indices.map { shares[$0 % threads][$0 / threads] }
  }

  /// Searches one position until the win is found.
  private func trial(_ position: Position, _ player: GomokuPlayer) -> Trial {
    let clock = SearchClock()
    var announced: UInt64?
    _ = player.search(position, limits: SearchLimits(nodes: nodes), clock: clock) { event in
      guard case .iteration(let report) = event, report.score.isWin, announced == nil else {
        return
      }
      announced = report.nodes
      clock.stop.request()
    }
    return Trial(winner: position.sideToMove, nodes: announced)
  }

  /// Returns the number of wins found, of all and by colour, and the mean number of nodes, as text.
  ///
  /// A win that was not found counts with all nodes that were allowed.
  func summary(_ trials: [Trial]) -> String {
    func seen(_ trials: [Trial]) -> String {
      "\(trials.filter { $0.nodes != nil }.count) of \(trials.count)"
    }
    let sum = trials.reduce(0) { $0 + ($1.nodes ?? nodes) }
    let colors = [Color.black, .white].map { color in
      "\(color) \(seen(trials.filter { $0.winner == color }))"
    }
    return "seen \(seen(trials)) (\(colors.joined(separator: ", "))),"
      + " nodes \(sum / UInt64(max(trials.count, 1)))"
  }
}

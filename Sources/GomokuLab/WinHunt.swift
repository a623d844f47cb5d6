import Basics
import Gomoku
import GomokuRules
import Platform
import SearchKit

/// How soon the engine sees wins that are known: each position is searched from an empty table.
struct WinHunt {
  var engine = Contestant()
  var nodes: UInt64 = 1_000_000
  var threads = 1

  /// A position with a win for the side to move, and what the search made of it.
  struct Trial: Sendable {
    let winner: Color
    /// When the win was announced, or `nil`.
    let nodes: UInt64?
  }

  /// The trials in the order of `positions`, whatever the number of threads.
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

  /// How many wins were seen, all and by colour, and the nodes in the mean: a win that is not seen
  /// takes all there are.
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

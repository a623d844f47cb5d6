import Gomoku
import LabKit
import Platform
import SearchTypes

/// A comparison of two searches, judged by deep searches of the same positions.
///
/// The loss of a search is the cross-entropy between its score and the deep search's, both as
/// chances of winning. It shows differences for which a match would need thousands of games. How
/// often a search chooses the deep search's move says less, because the deep search of today's
/// engine begins with the nodes of today's short one.
struct SearchComparison {
  /// One of the two searches.
  struct Side: Sendable {
    var engine = EngineParameters()
    /// The number of nodes of a search, for all its threads together.
    var nodes: UInt64 = 50_000
    /// The number of threads of a search.
    var threads = 1
  }

  var first = Side()
  var second = Side()
  /// The number of positions that are searched at the same time.
  var workers = 1

  /// The result of one position.
  struct Result: Sendable {
    let losses: (first: Double, second: Double)
    /// Whether the searches choose the deep search's move.
    let agreements: (first: Bool, second: Bool)
    /// The smallest possible loss: the entropy of the deep search's chance.
    let entropy: Double
  }

  /// The number of centistones for one unit of log odds.
  private static let scale = Float(SearchParameters().worthScale)
  /// The largest absolute score, in centistones. Larger scores and proven ones count as this one.
  private static let limit: Float = 1000

  /// Returns the results of positions in order, each labelled with the move and the score of a
  /// deep search (`Relabelling`). Games without a score are left out.
  func results(_ labels: [TrainingGame]) -> [Result] {
    let labels = labels.filter { $0.plies.first?.score != nil }
    let progress = Progress("positions", of: labels.count)
    let players = { @Sendable in (first: first.player, second: second.player) }
    return concurrently(labels, workers: workers, with: players) { label, players in
      defer { progress.step() }
      return result(label, players)
    }
  }

  private func result(
    _ label: TrainingGame, _ players: (first: GomokuPlayer, second: GomokuPlayer)
  ) -> Result {
    let deep = SearchComparison.chance(label.plies[0].score ?? .draw)
    func search(_ side: Side, _ player: GomokuPlayer) -> (loss: Double, agrees: Bool) {
      player.forget()
      let report = player.search(label.start, limits: SearchLimits(nodes: side.nodes))
      let loss = crossEntropy(SearchComparison.chance(report.score), deep)
      return (Double(loss), report.bestMove == label.plies[0].move)
    }
    let (first, second) = (search(first, players.first), search(second, players.second))
    return Result(
      losses: (first.loss, second.loss), agreements: (first.agrees, second.agrees),
      entropy: Double(crossEntropy(deep, deep)))
  }

  private static func chance(_ score: Score) -> Float {
    sigmoid(min(max(Float(score.rawValue), -limit), limit) / scale)
  }

  /// Returns the report as text: the losses, their difference with its 95 % interval, and the
  /// shares of positions in which the deep search's move is chosen.
  static func summary(_ results: [Result]) -> String {
    func mean(_ number: (Result) -> Double) -> Double {
      results.reduce(0) { $0 + number($1) } / Double(max(results.count, 1))
    }
    func loss(_ number: Double) -> String { roundedText(number, parts: 10_000) }
    let difference = mean { $0.losses.second - $0.losses.first }
    let variance = mean { result in
      let deviation = result.losses.second - result.losses.first - difference
      return deviation * deviation
    }
    let error = 1.96 * (variance / Double(max(results.count - 1, 1))).squareRoot()
    return [
      "\(results.count) positions",
      "losses \(loss(mean { $0.losses.first })) and \(loss(mean { $0.losses.second })),"
        + " at least \(loss(mean { $0.entropy }))",
      "second less first \(loss(difference)) ± \(loss(error))",
      "same move \(percentText(mean { $0.agreements.first ? 1 : 0 }))"
        + " and \(percentText(mean { $0.agreements.second ? 1 : 0 }))",
    ].joined(separator: "; ")
  }
}

extension SearchComparison.Side {
  /// A player for this side's searches.
  fileprivate var player: GomokuPlayer {
    let player = engine.player(GomokuPlayer(tableSize: 32 << 20))
    player.resources.threadCount = threads
    return player
  }
}

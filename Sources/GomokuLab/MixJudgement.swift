import Gomoku
import LabKit
import Platform

/// How well a mix network, as the engine has it, foretells the results of games it has not learned from.
struct MixJudgement {
  /// The sums of the cross-entropies of the network and of the searches, and of how many positions.
  private(set) var network = 0.0
  private(set) var searches = 0.0
  private(set) var count: Int

  init(_ network: MixNetwork, _ source: MixExamples, threads: Int) {
    let valued = source.examples.filter { $0.target != nil }
    let losses = concurrently(threads) { part in
      var losses = (network: 0.0, searches: 0.0)
      for index in valued.count * part / threads..<valued.count * (part + 1) / threads {
        let example = valued[index]
        let target = example.target ?? 0.5
        let worth = network.judge(source, example).worth
        losses.network += Double(crossEntropy(sigmoid(worth), target))
        losses.searches += Double(crossEntropy(sigmoid(example.said), target))
      }
      return losses
    }
    count = valued.count
    for loss in losses {
      self.network += loss.network
      searches += loss.searches
    }
  }

  var text: String {
    func mean(_ loss: Double) -> String {
      "\((10_000 * loss / Double(max(count, 1))).rounded() / 10_000)"
    }
    return "\(count) positions: network \(mean(network)), searches \(mean(searches))"
  }
}

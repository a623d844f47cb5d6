import Gomoku
import LabKit
import Platform

/// How well a mix network, as the engine has it, foretells the results of games it has not learned from:
/// over all, and by how full the board is.
struct MixJudgement {
  /// The sums of the cross-entropies of the network and of the searches, and of how many positions.
  struct Loss: Equatable, Sendable {
    var network = 0.0
    var searches = 0.0
    var count = 0

    static func += (loss: inout Loss, other: Loss) {
      loss.network += other.network
      loss.searches += other.searches
      loss.count += other.count
    }

    fileprivate var text: String {
      func mean(_ loss: Double) -> String {
        "\((10_000 * loss / Double(max(count, 1))).rounded() / 10_000)"
      }
      return "\(count) positions: network \(mean(network)), searches \(mean(searches))"
    }
  }

  /// By the number of stones, `step` together.
  private(set) var losses: [Loss]
  let step: Int

  var whole: Loss { losses.reduce(into: Loss()) { $0 += $1 } }

  init(_ network: MixNetwork, _ source: MixExamples, threads: Int, step: Int = 30) {
    self.step = step
    let valued = source.examples.filter { $0.target != nil }
    let most = valued.reduce(0) { max($0, $1.size.pointCount) } / step
    let parts = concurrently(threads) { part in
      var losses = [Loss](repeating: Loss(), count: most + 1)
      for index in valued.count * part / threads..<valued.count * (part + 1) / threads {
        let example = valued[index]
        let target = example.target ?? 0.5
        let worth = network.judge(source, example).worth
        losses[source.stones(of: example) / step] += Loss(
          network: Double(crossEntropy(sigmoid(worth), target)),
          searches: Double(crossEntropy(sigmoid(example.said), target)), count: 1)
      }
      return losses
    }
    losses = [Loss](repeating: Loss(), count: most + 1)
    for part in parts {
      for (index, loss) in part.enumerated() { losses[index] += loss }
    }
  }

  var text: String {
    let rows = losses.enumerated().filter { $0.element.count > 0 }.map { index, loss in
      let first = index * step
      return "\(first) to \(first + step - 1) stones, \(loss.text)"
    }
    return ([whole.text] + rows).joined(separator: "\n")
  }
}

import Gomoku
import LabKit
import Platform

/// The accuracy of a mix network, as the engine runs it, on the positions of games.
///
/// It is compared with the accuracy of the games' own searches, over all positions and by number of
/// stones.
struct MixValidation {
  /// The logistic losses of the network and of the searches.
  struct Loss: Equatable, Sendable {
    var network = RunningMean()
    var searches = RunningMean()
    var count: Int { network.count }

    static func += (loss: inout Loss, other: Loss) {
      loss.network += other.network
      loss.searches += other.searches
    }

    fileprivate var text: String {
      let means = [network, searches].map { roundedText($0.mean, parts: 10_000) }
      return "\(count) positions: network \(means[0]), searches \(means[1])"
    }
  }

  /// The losses by number of stones, in groups of `step`.
  private(set) var losses: [Loss]
  let step: Int

  /// The losses over all positions.
  var total: Loss { losses.reduce(into: Loss()) { $0 += $1 } }

  /// Evaluates all examples that have a target.
  init(_ network: MixNetwork, _ source: MixExamples, threads: Int, step: Int = 30) {
    self.step = step
    let withTarget = source.examples.filter { $0.target != nil }
    let lastGroup = withTarget.reduce(0) { max($0, $1.size.pointCount) } / step
    let parts = concurrently(threads) { part in
      var losses = [Loss](repeating: Loss(), count: lastGroup + 1)
      for index in withTarget.count * part / threads..<withTarget.count * (part + 1) / threads {
        let example = withTarget[index]
        let target = example.target ?? 0.5
        let logOdds = network.forward(source, example).logOdds
        let group = source.stones(of: example) / step
        losses[group].network.add(Double(crossEntropy(sigmoid(logOdds), target)))
        losses[group].searches.add(Double(crossEntropy(sigmoid(example.searchLogOdds), target)))
      }
      return losses
    }
    losses = [Loss](repeating: Loss(), count: lastGroup + 1)
    for part in parts {
      for (index, loss) in part.enumerated() { losses[index] += loss }
    }
  }

  /// The report: a line for all positions, then a line for each group.
  var text: String {
    let rows = losses.enumerated().filter { $0.element.count > 0 }.map { index, loss in
      let first = index * step
      return "\(first) to \(first + step - 1) stones, \(loss.text)"
    }
    return ([total.text] + rows).joined(separator: "\n")
  }
}

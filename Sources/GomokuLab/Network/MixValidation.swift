import Gomoku
import LabKit
import Platform

/// The accuracy of a mix network, as the engine runs it, on games that it has not learned from.
///
/// It is compared with that of the games' searches, over all positions and by number of stones.
struct MixValidation {
  /// The summed logistic losses of the network and of the searches, and the number of positions.
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
        roundedText(loss / Double(max(count, 1)), parts: 10_000)
      }
      return "\(count) positions: network \(mean(network)), searches \(mean(searches))"
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
        losses[source.stones(of: example) / step] += Loss(
          network: Double(crossEntropy(sigmoid(logOdds), target)),
          searches: Double(crossEntropy(sigmoid(example.searchLogOdds), target)), count: 1)
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

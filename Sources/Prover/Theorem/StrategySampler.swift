import Basics
import CommandLineKit
import GomokuRules

/// The sampling of random subtrees from large strategies, small enough to be checked one by one.
package struct StrategySampler {
  let folder: StrategyFolder
  /// The largest number of nodes in a subtree; the smallest is a quarter of this.
  package var mostNodes = 60

  package init(folder: StrategyFolder) { self.folder = folder }

  /// Returns subtrees of the folder's strategies.
  ///
  /// The probability of a file is proportional to its number of nodes.
  package func samples(count: Int, seed: UInt64) throws(CommandError) -> [StrategyProof] {
    var generator = SplitMix64(seed: seed)
    let files = try folder.names().map { name throws(CommandError) in try folder.read(name) }
    let sizes = files.map(\.strategy.nodes.count)
    var samples: [StrategyProof] = []
    var vainTries = 0
    while samples.count < count {
      guard vainTries < 100_000 else {
        throw CommandError("no parts of \(mostNodes / 4) to \(mostNodes) nodes were found")
      }
      vainTries += 1
      var place = Int.random(in: 0..<sizes.reduce(0, +), using: &generator)
      let file = sizes.firstIndex { size in
        place -= size
        return place < 0
      }
      guard let file, let sample = sample(files[file], &generator) else { continue }
      samples.append(sample)
      vainTries = 0
    }
    return samples
  }

  /// Follows random branches from the root until the subtree is small enough, and returns it.
  ///
  /// Returns `nil` if the subtree is too small, if the loser moves first in it, or if it is only a
  /// link to another strategy.
  private func sample(
    _ proof: StrategyProof, _ generator: inout SplitMix64
  ) -> StrategyProof? {
    var (node, position) = (proof.root, proof.position)
    var count = count(proof.strategy, node)
    while count > mostNodes {
      let branches = proof.strategy.branches[proof.strategy.nodes[node].branches]
      guard let branch = branches.randomElement(using: &generator) else { return nil }
      if let move = proof.strategy.nodes[node].move {
        try? position.place(proof.winner, on: move)
      }
      if let reply = branch.reply { try? position.place(proof.winner.opponent, on: reply) }
      position.sideToMove = proof.winner
      node = branch.node
      count = self.count(proof.strategy, node)
    }
    guard 4 * count >= mostNodes, proof.strategy.nodes[node].link == nil,
      position.sideToMove == proof.winner
    else { return nil }
    return StrategyProof(
      position: position, winner: proof.winner, strategy: proof.strategy, root: node)
  }

  /// Returns the number of distinct nodes from `root` on; counting stops above `mostNodes`.
  private func count(_ strategy: Strategy, _ root: Int) -> Int {
    var seen: Set<Int> = [root]
    var open = [root]
    while let node = open.popLast(), seen.count <= mostNodes {
      for branch in strategy.branches[strategy.nodes[node].branches]
      where seen.insert(branch.node).inserted {
        open.append(branch.node)
      }
    }
    return seen.count
  }
}

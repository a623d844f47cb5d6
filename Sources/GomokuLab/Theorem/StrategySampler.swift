import Basics
import GomokuRules
import LabKit

/// Takes parts out of large strategies that are small enough to be looked at one by one.
struct StrategySampler {
  let folder: StrategyFolder
  /// How many nodes a part may have; a quarter of them it has at least.
  var mostNodes = 60

  /// Parts of the folder's strategies, each file's chances being as its number of nodes.
  func samples(count: Int, seed: UInt64) throws(CommandError) -> [StrategyProof] {
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

  /// Follows branches at random until what is left is small enough; `nil` where it is too small then, or
  /// another strategy goes on.
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

  /// How many nodes the strategy has from `root` on, each counted once, or some number that is too many.
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

import Gomoku
import GomokuRules

extension ProofSketch: Shrinkable {
  var reductions: [ProofSketch] {
    var results: [ProofSketch] = []
    for index in stones.indices {
      var less = self
      _ = less.removeStone(at: index)
      results.append(less)
    }
    for node in nodes.indices {
      if nodes[node].afterPass != nil {
        var less = self
        less.nodes[node].afterPass = nil
        results.append(less.withoutUnreachedNodes)
      }
      for reply in nodes[node].replies.indices {
        var less = self
        less.nodes[node].replies.remove(at: reply)
        results.append(less.withoutUnreachedNodes)
      }
    }
    return results
  }

  private var withoutUnreachedNodes: ProofSketch {
    var reached: Set<Int> = [0]
    for (index, node) in nodes.enumerated() where reached.contains(index) {
      reached.formUnion(node.replies.map(\.node))
      if let link = node.afterPass { reached.insert(link) }
    }
    let kept = nodes.indices.filter(reached.contains)
    let numbers = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    var sketch = self
    sketch.nodes = kept.map { index in
      let node = nodes[index]
      return Proof.Node(
        move: node.move,
        replies: node.replies.map { Proof.Reply($0.point, node: numbers[$0.node] ?? 0) },
        afterPass: node.afterPass.flatMap { numbers[$0] })
    }
    return sketch
  }
}

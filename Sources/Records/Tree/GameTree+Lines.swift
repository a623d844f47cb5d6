extension GameTree {
  /// The last nodes of all lines, in the order of the tree.
  public var leaves: [Int] { preorder.filter { firstChild($0) == nil } }

  /// Returns the line from the root to a node as a game of its own.
  ///
  /// Nodes before the first move are merged into the root (`NodeTexts.merged`).
  public func line(to end: Int) -> GameTree {
    var line = GameTree(game)
    line.info = info
    var first = [self[GameTree.root]]
    var last = GameTree.root
    for node in sequence(first: end, next: parent).reversed() where node != GameTree.root {
      let move = move(node)
      if move == nil, last == GameTree.root {
        first.append(self[node])
      } else {
        last = line.add(move, to: last)
        if hasTexts(node) { line[last] = self[node] }
      }
    }
    line[GameTree.root] = NodeTexts.merged(first)
    return line
  }
}

extension GameTree {
  /// The last nodes of all lines, in the order of the tree.
  public var leaves: [Int] { preorder.filter { firstChild($0) == nil } }

  /// Returns the line from the root to a node as a game of its own.
  ///
  /// Nodes before the first move are merged into the root. It gets their set-up stones, the last
  /// side to move and all comments; of the other texts only those of the last of these nodes.
  public func line(to end: Int) -> GameTree {
    var line = GameTree(game)
    line.info = info
    line[GameTree.root] = self[GameTree.root]
    var last = GameTree.root
    for node in sequence(first: end, next: parent).reversed() where node != GameTree.root {
      let move = move(node)
      if move == nil, last == GameTree.root {
        var texts = self[node]
        let known = Set(texts.setUp.stones.map(\.point))
        let before = line[last]
        texts.setUp.stones =
          before.setUp.stones.filter { !known.contains($0.point) } + texts.setUp.stones
        texts.setUp.sideToMove = texts.setUp.sideToMove ?? before.setUp.sideToMove
        let comments = [before.comment, texts.comment].filter { !$0.isEmpty }
        texts.comment = comments.joined(separator: "\n")
        line[last] = texts
      } else {
        last = line.add(move, to: last)
        if hasTexts(node) { line[last] = self[node] }
      }
    }
    return line
  }
}

import Gomoku

/// The meaning of a proof, word for word: every legal reply at every node is played out.
struct SlowChecker {
  private let proof: Proof
  private let loser: Color

  init(_ proof: Proof) {
    self.proof = proof
    loser = proof.winner.opponent
  }

  /// Whether the proof holds.
  var accepts: Bool {
    let position = proof.position
    let isLoserFirst = position.sideToMove == loser
    guard position.outcome == nil, (proof.nodes[0].move == nil) == isLoserFirst else {
      return false
    }
    return isLoserFirst
      ? everyReplyLoses(in: position, at: 0, foursOnly: false)
      : holds(0, in: position, foursOnly: false)
  }

  /// Whether node `index` wins with the winner to move.
  private func holds(_ index: Int, in position: Position, foursOnly: Bool) -> Bool {
    let node = proof.nodes[index]
    var position = position
    position.sideToMove = proof.winner
    guard let move = node.move, isLegal(move, in: position, by: proof.winner) else { return false }
    let isFive = position.isWinning(proof.winner, at: move)
    try? position.place(proof.winner, on: move)
    if isFive { return node.replies.isEmpty && node.afterPass == nil }
    return everyReplyLoses(in: position, at: index, foursOnly: foursOnly)
  }

  private func everyReplyLoses(in position: Position, at index: Int, foursOnly: Bool) -> Bool {
    let node = proof.nodes[index]
    let empty = position.emptyPoints
    guard !empty.isEmpty, !empty.contains(where: { position.isWinning(loser, at: $0) }),
      node.replies.allSatisfy({ empty.contains($0.point) })
    else { return false }
    let isFour = empty.contains { position.isWinning(proof.winner, at: $0) }
    guard isFour || !foursOnly else { return false }
    return empty.allSatisfy { point in
      guard isLegal(point, in: position, by: loser) else { return true }
      var next = position
      try? next.place(loser, on: point)
      if let listed = node.replies.first(where: { $0.point == point }) {
        return holds(listed.node, in: next, foursOnly: foursOnly)
      }
      if isFour { return next.emptyPoints.contains { next.isWinning(proof.winner, at: $0) } }
      return node.afterPass.map { holds($0, in: next, foursOnly: true) } ?? false
    }
  }

  private func isLegal(_ point: Point, in position: Position, by color: Color) -> Bool {
    position.size.contains(point) && position.isEmpty(point)
      && (color == .white || position.blackForbiddance(of: point) == nil)
  }
}

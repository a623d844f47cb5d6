import Basics
import GomokuRules

/// The nodes of a proof as a solver that has found a win lists them, each after those it leads to.
struct ProofDraft {
  private var nodes: [Proof.Node] = []
  /// Nodes of wins by fours alone, by the board's key.
  fileprivate var fours: [UInt64: Int] = [:]
  /// Nodes of other wins.
  fileprivate var threats: [UInt64: Int] = [:]

  fileprivate mutating func add(_ node: Proof.Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// The proof whose first node was added last.
  func proof(of position: Position, winner: Color) -> Proof {
    let last = nodes.count - 1
    let ordered = nodes.reversed().map { node in
      Proof.Node(
        move: node.move, replies: node.replies.map { Proof.Reply($0.point, node: last - $0.node) },
        afterPass: node.afterPass.map { last - $0 })
    }
    return Proof(position: position, winner: winner, nodes: ordered)
  }
}

extension VCFSolver {
  /// Adds the win that `solve` has just found.
  ///
  /// - Returns: its node, or `nil` if the table has lost a part that is not found again.
  mutating func addProof(of board: inout Board<Rules>, to draft: inout ProofDraft) -> Int? {
    if let known = draft.fours[board.key] { return known }
    let key = board.key
    let own = board.sideToMove
    guard let move = winningMove(&board) else { return nil }
    var node = Proof.Node(move: move)
    if board.pointClass(of: own, at: move) != .five {
      board.make(move)
      defer { board.unmake() }
      var replies = board.repliesToFive()
      while let reply = replies.popFirst() {
        guard board.isLegal(reply) else { continue }
        board.make(reply)
        let next = addProof(of: &board, to: &draft)
        board.unmake()
        guard let next else { return nil }
        node.replies.append(Proof.Reply(reply, node: next))
      }
    }
    let index = draft.add(node)
    draft.fours[key] = index
    return index
  }
}

extension VCTSolver {
  /// The proof of the win that `solve` has just found; `nil` if a part of it is lost and costs more
  /// than `budget` nodes to find again.
  mutating func proof(of position: Position, budget: UInt64) -> Proof? {
    prepareToRetrace(budget: budget)
    var draft = ProofDraft()
    let root =
      board.sideToMove == attacker
      ? addAttack(to: &draft) : addDefence(after: nil, key: board.key, to: &draft)
    return root.map { _ in draft.proof(of: position, winner: attacker) }
  }

  private mutating func addAttack(to draft: inout ProofDraft) -> Int? {
    if let known = draft.threats[board.key] { return known }
    if isWonByFours() { return vcf.addProof(of: &board, to: &draft) }
    let key = board.key
    guard let move = provedMove() else { return nil }
    board.make(move)
    defer { board.unmake() }
    return addDefence(after: move, key: key, to: &draft)
  }

  private mutating func addDefence(
    after move: Point?, key: UInt64, to draft: inout ProofDraft
  ) -> Int? {
    guard var replies = repliesThatMatter() else { return nil }
    var node = Proof.Node(move: move)
    while let reply = replies.popFirst() {
      guard board.isLegal(reply) else { continue }
      board.make(reply)
      let next = addAttack(to: &draft)
      board.unmake()
      guard let next else { return nil }
      node.replies.append(Proof.Reply(reply, node: next))
    }
    // After a threat that is no four, replies outside its zone are left to the line after a pass.
    if board.count(.five, of: attacker) == 0 {
      board.makePass()
      defer { board.unmakePass() }
      if board.fourCount(of: attacker) > 0, winsByFours() {
        node.afterPass = vcf.addProof(of: &board, to: &draft)
      }
    }
    let index = draft.add(node)
    draft.threats[key] = index
    return index
  }
}

import Basics
import GomokuRules

/// The nodes of a proof that is being built. Each node comes after the nodes to which it leads.
struct ProofDraft {
  private var nodes: [Proof.Node] = []
  /// The indices of wins by fours alone, by the position's key.
  fileprivate var fours: [UInt64: Int] = [:]
  /// The indices of other wins, by the position's key.
  fileprivate var threats: [UInt64: Int] = [:]

  fileprivate mutating func add(_ node: Proof.Node) -> Int {
    assert(node.replies.allSatisfy { $0.node < nodes.count })
    nodes.append(node)
    return nodes.count - 1
  }

  /// Returns the proof. Its root, which was added last, becomes its first node.
  func proof(of position: Position, winner: Color) -> Proof {
    assert(!nodes.isEmpty)
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
  /// Adds the win by fours that `solve` has just found, with a node for each position of the
  /// attacker.
  ///
  /// - Returns: the index of the win's first node; `nil` if a part of the win that the table has
  ///   lost is not found again.
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

extension ProofSearch {
  /// Returns the proof of the win that `solve` has just found.
  ///
  /// Parts of the win that the tables have lost are searched for again; `nil` if that takes too
  /// many nodes.
  ///
  /// - Parameter most: the node limit of these searches.
  mutating func proof(
    of position: Position, _ limits: ProofSearchLimits, most: UInt64 = .max
  ) -> Proof? {
    var limits = limits.retracing(from: nodes, budget: min(Self.proofBudget, most))
    var draft = ProofDraft()
    let root =
      board.sideToMove == attacker
      ? addAttack(to: &draft, &limits)
      : addDefence(after: nil, key: board.key, to: &draft, &limits)
    return root.map { _ in draft.proof(of: position, winner: attacker) }
  }

  /// The number of nodes for searching again for lost parts of a proof.
  private static var proofBudget: UInt64 { 50_000_000 }

  /// Adds the win from a position with the attacker to move, and returns the index of its node.
  private mutating func addAttack(
    to draft: inout ProofDraft, _ limits: inout ProofSearchLimits
  ) -> Int? {
    if let known = draft.threats[board.key] { return known }
    if isWonByFours(&limits) { return vcf.addProof(of: &board, to: &draft) }
    let key = board.key
    guard let move = provedMove(limits) else { return nil }
    board.make(move)
    defer { board.unmake() }
    return addDefence(after: move, key: key, to: &draft, &limits)
  }

  /// Adds a node for the attacker's `move`, which has been made, with answers to the replies that
  /// matter.
  ///
  /// - Parameters:
  ///   - move: the attacker's move; `nil` if the proof begins with the defender to move.
  ///   - key: the key of the position before the move.
  /// - Returns: the index of the node; `nil` if a part of the win is not found again.
  private mutating func addDefence(
    after move: Point?, key: UInt64, to draft: inout ProofDraft, _ limits: inout ProofSearchLimits
  ) -> Int? {
    guard var replies = repliesThatMatter(&limits) else { return nil }
    var node = Proof.Node(move: move)
    while let reply = replies.popFirst() {
      guard board.isLegal(reply) else { continue }
      board.make(reply)
      let next = addAttack(to: &draft, &limits)
      board.unmake()
      guard let next else { return nil }
      node.replies.append(Proof.Reply(reply, node: next))
    }
    // If the threat is not a four, the win after a pass answers the replies outside that win's
    // zone.
    if board.count(.five, of: attacker) == 0 {
      board.makePass()
      defer { board.unmakePass() }
      if board.fourCount(of: attacker) > 0, winsByFours(&limits) {
        node.afterPass = vcf.addProof(of: &board, to: &draft)
      }
    }
    let index = draft.add(node)
    draft.threats[key] = index
    return index
  }
}

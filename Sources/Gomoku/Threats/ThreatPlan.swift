import Basics
import GomokuRules
import SearchKit

/// A complete win by threats: the winner's move in every position that can arise.
package struct ThreatPlan: Equatable, Sendable {
  private let winner: Color
  private let nodes: [Proof.Node]
  /// The largest number of plies to the five, for each node.
  private let lengths: [Int]
  /// The index of the current position's node.
  private var nodeIndex = 0

  private init(_ winner: Color, _ nodes: [Proof.Node], lengths: [Int], nodeIndex: Int = 0) {
    (self.winner, self.nodes, self.lengths, self.nodeIndex) = (winner, nodes, lengths, nodeIndex)
  }

  /// Creates a plan that makes five at once.
  private init(five point: Point, of winner: Color) {
    self.init(winner, [Proof.Node(move: point)], lengths: [1])
  }

  /// Creates the plan of a proof; `nil` if the proof does not begin with a move of the winner.
  init?(_ proof: Proof) {
    guard proof.nodes[0].move != nil else { return nil }
    var measure = PlanMeasure(proof)
    measure.visit(0)
    self.init(proof.winner, proof.nodes, lengths: measure.lengths)
  }

  /// Returns the plan that a search of `nodeLimit` nodes finds for the side to move; `nil` for
  /// none.
  ///
  /// The search is made in the position's canonical image, so that all symmetric images have the
  /// same plan.
  package static func found(in position: Position, nodeLimit: UInt64) -> ThreatPlan? {
    let symmetry = position.canonicalImage.symmetry
    let search = ThreatSearch(planning: position.image(under: symmetry), nodeLimit: nodeLimit)
    return search.proof.flatMap { ThreatPlan($0) }?.image(
      under: symmetry.inverse, on: position.size)
  }

  /// Returns the plan with all points mapped by `symmetry`.
  private func image(under symmetry: Symmetry, on size: BoardSize) -> ThreatPlan {
    let images = nodes.map { node in
      Proof.Node(
        move: node.move.map { symmetry.image(of: $0, on: size) },
        replies: node.replies.map {
          Proof.Reply(symmetry.image(of: $0.point, on: size), node: $0.node)
        }, afterPass: node.afterPass)
    }
    return ThreatPlan(winner, images, lengths: lengths, nodeIndex: nodeIndex)
  }

  /// The winner's move in the current position.
  package var move: Point? { nodes[nodeIndex].move }

  /// The largest number of plies to the five from the current position.
  package var plies: Int { lengths[nodeIndex] }

  /// Returns the rest of the plan after the winner's move and `reply`.
  ///
  /// If the reply has no branch of its own and the winner can make five, the rest is that five.
  /// Returns `nil` if the plan has no answer to the reply.
  ///
  /// - Parameter position: the position after both moves.
  package func after(_ reply: Point, in position: Position) -> ThreatPlan? {
    var next = self
    if let listed = nodes[nodeIndex].replies.first(where: { $0.point == reply }) {
      next.nodeIndex = listed.node
      return next
    }
    let five = position.emptyPoints.first { position.isWinning(winner, at: $0) }
    if let five { return ThreatPlan(five: five, of: winner) }
    guard let pass = nodes[nodeIndex].afterPass else { return nil }
    next.nodeIndex = pass
    return next
  }

  /// The plan as a strategy, with the index of the current position's node.
  package var strategy: (strategy: Strategy, root: Int) {
    var strategy = Strategy()
    // In a proof a node precedes the nodes to which it leads; in a strategy it follows them.
    for node in nodes.reversed() {
      var branches = node.replies.map { Strategy.Branch($0.point, node: nodes.count - 1 - $0.node) }
      if let pass = node.afterPass { branches.append(.init(nil, node: nodes.count - 1 - pass)) }
      strategy.add(node.move, branches)
    }
    return (strategy, nodes.count - 1 - nodeIndex)
  }

  /// Returns the zones in which extra stones of the loser could disturb the win.
  ///
  /// - Parameter extraStones: the number of stones that the loser may have in addition to those of
  ///   `position`.
  /// - Returns: the zones; `nil` if the win does not hold against so many extra stones.
  package func zones(in position: Position, extraStones: Int) -> Zones? {
    let (strategy, root) = strategy
    let proof = StrategyProof(
      position: position, winner: winner, strategy: strategy, root: root)
    return try? StrategyChecker.zones(of: proof, extraStones: extraStones)
  }

  /// Returns the winning line against the replies that delay the five longest.
  ///
  /// If no reply stops the five, the line has an arbitrary reply.
  package func line(in position: Position) -> [Point] {
    var (plan, position) = (self, position)
    var line: [Point] = []
    while let move = plan.move, (try? position.play(move)) != nil {
      line.append(move)
      let replies = plan.nodes[plan.nodeIndex].replies
      let reply =
        replies.max { plan.lengths[$0.node] < plan.lengths[$1.node] }?.point
        ?? position.legalMoves.first
      guard let reply, (try? position.play(reply)) != nil,
        let next = plan.after(reply, in: position)
      else { break }
      line.append(reply)
      plan = next
    }
    return line
  }
}

/// The computation of the plies to the five from each node of a proof, against the longest defence.
private struct PlanMeasure {
  private let nodes: [Proof.Node]
  private let winner: Color
  private var position: Position
  private(set) var lengths: [Int]

  init(_ proof: Proof) {
    (nodes, winner, position) = (proof.nodes, proof.winner, proof.position)
    lengths = Array(repeating: 0, count: proof.nodes.count)
  }

  /// Computes the plies to the five (`lengths`) for a node and for all nodes below it.
  mutating func visit(_ index: Int) {
    let node = nodes[index]
    guard lengths[index] == 0, let move = node.move,
      (try? position.place(winner, on: move)) != nil
    else { return }
    defer { position.remove(move) }
    guard !position.isWinning(winner, at: move) else { return lengths[index] = 1 }
    // After a reply without a branch of its own, the winner makes five at once, or plays as after a
    // pass.
    var most = 3
    for reply in node.replies where (try? position.place(winner.opponent, on: reply.point)) != nil {
      visit(reply.node)
      position.remove(reply.point)
      most = max(most, 2 + lengths[reply.node])
    }
    if let pass = node.afterPass {
      visit(pass)
      most = max(most, 2 + lengths[pass])
    }
    lengths[index] = most
  }
}

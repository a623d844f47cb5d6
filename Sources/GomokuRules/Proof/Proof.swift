import Basics

/// A proof of a forced win by threats, which can be checked with the rules alone.
///
/// The proof is an acyclic directed graph. Each node is a position with the winner to move. It
/// holds his move, the listed replies with their nodes, and the refutation of all unlisted replies.
///
/// An unlisted reply loses in one of two ways. If the winner threatens five, the reply does not
/// stop it. After any other threat, the reply does not stop the win by fours that follows a pass of
/// the loser.
public struct Proof: Equatable, Sendable {
  public let position: Position
  public let winner: Color
  /// The nodes: the first belongs to `position`, and every reply and pass leads to a later node.
  public let nodes: [Node]

  /// A position with the winner to move, or the first position with the loser to move.
  public struct Node: Equatable, Sendable {
    /// The winner's move; `nil` only at the first node, when the loser moves first.
    public var move: Point?
    public var replies: [Reply]
    /// The index of the node after the loser's pass, at which a win by fours alone begins.
    ///
    /// That win refutes the unlisted replies. The index is needed only if the winner does not
    /// threaten five and a legal reply is unlisted.
    public var afterPass: Int?

    public init(move: Point?, replies: [Reply] = [], afterPass: Int? = nil) {
      self.move = move
      self.replies = replies
      self.afterPass = afterPass
    }
  }

  /// A reply of the loser and the index of the node that answers it.
  public struct Reply: Equatable, Sendable {
    public var point: Point
    public var node: Int

    public init(_ point: Point, node: Int) {
      self.point = point
      self.node = node
    }
  }

  /// - Precondition: `nodes` is not empty, and every reply and pass leads to a later node.
  public init(position: Position, winner: Color, nodes: [Node]) {
    precondition(!nodes.isEmpty)
    self.position = position
    self.winner = winner
    self.nodes = nodes
  }

  /// The longest line of play through the listed replies.
  ///
  /// It ends with a five. If the last node makes none and lists no reply, two more plies follow.
  /// These are an arbitrary legal reply, and the five or the first move of the win by fours. The
  /// line ends before a move on an occupied point, which only an invalid proof can have.
  public var line: [Point] {
    let lengths = nodeLengths
    var line: [Point] = []
    var position = position
    var node = nodes[0]
    while true {
      if let move = node.move {
        guard (try? position.place(winner, on: move)) != nil else { return line }
        line.append(move)
        if position.isWinning(winner, at: move) { return line }
      }
      position.sideToMove = winner.opponent
      if let reply = node.replies.max(by: { lengths[$0.node] < lengths[$1.node] }) {
        guard (try? position.place(winner.opponent, on: reply.point)) != nil else { return line }
        line.append(reply.point)
        node = nodes[reply.node]
        continue
      }
      let last = node.afterPass.flatMap { nodes[$0].move }
      let five = position.emptyPoints.first { position.isWinning(winner, at: $0) } ?? last
      guard let five, let reply = position.legalMoves.first(where: { $0 != five }) else {
        return line
      }
      line += [reply, five]
      return line
    }
  }

  /// The number of positions in the proof.
  ///
  /// A node counts as often as a line of listed replies and passes leads to it.
  public var positionCount: Int {
    var counts = Array(repeating: 1, count: nodes.count)
    for (index, node) in nodes.enumerated().reversed() {
      for reply in node.replies { counts[index] = counts[index].adding(counts[reply.node]) }
      if let pass = node.afterPass { counts[index] = counts[index].adding(counts[pass]) }
    }
    return counts[0]
  }

  /// The length in plies of the longest line of listed replies from each node, by the node's index.
  private var nodeLengths: [Int] {
    var lengths = Array(repeating: 1, count: nodes.count)
    for (index, node) in nodes.enumerated().reversed() {
      for reply in node.replies { lengths[index] = max(lengths[index], lengths[reply.node] + 2) }
    }
    return lengths
  }
}

// MARK: Text

extension Proof {
  /// The first line of each proof, with the version of the format.
  static let title = "wuliu-proof 1"

  /// The proof as text, with one line for each node.
  ///
  /// `tournaments/theorem/format.md` describes the format.
  public var text: String {
    var text = "\(Proof.title)\n" + ProofText.header(of: position, winner: winner)
    text += "nodes \(nodes.count)\n"
    for (index, node) in nodes.enumerated() {
      var words = ["\(index)", node.move?.description ?? "-"]
      words += node.replies.map { "\($0.point)>\($0.node)" }
      if let pass = node.afterPass { words.append("else>\(pass)") }
      text += words.joined(separator: " ") + "\n"
    }
    return text + "end\n"
  }
}

/// A forced win, written out so that a stranger can check it with the rules alone.
///
/// A directed graph without cycles. Each node is a position with the winner to move: his move, the
/// replies to it that are followed further, and where every other reply is refuted. A reply that is
/// not listed loses at once to a five that it does not stop or, after a threat that is no four, to
/// the line that wins by fours if the loser passes.
public struct Proof: Equatable, Sendable {
  /// The position from which the win is forced.
  public let position: Position
  public let winner: Color
  /// The first node belongs to `position`; every link leads to a later node.
  public let nodes: [Node]

  public struct Node: Equatable, Sendable {
    /// The winner's move; `nil` only at the first node, when the loser moves first.
    public var move: Point?
    public var replies: [Reply]
    /// The node of the same position after the loser's pass: a win by fours alone.
    public var afterPass: Int?

    public init(move: Point?, replies: [Reply] = [], afterPass: Int? = nil) {
      self.move = move
      self.replies = replies
      self.afterPass = afterPass
    }
  }

  /// A reply of the loser and the node that answers it.
  public struct Reply: Equatable, Sendable {
    public var point: Point
    public var node: Int

    public init(_ point: Point, node: Int) {
      self.point = point
      self.node = node
    }
  }

  /// - Precondition: `nodes` is not empty, and every link leads to a later node.
  public init(position: Position, winner: Color, nodes: [Node]) {
    self.position = position
    self.winner = winner
    self.nodes = nodes
  }

  /// The longest line through the listed replies, to the five.
  ///
  /// Where no reply stops the threat, one of them stands for all.
  public var line: [Point] {
    let lengths = nodeLengths
    var line: [Point] = []
    var position = position
    var node = nodes[0]
    while true {
      if let move = node.move {
        line.append(move)
        try? position.place(winner, on: move)
        if position.isWinning(winner, at: move) { return line }
      }
      position.sideToMove = winner.opponent
      if let reply = node.replies.max(by: { lengths[$0.node] < lengths[$1.node] }) {
        line.append(reply.point)
        try? position.place(winner.opponent, on: reply.point)
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

  /// For each node the plies of the longest line from it.
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
  /// The first word of every proof, and the version of the format.
  static let title = "wuliu-proof 1"

  /// The proof as text, a line a node: see `protocol.md` for the format.
  public var text: String {
    var text = "\(Proof.title)\nrule \(position.variant.gomocupCode)\n"
    text += "size \(position.size.width) \(position.size.height)\n"
    for (name, color) in Proof.stoneLists {
      let points = position.stones.filter { $0.color == color }.map(\.point).sorted()
      text += ([name] + points.map(\.description)).joined(separator: " ") + "\n"
    }
    text += "turn \(position.sideToMove)\nwinner \(winner)\nnodes \(nodes.count)\n"
    for (index, node) in nodes.enumerated() {
      var words = ["\(index)", node.move?.description ?? "-"]
      words += node.replies.map { "\($0.point)>\($0.node)" }
      if let pass = node.afterPass { words.append("else>\(pass)") }
      text += words.joined(separator: " ") + "\n"
    }
    return text + "end\n"
  }

  private static var stoneLists: [(String, Color?)] {
    [("black", .black), ("white", .white), ("neutral", nil)]
  }

  /// What is wrong with a text that is no proof.
  public struct SyntaxError: Error, Equatable, Sendable {
    /// From 1.
    public let line: Int
    public let expected: String
  }

  /// Reads what `text` gives.
  public init(parsing text: String) throws(SyntaxError) {
    var reader = ProofReader(text)
    try reader.expect(Proof.title.split(separator: " "))
    let code = try reader.numbers(after: "rule", count: 1, in: 0...99)[0]
    guard let variant = Variant(gomocupCode: code) else { throw reader.error("a rule's code") }
    let sides = try reader.numbers(after: "size", count: 2, in: BoardSize.sides)
    guard let size = BoardSize(width: sides[0], height: sides[1]) else {
      throw reader.error("a board size")
    }
    var position = Position(size: size, variant: variant)
    for (name, color) in Proof.stoneLists {
      for point in try reader.points(after: name) {
        guard (try? position.place(color, on: point)) != nil else {
          throw reader.error("empty points of the board")
        }
      }
    }
    position.sideToMove = try reader.color(after: "turn")
    self.position = position
    winner = try reader.color(after: "winner")
    let count = try reader.numbers(after: "nodes", count: 1, in: 1...100_000_000)[0]
    var nodes: [Node] = []
    for index in 0..<count { nodes.append(try reader.node(index, of: count)) }
    self.nodes = nodes
    try reader.expect(["end"])
    try reader.expectEnd()
  }
}

/// Reads a proof's lines one after the other.
private struct ProofReader {
  private var lines: ArraySlice<Substring>
  private var number = 0

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    // A text that ends with a line feed has no line after it.
    if lines.last?.isEmpty == true { lines.removeLast() }
  }

  func error(_ expected: String) -> Proof.SyntaxError {
    Proof.SyntaxError(line: number, expected: expected)
  }

  private mutating func words() -> [Substring] {
    number += 1
    return lines.popFirst()?.split(separator: " ", omittingEmptySubsequences: false) ?? []
  }

  mutating func expect(_ words: [Substring]) throws(Proof.SyntaxError) {
    if self.words() != words { throw error(words.joined(separator: " ")) }
  }

  func expectEnd() throws(Proof.SyntaxError) {
    if !lines.isEmpty { throw Proof.SyntaxError(line: number + 1, expected: "nothing more") }
  }

  private mutating func arguments(after keyword: String) throws(Proof.SyntaxError) -> [Substring] {
    let words = words()
    guard words.first.map(String.init) == keyword else { throw error(keyword) }
    return Array(words.dropFirst())
  }

  mutating func numbers(
    after keyword: String, count: Int, in range: ClosedRange<Int>
  ) throws(Proof.SyntaxError) -> [Int] {
    let words = try arguments(after: keyword)
    let numbers = words.compactMap { ProofReader.number($0) }.filter(range.contains)
    guard words.count == count, numbers.count == count else {
      throw error("\(keyword) and \(count) numbers in \(range)")
    }
    return numbers
  }

  mutating func points(after keyword: String) throws(Proof.SyntaxError) -> [Point] {
    let words = try arguments(after: keyword)
    let points = words.compactMap { ProofReader.point($0) }
    guard points.count == words.count else { throw error("\(keyword) and points") }
    return points
  }

  mutating func color(after keyword: String) throws(Proof.SyntaxError) -> Color {
    let words = try arguments(after: keyword)
    guard words.count == 1, let color = Color.allCases.first(where: { "\($0)" == words[0] }) else {
      throw error("\(keyword) black or \(keyword) white")
    }
    return color
  }

  mutating func node(_ index: Int, of count: Int) throws(Proof.SyntaxError) -> Proof.Node {
    let words = words()
    guard words.count >= 2, words[0] == "\(index)" else { throw error("node \(index)") }
    let move = ProofReader.point(words[1])
    guard move != nil || index == 0 && words[1] == "-" else { throw error("a move") }
    var node = Proof.Node(move: move)
    for word in words.dropFirst(2) {
      let parts = word.split(separator: ">", omittingEmptySubsequences: false)
      guard parts.count == 2, node.afterPass == nil, let link = ProofReader.number(parts[1]),
        index + 1..<count ~= link
      else { throw error("replies with later nodes, then else") }
      if parts[0] == "else" {
        node.afterPass = link
      } else if let point = ProofReader.point(parts[0]),
        !node.replies.contains(where: { $0.point == point })
      {
        node.replies.append(Proof.Reply(point, node: link))
      } else {
        throw error("different replies")
      }
    }
    return node
  }

  /// A number as `text` writes it: no sign, no leading zero.
  private static func number(_ word: Substring) -> Int? {
    guard let number = Int(word), "\(number)" == word, number >= 0 else { return nil }
    return number
  }

  /// A point as `text` writes it.
  private static func point(_ word: Substring) -> Point? {
    guard let point = Point(word), point.description == word else { return nil }
    return point
  }
}

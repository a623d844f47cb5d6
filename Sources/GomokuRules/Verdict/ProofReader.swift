import Basics

/// A parser of proofs and strategies that takes one line at a time, so that a long text need not be
/// in memory.
public struct ProofReader {
  /// The largest length of a line in bytes; readers of proof files refuse longer lines.
  public static let longestLine = 65_536

  /// The kind of line expected next.
  private enum Stage {
    case title, rule, size
    /// A list of stones, by its index in `ProofText.stoneLists`.
    case stones(Int)
    case turn, winner, count
    case node(Int)
    /// The lines of a strategy, up to `end`.
    case strategy
    case end, over
  }

  private var stage = Stage.title
  /// True if the text is a strategy, the second version of the format.
  private var isStrategy = false
  /// The number of lines taken so far.
  private var number = 0
  private var variant = Variant.freestyle
  private var position = Position()
  private var winner = Color.black
  private var count = 0
  private var nodes: [Proof.Node] = []
  /// The estimated memory of the nodes' replies, in bytes.
  private var replyBytes = 0
  /// The parser of the nodes, if the text is a strategy.
  private var strategy: StrategyReader?

  public init() {}

  /// The memory in use in bytes, including an allowance for the arrays' next growth.
  public var byteCount: Int {
    nodes.capacity * MemoryLayout<Proof.Node>.stride * 3 / 2 + replyBytes
      + (strategy?.byteCount ?? 0)
  }

  /// The position and the claimed winner; `nil` until their lines have been read.
  public var claim: (position: Position, winner: Color)? {
    switch stage {
    case .title, .rule, .size, .stones, .turn, .winner: nil
    default: (position, winner)
    }
  }

  /// Takes the next line, without its line feed.
  public mutating func take(_ line: some StringProtocol) throws(ProofSyntaxError) {
    number += 1
    let words = Substring(line).split(separator: " ", omittingEmptySubsequences: false)
    switch stage {
    case .title:
      isStrategy = words == StrategyProof.title.split(separator: " ")
      if !isStrategy { try expect(Proof.title, words) }
      stage = .rule
    case .rule:
      let code = try numbers(words, after: "rule", count: 1, in: 0...99)[0]
      // The command INFO has a second code for renju. Proof texts use the usual code alone.
      guard let variant = Variant(gomocupCode: code), variant.gomocupCode == code else {
        throw error("a rule's code")
      }
      self.variant = variant
      stage = .size
    case .size:
      let sides = try numbers(words, after: "size", count: 2, in: BoardSize.sides)
      guard let size = BoardSize(width: sides[0], height: sides[1]) else {
        throw error("a board size")
      }
      position = Position(size: size, variant: variant)
      stage = .stones(0)
    case .stones(let list):
      let (name, color) = ProofText.stoneLists[list]
      for point in try points(words, after: name) {
        guard (try? position.place(color, on: point)) != nil else {
          throw error("empty points of the board")
        }
      }
      stage = list + 1 < ProofText.stoneLists.count ? .stones(list + 1) : .turn
    case .turn:
      if words.first == "square", isStrategy, position.square == nil {
        position.square = try square(words)
        return
      }
      position.sideToMove = try color(words, after: "turn")
      stage = .winner
    case .winner:
      winner = try color(words, after: "winner")
      if winner == .white, position.square != nil { throw error("winner black after a square") }
      strategy = isStrategy ? StrategyReader(size: position.size) : nil
      stage = isStrategy ? .strategy : .count
    case .count:
      count = try numbers(words, after: "nodes", count: 1, in: 1...100_000_000)[0]
      stage = .node(0)
    case .node(let index):
      let node = try node(words, index)
      if !node.replies.isEmpty {
        replyBytes += 48 + node.replies.capacity * MemoryLayout<Proof.Reply>.stride
      }
      nodes.append(node)
      stage = index + 1 < count ? .node(index + 1) : .end
    case .strategy:
      if strategy?.root != nil, words == ["end"] {
        stage = .over
      } else {
        do throws(StrategyReader.Problem) { try strategy?.take(line) } catch {
          throw self.error(error.expected)
        }
      }
    case .end:
      try expect("end", words)
      stage = .over
    case .over: throw error("nothing more")
    }
  }

  /// The contents of a text: a proof (version 1 of the format) or a strategy (version 2).
  public enum Content: Equatable, Sendable {
    case nodes(Proof)
    case strategy(StrategyProof)
  }

  /// Returns the proof or strategy after its last line; throws if lines are missing.
  public mutating func finish() throws(ProofSyntaxError) -> Content {
    // An empty line is allowed only between a strategy's nodes. Elsewhere it throws the error that
    // names the missing line.
    guard case .over = stage else {
      try take("")
      throw error("end")
    }
    guard let strategy, let root = strategy.root else {
      return .nodes(Proof(position: position, winner: winner, nodes: nodes))
    }
    return .strategy(
      StrategyProof(
        position: position, winner: winner, strategy: strategy.strategy, root: root))
  }

  // MARK: Parts of a line

  private func error(_ expected: String) -> ProofSyntaxError {
    ProofSyntaxError(line: number, expected: expected)
  }

  private func expect(_ line: String, _ words: [Substring]) throws(ProofSyntaxError) {
    if words != line.split(separator: " ") { throw error(line) }
  }

  private func arguments(
    _ words: [Substring], after keyword: String
  ) throws(ProofSyntaxError) -> ArraySlice<Substring> {
    guard words.first.map(String.init) == keyword else { throw error(keyword) }
    return words.dropFirst()
  }

  private func numbers(
    _ words: [Substring], after keyword: String, count: Int, in range: ClosedRange<Int>
  ) throws(ProofSyntaxError) -> [Int] {
    let words = try arguments(words, after: keyword)
    let numbers = words.compactMap { ProofText.number($0) }.filter(range.contains)
    guard words.count == count, numbers.count == count else {
      throw error("\(keyword) and \(count) numbers in \(range)")
    }
    return numbers
  }

  private func points(
    _ words: [Substring], after keyword: String
  ) throws(ProofSyntaxError) -> [Point] {
    let words = try arguments(words, after: keyword)
    let points = words.compactMap { ProofText.point($0) }
    guard points.count == words.count else { throw error("\(keyword) and points") }
    return points
  }

  /// Parses the line `square CENTRE RADIUS`, which only texts of Black's wins in freestyle and
  /// exact five have.
  private func square(_ words: [Substring]) throws(ProofSyntaxError) -> Square {
    guard words.count == 3, let center = ProofText.point(words[1]),
      position.size.contains(center), let radius = ProofText.number(words[2]),
      1...BoardSize.largestSide ~= radius, variant.hasPlaneTheorems
    else { throw error("square, its centre and radius, as square h8 7, by rule 0 or 1") }
    return Square(center: center, radius: radius)
  }

  private func color(
    _ words: [Substring], after keyword: String
  ) throws(ProofSyntaxError) -> Color {
    let words = try arguments(words, after: keyword)
    guard words.count == 1, let color = Color.allCases.first(where: { "\($0)" == words.first })
    else {
      throw error("\(keyword) black or \(keyword) white")
    }
    return color
  }

  /// Parses the node with number `index`. Its replies must lead to later nodes, which rules out
  /// cycles.
  private func node(
    _ words: [Substring], _ index: Int
  ) throws(ProofSyntaxError) -> Proof.Node {
    guard words.count >= 2, words[0] == "\(index)" else { throw error("node \(index)") }
    let move = ProofText.point(words[1])
    guard move != nil || index == 0 && words[1] == "-" else { throw error("a move") }
    var node = Proof.Node(move: move)
    for word in words.dropFirst(2) {
      let parts = word.split(separator: ">", omittingEmptySubsequences: false)
      guard parts.count == 2, node.afterPass == nil, let link = ProofText.number(parts[1]),
        index + 1 <= link, link < count
      else { throw error("replies with later nodes, then else") }
      if parts[0] == "else" {
        node.afterPass = link
      } else if let point = ProofText.point(parts[0]),
        !node.replies.contains(where: { $0.point == point })
      {
        node.replies.append(Proof.Reply(point, node: link))
      } else {
        throw error("different replies")
      }
    }
    return node
  }
}

extension Proof {
  /// Reads the text of a proof; throws for the text of a strategy.
  public init(parsing text: String) throws(ProofSyntaxError) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // A text that ends with a line feed has no line after it.
    if lines.last?.isEmpty == true { lines.removeLast() }
    var reader = ProofReader()
    for line in lines { try reader.take(line) }
    guard case .nodes(let proof) = try reader.finish() else {
      throw ProofSyntaxError(line: 1, expected: Proof.title)
    }
    self = proof
  }
}

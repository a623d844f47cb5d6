import Basics

extension StrategyProof {
  /// The first line of each strategy, with the version of the format.
  static let title = "wuliu-proof 2"

  /// Writes the text piece by piece to `put`.
  ///
  /// `tournaments/theorem/format.md` describes the format.
  public func write(_ put: (String) -> Void) {
    put("\(StrategyProof.title)\n" + ProofText.header(of: position, winner: winner))
    strategy.write(root, lineLength: 100, put)
    put("\nend\n")
  }
}

extension Strategy {
  /// Writes a node and all nodes below it piece by piece to `put`.
  ///
  /// - Parameter lineLength: the bytes after which a new line begins; `nil` for a single line.
  public func write(_ root: Int, lineLength: Int? = nil, _ put: (String) -> Void) {
    var text = NodeText(lineLength: lineLength)
    // The numbers of the complete nodes in the text, by node index.
    var numbers: [Int: Int] = [:]
    func write(_ index: Int) {
      let node = nodes[index]
      if let link = node.link { return text.add("@\(names[link])", put) }
      // A node with branches is written once; later it is named by its number.
      if let number = numbers[index] { return text.add("=\(number)", put) }
      let number = text.count
      text.count += 1
      let move = node.move?.description ?? ""
      if node.branches.isEmpty { return text.add(move, put) }
      text.add(move + "(", put)
      for branch in branches[node.branches] {
        let mark = branch.answersOthers ? "!" : ""
        text.add(branch.reply.map { $0.description + mark } ?? "-", put)
        write(branch.node)
      }
      text.line += ")"
      numbers[index] = number
    }
    write(root)
    put(text.line)
  }

  /// Returns the text of a node and of all nodes below it, on one line.
  public func text(_ root: Int) -> String {
    var text = ""
    write(root) { text += $0 }
    return text
  }

  /// Parses the text that `text(_:)` writes.
  ///
  /// - Returns: the strategy and the index of its root; `nil` if the text is invalid.
  public static func parse(_ text: String, size: BoardSize) -> (strategy: Strategy, root: Int)? {
    var reader = StrategyReader(size: size)
    guard (try? reader.take(text)) != nil, let root = reader.root else { return nil }
    return (reader.strategy, root)
  }
}

/// A formatter that joins words and brackets into lines.
private struct NodeText {
  let lineLength: Int?
  var line = ""
  /// The number of nodes written so far.
  var count = 0

  init(lineLength: Int?) { self.lineLength = lineLength }

  mutating func add(_ word: String, _ put: (String) -> Void) {
    if let last = line.utf8.last, last != UInt8(ascii: "(") { line += " " }
    if line.utf8.count > lineLength ?? 1 << 16 {
      put(lineLength == nil ? line : line + "\n")
      line = ""
    }
    line += word
  }
}

/// A parser of the nodes of a strategy that takes one line at a time.
struct StrategyReader {
  /// A syntax error in a line, described by the expected text.
  struct Problem: Error {
    let expected: String
    static func expected(_ what: String) -> Problem { Problem(expected: what) }
  }

  private(set) var strategy = Strategy()
  /// The nodes whose brackets are still open in the text, the innermost last.
  private var open: [OpenNode] = []
  /// The index of the root node, once it is complete.
  private(set) var root: Int?
  /// The deepest nesting of nodes: the number of points, since no line of play is longer.
  private let deepest: Int
  /// The index in `strategy.nodes` of each node, by its number in the text; -1 while it is
  /// incomplete.
  private var nodeIndices: [Int32] = []

  private struct OpenNode {
    let nodeIndex: Int
    let number: Int
    let move: Point?
    var branches: [Strategy.Branch] = []
    /// The reply that has been read, whose node is expected next.
    var reply: Reply?
  }

  private enum Reply {
    case pass
    case point(Point, answersOthers: Bool)
  }

  init(size: BoardSize) { deepest = size.pointCount }

  /// The memory in use in bytes, including an allowance for the arrays' next growth.
  var byteCount: Int {
    let unfinished = open.reduce(0) {
      $0 + $1.branches.capacity * MemoryLayout<Strategy.Branch>.stride
    }
    return (strategy.byteCount + 4 * nodeIndices.capacity + unfinished) * 3 / 2
  }

  /// Parses the next line.
  mutating func take(_ line: some StringProtocol) throws(Problem) {
    var word: [UInt8] = []
    for byte in line.utf8 {
      switch byte {
      case UInt8(ascii: " "):
        try take(&word)
      case UInt8(ascii: "("):
        try begin(word)
        word = []
      case UInt8(ascii: ")"):
        try take(&word)
        try end()
      default: word.append(byte)
      }
    }
    try take(&word)
  }

  /// Takes a complete word: a reply, or a node without brackets.
  private mutating func take(_ word: inout [UInt8]) throws(Problem) {
    guard !word.isEmpty else { return }
    let text = Substring(decoding: word, as: UTF8.self)
    word = []
    if root != nil { throw .expected("nothing after the first node") }
    guard !open.isEmpty, open[open.count - 1].reply == nil else {
      return try complete(node(text))
    }
    open[open.count - 1].reply = try reply(text)
  }

  private func reply(_ text: Substring) throws(Problem) -> Reply {
    if text == "-" { return .pass }
    let name = text.hasSuffix("!") ? text.dropLast() : text
    guard let point = ProofText.point(name) else { throw .expected("a reply") }
    return .point(point, answersOthers: text.hasSuffix("!"))
  }

  /// Returns the index of the node that a word stands for.
  ///
  /// The word is a move, `=n` for node n, or `@name` for a link. A move or a link adds its node.
  private mutating func node(_ text: Substring) throws(Problem) -> Int {
    if text.hasPrefix("=") {
      guard let number = ProofText.number(text.dropFirst()), number < nodeIndices.count,
        nodeIndices[number] >= 0
      else { throw .expected("the number of a node that is complete") }
      return Int(nodeIndices[number])
    }
    if text.hasPrefix("@") {
      guard StrategyReader.isName(text.dropFirst()) else { throw .expected("a name after @") }
      return strategy.add(link: String(text.dropFirst()))
    }
    guard let move = ProofText.point(text) else { throw .expected("a move") }
    let nodeIndex = strategy.add(move)
    nodeIndices.append(Int32(nodeIndex))
    return nodeIndex
  }

  /// Returns whether a proof may have this name: at most 64 letters, digits, `-` and `_`.
  static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.count <= 64
      && text.utf8.allSatisfy {
        switch $0 {
        case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private mutating func begin(_ word: [UInt8]) throws(Problem) {
    if root != nil || !open.isEmpty && open[open.count - 1].reply == nil {
      throw .expected("a reply before (")
    }
    if open.count == deepest { throw .expected("shorter lines of play") }
    let move = ProofText.point(Substring(decoding: word, as: UTF8.self))
    guard move != nil || word.isEmpty && open.isEmpty else { throw .expected("a move before (") }
    nodeIndices.append(-1)
    open.append(OpenNode(nodeIndex: strategy.open(), number: nodeIndices.count - 1, move: move))
  }

  private mutating func end() throws(Problem) {
    guard let node = open.popLast(), node.reply == nil else { throw .expected("a node before )") }
    strategy.close(node.nodeIndex, node.move, node.branches)
    nodeIndices[node.number] = Int32(node.nodeIndex)
    try complete(node.nodeIndex)
  }

  /// Makes the node the answer to the reply that waits for one; without such a reply the node is
  /// the root.
  private mutating func complete(_ nodeIndex: Int) throws(Problem) {
    guard !open.isEmpty else {
      root = nodeIndex
      return
    }
    switch open[open.count - 1].reply {
    case .pass: open[open.count - 1].branches.append(.init(nil, node: nodeIndex))
    case .point(let point, let answersOthers):
      open[open.count - 1].branches.append(
        .init(point, node: nodeIndex, answersOthers: answersOthers))
    case nil: throw .expected("a reply")
    }
    open[open.count - 1].reply = nil
  }
}

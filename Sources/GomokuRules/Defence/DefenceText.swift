import Basics

extension DefenceProof {
  /// The first line of each defence, with the version of the format.
  public static let title = "wuliu-defence 1"

  /// The header's lines of stones, in order: the keyword and the colour of each.
  fileprivate static var stoneLists: [(String, Color)] { [("black", .black), ("white", .white)] }

  /// Writes the text piece by piece to `put`.
  ///
  /// `tournaments/theorem/format.md` describes the format.
  public func write(_ put: (String) -> Void) {
    put("\(DefenceProof.title)\nsize \(position.size.width) \(position.size.height)\n")
    for (name, color) in DefenceProof.stoneLists {
      let points = position.stones.filter { $0.color == color }.map({ $0.point }).sorted()
      put(([name] + points.map({ $0.description })).joined(separator: " ") + "\n")
    }
    var text = NodeText()
    // The numbers of the complete nodes in the text, by node index.
    var numbers: [Int: Int] = [:]
    func write(_ index: Int) {
      if let number = numbers[index] { return text.add("=\(number)", put) }
      let number = text.count
      text.count += 1
      switch defence.nodes[index] {
      case .pairing(let range):
        text.open("[", put)
        for pair in defence.pairs[range] {
          text.add(pair.first.description, put)
          text.add(pair.second.description, put)
        }
        text.close("]")
      case .branches(let range):
        text.open("(", put)
        for branch in defence.branches[range] {
          text.add(branch.move.description, put)
          text.add(branch.reply.description, put)
          write(branch.node)
        }
        text.close(")")
      }
      numbers[index] = number
    }
    write(root)
    put("\(text.line)\nend\n")
  }

  public var text: String {
    var text = ""
    write { text += $0 }
    return text
  }
}

/// A formatter that joins words and brackets into lines.
private struct NodeText {
  var line = ""
  /// The number of nodes written so far.
  var count = 0
  /// True if a blank has to separate the next word from the line.
  private var isWord = false

  /// The length in bytes after which a new line begins.
  private static let lineLength = 100

  /// Adds a word, after a blank if necessary; first passes a full line to `put`.
  mutating func add(_ word: String, _ put: (String) -> Void) {
    if line.utf8.count > NodeText.lineLength {
      put(line + "\n")
      (line, isWord) = ("", false)
    }
    line += isWord ? " \(word)" : word
    isWord = true
  }

  /// Adds an opening bracket, without blanks around it.
  mutating func open(_ bracket: String, _ put: (String) -> Void) {
    isWord = false
    add(bracket, put)
    isWord = false
  }

  /// Adds a closing bracket, always on the same line.
  mutating func close(_ bracket: String) {
    line += bracket
    isWord = false
  }
}

/// A parser of defences that takes one line at a time, so that a long text need not be in memory.
public struct DefenceReader {
  /// The kind of line expected next.
  private enum Stage {
    case title, size
    /// A list of stones, by its index in `DefenceProof.stoneLists`.
    case stones(Int)
    /// The nodes, up to `end`.
    case nodes
    case over
  }

  private enum Problem: Error {
    case expected(String)
  }

  private var stage = Stage.title
  /// The number of lines taken so far.
  private var number = 0
  private var position = Position()
  private var defence = Defence()
  /// The nodes whose brackets are still open in the text, the innermost last.
  private var open: [OpenNode] = []
  /// The index in `defence` of each node, by its number in the text; -1 while it is incomplete.
  private var nodeIndices: [Int32] = []
  /// The index of the root node, once it is complete.
  private var root: Int?

  /// A node whose brackets are open.
  private struct OpenNode {
    let number: Int
    let isPairing: Bool
    /// Points read that do not yet form a complete pair or branch.
    var points: [Point] = []
    var pairs: [Defence.Pair] = []
    var branches: [Defence.Branch] = []
  }

  public init() {}

  /// The memory in use in bytes, including an allowance for the arrays' next growth.
  public var byteCount: Int {
    let complete = defence.byteCount + nodeIndices.capacity * MemoryLayout<Int32>.stride
    let rest = open.reduce(0) { bytes, node in
      bytes + node.pairs.capacity * MemoryLayout<Defence.Pair>.stride
        + node.branches.capacity * MemoryLayout<Defence.Branch>.stride
    }
    return (complete + rest) * 3 / 2
  }

  /// Takes the next line, without its line feed.
  public mutating func take(_ line: some StringProtocol) throws(ProofSyntaxError) {
    number += 1
    do throws(Problem) {
      let words = Substring(line).split(separator: " ", omittingEmptySubsequences: false)
      switch stage {
      case .title:
        guard line == DefenceProof.title else { throw .expected(DefenceProof.title) }
        stage = .size
      case .size:
        let sides = words.dropFirst().compactMap(ProofText.number)
        guard words.count == 3, words[0] == "size", sides.count == 2,
          let size = BoardSize(width: sides[0], height: sides[1])
        else { throw .expected("size and two numbers in \(BoardSize.sides)") }
        position = Position(size: size)
        stage = .stones(0)
      case .stones(let list):
        try takeStones(words, DefenceProof.stoneLists[list])
        stage = list + 1 < DefenceProof.stoneLists.count ? .stones(list + 1) : .nodes
      case .nodes:
        if root != nil, words == ["end"] { stage = .over } else { try takeNodes(line) }
      case .over: throw .expected("nothing more")
      }
    } catch {
      guard case .expected(let what) = error else { return }
      throw ProofSyntaxError(line: number, expected: what)
    }
  }

  /// Returns the defence after its last line; throws if lines are missing.
  public mutating func finish() throws(ProofSyntaxError) -> DefenceProof {
    guard case .over = stage, let root else {
      throw ProofSyntaxError(line: number + 1, expected: "end")
    }
    return DefenceProof(position: position, defence: defence, root: root)
  }

  // MARK: Parts of the text

  /// Reads a line of stones and places them.
  private mutating func takeStones(
    _ words: [Substring], _ list: (name: String, color: Color)
  ) throws(Problem) {
    let points = words.dropFirst().compactMap(ProofText.point)
    guard words.first.map(String.init) == list.name, points.count == words.count - 1 else {
      throw .expected("\(list.name) and points")
    }
    for point in points {
      guard (try? position.place(list.color, on: point)) != nil else {
        throw .expected("empty points of the board")
      }
    }
  }

  /// Reads a line of words and brackets.
  private mutating func takeNodes(_ line: some StringProtocol) throws(Problem) {
    var word: [UInt8] = []
    for byte in line.utf8 {
      switch byte {
      case UInt8(ascii: " "): try take(&word)
      case UInt8(ascii: "("), UInt8(ascii: "["):
        try take(&word)
        try begin(isPairing: byte == UInt8(ascii: "["))
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        try take(&word)
        try end(isPairing: byte == UInt8(ascii: "]"))
      default: word.append(byte)
      }
    }
    try take(&word)
  }

  /// Takes a complete word: a point, or `=n`, which refers to the complete node with number n.
  private mutating func take(_ word: inout [UInt8]) throws(Problem) {
    guard !word.isEmpty else { return }
    let text = Substring(decoding: word, as: UTF8.self)
    word = []
    if root != nil { throw .expected("nothing after the first node") }
    if text.hasPrefix("=") {
      guard let number = ProofText.number(text.dropFirst()), number < nodeIndices.count,
        nodeIndices[number] >= 0
      else { throw .expected("the number of a node that is complete") }
      return try complete(Int(nodeIndices[number]))
    }
    guard let point = ProofText.point(text) else { throw .expected("a point") }
    guard var node = open.popLast() else { throw .expected("a node") }
    node.points.append(point)
    if node.points.count == 2, node.isPairing {
      node.pairs.append(Defence.Pair(node.points[0], node.points[1]))
      node.points = []
    }
    guard node.points.count <= 2 else { throw .expected("a node after move and reply") }
    open.append(node)
  }

  /// Takes an opening bracket: the start of a node.
  private mutating func begin(isPairing: Bool) throws(Problem) {
    if root != nil { throw .expected("nothing after the first node") }
    if let outer = open.last, outer.isPairing || outer.points.count != 2 {
      throw .expected("a move and a reply before a node")
    }
    // No line of play is longer; the limit also bounds the recursion.
    if open.count > position.size.pointCount / 2 { throw .expected("shorter lines of play") }
    open.append(OpenNode(number: nodeIndices.count, isPairing: isPairing))
    nodeIndices.append(-1)
  }

  /// Takes a closing bracket: the end of the innermost node.
  private mutating func end(isPairing: Bool) throws(Problem) {
    guard let node = open.popLast(), node.isPairing == isPairing, node.points.isEmpty else {
      throw .expected("whole pairs and branches in brackets that fit")
    }
    let nodeIndex = isPairing ? defence.add(pairing: node.pairs) : defence.add(node.branches)
    nodeIndices[node.number] = Int32(nodeIndex)
    try complete(nodeIndex)
  }

  /// Attaches the node to the branch that waits for it; without such a branch the node is the root.
  private mutating func complete(_ nodeIndex: Int) throws(Problem) {
    guard var node = open.popLast() else {
      root = nodeIndex
      return
    }
    guard !node.isPairing, node.points.count == 2 else {
      throw .expected("a move and a reply before a node")
    }
    node.branches.append(Defence.Branch(node.points[0], node.points[1], node: nodeIndex))
    node.points = []
    open.append(node)
  }
}

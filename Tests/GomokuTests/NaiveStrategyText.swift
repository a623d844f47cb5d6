import Basics

/// A strategy's text, read by the grammar of `tournaments/theorem/format.md` and by code of
/// its own.
struct NaiveStrategyText {
  /// A move of the winner and what answers it.
  struct Node {
    /// `nil` at the beginning where the loser moves first.
    var move: NaiveBoard.Place?
    var branches: [Branch] = []
  }

  struct Branch {
    /// `nil` for a pass.
    var reply: NaiveBoard.Place?
    /// Whether it answers other replies too: `!`, and every pass.
    var isMarked: Bool
    var way: Way
  }

  /// How a line goes on.
  enum Way: Hashable {
    /// By a node, by its number, written out or not.
    case node(Int)
    /// By another text's proof.
    case named(String)
  }

  private(set) var board: NaiveBoard
  let turn: NaiveBoard.Side
  let winner: NaiveBoard.Side
  /// In the order of the text.
  private(set) var nodes: [Node]
  let root: Way

  /// Returns `nil` for a text that is no strategy.
  init?(_ text: String) {
    var lines = NaiveProofLines(text)
    guard let header = NaiveProofHeader(&lines, version: "2"),
      lines.rest.popLast().map(Array.init) == Array("end".utf8)
    else { return nil }
    (board, turn, winner) = (header.board, header.turn, header.winner)
    let tokens = NaiveStrategyText.tokens(lines.rest.flatMap { $0 + [UInt8(ascii: "\n")] })
    var tree = Tree(tokens: tokens, deepest: board.places.count)
    guard let root = tree.read() else { return nil }
    self.root = root
    nodes = tree.nodes
  }

  /// More points beyond each edge of a board.
  struct Frame {
    var left: Int
    var above: Int
    var right: Int
    var below: Int

    init(left: Int, above: Int, right: Int, below: Int) {
      (self.left, self.above, self.right, self.below) = (left, above, right, below)
    }

    init(all width: Int) { self.init(left: width, above: width, right: width, below: width) }

    func moved(_ place: NaiveBoard.Place) -> NaiveBoard.Place {
      NaiveBoard.Place(x: place.x + left, y: place.y + above)
    }

    func around(_ board: NaiveBoard) -> NaiveBoard {
      var wider = NaiveBoard(
        rule: board.rule, width: left + board.width + right, height: above + board.height + below)
      for place in board.places { wider[moved(place)] = board[place] }
      wider.square = board.square.map {
        NaiveBoard.Square(center: moved($0.center), reach: $0.reach)
      }
      return wider
    }
  }

  /// The same strategy on a board with the points of `frame` around it.
  func within(_ frame: Frame) -> NaiveStrategyText {
    var moved = self
    moved.board = frame.around(board)
    for node in nodes.indices {
      moved.nodes[node].move = nodes[node].move.map(frame.moved)
      for branch in nodes[node].branches.indices {
        moved.nodes[node].branches[branch].reply =
          nodes[node].branches[branch].reply.map(frame.moved)
      }
    }
    return moved
  }

  /// The first node where the loser moves first.
  var opening: Node? {
    guard case .node(let index) = root, nodes[index].move == nil else { return nil }
    return nodes[index]
  }

  // MARK: Words

  private enum Token: Equatable {
    /// A parenthesis right behind a word, and one that is not.
    case open, lone
    case close
    case word(String)
  }

  private static func tokens(_ text: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var word: [UInt8] = []
    for byte in text {
      let isBreak = [" ", "\n", "(", ")"].map { UInt8(ascii: $0) }.contains(byte)
      guard isBreak else {
        word.append(byte)
        continue
      }
      let hasWord = !word.isEmpty
      if hasWord { tokens.append(.word(String(decoding: word, as: UTF8.self))) }
      word = []
      if byte == UInt8(ascii: "(") { tokens.append(hasWord ? .open : .lone) }
      if byte == UInt8(ascii: ")") { tokens.append(.close) }
    }
    return tokens
  }

  private static func isName(_ word: String) -> Bool {
    1...64 ~= word.utf8.count
      && word.utf8.allSatisfy {
        48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || [45, 95].contains($0)
      }
  }

  // MARK: Nodes

  /// The nodes as they are read, with those whose parenthesis is still open.
  private struct Tree {
    var tokens: [Token]
    let deepest: Int
    var nodes: [Node] = []
    private var isComplete: [Bool] = []
    private var open: [Frame] = []

    private struct Frame {
      var node: Int
      var branches: [Branch] = []
    }

    /// - Parameter deepest: how many parentheses may be open: no line of play is longer.
    init(tokens: [Token], deepest: Int) {
      self.tokens = tokens.reversed()
      self.deepest = deepest
    }

    /// Reads everything; `nil` where the grammar is left.
    mutating func read() -> Way? {
      if tokens.last == .lone {
        tokens.removeLast()
        begin(Node(move: nil), isOpened: true)
      } else {
        guard let way = way() else { return nil }
        if open.isEmpty { return tokens.isEmpty ? way : nil }
      }
      while let token = tokens.popLast() {
        switch token {
        case .open, .lone: return nil
        case .word(let word):
          guard let (reply, isMarked) = Tree.reply(word), let way = way() else { return nil }
          // A node whose parenthesis opens here is closed before its parent goes on.
          let parent = open.count - (opensNode(way) ? 2 : 1)
          open[parent].branches.append(Branch(reply: reply, isMarked: isMarked, way: way))
        case .close:
          guard let frame = open.popLast() else { return nil }
          nodes[frame.node].branches = frame.branches
          isComplete[frame.node] = true
          if open.isEmpty { return tokens.isEmpty ? .node(frame.node) : nil }
        }
      }
      return nil
    }

    private mutating func begin(_ node: Node, isOpened: Bool) {
      nodes.append(node)
      isComplete.append(!isOpened)
      if isOpened { open.append(Frame(node: nodes.count - 1)) }
    }

    private func opensNode(_ way: Way) -> Bool {
      if case .node(let node) = way { open.last?.node == node } else { false }
    }

    private static func reply(_ word: String) -> (NaiveBoard.Place?, isMarked: Bool)? {
      if word == "-" { return (nil, true) }
      let isMarked = word.utf8.last == UInt8(ascii: "!")
      let point = isMarked ? String(decoding: Array(word.utf8.dropLast()), as: UTF8.self) : word
      return NaiveProofLines.place(point).map { ($0, isMarked) }
    }

    /// Reads a node as far as to the parenthesis after its move.
    private mutating func way() -> Way? {
      guard case .word(let word) = tokens.popLast() else { return nil }
      let rest = String(decoding: Array(word.utf8.dropFirst()), as: UTF8.self)
      switch word.utf8.first {
      case UInt8(ascii: "="):
        guard let node = NaiveProofLines.number(rest), node < nodes.count, isComplete[node]
        else { return nil }
        return .node(node)
      case UInt8(ascii: "@"):
        return NaiveStrategyText.isName(rest) ? .named(rest) : nil
      default:
        guard let move = NaiveProofLines.place(word) else { return nil }
        let isOpened = tokens.last == .open
        if isOpened {
          tokens.removeLast()
          if open.count == deepest { return nil }
        }
        begin(Node(move: move), isOpened: isOpened)
        return .node(nodes.count - 1)
      }
    }
  }
}

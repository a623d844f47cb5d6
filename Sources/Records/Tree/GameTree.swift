import Basics
import GomokuRules
import LiuzhouRules

/// A game with its variations: a tree of nodes, each with a move, stones set up, or texts alone.
///
/// Nodes are numbers. Node 0 is the root, the position before the first move; it never has a move.
/// The children of a node are variations; the first one continues the main line. The tree holds
/// what a record says: nothing promises that its moves are legal. All operations are loops without
/// recursion, so trees of any depth are safe.
public struct GameTree: Sendable {
  /// The game and its board.
  public enum Game: Equatable, Sendable {
    /// Gomoku or renju; the size is `nil` if the record names none.
    case gomoku(BoardSize?)
    /// Liuzhou chess (六洲棋).
    case liuzhou
  }

  /// The links of a node, where -1 is none, and its move.
  private struct Node {
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
    var move: PackedMove
  }

  public static let root = 0
  /// The largest number of nodes of a tree.
  public static let mostNodes = Int(Int32.max)
  /// The memory that a node without texts needs, in bytes.
  public static let nodeCost = MemoryLayout<Node>.stride

  public var game: Game
  /// The properties of the game; no value is empty.
  public var info: [GameInfo: String] = [:]
  private var nodes: [Node]
  private var texts: [Int32: NodeTexts] = [:]
  /// The turns of Liuzhou chess, by their index in `PackedMove`.
  private var turns: [Turn] = []

  public init(_ game: Game) {
    self.game = game
    nodes = [Node(parent: -1, move: .none)]
  }

  /// The number of nodes, with the root.
  public var count: Int { nodes.count }

  // MARK: Nodes

  /// Adds a last child to `parent`, and returns it.
  ///
  /// - Precondition: the tree has less than `mostNodes` nodes.
  @discardableResult
  public mutating func add(_ move: TreeMove?, to parent: Int) -> Int {
    let node = Int32(nodes.count)
    nodes.append(Node(parent: Int32(parent), move: packed(move)))
    let last = nodes[parent].lastChild
    if last < 0 {
      nodes[parent].firstChild = node
    } else {
      nodes[Int(last)].next = node
    }
    nodes[parent].lastChild = node
    return Int(node)
  }

  /// The move of a node; `nil` for the root and for nodes of texts or set-up stones alone.
  public func move(_ node: Int) -> TreeMove? { unpacked(nodes[node].move) }

  /// The texts, marks and set-up stones of a node: all that the record has at the node except for
  /// the move.
  public subscript(node: Int) -> NodeTexts {
    get { texts[Int32(node)] ?? NodeTexts() }
    set { texts[Int32(node)] = newValue.isEmpty ? nil : newValue }
  }

  /// Returns whether the record has anything at a node except for its move.
  public func hasTexts(_ node: Int) -> Bool { texts[Int32(node)] != nil }

  public func parent(_ node: Int) -> Int? { GameTree.node(nodes[node].parent) }
  public func firstChild(_ node: Int) -> Int? { GameTree.node(nodes[node].firstChild) }
  /// The next variation beside a node; `nil` after the last one.
  public func sibling(_ node: Int) -> Int? { GameTree.node(nodes[node].next) }

  private static func node(_ link: Int32) -> Int? { link < 0 ? nil : Int(link) }

  /// The children of a node in their order.
  public func children(_ node: Int) -> some Sequence<Int> {
    sequence(state: firstChild(node)) { next in
      defer { next = next.flatMap(sibling) }
      return next
    }
  }

  /// True if two or more variations follow a node.
  public func isFork(_ node: Int) -> Bool { nodes[node].firstChild != nodes[node].lastChild }

  // MARK: Orders

  /// A step through the tree, depth first: into a node, or out of it after all its descendants.
  public enum TraversalStep: Equatable, Sendable {
    case enter(Int)
    case leave(Int)
  }

  /// Returns the step after another one; `nil` after the root has been left.
  public func step(after step: TraversalStep) -> TraversalStep? {
    switch step {
    case .enter(let node): firstChild(node).map(TraversalStep.enter) ?? .leave(node)
    case .leave(let node):
      sibling(node).map(TraversalStep.enter) ?? parent(node).map(TraversalStep.leave)
    }
  }

  /// All steps through the tree, from entering the root to leaving it.
  public var steps: some Sequence<TraversalStep> {
    sequence(first: TraversalStep.enter(GameTree.root)) { self.step(after: $0) }
  }

  /// All nodes, each before its descendants.
  public var preorder: some Sequence<Int> {
    steps.lazy.compactMap { if case .enter(let node) = $0 { node } else { nil } }
  }

  /// The nodes of the main line, from the root on.
  public var mainLine: some Sequence<Int> { sequence(first: GameTree.root) { firstChild($0) } }

  // MARK: Counts

  /// The numbers of a tree's parts.
  public struct Counts: Equatable, Sendable {
    public var moves = 0
    /// The number of moves on the longest path.
    public var depth = 0
    /// The number of lines besides the main line.
    public var sideLines = -1
    public var comments = 0
  }

  public var counts: Counts {
    var (counts, depth) = (Counts(), 0)
    for step in steps {
      switch step {
      case .enter(let node):
        if nodes[node].firstChild < 0 { counts.sideLines += 1 }
        if let texts = texts[Int32(node)], !texts.comment.isEmpty { counts.comments += 1 }
        guard nodes[node].move != .none else { continue }
        counts.moves += 1
        depth += 1
        counts.depth = max(counts.depth, depth)
      case .leave(let node): if nodes[node].move != .none { depth -= 1 }
      }
    }
    return counts
  }

  // MARK: Moves in four bytes

  /// A move as a number: kind, colour, and the point or the index of the turn.
  private struct PackedMove: Equatable {
    var bits: UInt32

    static let none = PackedMove(bits: 0)
    static let stone: UInt32 = 1
    static let pass: UInt32 = 2
    static let turn: UInt32 = 3

    init(bits: UInt32) { self.bits = bits }

    init(_ kind: UInt32, _ color: Color, _ value: Int) {
      bits = kind | UInt32(color.rawValue) << 2 | UInt32(value) << 3
    }
  }

  private mutating func packed(_ move: TreeMove?) -> PackedMove {
    guard let move else { return .none }
    switch move.action {
    case .stone(let point): return PackedMove(PackedMove.stone, move.color, point.index)
    case .pass: return PackedMove(PackedMove.pass, move.color, 0)
    case .turn(let turn):
      turns.append(turn)
      return PackedMove(PackedMove.turn, move.color, turns.count - 1)
    }
  }

  private func unpacked(_ move: PackedMove) -> TreeMove? {
    let color: Color = move.bits & 4 == 0 ? .black : .white
    let value = Int(move.bits >> 3)
    switch move.bits & 3 {
    case PackedMove.stone:
      return TreeMove(color, .stone(GomokuRules.Point(rawValue: UInt16(value))))
    case PackedMove.pass: return TreeMove(color, .pass)
    case PackedMove.turn: return TreeMove(color, .turn(turns[value]))
    default: return nil
    }
  }
}

extension GameTree: Equatable {
  /// Compares game, properties, moves, texts and the order of variations, not the nodes' numbers.
  public static func == (a: GameTree, b: GameTree) -> Bool {
    guard a.game == b.game, a.info == b.info, a.count == b.count else { return false }
    var steps = (a.steps.makeIterator(), b.steps.makeIterator())
    while let first = steps.0.next() {
      switch (first, steps.1.next()) {
      case (.enter(let node), .enter(let other)):
        guard a.move(node) == b.move(other), a.texts[Int32(node)] == b.texts[Int32(other)] else {
          return false
        }
      case (.leave, .leave): continue
      default: return false
      }
    }
    return steps.1.next() == nil
  }
}

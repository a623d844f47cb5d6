import Basics

/// A winning strategy: for each reply of the loser, the winner's answer.
///
/// Each node is a position with the winner to move. It holds his move and a branch for each listed
/// reply. Nodes may be shared, so the strategy is stored as an acyclic graph. A branch may also
/// answer the unlisted replies that are outside its zone. The section "Strategies" of
/// `tournaments/theorem/format.md` defines the zones and explains why this suffices.
public struct Strategy: Equatable, Sendable {
  /// A position with the winner to move.
  public struct Node: Equatable, Sendable {
    /// The winner's move; `nil` for a link, and at the root if the loser moves first.
    public let move: Point?
    /// The index of the first branch; for a link, the index of the other strategy's name.
    private var first: Int32
    /// The number of branches; -1 for a link to another strategy.
    private var count: Int32

    fileprivate init(_ move: Point?, first: Int, count: Int) {
      self.move = move
      (self.first, self.count) = (Int32(first), Int32(count))
    }

    /// The node's branches, as a range of `Strategy.branches`.
    public var branches: Range<Int> { Int(first)..<Int(first + max(count, 0)) }
    /// The index in `Strategy.names` of the linked strategy; `nil` for an ordinary node.
    public var link: Int? { count < 0 ? Int(first) : nil }
  }

  /// A reply of the loser and the node that answers it.
  public struct Branch: Equatable, Sendable {
    /// The loser's move; `nil` for a pass.
    public let reply: Point?
    /// True if the node that this branch leads to also answers every unlisted reply outside its
    /// zone.
    ///
    /// The zone is the set of points on which one more stone of the loser could break the win.
    public let answersOthers: Bool
    private var target: Int32

    /// - Parameter reply: the loser's move; `nil` for a pass. A pass answers unlisted replies too.
    public init(_ reply: Point?, node: Int, answersOthers: Bool = false) {
      self.reply = reply
      target = Int32(node)
      self.answersOthers = answersOthers || reply == nil
    }

    public var node: Int { Int(target) }
  }

  public private(set) var nodes: [Node] = []
  public private(set) var branches: [Branch] = []
  /// The names of the strategies to which this one links; a name may occur more than once.
  public private(set) var names: [String] = []

  public init() {}

  /// Adds a node. Its branches may lead to nodes that are added later.
  ///
  /// - Returns: the index of the node.
  @discardableResult
  public mutating func add(_ move: Point?, _ branches: [Branch] = []) -> Int {
    let node = open()
    close(node, move, branches)
    return node
  }

  /// Adds a node that links to the strategy called `name`, and returns its index.
  public mutating func add(link name: String) -> Int {
    if names.last != name { names.append(name) }
    nodes.append(Node(nil, first: names.count - 1, count: -1))
    return nodes.count - 1
  }

  /// Adds all nodes of another strategy, mapped by a symmetry of the board of `size`.
  ///
  /// - Returns: the new index of the other strategy's node `root`.
  public mutating func append(
    _ other: Strategy, root: Int, under symmetry: Symmetry, on size: BoardSize
  ) -> Int {
    func image(_ point: Point?) -> Point? { point.map { symmetry.image(of: $0, on: size) } }
    let offset = nodes.count
    for node in other.nodes {
      if let link = node.link {
        _ = add(link: other.names[link])
      } else {
        add(
          image(node.move),
          other.branches[node.branches].map {
            Branch(image($0.reply), node: offset + $0.node, answersOthers: $0.answersOthers)
          })
      }
    }
    return offset + root
  }

  /// Adds an incomplete node, which `close` completes, and returns its index.
  mutating func open() -> Int {
    nodes.append(Node(nil, first: 0, count: 0))
    return nodes.count - 1
  }

  /// Sets the move and the branches of a node that `open` has added.
  mutating func close(_ node: Int, _ move: Point?, _ branches: [Branch]) {
    nodes[node] = Node(move, first: self.branches.count, count: branches.count)
    self.branches += branches
  }

  /// The memory in use, in bytes.
  public var byteCount: Int {
    // Each name counts as the longest, of 64 characters: a string with a heap block of 112 bytes.
    nodes.capacity * MemoryLayout<Node>.stride + branches.capacity * MemoryLayout<Branch>.stride
      + names.capacity * (MemoryLayout<String>.stride + 112)
  }
}

/// A strategy and the position from which `winner` is claimed to win by it.
public struct StrategyProof: Equatable, Sendable {
  public let position: Position
  public let winner: Color
  public let strategy: Strategy
  /// The index of the first node in `strategy.nodes`.
  public let root: Int

  public init(position: Position, winner: Color, strategy: Strategy, root: Int) {
    assert(strategy.nodes.indices.contains(root))
    assert(strategy.branches.allSatisfy { strategy.nodes.indices.contains($0.node) })
    (self.position, self.winner) = (position, winner)
    (self.strategy, self.root) = (strategy, root)
  }
}

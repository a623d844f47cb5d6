import Basics

/// A tree of the winner's answers to whatever the loser plays from a position. A stranger can
/// check it with the rules alone.
///
/// Each node is a position with the winner to move: his move, and a branch for each reply that is
/// followed further. A branch may answer other replies as well, those outside its zone: the section
/// "Strategies" of `protocol.md` says which, and why that is enough.
public struct Strategy: Equatable, Sendable {
  /// A position with the winner to move.
  public struct Node: Equatable, Sendable {
    private var rawMove: UInt16
    /// The place of the first branch, or of the name of the other strategy.
    private var first: Int32
    /// The number of branches; -1 if another strategy goes on here.
    private var count: Int32

    fileprivate init(_ move: Point?, first: Int, count: Int) {
      rawMove = move?.rawValue ?? 0
      (self.first, self.count) = (Int32(first), Int32(count))
    }

    /// The winner's move. `nil` where another strategy goes on, and at the root of a strategy for a
    /// position in which the loser moves first.
    public var move: Point? { rawMove == 0 ? nil : Point(rawValue: rawMove) }
    /// The node's branches, as a range of `Strategy.branches`.
    public var branches: Range<Int> { Int(first)..<Int(first + max(count, 0)) }
    /// The other strategy, by its place in `Strategy.names`.
    public var link: Int? { count < 0 ? Int(first) : nil }
  }

  /// A reply of the loser and the node that answers it.
  public struct Branch: Equatable, Sendable {
    private var rawReply: UInt16
    /// True if the node also answers every unlisted reply outside its zone.
    public let answersOthers: Bool
    private var target: Int32

    /// - Parameter reply: `nil` for a pass, which answers others in any case.
    public init(_ reply: Point?, node: Int, answersOthers: Bool = false) {
      rawReply = reply?.rawValue ?? 0
      target = Int32(node)
      self.answersOthers = answersOthers || reply == nil
    }

    public var reply: Point? { rawReply == 0 ? nil : Point(rawValue: rawReply) }
    public var node: Int { Int(target) }
  }

  public private(set) var nodes: [Node] = []
  public private(set) var branches: [Branch] = []
  /// The names of the other strategies to which this one leads.
  public private(set) var names: [String] = []

  public init() {}

  /// Adds a node whose branches lead to nodes that are there.
  ///
  /// - Returns: its number.
  @discardableResult
  public mutating func add(_ move: Point?, _ branches: [Branch] = []) -> Int {
    let node = open()
    close(node, move, branches)
    return node
  }

  /// Adds a node at which the strategy called `name` goes on.
  public mutating func add(link name: String) -> Int {
    if names.last != name { names.append(name) }
    nodes.append(Node(nil, first: names.count - 1, count: -1))
    return nodes.count - 1
  }

  /// Adds all nodes of another strategy, turned or mirrored on a board of `size`.
  ///
  /// - Returns: the place of its node `root`.
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

  /// Makes room for a node whose branches are to follow.
  mutating func open() -> Int {
    nodes.append(Node(nil, first: 0, count: 0))
    return nodes.count - 1
  }

  /// Completes the node for which `open` has made room.
  mutating func close(_ node: Int, _ move: Point?, _ branches: [Branch]) {
    nodes[node] = Node(move, first: self.branches.count, count: branches.count)
    self.branches += branches
  }

  /// The memory that the strategy takes, in bytes.
  public var byteCount: Int {
    // A long name has a block of its own.
    nodes.capacity * MemoryLayout<Node>.stride + branches.capacity * MemoryLayout<Branch>.stride
      + names.capacity * (MemoryLayout<String>.stride + 112)
  }
}

/// A strategy and the position that it wins.
public struct StrategyProof: Equatable, Sendable {
  public let position: Position
  public let winner: Color
  public let strategy: Strategy
  /// The node of `position`.
  public let root: Int

  public init(position: Position, winner: Color, strategy: Strategy, root: Int) {
    (self.position, self.winner) = (position, winner)
    (self.strategy, self.root) = (strategy, root)
  }
}

/// A strategy by which White keeps Black from ever having five in a row, as an acyclic graph.
///
/// Checking a defence needs only the windows of five points, not the variant's rules.
///
/// Each node is a position with Black to move. It is either a pairing, which settles the rest of
/// the game, or a list of branches. Each branch examines one move of Black.
///
/// A branch also answers the moves outside its zone: the points on which one more black stone could
/// break it. A pair that all pairings below a node share answers a move on one of its points. The
/// section "Defences" of `tournaments/theorem/format.md` explains why this suffices.
public struct Defence: Equatable, Sendable {
  /// A position with Black to move.
  public enum Node: Equatable, Sendable {
    /// A pairing, as a range of `Defence.pairs`.
    case pairing(Range<Int>)
    /// The moves examined, as a range of `Defence.branches`.
    case branches(Range<Int>)
  }

  /// A pair of points: White answers a stone on one with a stone on the other.
  public struct Pair: Hashable, Sendable {
    /// The first of the two in the order of points.
    public let first: Point
    public let second: Point

    public init(_ one: Point, _ other: Point) {
      (first, second) = (min(one, other), max(one, other))
    }
  }

  /// A move of Black, White's reply, and the node of the position after both.
  public struct Branch: Equatable, Sendable {
    public let move: Point
    public let reply: Point
    private let target: Int32

    public init(_ move: Point, _ reply: Point, node: Int) {
      (self.move, self.reply, target) = (move, reply, Int32(node))
    }

    public var node: Int { Int(target) }
  }

  public private(set) var nodes: [Node] = []
  public private(set) var pairs: [Pair] = []
  public private(set) var branches: [Branch] = []

  public init() {}

  /// The memory in use, in bytes.
  var byteCount: Int {
    nodes.capacity * MemoryLayout<Node>.stride + pairs.capacity * MemoryLayout<Pair>.stride
      + branches.capacity * MemoryLayout<Branch>.stride
  }

  /// Adds a node with a pairing.
  ///
  /// - Returns: the node's index.
  @discardableResult
  public mutating func add(pairing: [Pair]) -> Int {
    nodes.append(.pairing(pairs.count..<pairs.count + pairing.count))
    pairs += pairing
    return nodes.count - 1
  }

  /// Adds a node with branches to existing nodes.
  ///
  /// - Returns: the node's index.
  @discardableResult
  public mutating func add(_ branches: [Branch]) -> Int {
    nodes.append(.branches(self.branches.count..<self.branches.count + branches.count))
    self.branches += branches
    return nodes.count - 1
  }

  /// Adds all nodes of another defence.
  ///
  /// - Returns: the new index of the other defence's node `root`.
  public mutating func append(_ other: Defence, root: Int) -> Int {
    let offset = nodes.count
    for node in other.nodes {
      switch node {
      case .pairing(let range): add(pairing: Array(other.pairs[range]))
      case .branches(let range):
        add(other.branches[range].map { Branch($0.move, $0.reply, node: offset + $0.node) })
      }
    }
    return offset + root
  }
}

/// A defence and the position from which it is claimed to hold, with Black to move.
public struct DefenceProof: Equatable, Sendable {
  public let position: Position
  public let defence: Defence
  /// The index of the first node in `defence.nodes`.
  public let root: Int

  public init(position: Position, defence: Defence, root: Int) {
    (self.position, self.defence, self.root) = (position, defence, root)
  }

  /// The rules under which a defence on the empty board proves that the game is a draw.
  ///
  /// Black can use the same defence against White, since an additional stone does not harm him.
  /// Renju is excluded, because forbidden points may hinder Black.
  public static let drawnRules = Variant.allCases.filter { $0 != .renju }
}

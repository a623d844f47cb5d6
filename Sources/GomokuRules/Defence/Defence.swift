/// How White keeps Black from ever having five stones in a row: a tree, written out so that a stranger
/// can check it without knowing which rule of gomoku is played.
///
/// Each node is a position with Black to move. It is a pairing, which settles the rest of the game, or
/// has a branch for each move of Black that is followed further. A branch answers other moves as well,
/// those outside its zone, and pairs that all pairings below have in common answer their points: the
/// section "Defences" of `protocol.md` says why that is enough.
public struct Defence: Equatable, Sendable {
  /// A position with Black to move.
  public enum Node: Equatable, Sendable {
    /// A range of `Defence.pairs`.
    case pairing(Range<Int>)
    /// A range of `Defence.branches`.
    case branches(Range<Int>)
  }

  /// Two points: White answers a stone on one with a stone on the other.
  public struct Pair: Hashable, Sendable {
    /// The one that comes first on the board.
    public let first: Point
    public let second: Point

    public init(_ one: Point, _ other: Point) {
      (first, second) = (min(one, other), max(one, other))
    }
  }

  /// A move of Black, White's reply and the node of the position after both.
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

  /// What it takes, in bytes.
  var byteCount: Int {
    nodes.capacity * MemoryLayout<Node>.stride + pairs.capacity * MemoryLayout<Pair>.stride
      + branches.capacity * MemoryLayout<Branch>.stride
  }

  /// Adds a node that is a pairing.
  ///
  /// - Returns: its number.
  @discardableResult
  public mutating func add(pairing: [Pair]) -> Int {
    nodes.append(.pairing(pairs.count..<pairs.count + pairing.count))
    pairs += pairing
    return nodes.count - 1
  }

  /// Adds a node whose branches lead to nodes that are there.
  ///
  /// - Returns: its number.
  @discardableResult
  public mutating func add(_ branches: [Branch]) -> Int {
    nodes.append(.branches(self.branches.count..<self.branches.count + branches.count))
    self.branches += branches
    return nodes.count - 1
  }

  /// Adds all nodes of another defence.
  ///
  /// - Returns: the place of its node `root`.
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

/// A defence and the position that it holds, with Black to move.
public struct DefenceProof: Equatable, Sendable {
  public let position: Position
  public let defence: Defence
  /// The node of `position`.
  public let root: Int

  public init(position: Position, defence: Defence, root: Int) {
    (self.position, self.defence, self.root) = (position, defence, root)
  }

  /// The rules in which the empty board is a draw because White keeps Black from five: Black, who has a
  /// stone more when it is White's turn to attack, keeps White from it likewise.
  ///
  /// In renju forbidden points could hinder him.
  public static let drawnRules = Variant.allCases.filter { $0 != .renju }
}

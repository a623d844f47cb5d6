import Basics
import GomokuRules

/// Stones that are put on the board, or taken from it, without a move.
public struct SetUp: Equatable, Sendable {
  /// A point with its new content; `nil` clears the point.
  public struct Stone: Equatable, Sendable {
    public var point: Point
    public var color: Color?

    public init(_ point: Point, _ color: Color?) { (self.point, self.color) = (point, color) }
  }

  /// The stones in the order of the record, at most one a point.
  public var stones: [Stone] = []
  /// The side to move afterwards; `nil` if the record names none.
  public var sideToMove: Color?

  public init() {}

  public var isEmpty: Bool { stones.isEmpty && sideToMove == nil }
}

/// A mark on a point of the board.
public struct Mark: Hashable, Comparable, Sendable {
  /// The kinds of marks; the raw value is the name of the SGF property.
  public enum Kind: String, CaseIterable, Sendable {
    case triangle = "TR"
    case square = "SQ"
    case circle = "CR"
    case cross = "MA"
  }

  public var kind: Kind
  public var point: Point

  public init(_ kind: Kind, _ point: Point) { (self.kind, self.point) = (kind, point) }

  public static func < (a: Mark, b: Mark) -> Bool {
    (a.kind.rawValue, a.point) < (b.kind.rawValue, b.point)
  }
}

/// A property of SGF that the tree keeps as it is.
public struct KeptProperty: Equatable, Sendable {
  /// One or more capital letters.
  public var name: String
  /// The values between the brackets, with SGF's escapes.
  public var values: [String]

  public init(_ name: String, _ values: [String]) { (self.name, self.values) = (name, values) }
}

/// All that a record says at a node, except for the move.
public struct NodeTexts: Equatable, Sendable {
  /// Stones set up at the node, before its move if it has one.
  public var setUp = SetUp()
  public var comment = ""
  /// The name of the node.
  public var name = ""
  /// Texts on points of the board.
  public var labels: [Point: String] = [:]
  public var marks: Set<Mark> = []
  /// True if the record marks the node as a noteworthy one.
  public var isMarked = false
  /// The time that the move took; `nil` if it is unknown.
  public var milliseconds: Int?
  /// Properties of SGF without a meaning here, in the order of the record.
  public var kept: [KeptProperty] = []

  public init() {}

  public var isEmpty: Bool { self == NodeTexts() }
}

extension NodeTexts {
  /// Returns the texts of nodes that become one node.
  ///
  /// Comments and names are joined. On a point, a later stone or label replaces an earlier one. A
  /// later side to move or time replaces an earlier one. All marks and kept properties stay.
  static func merged(_ all: [NodeTexts]) -> NodeTexts {
    guard all.count > 1 else { return all.first ?? NodeTexts() }
    var one = NodeTexts()
    var lastNodes: [Point: Int] = [:]
    var kept: [String: Int] = [:]
    for (place, texts) in all.enumerated() {
      for stone in texts.setUp.stones { lastNodes[stone.point] = place }
      one.setUp.sideToMove = texts.setUp.sideToMove ?? one.setUp.sideToMove
      one.labels.merge(texts.labels) { $1 }
      one.marks.formUnion(texts.marks)
      one.isMarked = one.isMarked || texts.isMarked
      one.milliseconds = texts.milliseconds ?? one.milliseconds
      for property in texts.kept {
        if let index = kept[property.name] {
          one.kept[index].values += property.values
        } else {
          kept[property.name] = one.kept.count
          one.kept.append(property)
        }
      }
    }
    // The stones that stay, in the order of their nodes.
    one.setUp.stones = all.enumerated().flatMap { place, texts in
      texts.setUp.stones.filter { lastNodes[$0.point] == place }
    }
    one.comment = all.map(\.comment).filter { !$0.isEmpty }.joined(separator: "\n")
    one.name = all.map(\.name).filter { !$0.isEmpty }.joined(separator: ", ")
    return one
  }
}

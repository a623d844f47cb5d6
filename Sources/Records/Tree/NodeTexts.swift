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

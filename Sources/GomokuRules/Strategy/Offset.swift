import Basics

/// A point of the plane as its difference to another point, such as the winner's first stone.
public struct Offset: Hashable, Comparable, Sendable {
  /// The number of columns to the right.
  public let x: Int
  /// The number of rows down.
  public let y: Int

  public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  public init(from origin: Point, to point: Point) {
    self.init(x: point.x - origin.x, y: point.y - origin.y)
  }

  /// The number of steps of a king from the origin.
  public var steps: Int { max(abs(x), abs(y)) }

  /// The one of the eight images under the symmetries of the plane that has `x >= y >= 0`.
  public var canonicalImage: Offset {
    let (a, b) = (abs(x), abs(y))
    return Offset(x: max(a, b), y: min(a, b))
  }

  public func image(under symmetry: Symmetry) -> Offset {
    let (x, y) = symmetry.turned(x: x, y: y)
    return Offset(x: x, y: y)
  }

  public static func + (a: Offset, b: Offset) -> Offset { Offset(x: a.x + b.x, y: a.y + b.y) }
  public static func - (a: Offset, b: Offset) -> Offset { Offset(x: a.x - b.x, y: a.y - b.y) }
  public static func < (a: Offset, b: Offset) -> Bool { (a.steps, a.x, a.y) < (b.steps, b.x, b.y) }
}

extension Offset {
  /// Returns the loser's stone as an offset from the winner's, and the winner's; `nil` unless the
  /// position has one stone of either side and none of nobody.
  public static func ofReply(
    in position: Position, winner: Color
  ) -> (reply: Offset, first: Point)? {
    guard position.stones.count == 2,
      let first = position.stones.first(where: { $0.color == winner })?.point,
      let second = position.stones.first(where: { $0.color == winner.opponent })?.point
    else { return nil }
    return (Offset(from: first, to: second), first)
  }
}

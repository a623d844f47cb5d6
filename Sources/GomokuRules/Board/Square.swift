/// A square of points: those at most `radius` steps of a king from its centre.
public struct Square: Hashable, Sendable {
  public let center: Point
  public let radius: Int

  public init(center: Point, radius: Int) { (self.center, self.radius) = (center, radius) }

  public func contains(_ point: Point) -> Bool {
    max(abs(point.x - center.x), abs(point.y - center.y)) <= radius
  }
}

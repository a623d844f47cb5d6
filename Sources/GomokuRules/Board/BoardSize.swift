/// The width and height of a board, each in `sides`.
public struct BoardSize: Hashable, Sendable {
  /// The allowed numbers of points on a side.
  public static let sides = 5...largestSide
  /// The range `sides` in words, for messages.
  public static let sidesText = "\(sides.lowerBound) to \(sides.upperBound)"
  /// 22, or 38 in a build with the trait `WideBoards`: what the grid has room for.
  @inlinable public static var largestSide: Int { Point.gridWidth &- 10 }
  /// The number of points of the largest board.
  @inlinable public static var mostPoints: Int { largestSide * largestSide }

  public let width: Int
  public let height: Int

  /// Creates a size; `nil` unless both sides are in `sides`.
  public init?(width: Int, height: Int) {
    guard BoardSize.sides ~= width, BoardSize.sides ~= height else { return nil }
    self.width = width
    self.height = height
  }

  public init?(side: Int) { self.init(width: side, height: side) }

  public static let standard = BoardSize(width: 15, height: 15).unsafelyUnwrapped

  @inlinable public var pointCount: Int { width &* height }
  public var center: Point { Point(x: width / 2, y: height / 2) }

  public func contains(_ point: Point) -> Bool { 0..<width ~= point.x && 0..<height ~= point.y }

  /// All points, row by row from the top left.
  public var points: [Point] {
    (0..<height).flatMap { y in (0..<width).map { x in Point(x: x, y: y) } }
  }

  /// The number of cells of `Point`'s grid beyond each edge of the largest board.
  static var margin: Int { 5 }

  /// The points of the plane beyond the edges, up to `margin` steps away from the board.
  var surroundings: [Point] {
    let reach = BoardSize.margin
    return (-reach..<height + reach).flatMap { y in
      (-reach..<width + reach).map { x in Point(x: x, y: y) }
    }.filter { !contains($0) }
  }
}

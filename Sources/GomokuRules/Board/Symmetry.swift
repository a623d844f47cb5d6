/// A turn or reflection of the board, one of eight; four fit a board that is not square.
public struct Symmetry: Hashable, Sendable {
  /// 0 is the identity. Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps x and y.
  public let code: Int

  public init(code: Int) { self.code = code & 7 }

  public static let identity = Symmetry(code: 0)

  /// Those of a board of `size`.
  public static func all(of size: BoardSize) -> [Symmetry] {
    (0..<count(for: size)).map(Symmetry.init)
  }

  /// How many symmetries a board of `size` has.
  public static func count(for size: BoardSize) -> Int { size.width == size.height ? 8 : 4 }

  /// The symmetry that takes every point back.
  public var inverse: Symmetry {
    // Where columns and rows change places, so do the mirrors.
    code & 4 == 0 ? self : Symmetry(code: 4 | (code & 1) << 1 | (code & 2) >> 1)
  }

  /// Where `point` goes on a board of `size`.
  public func image(of point: Point, on size: BoardSize) -> Point {
    let (x, y) = image(x: point.x, y: point.y, width: size.width, height: size.height)
    return Point(x: x, y: y)
  }

  /// Where the cell in column `x` and row `y` of a board of `width` by `height` goes.
  package func image(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    let x = code & 1 == 0 ? x : width - 1 - x
    let y = code & 2 == 0 ? y : height - 1 - y
    return code & 4 == 0 ? (x, y) : (y, x)
  }
}

/// A symmetry of the board: a rotation or reflection. A square board has eight, others four.
public struct Symmetry: Hashable, Sendable {
  /// The code; 0 is the identity.
  ///
  /// Bit 0 mirrors left and right, bit 1 top and bottom; then bit 2 swaps x and y.
  public let code: Int

  public init(code: Int) { self.code = code & 7 }

  public static let identity = Symmetry(code: 0)
  /// The eight symmetries of a square; they also map the plane to itself about a fixed cell.
  static let ofSquare = all(of: .standard)
  public static var ofPlane: [Symmetry] { ofSquare }

  public static func all(of size: BoardSize) -> [Symmetry] {
    (0..<count(for: size)).map(Symmetry.init)
  }

  public static func count(for size: BoardSize) -> Int { size.width == size.height ? 8 : 4 }

  /// The inverse symmetry, which maps each image back to its point.
  public var inverse: Symmetry {
    // After a swap of x and y, each mirror acts along the other axis.
    code & 4 == 0 ? self : Symmetry(code: 4 | (code & 1) << 1 | (code & 2) >> 1)
  }

  public func image(of point: Point, on size: BoardSize) -> Point {
    let (x, y) = image(x: point.x, y: point.y, width: size.width, height: size.height)
    return Point(x: x, y: y)
  }

  /// Returns the image of a cell of the plane under this symmetry about the cell (0, 0).
  func turned(x: Int, y: Int) -> (x: Int, y: Int) { image(x: x, y: y, width: 1, height: 1) }

  /// Returns the image of the cell in column `x` and row `y` of a board of `width` by `height`.
  package func image(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    let x = code & 1 == 0 ? x : width - 1 - x
    let y = code & 2 == 0 ? y : height - 1 - y
    return code & 4 == 0 ? (x, y) : (y, x)
  }
}

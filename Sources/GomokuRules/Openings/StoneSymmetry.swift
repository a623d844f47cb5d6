/// A rotation or reflection of the plane, followed by a shift, that maps the stones to themselves.
///
/// The edges of the board do not matter: two fifth moves that make the same pattern of stones are
/// symmetric, wherever the pattern lies. Chinese descriptions of the Yamaguchi rule say so. Ando
/// Meritee's example on RenjuNet (2008) needs it: g8, g7, i8 and i7 after h8 h9 h7 h6.
struct StoneSymmetry: Hashable, Sendable {
  let symmetry: Symmetry
  /// The shift after the rotation or reflection about the cell (0, 0).
  let shift: Cell

  /// The column and row of a cell, which need not be on the board.
  struct Cell: Hashable, Sendable {
    var x: Int
    var y: Int
  }

  func image(of point: Point) -> Cell {
    let image = StoneSymmetry.turned(point, by: symmetry)
    return Cell(x: image.x + shift.x, y: image.y + shift.y)
  }

  func maps(_ point: Point, to other: Point) -> Bool {
    image(of: point) == Cell(x: other.x, y: other.y)
  }

  /// Returns the image of `point` under a symmetry of the plane that leaves the cell (0, 0) alone.
  fileprivate static func turned(_ point: Point, by symmetry: Symmetry) -> Cell {
    let (x, y) = symmetry.image(x: point.x, y: point.y, width: 1, height: 1)
    return Cell(x: x, y: y)
  }
}

extension Position {
  /// The symmetries that map the stones of each side to themselves, edges disregarded.
  ///
  /// The shift of each follows from the first stone, which must land on a stone.
  var stoneSymmetries: [StoneSymmetry] {
    guard let first = stones.first else { return [] }
    return (0..<8).flatMap { code in
      let symmetry = Symmetry(code: code)
      let image = StoneSymmetry.turned(first.point, by: symmetry)
      return stones.map { target in
        StoneSymmetry(
          symmetry: symmetry,
          shift: .init(x: target.point.x - image.x, y: target.point.y - image.y))
      }.filter(isMappedToItself)
    }
  }

  private func isMappedToItself(by motion: StoneSymmetry) -> Bool {
    stones.allSatisfy { stone in
      stones.contains { $0.color == stone.color && motion.maps(stone.point, to: $0.point) }
    }
  }
}

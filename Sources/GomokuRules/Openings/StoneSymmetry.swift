/// A rotation or reflection of the plane, followed by a shift, that maps the stones to themselves.
///
/// The edges of the board do not matter: two fifth moves that make the same pattern of stones are
/// symmetric, wherever the pattern lies. Chinese descriptions of the Yamaguchi rule say so. Ando
/// Meritee's example on RenjuNet (2008) agrees: after h8 h9 h7 h6, the moves g8, g7, i8 and i7 are
/// symmetric.
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
    let image = symmetry.turned(x: point.x, y: point.y)
    return Cell(x: image.x + shift.x, y: image.y + shift.y)
  }

  func maps(_ point: Point, to other: Point) -> Bool {
    image(of: point) == Cell(x: other.x, y: other.y)
  }
}

extension Position {
  /// The symmetries that map the stones of each side, and nobody's, to themselves.
  ///
  /// The edges of the board do not matter. On an empty board the list is empty.
  ///
  /// Each symmetry maps the first stone to some stone, which determines the shift.
  var stoneSymmetries: [StoneSymmetry] {
    guard let first = stones.first else { return [] }
    return Symmetry.ofSquare.flatMap { symmetry in
      let image = symmetry.turned(x: first.point.x, y: first.point.y)
      return stones.map { target in
        StoneSymmetry(
          symmetry: symmetry,
          shift: .init(x: target.point.x - image.x, y: target.point.y - image.y))
      }.filter(isMappedToItself)
    }
  }

  /// The legal moves without those that a symmetry of the stones maps to an earlier one.
  public var distinctMoves: [Point] {
    let symmetries = stoneSymmetries
    var images: Set<StoneSymmetry.Cell> = []
    return legalMoves.filter { point in
      guard !images.contains(.init(x: point.x, y: point.y)) else { return false }
      images.formUnion(symmetries.map { $0.image(of: point) })
      return true
    }
  }

  private func isMappedToItself(by motion: StoneSymmetry) -> Bool {
    stones.allSatisfy { stone in
      stones.contains { $0.color == stone.color && motion.maps(stone.point, to: $0.point) }
    }
  }
}

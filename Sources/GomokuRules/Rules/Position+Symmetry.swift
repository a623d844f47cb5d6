import Basics

extension Position {
  /// This position turned or mirrored, stones in order.
  public func image(under symmetry: Symmetry) -> Position {
    var image = Position(size: size, variant: variant)
    for stone in stones {
      image.put(stone.color, on: symmetry.image(of: stone.point, on: size))
    }
    image.sideToMove = sideToMove
    return image
  }

  /// Whether a symmetry of the board takes the stones of `other` to those of this position, under the
  /// same rules.
  func isImage(of other: Position) -> Bool {
    guard size == other.size, variant == other.variant, stones.count == other.stones.count else {
      return false
    }
    let own = Set(stones)
    return Symmetry.all(of: size).contains { Set(other.image(under: $0).stones) == own }
  }

  /// The symmetries of the board that take the stones of each side to such stones.
  public var ownSymmetries: [Symmetry] {
    let own = Set(stones)
    return Symmetry.all(of: size).filter { Set(image(under: $0).stones) == own }
  }

  /// Of the images of this position under the board's symmetries the first, and how to get there.
  ///
  /// Its name is `BLACK-WHITE`, the points of either side in order, and `-NOBODYS` behind it where stones
  /// belong to nobody: all images of a position share it, and no others of the same size do.
  public var firstImage: (name: String, symmetry: Symmetry) {
    let sides = [Color.black, .white, nil].map { color in stones.filter { $0.color == color } }
    var first: (points: [[Point]], symmetry: Symmetry)?
    for symmetry in Symmetry.all(of: size) {
      let points = sides.map { $0.map { symmetry.image(of: $0.point, on: size) }.sorted() }
      let isFirst = first.map { first in
        points.lexicographicallyPrecedes(first.points) { $0.lexicographicallyPrecedes($1) }
      }
      if isFirst ?? true { first = (points, symmetry) }
    }
    let names = first?.points.map { $0.map(\.description).joined() } ?? []
    return (
      names.dropLast(sides[2].isEmpty ? 1 : 0).joined(separator: "-"), first?.symmetry ?? .identity
    )
  }
}

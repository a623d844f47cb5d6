import Basics

extension Position {
  /// Returns this position under a symmetry of the board, with the stones in the same order.
  public func image(under symmetry: Symmetry) -> Position {
    var image = Position(size: size, variant: variant)
    for stone in stones {
      image.put(stone.color, on: symmetry.image(of: stone.point, on: size))
    }
    image.sideToMove = sideToMove
    image.square = square.map {
      Square(center: symmetry.image(of: $0.center, on: size), radius: $0.radius)
    }
    return image
  }

  /// Returns whether a symmetry of the board maps the stones and the square of `other` to those of
  /// this position.
  ///
  /// The side to move and the order of stones do not matter, but size and rules must be the same.
  func isImage(of other: Position) -> Bool {
    guard size == other.size, variant == other.variant, stones.count == other.stones.count else {
      return false
    }
    return !symmetries(from: other).isEmpty
  }

  /// The symmetries of the board that map the stones of each side, nobody's, and the square to
  /// themselves.
  public var ownSymmetries: [Symmetry] { symmetries(from: self) }

  /// Returns the symmetries of the board that map the stones and the square of `other`, a position
  /// on a board of the same size, to those of this position.
  private func symmetries(from other: Position) -> [Symmetry] {
    let own = Set(stones)
    return Symmetry.all(of: size).filter { symmetry in
      let image = other.image(under: symmetry)
      return Set(image.stones) == own && image.square == square
    }
  }

  /// The canonical image, which stands for all symmetric images: its name, and the symmetry that
  /// maps this position to it. The square does not matter.
  ///
  /// The name has the form `BLACK-WHITE`, with each side's points sorted. Stones that belong to
  /// nobody add `-NOBODYS`. On boards of one size, two positions have the same name exactly if a
  /// symmetry maps the stones of one to those of the other.
  public var canonicalImage: (name: String, symmetry: Symmetry) {
    let sides = [Color.black, .white, nil].map { color in stones.filter { $0.color == color } }
    var first: (points: [[Point]], symmetry: Symmetry)?
    for symmetry in Symmetry.all(of: size) {
      let points = sides.map { $0.map { symmetry.image(of: $0.point, on: size) }.sorted() }
      let isFirst = first.map { first in
        points.lexicographicallyPrecedes(first.points) { $0.lexicographicallyPrecedes($1) }
      }
      if isFirst ?? true { first = (points, symmetry) }
    }
    let names = first?.points.map { $0.map({ $0.description }).joined() } ?? []
    return (
      names.dropLast(sides[2].isEmpty ? 1 : 0).joined(separator: "-"), first?.symmetry ?? .identity
    )
  }
}

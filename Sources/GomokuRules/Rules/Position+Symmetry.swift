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
}

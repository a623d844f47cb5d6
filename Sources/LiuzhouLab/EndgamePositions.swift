import LiuzhouRules

/// A numbering of all positions with given numbers of stones, up to the eight symmetries of the
/// board.
///
/// An index combines an orbit of the stones of the side to move with a set of the opponent's
/// stones. That set is a rank among the points that the own stones leave free.
final class EndgamePositions: Sendable {
  let own: StoneSets
  let opponent: StoneSets
  private let symmetries: Symmetries
  /// The orbit, by rank of the own stones.
  private let orbits: [UInt16]
  /// A symmetry that maps the own stones to their orbit's representative, by their rank.
  private let leading: [UInt8]
  /// The representative set of own stones, by orbit.
  private let representatives: [UInt64]
  /// The symmetries that map the representative to itself, without the identity, by orbit.
  private let keepers: [[Int]]

  init(own ownCount: Int, opponent opponentCount: Int) {
    let (symmetries, own) = (Symmetries(), StoneSets(of: ownCount, pointCount: 36))
    (self.symmetries, self.own) = (symmetries, own)
    opponent = StoneSets(of: opponentCount, pointCount: 36 - ownCount)
    var (orbits, leading): ([UInt16], [UInt8]) = ([], [])
    var (representatives, keepers): ([UInt64], [[Int]]) = ([], [])
    var seen: [UInt64: UInt16] = [:]
    for rank in 0..<own.count {
      let mask = own.mask(rank)
      let images = (0..<8).map { symmetries.image(of: mask, under: $0) }
      let least = images.min() ?? mask
      if seen[least] == nil {
        seen[least] = UInt16(representatives.count)
        representatives.append(least)
        keepers.append((1..<8).filter { symmetries.image(of: least, under: $0) == least })
      }
      orbits.append(seen[least] ?? 0)
      leading.append(UInt8(images.firstIndex(of: least) ?? 0))
    }
    (self.orbits, self.leading) = (orbits, leading)
    (self.representatives, self.keepers) = (representatives, keepers)
  }

  /// The number of indices. A position with symmetrical own stones may have several.
  var count: Int { representatives.count * opponent.count }

  /// Returns the index of a position, the smallest one if it has several.
  func index(own: UInt64, opponent: UInt64) -> Int {
    let rank = self.own.rank(own)
    let orbit = Int(orbits[rank])
    let representative = representatives[orbit]
    let image = symmetries.image(of: opponent, under: Int(leading[rank]))
    var least = self.opponent.rank(StoneSets.gather(image, around: representative))
    for keeper in keepers[orbit] {
      let other = symmetries.image(of: image, under: keeper)
      least = min(least, self.opponent.rank(StoneSets.gather(other, around: representative)))
    }
    return orbit * self.opponent.count + least
  }

  /// Returns the position with an index.
  func stones(at index: Int) -> (own: UInt64, opponent: UInt64) {
    let (orbit, rank) = index.quotientAndRemainder(dividingBy: opponent.count)
    let own = representatives[orbit]
    return (own, StoneSets.spread(opponent.mask(rank), around: own))
  }

  /// Returns the number of positions whose smallest index is `index`, which are its different
  /// images.
  func weight(of index: Int) -> Int {
    let (_, stones) = self.stones(at: index)
    let kept = keepers[index / opponent.count].count {
      symmetries.image(of: stones, under: $0) == stones
    }
    return 8 / (kept + 1)
  }
}

/// The eight symmetries of the board as a lookup table, the identity first.
struct Symmetries: Sendable {
  /// The image of each point, at index 36 · symmetry + point.
  private let targets = BoardSymmetry.all.flatMap { symmetry in
    Point.all.map { UInt8(symmetry.image(of: $0).index) }
  }

  func image(of mask: UInt64, under symmetry: Int) -> UInt64 {
    var (rest, image) = (mask, 0 as UInt64)
    while rest != 0 {
      image |= 1 &<< UInt64(targets[36 &* symmetry &+ rest.trailingZeroBitCount])
      rest &= rest &- 1
    }
    return image
  }
}

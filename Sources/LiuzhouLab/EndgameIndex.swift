import LiuzhouRules

/// A numbering of all positions with given numbers of stones, up to the eight symmetries of the
/// board.
///
/// An orbit is a set of stones together with all its symmetric images. An index has two parts. The
/// first is the number of the orbit to which the stones of the side to move belong. The second is
/// the rank of the opponent's stones among all sets of as many stones on the other points.
final class EndgameIndex: Sendable {
  let own: SubsetIndex
  let opponent: SubsetIndex
  private let symmetries: SymmetryTable
  /// The number of the orbit, by the rank of the own stones (`SubsetIndex`).
  private let orbits: [UInt16]
  /// A symmetry that maps the own stones to the representative of their orbit, by their rank.
  private let canonicalSymmetries: [UInt8]
  /// The representative set of own stones, by orbit.
  private let representatives: [UInt64]
  /// The symmetries that map the representative to itself, without the identity, by orbit.
  private let stabilisers: [[Int]]

  /// Creates the index for positions with these numbers of stones.
  init(own ownCount: Int, opponent opponentCount: Int) {
    let (symmetries, own) = (SymmetryTable(), SubsetIndex(of: ownCount, pointCount: 36))
    (self.symmetries, self.own) = (symmetries, own)
    opponent = SubsetIndex(of: opponentCount, pointCount: 36 - ownCount)
    var (orbits, canonicalSymmetries): ([UInt16], [UInt8]) = ([], [])
    var (representatives, stabilisers): ([UInt64], [[Int]]) = ([], [])
    var seen: [UInt64: UInt16] = [:]
    for rank in 0..<own.count {
      let mask = own.mask(rank)
      let images = (0..<8).map { symmetries.image(of: mask, under: $0) }
      let smallest = images.min() ?? mask
      if seen[smallest] == nil {
        seen[smallest] = UInt16(representatives.count)
        representatives.append(smallest)
        stabilisers.append((1..<8).filter { symmetries.image(of: smallest, under: $0) == smallest })
      }
      orbits.append(seen[smallest] ?? 0)
      canonicalSymmetries.append(UInt8(images.firstIndex(of: smallest) ?? 0))
    }
    (self.orbits, self.canonicalSymmetries) = (orbits, canonicalSymmetries)
    (self.representatives, self.stabilisers) = (representatives, stabilisers)
  }

  /// The number of indices. A position with symmetrical own stones may have several.
  var count: Int { representatives.count * opponent.count }

  /// Returns the index of a position; if it has several, the smallest.
  func index(own: UInt64, opponent: UInt64) -> Int {
    let rank = self.own.rank(own)
    let orbit = Int(orbits[rank])
    let representative = representatives[orbit]
    let image = symmetries.image(of: opponent, under: Int(canonicalSymmetries[rank]))
    var smallest = self.opponent.rank(SubsetIndex.gather(image, around: representative))
    for symmetry in stabilisers[orbit] {
      let other = symmetries.image(of: image, under: symmetry)
      smallest = min(
        smallest, self.opponent.rank(SubsetIndex.gather(other, around: representative)))
    }
    return orbit * self.opponent.count + smallest
  }

  func stones(at index: Int) -> (own: UInt64, opponent: UInt64) {
    let (orbit, rank) = index.quotientAndRemainder(dividingBy: opponent.count)
    let own = representatives[orbit]
    return (own, SubsetIndex.spread(opponent.mask(rank), around: own))
  }

  /// Returns the number of different symmetric images of a position.
  ///
  /// - Parameter index: the smallest index of the position.
  func weight(of index: Int) -> Int {
    let (_, stones) = self.stones(at: index)
    let stabiliserCount = stabilisers[index / opponent.count].count {
      symmetries.image(of: stones, under: $0) == stones
    }
    return 8 / (stabiliserCount + 1)
  }
}

/// The eight symmetries of the board as a lookup table, the identity first.
struct SymmetryTable: Sendable {
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

import LiuzhouRules
import SearchKit

/// A numbering of all sets with a given number of points (the combinatorial number system).
struct SubsetIndex: Sendable {
  let size: Int
  private let masks: [UInt64]
  /// The binomial coefficients `n` over `k + 1`, at index `size * n + k`.
  private let binomials: [Int]

  init(of size: Int, pointCount: Int) {
    self.size = size
    binomials = (0..<pointCount).flatMap { n in (1...size).map { Int(binomial(n, $0)) } }
    var masks: [UInt64] = []
    var mask = (1 << UInt64(size)) - 1 as UInt64
    while mask >> UInt64(pointCount) == 0 {
      masks.append(mask)
      let low = mask & (0 &- mask)
      let next = mask + low
      mask = next | ((mask ^ next) / low) >> 2
    }
    self.masks = masks
  }

  var count: Int { masks.count }
  func mask(_ rank: Int) -> UInt64 { masks[rank] }

  func rank(_ mask: UInt64) -> Int {
    var rest = mask
    var rank = 0
    for k in 0..<size {
      rank &+= binomials[size &* rest.trailingZeroBitCount &+ k]
      rest &= rest &- 1
    }
    return rank
  }

  /// Returns the points of `mask`, renumbered as if the points of `holes` did not exist.
  static func gather(_ mask: UInt64, around holes: UInt64) -> UInt64 {
    var (mask, holes) = (mask, holes)
    while holes != 0 {
      let top = 63 &- holes.leadingZeroBitCount
      let below = (1 &<< UInt64(top)) &- 1 as UInt64
      mask = mask & below | (mask &>> 1) & ~below
      holes &= below
    }
    return mask
  }

  /// Returns the points of `mask` with their numbers on the whole board: the inverse of `gather`.
  static func spread(_ mask: UInt64, around holes: UInt64) -> UInt64 {
    var (mask, holes) = (mask, holes)
    while holes != 0 {
      let below = (1 &<< UInt64(holes.trailingZeroBitCount)) &- 1 as UInt64
      mask = mask & below | (mask & ~below) &<< 1
      holes &= holes &- 1
    }
    return mask
  }
}

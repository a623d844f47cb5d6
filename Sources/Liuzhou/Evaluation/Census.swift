import Basics
import LiuzhouRules

/// How far formations have come, for evaluation and ordering.
extension Rulebook {
  /// How far the formations of one kind have come for one player. Counts, or values for `full` lines.
  struct Census {
    var full: Int32 = 0
    /// One stone short, and no enemy in the way.
    var open: Int32 = 0
    /// One stone short, with a live enemy stone in its place.
    var stopped: Int32 = 0
    /// Two stones short, and no enemy in the way.
    var half: Int32 = 0
  }

  @inline(__always) func squareCensus(_ stones: PointSet, opponent: PointSet) -> Census {
    let (m, e) = (stones.bits, opponent.bits)
    // Of every square, by its lower left corner: one bit of the count each of two sides.
    let (a, b, c, d) = (m, m &>> 1, m &>> 6, m &>> 7)
    let (bottomOne, bottomTwo) = (a ^ b, a & b)
    let (topOne, topTwo) = (c ^ d, c & d)
    let full = bottomTwo & topTwo & squareStarts
    let three = (bottomTwo & topOne | bottomOne & topTwo) & squareStarts
    let two = (bottomTwo & ~(c | d) | topTwo & ~(a | b) | bottomOne & topOne) & squareStarts
    let hasOpponent = e | e &>> 1 | e &>> 6 | e &>> 7
    return Census(
      full: Int32(truncatingIfNeeded: full.nonzeroBitCount),
      open: Int32(truncatingIfNeeded: (three & ~hasOpponent).nonzeroBitCount),
      stopped: Int32(truncatingIfNeeded: (three & hasOpponent).nonzeroBitCount),
      half: Int32(truncatingIfNeeded: (two & ~hasOpponent).nonzeroBitCount))
  }

  @inline(__always) func lineCensus(_ stones: PointSet, opponent: PointSet) -> Census {
    var census = Census()
    for i in 0..<lineCount where lines[i] & opponent.bits == 0 {
      let gap = lines[i] & ~stones.bits
      let furtherGap = gap & (gap &- 1)
      if gap == 0 {
        census.full &+= lineWorth[i]
      } else if furtherGap == 0 {
        census.open &+= 1
      } else if furtherGap & (furtherGap &- 1) == 0 {
        census.half &+= 1
      }
    }
    return census
  }

  /// How far the formations through `point` have come that no stone of `opponent` stops: for each square
  /// the square of its stones, and 9 for each line that at most one stone is missing to.
  @inline(__always) func prospects(
    of point: Point, among stones: PointSet, against opponent: PointSet
  ) -> Int32 {
    var sum: Int32 = 0
    var corners = squaresThrough[point.index]
    while corners != 0 {
      let square =
        (0b1100_0011 as UInt64) &<< UInt64(truncatingIfNeeded: corners.trailingZeroBitCount)
      corners &= corners &- 1
      if square & opponent.bits == 0 {
        let count = Int32(truncatingIfNeeded: (square & stones.bits).nonzeroBitCount)
        sum &+= count &* count
      }
    }
    let base = point.index &* 4
    for i in base..<base &+ 4 where linesThrough[i] & (opponent.bits | 1 &<< 63) == 0 {
      let missing = linesThrough[i] & ~stones.bits
      if missing & (missing &- 1) == 0 { sum &+= 9 }
    }
    return sum
  }
}

import Basics
import LiuzhouRules

/// Counts of complete and unfinished formations, for evaluation and move ordering.
extension Rulebook {
  /// The formations of one kind that a player has, counted by the number of missing stones.
  struct FormationCounts {
    /// The number of complete squares, or the sum of the values of complete lines.
    var complete: Int32 = 0
    /// The number of formations one stone short, without an enemy stone.
    var open: Int32 = 0
    /// The number of squares one stone short, with a live enemy stone on the last point. Not
    /// counted for lines.
    var stopped: Int32 = 0
    /// The number of formations two stones short, without an enemy stone.
    var half: Int32 = 0
  }

  /// Returns the counts of all squares (成方), computed bit-parallel.
  @inline(__always) func countSquares(_ stones: PointSet, opponent: PointSet) -> FormationCounts {
    let (m, e) = (stones.bits, opponent.bits)
    // Bit i belongs to the square whose lower left corner is point i. Each of the masks a, b, c and
    // d stands for one corner and has the bit if this corner holds a stone. The names `…One` and
    // `…Two` mean that a side of the square has one or two stones.
    let (a, b, c, d) = (m, m &>> 1, m &>> 6, m &>> 7)
    let (bottomOne, bottomTwo) = (a ^ b, a & b)
    let (topOne, topTwo) = (c ^ d, c & d)
    let complete = bottomTwo & topTwo & squareStarts
    let three = (bottomTwo & topOne | bottomOne & topTwo) & squareStarts
    let two = (bottomTwo & ~(c | d) | topTwo & ~(a | b) | bottomOne & topOne) & squareStarts
    let hasOpponent = e | e &>> 1 | e &>> 6 | e &>> 7
    return FormationCounts(
      complete: Int32(truncatingIfNeeded: complete.nonzeroBitCount),
      open: Int32(truncatingIfNeeded: (three & ~hasOpponent).nonzeroBitCount),
      stopped: Int32(truncatingIfNeeded: (three & hasOpponent).nonzeroBitCount),
      half: Int32(truncatingIfNeeded: (two & ~hasOpponent).nonzeroBitCount))
  }

  /// Returns the counts of the lines without enemy stones. Lines are the formations that are no
  /// squares.
  @inline(__always) func countLines(_ stones: PointSet, opponent: PointSet) -> FormationCounts {
    var counts = FormationCounts()
    for i in 0..<lineCount where lines[i] & opponent.bits == 0 {
      let gap = lines[i] & ~stones.bits
      let furtherGap = gap & (gap &- 1)
      if gap == 0 {
        counts.complete &+= allLineValues[i]
      } else if furtherGap == 0 {
        counts.open &+= 1
      } else if furtherGap & (furtherGap &- 1) == 0 {
        counts.half &+= 1
      }
    }
    return counts
  }

  /// Returns a score by which captures of the stone on `point` are ranked.
  ///
  /// It counts the formations through the point that have no stone of `opponent`.
  ///
  /// A square counts its number of stones squared. A line with at most one missing stone counts 9.
  @inline(__always) func formationScore(
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

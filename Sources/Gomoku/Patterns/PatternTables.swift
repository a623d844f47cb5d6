import Basics
import GomokuRules

/// The numbering of multisets of four line patterns, as an empty point has them along its four
/// lines.
///
/// The numbers are the codes `0..<PointCode.count`. They index the tables of evaluation and move
/// ordering.
enum PointCode {
  static let patternCount = LinePattern.allCases.count
  /// The number of multisets of four out of 15 patterns: C(18, 4).
  static let count = 3060

  /// The patterns of each code, in the order of the codes.
  static let multisets: [[LinePattern]] = {
    let all = LinePattern.allCases
    var sets: [[LinePattern]] = []
    for a in 0..<patternCount {
      for b in a..<patternCount {
        for c in b..<patternCount {
          for d in c..<patternCount { sets.append([all[a], all[b], all[c], all[d]]) }
        }
      }
    }
    assert(sets.count == count)
    return sets
  }()
}

/// The tables of shapes: from a line's bits to patterns, from four patterns to class and code, from
/// a code to an ordering score.
///
/// They are built once for each variant (`RuleTraits.tables`), with the first board, in a few
/// milliseconds. They never change.
final class PatternTables: Sendable {
  /// Both colours' patterns by the two half windows: Black's in the low four bits, White's in the
  /// high four.
  let windows: TwoLevelTable<UInt8>
  /// A point's class and code by its four patterns: the class in the high 4 bits, the code in the
  /// low 12.
  ///
  /// The patterns are given as two pairs. A pair has four bits for each pattern; for White, the
  /// first pair has 256 added.
  let points: TwoLevelTable<UInt16>
  /// The static ordering score (`OrderingScore`) of each colour and code.
  nonisolated(unsafe) let orderingScores: UnsafeMutablePointer<Int16>

  /// - Parameter radius: the largest distance along a line at which a stone can affect a point.
  init(_ variant: Variant, radius: Int) {
    var black = PatternBuilder(variant: variant, radius: radius, color: .black)
    var white = PatternBuilder(variant: variant, radius: radius, color: .white)
    let ofBlack = black.build()
    let ofWhite = white.build()
    windows = TwoLevelTable(
      first: LineWindow.visibleHalves(radius: radius, farEndFirst: true),
      second: LineWindow.visibleHalves(radius: radius, farEndFirst: false)
    ) { before, after in
      let visible = after << (2 * radius) | before
      return ofBlack[visible].rawValue | ofWhite[visible].rawValue << 4
    }
    let classes = Color.allCases.map { color in
      PointCode.multisets.map {
        PointClass($0, isRenjuBlack: variant == .renju && color == .black)
      }
    }
    points = PatternTables.points(classes)
    orderingScores = .allocate(capacity: 2 * PointCode.count)
    for color in Color.allCases {
      for (code, patterns) in PointCode.multisets.enumerated() {
        let orderingScore = OrderingScore.of(patterns, classes[color.index][code])
        (orderingScores + color.index * PointCode.count + code).initialize(to: orderingScore)
      }
    }
  }

  deinit {
    windows.deallocate()
    points.deallocate()
    orderingScores.deallocate()
  }

  /// Builds the table `points`.
  ///
  /// - Parameter classes: the class of each code, for Black and for White.
  private static func points(_ classes: [[PointClass]]) -> TwoLevelTable<UInt16> {
    /// Two of a colour's four patterns at a point.
    struct PatternPair: Hashable {
      let color: Color
      let counts: UInt64
    }
    /// The multiset of each pair of patterns, as a number with a four-bit count for each pattern.
    let counts = (0..<256).map { 1 << (4 * ($0 & 15)) + 1 << (4 * ($0 >> 4)) as UInt64 }
    let entries = classes.map { classes in
      let entries = PointCode.multisets.enumerated().map { code, patterns in
        let counts = patterns.reduce(0 as UInt64) { $0 + 1 << (4 * UInt64($1.rawValue)) }
        return (counts, UInt16(classes[code].rawValue) << 12 | UInt16(code))
      }
      return Dictionary(uniqueKeysWithValues: entries)
    }
    let couples = Color.allCases.flatMap { color in
      counts.map { PatternPair(color: color, counts: $0) }
    }
    // The colour is in the first pair only. Pairs with the unused sixteenth pattern get the entry
    // 0.
    return TwoLevelTable(first: couples, second: counts) { couple, counts in
      entries[couple.color.index][couple.counts + counts, default: 0]
    }
  }
}

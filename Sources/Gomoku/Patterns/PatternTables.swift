import Basics
import GomokuRules

/// The number of an unordered set of four line patterns: dense, `0..<PointCode.count`.
///
/// Evaluation and move ordering keep one number a code.
enum PointCode {
  static let patternCount = LinePattern.allCases.count
  /// Multisets of four out of 15 patterns: C(18, 4).
  static let count = 3060

  /// All codes' patterns, in the order of their numbers.
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
    return sets
  }()
}

/// The tables that turn a line's bits into patterns, four patterns into a point's class and code, and a
/// code into what a move there promises.
///
/// Built once for each variant (`RuleTraits.tables`) in some milliseconds, when its first board is; read
/// only.
final class PatternTables: Sendable {
  /// By the halves of a window both colours' patterns: Black's in the low four bits, White's in the high
  /// four.
  let windows: HalvedTable<UInt8>
  /// By two nibbles of patterns, White's from 256 on, and two more: class in the high four bits, code in the
  /// low twelve.
  let points: HalvedTable<UInt16>
  /// For each colour and code its `Promise`.
  nonisolated(unsafe) let promises: UnsafeMutablePointer<Int16>

  /// - Parameter radius: how far along a line a stone can matter to a point.
  init(_ variant: Variant, radius: Int) {
    var black = PatternBuilder(variant: variant, radius: radius, color: .black)
    var white = PatternBuilder(variant: variant, radius: radius, color: .white)
    let ofBlack = black.build()
    let ofWhite = white.build()
    windows = HalvedTable(
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
    promises = .allocate(capacity: 2 * PointCode.count)
    for color in Color.allCases {
      for (code, patterns) in PointCode.multisets.enumerated() {
        let promise = Promise.of(patterns, classes[color.index][code])
        (promises + color.index * PointCode.count + code).initialize(to: promise)
      }
    }
  }

  deinit {
    windows.deallocate()
    points.deallocate()
    promises.deallocate()
  }

  /// - Parameter classes: each code's for Black, and for White.
  private static func points(_ classes: [[PointClass]]) -> HalvedTable<UInt16> {
    /// A colour's two patterns of a point.
    struct Couple: Hashable {
      let color: Color
      let counts: UInt64
    }
    /// What two patterns are in any order: how often each occurs, four bits a pattern.
    let counts = (0..<256).map { 1 << (4 * ($0 & 15)) + 1 << (4 * ($0 >> 4)) as UInt64 }
    let entries = classes.map { classes in
      let entries = PointCode.multisets.enumerated().map { code, patterns in
        let counts = patterns.reduce(0 as UInt64) { $0 + 1 << (4 * UInt64($1.rawValue)) }
        return (counts, UInt16(classes[code].rawValue) << 12 | UInt16(code))
      }
      return Dictionary(uniqueKeysWithValues: entries)
    }
    let couples = Color.allCases.flatMap { color in
      counts.map { Couple(color: color, counts: $0) }
    }
    // Whose they are, the first two tell; with a sixteenth pattern they are nobody's.
    return HalvedTable(first: couples, second: counts) { couple, counts in
      entries[couple.color.index][couple.counts + counts, default: 0]
    }
  }
}

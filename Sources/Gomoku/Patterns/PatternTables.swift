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
  /// For each window both colours' patterns: Black's in the low four bits, White's in the high four.
  nonisolated(unsafe) let windows: UnsafeMutablePointer<UInt8>
  /// For each colour and four pattern nibbles: class in the high four bits, code in the low twelve.
  nonisolated(unsafe) let points: UnsafeMutablePointer<UInt16>
  /// For each colour and code its `Promise`.
  nonisolated(unsafe) let promises: UnsafeMutablePointer<Int16>
  private let windowCount: Int

  /// - Parameter radius: how far along a line a stone can matter to a point.
  init(_ variant: Variant, radius: Int) {
    windowCount = 1 << (4 * radius)
    windows = .allocate(capacity: windowCount)
    points = .allocate(capacity: 2 << 16)
    promises = .allocate(capacity: 2 * PointCode.count)
    var black = PatternBuilder(variant: variant, radius: radius, color: .black)
    var white = PatternBuilder(variant: variant, radius: radius, color: .white)
    let ofBlack = black.build()
    let ofWhite = white.build()
    let before = LineWindow.visibleHalves(radius: radius, farEndFirst: true)
    let after = LineWindow.visibleHalves(radius: radius, farEndFirst: false)
    for (last, visibleLast) in after.enumerated() {
      for (first, visibleFirst) in before.enumerated() {
        let visible = visibleLast << (2 * radius) | visibleFirst
        windows[last << (2 * radius) | first] =
          ofBlack[visible].rawValue | ofWhite[visible].rawValue << 4
      }
    }
    for color in Color.allCases {
      fillPoints(of: color, isRenjuBlack: variant == .renju && color == .black)
    }
  }

  deinit {
    windows.deallocate()
    points.deallocate()
    promises.deallocate()
  }

  private func fillPoints(of color: Color, isRenjuBlack: Bool) {
    let table = points + color.index << 16
    table.initialize(repeating: 0, count: 1 << 16)
    for (code, patterns) in PointCode.multisets.enumerated() {
      let pointClass = PointClass(patterns, isRenjuBlack: isRenjuBlack)
      promises[color.index * PointCode.count + code] = Promise.of(patterns, pointClass)
      let entry = UInt16(pointClass.rawValue) << 12 | UInt16(code)
      for a in 0..<4 {
        for b in 0..<4 where b != a {
          for c in 0..<4 where c != a && c != b {
            let d = 6 - a - b - c
            let nibbles = [a, b, c, d].reduce(0) { $0 << 4 | Int(patterns[$1].rawValue) }
            table[nibbles] = entry
          }
        }
      }
    }
  }
}

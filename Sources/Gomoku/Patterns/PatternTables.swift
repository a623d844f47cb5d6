import Basics
import GomokuRules

/// The number of an unordered set of four line patterns: dense, `0..<PointCode.count`.
///
/// Evaluation and move ordering keep one weight a code.
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

/// The tables that turn a line's bits into patterns, and four patterns into a point's class and code.
///
/// Built once for each variant in some milliseconds, when its first board is; read only.
final class PatternTables: Sendable {
  static let freestyle = PatternTables(Freestyle.self)
  static let standard = PatternTables(Standard.self)
  static let renju = PatternTables(Renju.self)
  static let caro = PatternTables(Caro.self)
  static let exactCaro = PatternTables(ExactCaro.self)

  /// The tables of `variant`.
  static func of(_ variant: Variant) -> PatternTables {
    switch variant {
    case .freestyle: freestyle
    case .standard: standard
    case .renju: renju
    case .caro: caro
    case .exactCaro: exactCaro
    }
  }

  /// For each window both colours' patterns: Black's in the low four bits, White's in the high four.
  nonisolated(unsafe) let windows: UnsafeMutablePointer<UInt8>
  /// For each colour and four pattern nibbles: class in the high four bits, code in the low twelve.
  nonisolated(unsafe) let points: UnsafeMutablePointer<UInt16>
  private let windowCount: Int

  private init<Rules: RuleTraits>(_ rules: Rules.Type) {
    let variant = Rules.variant
    let radius = Rules.radius
    windowCount = 1 << (4 * radius)
    windows = .allocate(capacity: windowCount)
    points = .allocate(capacity: 2 << 16)
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
  }

  private func fillPoints(of color: Color, isRenjuBlack: Bool) {
    let table = points + color.index << 16
    table.initialize(repeating: 0, count: 1 << 16)
    for (code, patterns) in PointCode.multisets.enumerated() {
      let pointClass = PointClass(patterns, isRenjuBlack: isRenjuBlack)
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

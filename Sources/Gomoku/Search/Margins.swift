import SearchKit

/// The search's numbers, each with its unit and reason.
enum Margins {
  /// How far below alpha (centistones) a shallow node may stand before only fours can save it.
  @inline(__always) static func razor(depth: Int) -> Int { 60 &+ 70 &* depth }

  /// How far above beta (centistones) a node may stand so that `depth` plies will not bring it back.
  @inline(__always) static func futility(depth: Int, isImproving: Bool) -> Int {
    75 &* (depth &- (isImproving ? 1 : 0))
  }

  /// Quiet moves searched at a shallow node before the rest is skipped.
  @inline(__always) static func moveCount(depth: Int, isImproving: Bool) -> Int {
    let limit = 5 &+ depth &* depth
    return isImproving ? limit : limit / 2 &+ 2
  }

  /// The greatest depth at which late quiet moves are skipped.
  static let moveCountDepth = 8
  static let razorDepth = 3
  static let futilityDepth = 8
  /// The smallest depth with late-move reductions.
  static let reductionDepth = 3

  /// The search for a win by threats gets one node for this many of the search proper.
  static let threatShare: UInt64 = 8
  /// It may look at a few nodes more than it is allowed.
  static let threatOverrun: UInt64 = 64
  /// Below this many nodes it is not worth its tables.
  static let leastThreatNodes: UInt64 = 500

  /// Late-move reductions in plies, by depth and move number, both up to 63.
  static let reductions: [Int8] = {
    let logarithms = (0..<64).map(logarithm)
    return (0..<64 * 64).map { index in
      let (depth, number) = (index / 64, index % 64)
      guard depth > 0, number > 0 else { return 0 }
      return Int8(0.35 + logarithms[depth] * logarithms[number] / 2.1)
    }
  }()

  /// The natural logarithm of a small whole number: its series is the same on every machine.
  private static func logarithm(_ number: Int) -> Double {
    // ln n = sum of ln(k / (k - 1)), each 2 atanh(1 / (2k - 1)).
    guard number > 1 else { return 0 }
    return (2...number).reduce(0) { sum, k in
      let x = 1 / Double(2 * k - 1)
      let square = x * x
      var term = x
      var series = 0.0
      for n in stride(from: 1.0, through: 31, by: 2) {
        series += term / n
        term *= square
      }
      return sum + 2 * series
    }
  }
}

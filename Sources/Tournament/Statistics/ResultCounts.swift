import Foundation

/// The number of times that each result occurred, from the first player's worst result to the best.
///
/// There are three categories for single games (lost, drawn, won). For pairs of games on one
/// opening with the sides exchanged there are five (both lost, …, both won). Pairs are the better
/// unit, because the large advantage of the first move in gomoku cancels out.
public struct ResultCounts: Equatable, Sendable {
  /// Three or five counts, none negative.
  public private(set) var counts: [Double]

  /// The number of games in a unit: 1 for single games, 2 for pairs.
  public var gamesPerUnit: Int { counts.count == 3 ? 1 : 2 }

  /// Creates counts; `nil` unless there are three or five, all finite and not negative.
  public init?(_ counts: [Double]) {
    guard counts.count == 3 || counts.count == 5, counts.allSatisfy({ $0.isFinite && $0 >= 0 })
    else { return nil }
    self.counts = counts
  }

  private init(unchecked counts: [Double]) { self.counts = counts }

  /// The counts of pairs before the first result.
  public static let noPairs = ResultCounts(unchecked: [0, 0, 0, 0, 0])

  /// Adds a unit in which the first player scored `halfPoints` half points.
  public mutating func add(halfPoints: Int) { counts[halfPoints] += 1 }

  /// The number of units: pairs or games.
  public var units: Double { counts.reduce(0, +) }
  public var games: Double { units * Double(gamesPerUnit) }

  /// Returns the score of category `index`, 0...1.
  func score(ofCategory index: Int) -> Double { Double(index) / Double(counts.count - 1) }

  /// The mean score of a unit, 0...1; 1/2 before the first result.
  public var score: Double {
    guard units > 0 else { return 0.5 }
    return counts.indices.reduce(0) { $0 + counts[$1] * score(ofCategory: $1) } / units
  }

  /// The variance of one unit's score; 0 before the first result.
  public var variance: Double {
    guard units > 0 else { return 0 }
    let mean = score
    return counts.indices.reduce(0) {
      let deviation = score(ofCategory: $1) - mean
      return $0 + counts[$1] * deviation * deviation
    } / units
  }

  public var standardError: Double { units > 0 ? (variance / units).squareRoot() : 0 }

  /// Replaces each zero by `0.001`; returns the counts as shares of their sum, and the sum.
  ///
  /// With a zero, a result that has not occurred yet would count as impossible. A hypothesis that
  /// needs this result would then have likelihood zero.
  func regularized() -> (shares: [Double], units: Double) {
    let filled = counts.map { $0 == 0 ? 1e-3 : $0 }
    let total = filled.reduce(0, +)
    return (filled.map { $0 / total }, total)
  }
}

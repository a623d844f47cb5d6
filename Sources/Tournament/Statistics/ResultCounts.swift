import Foundation

/// How often each result occurred, from the worst for the first player to the best.
///
/// Three categories count single games (lost, drawn, won); five count pairs of games on one opening
/// with the sides exchanged (both lost, … , both won). The pair is the better unit: the advantage
/// of moving first, large in gomoku, cancels inside it.
public struct ResultCounts: Equatable, Sendable {
  /// Three or five counts, none negative.
  public private(set) var counts: [Double]

  /// Games in a unit: 1 for single games, 2 for pairs.
  public var gamesPerUnit: Int { counts.count == 3 ? 1 : 2 }

  /// Returns `nil` unless there are three or five counts, all of them finite and not negative.
  public init?(_ counts: [Double]) {
    guard counts.count == 3 || counts.count == 5, counts.allSatisfy({ $0.isFinite && $0 >= 0 })
    else { return nil }
    self.counts = counts
  }

  private init(unchecked counts: [Double]) { self.counts = counts }

  /// No pairs yet.
  public static let noPairs = ResultCounts(unchecked: [0, 0, 0, 0, 0])

  /// Counts a unit in which the first player scored `halfPoints` half points.
  public mutating func add(halfPoints: Int) { counts[halfPoints] += 1 }

  /// Pairs or games counted.
  public var units: Double { counts.reduce(0, +) }
  public var games: Double { units * Double(gamesPerUnit) }

  /// What category `index` scores, 0...1 of a unit.
  func score(ofCategory index: Int) -> Double { Double(index) / Double(counts.count - 1) }

  /// The mean score of a unit, 0...1; 1/2 before the first result.
  public var score: Double {
    guard units > 0 else { return 0.5 }
    return counts.indices.reduce(0) { $0 + counts[$1] * score(ofCategory: $1) } / units
  }

  /// The variance of one unit's score.
  public var variance: Double {
    guard units > 0 else { return 0 }
    let mean = score
    return counts.indices.reduce(0) {
      let deviation = score(ofCategory: $1) - mean
      return $0 + counts[$1] * deviation * deviation
    } / units
  }

  /// The standard error of the mean score.
  public var standardError: Double { units > 0 ? (variance / units).squareRoot() : 0 }

  /// The counts as shares of the whole, every zero first replaced by `0.001`.
  ///
  /// Without that a result not seen yet would be held impossible, and the likelihood of any
  /// hypothesis that needs it would be zero.
  func regularized() -> (shares: [Double], units: Double) {
    let filled = counts.map { $0 == 0 ? 1e-3 : $0 }
    let total = filled.reduce(0, +)
    return (filled.map { $0 / total }, total)
  }
}

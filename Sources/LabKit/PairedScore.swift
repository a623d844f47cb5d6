import Platform

/// The score of a match, with an error estimated from its pairs of games.
///
/// The two games of a pair share their opening and are not independent. The error therefore comes
/// from the spread of the pairs, not of the games.
public struct PairedScore {
  /// The mean share of the points, 0...1.
  public let mean: Double
  /// The half width of the 95 % confidence interval of `mean`; 0.5 for fewer than two pairs.
  public let error: Double

  /// - Parameter shares: for each pair, the share of its points that one player has won, 0...1. The
  ///   results are that player's.
  public init(_ shares: some Collection<Double>) {
    let count = Double(max(shares.count, 1))
    let mean = shares.reduce(0, +) / count
    self.mean = mean
    let squares = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    error = shares.count > 1 ? 1.96 * (squares / (count - 1) / count).squareRoot() : 0.5
  }

  /// The Elo difference that corresponds to `mean`.
  public var elo: Double { PairedScore.elo(mean) }
  /// The half width of the 95 % confidence interval of `elo`.
  public var eloError: Double {
    (PairedScore.elo(mean + error) - PairedScore.elo(mean - error)) / 2
  }

  /// Returns the Elo difference that corresponds to `score`, clamped to about ±1,200.
  private static func elo(_ score: Double) -> Double {
    let score = min(max(score, 0.001), 0.999)
    return 400 * log10(score / (1 - score))
  }
}

import Platform

/// The score of a match, and how sure it is from the spread of its pairs: the games of a pair share
/// their opening, so that they are not independent.
public struct PairedScore {
  /// The mean share of the points, 0...1.
  public let mean: Double
  /// The 95 % half width of `mean`.
  public let error: Double

  /// - Parameter shares: what each pair gave of its points, 0...1.
  public init(_ shares: some Collection<Double>) {
    let count = Double(max(shares.count, 1))
    let mean = shares.reduce(0, +) / count
    self.mean = mean
    let squares = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    error = shares.count > 1 ? 1.96 * (squares / (count - 1) / count).squareRoot() : 0.5
  }

  /// The Elo difference that `mean` stands for.
  public var elo: Double { PairedScore.elo(mean) }
  /// The 95 % half width of `elo`.
  public var eloError: Double {
    (PairedScore.elo(mean + error) - PairedScore.elo(mean - error)) / 2
  }

  /// The Elo difference that a score stands for; no more than 1,200 are believed.
  private static func elo(_ score: Double) -> Double {
    let score = min(max(score, 0.001), 0.999)
    return 400 * log10(score / (1 - score))
  }
}

import Foundation

/// The scales of logistic and normalized Elo.
public enum Elo {
  /// The Elo per unit of the logistic function's argument: 400 / ln 10.
  public static let perNat = 400 / log(10.0)
  /// The normalized Elo per standard deviation of a game: 800 / ln 10.
  ///
  /// With this factor the two scales agree for nearly equal players that never draw.
  public static let perDeviation = 800 / log(10.0)

  /// Returns the rating difference at which a player's expected score is `score`.
  ///
  /// It is minus infinity for 0 and less, and infinity for 1 and more.
  public static func difference(forScore score: Double) -> Double {
    if score <= 0 { return -.infinity }
    if score >= 1 { return .infinity }
    return 400 * log10(score / (1 - score))
  }

  /// Returns the expected score at a rating `difference`.
  public static func score(forDifference difference: Double) -> Double {
    1 / (1 + pow(10, -difference / 400))
  }
}

/// The difference of strength between two players, estimated from their results.
public struct EloEstimate: Equatable, Sendable {
  /// True if there is at least one result.
  public let isKnown: Bool
  /// The logistic Elo of the first player relative to the second.
  public let elo: Double
  /// The lower end of the confidence interval of `elo`, which is not symmetric.
  public let low: Double
  /// The upper end of the confidence interval of `elo`.
  public let high: Double
  /// The normalized Elo.
  ///
  /// It is the mean score minus 1/2, in standard deviations of one game, times `Elo.perDeviation`.
  /// If all results are equal, it is infinite, or 0 for even results.
  public let normalized: Double
  /// Half the width of the confidence interval of `normalized`; `nil` while all results are equal.
  public let normalizedError: Double?
  /// The likelihood of superiority: the probability that the first player is the stronger one.
  public let superiority: Double

  public init(_ counts: ResultCounts, confidence: Double = 0.95) {
    isKnown = counts.units > 0
    let width = Normal.halfWidth(confidence: confidence)
    let score = counts.score
    let standardError = counts.standardError
    elo = Elo.difference(forScore: score)
    low = Elo.difference(forScore: score - width * standardError)
    high = Elo.difference(forScore: score + width * standardError)
    let excess = score - 0.5
    if standardError > 0 {
      let deviation = (Double(counts.gamesPerUnit) * counts.variance).squareRoot()
      normalized = Elo.perDeviation * excess / deviation
      normalizedError = width * Elo.perDeviation / counts.games.squareRoot()
      superiority = Normal.cumulative(excess / standardError)
    } else {
      normalized = excess == 0 ? 0 : excess * .infinity
      normalizedError = nil
      superiority = excess == 0 ? 0.5 : excess > 0 ? 1 : 0
    }
  }
}

import Foundation

/// The scale of the Elo formulas.
public enum Elo {
  /// Elo per unit of the logistic function's argument: 400 / ln 10.
  public static let perNat = 400 / log(10.0)
  /// Normalized Elo per standard deviation of a game: 800 / ln 10, so that both scales agree for
  /// equal players who never draw.
  public static let perDeviation = 800 / log(10.0)

  /// The rating difference at which the better player scores `score`; infinite at 0 and 1.
  public static func difference(forScore score: Double) -> Double {
    if score <= 0 { return -.infinity }
    if score >= 1 { return .infinity }
    return 400 * log10(score / (1 - score))
  }

  /// The expected score at a rating `difference`.
  public static func score(forDifference difference: Double) -> Double {
    1 / (1 + pow(10, -difference / 400))
  }
}

/// The strength difference of two players, estimated from the results between them.
public struct EloEstimate: Equatable, Sendable {
  /// Whether there is any result to estimate from.
  public let isKnown: Bool
  /// Logistic Elo of the first player over the second.
  public let elo: Double
  /// The ends of the confidence interval of `elo`; it is not symmetric.
  public let low: Double
  public let high: Double
  /// Normalized Elo: the mean score in standard deviations of one game.
  public let normalized: Double
  /// Half the width of the interval of `normalized`; `nil` while all results are alike.
  public let normalizedError: Double?
  /// The likelihood that the first player is the stronger one.
  public let superiority: Double

  /// Estimates from `counts`; the intervals hold `confidence` of the probability.
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

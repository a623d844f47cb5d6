import Foundation

/// A sequential probability ratio test (SPRT) between two hypotheses about the Elo difference.
///
/// For `normalized` and `logistic` the ratio is generalised: each hypothesis counts with the
/// distribution of results that satisfies it and fits the sample best (`EmpiricalLikelihood`). The
/// other models have formulas of their own. The bounds are Wald's.
public struct SequentialTest: Equatable, Sendable {
  /// The measure of strength, and the method of computing the likelihood.
  public enum Model: String, CaseIterable, Sendable {
    /// Normalized Elo, from the score's excess over 1/2 in standard deviations of a game.
    ///
    /// The number of games needed depends neither on the draw rate nor on the openings' balance.
    case normalized
    /// Logistic Elo, from the expected score.
    case logistic
    /// The usual second-order approximation of `logistic`.
    case logisticApproximate = "logistic-approximate"
    /// The model of Rao and Kupper with the draw rate of the sample; for single games only.
    case bayes
    /// The model `bayes` as in cutechess: half a game is added to each count, and the hypotheses
    /// are in logistic Elo.
    case bayesJeffreys = "bayes-jeffreys"
  }

  /// The state of a test.
  public enum Decision: String, Sendable {
    /// The null hypothesis is accepted: the first player is stronger by at most `elo0`.
    case lower = "H0"
    /// The alternative is accepted: the first player is stronger by at least `elo1`.
    case upper = "H1"
    case none = "continue"
  }

  public var model: Model
  /// The Elo difference under the null hypothesis.
  public var elo0: Double
  /// The Elo difference under the alternative, above `elo0`.
  public var elo1: Double
  /// The probability of accepting the alternative although the null hypothesis holds.
  public var alpha: Double
  /// The probability of accepting the null hypothesis although the alternative holds.
  public var beta: Double

  public init(
    elo0: Double, elo1: Double, alpha: Double = 0.05, beta: Double = 0.05,
    model: Model = .normalized
  ) {
    (self.elo0, self.elo1, self.alpha, self.beta) = (elo0, elo1, alpha, beta)
    self.model = model
  }

  /// The log-likelihood ratio at which the null hypothesis is accepted.
  public var lowerBound: Double { log(beta / (1 - alpha)) }
  /// The log-likelihood ratio at which the alternative is accepted.
  public var upperBound: Double { log((1 - beta) / alpha) }

  public func decision(at ratio: Double) -> Decision {
    ratio >= upperBound ? .upper : ratio <= lowerBound ? .lower : .none
  }

  /// Returns the log-likelihood ratio of the alternative to the null hypothesis.
  ///
  /// It is 0 before the first result, and for pairs under the Bayes models. It is also 0 under
  /// `bayes` while a category is empty, and under `logisticApproximate` while all results are
  /// equal.
  public func logLikelihoodRatio(_ counts: ResultCounts) -> Double {
    guard counts.units > 0 else { return 0 }
    switch model {
    case .normalized:
      let scale = Double(counts.gamesPerUnit).squareRoot() / Elo.perDeviation
      return ratio(counts) { $0.loss(forcingRatio: $1 * scale) }
    case .logistic:
      return ratio(counts) { $0.loss(forcingMean: Elo.score(forDifference: $1)) }
    case .logisticApproximate:
      return approximateRatio(counts)
    case .bayes:
      return bayesRatio(counts.counts, elo0: elo0, elo1: elo1)
    case .bayesJeffreys:
      return jeffreysRatio(counts.counts)
    }
  }

  /// Returns the generalised ratio from the empirical likelihoods of the two hypotheses.
  private func ratio(
    _ counts: ResultCounts, loss: (EmpiricalLikelihood, Double) -> Double
  ) -> Double {
    let (shares, units) = counts.regularized()
    let likelihood = EmpiricalLikelihood(
      shares: shares, scores: shares.indices.map(counts.score(ofCategory:)))
    return units * (loss(likelihood, elo0) - loss(likelihood, elo1))
  }

  /// Returns the second-order approximation of the logistic ratio by the sample variance.
  private func approximateRatio(_ counts: ResultCounts) -> Double {
    guard counts.variance > 0 else { return 0 }
    let s0 = Elo.score(forDifference: elo0)
    let s1 = Elo.score(forDifference: elo1)
    return (s1 - s0) * (2 * counts.score - s0 - s1) * counts.units / (2 * counts.variance)
  }

  /// Returns the ratio under the model of Rao and Kupper.
  ///
  /// It is 0 for pairs. It is also 0 while a category is empty, since the draw parameter is then
  /// unknown.
  private func bayesRatio(_ counts: [Double], elo0: Double, elo1: Double) -> Double {
    guard counts.count == 3, let drawElo = drawElo(counts) else { return 0 }
    func logProbabilities(_ elo: Double) -> [Double] {
      let win = Elo.score(forDifference: elo - drawElo)
      let loss = Elo.score(forDifference: -elo - drawElo)
      return [log(loss), log(1 - win - loss), log(win)]
    }
    let under0 = logProbabilities(elo0)
    let under1 = logProbabilities(elo1)
    return counts.indices.reduce(0) { $0 + counts[$1] * (under1[$1] - under0[$1]) }
  }

  /// Returns the ratio of `bayesJeffreys`.
  private func jeffreysRatio(_ counts: [Double]) -> Double {
    let filled = counts.map { $0 + 0.5 }
    guard counts.count == 3, let drawElo = drawElo(filled) else { return 0 }
    let scale = logisticScale(drawElo: drawElo)
    return bayesRatio(filled, elo0: elo0 / scale, elo1: elo1 / scale)
  }

  /// Returns the factor from Elo of Rao and Kupper's model to logistic Elo of equal expected score.
  ///
  /// This is the factor for nearly equal players: `4x / (1 + x)²` with `x = 10^(-drawElo / 400)`.
  private func logisticScale(drawElo: Double) -> Double {
    let x = pow(10, -drawElo / 400)
    return 4 * x / ((1 + x) * (1 + x))
  }

  /// Returns the draw parameter, in Elo, that fits the sample; `nil` if a category is empty.
  private func drawElo(_ counts: [Double]) -> Double? {
    guard counts.allSatisfy({ $0 > 0 }) else { return nil }
    let total = counts.reduce(0, +)
    let (loss, win) = (counts[0] / total, counts[2] / total)
    return 200 * log10((1 - loss) / loss * (1 - win) / win)
  }
}

extension SequentialTest {
  /// Returns the mean number of pairs or games that a test in normalized Elo takes.
  ///
  /// This is Wald's approximation. It takes the ratio as a Brownian motion whose drift follows from
  /// the true Elo difference `truth`.
  public func expectedUnits(truth: Double, gamesPerUnit: Int) -> Double {
    let scale = Double(gamesPerUnit).squareRoot() / Elo.perDeviation
    let (t0, t1, t) = (elo0 * scale, elo1 * scale, truth * scale)
    let variance = (t1 - t0) * (t1 - t0)
    let drift = (t1 - t0) * (t - (t0 + t1) / 2)
    let (low, high) = (lowerBound, upperBound)
    guard abs(drift) > 1e-12 * variance.squareRoot() else { return -low * high / variance }
    let tilt = -2 * drift / variance
    // The probability that the alternative is accepted.
    let pass = (1 - exp(tilt * low)) / (exp(tilt * high) - exp(tilt * low))
    return (pass * high + (1 - pass) * low) / drift
  }
}

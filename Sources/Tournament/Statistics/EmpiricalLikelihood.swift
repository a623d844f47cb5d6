import Foundation

/// The loss of log-likelihood if an observed distribution of scores has to satisfy a hypothesis.
///
/// The best distribution under a linear constraint is the solution of a concave dual problem, so
/// each solution is a global optimum (A. Owen, Empirical Likelihood, 2001, chapter 2).
struct EmpiricalLikelihood {
  /// The observed share of each category; all shares are positive and their sum is 1.
  let shares: [Double]
  /// The score of each category, increasing from 0 to 1.
  let scores: [Double]

  /// Returns the smallest loss per unit, a game or a pair, over all distributions with this mean.
  ///
  /// It is infinite unless the mean lies between 0 and 1.
  func loss(forcingMean mean: Double) -> Double {
    guard 0 < mean, mean < 1 else { return .infinity }
    let offsets = scores.map { $0 - mean }
    // The dual is Σ q ln(1 + t d) with shares q, offsets d and the multiplier t. Its derivative
    // falls from +∞ to -∞ between the poles `low` and `high`, so bisection finds the maximum.
    var low = -1 / (1 - mean)
    var high = 1 / mean
    for _ in 0..<200 {
      let middle = (low + high) / 2
      let slope = zip(shares, offsets).reduce(0) { $0 + $1.0 * $1.1 / (1 + middle * $1.1) }
      if slope > 0 { low = middle } else { high = middle }
    }
    let multiplier = (low + high) / 2
    return zip(shares, offsets).reduce(0) { $0 + $1.0 * log1p(multiplier * $1.1) }
  }

  /// Returns the smallest loss per unit over all distributions with (mean - 1/2) / deviation =
  /// `ratio`.
  ///
  /// The inner minimisation is over the distributions with a given mean and variance, the outer one
  /// over the mean. For large ratios the feasible means form separate intervals around the scores.
  /// So the whole range is sampled, and each local minimum refined.
  func loss(forcingRatio ratio: Double) -> Double {
    if ratio == 0 { return loss(forcingMean: 0.5) }
    // A mean further than `reach` from 1/2 needs a larger deviation than scores of 0 to 1 can have.
    let reach = 0.5 * abs(ratio) / (1 + ratio * ratio).squareRoot()
    let side: Double = ratio < 0 ? -1 : 1
    func lossOff(by offset: Double) -> Double {
      let deviation = offset / abs(ratio)
      return loss(forcingMean: 0.5 + side * offset, variance: deviation * deviation)
    }
    let steps = abs(ratio) < 0.2 ? 16 : 400
    var offsets = (1..<steps).map { reach * Double($0) / Double(steps) }
    offsets += scores.map { side * ($0 - 0.5) }.filter { 0 < $0 && $0 < reach }
    offsets.sort()
    let samples = offsets.map(lossOff(by:))
    var best = Double.infinity
    for index in offsets.indices where samples[index].isFinite {
      let before = index > 0 ? samples[index - 1] : .infinity
      let after = index + 1 < samples.count ? samples[index + 1] : .infinity
      guard samples[index] <= before, samples[index] <= after else { continue }
      let low = index > 0 ? offsets[index - 1] : 0
      let high = index + 1 < offsets.count ? offsets[index + 1] : reach
      best = min(best, samples[index], minimum(between: low, and: high, of: lossOff(by:)))
    }
    return best
  }

  /// Returns the minimum of a `function` that is unimodal in `low...high`, by golden-section
  /// search.
  private func minimum(
    between low: Double, and high: Double, of function: (Double) -> Double
  ) -> Double {
    let golden = (5.0.squareRoot() - 1) / 2
    var (low, high) = (low, high)
    var left = high - golden * (high - low)
    var right = low + golden * (high - low)
    var atLeft = function(left)
    var atRight = function(right)
    for _ in 0..<60 where high - low > 1e-12 {
      if atLeft < atRight {
        (high, right, atRight) = (right, left, atLeft)
        left = high - golden * (high - low)
        atLeft = function(left)
      } else {
        (low, left, atLeft) = (left, right, atRight)
        right = low + golden * (high - low)
        atRight = function(right)
      }
    }
    return min(atLeft, atRight)
  }

  /// Returns the smallest loss of all distributions with this mean and variance.
  ///
  /// It is infinite if `attainable` is false.
  ///
  /// Newton's method with step halving maximises the dual Σ q ln(1 + a d + b (d² - variance)). Here
  /// q is a share, d a score minus the mean; a and b are the multipliers.
  private func loss(forcingMean mean: Double, variance: Double) -> Double {
    guard attainable(mean: mean, variance: variance) else { return .infinity }
    let first = scores.map { $0 - mean }
    let second = first.map { $0 * $0 - variance }
    var (a, b, value) = (0.0, 0.0, 0.0)
    for _ in 0..<500 {
      var (ga, gb, haa, hab, hbb) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for index in shares.indices {
        let weight = 1 + a * first[index] + b * second[index]
        let (u, v) = (first[index] / weight, second[index] / weight)
        ga += shares[index] * u
        gb += shares[index] * v
        haa += shares[index] * u * u
        hab += shares[index] * u * v
        hbb += shares[index] * v * v
      }
      let determinant = haa * hbb - hab * hab
      guard determinant > 0 else { return value }
      let stepA = (hbb * ga - hab * gb) / determinant
      let stepB = (haa * gb - hab * ga) / determinant
      let gain = ga * stepA + gb * stepB
      if gain < 1e-15 { return value }
      var size = 1.0
      var next = -Double.infinity
      while size > 1e-12 {
        next = dual(a + size * stepA, b + size * stepB, first, second)
        if next > value + 0.25 * size * gain { break }
        size /= 2
      }
      guard next > value else { return value }
      (a, b, value) = (a + size * stepA, b + size * stepB, next)
    }
    return value
  }

  /// Returns the dual at the multipliers `a` and `b`.
  ///
  /// It is minus infinity unless all probabilities of the distribution are positive.
  private func dual(_ a: Double, _ b: Double, _ first: [Double], _ second: [Double]) -> Double {
    var sum = 0.0
    for index in shares.indices {
      let weight = 1 + a * first[index] + b * second[index]
      guard weight > 0 else { return -.infinity }
      sum += shares[index] * log(weight)
    }
    return sum
  }

  /// Returns whether some distribution with positive probabilities on all scores has this mean and
  /// variance.
  ///
  /// The variance is smallest on the two scores next to the mean, and largest on the scores 0 and
  /// 1.
  private func attainable(mean: Double, variance: Double) -> Bool {
    guard let below = scores.last(where: { $0 <= mean }),
      let above = scores.first(where: { $0 > mean })
    else { return false }
    return (mean - below) * (above - mean) < variance && variance < mean * (1 - mean)
  }
}

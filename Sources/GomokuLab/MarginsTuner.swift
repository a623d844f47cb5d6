import Basics
import Gomoku
import GomokuRules
import LabKit
import SearchKit

/// Looks for better margins by simultaneous perturbation stochastic approximation (Spall 1998, IEEE
/// Transactions on Aerospace and Electronic Systems 34, 817-823): each round moves all numbers a step
/// up or down at random, lets that engine play the one with the opposite steps, and goes a little of
/// the way towards the winner.
struct MarginsTuner {
  /// A number that is looked for.
  struct Search {
    let parameter: Margins.Parameter
    /// How far a round moves it.
    let step: Double
    var value: Double

    init(_ parameter: Margins.Parameter, step: Int, from margins: Margins) {
      self.parameter = parameter
      self.step = Double(step)
      value = Double(margins[keyPath: parameter.number])
    }

    func clamped(_ value: Double) -> Double {
      min(max(value, Double(parameter.range.lowerBound)), Double(parameter.range.upperBound))
    }
  }

  private(set) var searches: [Search]
  private let start: Margins
  /// The way towards a winner of both games of a pair, in steps.
  let gain: Double
  private var generator: SplitMix64

  init(_ searches: [Search], from margins: Margins, gain: Double, seed: UInt64) {
    (self.searches, self.gain) = (searches, gain)
    start = margins
    generator = SplitMix64(seed: seed)
  }

  /// The best margins so far.
  var margins: Margins { margins(searches.map(\.value)) }

  /// Plays one round.
  ///
  /// - Parameters:
  ///   - progress: how much of the tuning is done, 0...1: steps and gains shrink with it.
  ///   - play: plays the first margins against the second and tells the first's share of the points
  ///     beyond a half, -0.5...0.5, times the number of pairs.
  mutating func round(progress: Double, play: (Margins, Margins) -> Double) {
    let shrinkage = 1 - 0.6 * progress
    let signs = searches.map { _ in Bool.random(using: &generator) ? 1.0 : -1.0 }
    func moved(_ direction: Double) -> Margins {
      margins(
        zip(searches, signs).map { search, sign in
          search.value + direction * sign * shrinkage * search.step
        })
    }
    let result = 2 * play(moved(1), moved(-1))
    for (index, sign) in signs.enumerated() {
      let search = searches[index]
      searches[index].value = search.clamped(
        search.value + gain * shrinkage * result * sign * search.step)
    }
  }

  private func margins(_ values: [Double]) -> Margins {
    var margins = start
    for (search, value) in zip(searches, values) {
      margins[keyPath: search.parameter.number] = Int(search.clamped(value).rounded())
    }
    return margins
  }
}

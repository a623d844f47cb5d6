import Basics
import Gomoku
import GomokuRules
import LabKit
import SearchKit

/// The tuning of margins by simultaneous perturbation stochastic approximation (SPSA).
///
/// Each round moves all parameters a step up or down at random. An engine with these margins plays
/// one with the opposite steps. Then all parameters move a little towards the winner. The source is
/// Spall 1998, IEEE Transactions on Aerospace and Electronic Systems 34, 817-823.
struct MarginsTuner {
  /// A parameter that is being tuned.
  struct TunedParameter {
    let parameter: Margins.Parameter
    /// The perturbation in a round.
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

  private(set) var parameters: [TunedParameter]
  private let start: Margins
  /// The move towards the winner of both games of a pair, in steps.
  let gain: Double
  private var generator: SplitMix64

  init(_ parameters: [TunedParameter], from margins: Margins, gain: Double, seed: UInt64) {
    (self.parameters, self.gain) = (parameters, gain)
    start = margins
    generator = SplitMix64(seed: seed)
  }

  /// The best margins so far.
  var margins: Margins { margins(parameters.map(\.value)) }

  /// Plays one round, and moves the parameters towards the winner.
  ///
  /// - Parameters:
  ///   - progress: the share of the tuning that is done, 0...1. Steps and gains shrink with it.
  ///   - play: plays the first margins against the second. It returns the first's share of the
  ///     points less a half, times the number of pairs.
  mutating func round(progress: Double, play: (Margins, Margins) -> Double) {
    let shrinkage = 1 - 0.6 * progress
    let signs = parameters.map { _ in Bool.random(using: &generator) ? 1.0 : -1.0 }
    func moved(_ direction: Double) -> Margins {
      margins(
        zip(parameters, signs).map { tuned, sign in
          tuned.value + direction * sign * shrinkage * tuned.step
        })
    }
    let result = 2 * play(moved(1), moved(-1))
    for (index, sign) in signs.enumerated() {
      let tuned = parameters[index]
      parameters[index].value = tuned.clamped(
        tuned.value + gain * shrinkage * result * sign * tuned.step)
    }
  }

  /// Returns the margins with these values of the parameters, clamped and rounded.
  private func margins(_ values: [Double]) -> Margins {
    var margins = start
    for (tuned, value) in zip(parameters, values) {
      margins[keyPath: tuned.parameter.number] = Int(tuned.clamped(value).rounded())
    }
    return margins
  }
}

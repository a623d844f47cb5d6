import Basics

/// The tuning of numbers by simultaneous perturbation stochastic approximation (SPSA).
///
/// Each round moves all numbers a step up or down at random. A player with these numbers plays
/// against one with the opposite steps. Then all numbers move a little towards the winner's. The
/// source is Spall 1998, IEEE Transactions on Aerospace and Electronic Systems 34, 817-823.
public struct SPSA {
  /// A number that is being tuned.
  public struct Parameter: Sendable {
    public fileprivate(set) var value: Double
    /// The size of the perturbation in the first round; later ones are smaller.
    let step: Double
    let range: ClosedRange<Int>

    public init(_ value: Int, step: Int, range: ClosedRange<Int>) {
      (self.value, self.step, self.range) = (Double(value), Double(step), range)
    }

    func clamped(_ value: Double) -> Double {
      min(max(value, Double(range.lowerBound)), Double(range.upperBound))
    }
  }

  public private(set) var parameters: [Parameter]
  /// The move towards the winner's number for each pair of games won 2 to 0, as a fraction of the
  /// number's `step`. It is that of the first round; later moves are smaller.
  private let gain: Double
  private var generator: SplitMix64

  public init(_ parameters: [Parameter], gain: Double, seed: UInt64) {
    (self.parameters, self.gain) = (parameters, gain)
    generator = SplitMix64(seed: seed)
  }

  /// The present values, rounded to whole numbers.
  public var numbers: [Int] { numbers(parameters.map(\.value)) }

  /// Plays one round, and moves the numbers towards the winner's.
  ///
  /// - Parameters:
  ///   - progress: the fraction of the tuning that is done, 0...1. Steps and gains shrink with it.
  ///   - play: plays the first numbers against the second. It returns (s − 1/2) · pairs, where s is
  ///     the first's share of all points, 0...1.
  public mutating func round(progress: Double, play: ([Int], [Int]) -> Double) {
    let shrinkage = 1 - 0.6 * progress
    let signs = parameters.map { _ in Bool.random(using: &generator) ? 1.0 : -1.0 }
    func moved(_ direction: Double) -> [Int] {
      numbers(
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

  private func numbers(_ values: [Double]) -> [Int] {
    zip(parameters, values).map { Int($0.clamped($1).rounded()) }
  }
}

import GomokuRules
import LabKit
import Platform

/// The runner of a match on several threads.
///
/// Each thread has its own openings. The result depends only on the engines, the settings, the seed
/// and the number of threads.
struct MatchRunner {
  var budget = NodeBudget.turn(5000)
  var variant = Variant.freestyle
  var size = BoardSize.standard
  var threads = 1
  var seed: UInt64 = 1
  /// The progress report, which advances with each pair.
  var progress: Progress?

  /// Plays a match.
  ///
  /// - Returns: the number of pairs in which the first engine got 0, 1, … 4 half points.
  func play(_ first: EngineParameters, _ second: EngineParameters, pairs: Int) -> [Int] {
    let shares = concurrently(threads) { [self] index in
      var openings = SelfPlay(seed: seed &+ UInt64(index) << 32)
      openings.variant = variant
      openings.size = size
      openings.openingScoreLimit = 120
      if case .turn(let nodes) = budget { openings.nodes = nodes }
      var match = Match(first, second, budget: budget, openings: openings)
      var results = [Int](repeating: 0, count: 5)
      for _ in 0..<(pairs + threads - 1 - index) / threads {
        results[match.playPair()] += 1
        progress?.step()
      }
      return results
    }
    return (0..<5).map { points in shares.reduce(0) { $0 + $1[points] } }
  }

  /// Returns the number of games, the score, and Elo with its 95 % half width, as text.
  ///
  /// - Parameter pairs: the result of `play`.
  static func summary(_ pairs: [Int]) -> String {
    let shares = pairs.enumerated().flatMap {
      Array(repeating: Double($0.offset) / 4, count: $0.element)
    }
    let score = PairedScore(shares)
    let (elo, error) = (score.elo, score.eloError)
    return "\(2 * shares.count) games, \(percentText(score.mean)), pairs \(pairs),"
      + " Elo \(roundedText(elo, parts: 10)) ± \(roundedText(error, parts: 10))"
  }
}

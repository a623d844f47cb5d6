import Basics
import GomokuRules
import Platform
import SearchKit

/// A benchmark of making and unmaking moves, with all incremental updates.
public struct BoardBenchmark: Sendable {
  /// The number of moves that were made and unmade.
  public let pairs: Int
  public let cpuSeconds: Double

  public var pairsPerCPUSecond: Double { Double(pairs) / max(cpuSeconds, 1e-9) }

  /// Plays seeded random games of 100 stones on 15x15 and takes them back.
  ///
  /// - Parameters:
  ///   - games: the number of games, each with 100 moves made and unmade.
  ///   - stop: ends the benchmark after the current game.
  public init(variant: Variant, games: Int = 10_000, stop: StopSignal = StopSignal()) {
    self = variant.run(Playing(games: games, stop: stop))
  }

  private init(pairs: Int, cpuSeconds: Double) {
    self.pairs = pairs
    self.cpuSeconds = cpuSeconds
  }

  private struct Playing: VariantTask {
    let games: Int
    let stop: StopSignal

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> BoardBenchmark {
      let position = Position(variant: Rules.variant)
      var board = Board<Rules>(position)
      let stones = 100
      var generator = SplitMix64(seed: 1)
      let lists = (0..<16).map { _ in
        Array(position.size.points.shuffled(using: &generator).prefix(stones))
      }
      let start = CPUTime.ofThread
      var played = 0
      while played < games, !stop.isRequested {
        let list = lists[played & 15]
        for point in list { board.make(point) }
        for _ in list { board.unmake() }
        played += 1
      }
      return BoardBenchmark(
        pairs: played * stones, cpuSeconds: (CPUTime.ofThread - start) / .seconds(1))
    }
  }
}

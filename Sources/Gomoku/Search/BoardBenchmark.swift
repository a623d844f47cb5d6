import Basics
import GomokuRules
import Platform
import SearchKit

/// How fast the board makes and unmakes moves, everything incremental included.
public struct BoardBenchmark: Sendable {
  public let pairs: Int
  public let cpuSeconds: Double

  public var pairsPerCPUSecond: Double { Double(pairs) / max(cpuSeconds, 1e-9) }

  /// Plays seeded random games of 100 stones on 15x15 and takes them back again.
  ///
  /// - Parameters:
  ///   - games: how many games, each 100 pairs.
  ///   - stop: ends it after the game under way.
  public init(variant: Variant, games: Int = 10_000, stop: StopSignal = StopSignal()) {
    switch variant {
    case .freestyle: self.init(Freestyle.self, games, stop)
    case .standard: self.init(Standard.self, games, stop)
    case .renju: self.init(Renju.self, games, stop)
    case .caro: self.init(Caro.self, games, stop)
    case .exactCaro: self.init(ExactCaro.self, games, stop)
    }
  }

  private init<Rules: RuleTraits>(
    _ rules: Rules.Type, _ games: Int, _ stop: StopSignal
  ) {
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
    pairs = played * stones
    cpuSeconds = (CPUTime.ofThread - start) / .seconds(1)
  }
}

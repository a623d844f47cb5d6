import Basics
import CommandLineKit
import Liuzhou
import LiuzhouRules
import SearchTypes

/// Level openings: random turns after which the engine scores the position near zero.
///
/// After random turns one side is mostly far ahead. A match from positions of this kind shows only
/// part of the difference between two players. Searches of growing length reject them.
struct LevelOpenings {
  /// The searches of an opening: the number of nodes, and the largest score for either side that
  /// passes, in centistones.
  private static let searches: [(nodes: UInt64, bias: Int)] = [
    (300, 110), (2_500, 70), (20_000, 30),
  ]
  /// The largest number of random openings tried, on average for each wanted opening.
  private static let tries = 1000

  /// Returns `count` different openings of `turns` turns each.
  ///
  /// - Throws: `CommandError` if fewer level openings are found.
  static func find(_ count: Int, turns: Int, under rules: RuleSet, seed: UInt64) throws -> [Game] {
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    var generator = SplitMix64(seed: seed)
    var found: [Game] = []
    var seen: Set<UInt64> = []
    for _ in 0..<count * tries where found.count < count {
      let game = Match.opening(turns: turns, under: rules, seed: generator.next())
      guard game.outcome == nil, seen.insert(game.position.key).inserted, isLevel(game, player)
      else { continue }
      found.append(game)
    }
    guard found.count == count else {
      throw CommandError(
        "only \(found.count) level openings of \(turns) turns, not \(count): more turns, or level=0"
      )
    }
    return found
  }

  private static func isLevel(_ game: Game, _ player: LiuzhouPlayer) -> Bool {
    searches.allSatisfy { search in
      let score = player.search(game, limits: SearchLimits(nodes: search.nodes)).score
      return abs(Int(score.rawValue)) <= search.bias
    }
  }
}

import Basics
import LiuzhouRules

/// A contestant that plays much as `tournaments/liuzhou` teaches a beginner.
///
/// The count of a point rates the unfinished formations through that point. Turns are first chosen
/// by captures, as `GreedyContestant` chooses them. Among equal placements, the contestant plays
/// one with the largest count: that of the placed point plus those of the captured stones.
public struct CountingContestant: Contestant {
  private var greedy: GreedyContestant
  private var generator: SplitMix64

  public init(seed: UInt64) {
    greedy = GreedyContestant(seed: seed)
    generator = SplitMix64(seed: seed)
  }

  public mutating func turn(in game: Game) -> Turn {
    let turns = greedy.bestTurns(in: game)
    guard game.position.phase == .placing else {
      return turns.randomElement(using: &generator) ?? .pass
    }
    let counts = turns.map { CountingContestant.count(of: $0, in: game) }
    let largest = counts.max()
    let best = zip(turns, counts).filter { $0.1 == largest }.map(\.0)
    return best.randomElement(using: &generator) ?? .pass
  }

  /// Returns the count of the placed point plus the counts of the captured stones.
  private static func count(of turn: Turn, in game: Game) -> Int {
    let position = game.position
    let placed = turn.target.map { count(at: $0, in: position, under: game.rules) } ?? 0
    return turn.captured.reduce(placed) {
      $0 + count(at: $1, of: position.opponent, in: position, under: game.rules)
    }
  }

  /// Returns the count of a point, summed over both sides.
  static func count(at point: Point, in position: Position, under rules: RuleSet) -> Int {
    count(at: point, of: position.own, in: position, under: rules)
      + count(at: point, of: position.opponent, in: position, under: rules)
  }

  /// Returns the count of a point for the side with the stones `stones`.
  ///
  /// Each square (成方) and each diagonal of three or four (斜三, 斜四) through the point adds to the
  /// count. A formation with 0, 1, 2 or 3 other stones of `stones` adds 1, 2, 4 or 8. A formation
  /// with a live stone of the enemy adds 0.
  private static func count(
    at point: Point, of stones: PointSet, in position: Position, under rules: RuleSet
  ) -> Int {
    let others = (position.own | position.opponent) - stones - PointSet(point)
    return rules.formations.reduce(0) { sum, formation in
      guard formation.points.count <= 4, formation.points.contains(point),
        (formation.points & others).isEmpty
      else { return sum }
      return sum + 1 << (formation.points & stones - PointSet(point)).count
    }
  }
}

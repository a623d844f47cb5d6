import Basics
import LabKit
import Liuzhou
import LiuzhouRules
import Platform
import SearchKit

/// A match of two contestants, in which each opening is played once or with both colours.
public struct Match {
  public var rules = RuleSet.fengyang
  public var seed: UInt64 = 1
  /// The openings, one for each pair of games. If there are more pairs than openings, the further
  /// pairs begin with random turns.
  public var openings: [Game] = []
  /// The number of random turns at the start of a random opening.
  public var openingTurns = 6
  /// True if each opening is played a second time with colours swapped.
  ///
  /// Switch it off for two equal contestants, which would play the same game twice.
  public var swapsColors = true
  public var onGame: (Record) -> Void = { _ in }

  public init() {}

  /// A finished game.
  public struct Record {
    public let game: Game
    public let outcome: Outcome
    /// True if the first contestant had Black.
    public let firstIsBlack: Bool

    /// The points of the first contestant: 1, 0.5 or 0.
    public var points: Double {
      guard let winner = outcome.winner else { return 0.5 }
      return (winner == .black) == firstIsBlack ? 1 : 0
    }
    /// The game on one line: result, reason, turns.
    public var text: String {
      let result = outcome.winner == nil ? "1/2" : outcome.winner == .black ? "1-0" : "0-1"
      return "\(result) {\(outcome)} " + game.turns.map(\.description).joined(separator: " ")
    }
  }

  public func play(
    _ first: inout some Contestant, _ second: inout some Contestant, pairs: Int
  ) -> MatchResult {
    var result = MatchResult()
    var generator = SplitMix64(seed: seed)
    let progress = Progress("pairs", of: pairs)
    for pair in 0..<pairs {
      defer { progress.step() }
      let opening =
        pair < openings.count
        ? openings[pair] : Match.opening(turns: openingTurns, under: rules, seed: generator.next())
      var records: [Record] = []
      for firstIsBlack in swapsColors ? [true, false] : [true] {
        var game = opening
        while game.outcome == nil {
          let isFirst = (game.position.sideToMove == .black) == firstIsBlack
          let turn = isFirst ? first.turn(in: game) : second.turn(in: game)
          do {
            try game.play(turn)
          } catch {
            fatalError("illegal turn \(turn) in \(game.position): \(error)")
          }
        }
        guard let outcome = game.outcome else { continue }
        let record = Record(game: game, outcome: outcome, firstIsBlack: firstIsBlack)
        records.append(record)
        onGame(record)
      }
      result.add(records)
    }
    return result
  }

  /// Returns a game of `turns` random turns, or fewer if it ends before.
  static func opening(turns: Int, under rules: RuleSet, seed: UInt64) -> Game {
    var game = Game(rules)
    var random = RandomContestant(seed: seed)
    for _ in 0..<turns {
      let turn = random.turn(in: game)
      guard (try? game.play(turn)) != nil else { break }
    }
    return game
  }
}

/// The results of a match, for the first contestant.
public struct MatchResult: CustomStringConvertible {
  public private(set) var wins = 0
  public private(set) var draws = 0
  public private(set) var losses = 0
  public private(set) var blackWins = 0
  public private(set) var whiteWins = 0
  public private(set) var turns = 0
  /// The first contestant's share of the points of each opening, from which the error of the score
  /// is estimated.
  private var shares: [Double] = []

  public var games: Int { wins + draws + losses }
  public var score: Double { (Double(wins) + Double(draws) / 2) / Double(max(games, 1)) }

  /// Adds the games of one opening.
  mutating func add(_ records: [Match.Record]) {
    records.forEach { add($0) }
    shares.append(records.reduce(0) { $0 + $1.points } / Double(max(records.count, 1)))
  }

  private mutating func add(_ record: Match.Record) {
    switch record.points {
    case 1: wins += 1
    case 0: losses += 1
    default: draws += 1
    }
    if let winner = record.outcome.winner {
      if winner == .black { blackWins += 1 } else { whiteWins += 1 }
    }
    turns += record.game.turns.count
  }

  public var description: String {
    let paired = PairedScore(shares)
    return "+\(wins) =\(draws) -\(losses) (\(percentText(score))), Elo \(paired.elo.rounded())"
      + " ± \(paired.eloError.rounded()), black \(blackWins), white \(whiteWins),"
      + " mean turns \(turns / max(games, 1))"
  }
}

import Basics
import Liuzhou
import LiuzhouRules
import Platform
import SearchTypes

/// The games of the engine against itself that supply training positions.
///
/// A game starts with random placements, and a few later turns are random too (exploration).
/// Everything is seeded and single-threaded, so the same parameters give the same games everywhere.
struct SelfPlay {
  var games = 4000
  var nodes: UInt64 = 1000
  /// The number of nodes for each of `decisiveTurns`; `nil` for `nodes`, as at other turns.
  var decisiveNodes: UInt64?
  var seed: UInt64 = 1
  /// The mean interval of random turns; 0 for no random turns.
  var randomTurnInterval = 40
  /// The largest number of random placements at the start; the smallest is 2.
  var maximumRandomTurns = 16

  /// The turns, counted from 0, that decide most games: the last placements and the first slides.
  private static let decisiveTurns = 18..<44

  private let book: Rulebook
  private let player: LiuzhouPlayer

  init(_ rules: RuleSet, _ weights: EvaluationWeights) {
    book = Rulebook(rules)
    player = LiuzhouPlayer(memoryLimit: 32 << 20, weights: weights)
  }

  /// Plays all games, and calls `body` with every position that was searched.
  func run(_ body: (ScoredPosition) -> Void) {
    var generator = SplitMix64(seed: seed)
    let progress = Progress("games", of: games)
    for _ in 0..<games {
      playGame(&generator, body)
      progress.step()
    }
  }

  /// Returns the number of nodes for the next turn.
  private func budget(_ game: Game) -> UInt64 {
    SelfPlay.decisiveTurns ~= game.turns.count ? decisiveNodes ?? nodes : nodes
  }

  /// Plays one game, and calls `body` with every position of it that was searched.
  private func playGame(_ generator: inout SplitMix64, _ body: (ScoredPosition) -> Void) {
    var game = Game(book, from: book.start)
    var random = RandomContestant(seed: generator.next())
    let randomTurns = Int.random(in: 2...maximumRandomTurns, using: &generator)
    var seen: [(position: Position, score: Score)] = []
    while game.outcome == nil {
      let isRandom =
        randomTurnInterval > 0 && Int.random(in: 0..<randomTurnInterval, using: &generator) == 0
      guard game.turns.count >= randomTurns, !isRandom else {
        guard (try? game.play(random.turn(in: game))) != nil else { return }
        continue
      }
      let report = player.search(game, limits: SearchLimits(nodes: budget(game)))
      seen.append((game.position, report.score))
      guard let turn = report.bestMove, (try? game.play(turn)) != nil else { return }
    }
    let winner = game.outcome?.winner
    for (position, score) in seen {
      let points = winner.map { $0 == position.sideToMove ? 1.0 : 0 } ?? 0.5
      body(ScoredPosition(position: position, score: score, points: points))
    }
  }
}

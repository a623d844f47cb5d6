import Basics
import Liuzhou
import LiuzhouRules
import Platform
import SearchKit

/// A position from a game of the engine against itself, and what became of it.
struct Sample {
  let position: Position
  /// What the search said, for the side to move.
  let score: Score
  /// The side to move's points at the end of the game.
  let points: Double

  /// One line: points, score, position.
  var text: String { "\(points) \(score.rawValue) \(position)" }

  /// Reads what `text` wrote.
  init?(_ line: Substring, under book: Rulebook) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let points = Double(parts[0]), 0...1 ~= points,
      let score = Int32(parts[1]),
      let position = try? book.position(String(parts[2]))
    else { return nil }
    self.init(position: position, score: Score(rawValue: score), points: points)
  }

  init(position: Position, score: Score, points: Double) {
    self.position = position
    self.score = score
    self.points = points
  }
}

/// Plays the games that weights are fitted to.
///
/// A game starts with 2 to 16 random placements, and now and then a turn is random too. Everything
/// is seeded and single-threaded, so the same call gives the same games everywhere.
struct SelfPlay {
  var games = 4000
  /// Nodes a turn.
  var nodes: UInt64 = 1000
  /// Nodes a turn while the last placements and the first slides decide the game; `nil`: as others.
  var decisiveNodes: UInt64?
  var seed: UInt64 = 1
  /// One turn in so many is random; 0: none.
  var strayInterval = 40
  /// A game begins with two random placements or more, up to so many.
  var mostRandomTurns = 16

  /// Stones placed when games begin to be decided, and turns until they mostly are.
  private static let decisiveTurns = 18..<44

  private let book: Rulebook
  private let player: LiuzhouPlayer

  init(_ rules: RuleSet, _ weights: EvaluationWeights) {
    book = Rulebook(rules)
    player = LiuzhouPlayer(memoryLimit: 32 << 20, weights: weights)
  }

  /// Calls `body` with every position that was searched, game after game.
  func run(_ body: (Sample) -> Void) {
    var generator = SplitMix64(seed: seed)
    let progress = Progress("games", of: games)
    for _ in 0..<games {
      playGame(&generator, body)
      progress.step()
    }
  }

  private func budget(_ game: Game) -> UInt64 {
    SelfPlay.decisiveTurns ~= game.turns.count ? decisiveNodes ?? nodes : nodes
  }

  private func playGame(_ generator: inout SplitMix64, _ body: (Sample) -> Void) {
    var game = Game(book, from: book.start)
    var random = RandomContestant(seed: generator.next())
    let randomTurns = Int.random(in: 2...mostRandomTurns, using: &generator)
    var seen: [(position: Position, score: Score)] = []
    while game.outcome == nil {
      let strays =
        strayInterval > 0 && Int.random(in: 0..<strayInterval, using: &generator) == 0
      guard game.turns.count >= randomTurns, !strays else {
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
      body(Sample(position: position, score: score, points: points))
    }
  }
}

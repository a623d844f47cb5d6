import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform
import SearchKit

/// The maker of training examples: selects positions of games, and computes their targets.
struct ExampleMaker: Sendable {
  /// The weight of the game's result in a target; the rest is the score of the move's search.
  ///
  /// The last random move may have decided the game. Up to this move, the result has a quarter of
  /// the weight.
  let resultShare: Float
  /// The weight of later scores in the expected value of a position: the lambda of TD(lambda)
  /// (Sutton 1988).
  ///
  /// The expected value mixes the score of the search with the expected value after the chosen
  /// move. That second value is such a mixture too, and so on to the end of the game.
  let lambda: Float
  /// The number of centistones by which the odds of winning grow e-fold.
  let scale: Float
  /// True if positions with a proven score have a target; their value is certain.
  let takesProven: Bool
  /// The number of games so far. Every twentieth game is held out, to measure the loss.
  private(set) var gameCount = 0

  init(resultShare: Float, lambda: Float = 0, scale: Float, takesProven: Bool = false) {
    (self.resultShare, self.lambda) = (resultShare, lambda)
    (self.scale, self.takesProven) = (scale, takesProven)
  }

  /// Returns the positions that a search scored, except those in which the opponent threatens five.
  mutating func examples(of games: [TrainingGame], threads: Int) -> MixExamples {
    var examples = MixExamples()
    let portion = 1000
    for start in stride(from: 0, to: games.count, by: portion) {
      let part = Array(games[start..<min(start + portion, games.count)])
      let samples = concurrently(part, workers: threads) { game in
        let moves = game.plies.prefix { $0.move != nil }.compactMap(\.move)
        return MixSample.samples(from: game.start, moves: moves)
      }
      for (game, samples) in zip(part, samples) {
        gameCount += 1
        add(game, samples, to: &examples)
      }
    }
    return examples
  }

  /// Adds the positions of one game.
  private func add(
    _ game: TrainingGame, _ samples: [MixSample], to examples: inout MixExamples
  ) {
    let expectations = expectations(in: game)
    let firstDeadPly = ExampleMaker.firstDeadPly(game)
    for (ply, sample) in samples.enumerated() {
      guard let score = game.plies[ply].score, let move = game.plies[ply].move,
        sample.threats.isMultiple(of: 2)
      else { continue }
      var target: Float?
      if sample.isQuiet, takesProven || !score.isProven {
        target = game.target(
          forPly: ply, searchValue: expectations[ply], resultShare: resultShare)
      }
      let example = MixExamples.Example(
        size: game.size, mover: sample.mover, firstPoint: examples.points.count,
        move: ply < firstDeadPly && !score.isLoss ? move.y * game.size.width + move.x : nil,
        threats: sample.threats, target: target, searchLogOdds: Float(score.rawValue) / scale,
        isHeldOut: gameCount.isMultiple(of: 20))
      examples.append(example, points: sample.points)
    }
  }

  /// The largest absolute score, in centistones, of a position that counts as a dead draw.
  private static let deadScore: Int32 = 20

  /// Returns the ply from which a drawn game is dead: all scores from there on are within
  /// ±`deadScore`.
  ///
  /// Moves that only fill the board are of no use for training. For a game that is not drawn, the
  /// result is its number of plies.
  private static func firstDeadPly(_ game: TrainingGame) -> Int {
    guard case .draw = game.outcome else { return game.plies.count }
    let alive = game.plies.lastIndex { ply in
      ply.score.map { abs($0.rawValue) > deadScore } ?? false
    }
    return alive.map { $0 + 1 } ?? 0
  }

  /// Returns the mover's expected share of the point at each ply, computed from the end backwards.
  ///
  /// It is 0.5 at a random move.
  private func expectations(in game: TrainingGame) -> [Float] {
    var expectations = [Float](repeating: 0.5, count: game.plies.count)
    // The expected share after the move, for the player who made the move.
    var next: Float? = game.plies.isEmpty ? nil : game.result(forPly: game.plies.count - 1)
    for (ply, played) in game.plies.enumerated().reversed() {
      guard let score = played.score else {
        // The outcome of a random move is no evidence about the positions before it.
        next = nil
        continue
      }
      let searchValue = sigmoid(Float(score.rawValue) / scale)
      expectations[ply] = next.map { searchValue + lambda * ($0 - searchValue) } ?? searchValue
      next = 1 - expectations[ply]
    }
    return expectations
  }
}

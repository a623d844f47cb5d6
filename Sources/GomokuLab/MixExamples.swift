import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform
import SearchKit

/// Positions from which a mix network learns what they are worth and which move was played.
struct MixExamples: Sendable {
  /// A position of a game with a move that a search chose.
  struct Example: Sendable {
    let size: BoardSize
    let mover: Color
    /// Where its points begin.
    let firstPoint: Int
    /// The move's number among the board's points, row by row; `nil` where any move does, or none.
    let move: Int?
    /// Which threats are present (`MixSample.threats`).
    let threats: Int
    /// The expected share of the point for the mover; `nil` where the value cannot be learned from.
    let target: Float?
    /// What the search said, in the logarithm of the odds of winning.
    let said: Float
  }

  /// The share of the result in a target; the rest is what the search said. Up to a game's last stray
  /// move, which may have decided it, it is a quarter of that.
  let resultShare: Float
  /// How much of what the search said gives way to what came of the chosen move, in the same measure: to the
  /// search after it, and so on to the end (the lambda of Sutton, *Learning to predict by the methods of
  /// temporal differences*, 1988).
  let foresight: Float
  /// Centistones by which the odds of winning grow e-fold: the scale of all scores.
  let scale: Float
  /// Whether positions count whose result a search has proved: their worth is certain.
  let takesProven: Bool
  /// What is on the points of all positions (`MixSample.points`).
  private(set) var points: [UInt32] = []
  private(set) var examples: [Example] = []
  /// Of every twentieth game, and of the others.
  private(set) var held: [Int32] = []
  private(set) var learned: [Int32] = []
  private(set) var gameCount = 0

  init(resultShare: Float, foresight: Float = 0, scale: Float, takesProven: Bool = false) {
    (self.resultShare, self.foresight) = (resultShare, foresight)
    (self.scale, self.takesProven) = (scale, takesProven)
  }

  /// Calls `body` with what is on the points of an example.
  func withPoints<Result>(
    of example: Example, _ body: (UnsafePointer<UInt32>) -> Result
  ) -> Result {
    points.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped + example.firstPoint) }
  }

  /// How many stones an example has.
  func stones(of example: Example) -> Int {
    withPoints(of: example) { points in
      (0..<example.size.pointCount).count { !MixSample.isEmpty(points[$0]) }
    }
  }

  /// Adds the positions that a search scored, but for those where the opponent has a five to answer.
  mutating func add(_ games: [TrainingGame], threads: Int) {
    let portion = 1000
    for start in stride(from: 0, to: games.count, by: portion) {
      let part = Array(games[start..<min(start + portion, games.count)])
      let samples = concurrently(part, workers: threads) { game in
        let moves = game.plies.prefix { $0.move != nil }.compactMap(\.move)
        return MixSample.samples(from: game.start, moves: moves)
      }
      for (game, samples) in zip(part, samples) { add(game, samples) }
    }
  }

  private mutating func add(_ game: TrainingGame, _ samples: [MixSample]) {
    gameCount += 1
    let expectations = expectations(in: game)
    let deadFrom = MixExamples.deadFrom(game)
    for (ply, sample) in samples.enumerated() {
      guard let score = game.plies[ply].score, let move = game.plies[ply].move,
        sample.threats.isMultiple(of: 2)
      else { continue }
      let said = Float(score.rawValue) / scale
      var target: Float?
      if sample.isQuiet, takesProven || !score.isProven {
        target = game.target(forPly: ply, said: expectations[ply], resultShare: resultShare)
      }
      if gameCount.isMultiple(of: 20) {
        held.append(Int32(examples.count))
      } else {
        learned.append(Int32(examples.count))
      }
      examples.append(
        Example(
          size: game.size, mover: sample.mover, firstPoint: points.count,
          move: ply < deadFrom && !score.isLoss ? move.y * game.size.width + move.x : nil,
          threats: sample.threats, target: target, said: said))
      points += sample.points
    }
  }

  /// Scores, in centistones, that say no more than that nothing is left to win.
  private static let deadScore: Int32 = 20

  /// From which ply on a drawn game is dead: searches say next to nothing until its end. Which moves fill the
  /// board then teaches nothing.
  private static func deadFrom(_ game: TrainingGame) -> Int {
    guard case .draw = game.outcome else { return game.plies.count }
    let alive = game.plies.lastIndex { ply in
      ply.score.map { abs($0.rawValue) > deadScore } ?? false
    }
    return alive.map { $0 + 1 } ?? 0
  }

  /// For each ply of a game the mover's expected share of the point, from its end backwards.
  private func expectations(in game: TrainingGame) -> [Float] {
    var expectations = [Float](repeating: 0.5, count: game.plies.count)
    // What is expected after the move, for who made it.
    var next: Float? = game.plies.isEmpty ? nil : game.result(forPly: game.plies.count - 1)
    for (ply, played) in game.plies.enumerated().reversed() {
      guard let score = played.score else {
        // A stray move: what comes of it says nothing of what came before.
        next = nil
        continue
      }
      let said = sigmoid(Float(score.rawValue) / scale)
      expectations[ply] = next.map { said + foresight * ($0 - said) } ?? said
      next = 1 - expectations[ply]
    }
    return expectations
  }
}

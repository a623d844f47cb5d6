import Glibc
import Liuzhou
import SearchKit

/// Fits the evaluation's weights to self-play: logistic regression of results on measures.
///
/// Everything is seeded and single-threaded, so the same call gives the same weights everywhere.
public struct Tuner {
  /// A position seen in a game, with what came of it.
  struct Sample {
    let stage: Int
    let factors: [Float]
    /// Expected points of the side to move, 0…1.
    let target: Float
  }

  public var games = 4000
  /// Nodes a turn.
  public var nodes: UInt64 = 1000
  public var seed: UInt64 = 1
  /// The share of the result in a target; the rest is what the search said.
  public var resultShare: Float = 0.5
  /// Centistones by which the odds of winning grow e-fold.
  public var scale: Float = 250
  public var rounds = 1500

  private let book = Rulebook(.fengyang)
  private var samples: [Sample] = []

  public init() {}

  /// Plays the games that the weights are fitted to.
  public mutating func collect(_ onProgress: (Int) -> Void) {
    var generator = SplitMix64(seed: seed)
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    for index in 0..<games {
      collectGame(player, &generator)
      if index % 500 == 499 { onProgress(index + 1) }
    }
  }

  private mutating func collectGame(_ player: LiuzhouPlayer, _ generator: inout SplitMix64) {
    var game = Game(book, from: book.start)
    var random = RandomContestant(seed: generator.next())
    let randomTurns = Int.random(in: 2...16, using: &generator)
    var seen: [(position: Position, score: Score)] = []
    while game.outcome == nil {
      let strays = Int.random(in: 0..<40, using: &generator) == 0
      guard game.turns.count >= randomTurns, !strays else {
        guard (try? game.play(random.turn(in: game))) != nil else { return }
        continue
      }
      let report = player.search(game, limits: SearchLimits(nodes: nodes))
      seen.append((game.position, report.score))
      guard let turn = report.bestTurn, (try? game.play(turn)) != nil else { return }
    }
    let winner = game.outcome?.winner
    for (position, score) in seen {
      let result: Float = winner.map { $0 == position.sideToMove ? 1 : 0 } ?? 0.5
      let searched =
        score.isWin ? 1 : score.isLoss ? 0 : Tuner.sigmoid(Float(score.rawValue) / scale)
      let row = EvaluationTraining.row(of: position, under: book)
      samples.append(
        Sample(
          stage: row.stage, factors: row.factors.map(Float.init),
          target: resultShare * result + (1 - resultShare) * searched))
    }
  }

  /// The weights that fit best, in sixteenths of a centistone.
  public func fit(_ onProgress: (String) -> Void) -> [Int32] {
    let width = EvaluationTraining.width
    return (0..<EvaluationTraining.stageCount).flatMap { stage in
      let rows = samples.filter { $0.stage == stage }
      let start = EvaluationTraining.weights[stage * width..<(stage + 1) * width]
      let fitted = Tuner.regress(
        rows, from: start.map { Float($0) / 16 / scale }, rounds: rounds)
      onProgress(
        "stage \(stage): \(rows.count) positions, loss \(fitted.before) -> \(fitted.after)")
      return fitted.weights.map { Int32(($0 * 16 * scale).rounded()) }
    }
  }

  /// Adam on the cross-entropy of all rows, held back a little towards the start.
  private static func regress(
    _ rows: [Sample], from start: [Float], rounds: Int
  ) -> (weights: [Float], before: Float, after: Float) {
    let width = start.count
    let pull: Float = 1e-4
    var weights = start
    var (mean, square) = ([Float](repeating: 0, count: width), [Float](repeating: 0, count: width))
    var losses: [Float] = []
    for round in 1...rounds {
      var gradient = [Float](repeating: 0, count: width)
      var loss: Float = 0
      for row in rows {
        var sum: Float = 0
        for i in 0..<width { sum += weights[i] * row.factors[i] }
        let expected = sigmoid(sum)
        let error = expected - row.target
        loss += -row.target * log(expected) - (1 - row.target) * log(1 - expected)
        for i in 0..<width { gradient[i] += error * row.factors[i] }
      }
      losses.append(loss / Float(max(rows.count, 1)))
      let rate: Float = 0.01 * (round * 3 > rounds * 2 ? 0.1 : 1)
      for i in 0..<width {
        let slope = gradient[i] / Float(max(rows.count, 1)) + pull * (weights[i] - start[i])
        mean[i] = 0.9 * mean[i] + 0.1 * slope
        square[i] = 0.999 * square[i] + 0.001 * slope * slope
        let correctedMean = mean[i] / (1 - powf(0.9, Float(round)))
        let correctedSquare = square[i] / (1 - powf(0.999, Float(round)))
        weights[i] -= rate * correctedMean / (correctedSquare.squareRoot() + 1e-8)
      }
    }
    return (weights, losses.first ?? 0, losses.last ?? 0)
  }

  private static func sigmoid(_ x: Float) -> Float {
    let value = 1 / (1 + exp(-x))
    return min(max(value, 1e-6), 1 - 1e-6)
  }
}

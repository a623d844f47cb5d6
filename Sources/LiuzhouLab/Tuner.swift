import Liuzhou
import SearchKit

/// Fits the evaluation's weights to self-play.
///
/// Everything is seeded and single-threaded, so the same call gives the same weights everywhere.
public struct Tuner {
  public var games = 4000
  /// Nodes a turn.
  public var nodes: UInt64 = 1000
  public var seed: UInt64 = 1
  /// The share of the result in a target; the rest is what the search said.
  public var resultShare: Float = 0.5
  /// Centistones by which the odds of winning grow e-fold.
  public var scale: Float = 250
  public var rounds = 300

  private let book = Rulebook(.fengyang)
  private let training: EvaluationTraining
  /// One a stage.
  private var regressions: [Regression]

  public init() {
    training = EvaluationTraining(book)
    let width = EvaluationTraining.width
    regressions = (0..<EvaluationTraining.stageCount).map { [training, scale] stage in
      let measures = EvaluationTraining.measures[stage * width..<(stage + 1) * width]
      return Regression(
        measures: measures.map { Float($0) / 16 / scale }, patternCount: training.patternCount)
    }
  }

  /// Plays the games that the weights are fitted to.
  public mutating func collect(_ onProgress: (Int) -> Void) {
    var generator = SplitMix64(seed: seed)
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    for index in 1...games {
      collectGame(player, &generator)
      if index % 500 == 0 { onProgress(index) }
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
      guard let turn = report.bestMove, (try? game.play(turn)) != nil else { return }
    }
    let winner = game.outcome?.winner
    for (position, score) in seen {
      let result: Float = winner.map { $0 == position.sideToMove ? 1 : 0 } ?? 0.5
      let target = resultShare * result + (1 - resultShare) * expectation(score)
      let row = training.row(of: position)
      regressions[row.stage].add(row, target: target)
    }
  }

  private func expectation(_ score: Score) -> Float {
    score.isWin ? 1 : score.isLoss ? 0 : Regression.sigmoid(Float(score.rawValue) / scale)
  }

  /// Weights as `EvaluationWeights` takes them.
  public struct Fit {
    public var measures: [Int32] = []
    public var patterns: [Int8] = []
  }

  /// The weights that fit best.
  public mutating func fit(_ onProgress: (String) -> Void) -> Fit {
    var fit = Fit()
    let limit = Float(EvaluationWeights.patternLimit)
    let unit = Float(EvaluationTraining.patternUnit)
    for stage in regressions.indices {
      let loss = regressions[stage].run(rounds: rounds)
      onProgress(
        "stage \(stage): \(regressions[stage].rowCount) positions,"
          + " loss \(loss.before) -> \(loss.after)")
      let weights = regressions[stage].weights.map { $0 * 16 * scale }
      let width = EvaluationTraining.width
      fit.measures += weights[..<width].map { Int32($0.rounded()) }
      fit.patterns += weights[width...].map { Int8(min(max(($0 / unit).rounded(), -limit), limit)) }
    }
    return fit
  }
}

import Basics
import Foundation
import LabKit
import LiuzhouRules
import SearchKit
import Testing

@testable import Liuzhou
@testable import LiuzhouLab

@Suite struct RegressionTests {
  private typealias Row = EvaluationTraining.Row

  private static func logOdds(_ chance: Float) -> Float { log(chance / (1 - chance)) }

  /// A regression that nothing holds back.
  private static func free(measures: [Float], patternCount: Int) -> Regression {
    var regression = Regression(measures: measures, patternCount: patternCount)
    (regression.patternPull, regression.measurePull) = (0, 0)
    return regression
  }

  /// Two kinds of rows that share no factor: each weight is its targets' mean as log odds.
  @Test func weightsAreTheLogOddsOfTheMeans() {
    var regression = RegressionTests.free(measures: [0, 0], patternCount: 0)
    for target in [0.9, 0.8, 0.7] as [Float] {
      regression.add(Row(stage: 0, factors: [1, 0], patterns: []), target: target)
    }
    for target in [0, 0.5, 0.25, 0.25] as [Float] {
      regression.add(Row(stage: 0, factors: [0, 2], patterns: []), target: target)
    }
    let loss = regression.run(rounds: 2000)
    #expect(abs(regression.weights[0] - RegressionTests.logOdds(0.8)) < 1e-3)
    #expect(abs(2 * regression.weights[1] - RegressionTests.logOdds(0.25)) < 1e-3)
    #expect(loss.after < loss.before && abs(regression.loss() - loss.after) < 1e-5)
  }

  /// A pattern counts for one player and against the other.
  @Test func patternsHaveASign() {
    var regression = RegressionTests.free(measures: [0], patternCount: 3)
    for _ in 0..<5 {
      regression.add(Row(stage: 0, factors: [0], patterns: [2]), target: 0.7)
      regression.add(Row(stage: 0, factors: [0], patterns: [-2]), target: 0.3)
      regression.add(Row(stage: 0, factors: [0], patterns: [-3, -3]), target: 0.1)
    }
    _ = regression.run(rounds: 2000)
    #expect(regression.weights[0] == 0 && regression.weights[1] == 0)
    #expect(abs(regression.weights[2] - RegressionTests.logOdds(0.7)) < 1e-3)
    #expect(abs(2 * regression.weights[3] + RegressionTests.logOdds(0.1)) < 1e-3)
  }

  /// Where a pull holds a weight, it and the slope are level.
  @Test func pullsHoldWeightsBack() {
    var regression = Regression(measures: [1], patternCount: 1)
    (regression.measurePull, regression.patternPull) = (3, 5)
    for _ in 0..<20 {
      regression.add(Row(stage: 0, factors: [1], patterns: []), target: 0.2)
      regression.add(Row(stage: 0, factors: [0], patterns: [1]), target: 0.9)
    }
    _ = regression.run(rounds: 3000)
    let (measure, pattern) = (regression.weights[0], regression.weights[1])
    #expect(abs(20 * (sigmoid(measure) - 0.2) + 3 * (measure - 1)) < 0.02)
    #expect(abs(20 * (sigmoid(pattern) - 0.9) + 5 * pattern) < 0.02)
  }

  /// Positions of real games whose targets follow a linear rule: the fit finds it.
  @Test func aKnownRuleIsFoundInGames() throws {
    var play = SelfPlay(.fengyang, .own)
    (play.games, play.nodes) = (12, 30)
    let training = EvaluationTraining(Rulebook(.fengyang))
    var rows: [Row] = []
    play.run { rows.append(training.row(of: $0.position)) }
    rows = rows.filter { $0.stage == Evaluation.Stage.middlePlacing.rawValue }
    try #require(rows.count > 50)
    let stones = Feature.stones.rawValue
    func target(_ row: Row) -> Float {
      sigmoid(0.5 * Float(row.factors[stones] - row.factors[stones + Feature.count]) - 0.2)
    }
    var regression = RegressionTests.free(
      measures: Array(repeating: 0, count: EvaluationTraining.width), patternCount: 0)
    for row in rows {
      let plain = Row(stage: row.stage, factors: row.factors, patterns: [])
      regression.add(plain, target: target(row))
    }
    let loss = regression.run(rounds: 3000)
    let least = rows.reduce(Float(0)) { $0 + crossEntropy(target($1), target($1)) }
    #expect(loss.after < loss.before)
    #expect(abs(loss.after - least / Float(rows.count)) < 2e-3)
  }
}

@Suite struct TunerTests {
  private static func samples(games: Int, seed: UInt64) -> [Sample] {
    var play = SelfPlay(.fengyang, .own)
    (play.games, play.nodes, play.seed) = (games, 40, seed)
    var samples: [Sample] = []
    play.run { samples.append($0) }
    return samples
  }

  private static func numbers(of file: WeightFile) -> [Int16] {
    (0..<file.shape.count).map { file.numbers[$0] }
  }

  @Test func sameSeedsPlayTheSameGames() {
    let texts = TunerTests.samples(games: 2, seed: 4).map(\.text)
    #expect(!texts.isEmpty)
    #expect(TunerTests.samples(games: 2, seed: 4).map(\.text) == texts)
    #expect(TunerTests.samples(games: 2, seed: 5).map(\.text) != texts)
  }

  /// Points of both players add up to one in every game, and texts are read back.
  @Test func samplesTellTheMoversPoints() throws {
    let book = Rulebook(.fengyang)
    for sample in TunerTests.samples(games: 1, seed: 3) {
      let read = try #require(Sample(sample.text[...], under: book))
      #expect(read.position == sample.position && read.score == sample.score)
      #expect(read.points == sample.points)
    }
    for seed in 1...4 as ClosedRange<UInt64> {
      let samples = TunerTests.samples(games: 1, seed: seed)
      let points = Dictionary(grouping: samples, by: \.position.sideToMove).mapValues {
        Set($0.map(\.points))
      }
      let sum = points.values.reduce(0) { $0 + $1.reduce(0, +) }
      #expect(points.count == 2 && points.values.allSatisfy { $0.count == 1 } && sum == 1)
    }
  }

  @Test func fitsFollowTheSamplesAndCanBePlayed() throws {
    let samples = TunerTests.samples(games: 6, seed: 1)
    func fit(_ outcome: (Sample) -> Double) -> WeightFile {
      var tuner = Tuner()
      for sample in samples {
        tuner.add(
          Sample(position: sample.position, score: .draw, points: outcome(sample)))
      }
      return tuner.fit { _ in }
    }
    let stones = Feature.stones.rawValue
    /// What an own stone is worth in the middle of the placing phase.
    func worth(_ file: WeightFile) -> Int16 {
      file.numbers[Evaluation.Stage.middlePlacing.rawValue * Evaluation.width + stones]
    }
    func lead(_ sample: Sample) -> Int {
      sample.position.own.count - sample.position.opponent.count
    }
    func result(_ lead: Int) -> Double { lead > 0 ? 1 : lead < 0 ? 0 : 0.5 }
    let honest = fit { result(lead($0)) }
    #expect(worth(honest) > worth(fit { result(-lead($0)) }))
    #expect(fit { result(lead($0)) }.bytes == honest.bytes)
    // Patterns are whole steps.
    let patterns = TunerTests.numbers(of: honest).dropFirst(EvaluationTraining.stonesOnly.count)
    #expect(patterns.allSatisfy { $0 % 64 == 0 && abs($0) <= 31 * 64 })
    let player = LiuzhouPlayer(memoryLimit: 32 << 20, weights: try EvaluationWeights(honest))
    #expect(player.search(Game(.fengyang), limits: SearchLimits(nodes: 100)).bestMove != nil)
  }

  @Test func stonesAreAllThatTheFirstWeightsKnow() throws {
    let player = LiuzhouPlayer(
      memoryLimit: 32 << 20, weights: try EvaluationWeights(Tuner.stonesOnly))
    let book = Rulebook(.fengyang)
    let game = Game(book, from: try book.position("XXXXX1/6/6/6/6/OOOO2 b m 0"))
    #expect(player.evaluate(game).score == .centistones(100))
  }

  /// Weights in the place of their numbers: what the search adds up is what the file says.
  @Test func patternsAreWorthWhatTheFileSays() throws {
    let first = EvaluationTraining.stonesOnly.count
    var numbers = [Int16](repeating: 0, count: EvaluationWeights.shape.count)
    for index in first..<numbers.count { numbers[index] = Int16(truncatingIfNeeded: index % 1999) }
    let weights = try EvaluationWeights(WeightFile(EvaluationWeights.shape, numbers: numbers))
    let training = EvaluationTraining(Rulebook(.fengyang))
    for sample in TunerTests.samples(games: 1, seed: 9) {
      let row = training.row(of: sample.position)
      let base = first + row.stage * EvaluationTraining.patternCount - 1
      let sum = row.patterns.reduce(0) { sum, number in
        sum + Int(number.signum()) * Int(numbers[base + Int(number.magnitude)])
      }
      let score = Evaluation(Rulebook(.fengyang), weights: weights).score(of: sample.position)
      #expect(score == .centistones(max(-20_000, min(20_000, sum / 16))))
    }
  }
}

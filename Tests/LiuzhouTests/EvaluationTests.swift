import Basics
import LiuzhouRules
import SearchKit
import TestSupport
import Testing

@testable import Liuzhou

/// How measures, patterns and stages make a score.
@Suite struct EvaluationTests {
  private static let count = Effort.count(60, thorough: 5_000)
  private static let presets = RuleSet.presets.map(\.name)

  /// An evaluation by numbers that the test knows.
  private static func evaluation(
    _ book: Rulebook, _ weights: PlainWeights
  ) throws -> Evaluation {
    let numbers = weights.measures.map(Int16.init) + weights.patterns
    return Evaluation(
      book, weights: try EvaluationWeights(WeightFile(EvaluationWeights.shape, numbers: numbers)))
  }

  /// The engine's own evaluation.
  private static func evaluation(_ book: Rulebook) -> Evaluation {
    Evaluation(book, weights: .own)
  }

  private static func parts(
    _ evaluation: Evaluation, _ position: Position
  ) -> [String: Int] {
    Dictionary(
      evaluation.parts(of: position).map { ($0.name, $0.centistones) },
      uniquingKeysWith: { _, second in
        Issue.record("a part is told twice in \(position)")
        return second
      })
  }

  // MARK: Stages

  @Test(
    arguments: [
      (.placing, 29...36, .firstPlacing), (.placing, 23...28, .earlyPlacing),
      (.placing, 17...22, .middlePlacing), (.placing, 8...16, .latePlacing),
      (.placing, 0...7, .lastPlacing), (.forcing, 0...36, .forcing), (.moving, 0...4, .packed),
      (.moving, 5...8, .crowded), (.moving, 9...14, .loose), (.moving, 15...36, .open),
    ] as [(Phase, ClosedRange<Int>, Evaluation.Stage)])
  func stagesChangeWithThePhaseAndTheGaps(
    phase: Phase, gaps: ClosedRange<Int>, stage: Evaluation.Stage
  ) {
    for count in gaps {
      var position = Position()
      position.phase = phase
      // Dead stones are no gaps yet.
      position.deadWhite = PointSet(Point.all.dropFirst(count).prefix(3))
      position.liveBlack = PointSet(Point.all.dropFirst(count + 3))
      #expect(Evaluation.Stage(of: position) == stage, "\(count) gaps")
    }
  }

  // MARK: The sum

  @Test(arguments: presets) func theScoreIsTheSumOfAllThatIsWeighed(name: String) throws {
    let book = Rulebook(try RuleSet(name))
    let weights = PlainWeights(book, seed: 31, limit: 1_500)
    let evaluation = try EvaluationTests.evaluation(book, weights)
    var boards = RandomBoards(seed: 32)
    var stages: Set<Evaluation.Stage> = []
    for position in boards.positions(ofEachPhase: EvaluationTests.count) {
      let sum = weights.parts(of: position).map(\.sixteenths).reduce(0, +)
      let score = evaluation.score(of: position)
      #expect(score == .centistones(max(-20_000, min(20_000, sum / 16))), "\(position)")
      stages.insert(Evaluation.Stage(of: position))
    }
    #expect(stages.count == Evaluation.Stage.allCases.count)
  }

  @Test(arguments: presets) func thePartsToldAreThoseThatAreNotNought(name: String) throws {
    let book = Rulebook(try RuleSet(name))
    let weights = PlainWeights(book, seed: 33, limit: 1_500)
    let evaluation = try EvaluationTests.evaluation(book, weights)
    var boards = RandomBoards(seed: 34)
    for position in boards.positions(ofEachPhase: EvaluationTests.count) {
      let expected = weights.parts(of: position).map { ($0.name, $0.sixteenths / 16) }
      #expect(
        EvaluationTests.parts(evaluation, position)
          == Dictionary(uniqueKeysWithValues: expected.filter { $0.1 != 0 }), "\(position)")
    }
  }

  /// Far inside of what a proven win is worth, whatever the weights say.
  @Test func noEstimateIsBeyondTwentyThousandCentistones() throws {
    let book = Rulebook()
    let evaluation = try EvaluationTests.evaluation(
      book, PlainWeights(book, seed: 35, limit: 32_000))
    var boards = RandomBoards(seed: 36)
    let scores = boards.positions(ofEachPhase: 40).map { evaluation.score(of: $0) }
    #expect(scores.allSatisfy { abs($0.rawValue) <= 20_000 })
    #expect(Set(scores).isSuperset(of: [.centistones(20_000), .centistones(-20_000)]))
  }

  // MARK: What is even

  @Test(arguments: presets) func coloursExchangedKeepAllButTheWorthOfBeingSecond(
    name: String
  ) throws {
    let book = Rulebook(try RuleSet(name))
    let evaluation = EvaluationTests.evaluation(book)
    var boards = RandomBoards(seed: 37)
    for position in boards.positions(ofEachPhase: EvaluationTests.count) {
      var parts = EvaluationTests.parts(evaluation, position)
      parts["second"] = parts["second"].map { -$0 }
      let exchanged = EvaluationTests.parts(evaluation, position.withColorsExchanged)
      #expect(exchanged == parts, "\(position)")
    }
  }

  @Test(arguments: presets) func coloursExchangedKeepTheScoreWhenBeingSecondIsWorthNothing(
    name: String
  ) throws {
    let book = Rulebook(try RuleSet(name))
    var weights = PlainWeights(book, seed: 38, limit: 1_500)
    weights.forgetTheSecondPlayer()
    let evaluation = try EvaluationTests.evaluation(book, weights)
    var boards = RandomBoards(seed: 39)
    for position in boards.positions(ofEachPhase: EvaluationTests.count) {
      let exchanged = evaluation.score(of: position.withColorsExchanged)
      #expect(exchanged == evaluation.score(of: position), "\(position)")
    }
  }

  @Test(arguments: presets) func aPassExchangesTheMeasuresAndTurnsThePatternsRound(
    name: String
  ) throws {
    let book = Rulebook(try RuleSet(name))
    let training = EvaluationTraining(book)
    var boards = RandomBoards(seed: 40)
    for position in boards.positions(ofEachPhase: EvaluationTests.count) {
      let row = training.row(of: position)
      let passed = training.row(of: position.withTurnPassed)
      let (own, enemy) = (row.factors.prefix(Feature.count), row.factors.dropFirst(Feature.count))
      #expect(Array(passed.factors.prefix(Feature.count)) == Array(enemy.prefix(Feature.count)))
      #expect(Array(passed.factors.dropFirst(Feature.count).prefix(Feature.count)) == Array(own))
      // The turn is worth the same, being second the opposite.
      #expect(row.factors.suffix(2).first == 1 && passed.factors.suffix(2).first == 1)
      #expect(passed.factors.last == row.factors.last.map { -$0 })
      #expect(passed.patterns.sorted() == row.patterns.map { -$0 }.sorted(), "\(position)")
      #expect(passed.stage == row.stage)
    }
  }

  @Test(arguments: presets) func theBoardTurnedOrMirroredKeepsTheScore(name: String) throws {
    let book = Rulebook(try RuleSet(name))
    let own = EvaluationTests.evaluation(book)
    let other = try EvaluationTests.evaluation(book, PlainWeights(book, seed: 41, limit: 1_500))
    var boards = RandomBoards(seed: 42)
    for position in boards.positions(ofEachPhase: EvaluationTests.count) {
      for symmetry in BoardSymmetry.all {
        let image = symmetry.image(of: position)
        #expect(own.score(of: image) == own.score(of: position), "\(position) \(symmetry)")
        #expect(other.score(of: image) == other.score(of: position), "\(position) \(symmetry)")
      }
    }
  }
}

/// Random numbers for all that the evaluation weighs, and the definition of what they are weighed
/// with.
private struct PlainWeights {
  private let book: Rulebook
  private let training: EvaluationTraining
  /// By stage: own measures, the opponent's, the turn, being second; in sixteenths of a centistone.
  private(set) var measures: [Int32]
  /// By stage and number, in sixteenths of a centistone.
  let patterns: [Int16]

  init(_ book: Rulebook, seed: UInt64, limit: Int32) {
    self.book = book
    training = EvaluationTraining(book)
    let stageCount = Evaluation.Stage.allCases.count
    var generator = SplitMix64(seed: seed)
    measures = (0..<stageCount * Evaluation.width).map { _ in
      Int32.random(in: -limit...limit, using: &generator)
    }
    patterns = (0..<stageCount * EvaluationTraining.patternCount).map { _ in
      Int16.random(in: -2000...2000, using: &generator)
    }
  }

  mutating func forgetTheSecondPlayer() {
    for stage in Evaluation.Stage.allCases {
      measures[stage.rawValue * Evaluation.width + 2 * Feature.count + 1] = 0
    }
  }

  /// What each thing contributes for the side to move, in sixteenths of a centistone.
  func parts(of position: Position) -> [(name: String, sixteenths: Int)] {
    let stage = Evaluation.Stage(of: position).rawValue
    let row = measures.dropFirst(stage * Evaluation.width).prefix(Evaluation.width).map(Int.init)
    let side = position.sideToMove
    let own = PlainFeatures(position, of: side, under: book.rules).values.map(Int.init)
    let enemy = PlainFeatures(position, of: side.opponent, under: book.rules).values.map(Int.init)
    let measured = Feature.allCases.map { feature in
      let place = feature.rawValue
      let sum = row[place] * own[place] + row[Feature.count + place] * enemy[place]
      return (name: "\(feature)", sixteenths: sum)
    }
    let steps = training.row(of: position).patterns.map { number in
      let weight = patterns[stage * EvaluationTraining.patternCount + Int(number.magnitude) - 1]
      return Int(number.signum()) * Int(weight)
    }
    let second = row[2 * Feature.count + 1]
    return measured + [
      ("patterns", steps.reduce(0, +)), ("turn", row[2 * Feature.count]),
      ("second", side == .white ? second : -second),
    ]
  }
}

import Basics
import LiuzhouRules
import SearchKit
import SearchTypes
import TestSupport
import Testing

@testable import Liuzhou

/// How measures, patterns and stages make a score.
@Suite struct EvaluationTests {
  private static let count = Effort.count(60, thorough: 5_000)
  private static let presets = RuleSet.presets.map(\.name)

  // MARK: Stages

  @Test(
    arguments: [
      (.placing, 29...36, .firstPlacing), (.placing, 23...28, .earlyPlacing),
      (.placing, 17...22, .middlePlacing), (.placing, 8...16, .latePlacing),
      (.placing, 0...7, .lastPlacing), (.forcing, 0...36, .forcing), (.moving, 0...4, .packed),
      (.moving, 5...8, .crowded), (.moving, 9...14, .loose), (.moving, 15...36, .open),
    ] as [(Phase, ClosedRange<Int>, Evaluation.GameStage)])
  func stagesChangeWithThePhaseAndTheGaps(
    phase: Phase, gaps: ClosedRange<Int>, stage: Evaluation.GameStage
  ) {
    for count in gaps {
      var position = Position()
      position.phase = phase
      // Dead stones are no gaps yet.
      position.deadWhite = PointSet(Point.all.dropFirst(count).prefix(3))
      position.liveBlack = PointSet(Point.all.dropFirst(count + 3))
      #expect(Evaluation.GameStage(of: position) == stage, "\(count) gaps")
    }
  }

  // MARK: The sum

  @Test(
    arguments: presets + [
      "mover=first", "blocked=loss fly-at=4 lose-at=2 edge-six=4 quiet=37", "length=90",
    ])
  func theScoreIsThatOfThePlainNetwork(switches: String) throws {
    let book = Rulebook(try RuleSet(switches))
    let network = PlainNetwork(seed: 31)
    let evaluation = Evaluation(book, weights: try EvaluationWeights(network.file))
    var boards = RandomBoards(seed: 32)
    var stages: Set<Evaluation.GameStage> = []
    var scores: Set<Score> = []
    for (index, board) in boards.positions(ofEachPhase: EvaluationTests.count).enumerated() {
      var position = board
      if position.phase == .moving { position.quiet = index % (book.rules.quiet + 1) }
      position.steps = Int32(index % 100)
      let score = evaluation.score(of: position)
      let expected = network.score(of: position, under: book)
      #expect(abs(Int(score.rawValue) - expected) <= 1, "\(position)")
      stages.insert(Evaluation.GameStage(of: position))
      scores.insert(score)
    }
    #expect(stages.count == Evaluation.GameStage.allCases.count && scores.count > 50)
  }

  @Test(arguments: presets) func aPartIsWhatTheScoreLosesWithoutTheMeasure(name: String) throws {
    let book = Rulebook(try RuleSet(name))
    let network = PlainNetwork(seed: 33)
    let evaluation = Evaluation(book, weights: try EvaluationWeights(network.file))
    var boards = RandomBoards(seed: 34)
    for position in boards.positions(ofEachPhase: EvaluationTests.count / 3) {
      let score = network.score(of: position, under: book)
      let parts = Dictionary(
        uniqueKeysWithValues: evaluation.parts(of: position).map { ($0.name, $0.centistones) })
      for feature in Feature.allCases {
        let part = score - network.score(of: position, under: book, without: feature)
        #expect(abs(parts["\(feature)", default: 0] - part) <= 2, "\(feature) \(position)")
      }
    }
  }

  /// A lead of which nothing is made until the quiet limit is none.
  @Test(arguments: [1, 40, 100, 1000]) func aLeadShrinksTowardsTheQuietLimit(limit: Int) throws {
    let book = Rulebook(try RuleSet("quiet=\(limit)"))
    let evaluation = Evaluation(book, weights: .compiledIn)
    var boards = RandomBoards(seed: 43)
    var leads = 0
    for board in boards.positions(ofEachPhase: 40) where board.phase == .moving {
      var position = board
      position.quiet = 0
      let fresh = Int(evaluation.score(of: position).rawValue)
      if abs(fresh) > 200 { leads += 1 }
      for turns in 0...limit {
        position.quiet = turns
        let share = Double(fresh) * Double(limit - turns) / Double(limit)
        #expect(abs(Double(evaluation.score(of: position).rawValue) - share) <= 1.5)
      }
      #expect(evaluation.score(of: position) == .draw)
    }
    #expect(leads > 10)
  }

  /// Far inside of what a proven win is worth, whatever the weights say.
  @Test func noEstimateIsBeyondTwentyThousandCentistones() throws {
    let book = Rulebook()
    let network = PlainNetwork(seed: 35, limit: 32_000)
    let evaluation = Evaluation(book, weights: try EvaluationWeights(network.file))
    var boards = RandomBoards(seed: 36)
    let scores = boards.positions(ofEachPhase: 40).map { evaluation.score(of: $0) }
    #expect(scores.allSatisfy { abs($0.rawValue) <= 20_000 })
    #expect(scores.contains { abs($0.rawValue) == 20_000 })
  }

  // MARK: What is even

  /// Where nothing is known of the rules, and so of who slides first.
  @Test(arguments: presets) func coloursExchangedKeepTheScore(name: String) throws {
    let book = Rulebook(try RuleSet(name))
    var network = PlainNetwork(seed: 38)
    network.clearRuleRows()
    let evaluation = Evaluation(book, weights: try EvaluationWeights(network.file))
    var boards = RandomBoards(seed: 39)
    for position in boards.positions(ofEachPhase: EvaluationTests.count) {
      let exchanged = evaluation.score(of: position.withColorsExchanged)
      #expect(exchanged == evaluation.score(of: position), "\(position)")
    }
  }

  @Test(arguments: presets) func aPassExchangesTheMeasures(name: String) throws {
    let encoding = EvaluationEncoding(Rulebook(try RuleSet(name)))
    var boards = RandomBoards(seed: 40)
    for position in boards.positions(ofEachPhase: EvaluationTests.count) {
      func measures(_ position: Position) -> [UInt16] {
        encoding.inputs(of: position).rows.suffix(2 * Feature.count)
      }
      let (own, passed) = (measures(position), measures(position.withTurnPassed))
      let step = UInt16(Feature.count * EmbeddingRows.rowsPerFeature)
      #expect(passed.prefix(21).map { $0 + step } == Array(own.suffix(21)))
      #expect(passed.suffix(21).map { $0 - step } == Array(own.prefix(21)))
    }
  }

  @Test(arguments: presets) func theBoardTurnedOrMirroredKeepsTheScore(name: String) throws {
    let book = Rulebook(try RuleSet(name))
    let own = Evaluation(book, weights: .compiledIn)
    let other = Evaluation(book, weights: try EvaluationWeights(PlainNetwork(seed: 41).file))
    var boards = RandomBoards(seed: 42)
    for position in boards.positions(ofEachPhase: EvaluationTests.count) {
      for symmetry in BoardSymmetry.all {
        let image = symmetry.image(of: position)
        #expect(own.score(of: image) == own.score(of: position), "\(position) \(symmetry)")
        #expect(other.score(of: image) == other.score(of: position), "\(position) \(symmetry)")
      }
    }
  }

  // MARK: Rules

  /// Every switch has rows of its own, and each value another one.
  @Test func switchesAreToldApart() throws {
    let switches = [
      "", "count=best", "protect=last-resort", "protect=never", "blocked=loss", "blocked=draw",
      "force-first=second", "mover=first", "lose-at=2", "fly-at=3", "square=2", "diag3=0",
      "diag4=2", "diag5=1", "diag6=2", "six=1", "edge-six=2",
    ]
    for color in Color.allCases {
      let rows = try switches.map { RuleInputs.rows(under: try RuleSet($0), for: color) }
      #expect(Set(rows).count == switches.count)
      #expect(rows.allSatisfy { $0.allSatisfy((0..<RuleInputs.count).contains) })
      #expect(rows.allSatisfy { Set($0).count == $0.count && $0.contains(0) })
    }
    let sides = Color.allCases.map { RuleInputs.rows(under: .fengyang, for: $0) }
    #expect(sides[0] != sides[1])
  }
}

/// A network of random numbers, and its score by the definition.
private struct PlainNetwork {
  private var rows: [Int16]
  private let hidden: [Int16]
  private let output: [Int16]

  init(seed: UInt64, limit: Int16 = 400) {
    var generator = SplitMix64(seed: seed)
    func random(_ count: Int, _ limit: Int16) -> [Int16] {
      (0..<count).map { _ in Int16.random(in: -limit...limit, using: &generator) }
    }
    let tables = EvaluationWeights.shape.tables
    rows = random(tables[0].count, min(limit, 340))
    for channel in 0..<32 { rows[EmbeddingRows.blankRow * 32 + channel] = 0 }
    hidden = random(tables[1].count, 10 * min(limit, 3_200))
    output = random(tables[2].count, limit)
  }

  var file: WeightFile { WeightFile(EvaluationWeights.shape, numbers: rows + hidden + output) }

  mutating func clearRuleRows() {
    for index in EmbeddingRows.firstRuleRow * 32..<EmbeddingRows.blankRow * 32 { rows[index] = 0 }
  }

  /// The value for the side to move in centistones.
  func score(
    of position: Position, under book: Rulebook, without feature: Feature? = nil
  ) -> Int {
    let side = position.sideToMove
    let measures = [side, side.opponent].enumerated().flatMap { place, color in
      PlainFeatures(position, of: color, under: book.rules).values.enumerated().map {
        let value = Int($1 < 0 ? 0 : $1)
        let index = place * Feature.count + $0
        return EmbeddingRows.firstFeatureRow + 32 * index
          + ($0 == feature?.rawValue ? 0 : min(value, 31))
      }
    }
    let others = EvaluationEncoding(book).inputs(of: position).rows.map(Int.init).filter {
      $0 < EmbeddingRows.firstFeatureRow || $0 >= EmbeddingRows.firstRuleRow
    }
    let stage = Evaluation.GameStage(of: position).rawValue
    var odds = Double(output[stage * 9 + 8]) / 1024
    let sums = (0..<32).map { channel in
      (measures + others).reduce(0) { $0 + Double(rows[$1 * 32 + channel]) / 256 }
    }
    for place in 0..<8 {
      let layer = hidden[(stage * 33 * 8)...]
      let start = layer.startIndex
      var sum = Double(layer[start + 32 * 8 + place]) / 4096
      for channel in 0..<32 {
        sum += Double(layer[start + channel * 8 + place]) / 4096 * min(max(sums[channel], 0), 4)
      }
      odds += max(sum, 0) * Double(output[stage * 9 + place]) / 1024
    }
    let stepsLeft = book.rules.length == 0 ? 10_000 : book.rules.length - Int(position.steps)
    let left = max(0, min(book.rules.quiet - position.quiet, stepsLeft))
    return Int(min(max(odds * 135 * Double(left) / Double(book.rules.quiet), -20_000), 20_000))
  }
}

import Basics
import CommandLineKit
import Gomoku
import GomokuRules
import LabKit
import SearchKit
import SearchTypes
import Testing

@testable import GomokuLab

@Suite struct TrainerTests {
  /// Some games of the engine against itself.
  private static func games(_ variant: Variant, _ count: Int) -> [TrainingGame] {
    var play = SelfPlay(seed: 5)
    play.variant = variant
    play.nodes = 60
    return (0..<count).map { _ in play.play() }
  }

  @Test(arguments: [Variant.freestyle, .renju]) func gamesKeepTheirText(_ variant: Variant) {
    for game in TrainerTests.games(variant, 6) {
      #expect(game.outcome != nil)
      #expect(TrainingGame(game.text) == game)
    }
    #expect(TrainingGame("freestyle 15 15 +") == nil)
    #expect(TrainingGame("chess 15 15 + h8 i9:3") == nil)
    #expect(TrainingGame("freestyle 15 15 ! h8 i9:3") == nil)
  }

  @Test func resultsAreTheMovers() throws {
    let text = "freestyle 15 15 + h8i9h9 i8:5 j7 k6:-3 h7"
    let game = try #require(TrainingGame(text))
    #expect(game.start.stones.count == 3)
    #expect(game.start.sideToMove == .white)
    #expect((0..<4).map(game.result(forPly:)) == [0, 1, 0, 1])
    #expect(game.lastRandomPly == 3)
    let level = try #require(TrainingGame("freestyle 15 15 = h8 i8:5 j7:2"))
    #expect((0..<2).map(level.result(forPly:)) == [0.5, 0.5])
    #expect(level.lastRandomPly == nil)
    let label = try #require(TrainingGame("freestyle 15 15 ? h8 i8:5"))
    #expect(label.result(forPly: 0) == nil && TrainingGame(label.text) == label)
  }

  @Test func learningGoesOnFromKnownWeights() throws {
    let weights = Weights.of(.renju)
    var trainer = Trainer(.renju, scale: 170)
    trainer.epochs = 0
    trainer.start(from: weights)
    let same = trainer.fit { _ in }
    #expect(same.values == weights.values)
  }

  @Test(arguments: [(Variant.freestyle, Variant.renju), (.renju, .standard)])
  func learningGoesOnFromAnotherVariant(known: Variant, new: Variant) throws {
    var trainer = Trainer(new, scale: 170)
    trainer.epochs = 0
    trainer.start(from: .of(known))
    let weights = trainer.fit { _ in }
    #expect(weights.variant == new)
    for table in [Weights.Table.points, .threats, .codes, .pairs, .threatBias] {
      let (old, values) = (Weights.of(known).values(of: table), weights.values(of: table))
      let one = min(old.count, values.count)
      #expect(values.prefix(one) == old.prefix(one))
      #expect(values.suffix(one) == old.prefix(one))
    }
    #expect(weights.values(of: .output) == Weights.of(known).values(of: .output))
  }

  @Test func calibrationTellsExpectationsFromResults() throws {
    // Scores of 100 that win two times of three: the odds are e^(100 / 144).
    let games = try ["+", "+", "-"].map {
      try #require(TrainingGame("freestyle 15 15 \($0) h8i9 h9:100"))
    }
    let calibration = try Calibration(games)
    #expect(calibration.scale == 145)
    #expect(calibration.bins(scale: 144.3)[6].count == 3)
    #expect(calibration.bins(scale: 144.3)[6].error < 0.001)
    #expect(abs(calibration.bins(scale: 50)[8].error - 0.214) < 0.001)
  }

  @Test(arguments: ["+ h8i9 h9:100 h10 h11:120", "? h8i9 h9:100"])
  func calibrationRefusesStrayMovesAndGamesWithoutAResult(game: String) throws {
    let game = try #require(TrainingGame("freestyle 15 15 \(game)"))
    #expect(throws: CommandError.self) { try Calibration([game]) }
  }

  @Test func everyMoveOfAGameIsLegal() throws {
    for game in TrainerTests.games(.renju, 6) {
      var position = Position(size: game.size, variant: game.variant)
      for point in game.opening + game.plies.compactMap(\.move) { try position.play(point) }
    }
  }

  /// A game of one ply, as `label` makes them, teaches what its position teaches in a longer one.
  @Test(arguments: [Variant.freestyle, .renju]) func aPositionAloneIsSeenAsInItsGame(
    _ variant: Variant
  ) throws {
    for game in TrainerTests.games(variant, 4) {
      let moves = game.plies.compactMap(\.move)
      var position = game.start
      for (move, sample) in zip(moves, TrainingSample.samples(from: position, moves: moves)) {
        let alone = try #require(TrainingSample.samples(from: position, moves: [move]).first)
        #expect(alone.terms.map(\.code) == sample.terms.map(\.code))
        #expect(alone.terms.map(\.factor) == sample.terms.map(\.factor))
        #expect(alone.threats == sample.threats && alone.isQuiet == sample.isQuiet)
        try position.play(move)
      }
    }
  }

  @Test func sameSeedsMakeTheSameGames() {
    #expect(TrainerTests.games(.standard, 3) == TrainerTests.games(.standard, 3))
  }

  @Test(arguments: [Variant.freestyle, .renju])
  func learningLowersTheLoss(_ variant: Variant) throws {
    var trainer = ValueTrainer(variant)
    for game in TrainerTests.games(variant, 40) {
      let samples = TrainingSample.samples(from: game.start, moves: game.plies.compactMap(\.move))
      for (index, sample) in samples.enumerated() {
        trainer.add(sample, target: 0.1 + 0.8 * (try #require(game.result(forPly: index))))
      }
    }
    let rows = Array(0..<Int32(trainer.count))
    let before = trainer.loss(rows)
    for _ in 0..<40 { _ = trainer.train(rows, learningRate: 0.004) }
    #expect(trainer.loss(rows) < before * 0.95)
  }

  @Test(arguments: [Variant.freestyle, .renju]) func everyChannelStartsAlive(_ variant: Variant) {
    var trainer = ValueTrainer(variant)
    for game in TrainerTests.games(variant, 20) {
      let samples = TrainingSample.samples(from: game.start, moves: game.plies.compactMap(\.move))
      for sample in samples { trainer.add(sample, target: 0.5) }
    }
    trainer.centerChannels()
    let sums = (0..<trainer.count).map { trainer.sum(trainer.ownTermRange($0)) }
    for lane in 0..<ShapeNetwork.width {
      #expect(sums.contains { $0[lane] > 0.1 } && sums.contains { $0[lane] < -0.1 })
    }
  }

  @Test func stepsAgainstTheGradientLeadToTheLeastLoss() {
    var table = FactoredEmbedding<Float>(parts: [[0], [0, 1], [1]], weightDecay: 0)
    // Minimise the squares of entries less (1, -2, 4).
    let goal: [Float] = [1, -2, 4]
    for round in 0..<4000 {
      for code in 0..<3 { table.gradient[code] = 2 * (table.entries[code] - goal[code]) }
      table.step(learningRate: round < 3000 ? 0.02 : 0.002)
    }
    for code in 0..<3 { #expect(abs(table.entries[code] - goal[code]) < 0.05) }
  }

  @Test func fittedWeightsCanBeReadAndPlayed() throws {
    var trainer = Trainer(.freestyle, scale: 170)
    trainer.epochs = 2
    for game in TrainerTests.games(.freestyle, 20) { trainer.add(game) }
    let weights = trainer.fit { _ in }
    let read = try Weights(WeightFile(reading: weights.bytes))
    #expect(read.values == weights.values)
    let player = GomokuPlayer(tableSize: 8 << 20)
    player.use(read)
    let report = player.search(Position(), limits: SearchLimits(nodes: 500))
    #expect(report.bestMove != nil)
  }
}

import Basics
import Foundation
import GomokuRules
import SearchKit
import Testing

@testable import Gomoku
@testable import GomokuLab

@Suite struct PolicyTrainerTests {
  /// Some games of the engine against itself.
  private static func games(_ count: Int) -> [TrainingGame] {
    var play = SelfPlay(seed: 5)
    play.nodes = 60
    return (0..<count).map { _ in play.play() }
  }

  /// A game of random moves, in which all but the first have a score.
  private static func randomGame(_ variant: Variant, side: Int, moves: Int) throws -> TrainingGame {
    let size = try #require(BoardSize(side: side))
    var generator = SplitMix64(seed: 3)
    var position = Position(size: size, variant: variant)
    while position.stones.count < moves {
      guard let point = position.legalMoves.randomElement(using: &generator) else { break }
      try position.play(point)
    }
    let words = position.stones.map { "\($0.point)" }
    let plies = words.dropFirst().map { "\($0):0" }.joined(separator: " ")
    return try #require(TrainingGame("\(variant) \(side) \(side) = \(words[0]) \(plies)"))
  }

  private static func examples(_ game: TrainingGame) -> PolicyExamples {
    var examples = PolicyExamples()
    examples.add(game)
    return examples
  }

  @Test func examplesAreScoredPositionsWithoutAFiveToAnswer() throws {
    let game = try #require(
      TrainingGame("freestyle 15 15 + h8i9 h9:1 j9 h10:2 k9:3 h11:4 l9:5 h12:6 a1:7"))
    let examples = PolicyTrainerTests.examples(game)
    #expect(examples.examples.map(\.stoneCount) == [2, 4, 5, 6])
    #expect(examples.stones.count == 10)
  }

  /// The gradient is compared with differences of the loss, in all tables and in the middles' rows.
  @Test(arguments: [(Variant.freestyle, 9), (.renju, 7)])
  func theGradientIsTheLossesSlope(variant: Variant, side: Int) throws {
    let examples = try PolicyTrainerTests.examples(
      PolicyTrainerTests.randomGame(variant, side: side, moves: 16))
    let order = Array(0..<Int32(examples.examples.count))
    var model = PolicyModel(variant, seed: 9)
    let pass = PolicyPass(model)
    _ = pass.run(examples, order[...], share: 1)
    var slopes = (0..<pass.count).map { pass.gradient[$0] }
    slopes += Array(repeating: .zero, count: model.parameters.count - pass.count)
    for row in 0..<PolicyModel.mixing { slopes[model.middle(of: row)] += slopes[row] }
    func loss(_ index: Int, _ lane: Int, _ change: Float) -> Double {
      var changed = model
      changed.parameters[index][lane] += change
      changed.merge()
      pass.take(changed)
      return pass.run(examples, order[...], share: nil).loss
    }
    model.merge()
    var generator = SplitMix64(seed: 4)
    let ends = [
      PolicyModel.diagonal, PolicyModel.mixing, PolicyModel.first, PolicyModel.threats,
      pass.count - 1, pass.count, slopes.count,
    ]
    for (start, end) in zip([0] + ends, ends) {
      let places = (start..<end).flatMap { index in (0..<16).map { (index, $0) } }
        .filter { abs(slopes[$0.0][$0.1]) > 0.1 }
      #expect(!places.isEmpty)
      for (index, lane) in places.shuffled(using: &generator).prefix(5) {
        let step: Float = 0.001
        let difference = loss(index, lane, step) - loss(index, lane, -step)
        let found = Double(slopes[index][lane])
        #expect(abs(difference / Double(2 * step) - found) < 0.01 + 0.05 * abs(found))
      }
    }
  }

  @Test func learningLowersTheLoss() {
    var trainer = PolicyTrainer(PolicyModel(.freestyle, seed: 1))
    (trainer.rounds, trainer.rate, trainer.batch) = (8, 0.03, 64)
    for game in PolicyTrainerTests.games(40) { trainer.add(game) }
    let before = trainer.loss()
    _ = trainer.fit { _ in }
    #expect(trainer.loss() < before * 0.9)
  }

  @Test(arguments: [1, 2]) func sameGamesMakeTheSameNetwork(threads: Int) {
    let files = (0..<2).map { _ in
      var trainer = PolicyTrainer(PolicyModel(.freestyle, seed: 1))
      (trainer.rounds, trainer.batch, trainer.threads) = (2, 32, threads)
      for game in PolicyTrainerTests.games(20) { trainer.add(game) }
      return trainer.fit { _ in }.bytes
    }
    #expect(files[0] == files[1])
  }

  @Test(arguments: [(Variant.freestyle, 5), (.renju, 9), (.standard, 15), (.caro, 22)])
  func theEngineScoresAsTheModelDoes(variant: Variant, side: Int) throws {
    let game = try PolicyTrainerTests.randomGame(variant, side: side, moves: side * side / 2)
    let examples = PolicyTrainerTests.examples(game)
    let model = PolicyModel(variant, seed: 2)
    let network = try PolicyNetwork(model.file)
    let pass = PolicyPass(model)
    for (index, example) in examples.examples.enumerated() {
      _ = pass.run(examples, [Int32(index)], share: nil)
      var position = Position(size: game.size, variant: variant)
      for point in examples.stones[..<example.stoneCount] { try position.play(point) }
      let scores = variant.run(Scoring(network: network, position: position))
      let greatest = scores.values.max() ?? 0
      let sum = scores.values.reduce(0) { $0 + exp($1 - greatest) }
      for (point, score) in scores {
        let expected = log(pass.scores[point.index])
        #expect(abs(score - greatest - log(sum) - expected) < 0.05)
      }
    }
  }

  /// What a network in the engine says of the empty points.
  private struct Scoring: VariantWork {
    let network: PolicyNetwork
    let position: Position

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> [Point: Float] {
      let board = Board<Rules>(position, weights: .blank(Rules.variant))
      var policy = PolicyBoard(network, board, deepest: 1)
      let points = position.emptyPoints
      var scores = [Float](repeating: 0, count: points.count)
      policy.score(points.map(\.rawValue), count: points.count, on: board, to: &scores)
      return Dictionary(uniqueKeysWithValues: zip(points, scores))
    }
  }

  @Test(arguments: [(Variant.freestyle, Variant.freestyle), (.renju, .renju), (.caro, .renju)])
  func learningGoesOnFromAFile(known: Variant, new: Variant) throws {
    let file = PolicyModel(known, seed: 6).file
    let model = try PolicyModel(new, from: file)
    let again = model.file
    #expect(again.shape == PolicyNetwork.shape(new))
    for index in 0..<again.shape.count { #expect(again.numbers[index] == file.numbers[index]) }
  }
}

import Basics
import CNetworks
import CommandLineKit
import Foundation
import GomokuRules
import LabKit
import Platform
import SearchKit
import TestSupport
import Testing

@testable import Gomoku
@testable import GomokuLab

@Suite struct MixTrainerTests {
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
    let plies = words.dropFirst().enumerated().map { "\($1):\($0 * 17 % 90 - 40)" }
    return try #require(
      TrainingGame("\(variant) \(side) \(side) + \(words[0]) \(plies.joined(separator: " "))"))
  }

  private static func examples(_ games: [TrainingGame]) -> MixExamples {
    var maker = ExampleMaker(resultShare: 0.3, scale: 170)
    return maker.examples(of: games, threads: 1)
  }

  @Test func examplesAreScoredPositionsWithoutAFiveToAnswer() throws {
    let game = try #require(
      TrainingGame("freestyle 15 15 + h8i9 h9:1 j9 h10:2 k9:3 h11:4 l9:5 h12:6 a1:7"))
    let examples = MixTrainerTests.examples([game]).examples
    #expect(
      examples.map(\.move)
        == ["h9", "h10", "k9", "h11"].map { word in
          Point(Substring(word)).map { $0.y * 15 + $0.x }
        })
    #expect(examples.map(\.mover) == [.black, .black, .white, .black])
    #expect(examples.allSatisfy { $0.target == nil } == false)
  }

  /// Before the last stray move the result counts less.
  @Test func targetsMixWhatSearchesSaidWithTheResult() throws {
    let game = try #require(TrainingGame("freestyle 15 15 + h8 a1:34 c12:-17 o15 j3:85"))
    let targets = MixTrainerTests.examples([game]).examples.map(\.target)
    let shares: [(Float, Float, Float)] = [(0.075, 0, 34), (0.075, 1, -17), (0.3, 1, 85)]
    let expected = shares.map { share, result, score in
      share * result + (1 - share) / (1 + exp(-score / 170))
    }
    #expect(targets.count == expected.count)
    for (target, expected) in zip(targets, expected) {
      #expect(abs(try #require(target) - expected) < 1e-6)
    }
  }

  /// Nothing is learned from the move of a side that has lost.
  @Test(arguments: [true, false]) func provenPositionsAreWorthAWholePoint(takesProven: Bool) throws
  {
    let game = try #require(TrainingGame("freestyle 15 15 + h8 a1:-M20 c12:+M19 o15:-M18 j3:50"))
    var maker = ExampleMaker(resultShare: 0, scale: 170, takesProven: takesProven)
    let examples = maker.examples(of: [game], threads: 1)
    let targets = examples.examples.map { $0.target?.rounded() }
    #expect(targets.prefix(3) == (takesProven ? [0, 1, 0] : [nil, nil, nil]))
    #expect(examples.examples.map { $0.move != nil } == [false, true, false, true])
  }

  /// With foresight each search gives way to what came of its move, up to a stray move, and the last one to
  /// the result.
  @Test func targetsLookAhead() throws {
    let game = try #require(TrainingGame("freestyle 15 15 + h8 a1:34 o1:8 c12 o15:-17 j3:85"))
    var maker = ExampleMaker(resultShare: 0.3, lambda: 0.4, scale: 170)
    let examples = maker.examples(of: [game], threads: 1)
    let targets = examples.examples.map(\.target)
    func searchValue(_ score: Float) -> Float { 1 / (1 + exp(-score / 170)) }
    let last = 0.6 * searchValue(85) + 0.4 * 0
    let beforeStray = searchValue(8)
    let expected: [Float] = [
      0.075 * 0 + 0.925 * (0.6 * searchValue(34) + 0.4 * (1 - beforeStray)),
      0.075 * 1 + 0.925 * beforeStray,
      0.3 * 1 + 0.7 * (0.6 * searchValue(-17) + 0.4 * (1 - last)),
      0.3 * 0 + 0.7 * last,
    ]
    #expect(targets.count == expected.count)
    for (target, expected) in zip(targets, expected) {
      #expect(abs(try #require(target) - expected) < 1e-6)
    }
  }

  /// Where there is no result, what is learned is what the search said, and its move.
  @Test(arguments: [12, 300]) func positionsWithoutAResultTeachWhatTheSearchSaid(score: Int) throws
  {
    let game = try #require(TrainingGame("freestyle 15 15 ? h8a1 j3:\(score)"))
    var maker = ExampleMaker(resultShare: 0.3, lambda: 0.5, scale: 170)
    let examples = maker.examples(of: [game], threads: 1)
    let example = try #require(examples.examples.first)
    #expect(abs(try #require(example.target) - 1 / (1 + exp(-Float(score) / 170))) < 1e-6)
    #expect(example.move == 2 * 15 + 9)
  }

  /// A drawn game's moves are learned from until no search sees more than 20 centistones any more.
  @Test(arguments: [
    ("=", [true, true, true, false, false]), ("-", [true, true, true, true, true]),
  ])
  func movesOfADeadGameTeachNothing(result: String, teaches: [Bool]) throws {
    let game = try #require(
      TrainingGame("freestyle 15 15 \(result) h8 a1:34 c12:20 o15:-21 j3:20 a15:-3"))
    let examples = MixTrainerTests.examples([game])
    #expect(examples.examples.map { $0.move != nil } == teaches)
    let model = MixModel(.freestyle, seed: 9)
    let losses = MixBatch(examples, model)
      .addGradient(to: MixShards(model, threads: 1), policyShare: 0.2)
    #expect(losses.policyLoss.count == teaches.count { $0 })
    #expect(losses.valueLoss.count == teaches.count)
  }

  @Test func aNetworkIsJudgedByHowFullTheBoardIs() throws {
    let game = try MixTrainerTests.randomGame(.freestyle, side: 15, moves: 40)
    let examples = MixTrainerTests.examples([game])
    let network = MixNetwork.of(.freestyle)
    let validation = MixValidation(network, examples, threads: 2, step: 5)
    let valued = examples.examples.filter { $0.target != nil }
    #expect(validation.total.count == valued.count)
    for (index, loss) in validation.losses.enumerated() {
      let part = valued.filter { examples.stones(of: $0) / validation.step == index }
      #expect(loss.count == part.count)
      let sum = part.reduce(0.0) { sum, example in
        let chance = sigmoid(network.forward(examples, example).logOdds)
        return sum + Double(crossEntropy(chance, example.target ?? 0))
      }
      #expect(abs(loss.network.sum - sum) < 1e-3)
    }
    #expect(validation.losses.count { $0.count > 0 } > 1)
    #expect(
      validation.text.split(separator: "\n").count == validation.losses.count { $0.count > 0 } + 1)
  }

  /// The gradient is compared with differences of the loss, in all tables.
  @Test(arguments: [(Variant.freestyle, 9), (.renju, 7)])
  func theGradientIsTheLossesSlope(variant: Variant, side: Int) throws {
    let examples = try MixTrainerTests.examples([
      MixTrainerTests.randomGame(variant, side: side, moves: 16)
    ])
    #expect(examples.examples.count { $0.target != nil } > 3)
    let model = MixModel(variant, seed: 9)
    let shards = MixShards(model, threads: 1)
    _ = MixBatch(examples, model).addGradient(to: shards, policyShare: 0.2)
    shards.gatherGradient()
    let slopes = (0..<model.count).map { shards.passes[0].gradient[$0] }
    func loss(_ index: Int, _ change: Float) -> Double {
      let number = model.parameters[index]
      model.parameters[index] += change
      let losses = MixBatch(examples, model).addGradient(to: shards, policyShare: 0.2)
      model.parameters[index] = number
      return losses.valueLoss.mean + 0.2 * losses.policyLoss.mean
    }
    var generator = SplitMix64(seed: 4)
    let starts = [
      model.rows, model.mixing, model.policyFirst, model.policyThreats, model.policyLast,
      model.first, model.threats, model.second, model.secondBias, model.last, model.bias,
      model.count,
    ]
    for (start, end) in zip(starts, starts.dropFirst()) {
      let largest = slopes[start..<end].map { abs($0) }.max() ?? 0
      #expect(largest > 0)
      let places = (start..<end).filter { abs(slopes[$0]) > largest / 4 }
      for index in places.shuffled(using: &generator).prefix(5) {
        let step: Float = 0.002
        let difference = (loss(index, step) - loss(index, -step)) / Double(2 * step)
        let found = Double(slopes[index])
        #expect(abs(difference - found) < 0.002 + 0.1 * abs(found), "\(index) \(start)")
      }
    }
  }

  /// The kernels are compared with sums and products as they are in books, without blocks of vectors.
  @Test(arguments: [
    (Variant.freestyle, 15, 32, false), (.freestyle, 15, 48, true), (.renju, 7, 32, true),
    (.caro, 12, 64, false),
  ])
  func kernelsAgreeWithAPlainNetwork(variant: Variant, side: Int, channels: Int, isWide: Bool)
    throws
  {
    let game = try MixTrainerTests.randomGame(variant, side: side, moves: 8)
    let examples = MixTrainerTests.examples([game])
    let model = MixModel(variant, seed: 11, channels: channels)
    let pass = MixPass(model, isWide: isWide && mix_has_wide_vectors() != 0)
    pass.transposePolicyWeights()
    var plain = PlainMixNetwork(model)
    var sumGradient = (0..<2 * channels).map { Float($0 % 5 - 2) / 10 }
    for example in examples.examples {
      var losses = MixLosses()
      pass.forwardTrunk(example, of: examples, sums: pass.boardSums)
      pass.forwardPolicy(example, &losses)
      plain.forward(example, of: examples)
      for channel in 0..<2 * channels {
        let sum = plain.sums[channel]
        #expect(abs(Double(pass.boardSums[channel]) - sum) < 1e-4 * (1 + abs(sum)))
      }
      for point in pass.emptyPoints.map(Int.init) {
        #expect(abs(Double(pass.scores[point]) - plain.probabilities[point]) < 1e-5)
      }
      pass.backpropagateBody(example, share: 0.3, sumGradient: &sumGradient)
      plain.backpropagate(example, share: 0.3, sumGradient: sumGradient.map(Double.init))
    }
    let odd = (0..<model.first).filter { index in
      let (found, expected) = (Double(pass.gradient[index]), plain.gradient[index])
      return abs(found - expected) > 1e-3 * (1 + abs(expected))
    }
    // The sign of a sum near 0, before a ReLU, may be another in double precision.
    #expect(odd.count < 20, "\(odd.count) of \(model.first)")
    #expect(plain.gradient.count { abs($0) > 0.1 } > 1000)
    for row in 0..<model.rowCount where !pass.usedRows[row] {
      let gradient = pass.gradient + row * channels
      #expect((0..<channels).allSatisfy { gradient[$0] == 0 })
    }
  }

  /// 256-bit vectors and plain ones give the same bits.
  @Test func allVectorsAddInTheSameOrder() throws {
    let game = try MixTrainerTests.randomGame(.freestyle, side: 15, moves: 30)
    let examples = MixTrainerTests.examples([game])
    let model = MixModel(.freestyle, seed: 12)
    let passes = [false, mix_has_wide_vectors() != 0].map { MixPass(model, isWide: $0) }
    var losses = [MixLosses(), MixLosses()]
    var sumGradient = (0..<2 * MixModel.channels).map { Float($0 % 7 - 3) / 9 }
    for (number, pass) in passes.enumerated() {
      pass.transposePolicyWeights()
      for example in examples.examples {
        pass.forwardTrunk(example, of: examples, sums: pass.boardSums)
        pass.forwardPolicy(example, &losses[number])
        pass.backpropagateBody(example, share: 0.2, sumGradient: &sumGradient)
      }
    }
    #expect(losses[0] == losses[1])
    #expect((0..<model.count).allSatisfy { passes[0].gradient[$0] == passes[1].gradient[$0] })
  }

  // MARK: Training

  /// Packs games into a file of examples.
  private static func pack(_ games: [TrainingGame], in scratch: Scratch) throws -> ExampleFile {
    var packer = ExamplePacker(.freestyle)
    let bytes = packer.add(examples(games)) + packer.finish()
    try FileSystem.write(bytes, to: scratch["examples"])
    return try ExampleFile(path: scratch["examples"])
  }

  /// The engine runs networks of 32 channels; wider ones only tell their losses.
  @Test(arguments: [32, 48]) func learningLowersTheLosses(channels: Int) throws {
    let scratch = try Scratch()
    let file = try MixTrainerTests.pack(MixTrainerTests.games(60), in: scratch)
    let sample = try file.sample(10_000, threads: 1)
    let model = MixModel(.freestyle, seed: 1, channels: channels)
    var trainer = MixTrainer(model, file)
    (trainer.epochs, trainer.learningRate, trainer.batchSize) = (12, 0.02, 64)
    func losses() -> MixLosses {
      let shards = MixShards(model, threads: 1)
      MixBatch(sample, model).setNormalisation(shards)
      return MixBatch.losses(sample, shards)
    }
    let before = losses()
    let network = try trainer.fit { _ in }
    #expect((network != nil) == (channels == MixModel.channels))
    let after = losses()
    #expect(after.valueLoss.mean < before.valueLoss.mean * 0.95)
    #expect(after.policyLoss.mean < before.policyLoss.mean * 0.9)
    #expect(after.topMoves.mean > before.topMoves.mean)
  }

  /// Trains a network for two epochs of some windows; stops after `windows` of them.
  private static func train(
    _ file: ExampleFile, threads: Int = 1, checkpoint: String? = nil, windows: Int = .max
  ) throws -> [UInt8]? {
    var trainer = MixTrainer(MixModel(.freestyle, seed: 1), file)
    (trainer.epochs, trainer.batchSize, trainer.threads) = (2, 32, threads)
    (trainer.windowBlocks, trainer.checkpoint) = (1, checkpoint)
    trainer.windowLimit = windows
    return try trainer.fit { _ in }?.bytes
  }

  @Test func sameExamplesMakeTheSameNetworkOnAnyNumberOfThreads() throws {
    let scratch = try Scratch()
    let file = try MixTrainerTests.pack(MixTrainerTests.games(80), in: scratch)
    #expect(file.blocks.count > 1)
    let network = try MixTrainerTests.train(file)
    #expect(network != nil)
    for threads in [2, 3, 20] {
      #expect(try MixTrainerTests.train(file, threads: threads) == network)
    }
  }

  /// After each window the state on disk is enough to go on from.
  @Test func anInterruptedTrainingMakesTheSameNetwork() throws {
    let scratch = try Scratch()
    let file = try MixTrainerTests.pack(MixTrainerTests.games(80), in: scratch)
    let network = try #require(try MixTrainerTests.train(file))
    let state = scratch["state"]
    for _ in 1..<2 * file.blocks.count {
      #expect(try MixTrainerTests.train(file, checkpoint: state, windows: 1) == nil)
    }
    for windows in [1, 0] {
      #expect(try MixTrainerTests.train(file, checkpoint: state, windows: windows) == network)
    }
    // The state belongs to this training alone, and whole.
    let bytes = try FileSystem.contents(of: state)
    var other = MixTrainer(MixModel(.freestyle, seed: 2), file)
    (other.epochs, other.batchSize, other.windowBlocks, other.checkpoint) = (2, 32, 1, state)
    #expect(throws: CommandError("\(state): the state of another training")) {
      try other.fit { _ in }
    }
    var changed = bytes
    changed[bytes.count / 2] ^= 1
    for damaged in [[], Array(bytes.dropLast()), bytes + [0], changed] {
      try FileSystem.write(damaged, to: state)
      #expect(throws: CommandError.self) { try MixTrainerTests.train(file, checkpoint: state) }
    }
  }

  /// Makes of a model's first channels what training may leave: one that is never silent, and one that
  /// hardly varies.
  private static func makeOdd(_ model: MixModel) {
    for part in 0..<4 {
      let start = model.mixing + part * MixModel.channels
      for channel in 0..<2 { model.parameters[start + channel] *= 0.01 }
    }
    model.parameters[model.mixing + 3 * MixModel.channels] = 2
  }

  /// What a pass's model says that an example is worth.
  private static func logOdds(
    _ example: MixExamples.Example, in examples: MixExamples, _ pass: MixPass
  ) -> Float {
    let model = pass.model
    let sums = pass.boardSums
    pass.forwardTrunk(example, of: examples, sums: sums)
    for place in 0..<2 * MixModel.channels {
      let channel = place % MixModel.channels
      sums[place] = (sums[place] - model.mean[channel]) * model.scale[channel]
    }
    return pass.forwardValue(sums, threats: example.threats).logOdds
  }

  /// The engine's whole numbers say what the trained ones do, on the model's board and on others.
  @Test(arguments: [(Variant.freestyle, 5), (.renju, 9), (.standard, 15), (.caro, 22)])
  func theEngineJudgesAsTheModelDoes(variant: Variant, side: Int) throws {
    let game = try MixTrainerTests.randomGame(variant, side: side, moves: side * side / 2)
    let examples = MixTrainerTests.examples([game])
    let model = MixModel(variant, seed: 2)
    MixTrainerTests.makeOdd(model)
    let shards = MixShards(model, threads: 1)
    MixBatch(examples, model).setNormalisation(shards)
    let network = try MixNetwork(MixQuantisation(model, examples).file())
    for example in examples.examples {
      let logOdds = MixTrainerTests.logOdds(example, in: examples, shards.passes[0])
      #expect(abs(network.forward(examples, example).logOdds - logOdds) < 0.1)
    }
  }

  /// Weights of moves are as fine as those of values.
  @Test func theEngineRanksMovesAsTheModelDoes() throws {
    let game = try MixTrainerTests.randomGame(.freestyle, side: 9, moves: 12)
    let examples = MixTrainerTests.examples([game])
    let model = MixModel(.freestyle, seed: 6)
    let shards = MixShards(model, threads: 1)
    let pass = shards.passes[0]
    MixBatch(examples, model).setNormalisation(shards)
    pass.transposePolicyWeights()
    let network = try MixNetwork(MixQuantisation(model, examples).file())
    try #require(examples.examples.count == game.plies.count)
    var position = game.start
    for (ply, example) in zip(game.plies, examples.examples) {
      var losses = MixLosses()
      pass.forwardTrunk(example, of: examples, sums: pass.boardSums)
      pass.forwardPolicy(example, &losses)
      let empty = position.emptyPoints
      var scores = [Float](repeating: 0, count: empty.count)
      var board = MixAccumulator(network, position.size, Freestyle.self)
      board.writeLogits(
        empty.map(\.rawValue), count: empty.count, on: Board<Freestyle>(position), to: &scores)
      let sum = scores.reduce(0) { $0 + exp($1) }
      for (point, score) in zip(empty, scores) {
        let chance = pass.scores[point.y * position.size.width + point.x]
        #expect(abs(score - log(sum) - log(chance)) < 0.01)
      }
      try position.play(#require(ply.move))
    }
  }

  @Test(arguments: [(Variant.freestyle, Variant.freestyle), (.renju, .renju), (.caro, .renju)])
  func learningGoesOnFromAFile(known: Variant, new: Variant) throws {
    let examples = MixTrainerTests.examples(MixTrainerTests.games(3))
    let first = MixModel(known, seed: 6)
    MixTrainerTests.makeOdd(first)
    MixBatch(examples, first).setNormalisation(MixShards(first, threads: 1))
    let file = try MixQuantisation(first, examples).file()
    let model = MixModel(new, seed: 7)
    try model.start(from: file)
    // However small a channel's numbers were.
    for channel in 0..<MixModel.channels {
      let largest = (0..<3).map {
        abs(model.parameters[model.mixing + $0 * MixModel.channels + channel])
      }.max()
      #expect(abs((largest ?? 0) - 0.5) < 1e-3)
    }
    let pass = MixPass(model)
    let again = MixPass(first)
    // Both heads say the same; only units differ, and rounding.
    MixBatch(examples, model).adoptNormalisation(MixShards(model, threads: 1))
    for example in examples.examples where example.target != nil {
      let allLogOdds = [pass, again].map { MixTrainerTests.logOdds(example, in: examples, $0) }
      #expect(abs(allLogOdds[0] - allLogOdds[1]) < 0.02, "\(allLogOdds)")
    }
    for example in examples.examples.prefix(5) {
      var losses = MixLosses()
      for pass in [pass, again] {
        pass.forwardTrunk(example, of: examples, sums: pass.boardSums)
        pass.forwardPolicy(example, &losses)
      }
      for number in pass.emptyPoints.map(Int.init) {
        #expect(abs(pass.scores[number] - again.scores[number]) < 0.002)
      }
    }
  }
}

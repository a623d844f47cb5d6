import Basics
import CommandLineKit
import Gomoku
import GomokuRules
import Platform
import SearchTypes
import TestSupport
import Testing

@testable import GomokuLab

/// The files of packed examples.
@Suite struct ExampleFileTests {
  /// Returns the examples of random games; every twentieth game is held out.
  private static func examples(_ variant: Variant, side: Int, games: Int) throws -> MixExamples {
    let size = try #require(BoardSize(side: side))
    var generator = SplitMix64(seed: 8)
    let played = (0..<games).map { _ in
      var game = TrainingGame(variant: variant, size: size, opening: [])
      var position = game.start
      while game.plies.count < 60, let point = position.legalMoves.randomElement(using: &generator)
      {
        let score = game.plies.count.isMultiple(of: 7) ? nil : Score("\(game.plies.count % 50)")
        game.plies.append(TrainingGame.Ply(move: point, score: score))
        try? position.play(point)
      }
      game.outcome = position.outcome ?? .draw
      return game
    }
    var maker = ExampleMaker(resultShare: 0.3, lambda: 0.5, scale: 170, takesProven: true)
    return maker.examples(of: played, threads: 2)
  }

  private static func packed(_ examples: MixExamples, _ variant: Variant) -> [UInt8] {
    var packer = ExamplePacker(variant)
    return packer.add(examples) + packer.finish()
  }

  /// Returns all examples of a file, in order.
  private static func unpacked(_ file: ExampleFile) throws -> MixExamples {
    let packed = try file.blocks.indices.flatMap { try file.examples(inBlock: $0) }
    return MixExamples(packed[...], file.variant, threads: 3)
  }

  @Test(arguments: [(Variant.freestyle, 15), (.renju, 9), (.standard, 20), (.caro, 5)])
  func packingLosesNothing(variant: Variant, side: Int) throws {
    let scratch = try Scratch()
    let examples = try ExampleFileTests.examples(variant, side: side, games: 45)
    try FileSystem.write(
      ExampleFileTests.packed(examples, variant), to: scratch["examples"])
    let file = try ExampleFile(path: scratch["examples"])
    let unpacked = try ExampleFileTests.unpacked(file)
    #expect(file.variant == variant && examples.examples.count > 45)
    #expect(unpacked.examples == examples.examples)
    #expect(unpacked.points == examples.points)
    let heldOut = examples.examples.count(where: \.isHeldOut)
    #expect(heldOut > 0 && file.blocks.reduce(0) { $0 + $1.heldOutCount } == heldOut)
    let training = examples.examples.count - heldOut
    #expect(file.blocks.reduce(0) { $0 + $1.trainingCount } == training)
  }

  @Test func filesInARowAreOne() throws {
    let scratch = try Scratch()
    let examples = try ExampleFileTests.examples(.freestyle, side: 15, games: 30)
    let part = ExampleFileTests.packed(examples, .freestyle)
    try FileSystem.write(part + part, to: scratch["both"])
    let both = try ExampleFileTests.unpacked(ExampleFile(path: scratch["both"]))
    #expect(both.points == examples.points + examples.points)
    let other = ExampleFileTests.packed(
      try ExampleFileTests.examples(.caro, side: 15, games: 3), .caro)
    try FileSystem.write(part + other, to: scratch["mixed"])
    #expect(throws: CommandError.self) { try ExampleFile(path: scratch["mixed"]) }
  }

  @Test func aSampleHasExamplesOfAllParts() throws {
    let scratch = try Scratch()
    let examples = try ExampleFileTests.examples(.freestyle, side: 15, games: 60)
    try FileSystem.write(
      ExampleFileTests.packed(examples, .freestyle), to: scratch["examples"])
    let file = try ExampleFile(path: scratch["examples"])
    try #require(file.blocks.count > 2)
    let sample = try file.sample(90, threads: 1)
    #expect(90..<90 + file.blocks.count ~= sample.examples.count)
    #expect(sample.examples.allSatisfy { !$0.isHeldOut })
    let training = examples.examples.filter { !$0.isHeldOut }
    let all = try file.sample(1_000_000, threads: 1)
    #expect(all.examples.map(\.target) == training.map(\.target))
  }

  /// Any changed byte of a header or of an example is noticed, and ends nothing but the reading.
  @Test func damageIsNoticed() throws {
    let scratch = try Scratch()
    let path = scratch["examples"]
    let examples = try ExampleFileTests.examples(.freestyle, side: 9, games: 12)
    let sound = ExampleFileTests.packed(examples, .freestyle)
    try #require(sound.count == ExampleBlock.length)
    let used =
      48
      + examples.examples.reduce(0) {
        $0 + PackedExample($1, of: examples).bytes.count
      }
    var generator = SplitMix64(seed: 2)
    for round in 0..<400 {
      var bytes = sound
      let index = Int.random(in: 0..<(round.isMultiple(of: 2) ? 48 : used), using: &generator)
      bytes[index] ^= UInt8.random(in: 1...255, using: &generator)
      try FileSystem.write(bytes, to: path)
      #expect(throws: CommandError.self, "byte \(index)") {
        let file = try ExampleFile(path: path)
        _ = try ExampleFileTests.unpacked(file)
      }
    }
    for bytes in [[], Array(sound.dropLast()), sound + [0], Array("freestyle".utf8)] {
      try FileSystem.write(bytes, to: path)
      #expect(throws: CommandError.self) { try ExampleFile(path: path) }
    }
    #expect(throws: CommandError.self) { try ExampleFile(path: scratch.folder) }
  }

  /// Examples with a right checksum and wrong content are refused or read; none ends the program.
  @Test func wrongExamplesAreRefused() throws {
    let examples = try ExampleFileTests.examples(.renju, side: 9, games: 2)
    let sound = Array(PackedExample(try #require(examples.examples.last), of: examples).bytes)
    var generator = SplitMix64(seed: 3)
    var refused = 0
    for _ in 0..<4000 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: bytes.indices, using: &generator)
        bytes[index] = .random(in: 0...255, using: &generator)
      }
      var rest = bytes.prefix(Int.random(in: bytes.count - 1...bytes.count, using: &generator))
      guard let example = PackedExample(from: &rest) else {
        refused += 1
        continue
      }
      let unpacked = MixExamples([example], .renju, threads: 1)
      #expect(unpacked.examples.count == 1)
      #expect(unpacked.examples[0].target.map { 0...1 ~= $0 } != false)
    }
    #expect(refused > 1000)
  }
}

import CommandLineKit
import Foundation
import Gomoku
import SearchKit
import Testing

@testable import GomokuLab

@Suite struct LaboratoryTests {
  @Test(arguments: [
    ["generate", "size=6"], ["generate", "size=23"], ["generate", "nodes=0"],
    ["generate", "nodes=4611686018427387904"], ["generate", "games=-1"],
    ["generate", "strays=9223372036854775807"], ["generate", "seed=9223372036854775808"],
    ["match", "threads=0"], ["match", "threads=4611686018427387904"],
    ["match", "pairs=9223372036854775807"], ["match", "clock=9223372036854775807"],
    ["spsa", "margins=reductionFactor:0"], ["spsa", "margins=reductionFactor:4611686018427387904"],
    ["spsa", "margins=reductionFactor:9223372036854775808"], ["spsa", "gain=nan"],
    ["match", "first-margins=reductionFactor:4611686018427387904"],
    ["train", "scale=0"], ["train", "share=101"], ["train", "rate=inf"], ["train", "moves=1"],
    ["train-mix", "threads=0"], ["train-mix", "rate=0"], ["train-mix", "rounds=1"],
    ["train-mix", "examples=/no/such/file"], ["train-mix", "examples=/dev/null"],
    ["train-mix", "channels=40"], ["train-mix", "channels=48", "from=/dev/null"],
    ["pack", "variant=go"], ["pack", "share=101"],
    ["wins", "nodes=-1"], ["embed"], ["prove"], ["prove", "task.json"],
    ["prove", "/no/such/task.json", "--out", "/tmp/none"], ["prove", "task.json", "--out"],
    ["prove", "task.json", "--out", "x", "--shard", "2", "--shards", "2"],
    ["prove", "task.json", "--out", "x", "--workers", "0"],
  ]) func wrongLinesAreRefused(words: [String]) {
    #expect(throws: CommandError.self) { try Laboratory.program.run(arguments: words) }
  }

  @Test func damagedWeightsPlayNoMatch() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "weights-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let sound = Weights.of(.caro).bytes
    try Data(MixNetwork.of(.renju).bytes).write(to: file)
    try Laboratory.program.run(arguments: ["match", "pairs=0", "first=\(path)", "variant=renju"])
    let other = WeightFile(WeightShape("liuzhou", [.init("measures", [1])]), numbers: [1]).bytes
    try Data(sound).write(to: file)
    try Laboratory.program.run(arguments: ["match", "pairs=0", "first=\(path)", "variant=caro"])
    #expect(throws: CommandError.self) {
      try Laboratory.program.run(arguments: ["match", "pairs=0", "first=\(path)"])
    }
    let damaged: [[UInt8]] = [
      [], sound.dropLast(), sound + [0], sound.dropLast() + [0x55], other,
    ]
    for bytes in damaged {
      try Data(bytes).write(to: file)
      for words in [
        ["match", "pairs=0", "second=\(path)"], ["generate", "games=0", "weights=\(path)"],
        ["train", "from=\(path)"], ["train-mix", "examples=\(path)"],
        ["wins", "weights=\(path)"],
      ] {
        let failure = #expect(throws: CommandError.self) {
          try Laboratory.program.run(arguments: words)
        }
        #expect(failure?.description.hasPrefix("\(path): ") == true)
      }
    }
  }

  @Test(arguments: [
    "freestyle 15 15 + h8 :", "freestyle 15 15 + h8 ::", "freestyle 15 15 + h8 i9:1:2",
    "freestyle 4611686018427387904 15 + h8", "freestyle 15 15 + h99999999999999999999",
    "freestyle 15 15 + h8 i9:100x", "freestyle 15 15 + h8 i9:", "freestyle 15 15 + h8h8 i9:1",
    "freestyle 15 15 + h8 i9:1 h8:2", "freestyle 7 7 + h8 a1:1",
  ]) func wrongGamesAreNone(line: String) {
    #expect(TrainingGame(line) == nil)
  }
}

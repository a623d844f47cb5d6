import Basics
import Foundation
import LabKit
import Liuzhou
import LiuzhouRules
import SearchKit
import Testing

@testable import LiuzhouLab

@Suite struct WeightTextTests {
  /// A whole file of different weights.
  static let sound: WeightText = {
    var weights = WeightText()
    weights.measures = EvaluationTraining.stonesOnly.enumerated().map { $1 + Int32($0 % 50) - 20 }
    let count =
      EvaluationTraining.stageCount * EvaluationTraining(Rulebook(.fengyang)).patternCount
    weights.patterns = (0..<count).map { Int8($0 % 63 - 31) }
    return weights
  }()

  @Test func weightsAreReadAsTheyWereWritten() throws {
    let text = WeightTextTests.sound.text
    #expect(text.hasPrefix("liuzhou-weights 1 "))
    #expect(try WeightText(reading: text) == WeightTextTests.sound)
    // As `tune` prints it, or as another system ends its lines.
    #expect(try WeightText(reading: "// stage 0\n\(text)\n") == WeightTextTests.sound)
    #expect(
      try WeightText(reading: text.replacing("\n", with: "\r\n")) == WeightTextTests.sound)
  }

  /// The 64 bits of FNV-1a over the bytes 1 0 0 0 255 255 255 255 2, worked out by hand.
  @Test func theChecksumIsThatOfTheBytes() {
    var weights = WeightText()
    (weights.measures, weights.patterns) = ([1, -1], [2])
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in [1, 0, 0, 0, 255, 255, 255, 255, 2] as [UInt64] {
      hash = (hash ^ byte) &* 1_099_511_628_211
    }
    #expect(weights.text.hasPrefix("liuzhou-weights 1 3 \(String(hash, radix: 16))\n"))
  }

  @Test func truncatedFilesAreRefused() {
    let text = WeightTextTests.sound.text
    for share in 0..<50 {
      let part = String(text.prefix(text.count * share / 50))
      #expect(throws: WeightText.Problem.self) { try WeightText(reading: part) }
    }
    #expect(throws: WeightText.Problem.self) { try WeightText(reading: String(text.dropLast())) }
  }

  static let damage: [(String, String, WeightText.Problem)] = [
    ("liuzhou-weights", "wuliu-weights", .header),
    ("liuzhou-weights 1", "liuzhou-weights 2", .version(2)),
    ("liuzhou-weights 1 ", "liuzhou-weights 1 x", .header),
    ("1580,", "elephant,", .measure("elephant")),
    (
      "1580,", "4611686018427387904,",
      .measure("4611686018427387904")
    ), ("1580,", "100001,", .measure("100001")),
    ("1580,", "1581,", .checksum), ("patterns\n", "patterns\né", .pattern(place: 1)),
    ("patterns\n!", "patterns\n\"", .checksum),
  ]

  @Test(arguments: damage)
  func damagedFilesAreRefused(old: String, new: String, problem: WeightText.Problem) {
    let text = WeightTextTests.sound.text.replacing(old, with: new, maxReplacements: 1)
    #expect(text != WeightTextTests.sound.text)
    #expect(throws: problem) { try WeightText(reading: text) }
  }

  @Test func garbageIsRefusedInOneLine() throws {
    var generator = SplitMix64(seed: 1)
    let folder = FileManager.default.temporaryDirectory.appending(path: "weights-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "w").path(percentEncoded: false)
    for size in [0, 1, 100, 100_000] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try Data(bytes).write(to: URL(filePath: file))
      #expect(throws: WeightText.Problem.header) { try WeightText(path: file) }
      #expect(throws: WeightText.Problem.self) {
        try Laboratory.program.obey(["match", "pairs=1", "first-weights=\(file)"])
      }
    }
    for path in ["/none", "/", folder.path(percentEncoded: false)] {
      #expect(throws: WeightText.Problem.unreadable(path)) { try WeightText(path: path) }
    }
    #expect(try WeightText(path: "stones").measures == EvaluationTraining.stonesOnly)
  }
}

@Suite struct LaboratoryTests {
  @Test(arguments: [
    ["endgame", "rules=lose-at=2"], ["endgame", "rules=fly-at=4"],
    ["endgame", "rules=blocked=loss"],
    ["endgame", "rules=fengyang-app"], ["endgame", "rules=elephant"], ["endgame", "samples=-1"],
    ["endgame", "plies=4611686018427387904"], ["match", "first=nodes:0"], ["match", "first=nodes"],
    ["match", "first=ms:9223372036854775807"], ["match", "first=nodes:4611686018427387904"],
    ["match", "first=cpu:nan"], ["match", "first=:"], ["match", "games=2"],
    ["match", "pairs=9223372036854775808"], ["selfplay", "nodes=4611686018427387904"],
    ["selfplay", "games=-1"], ["perft", "depth=65"], ["perft", "position=x"],
    ["bench", "depth=1e9"],
  ]) func wrongLinesAreRefused(words: [String]) {
    let error = #expect(throws: (any Error).self) { try Laboratory.program.obey(words) }
    if let error { #expect(!"\(error)".contains("\n")) }
  }

  @Test(arguments: [
    "", "1", "nan 0 6/6/6/6/6/6 b p 0", "2 0 6/6/6/6/6/6 b p 0", "-1 0 6/6/6/6/6/6 b p 0",
    "1 99999999999 6/6/6/6/6/6 b p 0", "1 0 7/7 b p 0",
  ]) func wrongSamplesAreNone(line: String) {
    #expect(Sample(line[...], under: Rulebook(.fengyang)) == nil)
  }
}

import Basics
import CommandLineKit
import Foundation
import Liuzhou
import LiuzhouRules
import SearchKit
import Testing

@testable import LiuzhouLab

@Suite struct LaboratoryTests {
  @Test(arguments: [
    ["endgame", "rules=lose-at=4"], ["endgame", "rules=fly-at=4"],
    ["endgame", "rules=blocked=loss"], ["endgame", "more=2"], ["endgame", "check=-1"],
    ["endgame", "threads=0"], ["endgame", "rules=elephant"], ["endgame", "samples=-1"],
    ["endgame", "plies=4611686018427387904"], ["match", "first=nodes:0"], ["match", "first=nodes"],
    ["match", "first=ms:9223372036854775807"], ["match", "first=nodes:4611686018427387904"],
    ["match", "first=cpu:nan"], ["match", "first=:"], ["match", "first=nodes:1:2"],
    ["match", "first=random"], ["match", "second=elephant:3"], ["match", "games=2"],
    ["match", "pairs=9223372036854775808"], ["selfplay", "nodes=4611686018427387904"],
    ["selfplay", "games=-1"], ["perft", "depth=65"], ["perft", "position=x"],
    ["bench", "depth=1e9"],
  ]) func wrongLinesAreRefused(words: [String]) {
    let error = #expect(throws: (any Error).self) { try Laboratory.program.run(arguments: words) }
    if let error { #expect(!"\(error)".contains("\n")) }
  }

  @Test(arguments: ["nodes:1", "warm:5", "ms:1", "cpu:1"])
  func contestantsAreReadByName(text: String) throws {
    try Laboratory.program.run(arguments: ["match", "pairs=0", "first=\(text)", "second=\(text)"])
    try Laboratory.program.run(arguments: ["match", "pairs=0", "first=\(text)", "second=greedy"])
  }

  @Test(arguments: [
    "", "1", "nan 0 6/6/6/6/6/6 b p 0", "2 0 6/6/6/6/6/6 b p 0", "-1 0 6/6/6/6/6/6 b p 0",
    "1 99999999999 6/6/6/6/6/6 b p 0", "1 0 7/7 b p 0",
  ]) func wrongSamplesAreNone(line: String) {
    #expect(ScoredPosition(line[...], under: Rulebook(.fengyang)) == nil)
  }

  /// What may befall a file of weights.
  enum Damage: CaseIterable {
    case truncation, emptiness, excess, flippedByte, garbage, oldText, otherGame, otherShape

    func bytes(instead bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .truncation: Array(bytes.prefix(bytes.count / 2))
      case .emptiness: []
      case .excess: bytes + [0]
      case .flippedByte: bytes.dropLast() + [0x55]
      case .garbage: (0..<bytes.count).map { UInt8(truncatingIfNeeded: $0 * 31) }
      case .oldText: Array("liuzhou-weights 1 101240 c0ffee\n1001, 428,".utf8)
      case .otherGame:
        WeightFile(WeightShape("gomoku-caro", [.init("points", [1])]), numbers: [1]).bytes
      case .otherShape:
        WeightFile(WeightShape("liuzhou", [.init("measures", [1])]), numbers: [1]).bytes
      }
    }
  }

  @Test(arguments: Damage.allCases) func damagedWeightsPlayNoMatch(damage: Damage) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "weights-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    try Data(EvaluationTrainer.stonesOnly.bytes).write(to: file)
    try Laboratory.program.run(arguments: ["match", "pairs=0", "first-weights=\(path)"])
    try Data(damage.bytes(instead: EvaluationTrainer.stonesOnly.bytes)).write(to: file)
    for command in [["match", "pairs=0", "first-weights="], ["selfplay", "games=0", "weights="]] {
      let line = command.dropLast() + [(command.last ?? "") + path]
      let failure = #expect(throws: CommandError.self) {
        try Laboratory.program.run(arguments: line)
      }
      #expect(failure?.description.hasPrefix("\(path): ") == true)
      #expect(failure?.description.contains("\n") == false)
    }
  }

  /// The program itself: one line, and a status that scripts see.
  @Test(arguments: [
    (["endgame", "rules=lose-at=4"], "the table is of lose-at=1 to 3"),
    (["match", "first-weights=/none"], "/none: cannot be read"),
    (["match", "first-weights=/proc/self/exe"], "/proc/self/exe: no weights"),
  ]) func theProgramFailsInOneLine(words: [String], sentence: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "liuzhou-lab")
    process.arguments = words
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let bytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    let text = String(decoding: bytes, as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 1)
    #expect(text.hasPrefix("liuzhou-lab: \(sentence)") && text.hasSuffix("\n"))
    #expect(text.split(separator: "\n").count == 1)
  }
}

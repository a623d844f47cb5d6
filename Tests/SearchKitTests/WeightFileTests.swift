import Basics
import Foundation
import SearchKit
import Testing

@Suite struct WeightFileTests {
  private static let shape = WeightShape(
    "game", [WeightShape.Table("points", [2, 3]), WeightShape.Table("output", [4])])
  private static let numbers: [Int16] = [1, -1, 0, .max, .min, 300, -300, 7, 8, 9]
  private static var sound: [UInt8] { WeightFile(shape, numbers: numbers).bytes }

  private static func problem(_ bytes: [UInt8]) -> WeightFile.Problem? {
    do {
      _ = try WeightFile(reading: bytes)
      return nil
    } catch { return error }
  }

  private static func numbers(of file: WeightFile) -> [Int16] {
    (0..<file.shape.count).map { file.numbers[$0] }
  }

  @Test func weightsAreReadAsTheyWereWritten() throws {
    let file = try WeightFile(reading: WeightFileTests.sound)
    #expect(file.shape == WeightFileTests.shape)
    #expect(WeightFileTests.numbers(of: file) == WeightFileTests.numbers)
    #expect(file.bytes == WeightFileTests.sound)
  }

  /// FNV-1a over the line up to the word `checksum` and the twenty bytes, worked out here.
  @Test func theFirstLineTellsAPersonWhatTheFileIs() throws {
    let bytes = WeightFileTests.sound
    let line = try #require(bytes.firstIndex(of: 10)) + 1
    let start = "wuliu-weights 3 game points=2x3 output=4 count=10 "
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in Array(start.utf8) + bytes[line...] {
      hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211
    }
    let words = String(decoding: bytes[..<line], as: UTF8.self)
    let digits = String(hash, radix: 16)
    let checksum = String(repeating: "0", count: 16 - digits.count) + digits
    #expect(words.hasPrefix("\(start)checksum=\(checksum) "))
    #expect(line.isMultiple(of: 64) && bytes.count == line + 20)
    // The low byte comes first.
    #expect(Array(bytes[line..<line + 12]) == [1, 0, 255, 255, 0, 0, 255, 127, 0, 128, 44, 1])
  }

  @Test func compiledInNumbersAreUsedWhereTheyAre() throws {
    let copy = UnsafeMutableRawBufferPointer.allocate(
      byteCount: WeightFileTests.sound.count, alignment: 64)
    defer { copy.deallocate() }
    copy.copyBytes(from: WeightFileTests.sound)
    let file = try WeightFile(compiledIn: UnsafeRawBufferPointer(copy))
    #expect(WeightFileTests.numbers(of: file) == WeightFileTests.numbers)
    let first = UnsafeRawBufferPointer(rebasing: copy.suffix(20)).baseAddress
    #expect(UnsafeRawPointer(file.numbers) == first)
    #expect(throws: WeightFile.Problem.noWeights) {
      try WeightFile(compiledIn: UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }

  @Test func everyFlippedBitIsSeen() {
    for place in WeightFileTests.sound.indices {
      for bit in 0..<8 {
        var bytes = WeightFileTests.sound
        bytes[place] ^= 1 << bit
        #expect(WeightFileTests.problem(bytes) != nil, "bit \(bit) of byte \(place)")
      }
    }
  }

  @Test func everyTruncationIsSeen() {
    let bytes = WeightFileTests.sound
    for length in bytes.indices {
      #expect(WeightFileTests.problem(Array(bytes[..<length])) != nil, "\(length) bytes")
    }
    #expect(
      WeightFileTests.problem(bytes.dropLast())
        == .length(found: bytes.count - 1, expected: bytes.count))
    #expect(
      WeightFileTests.problem(bytes + [0])
        == .length(found: bytes.count + 1, expected: bytes.count))
  }

  static let firstLines: [(String, WeightFile.Problem)] = [
    ("", .noWeights), ("\n", .noWeights), ("wuliu-weights", .noWeights),
    ("wuliu-weights x game", .noWeights), ("liuzhou-weights 1 101240 f00", .noWeights),
    ("wuliu-weights 2 freestyle 8f82927c8e099907\n-54 -37", .version(2)),
    ("wuliu-weights 3", .header), ("wuliu-weights 3 game output=4 count=4", .header),
    ("wuliu-weights 3 game output=4 count=5 checksum=0\n", .header),
    ("wuliu-weights 3 game output=0 count=0 checksum=0\n", .header),
    ("wuliu-weights 3 game output=-4 count=-4 checksum=0\n", .header),
    ("wuliu-weights 3 game output=4x4x4x4 count=256 checksum=0\n", .header),
    ("wuliu-weights 3 game output=9223372036854775807x2 count=0 checksum=0\n", .header),
    ("wuliu-weights 3 game count=0 checksum=0\n", .header),
    ("wuliu-weights 3 game a=32767x32767x32767 count=35181150961663 checksum=0\n", .header),
    ("wuliu-weights 3 game a=20000000 b=20000000 count=40000000 checksum=0\n", .header),
    ("wuliu-weights 3 game output=1 count=1 checksum=0\nab", .checksum),
  ]

  @Test(arguments: firstLines)
  func wrongFirstLinesAreNamed(text: String, problem: WeightFile.Problem) {
    #expect(WeightFileTests.problem(Array(text.utf8)) == problem)
  }

  @Test func whatDiffersIsNamed() throws {
    let file = WeightFile(WeightFileTests.shape, numbers: WeightFileTests.numbers)
    try file.expect(WeightFileTests.shape)
    func sentence(_ wanted: WeightShape) -> String? {
      do {
        try file.expect(wanted)
        return nil
      } catch { return error.description }
    }
    let tables = WeightFileTests.shape.tables
    #expect(sentence(WeightShape("chess", tables)) == "weights of game, not of chess")
    #expect(
      sentence(WeightShape("game", [tables[0], WeightShape.Table("output", [8])]))
        == "weights of another shape: output=4 instead of output=8")
    #expect(
      sentence(WeightShape("game", [tables[0]]))
        == "weights of another shape: output=4 instead of nothing")
    #expect(
      sentence(WeightShape("game", tables.reversed()))
        == "weights of another shape: points=2x3 output=4 instead of output=4 points=2x3")
  }

  @Test func filesAreRead() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "weights-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "w")
    try Data(WeightFileTests.sound).write(to: file)
    let path = file.path(percentEncoded: false)
    #expect(try WeightFile(path: path).bytes == WeightFileTests.sound)
    for path in ["no/such/file", "/", folder.path(percentEncoded: false)] {
      let problem = #expect(throws: WeightFile.Problem.self) { try WeightFile(path: path) }
      #expect(problem?.description.hasPrefix("cannot be read: ") == true)
    }
    let pipe = folder.appending(path: "pipe").path(percentEncoded: false)
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/null"] {
      #expect(throws: WeightFile.Problem.unreadable("it is no file")) { try WeightFile(path: path) }
    }
  }

  @Test func garbageIsNoWeights() {
    var generator = SplitMix64(seed: 1)
    for size in [1, 100, 2_000, 100_000] {
      let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(WeightFileTests.problem(bytes) == .noWeights)
    }
  }
}

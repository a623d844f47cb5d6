import Foundation
import Liuzhou
import LiuzhouRules

/// Evaluation weights as a file: a first line `liuzhou-weights 1 COUNT CHECKSUM`, a line of measures a
/// stage, the word `patterns`, and the patterns as letters. Lines that begin with `//` are remarks.
///
/// The checksum is the FNV-1a hash of the weights' bytes, measures before patterns, the low byte of
/// each first, in hexadecimal.
struct WeightText: Equatable {
  /// Stage after stage, in sixteenths of a centistone.
  var measures: [Int32] = []
  /// Stage after stage, in steps.
  var patterns: [Int8] = []

  /// Why a text holds no weights.
  enum Problem: Error, Equatable, CustomStringConvertible {
    case header
    case version(Int)
    case measure(String)
    case pattern(place: Int)
    case count(found: Int, expected: Int)
    case checksum
    case unreadable(String)

    var description: String {
      switch self {
      case .header: "weights begin with '\(WeightText.name) VERSION COUNT CHECKSUM'"
      case .version(let version): "version \(version) of the weights is unknown"
      case .measure(let word):
        "a weight in \(WeightText.measureRange) expected, not '\(word.prefix(40))'"
      case .pattern(let place): "letter \(place) of the patterns is none of '!' to '_'"
      case .count(let found, let expected): "\(found) weights, \(expected) expected"
      case .checksum: "the weights' checksum is wrong: the text is damaged"
      case .unreadable(let file): "cannot read \(file)"
      }
    }
  }

  private static let name = "liuzhou-weights"
  private static let version = 1
  private static let separator = "patterns"
  /// Sixteenths of a centistone: a position's sum of them stays within 32 bits.
  private static let measureRange: ClosedRange<Int32> = -100_000...100_000

  init() {}

  /// Reads the file at `path`; `stones` stands for weights that know nothing but the worth of stones.
  init(path: String) throws(Problem) {
    guard path != "stones" else {
      self.init()
      measures = EvaluationTraining.stonesOnly
      return
    }
    var isFolder = ObjCBool(false)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      let data = FileManager.default.contents(atPath: path)
    else { throw .unreadable(path) }
    try self.init(reading: String(decoding: data, as: UTF8.self))
  }

  /// Reads what `text` wrote.
  init(reading text: String) throws(Problem) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("//") }
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 4, words[0] == WeightText.name, let version = Int(words[1]),
      let count = Int(words[2]), let checksum = UInt64(words[3], radix: 16)
    else { throw .header }
    guard version == WeightText.version else { throw .version(version) }
    let rows = lines.dropFirst().prefix { $0 != WeightText.separator }
    for word in rows.joined(separator: " ").split(whereSeparator: { ", ".contains($0) }) {
      guard let measure = Int32(word), WeightText.measureRange ~= measure else {
        throw .measure(String(word))
      }
      measures.append(measure)
    }
    let limit = Int(EvaluationWeights.patternLimit)
    for byte in lines.dropFirst(rows.count + 2).flatMap({ Array($0.utf8) }) {
      guard -limit...limit ~= Int(byte) - 64 else { throw .pattern(place: patterns.count + 1) }
      patterns.append(Int8(Int(byte) - 64))
    }
    let expected = WeightText.count
    for found in [count, measures.count + patterns.count] where found != expected {
      throw .count(found: found, expected: expected)
    }
    guard measures.count == EvaluationTraining.stonesOnly.count else {
      throw .count(found: measures.count, expected: EvaluationTraining.stonesOnly.count)
    }
    guard self.checksum == checksum else { throw .checksum }
  }

  var weights: EvaluationWeights { EvaluationWeights(measures: measures, patterns: patterns) }

  /// What `init(reading:)` takes.
  var text: String {
    let head = [
      WeightText.name, "\(WeightText.version)", "\(measures.count + patterns.count)",
      String(checksum, radix: 16),
    ].joined(separator: " ")
    let width = EvaluationTraining.width
    let rows = stride(from: 0, to: measures.count, by: width).map { start in
      measures[start..<min(start + width, measures.count)].map { "\($0)," }.joined(separator: " ")
    }
    let letters = String(decoding: patterns.map { UInt8(64 + Int($0)) }, as: UTF8.self)
    return ([head] + rows + [WeightText.separator, letters]).joined(separator: "\n")
  }

  /// How many weights the engine has.
  private static var count: Int {
    EvaluationTraining.stonesOnly.count
      + EvaluationTraining.stageCount * EvaluationTraining(Rulebook(.fengyang)).patternCount
  }

  private var checksum: UInt64 {
    let bytes =
      measures.flatMap { value in
        (0..<4).map { UInt8(truncatingIfNeeded: UInt32(bitPattern: value) >> (8 * $0)) }
      } + patterns.map { UInt8(bitPattern: $0) }
    return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

import Foundation
import Liuzhou

/// Evaluation weights as a file: remarks, a line of measures a stage, and the patterns as letters.
struct WeightText {
  /// Stage after stage, in sixteenths of a centistone.
  var measures: [Int32] = []
  /// Stage after stage, in steps.
  var patterns: [Int8] = []

  init() {}

  enum Problem: Error {
    case wrongCount(measures: Int, expected: Int)
  }

  /// Reads `path`; `stones` stands for weights that know nothing but the worth of stones.
  init(path: String) throws {
    guard path != "stones" else {
      measures = EvaluationTraining.stonesOnly
      return
    }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("//") }
    let rows = lines.prefix { $0 != "patterns" }
    measures = rows.flatMap { row in row.split { ", ".contains($0) }.compactMap { Int32($0) } }
    patterns = lines.dropFirst(rows.count + 1).flatMap { $0.utf8.map { Int8($0) - 64 } }
    guard measures.count == EvaluationTraining.stonesOnly.count else {
      throw Problem.wrongCount(
        measures: measures.count, expected: EvaluationTraining.stonesOnly.count)
    }
  }

  var weights: EvaluationWeights { EvaluationWeights(measures: measures, patterns: patterns) }

  /// What `init(path:)` reads.
  var text: String {
    let width = EvaluationTraining.width
    let rows = stride(from: 0, to: measures.count, by: width).map { start in
      measures[start..<start + width].map { "\($0)," }.joined(separator: " ")
    }
    let letters = String(decoding: patterns.map { UInt8(64 + Int($0)) }, as: UTF8.self)
    return (rows + ["patterns", letters]).joined(separator: "\n")
  }
}

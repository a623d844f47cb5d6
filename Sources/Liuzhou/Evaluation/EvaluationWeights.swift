import Basics
import SearchKit
import WeightData

/// All weights of the evaluation, in the form in which search reads them.
///
/// Immutable, so it may be shared between threads.
package final class EvaluationWeights: @unchecked Sendable {
  /// By stage: what each measure of the side to move and then of its opponent is worth, and the
  /// worth of the turn itself. In sixteenths of a centistone.
  let measures: UnsafeMutablePointer<Int32>
  /// By stage, window and content, in the same unit.
  let patterns: UnsafeMutablePointer<Int16>
  /// For transposing boards.
  let spread: UnsafeMutablePointer<UInt64>

  /// The name and the tables of the weights, both in sixteenths of a centistone.
  package static var shape: WeightShape {
    WeightShape(
      "liuzhou",
      [
        .init("measures", [Evaluation.Stage.allCases.count, Evaluation.width]),
        .init("patterns", [Evaluation.Stage.allCases.count, Patterns.shared.weightCount]),
      ])
  }

  /// Takes the weights of a file.
  package init(_ file: WeightFile) throws(WeightFile.Problem) {
    let shape = EvaluationWeights.shape
    try file.expect(shape)
    measures = .table((0..<shape.tables[0].count).map { Int32(file.numbers[$0]) })
    spread = .table(Patterns.spreadTable)
    let map = Patterns.shared
    let stages = Evaluation.Stage.allCases.count
    patterns = .allocate(capacity: stages * map.numbers.count)
    for stage in 0..<stages {
      let first = file.numbers + shape.tables[0].count + stage * map.weightCount
      let weights = (0..<map.weightCount).map { first[$0] }
      /// By number, the least one first.
      let signed = weights.reversed().map { 0 &- $0 } + [0] + weights
      let table = patterns + stage * map.numbers.count
      for (index, number) in map.numbers.enumerated() {
        table[index] = signed[map.weightCount + Int(number)]
      }
    }
  }

  /// The weights of the engine.
  package static let own: EvaluationWeights = {
    let data = weight_data(shape.name)
    do {
      return try EvaluationWeights(
        WeightFile(compiledIn: UnsafeRawBufferPointer(start: data.bytes, count: data.count)))
    } catch {
      // Damage of what is compiled in is a broken build.
      fatalError("\(shape.name): \(error)")
    }
  }()

  deinit {
    measures.deallocate()
    patterns.deallocate()
    spread.deallocate()
  }
}

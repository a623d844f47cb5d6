import Basics

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

  /// One pattern step: four centistones.
  static let patternUnit: Int32 = 64
  /// Pattern weights lie within so many steps of zero.
  package static let patternLimit: Int8 = 31

  /// - Parameters:
  ///   - measures: `Evaluation.width` entries a stage.
  ///   - patterns: `Patterns.weightCount` entries a stage, in steps.
  package init(measures: [Int32], patterns: [Int8]) {
    self.measures = .table(measures)
    spread = .table(Patterns.spreadTable)
    let map = Patterns()
    let stages = Evaluation.Stage.allCases.count
    var table: [Int16] = []
    table.reserveCapacity(stages * map.numbers.count)
    for stage in 0..<stages {
      for number in map.numbers {
        let index = stage * map.weightCount + Int(number.magnitude) - 1
        let steps = number == 0 || index >= patterns.count ? 0 : Int32(patterns[index])
        table.append(Int16(steps * number.signum() * EvaluationWeights.patternUnit))
      }
    }
    self.patterns = .table(table)
  }

  /// The weights of the engine.
  package convenience init() {
    self.init(measures: Evaluation.tunedMeasures, patterns: Evaluation.tunedPatterns)
  }

  deinit {
    measures.deallocate()
    patterns.deallocate()
    spread.deallocate()
  }
}

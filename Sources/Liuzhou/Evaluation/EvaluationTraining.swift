import Basics
import LiuzhouRules

/// What a tuner needs to know of the evaluation.
package struct EvaluationTraining {
  private let reader: FeatureReader
  private let map = Patterns()
  private let spread: UnsafeMutablePointer<UInt64> = .table(Patterns.spreadTable)

  package init(_ book: Rulebook) { reader = FeatureReader(book) }

  /// Weights of one stage's measures.
  package static var width: Int { Evaluation.width }
  package static var stageCount: Int { Evaluation.Stage.allCases.count }
  /// Measures that know nothing but the stones, at a hundred centistones each; stage after stage, in
  /// sixteenths of a centistone.
  package static var stonesOnly: [Int32] {
    let own = Feature.stones.rawValue
    let row = (0..<width).map { $0 == own ? 1600 : $0 == own + Feature.count ? -1600 : 0 as Int32 }
    return (0..<stageCount).flatMap { _ in row }
  }
  /// Weights of one stage's patterns.
  package var patternCount: Int { map.weightCount }
  /// One step of a pattern weight, in sixteenths of a centistone.
  package static var patternUnit: Int32 { EvaluationWeights.patternUnit }

  /// A position as the evaluation sees it.
  package struct Row {
    package let stage: Int
    /// What each weight of the stage's measures is multiplied with.
    package let factors: [Int32]
    /// Plus or minus the numbers of its patterns, from 1; without those that are worth nothing.
    package let patterns: [Int32]
  }

  package func row(of position: Position) -> Row {
    let features = reader.features(of: position)
    var patterns: [Int32] = []
    Patterns.forEachWindow(of: position, spread: spread) { index in
      if map.numbers[index] != 0 { patterns.append(map.numbers[index]) }
    }
    return Row(
      stage: Evaluation.Stage(of: position).rawValue,
      factors: (0..<2 * Feature.count).map { features[$0] }
        + [1, position.sideToMove == .white ? 1 : -1], patterns: patterns)
  }
}

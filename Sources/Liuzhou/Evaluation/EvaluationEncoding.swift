import Basics
import LiuzhouRules

/// The encoding of positions as inputs of the network, and the factor of its output, for the
/// trainer.
package struct EvaluationEncoding {
  private let rows: EmbeddingRows
  private let ruleRows: [[Int]]
  private let book: Rulebook

  package init(_ book: Rulebook) {
    rows = EmbeddingRows(book)
    self.book = book
    ruleRows = Color.allCases.map { EmbeddingRows.ruleRows(of: book.rules, for: $0) }
  }

  package static var rowCount: Int { EmbeddingRows.count }
  package static var stageCount: Int { Evaluation.GameStage.allCases.count }
  package static var scale: Float { Evaluation.scale }

  /// The number of features of both players, those of the side to move first.
  package static var featureCount: Int { 2 * Feature.count }
  package static var rowsPerFeature: Int { EmbeddingRows.rowsPerFeature }
  package static var firstFeatureRow: Int { EmbeddingRows.firstFeatureRow }
  /// A row that every position selects, which acts as a bias.
  package static var biasRow: Int { EmbeddingRows.firstRuleRow }
  /// The indices of the features that count the stones of the side to move and of the opponent.
  package static var stoneFeatures: (own: Int, opponent: Int) {
    (Feature.stones.rawValue, Feature.count + Feature.stones.rawValue)
  }

  package struct Inputs {
    package let stage: Int
    package let rows: [UInt16]
    /// The factor of the network's log odds, which falls with every turn without a capture.
    package let quietFactor: Float
  }

  /// Returns the inputs for `position`. A row may occur more than once.
  package func inputs(of position: Position) -> Inputs {
    var activeRows = ruleRows[position.sideToMove.index].map { UInt16($0) }
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: EmbeddingRows.activeRowCount) { all in
      guard let start = all.baseAddress else { return }
      rows.write(position, to: start)
      activeRows += all.filter { $0 != EmbeddingRows.blankRow }
    }
    return Inputs(
      stage: Evaluation.GameStage(of: position).rawValue, rows: activeRows,
      quietFactor: Evaluation.quietFactor(in: position, under: book))
  }
}

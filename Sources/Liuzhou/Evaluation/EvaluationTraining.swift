import Basics
import LiuzhouRules

/// The parts of the evaluation that a trainer needs: the inputs of the network and their numbers.
package struct EvaluationTraining {
  private let rows: NetworkRows
  private let circumstances: [[Int]]
  private let quietLimit: Int

  package init(_ book: Rulebook) {
    rows = NetworkRows(book)
    quietLimit = book.rules.quiet
    circumstances = Color.allCases.map { NetworkRows.circumstances(of: book.rules, for: $0) }
  }

  package static var rowCount: Int { NetworkRows.count }
  package static var stageCount: Int { Evaluation.Stage.allCases.count }
  /// The number of centistones by which the odds of winning grow e-fold.
  package static var scale: Float { Evaluation.scale }

  /// The number of features of both players, those of the side to move first.
  package static var measureCount: Int { 2 * Feature.count }
  /// The number of rows of a feature, one for each value in order.
  package static var measureValues: Int { NetworkRows.measureValues }
  /// The first row of the first feature.
  package static var firstMeasureRow: Int { NetworkRows.measures }
  /// A row that every position selects, which acts as a bias.
  package static var constantRow: Int { NetworkRows.circumstances }
  /// The indices of the features that count the stones of the side to move and of the opponent.
  package static var stoneMeasures: (own: Int, opponent: Int) {
    (Feature.stones.rawValue, Feature.count + Feature.stones.rawValue)
  }

  /// The inputs of the network for one position.
  package struct Inputs {
    package let stage: Int
    package let rows: [UInt16]
    /// The factor of the network's log odds, which falls with every turn without a capture.
    package let shareOfTurnsLeft: Float
  }

  /// Returns the inputs for `position`. A row may occur more than once.
  package func inputs(of position: Position) -> Inputs {
    var shown = circumstances[position.sideToMove.index].map { UInt16($0) }
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: NetworkRows.shownCount) { all in
      guard let start = all.baseAddress else { return }
      rows.write(position, to: start)
      shown += all.filter { $0 != NetworkRows.blank }
    }
    return Inputs(
      stage: Evaluation.Stage(of: position).rawValue, rows: shown,
      shareOfTurnsLeft: Evaluation.shareOfTurnsLeft(in: position, quietLimit: quietLimit))
  }
}

import Basics
import LiuzhouRules

/// What a trainer needs to know of the evaluation.
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
  /// Centistones of a score by which the odds of winning grow e-fold.
  package static var scale: Float { Evaluation.scale }

  /// The measures of both players, the own ones first: the rows of each are its values in order.
  package static var measureCount: Int { 2 * Feature.count }
  package static var measureValues: Int { NetworkRows.measureValues }
  package static var firstMeasureRow: Int { NetworkRows.measures }
  /// A row that every position shows.
  package static var constantRow: Int { NetworkRows.circumstances }
  /// Which measures count the stones: own and enemy.
  package static var stoneMeasures: (own: Int, opponent: Int) {
    (Feature.stones.rawValue, Feature.count + Feature.stones.rawValue)
  }

  /// A position as the network sees it.
  package struct Inputs {
    package let stage: Int
    package let rows: [UInt16]
    /// What the network's log odds are multiplied by: less the longer nothing has been captured.
    package let shareOfTurnsLeft: Float
  }

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

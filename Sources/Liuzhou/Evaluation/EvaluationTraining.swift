/// What a tuner needs to know of the evaluation.
package enum EvaluationTraining {
  /// Entries of one stage's weights: both players' measures and the turn.
  package static var width: Int { Evaluation.width }
  package static var stageCount: Int { Evaluation.Stage.allCases.count }
  /// The weights in use, in sixteenths of a centistone, stage after stage.
  package static var weights: [Int32] { Evaluation.tunedWeights }
  /// Names of a row's entries, in order.
  package static var names: [String] {
    let features = Feature.allCases.map { "\($0)" }
    return features + features.map { "their \($0)" } + ["turn"]
  }

  /// The stage of a position and what each weight of that stage is multiplied with.
  package static func row(
    of position: Position, under book: Rulebook
  ) -> (stage: Int, factors: [Int32]) {
    let features = FeatureReader(book).features(of: position)
    let factors = (0..<2 * Feature.count).map { features[$0] } + [1]
    return (Evaluation.Stage(of: position).rawValue, factors)
  }
}

import SearchKit

/// The static evaluation: measures of both players, weighted by the stage of the game.
struct Evaluation {
  /// Parts of a game that want weights of their own.
  enum Stage: Int, CaseIterable {
    case earlyPlacing
    case latePlacing
    /// Removals and slides with few gaps: zugzwang decides.
    case crowded
    case open

    @inline(__always) init(of position: Position) {
      switch position.phase {
      case .placing: self = position.empty.count > 16 ? .earlyPlacing : .latePlacing
      case .forcing: self = .crowded
      case .moving: self = position.empty.count <= 8 ? .crowded : .open
      }
    }
  }

  private let reader: FeatureReader
  private let weights: EvaluationWeights

  /// Weights of one stage's measures: of both players, and of the turn.
  static let width = 2 * Feature.count + 1

  init(_ book: Rulebook, weights: EvaluationWeights) {
    reader = FeatureReader(book)
    self.weights = weights
  }

  /// The value for the side to move.
  @inline(__always) func score(of position: Position) -> Score {
    let features = reader.features(of: position)
    let stage = Stage(of: position).rawValue
    let row = weights.measures + stage &* Evaluation.width
    var sum = row[2 &* Feature.count] &+ patternSum(of: position, stage: stage)
    for i in 0..<2 &* Feature.count { sum &+= row[i] &* features[i] }
    return .centistones(min(max(Int(sum / 16), -20_000), 20_000))
  }

  @inline(__always) private func patternSum(of position: Position, stage: Int) -> Int32 {
    let table = weights.patterns + stage &* Patterns.windowCount &* Patterns.contentCount
    var sum: Int32 = 0
    Patterns.forEachWindow(of: position, spread: weights.spread) { sum &+= Int32(table[$0]) }
    return sum
  }

  /// The value for the side to move and what each measure contributes, own minus opponent's.
  func parts(of position: Position) -> [(name: String, centistones: Int)] {
    let features = reader.features(of: position)
    let stage = Stage(of: position).rawValue
    let row = weights.measures + stage * Evaluation.width
    var parts = Feature.allCases.map { feature in
      let (own, other) = (feature.rawValue, feature.rawValue + Feature.count)
      return ("\(feature)", Int(row[own] * features[own] + row[other] * features[other]) / 16)
    }
    parts.append(("patterns", Int(patternSum(of: position, stage: stage)) / 16))
    parts.append(("turn", Int(row[2 * Feature.count]) / 16))
    return parts.filter { $0.1 != 0 }
  }
}

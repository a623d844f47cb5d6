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
  /// By stage: what each measure of the side to move and then of its opponent is worth, and the
  /// worth of the turn itself. In sixteenths of a centistone.
  private let weights: UnsafePointer<Int32>

  /// Entries of `weights` for one stage.
  static let width = 2 * Feature.count + 1

  /// - Parameter weights: to outlive the evaluation; `Evaluation.width` entries a stage.
  init(_ book: Rulebook, weights: UnsafePointer<Int32>) {
    reader = FeatureReader(book)
    self.weights = weights
  }

  /// The value for the side to move.
  @inline(__always) func score(of position: Position) -> Score {
    let features = reader.features(of: position)
    let row = weights + Stage(of: position).rawValue &* Evaluation.width
    var sum = row[2 &* Feature.count]
    for i in 0..<2 &* Feature.count { sum &+= row[i] &* features[i] }
    return .centistones(min(max(Int(sum / 16), -20_000), 20_000))
  }

  /// The value for the side to move and what each measure contributes, own minus opponent's.
  func parts(of position: Position) -> [(name: String, centistones: Int)] {
    let features = reader.features(of: position)
    let row = weights + Stage(of: position).rawValue * Evaluation.width
    var parts = Feature.allCases.map { feature in
      let (own, other) = (feature.rawValue, feature.rawValue + Feature.count)
      return ("\(feature)", Int(row[own] * features[own] + row[other] * features[other]) / 16)
    }
    parts.append(("turn", Int(row[2 * Feature.count]) / 16))
    return parts.filter { $0.1 != 0 }
  }
}

import Basics
import LiuzhouRules
import SearchKit

/// The static evaluation: measures of both players, weighted by the stage of the game.
struct Evaluation {
  /// Parts of a game that want weights of their own, told apart by phase and empty points.
  enum Stage: Int, CaseIterable {
    /// Placing with more than 28, 22, 16, 7 or fewer empty points.
    case firstPlacing, earlyPlacing, middlePlacing, latePlacing, lastPlacing
    case forcing
    /// Moving with up to 4, 8, 14 or more gaps: at first zugzwang decides, later freedom.
    case packed, crowded, loose, open

    @inline(__always) init(of position: Position) {
      let gaps = position.empty.count
      switch position.phase {
      case .placing:
        self =
          gaps > 28
          ? .firstPlacing
          : gaps > 22
            ? .earlyPlacing : gaps > 16 ? .middlePlacing : gaps > 7 ? .latePlacing : .lastPlacing
      case .forcing: self = .forcing
      case .moving:
        self = gaps <= 4 ? .packed : gaps <= 8 ? .crowded : gaps <= 14 ? .loose : .open
      }
    }
  }

  private let reader: FeatureReader
  let weights: EvaluationWeights

  /// Weights of one stage's measures: of both players, of the turn, and of being the second player,
  /// who slides first.
  static let width = 2 * Feature.count + 2

  init(_ book: Rulebook, weights: EvaluationWeights) {
    reader = FeatureReader(book)
    self.weights = weights
  }

  /// The value for the side to move.
  @inline(__always) func score(of position: Position) -> Score {
    let features = reader.features(of: position)
    let stage = Stage(of: position).rawValue
    let row = weights.measures + stage &* Evaluation.width
    let second = row[2 &* Feature.count &+ 1]
    var sum = row[2 &* Feature.count] &+ patternSum(of: position, stage: stage)
    sum &+= position.sideToMove == .white ? second : 0 &- second
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
    let second = Int(row[2 * Feature.count + 1]) / 16
    parts.append(("second", position.sideToMove == .white ? second : -second))
    return parts.filter { $0.1 != 0 }
  }
}

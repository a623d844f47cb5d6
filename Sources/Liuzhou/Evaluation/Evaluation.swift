import Basics
import LiuzhouRules
import SearchKit

/// The static evaluation: a network that adds up a row for each thing that the position shows, and weighs
/// the sum by the stage of the game. Used by one thread.
final class Evaluation {
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
      case .moving, .exchanging:
        self = gaps <= 4 ? .packed : gaps <= 8 ? .crowded : gaps <= 14 ? .loose : .open
      }
    }
  }

  private let rows: NetworkRows
  private let weights: EvaluationWeights
  /// The sum of what the rules add, by the side to move.
  private let circumstances: UnsafeMutablePointer<Int16>
  /// After so many turns without a capture the game is drawn.
  private let quietLimit: Int
  /// The rows of the position at hand.
  private let shown: UnsafeMutablePointer<UInt16>

  /// Centistones of a score by which the odds of winning grow e-fold.
  static var scale: Float { 135 }

  init(_ book: Rulebook, weights: EvaluationWeights) {
    rows = NetworkRows(book)
    quietLimit = book.rules.quiet
    self.weights = weights
    circumstances = .table(
      Color.allCases.flatMap { weights.sum(NetworkRows.circumstances(of: book.rules, for: $0)) })
    shown = .table(Array(repeating: 0, count: NetworkRows.shownCount))
  }

  deinit {
    circumstances.deallocate()
    shown.deallocate()
  }

  /// The value for the side to move.
  @inline(__always) func score(of position: Position) -> Score {
    rows.write(position, to: shown)
    return scoreOfShown(position)
  }

  @inline(__always) private func scoreOfShown(_ position: Position) -> Score {
    let odds = weights.logOdds(
      circumstances + position.sideToMove.index &* EvaluationWeights.channels, shown,
      stage: Stage(of: position))
    let share = Evaluation.shareOfTurnsLeft(in: position, quietLimit: quietLimit)
    return .centistones(Int(min(max(odds * share * Evaluation.scale, -20_000), 20_000)))
  }

  /// The share of the turns before the quiet limit that is left: a lead of which nothing is made is
  /// worth less with each of them, and in the end a draw.
  @inline(__always) static func shareOfTurnsLeft(in position: Position, quietLimit: Int) -> Float {
    Float(max(0, quietLimit &- position.quiet)) / Float(quietLimit)
  }

  /// What the value for the side to move would lose without each measure: with no stone, no slide and
  /// so on in its place.
  func parts(of position: Position) -> [(name: String, centistones: Int)] {
    let score = score(of: position)
    return Feature.allCases.compactMap { feature in
      rows.write(position, to: shown)
      for measure in [feature.rawValue, feature.rawValue + Feature.count] {
        shown[NetworkRows.firstMeasurePlace + measure] = UInt16(
          NetworkRows.measures + NetworkRows.place(ofMeasure: measure, value: 0))
      }
      let part = Int(score.rawValue - scoreOfShown(position).rawValue)
      return part == 0 ? nil : ("\(feature)", part)
    }
  }
}

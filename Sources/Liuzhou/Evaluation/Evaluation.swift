import Basics
import LiuzhouRules
import SearchTypes

/// The static evaluation: a small network whose inputs are the embedding rows that a position
/// selects.
///
/// The rows are added up in an accumulator. A head, one for each stage of the game, turns the sum
/// into log odds. Each thread needs its own evaluation, because the row buffer is reused.
final class Evaluation {
  /// The stages of a game, by phase and number of empty points; each stage has a head of its own.
  enum GameStage: Int, CaseIterable {
    /// Placing with more than 28, 22, 16 or 7 empty points, and with at most 7.
    case firstPlacing, earlyPlacing, middlePlacing, latePlacing, lastPlacing
    case forcing
    /// Moving or exchanging with at most 4, 8 or 14 empty points, and with more.
    ///
    /// With few empty points zugzwang decides, with many the mobility.
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

  private let rows: EmbeddingRows
  private let weights: EvaluationWeights
  /// The start values of the accumulator, first for Black to move, then for White.
  ///
  /// Each is the sum of the rows that the rules select.
  private let accumulatorStarts: UnsafeMutablePointer<Int16>
  private let book: Rulebook
  private let activeRows: UnsafeMutablePointer<UInt16>

  /// The number of centistones by which the odds of winning grow e-fold.
  static var scale: Float { 135 }

  init(_ book: Rulebook, weights: EvaluationWeights) {
    rows = EmbeddingRows(book)
    self.book = book
    self.weights = weights
    accumulatorStarts = .table(
      Color.allCases.flatMap { weights.sum(EmbeddingRows.ruleRows(of: book.rules, for: $0)) })
    activeRows = .table(Array(repeating: 0, count: EmbeddingRows.activeRowCount))
  }

  deinit {
    accumulatorStarts.deallocate()
    activeRows.deallocate()
  }

  /// Returns the value of `position` for the side to move.
  @inline(__always) func score(of position: Position) -> Score {
    rows.write(position, to: activeRows)
    return scoreOfActiveRows(position)
  }

  @inline(__always) private func scoreOfActiveRows(_ position: Position) -> Score {
    let odds = weights.logOdds(
      accumulatorStarts + position.sideToMove.index &* EvaluationWeights.channels, activeRows,
      stage: GameStage(of: position))
    let factor = Evaluation.quietFactor(in: position, under: book)
    return .centistones(Int(min(max(odds * factor * Evaluation.scale, -20_000), 20_000)))
  }

  /// Returns the fraction of the quiet limit's turns that is left, 0...1.
  ///
  /// It is a factor of the log odds: a lead without captures shrinks until the game is drawn. If
  /// the limit of steps is nearer, the steps left count instead.
  @inline(__always) static func quietFactor(
    in position: Position, under book: Rulebook
  ) -> Float {
    let limit = book.rules.quiet
    let left = min(limit &- position.quiet, Int(book.stepLimit &- position.steps))
    return Float(max(0, left)) / Float(limit)
  }

  /// Returns each feature's part of the value for the side to move.
  ///
  /// A part is the value minus the value with the feature at 0 for both players. Parts of 0 are
  /// left out.
  func parts(of position: Position) -> [(name: String, centistones: Int)] {
    let score = score(of: position)
    return Feature.allCases.compactMap { feature in
      rows.write(position, to: activeRows)
      for index in [feature.rawValue, feature.rawValue + Feature.count] {
        activeRows[EmbeddingRows.patternCount + index] = UInt16(
          EmbeddingRows.firstFeatureRow + EmbeddingRows.offset(ofFeature: index, value: 0))
      }
      let part = Int(score.rawValue - scoreOfActiveRows(position).rawValue)
      return part == 0 ? nil : ("\(feature)", part)
    }
  }
}

import LabKit
import LiuzhouRules
import Platform
import SearchTypes

/// The accuracy with which scores predict the winner, by part of the game.
struct ScoreAccuracy {
  /// The parts of a game: placing by the number of stones placed, then the other phases.
  enum GamePart: Int, CaseIterable {
    case opening, early, middle, late, forcing, moving

    init(of position: Position) {
      switch position.phase {
      case .forcing: self = .forcing
      case .moving, .exchanging: self = .moving
      case .placing:
        switch position.occupied.count {
        case ..<4: self = .opening
        case ...12: self = .early
        case ...24: self = .middle
        default: self = .late
        }
      }
    }

    var name: String {
      switch self {
      case .opening: "0-3 placed"
      case .early: "4-12 placed"
      case .middle: "13-24 placed"
      case .late: "25-35 placed"
      case .forcing: "forcing"
      case .moving: "moving"
      }
    }
  }

  private var parts = GamePart.allCases.map { _ in PartAccuracy() }

  mutating func add(_ sample: ScoredPosition) {
    parts[GamePart(of: sample.position).rawValue].add(
      sample.score, points: sample.points, isSecond: sample.position.sideToMove == .white)
  }

  /// The report, with a line for each part that has positions.
  var summary: [String] {
    GamePart.allCases.compactMap { part in
      parts[part.rawValue].text.map { "\(part.name): \($0)" }
    }
  }
}

/// The accuracy of the scores in one part of the game.
private struct PartAccuracy {
  private var pairs: [(score: Float, points: Float)] = []
  /// The share of positions of decided games in which the score's sign predicts the winner.
  ///
  /// A score of 0 counts as half a position.
  private var correct = RunningMean()
  /// The mean points of White, the second player, as a prediction that ignores the board.
  private var secondPoints = RunningMean()

  mutating func add(_ score: Score, points: Double, isSecond: Bool) {
    pairs.append((Float(min(max(score.rawValue, -10_000), 10_000)), Float(points)))
    secondPoints.add(isSecond ? points : 1 - points)
    guard points != 0.5 else { return }
    correct.add(score == .draw ? 0.5 : (score > .draw) == (points > 0.5) ? 1 : 0)
  }

  /// The report on one line; `nil` without positions.
  ///
  /// It has the accuracy of the score's sign and the logistic loss at the best scale. For
  /// comparison it has the loss of always predicting the second player's mean points.
  var text: String? {
    guard !pairs.isEmpty else { return nil }
    let count = Float(pairs.count)
    let scales = (0..<60).map { 20 * powf(1.1, Float($0)) }
    let losses = scales.map { scale in
      pairs.reduce(0) { $0 + crossEntropy(sigmoid($1.score / scale), $1.points) } / count
    }
    let best = losses.indices.min { losses[$0] < losses[$1] } ?? 0
    let share = Float(secondPoints.mean)
    // If one player won every game, the prediction is certain and right, so its loss is 0.
    let baseLoss = share == 0 || share == 1 ? 0 : crossEntropy(share, share)
    return "\(pairs.count) positions, right \(percentText(correct.mean)),"
      + " loss \(roundedText(losses[best], parts: 10_000)) at scale \(Int(scales[best])),"
      + " base rate \(roundedText(baseLoss, parts: 10_000))"
  }
}

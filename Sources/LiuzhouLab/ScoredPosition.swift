import LiuzhouRules
import SearchTypes

/// A position of a game, with its score and the game's result.
struct ScoredPosition {
  let position: Position
  /// The score of a search or of the evaluation, for the side to move.
  let score: Score
  /// The points of the side to move at the end of the game: 1, 0.5 or 0.
  let points: Double

  /// The sample on one line: points, score, position.
  var text: String { "\(points) \(score.rawValue) \(position)" }
}

extension ScoredPosition {
  /// Parses the format of `text`; returns `nil` for any other line.
  init?(_ line: Substring, under book: Rulebook) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let points = Double(parts[0]), 0...1 ~= points,
      let score = Int32(parts[1]),
      let position = try? book.position(String(parts[2]))
    else { return nil }
    self.init(position: position, score: Score(rawValue: score), points: points)
  }
}

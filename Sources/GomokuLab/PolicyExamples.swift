import Gomoku
import GomokuRules

/// Positions from which a policy network learns which move was played.
///
/// A game's stones are kept once: each example is a game up to a move.
struct PolicyExamples: Sendable {
  /// A position of a game with a move that a search chose.
  struct Example: Sendable {
    let size: BoardSize
    /// Where the stones begin, and how many lie on the board; the next one is the move.
    let firstStone: Int
    let stoneCount: Int
    /// Which threats are present (`TrainingSample.threatSetCount`).
    let threats: Int
    /// Whether nothing is decided at once or by fours.
    let isQuiet: Bool
  }

  /// Of all games in the order of play, Black's first.
  private(set) var stones: [Point] = []
  private(set) var examples: [Example] = []

  /// Adds the positions that a search scored, but for those where the opponent has a five to answer.
  mutating func add(_ game: TrainingGame) {
    let firstStone = stones.count
    let moves = game.plies.prefix { $0.move != nil }.compactMap(\.move)
    let samples = TrainingSample.samples(from: game.start, moves: moves)
    stones += game.opening + moves
    for (ply, sample) in samples.enumerated() {
      guard game.plies[ply].score != nil, sample.threats.isMultiple(of: 2) else { continue }
      examples.append(
        Example(
          size: game.size, firstStone: firstStone, stoneCount: game.opening.count + ply,
          threats: sample.threats % TrainingSample.threatSetCount, isQuiet: sample.isQuiet))
    }
  }
}

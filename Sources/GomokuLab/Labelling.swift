import Gomoku
import GomokuRules
import SearchKit

/// Searches positions of games again, with more nodes than they were played with.
///
/// Single-threaded: the same call gives the same labels everywhere.
public struct Labelling {
  /// Nodes a position.
  public var nodes: UInt64 = 20_000
  /// One position in this many is taken.
  public var interval = 7
  private let player = GomokuPlayer(tableSize: 8 << 20)
  /// Positions met so far.
  private var count = 0

  public init() {}

  /// Some of the game's positions with what a longer search plays there, each a game of its own: the
  /// moves up to there as its opening, and one ply.
  ///
  /// It has no result, which stray moves or shorter searches have made: what is to be learned is the search.
  public mutating func labels(of game: TrainingGame) -> [TrainingGame] {
    let moves = game.opening + game.plies.compactMap(\.move)
    var labels: [TrainingGame] = []
    for ply in game.plies.indices {
      count += 1
      guard count.isMultiple(of: interval) else { continue }
      let opening = Array(moves[..<(game.opening.count + ply)])
      var label = TrainingGame(variant: game.variant, size: game.size, opening: opening)
      player.forget()
      let report = player.search(label.start, limits: SearchLimits(nodes: nodes))
      guard let move = report.bestMove else { continue }
      label.plies = [TrainingGame.Ply(move: move, score: report.score)]
      labels.append(label)
    }
    return labels
  }
}

import Gomoku
import GomokuRules
import SearchTypes

/// The relabelling of games: their positions are searched again with more nodes.
///
/// The search is single-threaded, so the same parameters give the same labels everywhere.
public struct Relabelling {
  public var nodes: UInt64 = 20_000
  /// The interval of searched positions, counted through all games: 7 searches every seventh one.
  public var interval = 7
  private let player = GomokuPlayer(tableSize: 8 << 20)
  /// The number of positions so far, searched or not.
  private var count = 0

  public init() {}

  /// Returns the searched positions of a game, each as a game of one ply with the move and score of
  /// the search.
  ///
  /// The moves before the position become the opening. The labels have no result, so only the new
  /// search is learned: a game's result may be due to random moves or short searches.
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

import Gomoku

/// An engine as a contestant: weights, network and search parameters, each the program's own unless
/// replaced.
struct EngineParameters: Sendable {
  /// The evaluation's weights; `nil` for the program's own.
  var weights: Weights?
  /// The mix network; `nil` for the program's own.
  var mix: MixNetwork?
  var search = SearchParameters()

  /// Gives `player` the contestant's weights, network and search parameters; returns the player.
  ///
  /// The default player has a hash table of 8 MiB, which is enough for short searches.
  func player(_ player: GomokuPlayer = GomokuPlayer(tableSize: 8 << 20)) -> GomokuPlayer {
    if let weights { player.use(weights) }
    if let mix { player.use(mix) }
    player.parameters = search
    return player
  }
}

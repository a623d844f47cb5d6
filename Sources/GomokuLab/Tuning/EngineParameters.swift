import Gomoku

/// An engine as a contestant: weights, network and margins that replace the program's own.
struct EngineParameters: Sendable {
  /// The evaluation's weights; `nil` for the program's own.
  var weights: Weights?
  /// The mix network; `nil` for the program's own.
  var mix: MixNetwork?
  var margins = Margins()

  /// Gives `player` the contestant's weights, network and margins, and returns it.
  ///
  /// The default player has a hash table of 8 MiB, which is enough for short searches.
  func player(_ player: GomokuPlayer = GomokuPlayer(tableSize: 8 << 20)) -> GomokuPlayer {
    if let weights { player.use(weights) }
    if let mix { player.use(mix) }
    player.margins = margins
    return player
  }
}

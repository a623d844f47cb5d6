import Gomoku

/// The parameters of an engine in a match: the small evaluation's weights, the mix network and the
/// search parameters. Each is the program's own unless replaced.
struct EngineParameters: Sendable {
  /// The small evaluation's weights; `nil` for the program's own.
  ///
  /// If set, no mix network is used unless `mix` is set too.
  var weights: Weights?
  /// The mix network; `nil` for the program's own.
  var mix: MixNetwork?
  var search = SearchParameters()

  /// Sets these parameters of `player`, and returns it.
  ///
  /// The default player has a hash table of 8 MiB, which is enough for short searches.
  func player(_ player: GomokuPlayer = GomokuPlayer(tableSize: 8 << 20)) -> GomokuPlayer {
    if let weights { player.use(weights) }
    if let mix { player.use(mix) }
    player.parameters = search
    return player
  }
}

import Basics
import GomokuRules
import SearchKit
import SearchTypes

/// A complete search of one position: options, tables, weights, limits and threads.
struct SearchTask: VariantTask {
  let position: Position
  var options = SearchOptions()
  let table: TranspositionTable
  let weights: Weights
  let mix: MixNetwork?
  let parameters: SearchParameters
  /// True if the lines of proven results are extended to the end of the game.
  var completesLines = false
  /// The limits, the number of threads and the callbacks.
  let deepening: Deepening<Point>

  @discardableResult
  func run() -> SearchReport<Point> { position.variant.run(self) }

  func run<Rules: RuleTraits>(_ rules: Rules.Type) -> SearchReport<Point> {
    // The closure runs on other threads, so it captures these copies and not `self`.
    let (position, options, table) = (position, options, table)
    let (weights, mix, parameters, nodeShare) = (weights, mix, parameters, deepening.nodeShare)
    @Sendable func search(_ clock: SearchClock) -> PositionSearch<Rules> {
      PositionSearch(
        position, options,
        AlphaBeta(
          position, weights: weights, mix: mix, parameters: parameters, table: table, clock: clock,
          nodeLimit: nodeShare))
    }
    var root = search(deepening.clock)
    root.completesLines = completesLines
    return deepening.run(&root, helper: search)
  }
}

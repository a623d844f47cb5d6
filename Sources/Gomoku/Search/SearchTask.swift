import Basics
import GomokuRules
import SearchKit

/// One whole search of a position: what to look for, and with what.
struct SearchTask: VariantWork {
  let position: Position
  var options = SearchOptions()
  let table: TranspositionTable
  let weights: Weights
  let mix: MixNetwork?
  let margins: Margins
  /// Whether the final lines of proven results are played out to their end.
  var completesLines = false
  /// Within which limits, on how many threads, and who is told.
  let deepening: Deepening<Point>

  @discardableResult
  func run() -> SearchReport<Point> { position.variant.run(self) }

  func run<Rules: RuleTraits>(_ rules: Rules.Type) -> SearchReport<Point> {
    // What the helpers are made of goes to other threads.
    let (position, options, table) = (position, options, table)
    let (weights, mix, margins, nodeShare) = (weights, mix, margins, deepening.nodeShare)
    @Sendable func search(_ clock: SearchClock) -> PositionSearch<Rules> {
      PositionSearch(
        position, options,
        AlphaBeta(
          position, weights: weights, mix: mix, margins: margins, table: table, clock: clock,
          nodeLimit: nodeShare))
    }
    var root = search(deepening.clock)
    root.completesLines = completesLines
    return deepening.run(&root, helper: search)
  }
}

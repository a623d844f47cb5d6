import Basics
import GomokuRules
import SearchKit

/// One whole search of a position: what to look for, within which limits and with what.
struct SearchTask: VariantWork {
  let position: Position
  let limits: SearchLimits
  var options = SearchOptions()
  let clock: SearchClock
  let table: TranspositionTable
  let weights: Weights
  let margins: Margins
  /// How many threads search.
  var threadCount = 1
  /// Whether the final lines of proven results are played out to their end.
  var completesLines = false
  var known: (Point) -> SearchReport<Point>.Line? = { _ in nil }
  var onCrew: (SearchCrew) -> Void = { _ in }
  var onEvent: (SearchEvent<Point>) -> Void = { _ in }

  @discardableResult
  func run() -> SearchReport<Point> { position.variant.run(self) }

  func run<Rules: RuleTraits>(_ rules: Rules.Type) -> SearchReport<Point> {
    var deepening = Deepening<Point>(
      limits: limits, clock: clock, policy: margins.time, threadCount: threadCount)
    deepening.known = known
    deepening.onCrew = onCrew
    deepening.onEvent = onEvent
    // What the helpers are made of goes to other threads.
    let (position, options, table) = (position, options, table)
    let (weights, margins, nodeShare) = (weights, margins, deepening.nodeShare)
    @Sendable func search(_ clock: SearchClock) -> PositionSearch<Rules> {
      PositionSearch(
        position, options,
        AlphaBeta(
          position, weights: weights, margins: margins, table: table, clock: clock,
          nodeLimit: nodeShare))
    }
    var root = search(clock)
    root.completesLines = completesLines
    return deepening.run(&root, helper: search)
  }
}

import Basics
import GomokuRules
import SearchKit
import SearchTypes

/// One turn's limits, divided among several searches.
///
/// Each search has its own clock, so that only this search ends when its slice is used up. A stop
/// of the turn ends all searches.
struct SearchSlices {
  let player: GomokuPlayer
  let limits: SearchLimits
  let clock: SearchClock

  func search(
    _ position: Position, share: Double, options: SearchOptions = SearchOptions()
  ) -> SearchReport<Point> {
    var slice = limits
    slice.nodes = limits.nodes.map { max(UInt64(Double($0) * share), 1) }
    slice.time = limits.time.map { .exactly(max($0.soft * share, .zero)) }
    return player.search(
      position, limits: slice, options: options, clock: SearchClock(partOf: clock))
  }

  /// Returns the score of `position` for the side to move: by a search, or the game's result.
  func score(_ position: Position, share: Double) -> Score {
    switch position.outcome {
    case .win(let color): color == position.sideToMove ? .win(inPlies: 1) : .loss(inPlies: 0)
    case .draw: .draw
    case nil: search(position, share: share).score
    }
  }
}

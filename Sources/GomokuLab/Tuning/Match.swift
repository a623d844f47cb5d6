import Basics
import Gomoku
import GomokuRules
import SearchKit
import SearchTypes

/// The budget of each side in a match.
enum NodeBudget: Sendable {
  /// A number of nodes a turn.
  case turn(UInt64)
  /// A number of nodes for a whole game. The time policy divides them among the turns, as if a
  /// node took a microsecond.
  case match(UInt64)
}

/// A match of two engines with equal budgets of nodes; each opening is played with both colours.
struct Match {
  private let first: GomokuPlayer
  private let second: GomokuPlayer
  private let budget: NodeBudget
  private var openings: SelfPlay

  init(
    _ first: EngineParameters, _ second: EngineParameters, budget: NodeBudget, openings: SelfPlay
  ) {
    (self.first, self.second) = (first.player(), second.player())
    (self.budget, self.openings) = (budget, openings)
  }

  /// Plays the next opening with both colours.
  ///
  /// - Returns: the points of the first engine in half points, 0...4.
  mutating func playPair() -> Int {
    let (position, _) = openings.opening()
    return points(from: position, black: first, white: second)
      + 2 - points(from: position, black: second, white: first)
  }

  /// Returns Black's points of a game in half points, 0...2.
  ///
  /// A proven score ends the game. A position in which the engine has no legal move is a draw.
  private func points(
    from start: Position, black: GomokuPlayer, white: GomokuPlayer
  ) -> Int {
    var position = start
    var spent: [Color: UInt64] = [:]
    for player in [black, white] { player.forget() }
    while true {
      switch position.outcome {
      case .win(let color): return color == .black ? 2 : 0
      case .draw: return 1
      case nil: break
      }
      let player = position.sideToMove == .black ? black : white
      let report = budget.search(
        position, player, after: spent[position.sideToMove, default: 0])
      spent[position.sideToMove, default: 0] += report.nodes
      if report.score.isProven {
        return report.score.isWin == (position.sideToMove == .black) ? 2 : 0
      }
      guard let move = report.bestMove, (try? position.play(move)) != nil else { return 1 }
    }
  }
}

extension NodeBudget {
  /// Searches a turn of a side that has spent `spent` nodes in the game so far.
  fileprivate func search(
    _ position: Position, _ player: GomokuPlayer, after spent: UInt64
  ) -> SearchReport<Point> {
    switch self {
    case .turn(let nodes): return player.search(position, limits: SearchLimits(nodes: nodes))
    case .match(let nodes):
      var match = MatchClock(nodes: nodes)
      match.spend(.microseconds(spent))
      let budget = match.budget(movesToGo: position.movesToGo, policy: player.parameters.time)
      let clock = SearchClock(meter: .nodes)
      return player.search(position, limits: SearchLimits(time: budget), clock: clock)
    }
  }
}

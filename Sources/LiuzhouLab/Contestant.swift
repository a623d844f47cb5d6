import Basics
import Liuzhou
import LiuzhouRules
import SearchKit

/// Somebody who plays Liuzhou chess.
public protocol Contestant {
  /// The turn to play; the game is not over.
  mutating func turn(in game: Game) -> Turn
}

/// Plays the engine.
public struct EngineContestant: Contestant {
  private let player: LiuzhouPlayer
  private let nodes: UInt64?
  private let time: Duration?
  private let meter: SearchClock.Meter
  /// The longest a turn has taken.
  public private(set) var slowest = Duration.zero

  /// - Parameters:
  ///   - nodes: most nodes a turn.
  ///   - time: most time a turn, all of which may be used.
  ///   - meter: what that time is measured by.
  public init(
    player: LiuzhouPlayer, nodes: UInt64? = nil, time: Duration? = nil,
    meter: SearchClock.Meter = .wall
  ) {
    self.meter = meter
    self.player = player
    self.nodes = nodes
    self.time = time
  }

  public mutating func turn(in game: Game) -> Turn {
    let budget = time.flatMap { MatchClock(turn: $0).budget(movesToGo: 40) }
    let clock = SearchClock(meter: meter)
    let report = player.search(game, limits: SearchLimits(nodes: nodes, time: budget), clock: clock)
    slowest = max(slowest, clock.elapsed)
    return report.bestMove ?? .pass
  }
}

/// Plays any action with any captures, each action equally likely.
public struct RandomContestant: Contestant {
  private var generator: SplitMix64

  public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  public mutating func turn(in game: Game) -> Turn {
    let byAction = Dictionary(grouping: game.legalTurns, by: \.action)
    // The order of a dictionary's keys differs from run to run.
    let actions = byAction.keys.sorted { Turn($0).description < Turn($1).description }
    guard let action = actions.randomElement(using: &generator),
      let turn = byAction[action]?.randomElement(using: &generator)
    else { return .pass }
    return turn
  }
}

/// Looks two plies ahead for stones alone: its own captures less the opponent's best reply.
public struct GreedyContestant: Contestant {
  private var generator: SplitMix64

  public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  public mutating func turn(in game: Game) -> Turn {
    var best: [Turn] = []
    var bestGain = Int.min
    // Hundreds of capture sets are tried in part.
    for turn in game.legalTurns.shuffled(using: &generator).prefix(400) {
      var next = game
      guard (try? next.play(turn)) != nil else { continue }
      let gain = turn.captured.count * 100 - reply(to: next, of: game.position.sideToMove)
      if gain > bestGain {
        bestGain = gain
        best = []
      }
      if gain == bestGain { best.append(turn) }
    }
    return best.randomElement(using: &generator) ?? .pass
  }

  /// What the opponent can gain with the next turn.
  private func reply(to game: Game, of side: Color) -> Int {
    if let outcome = game.outcome {
      return outcome.winner == side ? -10_000 : outcome.winner == nil ? 0 : 10_000
    }
    guard game.position.sideToMove != side else { return 0 }
    return 100 * game.mostCaptures
  }
}

import Basics
import Liuzhou
import LiuzhouRules
import SearchKit
import SearchTypes

/// A player of Liuzhou chess (六洲棋) in the laboratory's matches.
public protocol Contestant {
  /// Returns the turn to play. The game must not be over.
  mutating func turn(in game: Game) -> Turn
}

/// The engine as a contestant, with the same limits for every turn.
public struct EngineContestant: Contestant {
  private let player: LiuzhouPlayer
  private let nodes: UInt64?
  private let time: Duration?
  private let meter: SearchClock.Meter
  /// The longest time that a turn has taken.
  public private(set) var slowestTurn = Duration.zero

  /// - Parameters:
  ///   - nodes: the largest number of nodes a turn.
  ///   - time: the largest time a turn, all of which may be used.
  ///   - meter: the clock that measures `time`, such as wall or processor time.
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
    slowestTurn = max(slowestTurn, clock.elapsed)
    return report.bestMove ?? .pass
  }
}

/// The engine as a contestant, with a budget of nodes for a whole game.
///
/// The time policy divides the nodes among the turns, as if a node took a microsecond. Results are
/// therefore the same on every machine.
public struct NodeClockContestant: Contestant {
  private let player: LiuzhouPlayer
  private let plan: ClockPlan
  private var clock: MatchClock
  private var played: [Turn] = []
  /// The fraction of the budget that was left at the end of each earlier game, 0...1.
  private var budgetsLeft: [Double] = []

  init(player: LiuzhouPlayer, plan: ClockPlan) {
    (self.player, self.plan) = (player, plan)
    clock = MatchClock(nodes: plan.nodes)
    player.policy = plan.policy
  }

  public mutating func turn(in game: Game) -> Turn {
    if !played.isEmpty, !game.turns.starts(with: played) {
      budgetsLeft.append(budgetLeft)
      clock = MatchClock(nodes: plan.nodes)
      player.forget()
    }
    let budget = clock.budget(
      movesToGo: LiuzhouPlayer.turnsToGo(in: game, plan: plan.turns), policy: plan.policy)
    let report = player.search(
      game, limits: SearchLimits(time: budget), clock: SearchClock(meter: .nodes))
    clock.spend(.microseconds(Int(report.nodes)))
    let turn = report.bestMove ?? .pass
    played = game.turns + [turn]
    return turn
  }

  /// The fraction of the budget that is left in the current game, 0...1.
  private var budgetLeft: Double { max((clock.remaining ?? .zero) / .microseconds(plan.nodes), 0) }

  /// The mean percentage of the budget that was left when games ended.
  var averageBudgetLeft: Double {
    let all = budgetsLeft + [budgetLeft]
    return 100 * all.reduce(0, +) / Double(all.count)
  }
}

/// The budget of nodes for a game, with the parameters that divide it among turns.
struct ClockPlan {
  /// The number of nodes for a whole game.
  let nodes: UInt64
  var turns = TurnPlan()
  var policy = LiuzhouPlayer.timePolicy

  /// The parameters that a text can name. The smallest value of a divisor is 1, of others 0.
  private static var parameters:
    [(name: Substring, minimum: Int, path: WritableKeyPath<ClockPlan, Int>)]
  {
    [
      ("slides", 0, \.turns.slides), ("early", 1, \.turns.earlyPercent),
      ("decisive", 0, \.turns.decisivePlacements), ("horizon", 1, \.policy.horizon),
      ("greatest", 0, \.policy.greatestShare), ("unsettled", 0, \.policy.unsettled),
      ("step", 0, \.policy.settledStep), ("settled", 0, \.policy.settled),
      ("fall", 1, \.policy.alarmingFall),
    ]
  }

  /// Parses a text such as `600000,slides:8,horizon:20`; `nil` for any other format.
  init?(_ text: Substring) {
    let words = text.split(separator: ",")
    guard let nodes = words.first.flatMap({ UInt64($0) }), nodes > 0 else { return nil }
    self.nodes = nodes
    for word in words.dropFirst() {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let value = Int(parts[1]),
        let parameter = ClockPlan.parameters.first(where: { $0.name == parts[0] }),
        parameter.minimum...1000 ~= value
      else { return nil }
      self[keyPath: parameter.path] = value
    }
  }
}

/// A contestant that plays random actions, each equally likely, with random captures.
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

/// A contestant that looks two plies ahead, at captures and the end of the game.
///
/// It plays the turn with the largest gain: the stones that the turn captures, minus the stones
/// that the best reply can capture. A won game counts as 100 stones.
public struct GreedyContestant: Contestant {
  private var generator: SplitMix64

  public init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  public mutating func turn(in game: Game) -> Turn {
    bestTurns(in: game).randomElement(using: &generator) ?? .pass
  }

  /// Returns the turns with the largest gain, among at most 400 legal turns chosen at random.
  mutating func bestTurns(in game: Game) -> [Turn] {
    var best: [Turn] = []
    var bestGain = Int.min
    // There may be thousands of legal turns, because each choice of captured stones is a turn.
    for turn in game.legalTurns.shuffled(using: &generator).prefix(400) {
      var next = game
      guard (try? next.play(turn)) != nil else { continue }
      let gain = turn.captured.count * 100 - bestReplyGain(to: next, of: game.position.sideToMove)
      if gain > bestGain {
        bestGain = gain
        best = []
      }
      if gain == bestGain { best.append(turn) }
    }
    return best
  }

  /// Returns the largest gain of the opponent of `side` in his next turn, 100 for each stone.
  ///
  /// If the game is over, it is 10,000 for his win, -10,000 for his loss, and 0 for a draw. It is
  /// also 0 if `side` is to move again.
  private func bestReplyGain(to game: Game, of side: Color) -> Int {
    if let outcome = game.outcome {
      return outcome.winner == side ? -10_000 : outcome.winner == nil ? 0 : 10_000
    }
    guard game.position.sideToMove != side else { return 0 }
    return 100 * game.mostCaptures
  }
}

import Basics
import LiuzhouRules
import SearchKit
import SearchTypes

/// The interface of the engine for Liuzhou chess (六洲棋): takes a game and limits, returns a report.
///
/// Only one search may run at a time. Any thread can stop it through its `SearchClock`.
public final class LiuzhouPlayer {
  /// The memory beside the hash table, in bytes: of the process with one thread, and of each other
  /// thread.
  public static let footprint = MemoryFootprint(process: 24 << 20, helper: 2 << 20)
  public static let timePolicy: TimePolicy = {
    var policy = TimePolicy()
    // By default `turnsToGo` returns up to 41. The horizon, the largest number of turns among which
    // the time left is divided, must not be smaller.
    policy.horizon = 60
    return policy
  }()

  /// Returns the number of turns for which the remaining time has to last.
  ///
  /// These are the player's remaining placements, and the slides after which most games are
  /// decided. Early placements decide little and get less time. The result is a number of turns
  /// that each take as long as the current one.
  public static func turnsToGo(in game: Game, plan: TurnPlan = TurnPlan()) -> Int {
    let hand = game.position.hand(game.position.sideToMove)
    let early = max(0, hand - plan.decisivePlacements)
    let share = early > 0 ? plan.earlyPercent : 100
    return (early * plan.earlyPercent + (hand - early + plan.slides) * 100) / share
  }

  /// The hash table and the threads of the player's searches.
  public var resources: SearchResources {
    didSet { if !resources.hasTable { search = nil } }
  }
  /// The search object, kept between turns for its history tables.
  private var search: AlphaBeta?
  /// The rules of the hash table's entries.
  private var rules: RuleSet?
  /// The proven result of the last search, and the game in which it was found.
  ///
  /// `provenLine` uses both at the player's next turn, two turns later.
  private var provenResult: (game: Game, result: ReportedResult<Turn>)?
  private let weights: EvaluationWeights
  package var policy = LiuzhouPlayer.timePolicy

  public convenience init(memoryLimit: Int = 350 << 20) {
    self.init(memoryLimit: memoryLimit, weights: .compiledIn)
  }

  /// Creates a player whose single-threaded searches have a hash table of `tableSize` bytes.
  public convenience init(tableSize: Int) {
    self.init(memoryLimit: LiuzhouPlayer.footprint.process + tableSize)
  }

  package init(memoryLimit: Int, weights: EvaluationWeights) {
    resources = SearchResources(LiuzhouPlayer.footprint, memoryLimit: memoryLimit)
    self.weights = weights
  }

  /// Discards the results of all earlier searches.
  public func forget() {
    (provenResult, rules) = (nil, nil)
    search = nil
    resources.forget()
  }

  /// Loads tables, weights and code into memory and enlarges the hash table before a search of
  /// `game`.
  ///
  /// This changes no result of a search without a time limit.
  public func prepare(_ game: Game, limits: SearchLimits, stop: StopSignal) {
    _ = PlacementBook.line(in: game)
    let table = TranspositionTable(bytes: 4096)
    let deepening = Deepening<Turn>(
      limits: SearchLimits(nodes: 200), clock: SearchClock(stop: stop),
      policy: LiuzhouPlayer.timePolicy)
    let search = AlphaBeta(game.book, table: table, weights: weights)
    var turn = TurnSearch(
      game, SearchOptions(), search, clock: deepening.clock, nodeLimit: deepening.nodeShare)
    _ = run(&turn, on: table, deepening)
    resources.idleTable().makeRoom(for: limits, threadCount: resources.threadCount, stop: stop)
  }

  /// Searches the current position of `game` for the side to move.
  ///
  /// The report has a legal turn, however small the limits, unless the game is over or all turns
  /// are excluded. A search without a time limit starts from an empty table. On one thread, its
  /// result then depends only on the arguments and the memory limit.
  public func search(
    _ game: Game, limits: SearchLimits, options: SearchOptions = SearchOptions(),
    clock: SearchClock = SearchClock(), onEvent: (SearchEvent<Turn>) -> Void = { _ in }
  ) -> SearchReport<Turn> {
    if options.usesBook, options.lineCount == 1, options.excluded.isEmpty,
      let line = PlacementBook.line(in: game)
    {
      let report = SearchReport(
        lines: [line], depth: 1, selectiveDepth: line.moves.count, elapsed: clock.elapsed)
      onEvent(.iteration(report))
      return report
    }
    // Table entries from other rules are invalid here.
    if let rules, rules != game.rules { forget() }
    rules = game.rules
    let table = resources.idleTable()
    table.prepare(for: limits, threadCount: resources.threadCount, stop: clock.stop)
    if limits.time == nil { search = nil }
    let report = withoutActuallyEscaping(onEvent) { onEvent in
      var deepening = Deepening<Turn>(
        limits: limits, clock: clock, policy: policy,
        threadCount: resources.threadCount)
      deepening.known = { self.provenLine(in: game, with: $0) }
      deepening.onHelpers = { self.resources.keep($0) }
      deepening.onEvent = onEvent
      var turn = TurnSearch(
        game, options, search.take() ?? AlphaBeta(game.book, table: table, weights: weights),
        clock: clock, nodeLimit: deepening.nodeShare)
      let report = run(&turn, on: table, deepening)
      search = turn.ended()
      return report
    }
    provenResult = options.excluded.isEmpty ? ReportedResult(report).map { (game, $0) } : nil
    return report
  }

  /// Runs the iterations of `turn`, with helper threads that share its table.
  private func run(
    _ turn: inout TurnSearch, on table: TranspositionTable, _ deepening: Deepening<Turn>
  ) -> SearchReport<Turn> {
    let (game, options) = (turn.game, turn.options)
    let (weights, nodeShare) = (weights, deepening.nodeShare)
    return deepening.run(&turn) { clock in
      TurnSearch(
        game, options, AlphaBeta(game.book, table: table, weights: weights), clock: clock,
        nodeLimit: nodeShare)
    }
  }

  /// Returns what the search of two turns ago in this game proved about `game`, as a line that
  /// begins with `turn`; `nil` if it proved nothing.
  ///
  /// - Precondition: `turn` is the only legal turn, so a proved win goes on with it.
  private func provenLine(in game: Game, with turn: Turn) -> SearchReport<Turn>.Line? {
    guard let provenResult, game.turns.count == provenResult.game.turns.count + 2,
      game.positions.starts(with: provenResult.game.positions),
      provenResult.game.position.sideToMove == game.position.sideToMove
    else { return nil }
    let played = game.turns.suffix(2)
    return provenResult.result.line(
      after: played[played.startIndex], played[played.startIndex + 1], with: turn)
  }

  // MARK: Evaluation

  /// Returns the static evaluation for the side to move, with its parts.
  ///
  /// For a finished game the value is the result, without parts.
  public func evaluate(_ game: Game) -> StaticEvaluation {
    if let outcome = game.outcome {
      guard let winner = outcome.winner else { return StaticEvaluation(score: .draw) }
      let hasWon = winner == game.position.sideToMove
      return StaticEvaluation(score: hasWon ? .win(inPlies: 0) : .loss(inPlies: 0))
    }
    let evaluation = Evaluation(game.book, weights: weights)
    return StaticEvaluation(
      score: evaluation.score(of: game.position),
      parts: evaluation.parts(of: game.position).map(StaticEvaluation.Part.init))
  }

  // MARK: Counts

  /// Returns the number of sequences of exactly `depth` turns (see `TurnGenerator.perft`).
  ///
  /// If `stop` is requested, the result covers only the sequences counted until then.
  public static func perft(_ game: Game, depth: Int, stop: StopSignal = StopSignal()) -> UInt64 {
    TurnGenerator(game.book).perft(game.position, depth: depth, stop: stop)
  }

  /// Returns the `perft` counts of each first turn. If `stop` is requested, only finished first
  /// turns are included.
  public static func perftDivide(
    _ game: Game, depth: Int, stop: StopSignal = StopSignal()
  ) -> [(move: Turn, count: UInt64)] {
    TurnGenerator(game.book).divide(game.position, depth: depth, stop: stop)
  }
}

import Basics
import LiuzhouRules
import SearchKit

/// The engine's face: a game and limits in, report out.
///
/// One search runs at a time; it is stopped from any thread through its `SearchClock`.
public final class LiuzhouPlayer {
  public static let footprint = Footprint(process: 24 << 20, helper: 2 << 20)
  /// How time is shared among turns and iterations.
  public static let timePolicy: TimePolicy = {
    var policy = TimePolicy()
    // `turnsToGo` weighs them all, so none is cut off.
    policy.horizon = 60
    return policy
  }()

  /// How many turns like this one the game may still last: the own placements, and the slides after
  /// which most games are decided. The first placements, which decide little, count in part.
  public static func turnsToGo(in game: Game, plan: TurnPlan = TurnPlan()) -> Int {
    let hand = game.position.hand(game.position.sideToMove)
    let early = max(0, hand - plan.decisive)
    let share = early > 0 ? plan.early : 100
    return (early * plan.early + (hand - early + plan.slides) * 100) / share
  }

  public var room: SearchRoom {
    didSet { if !room.hasTable { search = nil } }
  }
  private var search: AlphaBeta?
  /// The result that the last search has told, and the game it was told of.
  private var announced: (game: Game, result: Announcement<Turn>)?
  private let weights: EvaluationWeights
  /// How this player shares its time.
  package var policy = LiuzhouPlayer.timePolicy

  public convenience init(memoryLimit: Int = 350 << 20) {
    self.init(memoryLimit: memoryLimit, weights: .own)
  }

  /// A player whose searches on one thread have a hash table of so many bytes.
  public convenience init(tableSize: Int) {
    self.init(memoryLimit: LiuzhouPlayer.footprint.process + tableSize)
  }

  /// A player with evaluation weights of its own.
  package init(memoryLimit: Int, weights: EvaluationWeights) {
    room = SearchRoom(LiuzhouPlayer.footprint, memoryLimit: memoryLimit)
    self.weights = weights
  }

  /// Forgets all earlier searches.
  public func forget() {
    (announced, search) = (nil, nil)
    room.forget()
  }

  /// Makes ready for a search of `game`, which finds its tables, its weights and its code in memory
  /// then. No search's result depends on it.
  public func prepare(_ game: Game, limits: SearchLimits, stop: StopSignal) {
    _ = OpeningTable.line(in: game)
    let table = TranspositionTable(bytes: 4096)
    search(
      game, SearchOptions(), AlphaBeta(game.book, table: table, weights: weights),
      Deepening(
        limits: SearchLimits(nodes: 200), clock: SearchClock(stop: stop),
        policy: LiuzhouPlayer.timePolicy))
    room.quietTable().makeRoom(for: limits, threadCount: room.threadCount, stop: stop)
  }

  /// Searches the game's current position for the side to move.
  ///
  /// Returns a legal turn whenever the game is not over, however small the limits. A search without
  /// a time limit starts from an empty table: its result depends on nothing else than its arguments
  /// and the memory limit.
  public func search(
    _ game: Game, limits: SearchLimits, options: SearchOptions = SearchOptions(),
    clock: SearchClock = SearchClock(), onEvent: (SearchEvent<Turn>) -> Void = { _ in }
  ) -> SearchReport<Turn> {
    if options.usesBook, options.lineCount == 1, options.excluded.isEmpty,
      let line = OpeningTable.line(in: game)
    {
      let report = SearchReport(
        lines: [line], depth: 1, selectiveDepth: line.moves.count, elapsed: clock.elapsed)
      onEvent(.iteration(report))
      return report
    }
    let table = room.quietTable()
    // Values under other rules say nothing here.
    if let search, search.book.rules != game.rules { forget() }
    table.prepare(for: limits, threadCount: room.threadCount, stop: clock.stop)
    if limits.time == nil { search = nil }
    let search = search ?? AlphaBeta(game.book, table: table, weights: weights)
    self.search = search
    let report = withoutActuallyEscaping(onEvent) { onEvent in
      var deepening = Deepening<Turn>(
        limits: limits, clock: clock, policy: policy,
        threadCount: room.threadCount)
      deepening.known = { self.known(in: game, with: $0) }
      deepening.onCrew = { self.room.keep($0) }
      deepening.onEvent = onEvent
      return self.search(game, options, search, deepening)
    }
    announced = options.excluded.isEmpty ? Announcement(report).map { (game, $0) } : nil
    return report
  }

  @discardableResult
  private func search(
    _ game: Game, _ options: SearchOptions, _ search: AlphaBeta, _ deepening: Deepening<Turn>
  ) -> SearchReport<Turn> {
    let (table, weights, nodeShare) = (search.table, weights, deepening.nodeShare)
    var turn = TurnSearch(game, options, search, clock: deepening.clock, nodeLimit: nodeShare)
    return deepening.run(&turn) { clock in
      TurnSearch(
        game, options, AlphaBeta(game.book, table: table, weights: weights), clock: clock,
        nodeLimit: nodeShare)
    }
  }

  /// What the last search has told of `game`, two turns before.
  private func known(in game: Game, with turn: Turn) -> SearchReport<Turn>.Line? {
    guard let announced, game.turns.count == announced.game.turns.count + 2,
      game.positions.starts(with: announced.game.positions),
      announced.game.position.sideToMove == game.position.sideToMove
    else { return nil }
    let played = game.turns.suffix(2)
    return announced.result.line(
      after: played[played.startIndex], played[played.startIndex + 1], with: turn)
  }

  // MARK: Evaluation

  /// The static evaluation for the side to move, with its parts; a finished game's result has none.
  public func evaluate(_ game: Game) -> Appraisal {
    if let outcome = game.outcome {
      guard let winner = outcome.winner else { return Appraisal(score: .draw) }
      let hasWon = winner == game.position.sideToMove
      return Appraisal(score: hasWon ? .win(inPlies: 0) : .loss(inPlies: 0))
    }
    let evaluation = Evaluation(game.book, weights: weights)
    return Appraisal(
      score: evaluation.score(of: game.position),
      parts: evaluation.parts(of: game.position).map(Appraisal.Part.init))
  }

  // MARK: Counts

  /// Counts the sequences of exactly `depth` turns; a finished game has none. If `stop` comes first,
  /// those met so far.
  public static func perft(_ game: Game, depth: Int, stop: StopSignal = StopSignal()) -> UInt64 {
    TurnGenerator(game.book).perft(game.position, depth: depth, stop: stop)
  }

  /// The counts of `perft` by first turn: of those finished before `stop`.
  public static func perftDivide(
    _ game: Game, depth: Int, stop: StopSignal = StopSignal()
  ) -> [(move: Turn, count: UInt64)] {
    TurnGenerator(game.book).divide(game.position, depth: depth, stop: stop)
  }
}

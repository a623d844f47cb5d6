import Basics
import LiuzhouRules
import SearchKit

/// The engine's face: a game and limits in, report out.
///
/// A player owns its hash table. One search runs at a time; it is stopped from any thread through
/// its `SearchClock`.
public final class LiuzhouPlayer {
  /// Most memory the whole process should take, in bytes.
  ///
  /// The table is made at the first search, from what the program itself leaves of it.
  public var memoryLimit: Int {
    didSet { if memoryLimit != oldValue { releaseTable() } }
  }
  /// How many threads a search uses, 1 or more. Only a search on one is deterministic.
  public var threadCount = 1 {
    didSet { if threadCount != oldValue { releaseTable() } }
  }
  private var table: TranspositionTable?
  /// The helpers of the last search, who may still be about to end.
  private var crew: SearchCrew?
  private var search: AlphaBeta?
  /// The result that the last search has told, and the game it was told of.
  private var announced: (game: Game, result: Announcement<Turn>)?
  private let weights: EvaluationWeights

  /// What the process takes beside the hash table, in bytes: measured, rounded up.
  public static let footprint = 24 << 20
  /// The smallest hash table, whatever the limit.
  public static let smallestTable = 1 << 20

  public convenience init(memoryLimit: Int = 350 << 20) {
    self.init(memoryLimit: memoryLimit, weights: EvaluationWeights())
  }

  /// A player with evaluation weights of its own.
  package init(memoryLimit: Int, weights: EvaluationWeights) {
    self.memoryLimit = memoryLimit
    self.weights = weights
  }

  /// What each thread beside the first takes, in bytes: measured, rounded up.
  public static let helperFootprint = 2 << 20

  /// Bytes of the hash table that the memory limit allows.
  public var tableSize: Int {
    let used = LiuzhouPlayer.footprint + (threadCount - 1) * LiuzhouPlayer.helperFootprint
    return max(LiuzhouPlayer.smallestTable, memoryLimit - used)
  }

  /// Gives the hash table's memory back until the next search.
  public func releaseTable() {
    crew = nil
    table = nil
    search = nil
  }

  /// Used hash entries in permille.
  public var permilleUsed: Int { table?.permilleUsed ?? 0 }

  /// Forgets all earlier searches.
  public func forget() {
    (crew, announced) = (nil, nil)
    table?.forget()
    search = nil
  }

  /// The table, with nobody at work on it.
  private func quietTable() -> TranspositionTable {
    crew = nil
    let table = table ?? TranspositionTable(bytes: tableSize)
    self.table = table
    return table
  }

  /// Makes ready for a search of `game`, which finds its table, its weights and its code in memory
  /// then. No search's result depends on it.
  public func prepare(_ game: Game, limits: SearchLimits, stop: StopSignal) {
    let table = TranspositionTable(bytes: 4096)
    Thinking(
      game: game, limits: SearchLimits(nodes: 200), options: SearchOptions(),
      clock: SearchClock(stop: stop),
      search: AlphaBeta(game.book, table: table, weights: weights), threadCount: 1,
      onEvent: { _ in }
    ).run()
    quietTable().makeRoom(for: limits, threadCount: threadCount, stop: stop)
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
    let table = quietTable()
    // Values under other rules say nothing here.
    if let search, search.book.rules != game.rules { forget() }
    table.prepare(for: limits, threadCount: threadCount, stop: clock.stop)
    if limits.time == nil { search = nil }
    let search = search ?? AlphaBeta(game.book, table: table, weights: weights)
    self.search = search
    let report = withoutActuallyEscaping(onEvent) { onEvent in
      Thinking(
        game: game, limits: limits, options: options, clock: clock, search: search,
        threadCount: threadCount, known: { self.known(in: game, with: $0) },
        onCrew: { self.crew = $0 }, onEvent: onEvent
      ).run()
    }
    announced = options.excluded.isEmpty ? Announcement(report).map { (game, $0) } : nil
    return report
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

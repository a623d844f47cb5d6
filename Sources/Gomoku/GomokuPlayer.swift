import Basics
import GomokuRules
import SearchKit
import SearchTypes

/// The interface of the engine for gomoku: takes a position and limits, returns a report.
///
/// Only one search may run at a time. Any thread can stop it through its `SearchClock`.
public final class GomokuPlayer {
  public static let footprint = MemoryFootprint(process: 36 << 20, helper: 3 << 20)
  /// The default division of time among turns and iterations.
  public static let timePolicy = SearchParameters().time

  /// The hash table, the memory limit and the threads.
  public var resources: SearchResources
  public var parameters = SearchParameters()
  /// The proven result of the last search, and the position of that search.
  ///
  /// `known` uses both at the player's next turn, two plies later.
  private var reportedResult: (position: Position, result: ReportedResult<Point>)?
  /// The variant whose positions are in the hash table.
  private var variant: Variant?
  private var provedGame: ProvedGame?
  /// The tables of the last `findResult` (the command SOLVE game), with which the next call goes
  /// on.
  ///
  /// They are released by another kind of search, and by a position or memory limit that they do
  /// not fit.
  private var resultTables: GameSearch.Tables?
  /// The weights, by variant, that replace compiled-in ones.
  private var otherWeights: [Variant: Weights] = [:]
  private var otherMixes: [Variant: MixNetwork] = [:]

  public init(memoryLimit: Int = 350 << 20) {
    resources = SearchResources(GomokuPlayer.footprint, memoryLimit: memoryLimit)
  }

  /// Creates a player whose single-threaded searches have a hash table of `tableSize` bytes.
  public convenience init(tableSize: Int) {
    self.init(memoryLimit: GomokuPlayer.footprint.process + tableSize)
  }

  /// Sets the weights for their variant, whose compiled-in mix network is then not used.
  public func use(_ weights: Weights) {
    otherWeights[weights.variant] = weights
    forget()
  }

  /// Sets the mix network for its variant, which then evaluates positions and orders moves.
  public func use(_ mix: MixNetwork) {
    otherMixes[mix.variant] = mix
    forget()
  }

  func mix(_ variant: Variant) -> MixNetwork? {
    otherMixes[variant] ?? (otherWeights[variant] == nil ? .of(variant) : nil)
  }

  func weights(_ variant: Variant) -> Weights { otherWeights[variant] ?? .of(variant) }

  /// Clears the results of all earlier searches.
  public func forget() {
    (reportedResult, resultTables, variant, provedGame) = (nil, nil, nil, nil)
    resources.forget()
  }

  /// Loads weights and code into memory by a short search of `position`, and makes room in the hash
  /// table for a search with `limits`.
  ///
  /// The next search then starts faster. The short search has a hash table of its own.
  public func prepare(_ position: Position, limits: SearchLimits, stop: StopSignal) {
    SearchTask(
      position: position, table: TranspositionTable(bytes: 4096),
      weights: weights(position.variant), mix: mix(position.variant), parameters: parameters,
      deepening: Deepening(
        limits: SearchLimits(nodes: 200), clock: SearchClock(stop: stop), policy: parameters.time)
    ).run()
    // The tables of the last search for a game result have the hash table's memory, and are kept
    // for the next such search.
    guard resultTables == nil else { return }
    resources.idleTable().makeRoom(for: limits, threadCount: resources.threadCount, stop: stop)
  }

  /// Searches `position` for the side to move.
  ///
  /// The report has a move whenever there is an empty point, however small the limits. If every
  /// empty point is excluded or forbidden, the move is one of these points.
  ///
  /// A search without a time limit starts from an empty table. On one thread and without the book,
  /// its result depends only on its arguments and the player's memory limit, parameters and
  /// weights.
  public func search(
    _ position: Position, limits: SearchLimits, options: SearchOptions = SearchOptions(),
    clock: SearchClock = SearchClock(), onEvent: (SearchEvent<Point>) -> Void = { _ in }
  ) -> SearchReport<Point> {
    if options.usesBook, options.lineCount == 1, options.excluded.isEmpty,
      let line = provedLine(in: position)
    {
      let report = SearchReport(
        lines: [line], depth: 1, selectiveDepth: line.moves.count, elapsed: clock.elapsed)
      onEvent(.iteration(report))
      reportedResult = ReportedResult(report).map { (position, $0) }
      return report
    }
    let report = searched(position, limits: limits, options: options, clock: clock, onEvent)
    // If points are excluded, a proven result does not hold for the position itself.
    reportedResult = options.excluded.isEmpty ? ReportedResult(report).map { (position, $0) } : nil
    return report
  }

  /// Returns the line of a win from the compiled-in book, or from the threat search that follows
  /// the book; `nil` if there is none.
  private func provedLine(in position: Position) -> SearchReport<Point>.Line? {
    let book = StrategyBook.compiledIn(position.variant, position.size)
    if provedGame?.isPlayed(from: book) != true { provedGame = ProvedGame(book: book) }
    guard let turn = provedGame?.turn(in: position) else {
      provedGame?.play(nil)
      return nil
    }
    provedGame?.play(turn)
    return SearchReport<Point>.Line(
      score: .win(inPlies: turn.step.plies), moves: turn.step.line(in: position))
  }

  private func searched(
    _ position: Position, limits: SearchLimits, options: SearchOptions, clock: SearchClock,
    _ onEvent: (SearchEvent<Point>) -> Void
  ) -> SearchReport<Point> {
    resultTables = nil
    // The table's keys do not include the rules, so entries of another variant are invalid.
    if let variant, variant != position.variant { forget() }
    variant = position.variant
    let table = resources.idleTable()
    table.prepare(for: limits, threadCount: resources.threadCount, stop: clock.stop)
    return withoutActuallyEscaping(onEvent) { onEvent in
      var deepening = Deepening<Point>(
        limits: limits, clock: clock, policy: parameters.time, threadCount: resources.threadCount)
      deepening.known = { self.known(in: position, with: $0) }
      deepening.onHelpers = { self.resources.keep($0) }
      deepening.onEvent = onEvent
      return SearchTask(
        position: position, options: options, table: table, weights: weights(position.variant),
        mix: mix(position.variant), parameters: parameters, completesLines: true,
        deepening: deepening
      ).run()
    }
  }

  /// Returns what the last search proved about `position`, as a line that begins with `move`; `nil`
  /// if it proved nothing.
  ///
  /// Only a search of the position two plies before `position` counts.
  ///
  /// - Precondition: `move` is the only legal move, so a proved win goes on with it.
  private func known(in position: Position, with move: Point) -> SearchReport<Point>.Line? {
    guard let reportedResult, let turn = position.turn(since: reportedResult.position) else {
      return nil
    }
    return reportedResult.result.line(after: turn.own, turn.reply, with: move)
  }

  // MARK: Solving

  /// Releases the memory of earlier searches; returns the bytes that a solver may use.
  public func makeRoomForSolver() -> Int {
    resultTables = nil
    resources.releaseTable()
    return resources.memory(besideThreads: 1)
  }

  /// Searches for the game-theoretic result of `position` (SOLVE game), with the tables of the last
  /// such search if they fit.
  public func findResult(
    of position: Position, for winner: Color?, nodeLimit: UInt64?, clock: SearchClock
  ) -> GameSearch {
    resources.releaseTable()
    let memory = resources.memory(besideThreads: 1)
    if resultTables?.fit(position, memory: memory) != true { resultTables = nil }
    let tables = resultTables ?? GameSearch.Tables(for: position, memory: memory)
    resultTables = tables
    return GameSearch(
      position, for: winner, nodeLimit: nodeLimit, tables: tables, clock: clock)
  }

  // MARK: Evaluation

  /// Returns the static evaluation for the side to move; a proven result has no parts.
  public func evaluate(_ position: Position) -> StaticEvaluation {
    position.variant.run(
      Evaluating(
        position: position, weights: weights(position.variant), mix: mix(position.variant),
        parameters: parameters))
  }

  private struct Evaluating: VariantTask {
    let position: Position
    let weights: Weights
    let mix: MixNetwork?
    let parameters: SearchParameters

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> StaticEvaluation {
      let board = Board<Rules>(position, weights: weights)
      if let result = board.staticResult(atPly: 0) { return StaticEvaluation(score: result) }
      var parts = [
        StaticEvaluation.Part(name: "points", centistones: board.value / Weights.unit),
        StaticEvaluation.Part(name: "threats", centistones: board.threatValue),
        StaticEvaluation.Part(name: "shapes", centistones: board.shapesValue),
      ]
      guard let mix else { return StaticEvaluation(score: board.evaluate(), parts: parts) }
      var mixBoard = MixAccumulator(mix, position.size, rules)
      let score = parameters.score(ofLogOdds: mixBoard.logOdds(of: board))
      let small = parts.reduce(0) { $0 + $1.centistones }
      parts.append(.init(name: "network", centistones: Int(score.rawValue) - small))
      return StaticEvaluation(score: score, parts: parts)
    }
  }

  // MARK: Counts

  /// Returns the number of move sequences of exactly `depth` plies.
  ///
  /// A finished game has only the sequence of 0 plies. After a stop the count is incomplete.
  public static func perft(
    _ position: Position, depth: Int, stop: StopSignal = StopSignal()
  ) -> UInt64 {
    Perft.count(position, depth: depth, stop: stop).leaves
  }

  /// Returns the counts of `perft` after each first move, in the order of `Position.legalMoves`.
  ///
  /// After a stop, moves whose counts are not finished are left out.
  public static func perftDivide(
    _ position: Position, depth: Int, stop: StopSignal = StopSignal()
  ) -> [(move: Point, count: UInt64)] {
    Perft.divide(position, depth: depth, stop: stop).map { ($0.move, $0.count.leaves) }
  }
}

extension Position {
  /// Returns the two moves that lead from `earlier` to this position; `nil` if no two moves do.
  ///
  /// The same side is to move in both positions.
  func turn(since earlier: Position) -> (own: Point, reply: Point)? {
    guard size == earlier.size, variant == earlier.variant, sideToMove == earlier.sideToMove,
      stones.count == earlier.stones.count + 2
    else { return nil }
    let added = Set(stones).symmetricDifference(earlier.stones)
    guard added.count == 2, let own = added.first(where: { $0.color == sideToMove }),
      let reply = added.first(where: { $0.color == sideToMove.opponent })
    else { return nil }
    return (own.point, reply.point)
  }
}

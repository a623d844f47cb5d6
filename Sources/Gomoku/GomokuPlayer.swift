import Basics
import GomokuRules
import SearchKit
import SearchTypes

/// The player of gomoku, the module's face: it takes a position and limits, and returns a report.
///
/// One search runs at a time. Any thread can stop it through its `SearchClock`.
public final class GomokuPlayer {
  public static let footprint = Footprint(process: 36 << 20, helper: 3 << 20)
  /// The division of time among turns and iterations, unless `parameters` has another one.
  public static let timePolicy = SearchParameters().time

  /// The hash table, the memory limit and the threads.
  public var resources: SearchResources
  /// The tunable numbers of the search.
  public var parameters = SearchParameters()
  /// The proven result that the last search reported, and the position of that search.
  private var announced: (position: Position, result: ReportedResult<Point>)?
  /// The variant whose values the hash table holds.
  private var variant: Variant?
  private var provedGame: ProvedGame?
  /// The tables of the last searches for results, kept until another task needs the memory.
  private var resultTables: GameSearch.Tables?
  /// Weights that replace the compiled-in ones.
  private var otherWeights: [Variant: Weights] = [:]
  private var otherMixes: [Variant: MixNetwork] = [:]

  public init(memoryLimit: Int = 350 << 20) {
    resources = SearchResources(GomokuPlayer.footprint, memoryLimit: memoryLimit)
  }

  /// Creates a player with a hash table of `tableSize` bytes for searches on one thread.
  public convenience init(tableSize: Int) {
    self.init(memoryLimit: GomokuPlayer.footprint.process + tableSize)
  }

  /// Evaluates with `weights` alone, without a network, in the weights' variant.
  public func use(_ weights: Weights) {
    otherWeights[weights.variant] = weights
    forget()
  }

  /// Evaluates positions and orders moves with the network `mix` in its variant.
  public func use(_ mix: MixNetwork) {
    otherMixes[mix.variant] = mix
    forget()
  }

  private func mix(_ variant: Variant) -> MixNetwork? {
    otherMixes[variant] ?? (otherWeights[variant] == nil ? .of(variant) : nil)
  }

  private func weights(_ variant: Variant) -> Weights { otherWeights[variant] ?? .of(variant) }

  /// Clears the results of all earlier searches.
  public func forget() {
    (announced, resultTables, variant, provedGame) = (nil, nil, nil, nil)
    resources.forget()
  }

  /// Prepares for a search of `position`, which then finds its table, weights and code in memory.
  ///
  /// No search's result depends on this call.
  public func prepare(_ position: Position, limits: SearchLimits, stop: StopSignal) {
    SearchTask(
      position: position, table: TranspositionTable(bytes: 4096),
      weights: weights(position.variant), mix: mix(position.variant), parameters: parameters,
      deepening: Deepening(
        limits: SearchLimits(nodes: 200), clock: SearchClock(stop: stop), policy: parameters.time)
    ).run()
    // The tables are kept, because the next search for a result may continue with them.
    guard resultTables == nil else { return }
    resources.quietTable().makeRoom(for: limits, threadCount: resources.threadCount, stop: stop)
  }

  /// Searches `position` for the side to move.
  ///
  /// Returns at least one move whenever there is an empty point, however small the limits. In renju
  /// a Black without a legal point gets any empty one.
  ///
  /// A search without a time limit starts from an empty table. On one thread and without the book,
  /// its result depends on its arguments and the memory limit alone.
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
      announced = ReportedResult(report).map { (position, $0) }
      return report
    }
    let report = searched(position, limits: limits, options: options, clock: clock, onEvent)
    // With excluded points, a proven result does not hold for the position itself.
    announced = options.excluded.isEmpty ? ReportedResult(report).map { (position, $0) } : nil
    return report
  }

  /// Returns the line of a win that is proved in advance, which needs no search.
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

  /// Searches by iterative deepening on all threads.
  private func searched(
    _ position: Position, limits: SearchLimits, options: SearchOptions, clock: SearchClock,
    _ onEvent: (SearchEvent<Point>) -> Void
  ) -> SearchReport<Point> {
    resultTables = nil
    // The table's keys do not include the rules, so values of another variant must go.
    if let variant, variant != position.variant { forget() }
    variant = position.variant
    let table = resources.quietTable()
    table.prepare(for: limits, threadCount: resources.threadCount, stop: clock.stop)
    return withoutActuallyEscaping(onEvent) { onEvent in
      var deepening = Deepening<Point>(
        limits: limits, clock: clock, policy: parameters.time, threadCount: resources.threadCount)
      deepening.known = { self.known(in: position, with: $0) }
      deepening.onCrew = { self.resources.keep($0) }
      deepening.onEvent = onEvent
      return SearchTask(
        position: position, options: options, table: table, weights: weights(position.variant),
        mix: mix(position.variant), parameters: parameters, completesLines: true,
        deepening: deepening
      ).run()
    }
  }

  /// Returns the proven line that begins with `move`, from the search two plies before `position`.
  ///
  /// The result is `nil` if that search has proved nothing about it.
  private func known(in position: Position, with move: Point) -> SearchReport<Point>.Line? {
    guard let announced, let turn = position.turn(since: announced.position) else { return nil }
    return announced.result.line(after: turn.own, turn.reply, with: move)
  }

  // MARK: Solving

  /// Releases the memory of earlier searches.
  ///
  /// - Returns: the bytes that a solver may then take.
  public func makeRoomForSolver() -> Int {
    resultTables = nil
    resources.releaseTable()
    return resources.memory(besideThreads: 1)
  }

  /// Searches for the game-theoretic result of `position`, with the tables of the last such search.
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

  /// Returns the static evaluation for the side to move, with its parts. A proven result has none.
  public func evaluate(_ position: Position) -> StaticEvaluation {
    position.variant.run(
      Evaluating(
        position: position, weights: weights(position.variant), mix: mix(position.variant),
        parameters: parameters))
  }

  /// The arguments of `evaluate`, to be run with a variant's rules.
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
      let score = parameters.score(ofWorth: mixBoard.worth(of: board))
      let small = parts.reduce(0) { $0 + $1.centistones }
      parts.append(.init(name: "network", centistones: Int(score.rawValue) - small))
      return StaticEvaluation(score: score, parts: parts)
    }
  }

  // MARK: Counts

  /// Returns the number of move sequences of exactly `depth` plies; a finished game has none.
  ///
  /// A stop leaves the count incomplete.
  public static func perft(
    _ position: Position, depth: Int, stop: StopSignal = StopSignal()
  ) -> UInt64 {
    Perft.count(position, depth: depth, stop: stop).leaves
  }

  /// Returns the counts of `perft` after each first move, in the order of `Position.legalMoves`.
  ///
  /// A stop leaves out the moves that are not finished.
  public static func perftDivide(
    _ position: Position, depth: Int, stop: StopSignal = StopSignal()
  ) -> [(move: Point, count: UInt64)] {
    Perft.divide(position, depth: depth, stop: stop).map { ($0.move, $0.count.leaves) }
  }
}

extension Position {
  /// Returns the two moves that lead here from `earlier`, or `nil` if no two moves do.
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

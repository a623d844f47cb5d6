import Basics
import GomokuRules
import SearchKit

/// The engine's face: position and limits in, report out.
///
/// One search runs at a time; it is stopped from any thread through its `SearchClock`.
public final class GomokuPlayer {
  public static let footprint = Footprint(process: 36 << 20, helper: 3 << 20)
  /// How time is shared among turns and iterations unless `margins` say otherwise.
  public static let timePolicy = Margins().time

  public var room: SearchRoom
  /// What the search prunes, reduces and extends, and how it spends its time.
  public var margins = Margins()
  /// The result that the last search has told, and the position it was told of.
  private var announced: (position: Position, result: Announcement<Point>)?
  /// The rules of what the table remembers.
  private var variant: Variant?
  private var provedGame = ProvedGame()
  /// What the last searches for results remember, until something else needs the memory.
  private var resultTables: GameSearch.Tables?
  /// Weights to use instead of those that are part of the program.
  private var otherWeights: [Variant: Weights] = [:]
  private var otherMixes: [Variant: MixNetwork] = [:]

  public init(memoryLimit: Int = 350 << 20) {
    room = SearchRoom(GomokuPlayer.footprint, memoryLimit: memoryLimit)
  }

  /// A player whose searches on one thread have a hash table of so many bytes.
  public convenience init(tableSize: Int) {
    self.init(memoryLimit: GomokuPlayer.footprint.process + tableSize)
  }

  /// Plays and evaluates with `weights` alone, without a network, wherever their rules are played.
  public func use(_ weights: Weights) {
    otherWeights[weights.variant] = weights
    forget()
  }

  /// Judges positions and moves by `mix` wherever its rules are played.
  public func use(_ mix: MixNetwork) {
    otherMixes[mix.variant] = mix
    forget()
  }

  private func mix(_ variant: Variant) -> MixNetwork? {
    otherMixes[variant] ?? (otherWeights[variant] == nil ? .of(variant) : nil)
  }

  private func weights(_ variant: Variant) -> Weights { otherWeights[variant] ?? .of(variant) }

  /// Forgets all earlier searches.
  public func forget() {
    (announced, resultTables, variant) = (nil, nil, nil)
    provedGame = ProvedGame()
    room.forget()
  }

  /// Makes ready for a search of `position`, which finds its table, its weights and its code in memory
  /// then. No search's result depends on it.
  public func prepare(_ position: Position, limits: SearchLimits, stop: StopSignal) {
    SearchTask(
      position: position, table: TranspositionTable(bytes: 4096),
      weights: weights(position.variant), mix: mix(position.variant), margins: margins,
      deepening: Deepening(
        limits: SearchLimits(nodes: 200), clock: SearchClock(stop: stop), policy: margins.time)
    ).run()
    // The next search may be one for a result, which goes on with these.
    guard resultTables == nil else { return }
    room.quietTable().makeRoom(for: limits, threadCount: room.threadCount, stop: stop)
  }

  /// Searches `position` for the side to move.
  ///
  /// Returns at least one move whenever there is an empty point, however small the limits. In renju
  /// a Black without a legal point gets any empty one.
  ///
  /// A search without a time limit starts from an empty table: on one thread and without the book its
  /// result depends on nothing else than its arguments and the memory limit.
  public func search(
    _ position: Position, limits: SearchLimits, options: SearchOptions = SearchOptions(),
    clock: SearchClock = SearchClock(), onEvent: (SearchEvent<Point>) -> Void = { _ in }
  ) -> SearchReport<Point> {
    let proved =
      options.usesBook && options.lineCount == 1 && options.excluded.isEmpty
      ? provedGame.line(in: position, limits: limits, clock: clock) : nil
    if let proved, provedGame.keepsItsWord(proved, in: position) {
      let report = SearchReport(
        lines: [proved], depth: 1, selectiveDepth: proved.moves.count, elapsed: clock.elapsed)
      onEvent(.iteration(report))
      return conclude(report, of: position, options)
    }
    var report = searched(position, limits: limits, options: options, clock: clock, onEvent)
    // A win that takes longer than was said is better than none.
    if let proved, !report.score.isWin || report.score < proved.score {
      report.lines = [proved]
      onEvent(.iteration(report))
    }
    return conclude(report, of: position, options)
  }

  /// Remembers what is told of a position.
  private func conclude(
    _ report: SearchReport<Point>, of position: Position, _ options: SearchOptions
  ) -> SearchReport<Point> {
    // With points excluded a result is that of another game.
    announced = options.excluded.isEmpty ? Announcement(report).map { (position, $0) } : nil
    if options.usesBook { provedGame.play(report.lines.first, in: position) }
    return report
  }

  private func searched(
    _ position: Position, limits: SearchLimits, options: SearchOptions, clock: SearchClock,
    _ onEvent: (SearchEvent<Point>) -> Void
  ) -> SearchReport<Point> {
    resultTables = nil
    // Values under other rules say nothing here, and the table does not tell them apart.
    if let variant, variant != position.variant { forget() }
    variant = position.variant
    let table = room.quietTable()
    table.prepare(for: limits, threadCount: room.threadCount, stop: clock.stop)
    return withoutActuallyEscaping(onEvent) { onEvent in
      var deepening = Deepening<Point>(
        limits: limits, clock: clock, policy: margins.time, threadCount: room.threadCount)
      deepening.known = { self.known(in: position, with: $0) }
      deepening.onCrew = { self.room.keep($0) }
      deepening.onEvent = onEvent
      return SearchTask(
        position: position, options: options, table: table, weights: weights(position.variant),
        mix: mix(position.variant), margins: margins, completesLines: true,
        deepening: deepening
      ).run()
    }
  }

  /// What the last search has told of `position`, two plies before it.
  private func known(in position: Position, with move: Point) -> SearchReport<Point>.Line? {
    guard let announced, let turn = position.turn(since: announced.position) else { return nil }
    return announced.result.line(after: turn.own, turn.reply, with: move)
  }

  // MARK: Solving

  /// Gives up what searches remember.
  ///
  /// - Returns: the bytes that a solver may take then.
  public func makeRoomForSolver() -> Int {
    resultTables = nil
    room.releaseTable()
    return room.memory(besideThreads: 1)
  }

  /// Searches for the result of `position`, and goes on from what the last such search remembers.
  public func findResult(
    of position: Position, for winner: Color?, nodeLimit: UInt64?, clock: SearchClock
  ) -> GameSearch {
    room.releaseTable()
    let memory = room.memory(besideThreads: 1)
    if resultTables?.fit(position, memory: memory) != true { resultTables = nil }
    let tables = resultTables ?? GameSearch.Tables(for: position, memory: memory)
    resultTables = tables
    return GameSearch(
      position, for: winner, nodeLimit: nodeLimit, tables: tables, clock: clock)
  }

  // MARK: Evaluation

  /// The static evaluation for the side to move, with its parts. A proven result has none.
  public func evaluate(_ position: Position) -> Appraisal {
    position.variant.run(
      Evaluating(
        position: position, weights: weights(position.variant), mix: mix(position.variant),
        margins: margins))
  }

  private struct Evaluating: VariantWork {
    let position: Position
    let weights: Weights
    let mix: MixNetwork?
    let margins: Margins

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> Appraisal {
      let board = Board<Rules>(position, weights: weights)
      if let result = board.staticResult(atPly: 0) { return Appraisal(score: result) }
      var parts = [
        Appraisal.Part(name: "points", centistones: board.value / Weights.unit),
        Appraisal.Part(name: "threats", centistones: board.threatValue),
        Appraisal.Part(name: "shapes", centistones: board.shapesValue),
      ]
      guard let mix else { return Appraisal(score: board.evaluate(), parts: parts) }
      var mixBoard = MixBoard(mix, position.size, rules)
      let score = margins.score(ofWorth: mixBoard.worth(of: board))
      let small = parts.reduce(0) { $0 + $1.centistones }
      parts.append(.init(name: "network", centistones: Int(score.rawValue) - small))
      return Appraisal(score: score, parts: parts)
    }
  }

  // MARK: Counts

  /// Counts the move sequences of exactly `depth` plies; a finished game has none. If `stop` comes
  /// first, those met so far.
  public static func perft(
    _ position: Position, depth: Int, stop: StopSignal = StopSignal()
  ) -> UInt64 {
    Perft.count(position, depth: depth, stop: stop).leaves
  }

  /// The counts of `perft` by first move, in the order of `Position.legalMoves`: of those finished
  /// before `stop`.
  public static func perftDivide(
    _ position: Position, depth: Int, stop: StopSignal = StopSignal()
  ) -> [(move: Point, count: UInt64)] {
    Perft.divide(position, depth: depth, stop: stop).map { ($0.move, $0.count.leaves) }
  }
}

extension Position {
  /// The moves of both sides that lead here from `earlier`, where the same side was to move; `nil` if no two
  /// do.
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

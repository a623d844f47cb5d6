import Basics
import GomokuRules
import SearchKit

/// The engine's face: position and limits in, report out.
///
/// A player owns its hash table. One search runs at a time; it
/// is stopped from any thread through its `SearchClock`.
public final class GomokuPlayer {
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
  /// What the search prunes, reduces and extends.
  public var margins = Margins()
  private var table: TranspositionTable?
  /// The helpers of the last search, who may still be about to end.
  private var crew: SearchCrew?
  /// The result that the last search has told, and the position it was told of.
  private var announced: (position: Position, result: Announcement<Point>)?
  /// Weights to use instead of those that are part of the program.
  private var otherWeights: [Variant: Weights] = [:]

  /// What the process takes beside the hash table, in bytes: measured, rounded up.
  public static let footprint = 24 << 20
  /// The smallest hash table, whatever the limit.
  public static let smallestTable = 1 << 20

  public init(memoryLimit: Int = 350 << 20) { self.memoryLimit = memoryLimit }

  /// What each thread beside the first takes, in bytes: measured, rounded up.
  public static let helperFootprint = 3 << 20

  /// Bytes of the hash table that the memory limit allows.
  public var tableSize: Int {
    let used = GomokuPlayer.footprint + (threadCount - 1) * GomokuPlayer.helperFootprint
    return max(GomokuPlayer.smallestTable, memoryLimit - used)
  }

  /// Used hash entries in permille.
  public var permilleUsed: Int { table?.permilleUsed ?? 0 }

  /// Plays and evaluates with `weights` wherever their rules are played.
  public func use(_ weights: Weights) {
    otherWeights[weights.variant] = weights
    forget()
  }

  private func weights(_ variant: Variant) -> Weights { otherWeights[variant] ?? .of(variant) }

  /// Gives the hash table's memory back until the next search.
  public func releaseTable() {
    crew = nil
    table = nil
  }

  /// Forgets all earlier searches.
  public func forget() {
    (crew, announced) = (nil, nil)
    table?.forget()
  }

  /// The table, with nobody at work on it.
  private func quietTable() -> TranspositionTable {
    crew = nil
    let table = table ?? TranspositionTable(bytes: tableSize)
    self.table = table
    return table
  }

  /// Makes ready for a search of `position`, which finds its table, its weights and its code in memory
  /// then. No search's result depends on it.
  public func prepare(_ position: Position, limits: SearchLimits, stop: StopSignal) {
    Thinking(
      position: position, limits: SearchLimits(nodes: 200), options: SearchOptions(),
      clock: SearchClock(stop: stop),
      table: TranspositionTable(bytes: 4096), weights: weights(position.variant),
      margins: margins, threadCount: 1, completesLines: false, onEvent: { _ in }
    ).run()
    quietTable().makeRoom(for: limits, threadCount: threadCount, stop: stop)
  }

  /// Searches `position` for the side to move.
  ///
  /// Returns at least one move whenever there is an empty point, however small the limits. In renju
  /// a Black without a legal point gets any empty one.
  ///
  /// A search without a time limit starts from an empty table: its result depends on nothing else
  /// than its arguments and the memory limit.
  public func search(
    _ position: Position, limits: SearchLimits, options: SearchOptions = SearchOptions(),
    clock: SearchClock = SearchClock(), onEvent: (SearchEvent<Point>) -> Void = { _ in }
  ) -> SearchReport<Point> {
    let table = quietTable()
    table.prepare(for: limits, threadCount: threadCount, stop: clock.stop)
    let report = withoutActuallyEscaping(onEvent) { onEvent in
      Thinking(
        position: position, limits: limits, options: options, clock: clock, table: table,
        weights: weights(position.variant), margins: margins, threadCount: threadCount,
        completesLines: true, known: { self.known(in: position, with: $0) },
        onCrew: { self.crew = $0 }, onEvent: onEvent
      ).run()
    }
    // With points excluded a result is that of another game.
    announced = options.excluded.isEmpty ? Announcement(report).map { (position, $0) } : nil
    return report
  }

  /// What the last search has told of `position`, two plies before it.
  private func known(in position: Position, with move: Point) -> SearchReport<Point>.Line? {
    guard let announced, announced.position.size == position.size,
      announced.position.variant == position.variant,
      announced.position.sideToMove == position.sideToMove
    else { return nil }
    let added = Set(position.stones).symmetricDifference(announced.position.stones)
    guard added.count == 2, position.stones.count == announced.position.stones.count + 2,
      let own = added.first(where: { $0.color == position.sideToMove }),
      let reply = added.first(where: { $0.color == position.sideToMove.opponent })
    else { return nil }
    return announced.result.line(after: own.point, reply.point, with: move)
  }

  // MARK: Evaluation

  /// The static evaluation for the side to move, with its parts. A proven result has none.
  public func evaluate(_ position: Position) -> Appraisal {
    switch position.variant {
    case .freestyle: evaluate(position, Freestyle.self)
    case .standard: evaluate(position, Standard.self)
    case .renju: evaluate(position, Renju.self)
    case .caro: evaluate(position, Caro.self)
    case .exactCaro: evaluate(position, ExactCaro.self)
    }
  }

  private func evaluate<Rules: RuleTraits>(_ position: Position, _ rules: Rules.Type) -> Appraisal {
    let board = Board<Rules>(position, weights: weights(position.variant))
    if let result = board.staticResult(atPly: 0) { return Appraisal(score: result) }
    return Appraisal(
      score: board.evaluate(),
      parts: [
        .init(name: "points", centistones: board.value / Weights.unit),
        .init(name: "threats", centistones: board.threatValue),
        .init(name: "network", centistones: board.networkValue),
      ])
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

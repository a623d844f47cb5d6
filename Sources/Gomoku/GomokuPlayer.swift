import SearchKit

/// The engine's face: position and limits in, report out.
///
/// A player owns its hash table. One search runs at a time; a search is stopped from any thread
/// through its `StopSignal`.
public final class GomokuPlayer {
  /// Most memory the whole process should take, in bytes.
  ///
  /// The table is made at the first search, from what program and other tables leave of it.
  public var memoryLimit: Int {
    didSet { if memoryLimit != oldValue { table = nil } }
  }
  private var table: TranspositionTable?

  public init(memoryLimit: Int = 350 << 20) { self.memoryLimit = memoryLimit }

  /// Forgets all earlier searches.
  public func forget() { table?.clear() }

  /// Searches `position` for the side to move.
  ///
  /// Returns at least one move whenever the side to move has one, however small the limits. In renju
  /// a Black without a legal point gets any empty one.
  public func search(
    _ position: Position, limits: SearchLimits, options: SearchOptions = SearchOptions(),
    stop: StopSignal = StopSignal(), onEvent: (SearchEvent) -> Void = { _ in }
  ) -> SearchReport {
    SearchReport(
      lines: position.legalMoves.prefix(1).map { SearchReport.Line(score: .draw, moves: [$0]) })
  }

  /// The static evaluation for the side to move, with its parts.
  public func evaluate(_ position: Position) -> Evaluation { Evaluation(score: .draw, parts: []) }

  /// Counts the move sequences of exactly `depth` plies; a finished game has none.
  public static func perft(_ position: Position, depth: Int) -> UInt64 { 0 }

  /// The counts of `perft` by first move, in the order of `Position.legalMoves`.
  public static func perftDivide(_ position: Position, depth: Int) -> [(move: Point, count: UInt64)]
  { [] }

  /// One position of the fixed benchmark, searched.
  public struct BenchResult: Sendable {
    public let name: String
    public let report: SearchReport
  }

  /// Searches a fixed set of positions of every variant; node counts are the same everywhere.
  public static func bench(depth: Int?, onResult: (BenchResult) -> Void) {}

  public struct Evaluation: Equatable, Sendable {
    public struct Part: Equatable, Sendable {
      public let name: String
      public let centistones: Int
    }
    public let score: Score
    public let parts: [Part]
  }
}

import Gomoku
import SearchKit

/// Work for the search thread: everything that takes longer than reading a line.
public struct Job: Equatable, Sendable {
  public enum Task: Equatable, Sendable {
    case search(SearchOptions)
    /// A search of the moves that stop the opponent's win by fours.
    case defend(SearchOptions)
    case solve(SolveTask)
    /// The next step of a swap2 opening.
    case swap2
    case balance(BalanceTask)
    case evaluate
    case perft(depth: Int, isDivided: Bool)
    case bench(depth: Int?)
    case measureTable
  }

  public var task: Task
  public var position: Position
  public var limits = SearchLimits()
  public var memoryLimit: Int
  /// Whether the hash table has to be forgotten first.
  public var startsAnew: Bool
  /// When the command was read.
  public var start: ContinuousClock.Instant
}

/// News from a running job.
public enum JobNews: Sendable {
  case search(SearchEvent<Point>)
  case bench(BenchResult<Point>)
  case boardSpeed(BoardBenchmark)
}

/// What a job found.
public enum JobResult: Sendable {
  case search(SearchReport<Point>)
  case solve(SolveResult)
  /// The stones to add, or `nil` to swap.
  case opening([Point]?)
  case evaluation(Appraisal)
  /// Leaves by first move, when divided, and all of them.
  case perft([(move: Point, leaves: UInt64)], total: UInt64)
  case bench(nodes: UInt64)
  /// The hash table's size, and how much of it the last search has used.
  case table(bytes: Int, permilleUsed: Int)
}

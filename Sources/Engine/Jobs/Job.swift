import Gomocup
import Gomoku
import GomokuRules
import Liuzhou
import LiuzhouRules
import SearchKit

/// Work for the search thread: everything that takes longer than reading a line.
public struct Job: Equatable, Sendable {
  public enum Task: Equatable, Sendable {
    case gomoku(GomokuTask, GomokuRules.Position)
    case liuzhou(LiuzhouTask, LiuzhouRules.Game)
    case database(DatabaseTask)

    /// The centistones by which the odds of winning grow e-fold.
    var winScale: Double {
      switch self {
      case .gomoku(_, let position): position.variant.winScale
      case .liuzhou(_, let game): game.rules.winScale
      case .database(let task): task.position.variant.winScale
      }
    }

    /// What its player takes beside the hash table.
    var footprint: Footprint {
      switch self {
      case .gomoku, .database: GomokuPlayer.footprint
      case .liuzhou: LiuzhouPlayer.footprint
      }
    }

    /// How a match's time is spent on it.
    var timePolicy: TimePolicy {
      switch self {
      case .gomoku, .database: GomokuPlayer.timePolicy
      case .liuzhou: LiuzhouPlayer.timePolicy
      }
    }
  }

  public var task: Task
  public var limits = SearchLimits()
  /// How much weaker than the engine a move has to be.
  public var handicap: Handicap?
  /// Whether a win that is proved beforehand is played without a search.
  public var usesBook = false
  /// Whether equal jobs have to give equal results, so that nothing may be drawn by lot.
  public var isRepeatable = false
  public var memoryLimit: Int
  public var threadCount = 1
  /// Whether the hash table has to be forgotten first.
  public var startsAnew: Bool
  /// The database in use; `nil` closes it.
  public var database: DatabaseUse?
  /// When the command was read.
  public var start: ContinuousClock.Instant

  /// Whether what is ready for this job is ready for `other` too.
  func needsTheSame(as other: Job) -> Bool {
    var other = other
    other.start = start
    return self == other
  }
}

/// Work that the players of all games do alike.
public enum Chore: Equatable, Sendable {
  case evaluate
  case perft(depth: Int, isDivided: Bool)
  case bench(depth: Int?)
  case measureTable
}

/// News from a running job.
public enum JobNews: Sendable {
  case search(SearchEvent<Move>)
  /// A position of the benchmark has been searched.
  case bench(name: String, depth: Int, nodes: UInt64)
  case boardSpeed(BoardBenchmark)
}

/// What a job found.
public enum JobResult: Sendable {
  case search(SearchReport<Move>)
  case solve(SolveResult)
  case database(DatabaseResult)
  /// The stones to add, or `nil` to swap.
  case opening([GomokuRules.Point]?)
  case evaluation(Appraisal)
  /// Leaves by first move, when divided, and all of them; or those counted before a stop.
  case perft([(move: Move, leaves: UInt64)], depth: Int, total: UInt64, isStopped: Bool = false)
  /// The nodes of the whole benchmark, or those before a stop.
  case bench(nodes: UInt64, isStopped: Bool = false)
  /// The hash table's size, and how much of it the last search has used.
  case table(bytes: Int, permilleUsed: Int)
}

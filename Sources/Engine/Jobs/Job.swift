import Platform
import Gomocup
import Gomoku
import GomokuRules
import Liuzhou
import LiuzhouRules
import SearchKit
import SearchTypes

/// A request to the search thread, for everything that takes longer than reading a line.
public struct Job: Equatable, Sendable {
  /// The work to do, with the position or game that it is about.
  public enum Task: Equatable, Sendable {
    case gomoku(GomokuTask, GomokuRules.Position)
    case liuzhou(LiuzhouTask, LiuzhouRules.Game)
    case database(DatabaseTask)

    /// The scale of scores: a gain of this many centistones multiplies the odds of winning by e.
    var winScale: Double {
      switch self {
      case .gomoku(_, let position): position.variant.winScale
      case .liuzhou(_, let game): game.rules.winScale
      case .database(let task): task.position.variant.winScale
      }
    }

    /// The memory of the game's player besides the hash table.
    var footprint: MemoryFootprint {
      switch self {
      case .gomoku, .database: GomokuPlayer.footprint
      case .liuzhou: LiuzhouPlayer.footprint
      }
    }

    /// The policy for the division of a match's time.
    var timePolicy: TimePolicy {
      switch self {
      case .gomoku, .database: GomokuPlayer.timePolicy
      case .liuzhou: LiuzhouPlayer.timePolicy
      }
    }
  }

  public var task: Task
  public var limits = SearchLimits()
  /// The weakening of the engine's play; `nil` for full strength.
  public var handicap: Handicap?
  /// True if a move of the book may be played without a search.
  public var usesBook = false
  /// True if equal jobs must give equal results, so that random choices are not allowed.
  public var isRepeatable = false
  /// The memory limit of the process, in bytes.
  public var memoryLimit: Int
  public var threadCount = 1
  /// True if the hash table must be cleared first.
  public var startsAnew: Bool
  /// The database in use; `nil` closes it.
  public var database: DatabaseUse?
  /// The time from which the job's time limits count.
  ///
  /// It is the time at which the command was read, or the end of the previous job if that is later.
  public var start: MonotonicTime

  /// Returns whether the preparation for this job (`JobRunner.prepare`) also serves `other`.
  ///
  /// The search thread prepares the player, its memory and the database while it has no job. The
  /// preparation also serves a job that differs in the start time alone.
  func needsTheSame(as other: Job) -> Bool {
    var other = other
    other.start = start
    return self == other
  }
}

/// An intermediate result of a running job.
public enum JobNews: Sendable {
  case search(SearchEvent<Move>)
  /// The search of one position of the benchmark is finished.
  case bench(name: String, depth: Int, nodes: UInt64)
  case boardSpeed(BoardBenchmark)
}

/// The result of a job.
public enum JobResult: Sendable {
  case search(SearchReport<Move>)
  case solve(SolveResult)
  case database(DatabaseResult)
  /// The stones to add in an opening, or `nil` to swap the colours.
  case opening([GomokuRules.Point]?)
  /// The next actions of an opening.
  case actions([OpeningAction])
  case evaluation(StaticEvaluation)
  /// The leaves after each first move, if requested, and their total; incomplete after a stop.
  case perft([(move: Move, leaves: UInt64)], depth: Int, total: UInt64, isStopped: Bool = false)
  /// The nodes of the benchmark, up to a stop.
  case bench(nodes: UInt64, isStopped: Bool = false)
  /// The size of the hash table in bytes, and the thousandths of it that the last search has used.
  case table(bytes: Int, permilleUsed: Int)
}

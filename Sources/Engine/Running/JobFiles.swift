import Basics
import Gomocup
import Gomoku
import GomokuRules
import SearchKit
import SearchTypes

/// The files that jobs use: the database of positions, and the files of SOLVE.
///
/// `SystemFiles` uses the files of the operating system. `NoFiles` is for a system without files.
protocol JobFiles {
  associatedtype Database: PositionDatabase

  /// The database in use, if any.
  var database: Database { get set }

  init()

  /// Throws if a proof may not be written to `path`, for example because a database is there.
  static func admitProof(at path: String) throws(ProtocolError)
  static func write(_ proof: Proof, to path: String, stop: StopSignal) throws(ProtocolError)
  /// Solves every row of the puzzle file at `path`; `limits` apply to each row.
  ///
  /// - Parameter memory: the solver's memory limit in bytes.
  static func solvePuzzles(
    _ goal: ThreatGoal, _ path: String, _ limits: SearchLimits, memory: Int, clock: SearchClock
  ) throws(ProtocolError) -> SolveResult
  /// Checks the proof or defence at `path`.
  ///
  /// - Parameter memory: the memory limit of the check, in bytes.
  static func check(
    _ path: String, memory: Int, stop: StopSignal
  ) throws(ProtocolError) -> SolveAnswer
}

/// The search thread's access to the database of positions.
protocol PositionDatabase {
  /// The memory of the open database in bytes.
  var memory: Int { get }

  /// Closes the database if the job has no database to use (`use` is `nil`).
  mutating func close(unless use: DatabaseUse?)
  /// Opens the job's database before it is needed, if it exists and none is open.
  mutating func prepare(_ job: Job, isStopped: @escaping () -> Bool)
  /// Executes a command, and opens the database first if necessary.
  ///
  /// - Parameter isStopped: returns whether to abandon the command, which then changes nothing.
  mutating func run(
    _ task: DatabaseTask, _ job: Job, isStopped: @escaping () -> Bool
  ) -> DatabaseResult
  /// Returns `task`; from a search for one line, moves that the database advises against are left
  /// out.
  ///
  /// If the database marks moves as best, all others are left out; otherwise the moves marked as
  /// blocked are. A search that would have no move left is returned unchanged.
  func advised(_ task: GomokuTask, in position: Position) -> GomokuTask
  /// Records a search's scores of the position and of its best moves, if the job asks for that.
  ///
  /// A search with a handicap is not recorded.
  mutating func keep(_ result: JobResult, of task: GomokuTask, in position: Position, _ job: Job)
}

/// A system without files: each command that needs one is an error.
struct NoFiles: JobFiles {
  var database = NoDatabase()

  static func admitProof(at path: String) throws(ProtocolError) { throw refusal(path) }

  static func write(_ proof: Proof, to path: String, stop: StopSignal) throws(ProtocolError) {
    throw refusal(path)
  }

  static func solvePuzzles(
    _ goal: ThreatGoal, _ path: String, _ limits: SearchLimits, memory: Int, clock: SearchClock
  ) throws(ProtocolError) -> SolveResult { throw refusal(path) }

  static func check(
    _ path: String, memory: Int, stop: StopSignal
  ) throws(ProtocolError) -> SolveAnswer { throw refusal(path) }

  static func refusal(_ path: String, of command: String = "SOLVE") -> ProtocolError {
    .badFile(command: command, path: path, reason: "there are no files here")
  }
}

/// A database for a system without files: it is never open, and each command is an error.
struct NoDatabase: PositionDatabase {
  var memory: Int { 0 }

  func close(unless use: DatabaseUse?) {}
  func prepare(_ job: Job, isStopped: @escaping () -> Bool) {}

  func run(
    _ task: DatabaseTask, _ job: Job, isStopped: @escaping () -> Bool
  ) -> DatabaseResult {
    let error: ProtocolError =
      switch task.command {
      case .use(let path), .transfer(_, let path):
        NoFiles.refusal(path, of: task.command.word)
      default: .noDatabase
      }
    return DatabaseResult(replies: [error.reply()])
  }

  func advised(_ task: GomokuTask, in position: Position) -> GomokuTask { task }
  func keep(_ result: JobResult, of task: GomokuTask, in position: Position, _ job: Job) {}
}

import Platform
import Basics
import Gomocup
import Gomoku
import GomokuRules
import PositionStore
import SearchTypes

/// The search thread's database of positions, in a file.
///
/// It opens the file that a job names, executes commands, and records the results of searches.
struct DatabaseService: PositionDatabase {
  private var store: PositionStore?
  /// The errors from recording search results, to be reported with the next database command.
  private var troubles: [String] = []

  /// The memory of the open database in bytes, rounded up to steps of 8 MiB; 0 if none is open.
  ///
  /// The player's memory limit depends on it. Each change of the limit costs the player its hash
  /// table, so small changes must not count.
  var memory: Int {
    let step = 8 << 20
    return store.map { ($0.memory + step - 1) / step * step } ?? 0
  }

  /// Returns the memory limit of the database, in bytes: a quarter of the job's.
  private static func memoryLimit(_ job: Job) -> Int { job.memoryLimit / 4 }

  /// The longest wait for a file that another program has locked, as that program may soon end.
  private static let patience = Duration.milliseconds(500)

  /// The longest time that opening the database may delay a move that the search has found.
  private static let openingTime = Duration.milliseconds(100)

  /// Closes the database if the job has no database to use (`use` is `nil`).
  mutating func close(unless use: DatabaseUse?) {
    if use == nil { store = nil }
  }

  // MARK: Commands

  /// Executes a command, and opens the database first if necessary.
  ///
  /// - Parameter isStopped: returns whether to abandon the command, which then changes nothing.
  mutating func run(
    _ task: DatabaseTask, _ job: Job, isStopped: @escaping () -> Bool = { false }
  ) -> DatabaseResult {
    var result = DatabaseResult(replies: troubles.map { .message($0) })
    troubles = []
    do throws(ProtocolError) {
      if case .use(let path) = task.command {
        try open(path, for: task.command, job, &result.replies, isStopped)
        result.path = path
        return result
      }
      guard let use = job.database else { throw .noDatabase }
      if !isOpen(use.path) {
        try open(use.path, for: task.command, job, &result.replies, isStopped)
      }
      guard let store else { throw .noDatabase }
      store.memoryLimit = DatabaseService.memoryLimit(job)
      store.isStopped = isStopped
      defer { store.isStopped = { false } }
      do throws(StoreError) {
        result.replies += try DatabaseCommandRunner(store: store, task: task, use: use).replies()
      } catch {
        throw ProtocolError(error, of: task.command, store.path)
      }
    } catch {
      result.replies.append(error.reply())
    }
    return result
  }

  /// Returns whether the open database was opened by this path.
  ///
  /// Paths are compared as bytes, because equal strings in Unicode may name two files.
  private func isOpen(_ path: String) -> Bool {
    store.map { $0.path.utf8.elementsEqual(path.utf8) } ?? false
  }

  /// Opens the job's database before it is needed, if it exists and none is open.
  mutating func prepare(_ job: Job, isStopped: @escaping () -> Bool) {
    guard let use = job.database, store == nil, PositionStore.exists(at: use.path) else { return }
    var replies: [GomocupReply] = []
    // An error is reported by the command that needs the database.
    try? open(use.path, for: .save, job, &replies, isStopped)
  }

  /// Opens a database and adds the replies about it. The previous one is closed only after this has
  /// succeeded.
  private mutating func open(
    _ path: String, for command: DatabaseCommand, _ job: Job, _ replies: inout [GomocupReply],
    _ isStopped: @escaping () -> Bool
  ) throws(ProtocolError) {
    do throws(StoreError) {
      if let store, store.isStored(at: path) {
        // The file is open already, under this path or another. Unsaved positions are kept.
        store.path = path
      } else {
        store = try PositionStore(
          path: path, memoryLimit: DatabaseService.memoryLimit(job),
          patience: DatabaseService.patience,
          isStopped: isStopped)
        store?.isStopped = { false }
      }
    } catch {
      throw ProtocolError(error, of: command, path)
    }
    replies += [.database(.loadStart(path: path)), .database(.loadDone)]
    if let store, store.damagedBytes > 0 {
      replies.append(
        .message(
          "\(store.damagedBytes) bytes of the file are damaged and left out; YXDBFIX moves them to "
            + "a file of their own"))
    }
  }

  // MARK: Searches

  /// Returns `task`; from a search for one line, moves that the database advises against are left
  /// out.
  ///
  /// If the database marks moves as best, all others are left out; otherwise the moves marked as
  /// blocked are. A search that would have no move left is returned unchanged.
  func advised(_ task: GomokuTask, in position: Position) -> GomokuTask {
    guard let store, case .search(var options) = task, options.lineCount == 1,
      let children = try? store.children(of: SymmetricPosition(position))
    else { return task }
    let empty = Set(position.emptyPoints)
    func points(_ tag: PositionRecord.Tag) -> Set<Point> {
      Set(children.lazy.filter { $0.record.tag == tag }.map { $0.point })
    }
    let best = points(.best)
    let excluded = options.excluded.union(
      best.isEmpty ? points(.blocked) : empty.subtracting(best))
    guard !empty.isSubset(of: excluded) else { return task }
    options.excluded = excluded
    return .search(options)
  }

  /// Records a search's scores of the position and of its best moves, if the job asks for that.
  ///
  /// A search with a handicap is not recorded. `PositionRecord.learn` decides which scores replace
  /// others. An error is reported with the next database command.
  mutating func keep(
    _ result: JobResult, of task: GomokuTask, in position: Position, _ job: Job
  ) {
    guard case .search(let report) = result, let options = task.searchOptions,
      report.depth > 0, job.handicap == nil, let use = job.database,
      use.isRecording, isOpen(use.path) || store == nil
    else { return }
    do throws(ProtocolError) {
      var replies: [GomocupReply] = []
      if store == nil {
        // The move has been found and must not wait for the opening of a large file.
        let end = MonotonicTime.now.advanced(by: DatabaseService.openingTime)
        try open(use.path, for: .save, job, &replies) { MonotonicTime.now > end }
      }
      guard let store else { return }
      do throws(StoreError) {
        try store.keep(
          report, of: position,
          isWhole: !options.excluded.contains(where: position.isEmpty))
      } catch {
        throw ProtocolError(error, of: .save, store.path)
      }
    } catch {
      let trouble = "a search was not kept: \(error)"
      if !troubles.contains(trouble) { troubles.append(trouble) }
    }
  }
}

extension PositionStore {
  /// Records the scores of a position and of the first move of each line.
  ///
  /// - Parameter isWhole: true if no empty point was excluded. Otherwise the position's score is
  ///   recorded only if it is a win, which more moves cannot change.
  func keep(
    _ report: SearchReport<Move>, of position: Position, isWhole: Bool
  ) throws(StoreError) {
    if isWhole || report.score.isWin {
      try keep(report.score, depth: report.depth, of: SymmetricPosition(position))
    }
    for line in report.lines {
      guard case .point(let point) = line.moves.first, position.isEmpty(point) else { continue }
      var child = position
      try? child.place(position.sideToMove, on: point)
      child.sideToMove = position.sideToMove.opponent
      try keep(line.score.afterMove, depth: report.depth - 1, of: SymmetricPosition(child))
    }
  }

  /// Records a score, unless it is an estimate and the record has a proven score or a deeper
  /// estimate (`PositionRecord.learn`).
  ///
  /// A score is for the side to move, but a tag is for the side that has just moved. The tag of a
  /// won position is therefore `loss`.
  private func keep(_ score: Score, depth: Int, of views: SymmetricPosition) throws(StoreError) {
    let result: PositionRecord.Tag? = score.isWin ? .loss : score.isLoss ? .win : nil
    try update(views) {
      $0.learn(
        value: Int16(clamping: score.rawValue), depth: Int16(clamping: depth), result: result)
    }
  }
}

extension Score {
  /// The score, for the opponent, of the position after the first move of a line with this score.
  ///
  /// The distance of a win or loss shrinks by one ply.
  fileprivate var afterMove: Score { isWin ? -(self + 1) : isLoss ? -(self - 1) : -self }
}

extension ProtocolError {
  init(_ error: StoreError, of command: DatabaseCommand, _ path: String) {
    self =
      switch error {
      case .full(let bytes): .outOfMemory(command: command.word, bytes)
      case .stopped: .stopped(command: command.word)
      case .unusable(let path, _), .locked(let path), .foreign(let path), .unwritable(let path):
        .badFile(command: command.word, path: path, reason: error.description)
      case .badLine, .badLibrary:
        .badFile(command: command.word, path: command.path ?? path, reason: error.description)
      }
  }
}

extension DatabaseCommand {
  /// The path of the file that the command names; `nil` if it names none.
  fileprivate var path: String? {
    switch self {
    case .use(let path), .transfer(_, let path): path
    default: nil
    }
  }
}

import Basics
import Gomocup
import Gomoku
import GomokuRules
import Liuzhou
import LiuzhouRules
import Platform
import SearchKit

/// The execution of jobs, each with the player of its game.
///
/// A player is created when a job or a preparation needs it. The other game's player is released
/// first, because the memory limit is that of the whole process.
struct JobRunner<Files: JobFiles> {
  /// The gomoku weights that replace the program's own.
  private let weights: [Weights]
  private var gomoku: GomokuPlayer?
  private var liuzhou: LiuzhouPlayer?
  private var files = Files()

  init(weights: [Weights] = []) { self.weights = weights }

  /// Runs a job and returns its result.
  ///
  /// The database's marks of moves restrict a gomoku search, and the database may record the
  /// result.
  mutating func run(
    _ job: Job, clock: SearchClock, onNews: @escaping (JobNews) -> Void
  ) -> JobResult {
    files.database.close(unless: job.database)
    switch job.task {
    case .database(let task):
      return .database(files.database.run(task, job) { clock.stop.isRequested })
    case .gomoku(let task, let position):
      let player = gomokuPlayer(for: job)
      let work = JobExecution(
        player: player, state: position, job: job, clock: clock, onNews: onNews)
      let advised = files.database.advised(task, in: position)
      let result = work.run(advised, files: Files.self)
      files.database.keep(result, of: advised, in: position, job)
      return result
    case .liuzhou(let task, let game):
      let player = liuzhouPlayer(for: job)
      return JobExecution(player: player, state: game, job: job, clock: clock, onNews: onNews).run(
        task)
    }
  }

  /// Prepares for a job, so that it starts without delay: the player, its memory and the database.
  mutating func prepare(_ job: Job, stop: StopSignal) {
    files.database.close(unless: job.database)
    files.database.prepare(job) { stop.isRequested }
    switch job.task {
    case .database: break
    case .gomoku(_, let position):
      gomokuPlayer(for: job).prepare(position, limits: job.limits, stop: stop)
    case .liuzhou(_, let game):
      liuzhouPlayer(for: job).prepare(game, limits: job.limits, stop: stop)
    }
  }

  private mutating func gomokuPlayer(for job: Job) -> GomokuPlayer {
    liuzhou = nil
    let isNew = gomoku == nil
    let player = JobRunner.ready(&gomoku, &wanted, for: besideDatabase(job))
    if isNew { weights.forEach(player.use) }
    return player
  }

  private mutating func liuzhouPlayer(for job: Job) -> LiuzhouPlayer {
    gomoku = nil
    return JobRunner.ready(&liuzhou, &wanted, for: besideDatabase(job))
  }

  // MARK: Memory

  /// Returns the job with the memory of the database taken off its limit.
  private func besideDatabase(_ job: Job) -> Job {
    var job = job
    job.memoryLimit -= files.database.memory
    return job
  }

  /// The resources of a player: the memory limit in bytes, and the number of threads.
  private struct PlayerResources: Equatable {
    var memoryLimit: Int
    var threadCount: Int
  }

  /// The resources that were requested when the current player last got its memory.
  private var wanted: PlayerResources?

  /// The memory that every job needs, in bytes: the smallest hash table and all else of a player
  /// with one thread. The game that needs more decides.
  static var leastRoom: Int {
    [GomokuPlayer.footprint, LiuzhouPlayer.footprint]
      .map { $0.process + $0.smallestTable }.max() ?? 0
  }

  /// Returns the player, created if need be, with the memory and threads that `job` requests, as
  /// far as the system has them.
  ///
  /// The hash table is released only if the request has changed. Earlier results are cleared if the
  /// job starts anew.
  private static func ready<Player: GamePlayer>(
    _ player: inout Player?, _ lastWanted: inout PlayerResources?, for job: Job
  ) -> Player {
    let wanted = PlayerResources(memoryLimit: job.memoryLimit, threadCount: job.threadCount)
    let isNew = player == nil
    let ready = player ?? Player(memoryLimit: job.memoryLimit)
    player = ready
    if isNew || wanted != lastWanted {
      ready.resources.releaseTable()
      let available = availableResources(Player.self, outOf: wanted)
      ready.resources.memoryLimit = available.memoryLimit
      ready.resources.threadCount = available.threadCount
      lastWanted = wanted
    }
    if job.startsAnew { ready.forget() }
    return ready
  }

  /// Returns the part of the requested resources that the system can supply.
  ///
  /// The threads are at most as many as the processors. They are also at most as many as fit beside
  /// the smallest hash table. The hash table gets the memory that the threads leave.
  private static func availableResources<Player: GamePlayer>(
    _ player: Player.Type, outOf wanted: PlayerResources
  ) -> PlayerResources {
    let room = AddressSpace.room(upTo: wanted.memoryLimit)
    let isShort = room < wanted.memoryLimit
    let helperRoom = Player.footprint.helper + (isShort ? WorkerThread.searchStackSize : 0)
    let helpers = (room - Player.footprint.process - Player.footprint.smallestTable) / helperRoom
    let count = max(1, min(wanted.threadCount, WorkerThread.processorCount, 1 + helpers))
    let stacks = isShort ? (count - 1) * WorkerThread.searchStackSize : 0
    return PlayerResources(memoryLimit: room - stacks, threadCount: count)
  }
}

import Basics
import Gomocup
import Gomoku
import GomokuRules
import Liuzhou
import LiuzhouRules
import Platform
import SearchKit

/// Does jobs with a player of their game, which is made when the first job needs it.
///
/// Only one player lives at a time: the memory limit is that of the whole process.
struct JobRunner {
  /// What gomoku is played with in place of the program's own weights.
  private let weights: [Weights]
  private var gomoku: GomokuPlayer?
  private var liuzhou: LiuzhouPlayer?
  private var desk = DatabaseDesk()

  init(weights: [Weights] = []) { self.weights = weights }

  mutating func run(
    _ job: Job, clock: SearchClock, onNews: @escaping (JobNews) -> Void
  ) -> JobResult {
    desk.close(unless: job.database)
    switch job.task {
    case .database(let task):
      return .database(desk.run(task, job) { clock.stop.isRequested })
    case .gomoku(let task, let position):
      let player = gomokuPlayer(for: job)
      let work = Work(player: player, state: position, job: job, clock: clock, onNews: onNews)
      let advised = desk.advised(task, in: position)
      let result = work.run(advised)
      desk.keep(result, of: advised, in: position, job)
      return result
    case .liuzhou(let task, let game):
      let player = liuzhouPlayer(for: job)
      return Work(player: player, state: game, job: job, clock: clock, onNews: onNews).run(task)
    }
  }

  /// Makes ready for a job, as far as that can be done before it comes.
  mutating func prepare(_ job: Job, stop: StopSignal) {
    desk.close(unless: job.database)
    desk.prepare(job) { stop.isRequested }
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

  /// The job with the memory that the database leaves it.
  private func besideDatabase(_ job: Job) -> Job {
    var job = job
    job.memoryLimit -= desk.memory
    return job
  }

  /// What a job may take, and on how many threads.
  private struct Means: Equatable {
    var memoryLimit: Int
    var threadCount: Int
  }

  /// The means that were wanted when the living player got his.
  private var wanted: Means?

  /// Bytes without which no job can be done: those beside the table, and the smallest table.
  static let leastRoom =
    [GomokuPlayer.footprint, LiuzhouPlayer.footprint]
    .map { $0.process + $0.smallestTable }.max() ?? 0

  private static func ready<Player: GamePlayer>(
    _ player: inout Player?, _ lastWanted: inout Means?, for job: Job
  ) -> Player {
    let wanted = Means(memoryLimit: job.memoryLimit, threadCount: job.threadCount)
    let isNew = player == nil
    let ready = player ?? Player(memoryLimit: job.memoryLimit)
    player = ready
    if isNew || wanted != lastWanted {
      ready.room.releaseTable()
      let means = means(Player.self, outOf: wanted)
      ready.room.memoryLimit = means.memoryLimit
      ready.room.threadCount = means.threadCount
      lastWanted = wanted
    }
    if job.startsAnew { ready.forget() }
    return ready
  }

  /// What can be had of the means that are wanted. More threads than processors would only take turns,
  /// and where the system leaves less room than the limit, threads go before the table.
  private static func means<Player: GamePlayer>(
    _ player: Player.Type, outOf wanted: Means
  ) -> Means {
    let room = AddressSpace.room(upTo: wanted.memoryLimit)
    let isShort = room < wanted.memoryLimit
    let helperRoom = Player.footprint.helper + (isShort ? WorkerThread.searchStackSize : 0)
    let helpers = (room - Player.footprint.process - Player.footprint.smallestTable) / helperRoom
    let count = max(1, min(wanted.threadCount, WorkerThread.processorCount, 1 + helpers))
    let stacks = isShort ? (count - 1) * WorkerThread.searchStackSize : 0
    return Means(memoryLimit: room - stacks, threadCount: count)
  }
}

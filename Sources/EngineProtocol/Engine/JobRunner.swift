import Gomoku
import Liuzhou
import SearchKit

/// Does jobs with a player of their game, which is made when the first job needs it.
///
/// Only one player lives at a time: the memory limit is that of the whole process.
struct JobRunner {
  /// What gomoku is played with in place of the program's own weights.
  private let weights: [Weights]
  private var gomoku: GomokuPlayer?
  private var liuzhou: LiuzhouPlayer?

  init(weights: [Weights] = []) { self.weights = weights }

  mutating func run(
    _ job: Job, stop: StopSignal, onNews: @escaping (JobNews) -> Void
  ) -> JobResult {
    switch job.task {
    case .gomoku(let task, let position):
      liuzhou = nil
      let isNew = gomoku == nil
      let player = JobRunner.ready(&gomoku, for: job)
      if isNew { weights.forEach(player.use) }
      return Work(player: player, state: position, job: job, stop: stop, onNews: onNews).run(task)
    case .liuzhou(let task, let game):
      gomoku = nil
      let player = JobRunner.ready(&liuzhou, for: job)
      return Work(player: player, state: game, job: job, stop: stop, onNews: onNews).run(task)
    }
  }

  private static func ready<Player: GamePlayer>(_ player: inout Player?, for job: Job) -> Player {
    let ready = player ?? Player(memoryLimit: job.memoryLimit)
    player = ready
    if ready.memoryLimit != job.memoryLimit { ready.memoryLimit = job.memoryLimit }
    let threadCount = JobRunner.threadCount(Player.self, for: job)
    if ready.threadCount != threadCount { ready.threadCount = threadCount }
    if job.startsAnew { ready.forget() }
    return ready
  }

  /// As many threads as are wanted and the memory has room for.
  private static func threadCount<Player: GamePlayer>(_ player: Player.Type, for job: Job) -> Int {
    let room = job.memoryLimit - Player.footprint - Player.smallestTable
    return max(1, min(job.threadCount, 1 + room / Player.helperFootprint))
  }
}

import Gomoku
import SearchKit

/// Does jobs with the engine's player, which is made when the first job needs it.
struct JobRunner {
  private var player: GomokuPlayer?

  mutating func run(
    _ job: Job, stop: StopSignal, onNews: (JobNews) -> Void
  ) -> JobResult {
    switch job.task {
    case .search(let options):
      return .search(
        player(for: job).search(
          job.position, limits: job.limits, options: options, stop: stop,
          onEvent: { onNews(.search($0)) }))
    case .defend(let options):
      return .search(defend(job, options, stop) { onNews(.search($0)) })
    case .solve(let task):
      player?.releaseTable()
      let memory = job.memoryLimit - GomokuPlayer.footprint
      return .solve(task.run(in: job.position, limits: job.limits, memory: memory, stop: stop))
    case .swap2: return .opening(swap2(job, stop))
    case .balance(let task):
      let balance = Balance(stoneCount: task.stones, bias: .centistones(task.bias))
      let proposal = balance.proposal(
        in: job.position, player: player(for: job), limits: job.limits, stop: stop)
      return .opening(proposal?.stones ?? Array(job.position.legalMoves.prefix(task.stones)))
    case .evaluate: return .evaluation(player(for: job).evaluate(job.position))
    case .perft(let depth, let isDivided):
      guard isDivided, depth > 0 else {
        return .perft([], total: GomokuPlayer.perft(job.position, depth: depth))
      }
      let branches = GomokuPlayer.perftDivide(job.position, depth: depth)
      return .perft(
        branches.map { ($0.move, $0.count) }, total: branches.reduce(0) { $0 + $1.count })
    case .bench(let depth):
      var nodes: UInt64 = 0
      GomokuPlayer.bench(depth: depth) { result in
        nodes += result.report.nodes
        onNews(.bench(result))
      }
      onNews(.boardSpeed(BoardBenchmark(variant: .freestyle, games: 2_000)))
      return .bench(nodes: nodes)
    case .measureTable:
      let player = player(for: job)
      return .table(bytes: player.tableSize, permilleUsed: player.permilleUsed)
    }
  }

  private mutating func player(for job: Job) -> GomokuPlayer {
    let player = player ?? GomokuPlayer(memoryLimit: job.memoryLimit)
    self.player = player
    if player.memoryLimit != job.memoryLimit { player.memoryLimit = job.memoryLimit }
    if job.startsAnew { player.forget() }
    return player
  }

  /// The budget of each look for the opponent's win, in nodes.
  private static let defenceBudget: UInt64 = 20_000

  /// Searches all the moves that stop the opponent's win by fours; all moves if there is none, or
  /// if nothing stops it.
  private mutating func defend(
    _ job: Job, _ options: SearchOptions, _ stop: StopSignal, onEvent: (SearchEvent) -> Void
  ) -> SearchReport {
    let defence = FourDefence(job.position, nodeLimit: JobRunner.defenceBudget, stop: stop)
    var options = options
    let answers = defence.answers.filter { !options.excluded.contains($0) }
    if defence.threat != nil, !answers.isEmpty {
      options.excluded.formUnion(Set(job.position.emptyPoints).subtracting(answers))
      options.lineCount = answers.count
    }
    return player(for: job).search(
      job.position, limits: job.limits, options: options, stop: stop, onEvent: onEvent)
  }

  /// A proposal is drawn by lot, so that nobody can prepare for it; with a node limit, which is how
  /// repeatable runs are asked for, it is always the first.
  private mutating func swap2(_ job: Job, _ stop: StopSignal) -> [Point]? {
    if job.position.stones.isEmpty {
      let choice = job.limits.nodes == nil ? Int.random(in: 0..<1_000_000) : 0
      return Swap2.proposal(on: job.position.size, choice: choice)
    }
    let answer = Swap2.answer(
      to: job.position, player: player(for: job), limits: job.limits, stop: stop)
    switch answer {
    case .swap: return nil
    case .stones(let points): return points
    }
  }
}

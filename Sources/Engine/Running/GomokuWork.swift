import Basics
import Gomocup
import Gomoku
import GomokuRules
import SearchKit
import SearchTypes

extension JobExecution<GomokuPlayer> {
  /// Runs a task of gomoku and returns its result.
  func run<Files: JobFiles>(_ task: GomokuTask, files: Files.Type) -> JobResult {
    switch task {
    case .search(var options):
      options.usesBook = job.usesBook
      return search(options)
    case .defend(let options): return search(defending(options))
    case .solve(let task):
      return .solve(
        task.run(in: state, limits: limits, player: player, clock: clock, files: files))
    case .swap2: return .opening(swap2())
    case .opening(let game, let count): return .actions(actions(count, in: game))
    case .balance(let task):
      let balance = Balance(stoneCount: task.stones, bias: .centistones(task.bias))
      let proposal = balance.proposal(in: state, player: player, limits: limits, clock: clock)
      return .opening(proposal?.stones ?? Array(state.legalMoves.prefix(task.stones)))
    case .shared(let sharedTask):
      let result = run(sharedTask)
      if case .bench = sharedTask {
        let speed = BoardBenchmark(variant: .freestyle, games: 2_000, stop: stop)
        if !stop.isRequested { onNews(.boardSpeed(speed)) }
      }
      return result
    }
  }

  /// Returns options for a ranking of the moves that stop the opponent's win by fours.
  ///
  /// The options stay unchanged if no such win is found, or if no move that they allow stops it.
  private func defending(_ options: SearchOptions) -> SearchOptions {
    let defence = FourDefence(state, nodeLimit: defenceBudget, clock: clock)
    let answers = defence.answers.filter { !options.excluded.contains($0) }
    guard defence.threat != nil, !answers.isEmpty else { return options }
    var options = options
    options.excluded.formUnion(Set(state.emptyPoints).subtracting(answers))
    options.lineCount = answers.count
    return options
  }

  /// The node limit of each search for the opponent's win.
  private var defenceBudget: UInt64 { 20_000 }

  /// A number that selects one of several balanced openings.
  ///
  /// It is random, so that opponents cannot prepare for the opening. With a node limit, as in
  /// repeatable runs, it is always 0.
  private var selection: Int { limits.nodes == nil ? Int.random(in: 0..<1_000_000) : 0 }

  /// Returns the next `count` actions of an opening; fewer if the opening ends before.
  private func actions(_ count: Int, in game: OpeningGame) -> [OpeningAction] {
    var next = game
    for _ in 0..<count {
      let choice = OpeningChoice(
        in: next, player: player, limits: limits, clock: clock, share: 1 / Double(count),
        selection: selection)
      guard let action = choice.action, (try? next.play(action)) != nil else { break }
    }
    return Array(next.actions.dropFirst(game.actions.count))
  }

  /// Returns the stones to add in a swap2 opening, or `nil` to swap the colours.
  private func swap2() -> [Point]? {
    if state.stones.isEmpty {
      return Swap2.proposal(for: state.variant, on: state.size, choice: selection)
    }
    switch Swap2.answer(to: state, player: player, limits: limits, clock: clock) {
    case .swap: return nil
    case .stones(let points): return points
    }
  }
}

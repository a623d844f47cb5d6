import Basics
import Gomocup
import Gomoku
import GomokuRules
import Liuzhou
import LiuzhouRules
import SearchKit
import SearchTypes

/// The functions of a game's player that the search thread calls.
protocol GamePlayer: AnyObject {
  /// The state from which a search starts: a position, or a game with its history.
  associatedtype State
  associatedtype OwnMove: Hashable & Sendable
  associatedtype Options: MultiLineOptions

  /// Converts a move of this game to `Move`, the type of both games.
  static func general(_ move: OwnMove) -> Move

  /// Creates a player for a process with this memory limit in bytes.
  init(memoryLimit: Int)
  /// The memory of the player besides the hash table.
  static var footprint: MemoryFootprint { get }
  /// The division of time among turns and iterations.
  static var timePolicy: TimePolicy { get }
  /// The hash table, the memory limit and the threads.
  var resources: SearchResources { get set }
  /// Clears the results of all earlier searches.
  func forget()
  /// Prepares the memory for a search of `state`; results do not depend on the preparation.
  func prepare(_ state: State, limits: SearchLimits, stop: StopSignal)

  /// Searches `state` for the side to move.
  func search(
    _ state: State, limits: SearchLimits, options: Options, clock: SearchClock,
    onEvent: (SearchEvent<OwnMove>) -> Void
  ) -> SearchReport<OwnMove>
  /// Returns the static evaluation for the side to move, with its parts.
  func evaluate(_ state: State) -> StaticEvaluation
  /// Returns the number of move sequences of `depth` plies; incomplete after a stop.
  static func perft(_ state: State, depth: Int, stop: StopSignal) -> UInt64
  /// Returns the counts of `perft` after each first move; incomplete after a stop.
  static func perftDivide(
    _ state: State, depth: Int, stop: StopSignal
  ) -> [(move: OwnMove, count: UInt64)]
  /// Searches the benchmark's positions to `depth`, by default a depth of the benchmark's own, and
  /// reports each result.
  static func bench(depth: Int?, stop: StopSignal, onResult: (BenchResult<OwnMove>) -> Void)
}

/// The options that searches of all games share.
protocol MultiLineOptions {
  /// The number of best lines to find.
  var lineCount: Int { get set }
}

extension Gomoku.SearchOptions: MultiLineOptions {}
extension Liuzhou.SearchOptions: MultiLineOptions {}

extension GomokuPlayer: GamePlayer {
  static func general(_ move: GomokuRules.Point) -> Move { .point(move) }
}

extension LiuzhouPlayer: GamePlayer {
  static func general(_ move: Turn) -> Move { .turn(move) }
}

/// One run of a job: its player, the state to search, and the clock.
struct JobExecution<Player: GamePlayer> {
  let player: Player
  let state: Player.State
  let job: Job
  let clock: SearchClock
  let onNews: (JobNews) -> Void

  var limits: SearchLimits { job.limits }
  var stop: StopSignal { clock.stop }

  /// Searches for the best lines, weakened by the job's handicap if there is one.
  func search(_ options: Player.Options) -> JobResult {
    var (options, limits) = (options, limits)
    let shownLines = options.lineCount
    if let handicap = job.handicap {
      limits.nodes = min(limits.nodes ?? .max, handicap.nodes)
      options.lineCount = max(options.lineCount, handicap.lineCount)
    }
    let report = player.search(state, limits: limits, options: options, clock: clock) { event in
      onNews(.search(event.keepingLines(shownLines).map(Player.general)))
    }
    return .search(handicapped(report).map(Player.general))
  }

  /// Returns the report with a move that a weaker player would choose, if there is a handicap.
  private func handicapped(
    _ report: SearchReport<Player.OwnMove>
  ) -> SearchReport<Player.OwnMove> {
    guard let handicap = job.handicap else { return report }
    var generator = SplitMix64(seed: job.isRepeatable ? report.nodes : .random(in: 0...UInt64.max))
    return handicap.choice(from: report, using: &generator)
  }

  /// Runs a task that all games share.
  func run(_ sharedTask: SharedTask) -> JobResult {
    switch sharedTask {
    case .evaluate: return .evaluation(player.evaluate(state))
    case .perft(let depth, let isDivided):
      guard isDivided, depth > 0 else {
        let total = Player.perft(state, depth: depth, stop: stop)
        return .perft([], depth: depth, total: total, isStopped: stop.isRequested)
      }
      let branches = Player.perftDivide(state, depth: depth, stop: stop)
      return .perft(
        branches.map { (Player.general($0.move), $0.count) }, depth: depth,
        total: branches.reduce(0) { $0 + $1.count }, isStopped: stop.isRequested)
    case .bench(let depth):
      var nodes: UInt64 = 0
      Player.bench(depth: depth, stop: stop) { result in
        nodes += result.report.nodes
        onNews(.bench(name: result.name, depth: result.report.depth, nodes: result.report.nodes))
      }
      return .bench(nodes: nodes, isStopped: stop.isRequested)
    case .measureTable:
      return .table(bytes: player.resources.tableSize, permilleUsed: player.resources.permilleUsed)
    }
  }
}

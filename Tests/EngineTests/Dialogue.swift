import Basics
import Liuzhou
import LiuzhouRules
import Platform
import SearchTypes

@testable import Engine
@testable import Gomocup
@testable import Gomoku
@testable import GomokuRules

/// A session whose jobs are done by a scripted player, at once or when the test says so.
struct Dialogue {
  private(set) var session = Session()
  /// Everything that happened: lines as they were written, other effects in angle brackets.
  private(set) var log: [String] = []
  private(set) var jobs: [Job] = []
  var now = MonotonicTime.now
  /// Whether jobs stay unfinished until `finish` is called.
  var isSlow = false
  var player: (Job) -> JobResult = Dialogue.firstLegalMove

  /// Says one or more lines and returns what they caused.
  @discardableResult
  mutating func say(_ text: String) -> [String] {
    let start = log.count
    for line in text.split(separator: "\n") { take(.line(.text(String(line)), at: now)) }
    return Array(log[start...])
  }

  @discardableResult
  mutating func take(_ input: Session.Input) -> [String] {
    let start = log.count
    var inputs = [input]
    while !inputs.isEmpty {
      for effect in session.handle(inputs.removeFirst()) {
        switch effect {
        case .write(let line): log.append(line)
        case .start(let job):
          jobs.append(job)
          if isSlow {
            log.append("<start>")
          } else {
            inputs.append(.finished(player(job), at: now))
          }
        case .prepare: break
        case .stop: log.append("<stop>")
        case .setDeadline(let time): log.append("<deadline \(time.map { "\($0)" } ?? "none")>")
        case .quit: log.append("<quit>")
        }
      }
    }
    return Array(log[start...])
  }

  /// Finishes the running job with the scripted player's result.
  @discardableResult
  mutating func finish() -> [String] {
    guard let job = jobs.last, !session.isIdle else { return [] }
    return take(.finished(player(job), at: now))
  }

  /// A report with one line.
  static func report(
    _ moves: String, score: Score = .draw, depth: Int = 1
  ) -> SearchReport<Move> {
    let points = GomokuRules.Point.list(moves) ?? []
    return SearchReport(
      lines: [.init(score: score, moves: points.map(Move.point))], depth: depth,
      selectiveDepth: depth + 1, nodes: 1_000, elapsed: .milliseconds(10))
  }

  /// Plays the first legal move: in gomoku the first point from the top left, two for a balanced
  /// pair; swaps never.
  static func firstLegalMove(_ job: Job) -> JobResult {
    switch job.task {
    case .gomoku(let task, let position):
      let moves = position.legalMoves
      switch task {
      case .solve: return .solve(SolveResult(messages: ["nodes 3"], answer: .success(.none)))
      case .search(let options), .defend(let options):
        return search(moves.first { !options.excluded.contains($0) }.map(Move.point))
      case .swap2: return .opening(Array(moves.prefix(position.stones.isEmpty ? 3 : 1)))
      case .opening(let game, let count): return .actions(Dialogue.actions(count, in: game))
      case .balance(let task): return .opening(Array(moves.prefix(task.stones)))
      case .shared(let sharedTask): return result(of: sharedTask, moves.map(Move.point))
      }
    case .database: return .database(DatabaseResult(replies: []))
    case .liuzhou(let task, let game):
      let turns = game.legalTurns
      switch task {
      case .search: return search(turns.first.map(Move.turn))
      case .shared(let sharedTask): return result(of: sharedTask, turns.map(Move.turn))
      }
    }
  }

  /// Plays the first legal stone, offer or choice; swaps never.
  private static func actions(_ count: Int, in game: OpeningGame) -> [OpeningAction] {
    var next = game
    for _ in 0..<count {
      let action: OpeningAction? =
        switch next.options.first {
        case .place(let points)?: .place(points[0])
        case .swapOrStay?: .stay
        case .announce(let numbers)?: .announce(numbers.lowerBound)
        case .offer(let count, _)?: .offer(Array(next.position.distinctMoves.prefix(count)))
        case .take(let points)?: .take(points[0])
        case nil: nil
        }
      if let action { try? next.play(action) }
    }
    return Array(next.actions.dropFirst(game.actions.count))
  }

  private static func search(_ move: Move?) -> JobResult {
    .search(
      SearchReport(
        lines: move.map { [.init(score: .draw, moves: [$0])] } ?? [], depth: 1,
        selectiveDepth: 1, nodes: 1))
  }

  private static func result(of sharedTask: SharedTask, _ moves: [Move]) -> JobResult {
    switch sharedTask {
    case .evaluate:
      .evaluation(
        StaticEvaluation(score: .centistones(7), parts: [.init(name: "points", centistones: 7)]))
    case .perft(let depth, let isDivided):
      .perft(isDivided ? moves.map { ($0, 1) } : [], depth: depth, total: UInt64(moves.count))
    case .bench: .bench(nodes: 42)
    case .measureTable: .table(bytes: 1 << 20, permilleUsed: 5)
    }
  }
}

extension Session {
  /// The position of a game of gomoku.
  var position: GomokuRules.Position? {
    if case .gomoku(let session) = game { session.position } else { nil }
  }
  /// A game of Liuzhou chess.
  var course: LiuzhouRules.Game? {
    if case .liuzhou(let session) = game { session.game } else { nil }
  }
}

extension Job {
  /// What is searched in a game of gomoku.
  var position: GomokuRules.Position? {
    if case .gomoku(_, let position) = task { position } else { nil }
  }
}

extension MonotonicTime {
  /// Moves the moment by `duration`.
  static func += (moment: inout MonotonicTime, duration: Duration) {
    moment = moment.advanced(by: duration)
  }
}

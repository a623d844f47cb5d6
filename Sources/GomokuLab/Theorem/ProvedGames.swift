import Basics
import Gomoku
import GomokuRules
import LabKit
import SearchKit

/// How White plays against the proved win.
enum ProvedOpponent: String, CaseIterable, Sendable {
  case random
  /// As near to Black's last stone as he can.
  case nearest
  /// As far from the middle as he can.
  case corner
  /// By searches.
  case engine
}

/// Games of Black's proved win from the empty board against a White of one's choice.
struct ProvedGames {
  let variant: Variant
  let opponent: ProvedOpponent
  /// What White's searches may take.
  let limits: SearchLimits
  /// Plays Black within a time for each move; `nil` if Black plays in this process with a node limit.
  let engine: (pipe: EnginePipe, turn: Duration)?
  private let black = GomokuPlayer(memoryLimit: 64 << 20)
  private let white = GomokuPlayer(memoryLimit: 64 << 20)
  private var generator: SplitMix64

  init(
    _ variant: Variant, opponent: ProvedOpponent, limits: SearchLimits, seed: UInt64,
    engine: (pipe: EnginePipe, turn: Duration)? = nil
  ) {
    (self.variant, self.opponent, self.limits, self.engine) = (variant, opponent, limits, engine)
    generator = SplitMix64(seed: seed)
  }

  /// What has come of a game.
  struct Outcome {
    var isWon = false
    var plies = 0
    /// Whether every move was announced as a win, and the five came no later than any of them said.
    var keptItsWord = true
    var slowestMove = Duration.zero
  }

  /// Plays a game to its end.
  ///
  /// - Parameter replies: White's first moves, as far as he can make them.
  mutating func play(_ replies: [Point]) throws(CommandError) -> Outcome {
    black.forget()
    try engine?.pipe.start(variant, turn: engine?.turn ?? .zero)
    var position = Position(variant: variant)
    var rest = replies[...]
    var (outcome, latestEnd) = (Outcome(), Int.max)
    while position.outcome == nil {
      let move: Point?
      if position.sideToMove == .black {
        let answer = try answer(in: position)
        outcome.slowestMove = max(outcome.slowestMove, answer.elapsed)
        outcome.keptItsWord = outcome.keptItsWord && answer.plies != nil
        latestEnd = min(latestEnd, outcome.plies + (answer.plies ?? 0))
        move = answer.move
      } else {
        move = reply(in: position, &rest)
      }
      guard let move, (try? position.play(move)) != nil else { break }
      outcome.plies += 1
    }
    outcome.isWon = position.outcome == .win(.black)
    outcome.keptItsWord = outcome.keptItsWord && outcome.plies <= latestEnd
    return outcome
  }

  /// Black's move, and in how many plies he says he wins.
  private func answer(
    in position: Position
  ) throws(CommandError) -> (move: Point?, plies: Int?, elapsed: Duration) {
    if let pipe = engine?.pipe {
      let answer = try pipe.answer(position.stones.last?.point)
      return (answer.move, answer.plies, answer.elapsed)
    }
    let report = black.search(
      position, limits: SearchLimits(nodes: 1_000_000), options: SearchOptions(usesBook: true))
    let plies = report.score.isWin ? report.score.plies : nil
    return (report.bestMove, plies, report.elapsed)
  }

  private mutating func reply(in position: Position, _ rest: inout ArraySlice<Point>) -> Point? {
    while let point = rest.popFirst() {
      if position.isPlayable(point, by: position.sideToMove) { return point }
    }
    let points = position.legalMoves.shuffled(using: &generator)
    func distance(_ point: Point, _ other: Point) -> Int {
      max(abs(point.x - other.x), abs(point.y - other.y))
    }
    let last = position.stones.last?.point ?? position.size.center
    switch opponent {
    case .random: return points.first
    case .nearest: return points.min { distance($0, last) < distance($1, last) }
    case .corner:
      let center = position.size.center
      return points.max { distance($0, center) < distance($1, center) }
    case .engine: return white.search(position, limits: limits).bestMove
    }
  }
}

import Basics
import CommandLineKit
import Gomoku
import GomokuRules
import SearchTypes

/// The way in which White plays against the proved win.
package enum ProvedOpponent: String, CaseIterable, Sendable {
  /// Random legal moves.
  case random
  /// The legal points nearest to Black's last stone.
  case nearest
  /// The legal points farthest from the centre.
  case corner
  /// The moves of the engine's search.
  case engine
}

/// Test games of Black's proved win, from the empty board or after an opening, against a White of a
/// chosen kind.
package struct ProvedGames {
  /// The position after the opening, in which White moves; the empty board if there is none.
  let start: Position
  let opponent: ProvedOpponent
  /// The limits of White's searches.
  let limits: SearchLimits
  /// The engine that plays Black, and its time limit a move.
  ///
  /// If `nil`, Black plays in this process with a node limit.
  let engine: (pipe: EnginePipe, turn: Duration)?
  private let black = GomokuPlayer(memoryLimit: 64 << 20)
  private let white = GomokuPlayer(memoryLimit: 64 << 20)
  private var generator: SplitMix64

  package init(
    from start: Position, opponent: ProvedOpponent,
    limits: SearchLimits, seed: UInt64, engine: (pipe: EnginePipe, turn: Duration)? = nil
  ) {
    (self.start, self.opponent) = (start, opponent)
    (self.limits, self.engine) = (limits, engine)
    generator = SplitMix64(seed: seed)
  }

  /// The result of a game, and of the checks on Black's announcements.
  package struct Outcome {
    package var isWon = false
    package var plies = 0
    /// True if Black announced a win with every move, and made five as early as announced.
    package var keptAnnouncedLength = true
    package var slowestMove = Duration.zero
  }

  /// Plays a game to its end, or until a player has no legal move.
  ///
  /// - Parameter replies: White's first moves; illegal ones are skipped.
  package mutating func play(_ replies: [Point]) throws(CommandError) -> Outcome {
    black.forget()
    try engine?.pipe.start(start.variant, start.size, turn: engine?.turn ?? .zero)
    var position = start
    var rest = replies[...]
    var (outcome, latestEnd) = (Outcome(), Int.max)
    while position.outcome == nil {
      let move: Point?
      if position.sideToMove == .black {
        let answer = try answer(in: position)
        outcome.slowestMove = max(outcome.slowestMove, answer.elapsed)
        outcome.keptAnnouncedLength = outcome.keptAnnouncedLength && answer.plies != nil
        latestEnd = min(latestEnd, outcome.plies + (answer.plies ?? 0))
        move = answer.move
      } else {
        move = reply(in: position, &rest)
      }
      guard let move, (try? position.play(move)) != nil else { break }
      outcome.plies += 1
    }
    outcome.isWon = position.outcome == .win(.black)
    outcome.keptAnnouncedLength = outcome.keptAnnouncedLength && outcome.plies <= latestEnd
    return outcome
  }

  /// Returns Black's move, and the plies to the five that he announces.
  private func answer(
    in position: Position
  ) throws(CommandError) -> (move: Point?, plies: Int?, elapsed: Duration) {
    if let pipe = engine?.pipe {
      let isFirst = position.stones.count <= start.stones.count + 1
      let answer =
        isFirst && !start.stones.isEmpty
        ? try pipe.answer(in: position) : try pipe.answer(position.stones.last?.point)
      return (answer.move, answer.plies, answer.elapsed)
    }
    let report = black.search(
      position, limits: SearchLimits(nodes: 1_000_000), options: SearchOptions(usesBook: true))
    let plies = report.score.isWin ? report.score.plies : nil
    return (report.bestMove, plies, report.elapsed)
  }

  /// Returns White's move: the first legal one of `rest`, otherwise a move of the opponent's kind.
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

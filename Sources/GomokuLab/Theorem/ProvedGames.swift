import Basics
import Gomoku
import GomokuRules
import SearchKit

/// Plays Black's proved win from the empty board against a White of one's choice.
struct ProvedGames {
  let variant: Variant
  /// What White's searches may take; `nil` if he plays at random.
  let nodes: UInt64?
  private let black = GomokuPlayer(memoryLimit: 64 << 20)
  private let white = GomokuPlayer(memoryLimit: 64 << 20)
  private var generator: SplitMix64

  init(_ variant: Variant, nodes: UInt64?, seed: UInt64) {
    (self.variant, self.nodes) = (variant, nodes)
    generator = SplitMix64(seed: seed)
  }

  /// What has come of a game.
  struct Outcome {
    let isWon: Bool
    let plies: Int
    /// Whether every win was announced from the first move on, and came no later than it said.
    let keptItsWord: Bool
    let slowestMove: Duration
  }

  /// Plays a game to its end.
  ///
  /// - Parameter replies: White's first moves, as far as he can make them.
  mutating func play(_ replies: [Point]) -> Outcome {
    black.forget()
    var position = Position(variant: variant)
    var rest = replies[...]
    var (plies, latestEnd) = (0, Int.max)
    var keptItsWord = true
    var slowest = Duration.zero
    while position.outcome == nil {
      let move: Point?
      if position.sideToMove == .black {
        let report = black.search(
          position, limits: SearchLimits(nodes: 1_000_000), options: SearchOptions(usesBook: true))
        slowest = max(slowest, report.elapsed)
        move = report.bestMove
        latestEnd = min(latestEnd, plies + (report.score.isWin ? report.score.plies ?? 0 : 0))
        keptItsWord = keptItsWord && report.score.isWin
      } else {
        move = reply(in: position, &rest)
      }
      guard let move, (try? position.play(move)) != nil else { break }
      plies += 1
    }
    return Outcome(
      isWon: position.outcome == .win(.black), plies: plies,
      keptItsWord: keptItsWord && plies <= latestEnd, slowestMove: slowest)
  }

  private mutating func reply(in position: Position, _ rest: inout ArraySlice<Point>) -> Point? {
    while let point = rest.popFirst() {
      if position.isPlayable(point, by: position.sideToMove) { return point }
    }
    guard let nodes else { return position.legalMoves.randomElement(using: &generator) }
    return white.search(position, limits: SearchLimits(nodes: nodes)).bestMove
  }
}

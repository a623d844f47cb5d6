import Basics
import Gomoku
import GomokuRules
import SearchKit

/// Plays games of the engine against itself, for the trainer.
///
/// Seeded and single-threaded: the same call gives the same games everywhere.
public struct SelfPlay {
  public var variant = Variant.freestyle
  public var size = BoardSize.standard
  /// Nodes a move, give or take half.
  public var nodes: UInt64 = 2000
  /// One move in this many is a random one, so that the games meet more than best play; zero for
  /// none.
  public var strayInterval = 14
  /// The most an opening may favour a side, in centistones.
  public var bias = 250
  private let player: GomokuPlayer
  private var generator: SplitMix64

  public init(_ player: GomokuPlayer = GomokuPlayer(tableSize: 8 << 20), seed: UInt64) {
    self.player = player
    generator = SplitMix64(seed: seed)
  }

  /// Plays one game to its end, or to a proven result.
  public mutating func play() -> TrainingGame {
    var (position, opening) = opening()
    var game = TrainingGame(variant: variant, size: size, opening: opening)
    while game.outcome == nil {
      let report = search(position)
      if report.score.isProven {
        let winner = report.score.isWin ? position.sideToMove : position.sideToMove.opponent
        game.outcome = .win(winner)
        break
      }
      var ply = TrainingGame.Ply(move: report.bestMove, score: report.score)
      if strayInterval > 0, Int.random(in: 0..<strayInterval, using: &generator) == 0 {
        ply = TrainingGame.Ply(move: strayMove(in: position), score: nil)
      }
      guard let move = ply.move, (try? position.play(move)) != nil else {
        game.outcome = .draw
        break
      }
      game.plies.append(ply)
      game.outcome = position.outcome
    }
    return game
  }

  private mutating func search(_ position: Position) -> SearchReport<Point> {
    let budget = UInt64.random(in: nodes / 2...nodes * 3 / 2, using: &generator)
    return player.search(position, limits: SearchLimits(nodes: budget))
  }

  // MARK: Openings

  /// Random stones that do not decide the game; the least decided of some tries.
  mutating func opening() -> (Position, [Point]) {
    while true {
      let count = Int.random(in: 1...9, using: &generator)
      var position = Position(size: size, variant: variant)
      var moves: [Point] = []
      while moves.count < count {
        let point = moves.isEmpty ? firstMove() : nearMove(position, reach: 3)
        guard let point, (try? position.play(point)) != nil else { break }
        moves.append(point)
      }
      guard moves.count == count, position.outcome == nil else { continue }
      let score = search(position).score
      if !score.isProven, abs(Int(score.rawValue)) <= bias { return (position, moves) }
    }
  }

  /// A point at least three steps from the edge.
  private mutating func firstMove() -> Point? {
    Point(
      x: Int.random(in: 3..<size.width - 3, using: &generator),
      y: Int.random(in: 3..<size.height - 3, using: &generator))
  }

  /// An empty point at most `reach` steps from some stone.
  private mutating func nearMove(_ position: Position, reach: Int) -> Point? {
    guard let stone = position.stones.randomElement(using: &generator) else { return nil }
    for _ in 0..<20 {
      let dx = Int.random(in: -reach...reach, using: &generator)
      let dy = Int.random(in: -reach...reach, using: &generator)
      let (x, y) = (stone.point.x + dx, stone.point.y + dy)
      guard 0..<size.width ~= x, 0..<size.height ~= y else { continue }
      let point = Point(x: x, y: y)
      if position.isEmpty(point) { return point }
    }
    return nil
  }

  private mutating func strayMove(in position: Position) -> Point? {
    for _ in 0..<20 {
      if let point = nearMove(position, reach: 2), position.forbiddance(of: point) == nil {
        return point
      }
    }
    return nil
  }
}

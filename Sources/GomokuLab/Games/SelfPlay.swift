import Basics
import Gomoku
import GomokuRules
import SearchTypes

/// The games of the engine against itself that supply training positions.
///
/// Everything is seeded and single-threaded, so the same parameters give the same games everywhere.
public struct SelfPlay {
  public var variant = Variant.freestyle
  public var size = BoardSize.standard
  /// The mean number of nodes a move; each search gets up to a half more or less at random.
  public var nodes: UInt64 = 2000
  /// The mean interval of random moves (exploration); 0 for none.
  public var randomMoveInterval = 14
  /// The largest absolute score of an opening, in centistones.
  public var openingScoreLimit = 250
  private let player: GomokuPlayer
  private var generator: SplitMix64

  public init(_ player: GomokuPlayer = GomokuPlayer(tableSize: 8 << 20), seed: UInt64) {
    self.player = player
    generator = SplitMix64(seed: seed)
  }

  /// Plays one game to its end, or to a proven result. If no move is found, the game is drawn.
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
      if randomMoveInterval > 0, Int.random(in: 0..<randomMoveInterval, using: &generator) == 0,
        let move = randomMove(in: position)
      {
        ply = TrainingGame.Ply(move: move, score: nil)
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

  /// Searches a position with a random number of nodes around `nodes`.
  private mutating func search(_ position: Position) -> SearchReport<Point> {
    let budget = UInt64.random(in: nodes / 2...nodes * 3 / 2, using: &generator)
    return player.search(position, limits: SearchLimits(nodes: budget))
  }

  // MARK: Openings

  /// Returns a random opening and its moves.
  ///
  /// A search scores the opening as unproven, and at most `openingScoreLimit` from zero.
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
      if !score.isProven, abs(Int(score.rawValue)) <= openingScoreLimit { return (position, moves) }
    }
  }

  /// Returns a random point at least three steps from the edge.
  private mutating func firstMove() -> Point? {
    Point(
      x: Int.random(in: 3..<size.width - 3, using: &generator),
      y: Int.random(in: 3..<size.height - 3, using: &generator))
  }

  /// Returns a random empty point at most `reach` steps from a stone; `nil` if none was found.
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

  /// Returns a random legal move near a stone; `nil` if none was found.
  private mutating func randomMove(in position: Position) -> Point? {
    for _ in 0..<20 {
      if let point = nearMove(position, reach: 2), position.forbiddance(of: point) == nil {
        return point
      }
    }
    return nil
  }
}

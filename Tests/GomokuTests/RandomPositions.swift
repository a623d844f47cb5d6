import Basics
import SearchKit

@testable import Gomoku
@testable import GomokuRules

/// Seeded positions in which stones crowd together, so that threats are common.
struct RandomPositions {
  let variant: Variant
  let size: BoardSize
  /// How many stones that belong to nobody lie on the board before the first move.
  let neutralStones: Int
  private var generator: SplitMix64

  init(variant: Variant, side: Int, neutralStones: Int = 0, seed: UInt64) {
    let size = BoardSize(side: side) ?? .standard
    self.init(variant: variant, size: size, neutralStones: neutralStones, seed: seed)
  }

  init(variant: Variant, size: BoardSize, neutralStones: Int = 0, seed: UInt64) {
    self.variant = variant
    self.size = size
    self.neutralStones = neutralStones
    generator = SplitMix64(seed: seed)
  }

  /// A game of legal random moves near stones, stopped when `stones` stones lie on the board, those
  /// of nobody included, or when it is decided.
  mutating func next(stones: Int) -> Position {
    var position = Position(size: size, variant: variant)
    while position.stones.count < neutralStones {
      guard let point = position.emptyPoints.randomElement(using: &generator) else { break }
      try? position.place(nil, on: point)
    }
    while position.stones.count < stones {
      let points = position.emptyPoints.filter { point in
        position.stones.isEmpty
          || position.stones.contains {
            max(abs($0.point.x - point.x), abs($0.point.y - point.y)) <= 2
          }
      }
      guard let point = points.randomElement(using: &generator) else { break }
      if position.isWinning(position.sideToMove, at: point) { continue }
      guard (try? position.play(point)) != nil else { continue }
    }
    return position
  }

  /// Small boards with some eight points left: few enough for plain search of every game.
  static func nearlyFull(
    _ variant: Variant, neutralStones: Int = 0, count: Int
  ) -> [Position] {
    [(5, 17), (6, 28), (7, 41)].flatMap { side, stones in
      var positions = RandomPositions(
        variant: variant, side: side, neutralStones: neutralStones, seed: UInt64(side))
      return (0..<count).map { _ in positions.next(stones: stones) }
        .filter { $0.outcome == nil && $0.stones.count >= stones - 2 }
    }
  }
}

extension Position {
  /// The position after a move, or `nil` if it is illegal.
  func after(_ point: Point) -> Position? {
    var next = self
    return (try? next.play(point)) == nil ? nil : next
  }

  /// Whether the side to move can win with its next stone, by the rules.
  var canWinAtOnce: Bool { hasWinningPoint(sideToMove) }

  /// Whether a stone of `color` anywhere would win, by the rules.
  func hasWinningPoint(_ color: Color) -> Bool {
    emptyPoints.contains { isWinning(color, at: $0) }
  }
}

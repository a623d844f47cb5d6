import Basics

@testable import GomokuRules

/// A continuous game as Piskvork's referee counts it: a second implementation, on characters alone.
///
/// `x` and `o` are stones, and `#` are stones of finished rows.
///
/// Only forbidden points are asked of the engine's rules.
struct NaiveContinuousGame {
  let variant: Variant
  let side: Int
  /// The rows, from the top.
  private(set) var rows: [[Character]]
  /// The points in the order of play.
  private(set) var moves: [Point] = []
  /// The points that `x` and `o` have scored.
  private(set) var score: [Character: Int] = ["x": 0, "o": 0]

  init(_ variant: Variant, side: Int) {
    (self.variant, self.side) = (variant, side)
    rows = Array(repeating: Array(repeating: ".", count: side), count: side)
  }

  var toMove: Character { moves.count.isMultiple(of: 2) ? "x" : "o" }

  subscript(x: Int, y: Int) -> Character {
    0..<side ~= x && 0..<side ~= y ? rows[y][x] : " "
  }

  var empty: [Point] {
    (0..<side * side).map { Point(x: $0 % side, y: $0 / side) }.filter { self[$0.x, $0.y] == "." }
  }

  /// The same stones for the engine's rules.
  var position: Position {
    var position = Position(size: BoardSize(side: side) ?? .standard, variant: variant)
    for move in moves {
      let color: Color? =
        switch self[move.x, move.y] {
        case "x": .black
        case "o": .white
        default: nil
        }
      try? position.place(color, on: move)
    }
    position.sideToMove = toMove == "x" ? .black : .white
    return position
  }

  /// The board as Piskvork sends it to the side to move.
  var board: String {
    let lines = moves.map { move in
      let stone = self[move.x, move.y]
      return "\(move.x),\(move.y),\(stone == "#" ? 3 : stone == toMove ? 1 : 2)"
    }
    return (["BOARD"] + lines + ["DONE"]).joined(separator: "\n")
  }

  mutating func play(_ point: Point) {
    let own = toMove
    let isFoul = position.forbiddance(of: point) != nil
    rows[point.y][point.x] = own
    moves.append(point)
    if isFoul {
      rows[point.y][point.x] = "#"
      score["o", default: 0] += 1
      return
    }
    for (dx, dy) in [(0, 1), (1, 1), (1, 0), (1, -1)] {
      var first = (point.x, point.y)
      while self[first.0 - dx, first.1 - dy] == own { first = (first.0 - dx, first.1 - dy) }
      var points = [first]
      while let last = points.last, self[last.0 + dx, last.1 + dy] == own {
        points.append((last.0 + dx, last.1 + dy))
      }
      let next = (first.0 + dx * points.count, first.1 + dy * points.count)
      let ends = [self[first.0 - dx, first.1 - dy], self[next.0, next.1]]
      let isClosed = points.count == 5 && ends == (own == "x" ? ["o", "o"] : ["x", "x"])
      if [.caro, .exactCaro].contains(variant), isClosed { continue }
      let isExact = [.standard, .exactCaro].contains(variant)
      if isExact ? points.count == 5 : points.count >= 5 {
        for point in points { rows[point.1][point.0] = "#" }
        score[own, default: 0] += 1
        return
      }
    }
  }
}

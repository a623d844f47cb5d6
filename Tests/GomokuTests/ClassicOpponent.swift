import Basics
import Gomoku
import GomokuRules

/// The textbook gomoku program: alpha-beta to a fixed depth over ten candidates, scoring unbroken
/// rows by length and open ends. A yardstick, deliberately plain.
struct ClassicOpponent {
  var depth = 4
  var width = 10

  private static let won = 1_000_000

  /// The move it plays.
  func move(in position: Position) -> Point {
    var board = Cells(position)
    guard !position.stones.isEmpty else { return position.size.center }
    let own = position.sideToMove
    var best = -Int.max
    var choice = board.candidates(for: own, width: width)
    if choice.isEmpty { choice = position.legalMoves }
    var bestMove = choice[0]
    for point in choice where position.forbiddance(of: point) == nil {
      board[point] = own
      let score =
        board.hasFive(through: point)
        ? Self.won
        : -search(&board, own.opponent, depth - 1, -Int.max, -best)
      board[point] = nil
      if score > best {
        best = score
        bestMove = point
      }
    }
    return bestMove
  }

  private func search(
    _ board: inout Cells, _ own: Color, _ depth: Int, _ alpha: Int, _ beta: Int
  ) -> Int {
    if depth == 0 { return board.score(of: own) - board.score(of: own.opponent) }
    var best = -Int.max
    let candidates = board.candidates(for: own, width: width)
    if candidates.isEmpty { return 0 }
    for point in candidates {
      board[point] = own
      let score =
        board.hasFive(through: point)
        ? Self.won + depth : -search(&board, own.opponent, depth - 1, -beta, -max(alpha, best))
      board[point] = nil
      best = max(best, score)
      if best >= beta { break }
    }
    return best
  }

  /// Stones in a padded grid.
  private struct Cells {
    private var cells: [Int8] = Array(repeating: -1, count: 1024)
    private let points: [Point]

    init(_ position: Position) {
      points = position.size.points
      for point in points { cells[point.index] = 0 }
      for stone in position.stones { self[stone.point] = stone.color }
    }

    /// The stone on a point, or `nil`.
    subscript(point: Point) -> Color? {
      get { cells[point.index] == 1 ? .black : cells[point.index] == 2 ? .white : nil }
      set { cells[point.index] = newValue.map { $0 == .black ? 1 : 2 } ?? 0 }
    }

    /// The unbroken row through a stone and how many of its ends are empty.
    private func row(_ index: Int, _ step: Int) -> (length: Int, openEnds: Int) {
      let own = cells[index]
      var first = index
      var last = index
      while cells[first - step] == own { first -= step }
      while cells[last + step] == own { last += step }
      let openEnds = (cells[first - step] == 0 ? 1 : 0) + (cells[last + step] == 0 ? 1 : 0)
      return ((last - first) / step + 1, openEnds)
    }

    func hasFive(through point: Point) -> Bool {
      [1, 32, 33, 31].contains { row(point.index, $0).length >= 5 }
    }

    /// The classic table: five, open four, four, open three, open two, one.
    private func worth(_ row: (length: Int, openEnds: Int)) -> Int {
      switch (row.length, row.openEnds) {
      case (5..., _): 1_000_000
      case (4, 2): 100_000
      case (4, 1): 10_000
      case (3, 2): 1_000
      case (2, 2): 100
      case (1, 1...): 10
      default: 0
      }
    }

    /// The sum over all rows of a colour, each counted once.
    func score(of color: Color) -> Int {
      let own: Int8 = color == .black ? 1 : 2
      var sum = 0
      for point in points where cells[point.index] == own {
        for step in [1, 32, 33, 31] where cells[point.index - step] != own {
          sum += worth(row(point.index, step))
        }
      }
      return sum
    }

    /// The best empty points within two steps of a stone, by what a stone of either colour makes.
    mutating func candidates(for own: Color, width: Int) -> [Point] {
      var scored: [(point: Point, score: Int)] = []
      for point in points where cells[point.index] == 0 && hasNeighbour(point.index) {
        var score = 0
        for color in [own, own.opponent] {
          self[point] = color
          for step in [1, 32, 33, 31] { score += worth(row(point.index, step)) }
          self[point] = nil
        }
        scored.append((point, score))
      }
      let best = scored.sorted { ($0.score, $1.point) > ($1.score, $0.point) }
      return best.prefix(width).map(\.point)
    }

    private func hasNeighbour(_ index: Int) -> Bool {
      for dy in -2...2 {
        for dx in -2...2 where cells[index + 32 * dy + dx] > 0 { return true }
      }
      return false
    }
  }
}

import Basics
import GomokuRules
import SearchTypes

/// The tests that may prove or disprove a position of a game search before its moves are searched.
extension ProofSearch {
  /// The node budget of one threat search at a leaf.
  private static var leafBudget: UInt64 { 300 }

  /// Returns the first move of a win by threats for the side to move, if a short search finds one.
  mutating func winByThreats(_ limits: ProofSearchLimits) -> Point? {
    guard !limits.leafTables.isEmpty else { return nil }
    let table = limits.leafTables[board.sideToMove.index]
    var leaf = limits.leaf(for: table, from: nodes, budget: Self.leafBudget)
    let entry = attack(.unlimited, depth: 0, &leaf)
    return entry.isProved ? Point(rawValue: entry.move) : nil
  }

  /// Returns whether a pairing or a short search proves that the attacker cannot win, with the
  /// defender to move.
  mutating func isSafe(_ limits: inout ProofSearchLimits) -> Bool {
    if board.hasPairing(against: attacker) { return true }
    if board.staticResult(atPly: 0)?.isWin == true { return true }
    guard board.count(.five, of: attacker) == 0 else { return false }
    return board.fourCount(of: attacker.opponent) > 0 && winsByFours(&limits)
      || winByThreats(limits) != nil
  }
}

extension Board {
  /// Returns whether the opponent of `color` has a pairing, so that `color` makes no five.
  ///
  /// A pairing gives each row of five cells without the opponent's stones two empty points of its
  /// own. When `color` takes one of the two, the opponent takes the other (Hales & Jewett 1963). If
  /// no such row is left, the pairing is empty. Black in renju cannot rely on a pairing, because of
  /// his forbidden points.
  func hasPairing(against color: Color) -> Bool {
    if Rules.hasForbiddenPoints, color == .white { return false }
    guard let rows = openRows(of: color) else { return false }
    return Pairing(rows: rows).isComplete
  }

  /// Returns the empty points of each row of five cells that has no stone of the opponent and no
  /// neutral stone.
  ///
  /// Returns `nil` if a row has fewer than two empty points, or if there are too many rows for a
  /// pairing.
  private func openRows(of color: Color) -> [[Point]]? {
    let foreign = [CellBits.stone(color.opponent), CellBits.outside]
    let most = (size.pointCount - stoneCount) / 2
    var rows: [[Point]] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let start = Point(x: x, y: y)
        for direction in Direction.allCases {
          var free: [Point] = []
          var isOpen = true
          for step in 0..<5 {
            let point = start.advanced(step, along: direction)
            let cell = lineCell(at: point, along: direction)
            isOpen = !foreign.contains(cell)
            if !isOpen { break }
            if cell == CellBits.empty { free.append(point) }
          }
          guard isOpen else { continue }
          if free.count < 2 || rows.count == most { return nil }
          rows.append(free)
        }
      }
    }
    return rows
  }
}

/// A matching that gives each row two points of its own, by augmenting paths.
private struct Pairing {
  private let rows: [[Point]]
  private var owner: [Point: Int] = [:]
  private(set) var isComplete = true

  init(rows: [[Point]]) {
    self.rows = rows
    for row in rows.indices {
      for _ in 0..<2 where isComplete {
        var seen: Set<Point> = []
        isComplete = assign(row, &seen)
      }
    }
  }

  /// Gives a row one more point, if necessary a point of another row that can get a new one.
  /// Returns whether it succeeds.
  private mutating func assign(_ row: Int, _ seen: inout Set<Point>) -> Bool {
    for point in rows[row] where owner[point] != row && seen.insert(point).inserted {
      if let other = owner[point], !assign(other, &seen) { continue }
      owner[point] = row
      return true
    }
    return false
  }
}

import Basics
import GomokuRules

/// What settles a position of a whole game without searching it further.
extension VCTSolver {
  /// The budget of one look for threats, in nodes.
  private static var leafBudget: UInt64 { 300 }

  /// The first move of a win by threats of the side to move, if a short look finds one.
  mutating func winByThreats() -> Point? {
    guard !leafTables.isEmpty else { return nil }
    let saved = (table, breadth, nodeLimit, top, isIncomplete)
    table = leafTables[board.sideToMove.index]
    breadth = .threes
    nodeLimit = min(nodeLimit, nodes + Self.leafBudget)
    let entry = attack(ProofTable.infinity, ProofTable.infinity, depth: 0)
    (table, breadth, nodeLimit, top, isIncomplete) = saved
    return entry.isProved ? Point(rawValue: entry.move) : nil
  }

  /// Whether the attacker cannot win with the defender to move, as far as a short look tells.
  mutating func isSafe() -> Bool {
    if board.hasPairing(against: attacker) { return true }
    if board.staticResult(atPly: 0)?.isWin == true { return true }
    guard board.count(.five, of: attacker) == 0 else { return false }
    return board.fourCount(of: attacker.opponent) > 0 && winsByFours() || winByThreats() != nil
  }
}

extension Board {
  /// Whether the opponent of `color` can answer every stone so that no five arises any more.
  ///
  /// A pairing gives each five cells in a row that are free of his stones two empty points of their
  /// own: as soon as one of them is taken he takes the other (Hales & Jewett 1963). No such rows
  /// left is the simplest case. Black, who may not play everywhere in renju, cannot rely on it.
  func hasPairing(against color: Color) -> Bool {
    if Rules.hasForbiddenPoints, color == .white { return false }
    guard let rows = openRows(of: color) else { return false }
    return Pairing(rows: rows).isComplete
  }

  /// The empty points of each five cells in a row without a stone of the other colour; `nil` when
  /// there are too many for a pairing.
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

/// Two points for each row, no point for two rows: a matching by augmenting paths.
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

  private mutating func assign(_ row: Int, _ seen: inout Set<Point>) -> Bool {
    for point in rows[row] where owner[point] != row && seen.insert(point).inserted {
      if let other = owner[point], !assign(other, &seen) { continue }
      owner[point] = row
      return true
    }
    return false
  }
}

import Basics
import GomokuRules

/// A VCF search: finds a win of the side to move by continuous fours, or by a five at once.
///
/// It is simple rather than fast, and lets the referee adjudicate without an engine. It shares no
/// code with the engine's VCF search, and the tests compare the two.
struct FourSearch {
  /// The result of a search.
  enum Outcome: Equatable, Sendable {
    /// The winning line up to the five: the attacker's moves and the longest defence found.
    case win([Point])
    /// No win by fours exists: all fours were tried.
    case none
    /// The node limit was reached first.
    case unknown
  }

  private(set) var outcome = Outcome.unknown
  /// The number of fours tried so far.
  private(set) var nodes = 0

  private let attacker: Color
  private let nodeLimit: Int
  private var position: Position
  /// The points at which the defender may be able to make five.
  ///
  /// The list has every empty point where he can do so now. Other points may be in it too, so each
  /// is tested when it is used.
  private var defenderFives: [Point]
  private static let keys = Zobrist.keys(count: 2 * Point.cellCount, seed: 0xF0)
  /// The Zobrist key of the stones that the search has added to the position.
  private var key: UInt64 = 0
  /// The keys of positions with the attacker to move in which all fours have failed.
  private var failed: Set<UInt64> = []

  init(_ position: Position, nodeLimit: Int) {
    attacker = position.sideToMove
    self.position = position
    self.nodeLimit = nodeLimit
    let defender = attacker.opponent
    defenderFives = position.emptyPoints.filter { position.isWinning(defender, at: $0) }
    let fives = position.emptyPoints.filter { position.isWinning(position.sideToMove, at: $0) }
    if let five = fives.first {
      outcome = .win([five])
    } else if let line = attack() {
      outcome = line.isEmpty ? .none : .win(line)
    }
  }

  /// Returns the line of a win that begins with a four.
  ///
  /// The line is empty if there is no win, and `nil` if the node limit is reached.
  ///
  /// The attacker must not be able to make five at once.
  private mutating func attack() -> [Point]? {
    guard !failed.contains(key) else { return [] }
    for move in fourPoints where position.isPlayable(move, by: attacker) {
      nodes += 1
      guard nodes <= nodeLimit else { return nil }
      put(attacker, on: move)
      let line = defend(after: move)
      take(attacker, from: move)
      guard let line else { return nil }
      if !line.isEmpty { return [move] + line }
    }
    failed.insert(key)
    return []
  }

  /// Returns the winning line that follows the attacker's `move`.
  ///
  /// The line is empty if `move` does not win, and `nil` if the node limit is reached.
  ///
  /// All replies that stop the fives are tried, and the longest resulting line is returned.
  private mutating func defend(after move: Point) -> [Point]? {
    let defender = attacker.opponent
    let fives = position.fivePoints(of: attacker, beside: move)
    let isRefuted = defenderFives.contains {
      position.isEmpty($0) && position.isWinning(defender, at: $0)
    }
    guard !fives.isEmpty, !isRefuted else { return [] }
    var longest: [Point] = []
    for reply in position.stops(ofAll: fives, of: attacker)
    where position.isPlayable(reply, by: defender) {
      put(defender, on: reply)
      let known = defenderFives.count
      defenderFives += position.fivePoints(of: defender, beside: reply)
      let next = fives.first { position.isEmpty($0) && position.isWinning(attacker, at: $0) }
      let line = next.map { [$0] } ?? attack()
      defenderFives.removeLast(defenderFives.count - known)
      take(defender, from: reply)
      guard let line, !line.isEmpty else { return line }
      if line.count >= longest.count { longest = [reply] + line }
    }
    if !longest.isEmpty { return longest }
    // No reply stops the five, so the defender's move may be an arbitrary one.
    let others = position.emptyPoints.filter { position.isPlayable($0, by: defender) }
    return (others.first { $0 != fives[0] }.map { [$0] } ?? []) + [fives[0]]
  }

  /// The empty points where a stone of the attacker makes a four: four of five cells in a row.
  private var fourPoints: [Point] {
    var points: Set<Point> = []
    for start in position.size.points {
      for direction in Direction.allCases {
        let cells = (0..<5).map { start.advanced($0, along: direction) }
        guard position.size.contains(cells[4]) else { continue }
        let empties = cells.filter(position.isEmpty)
        guard empties.count == 2 else { continue }
        if cells.count(where: { position.color(at: $0) == attacker }) == 3 {
          points.formUnion(empties)
        }
      }
    }
    return points.sorted()
  }

  private mutating func put(_ color: Color, on point: Point) {
    try? position.place(color, on: point)
    key ^= FourSearch.keys[2 * point.index + color.index]
  }

  private mutating func take(_ color: Color, from point: Point) {
    position.remove(point)
    key ^= FourSearch.keys[2 * point.index + color.index]
  }
}

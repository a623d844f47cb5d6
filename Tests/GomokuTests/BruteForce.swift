import Basics
import Gomoku
import GomokuRules

/// Victory by continuous fours, straight from its definition: every move and every legal reply is
/// tried on the rules' own position.
struct BruteForceFours {
  private var position: Position
  private let attacker: Color
  private(set) var steps = 0
  let limit: Int

  /// - Parameter limit: how many of the attacker's moves to try before giving up.
  init(_ position: Position, limit: Int = .max) {
    self.position = position
    attacker = position.sideToMove
    self.limit = limit
  }

  var isExhausted: Bool { steps >= limit }

  /// The attacker's moves of the shortest win within `moves`, or `nil`.
  mutating func shortestWin(within moves: Int) -> Int? {
    guard moves > 0 else { return nil }
    for depth in 1...moves {
      if wins(within: depth) { return depth }
      if isExhausted { return nil }
    }
    return nil
  }

  /// Whether the attacker, to move, wins with at most `moves` fours, the five included.
  mutating func wins(within moves: Int) -> Bool {
    if winningPoints(of: attacker).first != nil { return true }
    guard moves > 1 else { return false }
    for point in position.emptyPoints where isLegal(point, attacker) {
      steps += 1
      if isExhausted { return false }
      put(attacker, point)
      let fives = winningPoints(of: attacker)
      let succeeds = !fives.isEmpty && everyReplyLoses(to: fives, moves)
      position.remove(point)
      if succeeds { return true }
    }
    return false
  }

  private mutating func everyReplyLoses(to fives: [Point], _ moves: Int) -> Bool {
    let defender = attacker.opponent
    if !winningPoints(of: defender).isEmpty { return false }
    for reply in position.emptyPoints where isLegal(reply, defender) {
      put(defender, reply)
      let isStopped = !fives.contains {
        position.isEmpty($0) && position.isWinning(attacker, at: $0)
      }
      let loses = !isStopped || wins(within: moves - 1)
      position.remove(reply)
      if !loses { return false }
    }
    return true
  }

  private func winningPoints(of color: Color) -> [Point] {
    position.emptyPoints.filter { position.isWinning(color, at: $0) }
  }

  private func isLegal(_ point: Point, _ color: Color) -> Bool {
    color == .white || position.blackForbiddance(of: point) == nil
  }

  private mutating func put(_ color: Color, _ point: Point) {
    try? position.place(color, on: point)
  }
}

/// The result of a position under best play, by plain search of every legal move.
struct Minimax {
  enum Value: Int, Comparable {
    case loss = -1
    case draw = 0
    case win = 1

    static func < (a: Value, b: Value) -> Bool { a.rawValue < b.rawValue }
    static prefix func - (a: Value) -> Value {
      switch a {
      case .loss: .win
      case .draw: .draw
      case .win: .loss
      }
    }
  }

  private var known: [[UInt8]: Value] = [:]

  /// The value for the side to move.
  mutating func value(_ position: Position) -> Value {
    switch position.outcome {
    case .win(let color): return color == position.sideToMove ? .win : .loss
    case .draw: return .draw
    case nil: break
    }
    if position.canWinAtOnce { return .win }
    let key =
      [position.sideToMove.rawValue]
      + position.size.points.map { position.color(at: $0).map { $0.rawValue + 1 } ?? 0 }
    if let value = known[key] { return value }
    // Black without a legal point loses.
    var best = Value.loss
    for move in position.legalMoves {
      guard let next = position.after(move) else { continue }
      best = max(best, -value(next))
      if best == .win { break }
    }
    known[key] = best
    return best
  }
}

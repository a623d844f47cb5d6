/// Counts of move sequences, for checking rules and boards against other programs.
public struct Perft: Equatable, Sendable {
  /// Sequences of exactly the wanted number of plies; a finished game has none.
  public var leaves: UInt64 = 0
  /// Those whose last move wins.
  public var wins: UInt64 = 0

  /// Counts the sequences of `depth` plies from `position`.
  public static func count(_ position: Position, depth: Int) -> Perft {
    guard depth > 0 else { return Perft(leaves: 1) }
    guard position.outcome == nil else { return Perft() }
    return switch position.variant {
    case .freestyle: count(Freestyle.self, position, depth)
    case .standard: count(Standard.self, position, depth)
    case .renju: count(Renju.self, position, depth)
    case .caro: count(Caro.self, position, depth)
    case .exactCaro: count(ExactCaro.self, position, depth)
    }
  }

  private static func count<Rules: RuleTraits>(
    _ rules: Rules.Type, _ position: Position, _ depth: Int
  ) -> Perft {
    var board = Board<Rules>(position)
    var perft = Perft()
    perft.count(&board, depth)
    return perft
  }

  private mutating func count<Rules: RuleTraits>(_ board: inout Board<Rules>, _ depth: Int) {
    if depth == 1 { return countLeaves(board) }
    let own = board.sideToMove
    var points = board.empties
    while let point = points.popFirst() {
      guard board.isLegal(point), board.pointClass(of: own, at: point) != .five else { continue }
      board.make(point)
      count(&board, depth - 1)
      board.unmake()
    }
  }

  /// Adds a position's legal moves without making them: the counters know the winning ones.
  private mutating func countLeaves<Rules: RuleTraits>(_ board: borrowing Board<Rules>) {
    let own = board.sideToMove
    var forbidden = 0
    if Rules.hasForbiddenPoints, own == .black {
      forbidden = board.count(.forbidden, of: own)
      if board.count(.suspect, of: own) + board.count(.suspectFour, of: own) > 0 {
        forbidden = 0
        board.empties.forEach { if board.isForbiddenToBlack($0) { forbidden += 1 } }
      }
    }
    leaves += UInt64(board.size.pointCount - board.stoneCount - forbidden)
    wins += UInt64(board.count(.five, of: own))
  }

  /// The counts after each legal move, in the order of `Position.legalMoves`.
  public static func divide(_ position: Position, depth: Int) -> [(move: Point, count: Perft)] {
    guard depth > 0 else { return [] }
    return position.legalMoves.map { move in
      var next = position
      try? next.play(move)
      if depth == 1 {
        let wins = next.outcome == .win(position.sideToMove)
        return (move, Perft(leaves: 1, wins: wins ? 1 : 0))
      }
      return (move, count(next, depth: depth - 1))
    }
  }
}

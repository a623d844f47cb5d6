import Basics
import GomokuRules
import SearchKit

/// The counts of move sequences (perft), to compare rules and boards with other programs.
public struct Perft: Equatable, Sendable {
  /// The number of sequences of exactly the given length in plies. A finished game has only the
  /// sequence of length 0.
  public var leaves: UInt64 = 0
  /// The number of sequences whose last move wins.
  public var wins: UInt64 = 0

  /// Counts the sequences of `depth` plies from `position`; after a stop the count is incomplete.
  public static func count(
    _ position: Position, depth: Int, stop: StopSignal = StopSignal()
  ) -> Perft {
    guard depth > 0 else { return Perft(leaves: 1) }
    guard position.outcome == nil else { return Perft() }
    return position.variant.run(Counting(position: position, depth: depth, stop: stop))
  }

  private struct Counting: VariantTask {
    let position: Position
    let depth: Int
    let stop: StopSignal

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> Perft {
      var board = Board<Rules>(position)
      var perft = Perft()
      perft.count(&board, depth, stop)
      return perft
    }
  }

  private mutating func count<Rules: RuleTraits>(
    _ board: inout Board<Rules>, _ depth: Int, _ stop: StopSignal
  ) {
    if depth == 1 { return countLeaves(board) }
    if stop.isRequested { return }
    let own = board.sideToMove
    var points = board.empties
    while let point = points.popFirst() {
      guard board.isLegal(point), board.pointClass(of: own, at: point) != .five else { continue }
      board.make(point)
      count(&board, depth - 1, stop)
      board.unmake()
    }
  }

  /// Counts a position's legal moves without making them. The counter of the class `five` gives the
  /// winning moves.
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

  /// Returns the counts of the sequences that begin with each legal move, in the order of
  /// `Position.legalMoves`; empty for depth 0.
  ///
  /// After a stop, moves whose counts are not finished are left out.
  public static func divide(
    _ position: Position, depth: Int, stop: StopSignal = StopSignal()
  ) -> [(move: Point, count: Perft)] {
    guard depth > 0 else { return [] }
    var counts: [(move: Point, count: Perft)] = []
    for move in position.legalMoves {
      var next = position
      try? next.play(move)
      var branch = count(next, depth: depth - 1, stop: stop)
      if depth == 1 { branch.wins = next.outcome == .win(position.sideToMove) ? 1 : 0 }
      if stop.isRequested { break }
      counts.append((move, branch))
    }
    return counts
  }
}

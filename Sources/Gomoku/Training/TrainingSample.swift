import Basics
import GomokuRules

/// The input of the weights' trainer for one position: the table entries that the small evaluation
/// looks up.
///
/// Codes and threat sets are numbered as in `Weights`. If the colours have separate weights
/// (renju), White's follow Black's.
public struct TrainingSample: Sendable {
  /// The number of a point code or of a pair of classes, and the factor by which its table entry is
  /// multiplied.
  public struct Term: Sendable {
    public let code: UInt16
    public let factor: Float
  }

  /// The codes whose weights are added up: own ones with positive factors, the opponent's with
  /// negative ones, averaged over two plies.
  public let terms: [Term]
  /// The number of empty points of each code and of each pair of classes, for the side to move and
  /// for the opponent.
  ///
  /// Pairs are numbered after the codes.
  public let own: [Term]
  public let opponent: [Term]
  /// The index of the threats present (`Board.threatIndex`).
  public let threats: Int
  /// True if the value can be learned: no five to stop, no immediate result, no win by fours.
  public let isQuiet: Bool

  public static func tableCount(_ variant: Variant) -> Int { Weights.tableCount(variant) }
  public static var threatKinds: Int { ShapeNetwork.threatKinds }
  public static var threatSetCount: Int { ShapeNetwork.threatSets }

  /// Returns the parts of each point code: the numbers of its four patterns and of its class.
  ///
  /// Rare codes share parts with common ones and learn from them.
  public static func parts(_ variant: Variant) -> [[Int]] {
    (0..<tableCount(variant)).flatMap { table in
      PointCode.multisets.map { patterns in
        let isRenjuBlack = variant == .renju && table == 0
        let pointClass = PointClass(patterns, isRenjuBlack: isRenjuBlack)
        let first = table * partCount
        return patterns.map { first + Int($0.rawValue) }
          + [first + PointCode.patternCount + Int(pointClass.rawValue)]
      }
    }
  }
  /// The number of different parts that the codes of one table have. Patterns are numbered first,
  /// then classes.
  public static var partCount: Int { PointCode.patternCount + PointClass.allCases.count }
  public static var patternCount: Int { PointCode.patternCount }
  public static var pairCount: Int { PointClass.pairCount }

  /// Returns the samples of a game's positions, one before each of `moves`.
  public static func samples(
    from position: Position, moves: [Point]
  ) -> [TrainingSample] {
    position.variant.run(Walk(position: position, moves: moves))
  }

  private struct Walk: VariantTask {
    let position: Position
    let moves: [Point]

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> [TrainingSample] {
      var solver = VCFSolver<Rules>(table: VCFTable(logCount: 12))
      // The small evaluation averages over two plies, so the walk starts before the last stone.
      var earlier = position
      let last = position.stones.last { $0.color == position.sideToMove.opponent }
      if let last { earlier.remove(last.point) }
      // Blank weights, because the compiled-in ones may have another shape.
      var board = Board<Rules>(earlier, weights: .blank(Rules.variant))
      var previous = board.codeBalance()
      if let last { board.make(last.point) }
      var samples: [TrainingSample] = []
      for move in moves {
        let current = board.codeBalance()
        samples.append(
          TrainingSample(board: &board, current: current, previous: previous, &solver))
        board.make(move)
        previous = current
      }
      return samples
    }
  }

  /// Creates the sample of a position from the code balances at its ply and at the ply before.
  private init<Rules: RuleTraits>(
    board: inout Board<Rules>, current: [Int32], previous: [Int32],
    _ solver: inout VCFSolver<Rules>
  ) {
    let own = board.sideToMove
    let sign: Float = own == .black ? 0.5 : -0.5
    terms = current.indices.compactMap { code in
      let sum = current[code] + previous[code]
      return sum == 0 ? nil : Term(code: UInt16(code), factor: sign * Float(sum))
    }
    (self.own, opponent) = (board.terms(of: own), board.terms(of: own.opponent))
    threats = board.threatIndex
    isQuiet = TrainingSample.isQuiet(&board, &solver)
  }

  /// Returns whether the position has no five to stop and no immediate result, and a short search
  /// shows that there is no win by fours.
  static func isQuiet<Rules: RuleTraits>(
    _ board: inout Board<Rules>, _ solver: inout VCFSolver<Rules>
  ) -> Bool {
    board.count(.five, of: board.sideToMove.opponent) == 0 && board.staticResult(atPly: 0) == nil
      && solver.solve(&board, budget: 300) == .none
  }
}

extension Board {
  /// Returns the number of empty points of each code for `color`, then of each pair of classes. The
  /// pair of two classes `none` is left out.
  fileprivate func terms(of color: Color) -> [TrainingSample.Term] {
    let firstPair = TrainingSample.tableCount(Rules.variant) * PointCode.count
    var counts: [Int: Int] = [:]
    empties.forEach { point in
      let state = state(at: point)
      counts[Board.weightIndex(color, state.entry(of: color)), default: 0] += 1
      let pair = Board.pairIndex(color, state)
      if !pair.isMultiple(of: PointClass.pairCount) {
        counts[firstPair + pair, default: 0] += 1
      }
    }
    return counts.sorted { $0.key < $1.key }.map {
      TrainingSample.Term(code: UInt16($0.key), factor: Float($0.value))
    }
  }

  /// Returns the number of empty points of each code, Black's minus White's.
  fileprivate func codeBalance() -> [Int32] {
    var counts = [Int32](
      repeating: 0, count: TrainingSample.tableCount(Rules.variant) * PointCode.count)
    empties.forEach { point in
      let state = state(at: point)
      counts[Board.weightIndex(.black, state.entry(of: .black))] += 1
      counts[Board.weightIndex(.white, state.entry(of: .white))] -= 1
    }
    return counts
  }
}

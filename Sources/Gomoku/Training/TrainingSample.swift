import Basics
import GomokuRules

/// What the weights' trainer sees of a position: which numbers the evaluation would look up there.
///
/// Numbers of codes and of threat sets are those of `Weights`; where the two colours' weights differ
/// (renju), White's follow Black's.
public struct TrainingSample: Sendable {
  /// A point code and how often the evaluation counts it, own shapes less the opponent's.
  public struct Term: Sendable {
    public let code: UInt16
    public let factor: Float
  }

  public let terms: [Term]
  /// How many empty points have each code for the side to move, and for the opponent; pairs of
  /// classes are numbered after the codes.
  public let own: [Term]
  public let opponent: [Term]
  public let threats: Int
  /// Whether the value can be learned from: nothing is decided at once or by fours.
  public let isQuiet: Bool

  /// How many tables of each kind `variant` has: one for both colours, or one each.
  public static func tableCount(_ variant: Variant) -> Int { Weights.tableCount(variant) }
  public static var threatKinds: Int { Network.threatKinds }
  public static var threatSetCount: Int { Network.threatSets }

  /// For each code the features it is made of, so that rare codes learn from common ones: its four
  /// patterns, and its class.
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
  /// Features of one table's codes: the patterns first, then the classes.
  public static var partCount: Int { PointCode.patternCount + PointClass.allCases.count }
  public static var patternCount: Int { PointCode.patternCount }
  /// Pairs of classes in one table.
  public static var pairCount: Int { PointClass.pairCount }

  /// The samples of a game's positions, one before each of `moves`.
  public static func samples(
    from position: Position, moves: [Point]
  ) -> [TrainingSample] {
    position.variant.run(Walk(position: position, moves: moves))
  }

  private struct Walk: VariantWork {
    let position: Position
    let moves: [Point]

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> [TrainingSample] {
      var solver = VCFSolver<Rules>(table: VCFTable(logCount: 12))
      // A search has seen the position before the last stone, and takes the mean of both.
      var earlier = position
      let last = position.stones.last { $0.color == position.sideToMove.opponent }
      if let last { earlier.remove(last.point) }
      // The program's own would be in the way of training others of another shape.
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

  /// Whether nothing is decided at once or by fours.
  static func isQuiet<Rules: RuleTraits>(
    _ board: inout Board<Rules>, _ solver: inout VCFSolver<Rules>
  ) -> Bool {
    board.count(.five, of: board.sideToMove.opponent) == 0 && board.staticResult(atPly: 0) == nil
      && solver.solve(&board, budget: 300) == .none
  }
}

extension Board {
  /// How many empty points have each code for `color`, and each pair of classes but that of none.
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

  /// How many empty points have each code, Black's less White's.
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

import Basics
import GomokuRules

/// The input of the mix network's trainer for one position.
public struct MixSample: Sendable {
  /// The content of each point, row by row.
  ///
  /// An empty point has a byte of patterns for each direction (`Board.CellState`); an occupied one
  /// has a value of `MixSample.stones`.
  public let points: [UInt32]
  /// The index of the present threats (`Board.threatIndex`).
  public let threats: Int
  /// True if the value can be learned (`TrainingSample.isQuiet`).
  public let isQuiet: Bool
  public let mover: Color

  /// The values for a black, a white and a neutral stone.
  ///
  /// No pattern has the number 15, so no empty point has these values.
  fileprivate static let stones: [UInt32] = [0xFFFF_FFF0, 0xFFFF_FFF1, 0xFFFF_FFF2]

  /// Returns the samples of a game's positions, one before each of `moves`.
  public static func samples(from position: Position, moves: [Point]) -> [MixSample] {
    position.variant.run(Walk(position: position, moves: moves))
  }

  private struct Walk: VariantTask {
    let position: Position
    let moves: [Point]

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> [MixSample] {
      var board = Board<Rules>(position, weights: .blank(Rules.variant))
      var solver = VCFSolver<Rules>(table: VCFTable(logCount: 12))
      let points = Array(position.size.points)
      return moves.map { move in
        let sample = MixSample(
          points: points.map { MixSample.word(board.cells[$0.index].bits) },
          threats: board.threatIndex, isQuiet: TrainingSample.isQuiet(&board, &solver),
          mover: board.sideToMove)
        board.make(move)
        return sample
      }
    }
  }

  /// Returns the contents of each position's points, and the index of its present threats.
  public static func inputs(
    of positions: [Position], variant: Variant
  ) -> [(points: [UInt32], threats: Int)] {
    variant.run(Inputs(positions: positions))
  }

  private struct Inputs: VariantTask {
    let positions: [Position]

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> [(points: [UInt32], threats: Int)] {
      let weights = Weights.blank(Rules.variant)
      return positions.map { position in
        let board = Board<Rules>(position, weights: weights)
        let points = position.size.points.map { MixSample.word(board.cells[$0.index].bits) }
        return (points, board.threatIndex)
      }
    }
  }

  private static func word(_ bits: UInt64) -> UInt32 {
    let code = Int(bits >> 32 & 0xFFF)
    return code < PointCode.count
      ? UInt32(truncatingIfNeeded: bits) : stones[code - PointCode.count]
  }

  /// Returns whether a value of `points` stands for an empty point.
  public static func isEmpty(_ word: UInt32) -> Bool { word < stones[0] }

  /// Returns the stone that a value of `points` stands for: 1 for black, 2 for white, 3 for
  /// neutral, 0 for none.
  public static func stone(_ word: UInt32) -> UInt8 {
    isEmpty(word) ? 0 : UInt8(word - stones[0] + 1)
  }

  // MARK: Rows

  /// The number of embedding rows that are added for a point in one view.
  public static let rowCount = 7

  /// Writes the row numbers of embedding vectors for each of `count` points: `rowCount` in the
  /// mover's view, then `rowCount` in the opponent's.
  ///
  /// A point is given as in the array `points` of a sample. Rows are numbered through the network's
  /// first four tables, one after another.
  public static func write(
    rowsOf points: UnsafePointer<UInt32>, count: Int, mover: Color, variant: Variant,
    to rows: UnsafeMutablePointer<UInt16>
  ) {
    variant.run(
      Writing(points: points, count: count, mover: mover, rows: rows))
  }

  private struct Writing: VariantTask {
    let points: UnsafePointer<UInt32>
    let count: Int
    let mover: Color
    let rows: UnsafeMutablePointer<UInt16>

    func run<Rules: RuleTraits>(_ rules: Rules.Type) {
      for index in 0..<count {
        let state = Board<Rules>.CellState(word: points[index])
        let first = rows + index * 2 * MixSample.rowCount
        write(state, mover, Rules.self, to: first)
        write(state, mover.opponent, Rules.self, to: first + MixSample.rowCount)
      }
    }

    /// Writes the row numbers of one point in one view: four lines, two codes, one pair of classes.
    private func write<Rules: RuleTraits>(
      _ state: Board<Rules>.CellState, _ viewer: Color, _ rules: Rules.Type,
      to rows: UnsafeMutablePointer<UInt16>
    ) {
      let tables = Weights.tableCount(Rules.variant)
      let table = tables == 1 ? 0 : viewer.index
      for direction in Direction.allCases {
        let own = Int(state.pattern(of: viewer, along: direction).rawValue)
        let opponent = Int(state.pattern(of: viewer.opponent, along: direction).rawValue)
        let isDiagonal = direction == .diagonal || direction == .antidiagonal
        let kind = 2 * table + (isDiagonal ? 1 : 0)
        rows[direction.rawValue] = UInt16(kind * 256 + opponent * 16 + own)
      }
      let (own, opponent) = (state.entry(of: viewer), state.entry(of: viewer.opponent))
      var start = tables * 512
      rows[4] = UInt16(start + table * MixNetwork.codeCount + own & 0xFFF)
      start += tables * MixNetwork.codeCount
      rows[5] = UInt16(start + table * MixNetwork.codeCount + opponent & 0xFFF)
      start += tables * MixNetwork.codeCount
      let pair = (own >> 12) * PointClass.count + opponent >> 12
      rows[6] = UInt16(start + table * PointClass.pairCount + pair)
    }
  }
}

extension Board.CellState {
  /// Creates the state for a value of `MixSample.points`.
  fileprivate init(word: UInt32) {
    guard word < MixSample.stones[0] else {
      let isOwned = word < MixSample.stones[2]
      let color: Color = word == MixSample.stones[0] ? .black : .white
      self.init(stoneOf: isOwned ? color : nil)
      return
    }
    self.init(patterns: UInt64(word), entries: Rules.tables.points)
  }
}

extension MixNetwork {
  /// Evaluates a position from its `MixSample`.
  ///
  /// - Returns: the accumulators in the mover's view and in the opponent's, and the mover's log
  ///   odds of winning.
  public func evaluate(
    points: UnsafePointer<UInt32>, size: BoardSize, mover: Color, threats: Int
  ) -> (sums: [Int32], logOdds: Float) {
    variant.run(
      Evaluating(network: self, points: points, size: size, mover: mover, threats: threats))
  }

  private struct Evaluating: VariantTask {
    let network: MixNetwork
    let points: UnsafePointer<UInt32>
    let size: BoardSize
    let mover: Color
    let threats: Int

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> (sums: [Int32], logOdds: Float) {
      var board = MixAccumulator(network, size, Rules.self)
      var states = [UInt64](repeating: 0, count: Point.cellCount)
      for (index, point) in size.points.enumerated() {
        states[point.index] = Board<Rules>.CellState(word: points[index]).bits
      }
      board.recompute(states)
      let (own, opponent) = (board.sums(mover), board.sums(mover.opponent))
      let sums = [own, opponent].flatMap { view in (0..<MixNetwork.channels).map { view[$0] } }
      return (sums, network.logOdds(own: own, opponent: opponent, threats: threats))
    }
  }
}

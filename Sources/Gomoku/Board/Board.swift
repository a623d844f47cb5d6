import Basics
import GomokuRules
import SearchKit

/// The search's board: the stones and, for every empty point, the shapes that a stone there would
/// make.
///
/// Invariant: all derived state equals that of a fresh board with the same stones. It includes the
/// empty points' states, the counters, the threat sets and the sums of the evaluation. `unmake`
/// restores what `make` saved.
struct Board<Rules: RuleTraits>: ~Copyable {
  let size: BoardSize
  /// The table from a window of a line to both colours' patterns (`PatternTables.windows`).
  let windows: TwoLevelTable<UInt8>
  /// The table from four patterns to class and code (`PatternTables.points`).
  let entries: TwoLevelTable<UInt16>
  /// The static ordering score of a move, by the point's code (`PatternTables.orderingScores`).
  let orderingScores: UnsafePointer<Int16>
  let weights: Weights
  // The evaluation's tables (`Weights.Table`): values by code and by threat mask, embeddings by
  // code and by pair of classes.
  let pointWeights: UnsafePointer<Int16>
  let threatWeights: UnsafePointer<Int16>
  let codes: UnsafePointer<ShapeNetwork.Accumulators>
  let pairs: UnsafePointer<ShapeNetwork.Accumulators>
  /// The Zobrist keys of stones (`StoneKeys`).
  let stoneKeys: UnsafePointer<UInt64>
  /// The state of each point; for an occupied point it encodes the colour of the stone.
  let cells: UnsafeMutablePointer<CellState>
  /// The bits of all lines: the grid's rows, columns, diagonals and antidiagonals.
  let lines: UnsafeMutablePointer<LineBits>
  #if WideBoards
    /// For each line, the cells in which Black's fives may lie; `nil` if they may lie anywhere.
    let squareLines: UnsafeMutablePointer<LineBits>?
  #endif
  /// One frame for each ply; `make` copies the last frame to the next ply.
  let frames: UnsafeMutablePointer<Frame>
  /// The accumulators of each ply: a cache that is filled on demand (`Frame.hasAccumulators`).
  let sums: UnsafeMutablePointer<Accumulators>
  /// The undo log: the changed points of all plies, in order.
  let changes: UnsafeMutablePointer<Change>
  /// The points around a stone that become candidate moves (`candidateStencil`).
  let stencil: InlineArray<9, UInt64>

  /// The number of stones, neutral ones included.
  var stoneCount = 0
  /// The number of moves and passes since the board was set up.
  var ply = 0
  var sideToMove = Color.black
  /// The Zobrist key of board size, stones and side to move.
  var key: UInt64 = 0
  var empties = PointSet()
  /// For each colour, the empty points where a stone of this colour makes a four or better.
  var fours: InlineArray<2, PointSet>
  /// For each colour, the empty points of the classes `three` to `doubleThree`.
  var threes: InlineArray<2, PointSet>

  /// An empty point's line patterns, codes and classes, packed in 64 bits.
  ///
  /// The low half has a byte for each direction, with Black's pattern in the low nibble and White's
  /// in the high one. The high half has Black's and White's entries of `PatternTables.points`, 16
  /// bits each. A code numbers the multiset of four patterns (`PointCode`); a class summarises it
  /// (`PointClass`).
  struct CellState: Equatable {
    var bits: UInt64 = 0

    @inline(__always) init(bits: UInt64 = 0) { self.bits = bits }

    /// Creates the state of a point with a stone of `color`, or with a neutral stone for `nil`.
    ///
    /// The state has no patterns and the class `none`. The code is `PointCode.count` for the
    /// stone's owner and one more for the opponent. For a neutral stone, both colours have
    /// `PointCode.count` + 2.
    @inline(__always) init(stoneOf color: Color?) {
      let own = UInt64(PointCode.count)
      bits =
        switch color {
        case .black: own | (own + 1) << 16
        case .white: own + 1 | own << 16
        case nil: (own + 2) | (own + 2) << 16
        }
      bits <<= 32
    }

    @inline(__always) var isStone: Bool { entry(of: .black) & 0xFFF >= PointCode.count }

    /// Returns a colour's entry of `PatternTables.points`: the class in the high 4 of 16 bits, the
    /// code in the low 12.
    @inline(__always) func entry(of color: Color) -> Int {
      Int(truncatingIfNeeded: bits &>> (color == .black ? 32 : 48)) & 0xFFFF
    }
    @inline(__always) func pointClass(of color: Color) -> PointClass {
      PointClass(unchecked: UInt8(truncatingIfNeeded: classIndex(of: color)))
    }
    @inline(__always) func classIndex(of color: Color) -> Int { entry(of: color) &>> 12 }
    /// Returns whether both colours' classes equal those of `other`.
    @inline(__always) func hasClasses(of other: CellState) -> Bool {
      (bits ^ other.bits) & 0xF000_F000_0000_0000 == 0
    }
    @inline(__always) func pattern(of color: Color, along direction: Direction) -> LinePattern {
      let shift = UInt64(truncatingIfNeeded: direction.rawValue &* 8 &+ color.index &* 4)
      return LinePattern(unchecked: UInt8(truncatingIfNeeded: bits &>> shift & 15))
    }
  }

  /// The change of one point's state by a move, an entry of the undo log.
  struct Change {
    var index: Int
    var old: CellState
    var new: CellState
  }

  /// Both colours' accumulators: sums of the embeddings of all empty points.
  struct Accumulators: Equatable {
    var black = ShapeNetwork.Accumulators.zero
    var white = ShapeNetwork.Accumulators.zero

    @inline(__always) static func &+= (sum: inout Accumulators, other: Accumulators) {
      sum.black &+= other.black
      sum.white &+= other.white
    }

    @inline(__always) static func &-= (sum: inout Accumulators, other: Accumulators) {
      sum.black &-= other.black
      sum.white &-= other.white
    }
  }

  /// The state of one ply. `make` copies it to the next ply, and `unmake` returns to the frame
  /// before.
  struct Frame {
    /// The number of empty points of each class: `PointClass.count` counters for each colour.
    ///
    /// The counter of class `none` may overflow 8 bits; it is never read.
    var counts: InlineArray<32, UInt8>
    /// The points near stones (`candidateStencil`), occupied points included.
    var candidates: PointSet
    /// The sum of the weights of all empty points, Black's minus White's, in units of
    /// 1/`Weights.unit` centistone.
    var value: Int32
    /// The number of entries in the undo log after this ply's move.
    var changeCount: Int32
    var hasAccumulators: Bool
    /// The move that led here; `nil` after a pass and at the first ply.
    var move: Point?
  }

  /// Sets up the stones of `position`; their order does not matter.
  init(_ position: Position, weights: Weights = Rules.weights) {
    let tables = Rules.tables
    assert(position.variant == Rules.variant && weights.variant == Rules.variant)
    size = position.size
    windows = tables.windows
    entries = tables.points
    orderingScores = UnsafePointer(tables.orderingScores)
    self.weights = weights
    pointWeights = weights.start(of: .points)
    threatWeights = weights.start(of: .threats)
    codes = UnsafePointer(weights.network.codes)
    pairs = UnsafePointer(weights.network.pairs)
    let longest = Board.frameCapacity(of: position.size)
    stoneKeys = StoneKeys.all
    cells = .allocate(capacity: Point.cellCount)
    lines = .allocate(capacity: Board.lineCount)
    #if WideBoards
      squareLines = position.square.map { Board.lines(of: $0) }
    #endif
    frames = .allocate(capacity: longest)
    sums = .allocate(capacity: longest)
    changes = .allocate(capacity: Board.changeCapacity(of: position.size))
    stencil = Board.candidateStencil
    fours = InlineArray(repeating: PointSet())
    threes = InlineArray(repeating: PointSet())
    setUp(position)
  }

  deinit {
    cells.deallocate()
    lines.deallocate()
    #if WideBoards
      squareLines?.deallocate()
    #endif
    frames.deallocate()
    sums.deallocate()
    changes.deallocate()
  }

  /// Places the stones and computes all derived state from scratch.
  private mutating func setUp(_ position: Position) {
    cells.initialize(repeating: CellState(), count: Point.cellCount)
    lines.initialize(repeating: 0, count: Board.lineCount)
    frames.initialize(
      to: Frame(
        counts: InlineArray(repeating: 0), candidates: PointSet(), value: 0, changeCount: 0,
        hasAccumulators: true, move: nil))
    key = UInt64(size.width) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(size.height) &* 0xC2B2_AE3D_27D4_EB4F
    for point in size.points {
      flip(point, CellBits.empty)
      empties.insert(point)
    }
    for stone in position.stones {
      empties.toggle(stone.point.index)
      flip(stone.point, stone.color.map(CellBits.change) ?? CellBits.empty)
      key ^= stoneKey(stone.color, at: stone.point)
      addCandidates(around: stone.point)
      stoneCount += 1
      cells[stone.point.index] = CellState(stoneOf: stone.color)
    }
    var sum = Accumulators()
    empties.forEach { point in
      let state = freshState(of: point)
      cells[point.index] = state
      addPoint(state, at: point.index, by: 1)
      sum &+= vectors(of: state)
    }
    let unlearned = Board.unlearnedCount(of: position)
    addValue(of: lonelyState, times: 0 &- unlearned)
    let lonely = vectors(of: lonelyState)
    for _ in 0..<unlearned { sum &-= lonely }
    sums.initialize(to: sum)
    sideToMove = position.sideToMove
    if sideToMove == .white { key ^= Board.sideKey }
  }

  /// The number of points of the largest board for which the small evaluation is meant.
  static var mostPointsLearned: Int { 22 * 22 }

  /// Returns the number of lonely points that the small evaluation leaves out.
  ///
  /// A board of more than `mostPointsLearned` points has more empty ones than it has ever seen. So
  /// it leaves out the rest, as if the board were no larger. If Black's fives have to lie in a
  /// square, it leaves out all points outside, as if the square were the board.
  private static func unlearnedCount(of position: Position) -> Int {
    guard let square = position.square else {
      return max(0, position.size.pointCount - mostPointsLearned)
    }
    return position.size.points.count { !square.contains($0) }
  }

  /// The state of an empty point without any stone or edge in reach. If Black's fives have to lie
  /// in a square, it is one outside.
  private var lonelyState: CellState {
    var patterns = UInt64(patterns(LineBits.max, Point.gridWidth / 2))
    #if WideBoards
      if squareLines != nil { patterns &= 0xF0 }
    #endif
    return withEntries(patterns &* 0x0101_0101)
  }

  /// Returns the capacity of `frames` and `sums` on a board of `size`.
  ///
  /// Passes need frames too. No searched line has more passes than stones.
  static func frameCapacity(of size: BoardSize) -> Int { 2 * size.pointCount + 2 }

  /// Returns the capacity of `changes`: for each ply the new stone, and all points in its reach.
  static func changeCapacity(of size: BoardSize) -> Int {
    frameCapacity(of: size) * (8 * Rules.radius + 1)
  }

  static var sideKey: UInt64 { 0x1F83_D9AB_FB41_BD6B }

  /// Returns the Zobrist key of a stone of `color`, or of a neutral one for `nil`.
  @inline(__always) func stoneKey(_ color: Color?, at point: Point) -> UInt64 {
    stoneKeys[(color?.index ?? 2) &* Point.cellCount &+ point.index]
  }

  // MARK: Reading

  @inline(__always) func state(at point: Point) -> CellState { cells[point.index] }

  @inline(__always) func pointClass(of color: Color, at point: Point) -> PointClass {
    cells[point.index].pointClass(of: color)
  }

  /// Returns the index of a point's code, in the tables that are indexed by code. `entry` is the
  /// colour's entry of `PatternTables.points`.
  @inline(__always) static func weightIndex(_ color: Color, _ entry: Int) -> Int {
    let code = entry & 0xFFF
    assert(code < PointCode.count, "a stone has no weight")
    return Rules.hasForbiddenPoints ? color.index &* PointCode.count &+ code : code
  }

  /// Returns the index of a point's pair of classes, the class for `color` first, in the tables
  /// that are indexed by pair.
  @inline(__always) static func pairIndex(_ color: Color, _ state: CellState) -> Int {
    let pair =
      state.classIndex(of: color) &* PointClass.count &+ state.classIndex(of: color.opponent)
    return Rules.hasForbiddenPoints ? color.index &* PointClass.pairCount &+ pair : pair
  }

  /// Returns the number of empty points whose class for `color` is `pointClass`.
  @inline(__always) func count(_ pointClass: PointClass, of color: Color) -> Int {
    Int(frames[ply].counts[color.index &* PointClass.count &+ Int(pointClass.rawValue)])
  }

  /// Returns the number of empty points where `color` makes a four or better.
  @inline(__always) func fourCount(of color: Color) -> Int {
    count(.suspectFour, of: color) &+ count(.four, of: color) &+ count(.fourPlus, of: color)
      &+ count(.fourThree, of: color)
      &+ count(.openFour, of: color) &+ count(.five, of: color)
  }

  @inline(__always) var isFull: Bool { stoneCount == size.pointCount }

  /// The sum of the points' weights for the side to move, in units of 1/`Weights.unit` centistone.
  @inline(__always) var value: Int {
    sideToMove == .black ? Int(frames[ply].value) : 0 &- Int(frames[ply].value)
  }

  /// The `value` one ply earlier, with the sign for the side that is to move now. At ply 0 it
  /// equals `value`.
  ///
  /// `evaluate()` takes the mean of both, because `value` rises and falls with every stone.
  @inline(__always) var previousValue: Int {
    let black = Int(frames[max(ply &- 1, 0)].value)
    return sideToMove == .black ? black : 0 &- black
  }

  /// Returns the move made `back` plies ago, 1 for the last one; `nil` if there was none, or a
  /// pass.
  @inline(__always) func move(_ back: Int) -> Point? {
    assert(back > 0)
    return ply >= back ? frames[ply &- back &+ 1].move : nil
  }

  @inline(__always) func isEmpty(_ point: Point) -> Bool { empties.contains(point) }

  /// Returns the key of the position after the side to move plays `point`.
  @inline(__always) func key(after point: Point) -> UInt64 {
    assert(isEmpty(point))
    return key ^ stoneKey(sideToMove, at: point) ^ Board.sideKey
  }
}

/// The Zobrist keys of black, white and neutral stones by cell, shared by all boards.
private enum StoneKeys {
  nonisolated(unsafe) static let all = UnsafePointer(
    UnsafeMutablePointer.table(Zobrist.keys(count: 3 * Point.cellCount, seed: 0x5EED_0506)))
}

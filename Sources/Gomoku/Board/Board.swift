import Basics
import GomokuRules
import SearchKit

/// The search's board: stones, and for every empty point what a stone there would make.
///
/// Invariant: the state of every empty point, the counters, the threat sets and the evaluation are
/// those that a fresh board with the same stones has. `unmake` restores what `make` saved.
struct Board<Rules: RuleTraits>: ~Copyable {
  let size: BoardSize
  /// The pattern of each window (`PatternTables.windows`).
  let windows: HalvedTable<UInt8>
  /// The class and code of four patterns (`PatternTables.points`).
  let entries: HalvedTable<UInt16>
  /// What a move on a point of each code promises (`PatternTables.promises`).
  let promises: UnsafePointer<Int16>
  let weights: Weights
  // What the learned weights say of each code, and of each set of threats (`Weights.Table`).
  let pointWeights: UnsafePointer<Int16>
  let threatWeights: UnsafePointer<Int16>
  let channels: UnsafePointer<Network.Sums>
  let pairs: UnsafePointer<Network.Sums>
  let zobrist: UnsafeMutablePointer<UInt64>
  /// The state of each point; that of an occupied one tells whose stone is there.
  let cells: UnsafeMutablePointer<CellState>
  /// All lines' bits: 32 rows, 32 columns, 64 diagonals, 64 antidiagonals.
  let lines: UnsafeMutablePointer<UInt64>
  /// One a ply, copied forward.
  let frames: UnsafeMutablePointer<Frame>
  /// For each ply its sums, if somebody has asked for them (`Frame.hasSums`).
  let sums: UnsafeMutablePointer<Sums>
  /// What each ply has changed, ply after ply.
  let changes: UnsafeMutablePointer<Change>
  let stencil: InlineArray<9, UInt64>

  /// Stones on the board, neutral ones included.
  var stoneCount = 0
  /// Moves made since the board was set up.
  var ply = 0
  var sideToMove = Color.black
  /// Identifies stones and side to move.
  var key: UInt64 = 0
  var empties = PointSet()
  /// For each colour the empty points where it makes at least a four.
  var fours: InlineArray<2, PointSet>
  /// For each colour the empty points where it makes a three, or two at once.
  var threes: InlineArray<2, PointSet>

  /// An empty point's line patterns, codes and classes, in 64 bits.
  ///
  /// A byte a direction (Black's pattern in the low nibble), then Black's and White's entries of
  /// `PatternTables.points`.
  struct CellState: Equatable {
    var bits: UInt64 = 0

    @inline(__always) init(bits: UInt64 = 0) { self.bits = bits }

    /// That of a point with a stone of `color`, or nobody's: no patterns and no class, and codes behind
    /// those of shapes.
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

    @inline(__always) func entry(of color: Color) -> Int {
      Int(truncatingIfNeeded: bits &>> (color == .black ? 32 : 48)) & 0xFFFF
    }
    @inline(__always) func pointClass(of color: Color) -> PointClass {
      unsafeBitCast(UInt8(truncatingIfNeeded: classIndex(of: color)), to: PointClass.self)
    }
    /// The number of a colour's class.
    @inline(__always) func classIndex(of color: Color) -> Int { entry(of: color) &>> 12 }
    /// Whether both colours' classes are those of another state.
    @inline(__always) func hasClasses(of other: CellState) -> Bool {
      (bits ^ other.bits) & 0xF000_F000_0000_0000 == 0
    }
    @inline(__always) func pattern(of color: Color, along direction: Direction) -> LinePattern {
      let shift = UInt64(truncatingIfNeeded: direction.rawValue &* 8 &+ color.index &* 4)
      return unsafeBitCast(UInt8(truncatingIfNeeded: bits &>> shift & 15), to: LinePattern.self)
    }
  }

  /// What a move has made of a point.
  struct Change {
    var index: Int
    var old: CellState
    var new: CellState
  }

  /// Each colour's sum of the vectors of all empty points.
  struct Sums: Equatable {
    var black = Network.Sums.zero
    var white = Network.Sums.zero

    @inline(__always) static func &+= (sum: inout Sums, other: Sums) {
      sum.black &+= other.black
      sum.white &+= other.white
    }

    @inline(__always) static func &-= (sum: inout Sums, other: Sums) {
      sum.black &-= other.black
      sum.white &-= other.white
    }
  }

  /// What `unmake` takes back by dropping it.
  struct Frame {
    /// How many empty points of each class there are, for each colour: twice `PointClass.count`. Of the
    /// class of those that threaten nothing there may be more than eight bits hold: nobody asks for it.
    var counts: InlineArray<32, UInt8>
    /// Points near stones.
    var candidates: PointSet
    /// Sum of the weights of all empty points, Black's less White's.
    var value: Int32
    /// Changes up to this ply.
    var changeCount: Int32
    /// Whether the ply's sums are known.
    var hasSums: Bool
    /// The move that led here.
    var move: Point?
  }

  /// Sets up `position`'s stones. The stones' order does not matter.
  init(_ position: Position, weights: Weights = Rules.weights) {
    let tables = Rules.tables
    assert(position.variant == Rules.variant)
    size = position.size
    windows = tables.windows
    entries = tables.points
    promises = UnsafePointer(tables.promises)
    self.weights = weights
    pointWeights = weights.start(of: .points)
    threatWeights = weights.start(of: .threats)
    channels = UnsafePointer(weights.network.channels)
    pairs = UnsafePointer(weights.network.pairs)
    // Passes take frames too; a line with more of them than stones is never searched.
    let longest = 2 * position.size.pointCount + 2
    zobrist = .allocate(capacity: 3 * Point.cellCount)
    cells = .allocate(capacity: Point.cellCount)
    lines = .allocate(capacity: Board.lineCount)
    frames = .allocate(capacity: longest)
    sums = .allocate(capacity: longest)
    changes = .allocate(capacity: longest * (8 * Rules.radius + 1))
    stencil = Board.candidateStencil
    fours = InlineArray(repeating: PointSet())
    threes = InlineArray(repeating: PointSet())
    for (i, value) in Zobrist.keys(count: 3 * Point.cellCount, seed: 0x5EED_0506).enumerated() {
      zobrist[i] = value
    }
    setUp(position)
  }

  deinit {
    zobrist.deallocate()
    cells.deallocate()
    lines.deallocate()
    frames.deallocate()
    sums.deallocate()
    changes.deallocate()
  }

  private mutating func setUp(_ position: Position) {
    cells.initialize(repeating: CellState(), count: Point.cellCount)
    lines.initialize(repeating: 0, count: Board.lineCount)
    frames.initialize(
      to: Frame(
        counts: InlineArray(repeating: 0), candidates: PointSet(), value: 0, changeCount: 0,
        hasSums: true, move: nil))
    key = UInt64(size.width) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(size.height) &* 0xC2B2_AE3D_27D4_EB4F
    for point in size.points {
      flip(point, CellBits.empty)
      empties.insert(point)
    }
    for stone in position.stones {
      empties.toggle(stone.point.index)
      flip(stone.point, stone.color.map(CellBits.change) ?? CellBits.empty)
      key ^= zobrist[(stone.color?.index ?? 2) * Point.cellCount + stone.point.index]
      addCandidates(around: stone.point)
      stoneCount += 1
      cells[stone.point.index] = CellState(stoneOf: stone.color)
    }
    var sum = Sums()
    empties.forEach { point in
      let state = freshState(of: point)
      cells[point.index] = state
      book(state, at: point.index, by: 1)
      sum &+= vectors(of: state)
    }
    sums.initialize(to: sum)
    sideToMove = position.sideToMove
    if sideToMove == .white { key ^= Board.sideKey }
  }

  static var sideKey: UInt64 { 0x1F83_D9AB_FB41_BD6B }

  // MARK: Reading

  @inline(__always) func state(at point: Point) -> CellState { cells[point.index] }

  @inline(__always) func pointClass(of color: Color, at point: Point) -> PointClass {
    cells[point.index].pointClass(of: color)
  }

  /// Where the weights of a colour's table entry stand in each of their tables.
  @inline(__always) static func weightIndex(_ color: Color, _ entry: Int) -> Int {
    let code = entry & 0xFFF
    return Rules.hasForbiddenPoints ? color.index &* PointCode.count &+ code : code
  }

  /// Where the weights of a point's two classes, seen by `color`, stand in their table.
  @inline(__always) static func pairIndex(_ color: Color, _ state: CellState) -> Int {
    let pair =
      state.classIndex(of: color) &* PointClass.count &+ state.classIndex(of: color.opponent)
    return Rules.hasForbiddenPoints ? color.index &* PointClass.pairCount &+ pair : pair
  }

  /// How many empty points have `pointClass` for `color`.
  @inline(__always) func count(_ pointClass: PointClass, of color: Color) -> Int {
    Int(frames[ply].counts[color.index &* PointClass.count &+ Int(pointClass.rawValue)])
  }

  /// How many empty points make a four or better for `color`.
  @inline(__always) func fourCount(of color: Color) -> Int {
    count(.suspectFour, of: color) &+ count(.four, of: color) &+ count(.fourPlus, of: color)
      &+ count(.fourThree, of: color)
      &+ count(.openFour, of: color) &+ count(.five, of: color)
  }

  @inline(__always) var isFull: Bool { stoneCount == size.pointCount }

  /// Sum of the points' weights for the side to move.
  @inline(__always) var value: Int {
    sideToMove == .black ? Int(frames[ply].value) : 0 &- Int(frames[ply].value)
  }

  /// The same one ply earlier, for the side that now moves; the same again at the first ply.
  @inline(__always) var previousValue: Int {
    let black = Int(frames[max(ply &- 1, 0)].value)
    return sideToMove == .black ? black : 0 &- black
  }

  /// The move made `back` plies ago, if there was one.
  @inline(__always) func move(_ back: Int) -> Point? {
    ply >= back ? frames[ply &- back &+ 1].move : nil
  }

  @inline(__always) func isEmpty(_ point: Point) -> Bool { empties.contains(point) }

  /// The key after `point` is played.
  @inline(__always) func key(after point: Point) -> UInt64 {
    key ^ zobrist[sideToMove.index &* Point.cellCount &+ point.index] ^ Board.sideKey
  }
}

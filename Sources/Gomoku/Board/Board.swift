import SearchKit

/// The search's board: stones, and for every empty point what a stone there would make.
///
/// Invariant: the state of every empty point, the counters, the threat sets and the evaluation are
/// those that a fresh board with the same stones has. `unmake` restores what `make` saved.
struct Board<Rules: RuleTraits>: ~Copyable {
  let size: BoardSize
  private let windows: UnsafePointer<UInt8>
  private let entries: UnsafePointer<UInt16>
  private let points: UnsafePointer<Int32>
  let threatWeights: UnsafePointer<Int16>
  private let zobrist: UnsafeMutablePointer<UInt64>
  private let cells: UnsafeMutablePointer<CellState>
  private let lines: UnsafeMutablePointer<UInt64>
  private let frames: UnsafeMutablePointer<Frame>
  private let saved: UnsafeMutablePointer<SavedCell>
  private let stencil: InlineArray<9, UInt64>

  /// Stones on the board, neutral ones included.
  private(set) var stoneCount = 0
  /// Moves made since the board was set up.
  private(set) var ply = 0
  private(set) var sideToMove = Color.black
  /// Identifies stones and side to move.
  private(set) var key: UInt64 = 0
  private(set) var empties = PointSet()
  /// For each colour the empty points where it makes at least a four.
  private(set) var fours: InlineArray<2, PointSet>
  /// For each colour the empty points where it makes a three or two.
  private(set) var threes: InlineArray<2, PointSet>

  /// An empty point's line patterns, codes and classes, in 64 bits.
  ///
  /// A byte a direction (Black's pattern in the low nibble), then Black's and White's entries of
  /// `PatternTables.points`.
  struct CellState: Equatable {
    var bits: UInt64 = 0

    @inline(__always) func entry(of color: Color) -> Int {
      Int(truncatingIfNeeded: bits &>> (color == .black ? 32 : 48)) & 0xFFFF
    }
    @inline(__always) func code(of color: Color) -> Int { entry(of: color) & 0xFFF }
    @inline(__always) func pointClass(of color: Color) -> PointClass {
      unsafeBitCast(UInt8(truncatingIfNeeded: entry(of: color) &>> 12), to: PointClass.self)
    }
    @inline(__always) func pattern(of color: Color, along direction: Direction) -> LinePattern {
      let shift = UInt64(truncatingIfNeeded: direction.rawValue &* 8 &+ color.index &* 4)
      return unsafeBitCast(UInt8(truncatingIfNeeded: bits &>> shift & 15), to: LinePattern.self)
    }
  }

  private struct SavedCell {
    var state: CellState
    var index: Int
  }

  /// What `unmake` takes back by dropping it.
  struct Frame {
    /// How many empty points of each class there are, for each colour.
    var counts: InlineArray<32, UInt8>
    /// Points near stones.
    var candidates: PointSet
    /// Sum of the weights of all empty points, Black's less White's.
    var value: Int32
    /// Cells saved before this ply.
    var savedCount: Int32
    /// The move that led here.
    var move: Point?
  }

  /// Sets up `position`'s stones. The stones' order does not matter.
  init(_ position: Position) {
    let tables = PatternTables.of(Rules.variant)
    let weights = Weights.of(Rules.variant)
    assert(position.variant == Rules.variant)
    size = position.size
    windows = UnsafePointer(tables.windows)
    entries = UnsafePointer(tables.points)
    points = UnsafePointer(weights.points)
    threatWeights = UnsafePointer(weights.threats)
    // Passes take frames too; a line with more of them than stones is never searched.
    let longest = 2 * position.size.pointCount + 2
    zobrist = .allocate(capacity: 3 * 1024)
    cells = .allocate(capacity: 1024)
    lines = .allocate(capacity: 192)
    frames = .allocate(capacity: longest)
    saved = .allocate(capacity: longest * 8 * Rules.radius)
    stencil = Board.candidateStencil
    fours = InlineArray(repeating: PointSet())
    threes = InlineArray(repeating: PointSet())
    for (i, value) in Zobrist.keys(count: 3 * 1024, seed: 0x5EED_0506).enumerated() {
      zobrist[i] = value
    }
    setUp(position)
  }

  deinit {
    zobrist.deallocate()
    cells.deallocate()
    lines.deallocate()
    frames.deallocate()
    saved.deallocate()
  }

  private mutating func setUp(_ position: Position) {
    cells.initialize(repeating: CellState(), count: 1024)
    lines.initialize(repeating: 0, count: 192)
    frames.initialize(
      to: Frame(
        counts: InlineArray(repeating: 0), candidates: PointSet(), value: 0, savedCount: 0,
        move: nil))
    key = UInt64(size.width) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(size.height) &* 0xC2B2_AE3D_27D4_EB4F
    for point in size.points {
      flip(point, CellBits.empty)
      empties.insert(point)
    }
    for stone in position.stones {
      empties.toggle(stone.point.index)
      flip(stone.point, stone.color.map(CellBits.change) ?? CellBits.empty)
      key ^= zobrist[(stone.color?.index ?? 2) * 1024 + stone.point.index]
      addCandidates(around: stone.point)
      stoneCount += 1
    }
    empties.forEach { point in
      let state = freshState(of: point)
      cells[point.index] = state
      count(state, at: point.index, by: 1)
    }
    sideToMove = position.sideToMove
    if sideToMove == .white { key ^= Board.sideKey }
  }

  private static var sideKey: UInt64 { 0x1F83_D9AB_FB41_BD6B }

  // MARK: Reading

  @inline(__always) func state(at point: Point) -> CellState { cells[point.index] }

  @inline(__always) func pointClass(of color: Color, at point: Point) -> PointClass {
    cells[point.index].pointClass(of: color)
  }

  /// How many empty points have `pointClass` for `color`.
  @inline(__always) func count(_ pointClass: PointClass, of color: Color) -> Int {
    Int(frames[ply].counts[color.index &* 16 &+ Int(pointClass.rawValue)])
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
    key ^ zobrist[sideToMove.index &* 1024 &+ point.index] ^ Board.sideKey
  }

  // MARK: Lines

  /// Where a point's bits stand: which line, and how far left in it.
  @inline(__always) private func place(
    _ index: Int, _ direction: Direction
  ) -> (line: Int, cell: Int) {
    let x = index & 31
    let y = index &>> 5
    return switch direction {
    case .horizontal: (y, x)
    case .vertical: (32 &+ x, y)
    case .diagonal: (64 &+ x &- y &+ 31, x)
    case .antidiagonal: (128 &+ x &+ y, x)
    }
  }

  /// Changes the bits of `point` in its four lines.
  @inline(__always) func flip(_ point: Point, _ change: UInt64) {
    flip(point, change, .horizontal)
    flip(point, change, .vertical)
    flip(point, change, .diagonal)
    flip(point, change, .antidiagonal)
  }

  @inline(__always) private func flip(_ point: Point, _ change: UInt64, _ direction: Direction) {
    let (line, cell) = place(point.index, direction)
    lines[line] ^= change &<< UInt64(truncatingIfNeeded: 2 &* cell)
  }

  /// The table index of the window around `cell` of a line.
  @inline(__always) private func window(_ line: UInt64, _ cell: Int) -> Int {
    let radius = Rules.radius
    let bits = line &>> UInt64(truncatingIfNeeded: 2 &* (cell &- radius))
    let mask = (1 as UInt64 &<< UInt64(2 &* radius)) &- 1
    return Int(
      truncatingIfNeeded: bits & mask | (bits &>> 2) & (mask &<< UInt64(2 &* radius)))
  }

  /// Both colours' patterns at `point` along `direction`, from the line's bits.
  @inline(__always) func windowIndex(at point: Point, along direction: Direction) -> Int {
    let (line, cell) = place(point.index, direction)
    return window(lines[line], cell)
  }

  /// What the line's bits say of `point`, whatever its cell state holds.
  func freshState(of point: Point) -> CellState {
    var bits: UInt64 = 0
    for direction in Direction.allCases {
      let patterns = windows[windowIndex(at: point, along: direction)]
      bits |= UInt64(patterns) << UInt64(8 * direction.rawValue)
    }
    return withEntries(bits)
  }

  /// The state of `point` with one more stone on one of its lines, `offset` steps away.
  func state(
    _ state: CellState, of point: Point, along direction: Direction, afterStoneOf color: Color,
    at offset: Int
  ) -> CellState {
    let (line, cell) = place(point.index, direction)
    let change = CellBits.change(color) &<< UInt64(truncatingIfNeeded: 2 &* (cell &+ offset))
    let shift = UInt64(truncatingIfNeeded: 8 &* direction.rawValue)
    let patterns = UInt64(windows[window(lines[line] ^ change, cell)])
    return withEntries(state.bits & 0xFFFF_FFFF & ~(0xFF &<< shift) | patterns &<< shift)
  }

  /// The two bits of a cell.
  func lineCell(at point: Point, along direction: Direction) -> UInt64 {
    let (line, cell) = place(point.index, direction)
    return lines[line] &>> UInt64(truncatingIfNeeded: 2 &* cell) & 3
  }

  /// Completes a state's four pattern bytes with both colours' table entries.
  @inline(__always) private func withEntries(_ patterns: UInt64) -> CellState {
    let black = entries[packed(patterns & 0x0F0F_0F0F)]
    let white = entries[1 &<< 16 &+ packed(patterns &>> 4 & 0x0F0F_0F0F)]
    return CellState(bits: patterns | UInt64(black) &<< 32 | UInt64(white) &<< 48)
  }

  /// Four nibbles from the low halves of four bytes.
  @inline(__always) private func packed(_ nibbles: UInt64) -> Int {
    let pairs = (nibbles | nibbles &>> 4) & 0x00FF_00FF
    return Int(truncatingIfNeeded: (pairs | pairs &>> 8) & 0xFFFF)
  }

  // MARK: Making and unmaking

  /// Plays a stone of the side to move on an empty point.
  @inline(__always) mutating func make(_ point: Point) {
    assert(isEmpty(point))
    let color = sideToMove
    let previous = frames + ply
    ply &+= 1
    (frames + ply).update(from: previous, count: 1)
    frames[ply].move = point
    let savedStart = frames[ply].savedCount
    count(cells[point.index], at: point.index, by: -1)
    empties.toggle(point.index)
    stoneCount &+= 1
    flip(point, CellBits.change(color))
    key ^= zobrist[color.index &* 1024 &+ point.index] ^ Board.sideKey
    addCandidates(around: point)
    var top = saved + Int(savedStart)
    update(from: point, .horizontal, &top)
    update(from: point, .vertical, &top)
    update(from: point, .diagonal, &top)
    update(from: point, .antidiagonal, &top)
    frames[ply].savedCount = Int32(truncatingIfNeeded: top - saved)
    sideToMove = color.opponent
  }

  /// Takes back the last stone.
  @inline(__always) mutating func unmake() {
    let point = frames[ply].move.unsafelyUnwrapped
    let color = sideToMove.opponent
    let end = saved + Int(frames[ply].savedCount)
    ply &-= 1
    var entry = saved + Int(frames[ply].savedCount)
    while entry < end {
      restore(entry.pointee)
      entry += 1
    }
    markThreats(from: CellState(), to: cells[point.index], at: point.index)
    empties.toggle(point.index)
    stoneCount &-= 1
    flip(point, CellBits.change(color))
    key ^= zobrist[color.index &* 1024 &+ point.index] ^ Board.sideKey
    sideToMove = color
  }

  /// Lets the opponent move, with nothing changed on the board.
  @inline(__always) mutating func makePass() {
    (frames + (ply &+ 1)).update(from: frames + ply, count: 1)
    ply &+= 1
    frames[ply].move = nil
    key ^= Board.sideKey
    sideToMove = sideToMove.opponent
  }

  @inline(__always) mutating func unmakePass() {
    ply &-= 1
    key ^= Board.sideKey
    sideToMove = sideToMove.opponent
  }

  /// Renews the patterns of the empty points that see `point` along one line.
  @inline(__always) private mutating func update(
    from point: Point, _ direction: Direction, _ top: inout UnsafeMutablePointer<SavedCell>
  ) {
    let radius = Rules.radius
    let (lineIndex, center) = place(point.index, direction)
    let line = lines[lineIndex]
    let first = center &- radius
    // One bit an empty cell, from `first` on; bits before the line's start are shifted out.
    let emptyBits = line & line &>> 1 & 0x5555_5555_5555_5555
    var near =
      first >= 0
      ? emptyBits &>> UInt64(truncatingIfNeeded: 2 &* first)
      : emptyBits &<< UInt64(truncatingIfNeeded: -2 &* first)
    near &= (1 as UInt64 &<< UInt64(4 &* radius &+ 2)) &- 1
    let byteShift = UInt64(truncatingIfNeeded: direction.rawValue &* 8)
    while near != 0 {
      let offset = near.trailingZeroBitCount &>> 1
      near &= near &- 1
      let index = point.index &+ (offset &- radius) &* direction.step
      let patterns = UInt64(windows[window(line, first &+ offset)])
      let old = cells[index]
      guard old.bits &>> byteShift & 0xFF != patterns else { continue }
      top.initialize(to: SavedCell(state: old, index: index))
      top += 1
      let bytes = old.bits & 0xFFFF_FFFF & ~(0xFF &<< byteShift) | patterns &<< byteShift
      let new = withEntries(bytes)
      cells[index] = new
      recount(from: old, to: new, at: index)
    }
  }

  /// Moves an empty point from one state's counters, sets and value to another's.
  @inline(__always) private mutating func recount(
    from old: CellState, to new: CellState, at index: Int
  ) {
    recount(.black, from: old.entry(of: .black), to: new.entry(of: .black), at: index)
    recount(.white, from: old.entry(of: .white), to: new.entry(of: .white), at: index)
  }

  @inline(__always) private mutating func recount(
    _ color: Color, from old: Int, to new: Int, at index: Int
  ) {
    guard old != new else { return }
    let change = weight(color, new) &- weight(color, old)
    frames[ply].value &+= color == .black ? change : 0 &- change
    let oldClass = old &>> 12
    let newClass = new &>> 12
    guard oldClass != newClass else { return }
    frames[ply].counts[color.index &* 16 &+ oldClass] &-= 1
    frames[ply].counts[color.index &* 16 &+ newClass] &+= 1
    markThreats(color, from: oldClass, to: newClass, at: index)
  }

  /// Brings the threat sets up to date after a point's state has changed; a blank state is in none.
  @inline(__always) private mutating func markThreats(
    from old: CellState, to new: CellState, at index: Int
  ) {
    markThreats(
      .black, from: old.entry(of: .black) &>> 12, to: new.entry(of: .black) &>> 12, at: index)
    markThreats(
      .white, from: old.entry(of: .white) &>> 12, to: new.entry(of: .white) &>> 12, at: index)
  }

  @inline(__always) private func weight(_ color: Color, _ entry: Int) -> Int32 {
    points[Weights.index(Rules.self, color, entry & 0xFFF)]
  }

  /// Puts a saved state back; the counters and the value are the frame's.
  @inline(__always) private mutating func restore(_ entry: SavedCell) {
    let current = cells[entry.index]
    cells[entry.index] = entry.state
    markThreats(from: current, to: entry.state, at: entry.index)
  }

  /// Adds an empty point to, or takes it from, counters, sets and value.
  @inline(__always) private mutating func count(_ state: CellState, at index: Int, by change: Int) {
    let black = state.entry(of: .black)
    let white = state.entry(of: .white)
    let value = weight(.black, black) &- weight(.white, white)
    frames[ply].value &+= change > 0 ? value : 0 &- value
    frames[ply].counts[black &>> 12] &+= UInt8(truncatingIfNeeded: change)
    frames[ply].counts[16 &+ white &>> 12] &+= UInt8(truncatingIfNeeded: change)
    markThreats(from: CellState(), to: state, at: index)
  }

  @inline(__always) private mutating func markThreats(
    _ color: Color, from old: Int, to new: Int, at index: Int
  ) {
    if Board.isFour(old) != Board.isFour(new) { fours[color.index].toggle(index) }
    if Board.isThree(old) != Board.isThree(new) { threes[color.index].toggle(index) }
  }

  @inline(__always) private static func isFour(_ pointClass: Int) -> Bool {
    pointClass >= Int(PointClass.suspectFour.rawValue)
  }

  @inline(__always) private static func isThree(_ pointClass: Int) -> Bool {
    pointClass >= Int(PointClass.three.rawValue)
      && pointClass <= Int(PointClass.doubleThree.rawValue)
  }

  // MARK: Candidates

  /// Nine rows of nine bits: the points within three steps in any direction, or four on a line.
  private static var candidateStencil: InlineArray<9, UInt64> {
    InlineArray { row in
      let dy = row - 4
      var bits: UInt64 = 0
      for dx in -4...4 where max(abs(dx), abs(dy)) <= 3 || dx == 0 || dy == 0 || abs(dx) == abs(dy)
      {
        bits |= 1 << UInt64(dx + 4)
      }
      return bits
    }
  }

  @inline(__always) private func addCandidates(around point: Point) {
    let x = point.index & 31
    let y = point.index &>> 5
    for row in 0..<9 {
      let target = y &+ row &- 4
      let shift = UInt64(truncatingIfNeeded: x &- 4 &+ (target & 1) &* 32)
      frames[ply].candidates.words[target &>> 1] |= stencil[row] &<< shift
    }
  }

  /// The empty points near stones; all points of an empty board.
  @inline(__always) var candidates: PointSet {
    var points = empties
    if stoneCount > 0 { points.formIntersection(frames[ply].candidates) }
    return points
  }
}

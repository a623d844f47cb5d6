import Basics
import GomokuRules

// Making and unmaking moves, and all that is kept up to date on the way.
extension Board {
  /// Plays a stone of the side to move on an empty point.
  @inline(__always) mutating func make(_ point: Point) {
    assert(isEmpty(point))
    let color = sideToMove
    let previous = frames + ply
    ply &+= 1
    (frames + ply).update(from: previous, count: 1)
    let frame = frames + ply
    frame.pointee.move = point
    let changeStart = frames[ply].changeCount
    frame.pointee.hasSums = false
    book(cells[point.index], at: point.index, by: -1)
    empties.toggle(point.index)
    stoneCount &+= 1
    flip(point, CellBits.change(color))
    key ^= zobrist[color.index &* Point.cellCount &+ point.index] ^ Board.sideKey
    addCandidates(around: point)
    var top = changes + Int(changeStart)
    let stone = CellState(stoneOf: color)
    top.initialize(to: Change(index: point.index, old: cells[point.index], new: stone))
    top += 1
    cells[point.index] = stone
    update(from: point, .horizontal, &top)
    update(from: point, .vertical, &top)
    update(from: point, .diagonal, &top)
    update(from: point, .antidiagonal, &top)
    frame.pointee.changeCount = Int32(truncatingIfNeeded: top - changes)
    sideToMove = color.opponent
  }

  /// Takes back the last stone.
  @inline(__always) mutating func unmake() {
    let point = frames[ply].move.unsafelyUnwrapped
    let color = sideToMove.opponent
    let end = changes + Int(frames[ply].changeCount)
    ply &-= 1
    var change = changes + Int(frames[ply].changeCount)
    while change < end {
      cells[change.pointee.index] = change.pointee.old
      markThreats(from: change.pointee.new, to: change.pointee.old, at: change.pointee.index)
      change += 1
    }
    empties.toggle(point.index)
    stoneCount &-= 1
    flip(point, CellBits.change(color))
    key ^= zobrist[color.index &* Point.cellCount &+ point.index] ^ Board.sideKey
    sideToMove = color
  }

  /// Lets the opponent move, with nothing changed on the board.
  @inline(__always) mutating func makePass() {
    (frames + (ply &+ 1)).update(from: frames + ply, count: 1)
    ply &+= 1
    let frame = frames + ply
    frame.pointee.move = nil
    frame.pointee.hasSums = false
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
    from point: Point, _ direction: Direction, _ top: inout UnsafeMutablePointer<Change>
  ) {
    let radius = Rules.radius
    let (lineIndex, center) = LinePlace.of(point.index, direction)
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
      let patterns = UInt64(patterns(line, first &+ offset))
      let old = cells[index]
      guard old.bits &>> byteShift & 0xFF != patterns else { continue }
      let bytes = old.bits & 0xFFFF_FFFF & ~(0xFF &<< byteShift) | patterns &<< byteShift
      let new = withEntries(bytes)
      top.initialize(to: Change(index: index, old: old, new: new))
      top += 1
      cells[index] = new
      recount(from: old, to: new, at: index)
    }
  }

  /// Moves an empty point from one state's counters, sets and value to another's; the sums follow when
  /// asked.
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
    let (newIndex, oldIndex) = (Board.weightIndex(color, new), Board.weightIndex(color, old))
    let change = Int32(pointWeights[newIndex]) &- Int32(pointWeights[oldIndex])
    let frame = frames + ply
    frame.pointee.value &+= color == .black ? change : 0 &- change
    let oldClass = old &>> 12
    let newClass = new &>> 12
    guard oldClass != newClass else { return }
    frame.pointee.counts[color.index &* PointClass.count &+ oldClass] &-= 1
    frame.pointee.counts[color.index &* PointClass.count &+ newClass] &+= 1
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

  /// Adds an empty point to, or takes it from, counters, sets and value.
  @inline(__always) mutating func book(_ state: CellState, at index: Int, by change: Int) {
    let black = state.entry(of: .black)
    let white = state.entry(of: .white)
    let blackIndex = Board.weightIndex(.black, black)
    let whiteIndex = Board.weightIndex(.white, white)
    let value = Int32(pointWeights[blackIndex]) &- Int32(pointWeights[whiteIndex])
    let frame = frames + ply
    frame.pointee.value &+= change > 0 ? value : 0 &- value
    frame.pointee.counts[black &>> 12] &+= UInt8(truncatingIfNeeded: change)
    frame.pointee.counts[PointClass.count &+ white &>> 12] &+= UInt8(truncatingIfNeeded: change)
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
  static var candidateStencil: InlineArray<9, UInt64> {
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

  @inline(__always) func addCandidates(around point: Point) {
    let x = point.index & 31
    let y = point.index &>> 5
    let frame = frames + ply
    for row in 0..<9 {
      let target = y &+ row &- 4
      let shift = UInt64(truncatingIfNeeded: x &- 4 &+ (target & 1) &* 32)
      frame.pointee.candidates.words[target &>> 1] |= stencil[row] &<< shift
    }
  }

  /// The empty points near stones; all points of an empty board.
  @inline(__always) var candidates: PointSet {
    var points = empties
    if stoneCount > 0 { points.formIntersection(frames[ply].candidates) }
    return points
  }
}

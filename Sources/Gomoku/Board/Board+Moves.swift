import Basics
import GomokuRules

// Making and unmaking moves, with incremental updates of all derived state.
extension Board {
  /// Plays a stone of the side to move on an empty point.
  @inline(__always) mutating func make(_ point: Point) {
    assert(isEmpty(point) && ply + 1 < Board.frameCapacity(of: size))
    let color = sideToMove
    let previous = frames + ply
    ply &+= 1
    (frames + ply).update(from: previous, count: 1)
    let frame = frames + ply
    frame.pointee.move = point
    frame.pointee.hasAccumulators = false
    addPoint(cells[point.index], at: point.index, by: -1)
    empties.toggle(point.index)
    stoneCount &+= 1
    flip(point, CellBits.change(color))
    key ^= stoneKey(color, at: point) ^ Board.sideKey
    addCandidates(around: point)
    let start = changes + Int(previous.pointee.changeCount)
    let stone = CellState(stoneOf: color)
    start.initialize(to: Change(index: point.index, old: cells[point.index], new: stone))
    cells[point.index] = stone
    storeStates(from: start + 1, to: listChanges(around: point, at: start + 1))
    sideToMove = color.opponent
  }

  @inline(__always) mutating func unmake() {
    assert(ply > 0 && frames[ply].move != nil, "the last ply was no move")
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
    key ^= stoneKey(color, at: point) ^ Board.sideKey
    sideToMove = color
  }

  /// Passes the turn to the opponent; the stones stay as they are.
  @inline(__always) mutating func makePass() {
    assert(ply + 1 < Board.frameCapacity(of: size))
    (frames + (ply &+ 1)).update(from: frames + ply, count: 1)
    ply &+= 1
    let frame = frames + ply
    frame.pointee.move = nil
    frame.pointee.hasAccumulators = false
    key ^= Board.sideKey
    sideToMove = sideToMove.opponent
  }

  @inline(__always) mutating func unmakePass() {
    assert(ply > 0 && frames[ply].move == nil, "the last ply was no pass")
    ply &-= 1
    key ^= Board.sideKey
    sideToMove = sideToMove.opponent
  }

  /// Lists the empty points whose patterns along a line through `point` have changed.
  ///
  /// Their new states lack codes and classes, which `storeStates` adds. Here and in `storeStates`,
  /// each step runs over all points before the next step begins. Tests such as whether a pattern
  /// has changed are unpredictable branches. In a short loop their misprediction discards little
  /// work.
  ///
  /// - Returns: the end of the list.
  @inline(__always) private func listChanges(
    around point: Point, at start: UnsafeMutablePointer<Change>
  ) -> UnsafeMutablePointer<Change> {
    var end = start
    listChanges(around: point, .horizontal, &end)
    listChanges(around: point, .vertical, &end)
    listChanges(around: point, .diagonal, &end)
    listChanges(around: point, .antidiagonal, &end)
    return end
  }

  /// Lists the changed points along one line. Every point is written, but only a changed one moves
  /// the end, so the slot after the end may hold an unchanged point.
  @inline(__always) private func listChanges(
    around point: Point, _ direction: Direction, _ end: inout UnsafeMutablePointer<Change>
  ) {
    let radius = Rules.radius
    let (lineIndex, center) = LineCell.of(point.index, direction)
    let line = lines[lineIndex]
    // `first` is not negative: every line has at least `radius` cells before its first point.
    let first = center &- radius
    // One bit for each empty cell, from `first` on.
    let emptyBits = line & line &>> 1 & CellBits.lowBits
    var near = UInt64(
      truncatingIfNeeded: emptyBits &>> LineBits(truncatingIfNeeded: 2 &* first))
    near &= (1 as UInt64 &<< UInt64(4 &* radius &+ 2)) &- 1
    let byteShift = UInt64(truncatingIfNeeded: direction.rawValue &* 8)
    while near != 0 {
      let offset = near.trailingZeroBitCount &>> 1
      near &= near &- 1
      let index = point.index &+ (offset &- radius) &* direction.step
      let old = cells[index]
      let new = UInt64(patterns(lineIndex, line, first &+ offset))
      let difference = (old.bits &>> byteShift ^ new) & 0xFF
      let patterns = (old.bits ^ difference &<< byteShift) & 0xFFFF_FFFF
      end.initialize(to: Change(index: index, old: old, new: CellState(bits: patterns)))
      end += difference != 0 ? 1 : 0
    }
  }

  /// Stores the listed points' new states, and updates counters, threat sets and value.
  ///
  /// The accumulators are updated later, on demand.
  @inline(__always) private mutating func storeStates(
    from start: UnsafeMutablePointer<Change>, to end: UnsafeMutablePointer<Change>
  ) {
    var change = start
    while change < end {
      let new = withEntries(change.pointee.new.bits)
      change.pointee.new = new
      cells[change.pointee.index] = new
      change += 1
    }
    let frame = frames + ply
    var value = frame.pointee.value
    change = start
    while change < end {
      let (old, new) = (change.pointee.old, change.pointee.new)
      value &+= self.value(of: new) &- self.value(of: old)
      recount(from: old, to: new, at: change.pointee.index)
      change += 1
    }
    frame.pointee.value = value
    assert(end - changes < Board.changeCapacity(of: size))
    frame.pointee.changeCount = Int32(truncatingIfNeeded: end - changes)
  }

  /// Returns the value of an empty point, Black's minus White's, in 1/`Weights.unit` centistone.
  @inline(__always) private func value(of state: CellState) -> Int32 {
    let (black, white) = (state.entry(of: .black), state.entry(of: .white))
    return Int32(pointWeights[Board.weightIndex(.black, black)])
      &- Int32(pointWeights[Board.weightIndex(.white, white)])
  }

  /// Moves an empty point from its old classes' counters and threat sets to those of its new
  /// classes.
  @inline(__always) private mutating func recount(
    from old: CellState, to new: CellState, at index: Int
  ) {
    guard !old.hasClasses(of: new) else { return }
    recount(.black, from: old.classIndex(of: .black), to: new.classIndex(of: .black), at: index)
    recount(.white, from: old.classIndex(of: .white), to: new.classIndex(of: .white), at: index)
  }

  @inline(__always) private mutating func recount(
    _ color: Color, from old: Int, to new: Int, at index: Int
  ) {
    guard old != new else { return }
    let frame = frames + ply
    assert(old == 0 || frame.pointee.counts[color.index * PointClass.count + old] > 0)
    frame.pointee.counts[color.index &* PointClass.count &+ old] &-= 1
    frame.pointee.counts[color.index &* PointClass.count &+ new] &+= 1
    markThreats(color, from: old, to: new, at: index)
  }

  /// Adds an empty point to the counters, the threat sets and the value (`change` is 1), or removes
  /// the point (`change` is -1).
  @inline(__always) mutating func addPoint(_ state: CellState, at index: Int, by change: Int) {
    addValue(of: state, times: change)
    let frame = frames + ply
    for color in Color.allCases {
      let place = color.index &* PointClass.count &+ state.classIndex(of: color)
      frame.pointee.counts[place] &+= UInt8(truncatingIfNeeded: change)
    }
    markThreats(from: CellState(), to: state, at: index)
  }

  /// Adds the value of empty points of one state, as many as `count` (which may be negative).
  @inline(__always) mutating func addValue(of state: CellState, times count: Int) {
    let frame = frames + ply
    frame.pointee.value &+= Int32(truncatingIfNeeded: count) &* value(of: state)
  }

  /// Updates the sets `fours` and `threes` after a point's state has changed. A state of zero
  /// belongs to neither.
  @inline(__always) private mutating func markThreats(
    from old: CellState, to new: CellState, at index: Int
  ) {
    guard !old.hasClasses(of: new) else { return }
    markThreats(.black, from: old.classIndex(of: .black), to: new.classIndex(of: .black), at: index)
    markThreats(.white, from: old.classIndex(of: .white), to: new.classIndex(of: .white), at: index)
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

  /// The points around a stone that become candidate moves, as nine rows of nine bits: three steps
  /// in any direction, or four along a line.
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

  /// Adds the points of the stencil around `point` to the ply's candidates.
  @inline(__always) mutating func addCandidates(around point: Point) {
    let frame = frames + ply
    for row in 0..<9 {
      let first = point.index &+ (row &- 4) &* Point.gridWidth &- 4
      let shift = UInt64(truncatingIfNeeded: first & 63)
      frame.pointee.candidates.words[first &>> 6] |= stencil[row] &<< shift
      // The last of the nine cells may be in the next word, unless a word has whole rows.
      if 64 % Point.gridWidth != 0, shift > 55 {
        frame.pointee.candidates.words[first &>> 6 &+ 1] |= stencil[row] &>> (64 &- shift)
      }
    }
  }

  /// The empty points near stones; all points of an empty board.
  @inline(__always) var candidates: PointSet {
    var points = empties
    if stoneCount > 0 { points.formIntersection(frames[ply].candidates) }
    return points
  }
}

import Basics

/// A position with each side's number of stones in every row of five, updated move by move.
///
/// The counts find candidates for fives; `Position` decides if a five counts under the rules.
///
/// A board *on the plane* also has the rows that run over its edges, and the points beyond them.
public struct ZoneBoard {
  public let winner: Color
  /// The points beyond the edges within `BoardSize.margin`; none unless the board is on the plane.
  ///
  /// The farthest of them, which are in no row, stand for all points farther away.
  public let outside: PointSet
  public private(set) var position: Position
  /// The empty points of the board, and all points of `outside`.
  private(set) var emptyPoints: PointSet
  /// The five points of each row, row after row.
  private let cells: [Point]
  /// The numbers of the rows through each point; `starts` has the offset of each point's list.
  private let rows: [Int32]
  private let starts: [Int32]
  /// The stones of each row: 1 for each stone of the winner, 16 for each of the loser.
  ///
  /// `dead` marks a row with a stone that belongs to nobody, which neither side can fill.
  private var counts: [UInt8]
  /// The rows without a stone of the winner or of nobody, by the number of the loser's stones.
  private var loserRows: [RowSet]
  /// The rows with four stones of the winner and none of anybody else.
  private var winnerFours: RowSet

  public init(_ position: Position, winner: Color, onPlane: Bool = false) {
    self.winner = winner
    self.position = onPlane ? position.onPlane : position
    let size = position.size
    outside = PointSet(onPlane ? size.surroundings : [])
    emptyPoints = PointSet(position.emptyPoints)
    emptyPoints.formUnion(outside)
    var cells: [Point] = []
    var through: [[Int32]] = Array(repeating: [], count: Point.cellCount)
    for row in onPlane ? size.windowsOnPlane : size.windows {
      for point in row { through[point.index].append(Int32(cells.count / 5)) }
      cells += row
    }
    self.cells = cells
    rows = through.flatMap { $0 }
    var starts: [Int32] = [0]
    for list in through { starts.append(starts[starts.count - 1] + Int32(list.count)) }
    self.starts = starts
    let rowCount = cells.count / 5
    counts = Array(repeating: 0, count: rowCount)
    winnerFours = RowSet(capacity: rowCount)
    loserRows = Array(repeating: RowSet(capacity: rowCount), count: 6)
    for row in 0..<rowCount { loserRows[0].toggle(row) }
    for stone in position.stones { count(stone.color, at: stone.point) }
  }

  private static let loserStone: UInt8 = 16
  private static let dead: UInt8 = 0x88

  private mutating func count(_ color: Color?, at point: Point, isTaken: Bool = false) {
    for index in Int(starts[point.index])..<Int(starts[point.index + 1]) {
      let row = Int(rows[index])
      toggleMembership(of: row)
      switch color {
      case nil: counts[row] = ZoneBoard.dead
      case _ where counts[row] == ZoneBoard.dead: break
      case winner: counts[row] = isTaken ? counts[row] - 1 : counts[row] + 1
      default:
        counts[row] =
          isTaken ? counts[row] - ZoneBoard.loserStone : counts[row] + ZoneBoard.loserStone
      }
      toggleMembership(of: row)
    }
  }

  /// Adds the row to the set for its stones, or removes it from that set.
  private mutating func toggleMembership(of row: Int) {
    let count = counts[row]
    if count == 4 {
      winnerFours.toggle(row)
    } else if count & 15 == 0 {
      loserRows[Int(count / ZoneBoard.loserStone)].toggle(row)
    }
  }

  /// Returns whether the winner may play on `point`, whatever up to `extraStones` stones the loser
  /// has besides those that the board shows.
  public func winnerMayPlay(_ point: Point, extraStones: Int) -> Bool {
    guard position.variant == .renju, winner == .black, extraStones > 0 else {
      return position.isPlayable(point, by: winner)
    }
    return position.size.contains(point) && position.staysLegalForBlack(point)
  }

  /// Returns whether the loser may play on the empty `point`.
  ///
  /// Extra stones can allow Black a point that renju forbids him, so with them all points count.
  func loserMayPlay(_ point: Point, extraStones: Int) -> Bool {
    extraStones > 0 || position.isPlayable(point, by: winner.opponent)
  }

  /// Returns whether any of the points is in `outside`, that is beyond the edges of the board.
  public func isCrossed(by points: PointSet) -> Bool {
    var common = outside
    common.formIntersection(points)
    return !common.isEmpty
  }

  /// Places a stone on an empty point.
  public mutating func put(_ color: Color, on point: Point) {
    position.put(color, on: point)
    emptyPoints.remove(point)
    count(color, at: point)
  }

  /// Removes the stone that was placed last, of `color`, from `point`.
  public mutating func take(_ color: Color, from point: Point) {
    position.remove(point)
    emptyPoints.insert(point)
    count(color, at: point, isTaken: true)
  }

  func points(of row: Int) -> ArraySlice<Point> { cells[5 * row..<5 * row + 5] }

  /// Returns the points next to the ends of a row, on the board or not.
  func ends(of row: Int) -> [Point] {
    let (first, second) = (cells[5 * row].rawValue, cells[5 * row + 1].rawValue)
    let step = Int(second) - Int(first)
    return [Int(first) - step, Int(first) + 5 * step].map { Point(rawValue: UInt16($0)) }
  }

  /// Calls `body` for each row that at least one side could still fill.
  ///
  /// The arguments are the row's number and the numbers of the winner's and of the loser's stones.
  func forEachLiveRow(_ body: (_ row: Int, _ winner: Int, _ loser: Int) -> Void) {
    for (row, count) in counts.enumerated() where count != ZoneBoard.dead {
      let (winner, loser) = (Int(count & 15), Int(count / ZoneBoard.loserStone))
      if winner == 0 || loser == 0 { body(row, winner, loser) }
    }
  }

  /// The points where the winner, who has just moved, threatens to make five.
  public var fives: [Point] {
    var fives: [Point] = []
    winnerFours.forEach { row in
      guard let five = points(of: row).first(where: position.isEmpty), !fives.contains(five),
        position.isWinning(winner, at: five)
      else { return }
      fives.append(five)
    }
    return fives
  }

  /// Adds to `zones` the points on which a five depends that the winner makes on `point`.
  ///
  /// They are the point itself, and the row's ends if stones there could enclose the five.
  public func add(five point: Point, to zones: inout Zones) {
    zones.insert(point)
    for end in position.rowEnds(ofFiveAt: point, of: winner) { zones.insert(end) }
  }

  /// Returns the points of each unbroken row of five or more that the winner has with a stone on
  /// `point`. Only those in the position's square count.
  func chains(through point: Point) -> PointSet {
    var points = PointSet()
    for direction in Direction.allCases {
      func count(_ step: Int) -> Int {
        var count = 0
        while case let next = point.advanced(step * (count + 1), along: direction),
          position.color(at: next) == winner, position.square?.contains(next) ?? true
        {
          count += 1
        }
        return count
      }
      let (before, after) = (count(-1), count(1))
      guard before + after >= 4 else { continue }
      for steps in -before...after { points.insert(point.advanced(steps, along: direction)) }
    }
    return points
  }

  /// Returns whether the loser could make five with his next stone.
  ///
  /// He may have up to `extraStones` more stones than the board shows, and may lack some of those
  /// shown.
  public func loserMakesFive(extraStones: Int) -> Bool {
    func isDangerous(_ row: Int) -> Bool {
      // If there are unknown stones, a row that makes an overline on the board may still be a five.
      if extraStones > 0 { return !isEnclosed(row) }
      let five = points(of: row).first(where: position.isEmpty)
      return five.map { position.isWinning(winner.opponent, at: $0) } ?? false
    }
    return loserRows[4...].contains { $0.contains(where: isDangerous) }
  }

  /// Adds to `zones` the points on which extra stones could help the loser to a four.
  ///
  /// In a row with three of his stones, no extra stone may stand. In a row that the extra stones
  /// could fill up to four, only the newest extra stone may stand.
  public func addGuards(extraStones: Int, to zones: inout Zones) {
    let least = 4 - min(max(extraStones, 1), 4)
    for stones in least...5 {
      loserRows[stones].forEach { row in
        if isEnclosed(row) { return }
        for point in points(of: row) where position.isEmpty(point) {
          zones.earlier.insert(point)
          if stones == 3 { zones.newest.insert(point) }
        }
      }
    }
    // Four extra stones can fill a row anywhere up to four.
    if extraStones >= 4 { zones.earlier.formUnion(outside) }
  }

  /// Returns whether the winner's stones at both ends keep the row from being a five (caro's
  /// rules).
  private func isEnclosed(_ row: Int) -> Bool {
    guard position.variant.hasEnclosedFives else { return false }
    return ends(of: row).allSatisfy { position.color(at: $0) == winner }
  }
}

/// A set of rows of a `ZoneBoard`, by their numbers.
private struct RowSet {
  private var words: [UInt64]

  /// Creates the empty set for rows with numbers below `capacity`.
  init(capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

  mutating func toggle(_ row: Int) { words[row / 64] ^= 1 << UInt64(row % 64) }

  /// Returns whether `isFound` is true of a row.
  func contains(where isFound: (Int) -> Bool) -> Bool {
    for (index, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        if isFound(64 * index + rest.trailingZeroBitCount) { return true }
        rest &= rest - 1
      }
    }
    return false
  }

  /// Calls `body` with each row in ascending order.
  func forEach(_ body: (Int) -> Void) {
    _ = contains { row in
      body(row)
      return false
    }
  }
}

/// The points on which extra stones of the loser, unknown to a strategy, could break it.
///
/// An extra stone stands for an unlisted reply, which the checker does not place on the board.
public struct Zones: Sendable {
  /// The points on which the newest extra stone of the loser, the one added last, must not stand.
  public var newest = PointSet()
  /// The points on which the loser's earlier extra stones must not stand.
  public var earlier = PointSet()

  public init() {}

  public mutating func insert(_ point: Point) {
    newest.insert(point)
    earlier.insert(point)
  }

  /// Adds the zones of a branch.
  ///
  /// - Parameter isNewer: true if the branch has one more extra stone than this node. That stone is
  ///   the newest in the branch; this node's newest stone is an earlier one there.
  public mutating func formUnion(_ other: Zones, isNewer: Bool) {
    earlier.formUnion(other.earlier)
    newest.formUnion(isNewer ? other.earlier : other.newest)
  }
}

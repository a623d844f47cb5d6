import Basics

/// A rule set compiled into tables for the search and the turn generator: masks and values by
/// point.
///
/// The rules themselves are described in `tournaments/liuzhou/rules.md`, and their switches in
/// `RuleSet.swift`. The course of play (a blocked player, the results) is in `Rulebook+Play.swift`.
/// A rulebook is immutable, so threads may share it.
public final class Rulebook: @unchecked Sendable {
  public let rules: RuleSet

  /// One bit for the lower left corner of each square (成方) that is a formation.
  @usableFromInline package let squareStarts: UInt64
  /// The lower left corners of the squares through each point, as bits, by the point's index.
  @usableFromInline package let squaresThrough: UnsafeMutablePointer<UInt64>
  /// The masks of the lines (formations that are not squares) through each point, four for each
  /// point.
  ///
  /// An unused mask has only bit 63, which no set of points contains, so it never matches.
  @usableFromInline package let linesThrough: UnsafeMutablePointer<UInt64>
  /// The number of captures that each of `linesThrough` earns.
  @usableFromInline let lineValuesThrough: UnsafeMutablePointer<Int>
  /// The masks of all formations that are not squares.
  @usableFromInline package let lines: UnsafeMutablePointer<UInt64>
  /// The number of captures that each of `lines` earns.
  @usableFromInline package let allLineValues: UnsafeMutablePointer<Int32>
  @usableFromInline package let lineCount: Int
  @usableFromInline let neighbourSets: UnsafeMutablePointer<UInt64>
  /// The Zobrist keys: live and dead stones of Black and White by point, then side and phases.
  @usableFromInline let keys: UnsafeMutablePointer<UInt64>

  /// The number of steps after which the game is a draw; the largest number if there is no limit.
  @usableFromInline package let stepLimit: Int32

  @usableFromInline let squareValue: Int
  @usableFromInline let countsBest: Bool

  public init(_ rules: RuleSet = .fengyang) {
    self.rules = rules
    stepLimit = rules.length > 0 ? Int32(rules.length) : .max
    squareValue = rules.square
    countsBest = rules.count == .best
    let formations = rules.formations
    let squares = formations.filter { $0.shape == .square }.map({ $0.points })
    let others = formations.filter { $0.shape != .square }
    squareStarts = squares.reduce(0) { $0 | $1.bits & (0 &- $1.bits) }
    squaresThrough = .table(
      Point.all.map { point in
        squares.filter { $0.contains(point) }.reduce(0) { $0 | $1.bits & (0 &- $1.bits) }
      })
    let impossible: UInt64 = 1 << 63
    let through = Point.all.map { point in others.filter { $0.points.contains(point) } }
    linesThrough = .table(
      through.flatMap { list in
        (0..<4).map { $0 < list.count ? list[$0].points.bits : impossible }
      })
    lineValuesThrough = .table(
      through.flatMap { list in
        (0..<4).map { $0 < list.count ? rules.value(of: list[$0].shape) : 0 }
      })
    lines = .table(others.map({ $0.points.bits }))
    allLineValues = .table(others.map { Int32(rules.value(of: $0.shape)) })
    lineCount = others.count
    neighbourSets = .table(Point.all.map { PointSet($0).neighbours.bits })
    keys = .table(Zobrist.keys(count: 4 * 36 + 1 + Phase.allCases.count, seed: 0x6C69_757A_686F))
  }

  deinit {
    for table in [squaresThrough, linesThrough, lines, neighbourSets, keys] { table.deallocate() }
    lineValuesThrough.deallocate()
    allLineValues.deallocate()
  }

  // MARK: Formations

  /// Returns the stones of `stones` that are in a formation.
  @inlinable @inline(__always) package func formed(_ stones: PointSet) -> PointSet {
    let m = stones.bits
    let squares = m & m &>> 1 & m &>> 6 & m &>> 7 & squareStarts
    var formed = squares | squares &<< 1 | squares &<< 6 | squares &<< 7
    for i in 0..<lineCount {
      let line = lines[i]
      if m & line == line { formed |= line }
    }
    return PointSet(bits: formed)
  }

  /// Returns the number of captures that a stone earns by coming to `point`.
  ///
  /// The formations through `point` earn them.
  ///
  /// - Parameter stones: all live stones of the player, the one on `point` included.
  @inlinable @inline(__always) package func earned(at point: Point, by stones: PointSet) -> Int {
    let m = stones.bits
    let squares = m & m &>> 1 & m &>> 6 & m &>> 7 & squaresThrough[point.index]
    var earned = 0
    if squares != 0 {
      earned = countsBest ? squareValue : squares.nonzeroBitCount &* squareValue
    }
    let base = point.index &* 4
    for i in base..<base &+ 4 where m & linesThrough[i] == linesThrough[i] {
      earned = countsBest ? max(earned, lineValuesThrough[i]) : earned &+ lineValuesThrough[i]
    }
    return earned
  }

  /// Returns the captures that a turn requires if its formations earn `earned` captures.
  ///
  /// The player's own stones do not matter, so `position` may be the one before the action.
  @inlinable @inline(__always) package func requiredCaptures(earned: Int, in position: Position)
    -> RequiredCaptures
  {
    guard earned > 0 else { return .nothing }
    let opponent = position.opponent
    return requiredCaptures(earned: earned, opponent: opponent, formed: formed(opponent))
  }

  /// Returns the captures that a turn requires if its formations earn `earned` captures.
  ///
  /// - Parameters:
  ///   - opponent: the enemy's live stones.
  ///   - formed: the stones of `opponent` that are in a formation.
  @inlinable @inline(__always) package func requiredCaptures(
    earned: Int, opponent: PointSet, formed: PointSet
  ) -> RequiredCaptures {
    guard earned > 0 else { return .nothing }
    let free = rules.protection == .never ? opponent : opponent - formed
    let freeCount = free.count
    guard earned > freeCount, rules.protection == .lastResort else {
      return RequiredCaptures(compulsory: .none, pool: free, count: min(earned, freeCount))
    }
    let rest = opponent - free
    return RequiredCaptures(
      compulsory: free, pool: rest, count: min(earned - freeCount, rest.count))
  }

  /// Returns true only if no stone placed on `empty` completes a formation of `stones`.
  ///
  /// The test may return false without need: it ignores whether the last point of a square is
  /// occupied.
  @inlinable @inline(__always) package func cannotComplete(_ stones: PointSet, on empty: PointSet)
    -> Bool
  {
    let (m, missing) = (stones.bits, ~stones.bits)
    // The smallest formation has three points, so two of its stones have to be there already.
    guard m & (m &- 1) != 0 else { return true }
    let right = m & m &>> 1
    // A square with three stones has a full bottom or top side, and a stone on the opposite side.
    let sides = right & (m &>> 6 | m &>> 7) | right &>> 6 & (m | m &>> 1)
    guard sides & squareStarts == 0 else { return false }
    for i in 0..<lineCount {
      let gap = lines[i] & missing
      if gap & (gap &- 1) == 0, gap & empty.bits != 0 { return false }
    }
    return true
  }

  // MARK: Sliding

  @inlinable @inline(__always) package func neighbours(of point: Point) -> PointSet {
    PointSet(bits: neighbourSets[point.index])
  }

  /// Returns the points to which the stone on `point` may slide.
  ///
  /// - Parameter stoneCount: the number of the player's live stones; with at most `flyAt` of them,
  ///   a stone may slide to any empty point.
  @inlinable @inline(__always) package func targets(
    from point: Point, empty: PointSet, stoneCount: Int
  ) -> PointSet {
    stoneCount <= rules.flyAt ? empty : neighbours(of: point) & empty
  }

  /// Returns whether the side with the live stones `own` has a slide.
  @inlinable @inline(__always) package func hasSlide(_ own: PointSet, empty: PointSet) -> Bool {
    if !(own.neighbours & empty).isEmpty { return true }
    return own.count <= rules.flyAt && !own.isEmpty && !empty.isEmpty
  }

  // MARK: Keys

  @inlinable @inline(__always) func stoneKey(_ color: Color, dead: Bool, at point: Point) -> UInt64
  {
    keys[(Int(color.rawValue) &+ (dead ? 2 : 0)) &* 36 &+ point.index]
  }
  @inlinable @inline(__always) var sideKey: UInt64 { keys[144] }
  @inlinable @inline(__always) func phaseKey(_ phase: Phase) -> UInt64 {
    keys[145 &+ Int(phase.rawValue)]
  }

  /// Returns the Zobrist key of a position, computed from scratch.
  package func key(of position: Position) -> UInt64 {
    var key = phaseKey(position.phase)
    if position.sideToMove == .white { key ^= sideKey }
    for color in Color.allCases {
      for point in position.live(color) { key ^= stoneKey(color, dead: false, at: point) }
      for point in position.dead(color) { key ^= stoneKey(color, dead: true, at: point) }
    }
    return key
  }
}

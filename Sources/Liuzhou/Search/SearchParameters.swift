/// The parameters of the search: margins, reductions and pruning limits.
///
/// Scores are in centistones, depths in turns.
enum SearchParameters {
  /// Returns the margin of reverse futility pruning, about a stone for each turn of depth.
  @inline(__always) static func futility(_ depth: Int) -> Int { 110 &* depth }
  /// The largest depth of reverse futility pruning.
  static var futilityDepth: Int { 4 }

  /// Returns the index in the move order from which turns without captures are pruned (late-move
  /// pruning).
  @inline(__always) static func moveCount(_ depth: Int) -> Int { 6 &+ 5 &* depth &* depth }
  /// The largest depth of late-move pruning.
  static var moveCountDepth: Int { 3 }

  /// The smallest depth of the internal iterative reduction, for nodes without a table entry.
  static var internalReductionDepth: Int { 5 }

  /// Returns the late-move reduction, in turns, of the turn at `index` in the order.
  @inline(__always) static func reduction(_ depth: Int, index: Int) -> Int {
    guard depth >= 3, index >= 3 else { return 0 }
    var reduction = 1
    if index >= 8 { reduction &+= 1 }
    if depth >= 6, index >= 5 { reduction &+= 1 }
    if depth >= 9, index >= 12 { reduction &+= 1 }
    return reduction
  }
  /// The history score above which a turn is reduced less; scores go up to `History.limit`.
  static var goodHistory: Int32 { 4_000 }

  /// Returns the number of choices of the next captured stone that are searched.
  ///
  /// - Parameter count: the number of stones still to take.
  @inline(__always) static func captureWidth(_ depth: Int, count: Int) -> Int {
    count > 1 ? 1 &+ depth : 2 &+ 3 &* depth
  }
  /// Returns the depth reduction of a late choice of a captured stone.
  @inline(__always) static func captureReduction(_ depth: Int, index: Int) -> Int {
    guard depth >= 2, index >= 3 else { return 0 }
    return index >= 8 && depth >= 4 ? 2 : 1
  }

  /// The largest number of capturing turns in a row in the quiescence search.
  static var quiescentCaptures: Int { 8 }

  // MARK: Ordering

  /// The move-ordering score of the table move, higher than all others.
  static var tableMoveScore: Int32 { 10_000_000 }
  /// The score of each capture that an action earns, above a killer with any history.
  static var earnedCaptureScore: Int32 { 100_000 }
  /// The score of a killer, higher than any history score.
  static var killerScore: Int32 { 20_000 }
  /// The score of each capture that a placement denies the opponent.
  static var deniedCaptureScore: Int32 { 3_000 }
  /// The factor of a captured stone's formations in its move-ordering score.
  static var formationFactor: Int32 { 64 }
  /// The divisor of a captured stone's history in its move-ordering score.
  static var captureHistoryDivisor: Int32 { 64 }

  // MARK: Limits

  /// The number of last turns before the quiet limit in which the quiet counter is part of the
  /// table key.
  static var quietHorizon: Int { 30 }
  /// The number of levels kept free below the deepest node, because a turn may have many captures.
  static var levelReserve: Int { 20 }
}

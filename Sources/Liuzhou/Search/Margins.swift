/// The search's numbers: what it prunes, reduces and leaves out.
///
/// Scores are in centistones, depths in turns.
enum Margins {
  /// How far above beta a node may stand so that `depth` turns will not bring it back: most of a stone
  /// each.
  @inline(__always) static func futility(_ depth: Int) -> Int { 110 &* depth }
  static var futilityDepth: Int { 4 }

  /// How many turns are searched near the leaves before plain ones are left out.
  @inline(__always) static func moveCount(_ depth: Int) -> Int { 6 &+ 5 &* depth &* depth }
  static var moveCountDepth: Int { 3 }

  /// The smallest depth of internal iterative reductions: a node that the table does not know.
  static var internalReductionDepth: Int { 5 }

  /// The late-move reduction in turns, by the turn's place in the order.
  @inline(__always) static func reduction(_ depth: Int, index: Int) -> Int {
    guard depth >= 3, index >= 3 else { return 0 }
    var reduction = 1
    if index >= 8 { reduction &+= 1 }
    if depth >= 6, index >= 5 { reduction &+= 1 }
    if depth >= 9, index >= 12 { reduction &+= 1 }
    return reduction
  }
  /// The history from which a turn is reduced less, of at most `History.limit`.
  static var goodHistory: Int32 { 4_000 }

  /// How many choices of a captured stone are searched near the leaves.
  @inline(__always) static func captureWidth(_ depth: Int, count: Int) -> Int {
    count > 1 ? 1 &+ depth : 2 &+ 3 &* depth
  }
  /// The reduction of a late choice.
  @inline(__always) static func captureReduction(_ depth: Int, index: Int) -> Int {
    guard depth >= 2, index >= 3 else { return 0 }
    return index >= 8 && depth >= 4 ? 2 : 1
  }

  /// Earning turns in a row at a leaf.
  static var quiescentCaptures: Int { 8 }

  // MARK: Ordering

  /// Ranks of the table's move and of a killer, and what each earned capture adds: each outweighs
  /// whatever comes after it.
  static var tableMoveRank: Int32 { 10_000_000 }
  static var earnedRank: Int32 { 100_000 }
  static var killerRank: Int32 { 20_000 }
  /// What each capture adds that a placement denies the opponent.
  static var deniedRank: Int32 { 3_000 }
  /// The weight of a captured stone's prospects against its history.
  static var prospectRank: Int32 { 64 }
  static var captureHistoryShare: Int32 { 64 }

  // MARK: Limits

  /// From this distance of the quiet limit on, a position's value depends on the turns that are left.
  static var quietHorizon: Int { 30 }
  /// Levels kept free below the last node that is searched: a turn may have many captures.
  static var levelReserve: Int { 20 }
}

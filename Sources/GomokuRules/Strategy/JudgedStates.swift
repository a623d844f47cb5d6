import Basics

/// The points named in a strategy's node and in the nodes below it, and the number of extra stones
/// that these nodes allow the loser.
struct SubtreeFootprint {
  /// The points on which the winner plays.
  var moves = PointSet()
  /// The points of the loser's listed replies.
  var replies = PointSet()
  /// The largest number, on one line of play, of branches that also answer unlisted replies.
  ///
  /// Each of these branches allows the loser one more stone that the board does not show.
  var marks = 0
  /// True if a line of play continues in another strategy.
  var hasLink = false

  mutating func formUnion(_ other: SubtreeFootprint, isMarked: Bool) {
    moves.formUnion(other.moves)
    replies.formUnion(other.replies)
    marks = max(marks, other.marks + (isMarked ? 1 : 0))
    hasLink = hasLink || other.hasLink
  }
}

/// The part of a position on which the verdict on a strategy's node depends, its zones included.
///
/// A line of play below the node adds stones on points of its footprint alone. A row *matters* if
/// it passes one of two tests with these stones:
/// - It could hold four stones of the winner and none of another side, so that there may be a five.
/// - It could hold four stones of the loser, or fewer if there are extra stones, and none of
///   another side. The rules of strategies look at such rows (see `ZoneBoard.addGuards`).
///
/// The state is the content of three kinds of points: the footprint, the rows that matter, and the
/// points next to their ends. The state also records if any other point is empty.
///
/// Positions with equal states have equal verdicts. The rows in which two such positions differ
/// matter in neither of them. Later moves add the same stones to both positions, so these rows
/// never will matter. Thus the rules find the same fives, the same rows and the same zones in both
/// positions. The points next to the ends tell an overline or an enclosed five from a plain five.
///
/// The other points belong to no listed move, stop no five and lie in no zone. If any of them is
/// empty, it stays empty, so the board is not full. It does not matter which one.
///
/// In renju, which has forbidden points, and above a link to another strategy, stones anywhere may
/// count. Then every point belongs to the state.
struct StrategyState: Hashable {
  private let node: Int
  private let extraStones: Int
  private let points: PointSet
  private let winnerStones: PointSet
  private let loserStones: PointSet
  /// True if a point outside `points` is empty.
  private let hasOtherEmptyPoint: Bool

  init(_ node: Int, _ footprint: SubtreeFootprint, extraStones: Int, on board: ZoneBoard) {
    (self.node, self.extraStones) = (node, extraStones)
    let dependsOnAll = footprint.hasLink || board.position.variant == .renju
    let all = PointSet(board.position.size.points)
    var points =
      dependsOnAll ? all : board.pointsThatMatter(to: footprint, extraStones: extraStones)
    points.formIntersection(all)
    var stones = (winner: PointSet(), loser: PointSet())
    var hasOtherEmptyPoint = false
    for point in board.position.size.points {
      if points.contains(point) {
        switch board.position.color(at: point) {
        case board.winner: stones.winner.insert(point)
        case .some: stones.loser.insert(point)
        case nil: break
        }
      } else if board.position.isEmpty(point) {
        hasOtherEmptyPoint = true
      }
    }
    (self.points, self.hasOtherEmptyPoint) = (points, hasOtherEmptyPoint)
    (winnerStones, loserStones) = stones
  }
}

extension ZoneBoard {
  /// Returns the points of the footprint and of the rows that matter (see `StrategyState`), with
  /// the points next to the ends of these rows.
  fileprivate func pointsThatMatter(to footprint: SubtreeFootprint, extraStones: Int) -> PointSet {
    var points = footprint.moves
    points.formUnion(footprint.replies)
    let most = extraStones + footprint.marks
    let leastOfLoser = most == 0 ? 4 : max(0, min(3, 4 - most))
    forEachLiveRow { row, winnerStones, loserStones in
      let cells = self.points(of: row)
      let isWinners =
        loserStones == 0 && winnerStones + cells.count(where: footprint.moves.contains) >= 4
      let isLosers =
        winnerStones == 0
        && loserStones + cells.count(where: footprint.replies.contains) >= leastOfLoser
      guard isWinners || isLosers else { return }
      for point in cells { points.insert(point) }
      for end in ends(of: row) { points.insert(end) }
    }
    return points
  }
}

/// A cache of verdicts on a strategy's shared nodes, those to which several branches lead, by node
/// and state.
///
/// If the cache is full, all entries are dropped; some nodes are then judged again.
struct JudgedStates<Judgement> {
  private var footprints: [Int: SubtreeFootprint] = [:]
  private var judgements: [StrategyState: Judgement] = [:]
  private let capacity: Int

  init(bytes: Int) { capacity = min(bytes / JudgedStates.entryBytes, JudgedStates.mostEntries) }

  /// The estimated memory of a cached verdict in bytes, including the free slots of the hash table.
  private static var entryBytes: Int { 192 * PointSet.wordCount }
  /// The largest number of cached verdicts; more would rarely be needed again.
  private static var mostEntries: Int { 1 << 14 }

  /// Returns the footprint of a node; `nil` if the cache has no verdict on the node.
  func footprint(of node: Int) -> SubtreeFootprint? { footprints[node] }

  func judgement(in state: StrategyState) -> Judgement? { judgements[state] }

  /// Stores the judgement on a node in a state, and the node's footprint; first drops all entries
  /// of a full cache.
  mutating func keep(
    _ judgement: Judgement, _ footprint: SubtreeFootprint, of node: Int, in state: StrategyState
  ) {
    if judgements.count >= capacity || footprints.count >= capacity {
      judgements.removeAll(keepingCapacity: true)
      footprints.removeAll(keepingCapacity: true)
    }
    footprints[node] = footprint
    judgements[state] = judgement
  }
}

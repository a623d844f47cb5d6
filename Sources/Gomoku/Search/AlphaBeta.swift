import GomokuRules
import SearchKit

/// A principal variation search of one variant: its board, its memory and its limits.
///
/// The node functions stand in `AlphaBeta+Node.swift`, the leaves' in `AlphaBeta+Quiescence.swift`, the root's in
/// `AlphaBeta+Root.swift`.
struct AlphaBeta<Rules: RuleTraits>: ~Copyable {
  /// No line is followed further than this.
  static var maximumPly: Int { 240 }

  var board: Board<Rules>
  /// What judges positions and moves beyond the board's own evaluation and promises, if anything is to.
  var mix: MixBoard?
  let table: TranspositionTable
  let clock: SearchClock
  var nodeLimit: UInt64
  let margins: Margins
  let history = History()
  let plies: UnsafeMutablePointer<Ply>
  let moves: UnsafeMutablePointer<ScoredMove>
  let variations: UnsafeMutablePointer<Point>
  /// The moves of one node as the network takes them, and what it says of them.
  let asked: UnsafeMutablePointer<UInt16>
  let answers: UnsafeMutablePointer<Float>
  private let reductions: UnsafeMutablePointer<Int16>

  var nodes: UInt64 = 0
  var selectiveDepth = 0
  /// Set once a limit is reached: every node then returns at once, and its value means nothing.
  var isStopped = false

  /// What a node leaves for its relatives.
  struct Ply {
    var evaluation = Score.draw
    var killer: Point?
    /// Length of the principal variation from here.
    var variationLength = 0
  }

  /// What a node is asked: a window, and how deep it lies and has still to go.
  struct Node {
    var alpha: Score
    var beta: Score
    /// Plies left before the leaves.
    var depth: Int
    /// Plies below the root.
    var ply: Int
    /// Whether a cut-off is expected.
    var isCutNode: Bool
  }

  init(
    _ position: Position, weights: Weights, mix: MixNetwork?, margins: Margins,
    table: TranspositionTable, clock: SearchClock, nodeLimit: UInt64?
  ) {
    board = Board(position, weights: weights)
    self.mix = mix.map { MixBoard($0, position.size, Rules.self) }
    self.margins = margins
    self.table = table
    self.clock = clock
    self.nodeLimit = nodeLimit ?? .max
    let height = AlphaBeta.maximumPly + 2
    plies = .allocate(capacity: height)
    plies.initialize(repeating: Ply(), count: height)
    moves = .allocate(capacity: height * BoardSize.mostPoints)
    variations = .allocate(capacity: height * height)
    asked = .allocate(capacity: BoardSize.mostPoints)
    answers = .allocate(capacity: BoardSize.mostPoints)
    reductions = .allocate(capacity: 64 * 64)
    for index in 0..<64 * 64 {
      let reduction = margins.reduction(depth: index / 64, number: index % 64)
      (reductions + index).initialize(to: reduction)
    }
  }

  deinit {
    plies.deallocate()
    moves.deallocate()
    variations.deallocate()
    asked.deallocate()
    answers.deallocate()
    reductions.deallocate()
  }

  /// Counts a node.
  ///
  /// - Returns: whether the search has to end.
  @inline(__always) mutating func enterNode(atPly ply: Int) -> Bool {
    nodes &+= 1
    if ply > selectiveDepth { selectiveDepth = ply }
    if nodes & 1023 == 0 {
      clock.report(nodes: nodes)
      clock.check()
    }
    if clock.isStopped || nodes >= nodeLimit { isStopped = true }
    return isStopped
  }

  /// The static value of the position for the side to move, with so many plies left to search.
  ///
  /// Where the small evaluation is far from deciding anything otherwise it is enough.
  @inline(__always) mutating func evaluate(_ alpha: Score, _ beta: Score, depth: Int) -> Score {
    let small = board.evaluate()
    guard mix != nil else { return small }
    let depth = Rules.prunesByNetwork ? depth : 0
    if small + margins.lazyBelow(depth: depth) < alpha { return small }
    if small - margins.lazyAbove(depth: depth) > beta { return small }
    return margins.score(ofWorth: mix?.worth(of: board) ?? 0)
  }

  /// The late-move reduction by depth and move number, in hundredths of a ply.
  @inline(__always) func reduction(depth: Int, number: Int) -> Int {
    Int(reductions[min(depth, 63) &* 64 &+ min(number, 63)])
  }

  // MARK: Principal variations

  /// Puts `point` before the variation of the next ply.
  @inline(__always) func extendVariation(_ point: Point, atPly ply: Int) {
    let height = AlphaBeta.maximumPly &+ 2
    let own = variations + ply &* height
    let next = variations + (ply &+ 1) &* height
    let length = plies[ply &+ 1].variationLength
    own[0] = point
    (own + 1).update(from: next, count: length)
    plies[ply].variationLength = length &+ 1
  }

  func variation(atPly ply: Int) -> [Point] {
    let start = variations + ply * (AlphaBeta.maximumPly + 2)
    return (0..<plies[ply].variationLength).map { start[$0] }
  }
}

/// What a node is to the tree, known when the search is compiled.
protocol NodeKind {
  /// Whether the node may lie on the principal variation.
  static var isPrincipal: Bool { get }
}

/// A node that is searched with an open window.
enum PrincipalNode: NodeKind {
  static var isPrincipal: Bool { true }
}

/// A node that is only asked whether it is better than alpha.
enum ScoutNode: NodeKind {
  static var isPrincipal: Bool { false }
}

import GomokuRules
import SearchKit
import SearchTypes

/// The principal variation search of one variant: its board, tables, limits and statistics.
///
/// `AlphaBeta+Node.swift` has the interior nodes, `AlphaBeta+Quiescence.swift` the leaves,
/// `AlphaBeta+Root.swift` the root.
struct AlphaBeta<Rules: RuleTraits>: ~Copyable {
  /// The largest ply that is searched; a node there is only evaluated.
  static var maximumPly: Int { 240 }

  var board: Board<Rules>
  /// The mix network for evaluation and move ordering; `nil` to use the small evaluation alone.
  var mix: MixAccumulator?
  let table: TranspositionTable
  let clock: SearchClock
  /// The number of nodes at which this thread stops.
  var nodeLimit: UInt64
  let parameters: SearchParameters
  let history = History()
  /// The search state of each ply.
  let plies: UnsafeMutablePointer<Ply>
  /// The move stack, with room for a whole board at each ply.
  let moves: UnsafeMutablePointer<ScoredMove>
  /// The triangular table of principal variations: `maximumPly + 2` points for each ply.
  let variations: UnsafeMutablePointer<Point>
  /// The points of the moves that the policy head scores, and their logits.
  let policyPoints: UnsafeMutablePointer<UInt16>
  let policyLogits: UnsafeMutablePointer<Float>
  /// The late-move reductions by depth and move number (64 x 64), in hundredths of a ply.
  private let reductions: UnsafeMutablePointer<Int16>

  var nodes: UInt64 = 0
  var selectiveDepth = 0
  /// True once a limit has been reached or a stop requested. Every node then returns at once with
  /// an invalid value.
  var isStopped = false

  /// The state of one ply, which the nodes one or two plies away read as well.
  struct Ply {
    var evaluation = Score.draw
    /// The move that last caused a cut-off at this ply, below the same parent node.
    var killer: Point?
    /// The length of the principal variation from this ply on.
    var variationLength = 0
  }

  /// The arguments of a node's search.
  struct Node {
    var alpha: Score
    var beta: Score
    /// The remaining depth in plies; 0 or below is a leaf.
    var depth: Int
    /// The distance from the root in plies.
    var ply: Int
    /// True if the node is expected to fail high.
    var isCutNode: Bool
  }

  init(
    _ position: Position, weights: Weights, mix: MixNetwork?, parameters: SearchParameters,
    table: TranspositionTable, clock: SearchClock, nodeLimit: UInt64?
  ) {
    board = Board(position, weights: weights)
    self.mix = mix.map { MixAccumulator($0, position.size, Rules.self) }
    self.parameters = parameters
    self.table = table
    self.clock = clock
    self.nodeLimit = nodeLimit ?? .max
    let height = AlphaBeta.maximumPly + 2
    plies = .allocate(capacity: height)
    plies.initialize(repeating: Ply(), count: height)
    moves = .allocate(capacity: height * BoardSize.mostPoints)
    variations = .allocate(capacity: height * height)
    policyPoints = .allocate(capacity: BoardSize.mostPoints)
    policyLogits = .allocate(capacity: BoardSize.mostPoints)
    reductions = .allocate(capacity: 64 * 64)
    for index in 0..<64 * 64 {
      let reduction = parameters.reduction(depth: index / 64, number: index % 64)
      (reductions + index).initialize(to: reduction)
    }
  }

  deinit {
    plies.deallocate()
    moves.deallocate()
    variations.deallocate()
    policyPoints.deallocate()
    policyLogits.deallocate()
    reductions.deallocate()
  }

  /// Counts a node and checks the limits.
  ///
  /// - Returns: true if the search has to end.
  @inline(__always) mutating func enterNode(atPly ply: Int) -> Bool {
    assert(0...AlphaBeta.maximumPly ~= ply)
    nodes &+= 1
    if ply > selectiveDepth { selectiveDepth = ply }
    if SearchClock.isCheckDue(atNode: nodes) {
      clock.report(nodes: nodes)
      clock.check()
    }
    if clock.isStopped || nodes >= nodeLimit { isStopped = true }
    return isStopped
  }

  /// Returns the static evaluation for the side to move at a node with `depth` plies left.
  ///
  /// Skips the mix network if the small evaluation is clearly outside the window. Under
  /// `RuleTraits.prunesByNetwork`, the margins include those of razoring and futility at this
  /// depth, so that the mix network decides close cut-offs.
  @inline(__always) mutating func evaluate(_ alpha: Score, _ beta: Score, depth: Int) -> Score {
    let small = board.evaluate()
    guard mix != nil else { return small }
    let depth = Rules.prunesByNetwork ? depth : 0
    if small + parameters.lazyBelow(depth: depth) < alpha { return small }
    if small - parameters.lazyAbove(depth: depth) > beta { return small }
    return parameters.score(ofLogOdds: mix?.logOdds(of: board) ?? 0)
  }

  /// Returns the late-move reduction by depth and move number, in hundredths of a ply.
  @inline(__always) func reduction(depth: Int, number: Int) -> Int {
    assert(depth >= 0 && number >= 0)
    return Int(reductions[min(depth, 63) &* 64 &+ min(number, 63)])
  }

  // MARK: Principal variations

  /// Sets the principal variation of a ply: `point`, followed by the next ply's variation.
  @inline(__always) func extendVariation(_ point: Point, atPly ply: Int) {
    let height = AlphaBeta.maximumPly &+ 2
    let own = variations + ply &* height
    let next = variations + (ply &+ 1) &* height
    let length = plies[ply &+ 1].variationLength
    assert(0...AlphaBeta.maximumPly ~= ply && length + 1 < height)
    own[0] = point
    (own + 1).update(from: next, count: length)
    plies[ply].variationLength = length &+ 1
  }

  func variation(atPly ply: Int) -> [Point] {
    let start = variations + ply * (AlphaBeta.maximumPly + 2)
    return (0..<plies[ply].variationLength).map { start[$0] }
  }
}

/// The kind of a search node, known at compile time.
protocol NodeKind {
  /// True if the node may lie on the principal variation.
  static var isPrincipal: Bool { get }
}

/// A node searched with an open window.
enum PrincipalNode: NodeKind {
  static var isPrincipal: Bool { true }
}

/// A node searched with a null window, which only decides whether the node beats alpha.
enum ScoutNode: NodeKind {
  static var isPrincipal: Bool { false }
}

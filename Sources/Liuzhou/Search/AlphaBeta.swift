import Basics
import LiuzhouRules
import SearchKit
import SearchTypes

/// The search: principal-variation alpha-beta over turns, each searched in two stages.
///
/// The first stage of a turn is its action, such as a placement or a slide. In the second stage the
/// same side chooses the captured stones one by one. Each choice is a node of its own
/// (`AlphaBeta+Captures.swift`). Capture sets have no order, so a stone that was tried is removed
/// from the sets of its later siblings. Each set is thus reached in one order only.
struct AlphaBeta: ~Copyable {
  let book: Rulebook
  let table: TranspositionTable
  let evaluation: Evaluation
  let history = History()

  var nodes: UInt64 = 0
  var selectiveDepth = 0
  /// True once the search has to end. All values returned from then on are invalid.
  var isStopped = false
  private(set) var clock = SearchClock()
  private var nodeLimit = UInt64.max

  /// The position keys for the repetition rule: of the game since the last capture, then of the
  /// searched path.
  let path: UnsafeMutablePointer<UInt64>
  private(set) var rootIndex = 0
  /// The lowest ply to which a draw by repetition in the current subtree refers; `Int.max` if none.
  ///
  /// It is -1 for a position that has occurred twice in the game up to the root.
  /// A draw that refers to a ply above a node holds on one path only, and must not enter the table.
  var lowestRepetitionPly = Int.max

  /// The principal variations by level, in rows of `maximumLevel` moves.
  let variations: UnsafeMutablePointer<SearchMove>
  /// The move lists of all nodes on the path, as one stack.
  let moves: UnsafeMutablePointer<RankedMove>
  var moveTop = 0

  /// The best line of the current call of `searchRoot` so far; empty until a turn raises alpha.
  var rootLine: [SearchMove] = []
  /// The value of `rootLine`.
  private(set) var rootScore = Score.draw
  /// The turns that may not be played at the root.
  var excluded: Set<Turn> = []
  private(set) var root: Position?
  /// The action that is being searched at the root.
  private(set) var rootAction = Turn.Action.pass

  /// The largest number of turns below the root.
  static let maximumPly = 120
  /// The largest number of levels below the root; each turn and each choice of a stone is a level.
  static let maximumLevel = 180
  private static let pathCapacity = 2048
  static let moveCapacity = 60_000

  init(_ book: Rulebook, table: TranspositionTable, weights: EvaluationWeights) {
    self.book = book
    self.table = table
    evaluation = Evaluation(book, weights: weights)
    path = .allocate(capacity: AlphaBeta.pathCapacity)
    variations = .allocate(capacity: (AlphaBeta.maximumLevel + 2) * (AlphaBeta.maximumLevel + 2))
    variations.initialize(
      repeating: .none, count: (AlphaBeta.maximumLevel + 2) * (AlphaBeta.maximumLevel + 2))
    moves = .allocate(capacity: AlphaBeta.moveCapacity)
  }

  deinit {
    path.deallocate()
    variations.deallocate()
    moves.deallocate()
  }

  /// Prepares a search of the last of `positions`, which are the game so far, in order.
  mutating func prepare(_ positions: [Position], nodeLimit: UInt64?, clock: SearchClock) {
    assert(!positions.isEmpty)
    self.clock = clock
    self.nodeLimit = nodeLimit ?? .max
    nodes = 0
    selectiveDepth = 0
    isStopped = false
    history.age()
    let quiet = positions.last?.quiet ?? 0
    let relevant = positions.suffix(min(quiet + 1, AlphaBeta.pathCapacity - 200))
    for (index, position) in relevant.enumerated() { path[index] = position.key }
    rootIndex = relevant.count - 1
  }

  /// Returns the value of the root for the side to move, searched with `window` to `depth`.
  mutating func searchRoot(_ position: Position, window: Window, depth: Int) -> Score {
    assert(window.alpha < window.beta && depth > 0)
    root = position
    rootLine = []
    moveTop = 0
    lowestRepetitionPly = .max
    return search(
      position, Node(alpha: window.alpha, beta: window.beta, depth: depth, ply: 0, level: 0))
  }

  /// The parameters of a node: its window, its remaining depth and its distance from the root.
  struct Node {
    var alpha: Score
    var beta: Score
    var depth: Int
    var ply: Int
    /// The number of turns and choices of stones since the root.
    var level: Int

    /// True if the window is open, that is, no null window.
    @inline(__always) var isPrincipal: Bool { beta.rawValue &- alpha.rawValue > 1 }
  }

  // MARK: The node

  /// Returns the value of a position at the start of a turn, for the side to move (fail-soft).
  mutating func search(_ position: Position, _ node: Node) -> Score {
    assert(node.alpha < node.beta && node.ply >= 0 && node.level >= node.ply)
    var node = node
    variations[node.level &* AlphaBeta.maximumLevel] = .none
    if node.depth <= 0 { return quiesce(position, node, captures: 0) }
    if enterNode(node) { return .draw }
    if node.ply > 0, let score = terminalScore(of: position, node) { return score }
    if node.ply >= AlphaBeta.maximumPly
      || node.level >= AlphaBeta.maximumLevel - SearchParameters.levelReserve
    {
      return evaluation.score(of: position)
    }
    let key = tableKey(of: position)
    let entry = table.probe(key)
    if let entry, let score = tableCutoff(entry, node) { return score }
    let isQuietPosition = position.phase == .moving || position.phase == .placing
    let staticValue = entry?.evaluation ?? evaluation.score(of: position)
    if isQuietPosition, let score = futilityCutoff(staticValue, node) { return score }
    // Internal iterative reduction.
    if entry == nil, node.depth >= SearchParameters.internalReductionDepth { node.depth &-= 1 }

    let outerRepetitionPly = lowestRepetitionPly
    lowestRepetitionPly = .max
    let result = searchActions(
      position, node, tableMove: SearchMove(bits: entry?.move ?? 0), staticValue: staticValue)
    let dependsOnPath = lowestRepetitionPly < node.ply
    lowestRepetitionPly = min(lowestRepetitionPly, outerRepetitionPly)
    guard !isStopped else { return .draw }
    // A draw by repetition of a position above this node holds on this path only.
    if !(dependsOnPath && result.score == .draw), node.ply > 0 || excluded.isEmpty {
      table.store(
        key,
        TableEntry(
          move: result.move.bits, score: result.score.stored(atPly: node.ply),
          evaluation: staticValue, depth: node.depth, bound: bound(of: result.score, node)))
    }
    return result.score
  }

  /// Searches the actions with their captures; returns the best value, and the last action that
  /// raised alpha, or `none`.
  @inline(__always) private mutating func searchActions(
    _ position: Position, _ node: Node, tableMove: SearchMove, staticValue: Score
  ) -> (score: Score, move: SearchMove) {
    let base = moveTop
    defer { moveTop = base }
    let list = listActions(position, tableMove: tableMove, ply: node.ply)
    var node = node
    let originalDepth = node.depth
    // An action without alternative costs no depth.
    if list.count == 1 { node.depth &+= 1 }
    var best = -Score.infinity
    var bestMove = SearchMove.none
    for index in 0..<list.count {
      list.selectBest(from: index)
      let ranked = list[index]
      guard let action = ranked.move.action else { continue }
      // A turn is pruned only if another turn is known not to lose.
      if ranked.earned == 0, !best.isLoss, node.ply > 0, isLateMovePruned(index: index, node) {
        continue
      }
      if node.ply == 0 { rootAction = action }
      let score = searchAction(action, ranked, index: index, in: position, node)
      guard !isStopped else { break }
      guard score > best else { continue }
      best = score
      guard score > node.alpha else { continue }
      node.alpha = score
      bestMove = ranked.move
      extendVariation(ranked.move, level: node.level)
      if node.ply == 0 { rootScore = score }
      if score >= node.beta {
        history.reward(
          ranked.move, by: position.sideToMove, depth: originalDepth, ply: node.ply,
          failed: list[0..<index])
        break
      }
    }
    // If every turn was pruned, only the static value is known.
    return (best == -Score.infinity ? (node.ply == 0 ? best : staticValue) : best, bestMove)
  }

  /// Returns the value of one action, for the side that plays it.
  ///
  /// All actions but the first begin with a null window, and late ones that earn no captures with a
  /// reduced depth.
  @inline(__always) private mutating func searchAction(
    _ action: Turn.Action, _ ranked: RankedMove, index: Int, in position: Position, _ node: Node
  ) -> Score {
    var moved = position
    book.move(action, in: &moved)
    let required =
      action == .remove
      ? book.requiredCaptures(earned: 1, in: position)
      : book.requiredCaptures(earned: Int(ranked.earned), in: position)
    var child = node
    child.depth = node.depth &- 1
    guard index > 0 else { return capture(required, in: moved, child) }
    let reduction =
      ranked.earned == 0 ? reduction(index: index, of: ranked.move, by: position, node) : 0
    var scout = child
    scout.beta = node.alpha + 1
    scout.depth = child.depth &- reduction
    var score = capture(required, in: moved, scout)
    if reduction > 0, score > node.alpha, !isStopped {
      scout.depth = child.depth
      score = capture(required, in: moved, scout)
    }
    if score > node.alpha, score < node.beta, !isStopped {
      score = capture(required, in: moved, child)
    }
    return score
  }

  /// Returns the value of a finished turn for the side that played it.
  ///
  /// The same side may be next to move: White places last and slides first.
  @inline(__always) mutating func descend(_ position: Position, captured: Bool, _ node: Node)
    -> Score
  {
    var next = position
    book.finishTurn(captured: captured, in: &next)
    table.prefetch(tableKey(of: next))
    assert(rootIndex + node.ply + 1 < AlphaBeta.pathCapacity)
    if next.phase != .placing { path[rootIndex &+ node.ply &+ 1] = next.key }
    var child = node
    child.ply = node.ply &+ 1
    child.level = node.level &+ 1
    if next.sideToMove == position.sideToMove { return search(next, child) }
    child.alpha = -node.beta
    child.beta = -node.alpha
    return -search(next, child)
  }

  // MARK: Bookkeeping

  /// Counts a node and checks the limits.
  ///
  /// - Returns: true if the search has to end.
  @inline(__always) mutating func enterNode(_ node: Node) -> Bool {
    nodes &+= 1
    if node.ply > selectiveDepth { selectiveDepth = node.ply }
    if SearchClock.isCheckDue(atNode: nodes) {
      clock.report(nodes: nodes)
      clock.check()
    }
    if nodes >= nodeLimit || clock.isStopped { isStopped = true }
    return isStopped
  }

  /// Sets the principal variation of `level` to `move`, `captured` and the next level's variation.
  ///
  /// - Parameter captured: captured stones that have no nodes of their own.
  @inline(__always) mutating func extendVariation(
    _ move: SearchMove, taking captured: PointSet = .none, level: Int
  ) {
    assert(0...AlphaBeta.maximumLevel ~= level && captured.count < AlphaBeta.maximumLevel - 2)
    let row = variations + level &* AlphaBeta.maximumLevel
    let next = row + AlphaBeta.maximumLevel
    row[0] = move
    var length = 1
    for point in captured {
      row[length] = SearchMove(capture: point)
      length &+= 1
    }
    var index = 0
    while length < AlphaBeta.maximumLevel &- 2, next[index] != .none {
      row[length] = next[index]
      length &+= 1
      index &+= 1
    }
    row[length] = .none
    if level == 0 { rootLine = Array(UnsafeBufferPointer(start: row, count: length)) }
  }

  /// Returns the kind of bound that `score` is, given the window of `node`.
  @inline(__always) func bound(of score: Score, _ node: Node) -> Bound {
    score >= node.beta ? .lower : score > node.alpha ? .exact : .upper
  }
}

import Basics
import GomokuRules
import SearchKit

/// The solver for wins by continuous fours (VCF): every move of the attacker makes a four and
/// forces the reply.
///
/// The search is depth first over the board's threat sets. The attacker is the side to move at its
/// root.
struct VCFSolver<Rules: RuleTraits>: ~Copyable {
  /// The result of a search.
  enum Result: Equatable {
    /// A win in this many moves of the attacker, the five included.
    case win(moves: Int)
    /// No win by fours within the length limit: every four was tried.
    case none
    /// No result: the budget ran out, or the clock stopped the search.
    case unknown
  }

  let table: VCFTable
  /// The number of positions visited, with either side to move.
  private(set) var nodes: UInt64 = 0
  private var nodeLimit: UInt64 = .max
  private var clock: SearchClock?
  /// True if the length limit has cut off a line, so that a longer win may exist.
  private var wasCut = false
  private let moves: UnsafeMutablePointer<ScoredMove>
  private var top = 0

  private static var moveCapacity: Int { BoardSize.mostPoints * 64 }

  init(table: VCFTable) {
    self.table = table
    moves = .allocate(capacity: VCFSolver.moveCapacity)
  }

  deinit { moves.deallocate() }

  /// Searches for any win of the side to move.
  ///
  /// - Parameters:
  ///   - budget: the number of nodes that this call may take.
  ///   - limit: the largest number of attacker's moves in the win.
  mutating func solve(
    _ board: inout Board<Rules>, budget: UInt64, limit: Int = VCFTable.unlimited,
    clock: SearchClock? = nil
  ) -> Result {
    assert(1...VCFTable.unlimited ~= limit)
    self.clock = clock
    nodeLimit = nodes.addingReportingOverflow(budget).overflow ? .max : nodes + budget
    wasCut = false
    top = 0
    switch attack(&board, limit) {
    case .some(0): return .none
    case .some(let length): return .win(moves: length)
    case nil: return .unknown
    }
  }

  /// Searches for a win with the fewest moves, by raising the length limit move by move.
  mutating func solveShortest(
    _ board: inout Board<Rules>, budget: UInt64, clock: SearchClock? = nil
  ) -> Result {
    let last = nodes.addingReportingOverflow(budget).overflow ? .max : nodes + budget
    for limit in 1...VCFTable.unlimited {
      let result = solve(&board, budget: last - nodes, limit: limit, clock: clock)
      if result != .none || !wasCut { return result }
    }
    return .none
  }

  /// Returns the number of the attacker's moves to the five; zero if there is no win, `nil` if the
  /// budget has run out.
  private mutating func attack(_ board: inout Board<Rules>, _ limit: Int) -> Int? {
    if isOutOfBudget() { return nil }
    let own = board.sideToMove
    if board.count(.five, of: own) > 0 { return 1 }
    if limit < 2 {
      wasCut = wasCut || board.fourCount(of: own) > 0
      return 0
    }
    let mustAnswer = board.count(.five, of: own.opponent) > 0
    if !mustAnswer, board.count(.openFour, of: own) > 0 { return 2 }
    if let entry = table.probe(board.key) {
      if entry.length > 0 {
        if entry.length <= limit { return Int(entry.length) }
      } else if entry.limit >= limit {
        if Int(entry.limit) < VCFTable.unlimited { wasCut = true }
        return 0
      }
    }
    var points = board.fours[own.index]
    if mustAnswer { points.formIntersection(board.repliesToFive()) }
    guard !points.isEmpty else { return 0 }

    let outerCut = wasCut
    wasCut = false
    defer { wasCut = wasCut || outerCut }
    let base = top
    list(points, board)
    defer { top = base }
    let end = top
    var isUnknown = false
    var index = base
    while index < end {
      let point = moves[index].point
      index &+= 1
      guard board.isLegal(point) else { continue }
      board.make(point)
      let length = defend(&board, limit &- 1)
      board.unmake()
      guard let length else {
        isUnknown = true
        break
      }
      if length > 0 {
        table.store(
          VCFTable.Entry(
            key: board.key, move: point.rawValue, length: Int16(truncatingIfNeeded: length &+ 1)))
        return length &+ 1
      }
    }
    if isUnknown { return nil }
    table.store(
      VCFTable.Entry(
        key: board.key,
        limit: Int16(truncatingIfNeeded: wasCut ? limit : VCFTable.unlimited)))
    return 0
  }

  /// Returns the number of moves that the attacker needs after his four, against the longest
  /// defence.
  ///
  /// As in `attack`, zero means no win, and `nil` that the budget ran out.
  private mutating func defend(_ board: inout Board<Rules>, _ limit: Int) -> Int? {
    if isOutOfBudget() { return nil }
    if board.count(.five, of: board.sideToMove) > 0 { return 0 }
    var replies = board.repliesToFive()
    var longest = 1
    while let reply = replies.popFirst() {
      guard board.isLegal(reply) else { continue }
      board.make(reply)
      let length = attack(&board, limit)
      board.unmake()
      guard let length, length > 0 else { return length }
      longest = max(longest, length)
    }
    return longest
  }

  @inline(__always) private mutating func isOutOfBudget() -> Bool {
    nodes &+= 1
    guard let clock else { return nodes > nodeLimit }
    if SearchClock.isCheckDue(atNode: nodes) { clock.check() }
    return nodes > nodeLimit || clock.isStopped
  }

  /// Pushes the moves on `points` on the stack, the best ordering score first.
  @inline(__always) private mutating func list(_ points: PointSet, _ board: borrowing Board<Rules>)
  {
    let base = top
    assert(base + points.count <= VCFSolver.moveCapacity)
    points.forEach { point in
      let score = Int32(truncatingIfNeeded: board.orderingScore(of: board.state(at: point)))
      moves.insert(ScoredMove(point: point, score: score), from: base, end: &top)
    }
  }
}

extension VCFSolver {
  /// Returns the line of a win that `solve` has just found, against the longest defence, to the
  /// five.
  ///
  /// Returns `nil` if the table has lost a part of the line that is not found again.
  mutating func line(_ board: inout Board<Rules>) -> [Point]? {
    let own = board.sideToMove
    guard let move = winningMove(&board) else { return nil }
    if board.pointClass(of: own, at: move) == .five { return [move] }
    board.make(move)
    defer { board.unmake() }
    var replies = board.repliesToFive()
    if replies.isEmpty { replies = board.fours(of: own, being: .five) }
    var longest: [Point] = []
    while let reply = replies.popFirst() {
      guard board.isLegal(reply) else { continue }
      board.make(reply)
      let rest = line(&board)
      board.unmake()
      guard let rest else { return nil }
      if rest.count + 1 > longest.count { longest = [reply] + rest }
    }
    if longest.isEmpty { longest = board.helplessReply(to: own) }
    return [move] + longest
  }

  /// Returns the attacker's winning move: a five, an open four, or the table's move. If the table
  /// has lost it, a new search looks for it; `nil` if that fails.
  mutating func winningMove(_ board: inout Board<Rules>) -> Point? {
    let own = board.sideToMove
    if let five = board.fours(of: own, being: .five).first { return five }
    if board.count(.five, of: own.opponent) == 0, board.count(.openFour, of: own) > 0 {
      return board.fours(of: own, being: .openFour).first
    }
    if let entry = table.probe(board.key), entry.length > 0 { return Point(rawValue: entry.move) }
    guard case .win = solve(&board, budget: 100_000) else { return nil }
    return table.probe(board.key).map { Point(rawValue: $0.move) }
  }
}

import Basics
import GomokuRules
import SearchKit

/// The solver for victories by continuous threats (VCT) and, with
/// `ThreatBreadth.game`, for whole games.
///
/// It runs depth-first proof-number search (Nagai 2002). Every move of the attacker makes a
/// four, or wins by fours if the defender passes. After a threat that is not a four, the
/// replies are the points that can change the win by fours. The defender's own fours are
/// replies too, and all others lose. A game search tries every move and every reply, and runs
/// short threat searches at the leaves.
struct ProofSearch<Rules: RuleTraits>: ~Copyable {
  /// The result of a search.
  enum Result: Equatable {
    case win
    /// No win was found although every threat was tried.
    case none
    case unknown
  }

  var board: Board<Rules>
  var vcf: VCFSolver<Rules>
  let clock: SearchClock
  /// The side whose win is searched for.
  let attacker: Color
  /// The nodes of this solver, without those of `vcf`.
  private var ownNodes: UInt64 = 0
  /// The stack of children of all nodes on the current line.
  private let children: UnsafeMutablePointer<Child>
  /// The first free index of `children`.
  var top = 0
  /// The replies that matter, by the key of the position after the threat; empty without a threat.
  private var zones: [UInt64: PointSet] = [:]

  /// The static evaluation of the root for the attacker, in centistones.
  private var rootValue = 0
  /// The deepest line followed, in plies.
  static var maximumDepth: Int { 120 }

  /// A move at a node, with its ordering score and its initial numbers.
  private struct Child {
    var point: Point
    var orderingScore: Int32
    var key: UInt64
    /// The proof number before the child has been searched.
    var initialProof: UInt32
    var initialDisproof: UInt32
  }

  /// - Parameters:
  ///   - attacker: the side whose win is searched for; the side to move if it is `nil`.
  ///   - weights: the weights for the initial proof numbers.
  init(
    _ position: Position, attacker: Color? = nil, weights: Weights = Rules.weights,
    vcfTable: VCFTable, clock: SearchClock
  ) {
    board = Board(position, weights: weights)
    self.attacker = attacker ?? position.sideToMove
    vcf = VCFSolver(table: vcfTable)
    self.clock = clock
    children = .allocate(capacity: 2 * BoardSize.mostPoints * (Self.maximumDepth + 2))
  }

  deinit { children.deallocate() }

  var nodes: UInt64 { ownNodes + vcf.nodes }

  /// Searches for a win of the attacker.
  mutating func solve(_ scope: inout ProofSearchLimits) -> Result {
    let limit = ProofTable.infinity
    let value = board.evaluate().rawValue
    rootValue = Int(board.sideToMove == attacker ? value : -value)
    let root =
      board.sideToMove == attacker
      ? attack(limit, limit, depth: 0, &scope) : defend(limit, limit, depth: 0, &scope)
    scope.isExhausted = root.isDisproved
    if root.isProved { return .win }
    let isComplete = !scope.isIncomplete && (scope.breadth == .all || scope.breadth == .game)
    return root.isDisproved && isComplete ? .none : .unknown
  }

  typealias Entry = ProofTable.Entry

  /// Counts a node, and returns whether a limit is reached.
  private mutating func isOutOfBudget(_ scope: ProofSearchLimits) -> Bool {
    ownNodes &+= 1
    if ownNodes & 255 == 0 { clock.check() }
    return isSpent(scope)
  }

  /// Returns whether a limit is reached; unfinished nodes then stay unsettled.
  private func isSpent(_ scope: ProofSearchLimits) -> Bool {
    nodes >= scope.nodeLimit || clock.isStopped
  }

  // MARK: The attacker's nodes

  /// Searches a position with the attacker to move until its proof or
  /// disproof number reaches a limit.
  mutating func attack(
    _ proofLimit: UInt32, _ disproofLimit: UInt32, depth: Int, _ scope: inout ProofSearchLimits
  ) -> Entry {
    var entry = Entry(key: board.key)
    let own = board.sideToMove
    if let result = board.staticResult(atPly: 0) {
      return settle(&entry, isWin: result.isWin, scope)
    }
    let mustAnswer = board.count(.five, of: own.opponent) > 0
    let isNew = scope.table.probe(board.key) == nil
    if isNew, board.fourCount(of: own) > 0, winsByFours(&scope) {
      return settle(&entry, isWin: true, scope)
    }
    if isSpent(scope) { return entry }
    if scope.breadth == .game {
      if board.hasPairing(against: own) { return settle(&entry, isWin: false, scope) }
      if isNew, let move = winByThreats(scope) {
        entry.move = move.rawValue
        return settle(&entry, isWin: true, scope)
      }
    }
    if depth >= Self.maximumDepth {
      scope.isIncomplete = true
      return settle(&entry, isWin: false, scope)
    }
    let base = top
    defer { top = base }
    listThreats(scope.breadth, mustAnswer: mustAnswer)
    let count = top - base
    let lag = ProofEstimate.lag(of: Int(board.evaluate().rawValue), behind: rootValue)
    rank(from: base) { child, rank in
      child.initialProof &+= lag &+ ProofEstimate.delay(ofAttack: rank)
    }
    return expand(
      &entry, from: base, count: count, proofLimit, disproofLimit, depth, isAttack: true, &scope)
  }

  /// Returns whether the side to move has a win by fours, within the budget of one VCF search.
  mutating func winsByFours(_ scope: inout ProofSearchLimits) -> Bool {
    let budget = min(scope.vcfBudget, scope.nodeLimit - min(nodes, scope.nodeLimit))
    switch vcf.solve(&board, budget: budget, clock: clock) {
    case .win: return true
    case .none: return false
    case .unknown:
      // A game search tries the moves all the same, so that its table stays complete.
      if scope.breadth != .game, !isSpent(scope) { scope.isIncomplete = true }
      return false
    }
  }

  /// Pushes the attacker's moves worth trying on the stack of children, with
  /// their initial proof numbers.
  private mutating func listThreats(_ breadth: ThreatBreadth, mustAnswer: Bool) {
    let own = board.sideToMove
    var points = board.fours[own.index]
    if mustAnswer {
      points = board.repliesToFive()
    } else {
      points.formUnion(board.threes[own.index])
      switch breadth {
      case .threes: break
      case .quiet:
        board.candidates.forEach { point in
          if board.pointClass(of: own, at: point) >= .two { points.insert(point) }
        }
      case .all, .game: points = board.empties
      }
    }
    while let point = points.popFirst() {
      guard board.isLegal(point) else { continue }
      let initial: UInt32 =
        switch board.pointClass(of: own, at: point) {
        case .suspectFour, .four, .fourPlus, .fourThree, .openFour, .five: 2
        case .three, .threePlus, .doubleThree: 3
        case .none, .two: 12
        default: 8
        }
      push(point, initial: initial)
    }
  }

  // MARK: The defender's nodes

  /// Searches a position with the defender to move until its proof or
  /// disproof number reaches a limit.
  private mutating func defend(
    _ proofLimit: UInt32, _ disproofLimit: UInt32, depth: Int, _ scope: inout ProofSearchLimits
  ) -> Entry {
    var entry = Entry(key: board.key)
    let own = board.sideToMove
    if board.count(.five, of: own) > 0 || board.isFull {
      return settle(&entry, isWin: false, scope)
    }
    if scope.breadth == .game, scope.table.probe(board.key) == nil, isSafe(&scope) {
      return settle(&entry, isWin: false, scope)
    }
    let found = repliesThatMatter(&scope)
    if isSpent(scope) { return entry }
    guard var replies = found else { return settle(&entry, isWin: false, scope) }
    let base = top
    defer { top = base }
    while let reply = replies.popFirst() {
      guard board.isLegal(reply) else { continue }
      push(reply, initial: 1)
    }
    rank(from: base) { child, rank in
      child.initialDisproof = ProofEstimate.delay(ofReply: rank)
    }
    return expand(
      &entry, from: base, count: top - base, proofLimit, disproofLimit, depth, isAttack: false,
      &scope)
  }

  /// Returns the replies that may stop the attacker's threat; all others lose.
  ///
  /// `nil` if he threatens nothing, except in a game search: there every reply matters.
  mutating func repliesThatMatter(_ scope: inout ProofSearchLimits) -> PointSet? {
    if board.count(.five, of: board.sideToMove.opponent) > 0 { return board.repliesToFive() }
    return zoneOfThreat(&scope) ?? (scope.breadth == .game ? board.empties : nil)
  }

  /// Returns the replies that matter to the attacker's threat to win by fours, or
  /// `nil` without such a threat.
  private mutating func zoneOfThreat(_ scope: inout ProofSearchLimits) -> PointSet? {
    if let zone = zones[board.key] { return zone.isEmpty ? nil : zone }
    board.makePass()
    var zone = PointSet()
    if board.fourCount(of: board.sideToMove) > 0, winsByFours(&scope) {
      zone = vcf.zone(&board)
      zone.formIntersection(board.empties)
    }
    board.unmakePass()
    if isSpent(scope), zone.isEmpty { return nil }
    if zones.count > 1 << 13 { zones.removeAll(keepingCapacity: true) }
    zones[board.key] = zone
    return zone.isEmpty ? nil : zone
  }

  // MARK: Proof numbers

  private mutating func push(_ point: Point, initial: UInt32) {
    let orderingScore = board.orderingScore(of: board.state(at: point))
    children[top] = Child(
      point: point, orderingScore: Int32(truncatingIfNeeded: orderingScore),
      key: board.key(after: point),
      initialProof: initial, initialDisproof: 1)
    top += 1
  }

  /// Sorts the children from `base` on by ordering score, the best first, and calls
  /// `body` with each and its rank.
  // Not inlined: Swift 6.3.1 cannot compile the inlined loop under the thread sanitizer.
  @inline(never)
  private func rank(from base: Int, _ body: (inout Child, Int) -> Void) {
    var list = UnsafeMutableBufferPointer(start: children + base, count: top - base)
    list.sort {
      ($0.orderingScore, $1.point) > ($1.orderingScore, $0.point)
    }
    for index in list.indices { body(&list[index], index) }
  }

  /// Stores a position as proved or disproved, and returns its entry.
  private mutating func settle(
    _ entry: inout Entry, isWin: Bool, _ scope: ProofSearchLimits
  ) -> Entry {
    entry.proof = isWin ? 0 : ProofTable.infinity
    entry.disproof = isWin ? ProofTable.infinity : 0
    scope.table.store(entry)
    return entry
  }

  /// Searches the most promising child again and again until a limit is reached.
  private mutating func expand(
    _ entry: inout Entry, from base: Int, count: Int, _ proofLimit: UInt32, _ disproofLimit: UInt32,
    _ depth: Int, isAttack: Bool, _ scope: inout ProofSearchLimits
  ) -> Entry {
    let start = nodes
    while true {
      // For the mover, a node has the least `own` number of its children and the sum
      // of their `other` numbers.
      var sum: UInt32 = 0
      var best = ProofTable.infinity
      var second = ProofTable.infinity
      var bestChild = -1
      var bestOther: UInt32 = 0
      for index in base..<base + count {
        let child = children[index]
        let known = scope.table.probe(child.key)
        let proof = known?.proof ?? child.initialProof
        let disproof = known?.disproof ?? child.initialDisproof
        let (own, other) = isAttack ? (proof, disproof) : (disproof, proof)
        sum = min(sum &+ other, ProofTable.infinity)
        if own < best {
          second = best
          best = own
          bestChild = index
          bestOther = other
        } else if own < second {
          second = own
        }
      }
      if best == 0 { sum = ProofTable.infinity }
      entry.proof = isAttack ? best : sum
      entry.disproof = isAttack ? sum : best
      if bestChild >= 0 { entry.move = children[bestChild].point.rawValue }
      entry.work = UInt32(truncatingIfNeeded: min(nodes - start + 1, 1 << 30))
      scope.table.store(entry)
      let (ownLimit, otherLimit) =
        isAttack ? (proofLimit, disproofLimit) : (disproofLimit, proofLimit)
      if best >= ownLimit || sum >= otherLimit || best == 0 || sum == 0 || isOutOfBudget(scope) {
        return entry
      }
      // Stays with the child until its number is a quarter above the second best, which
      // saves changes of branch.
      let childOwn = min(ownLimit, second &+ second / 4 &+ 1)
      let childOther = otherLimit &- sum &+ bestOther
      board.make(children[bestChild].point)
      if isAttack {
        _ = defend(childOwn, childOther, depth: depth + 1, &scope)
      } else {
        _ = attack(childOther, childOwn, depth: depth + 1, &scope)
      }
      board.unmake()
    }
  }
}

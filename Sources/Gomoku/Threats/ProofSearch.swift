import Basics
import GomokuRules
import SearchKit
import SearchTypes

/// The solver for wins by continuous threats (VCT) and, with `ThreatBreadth.game`, for whole games.
///
/// It runs depth-first proof-number search (Nagai 2002). Every move of the attacker makes a four,
/// or would win by fours if the defender passed. After a threat that is not a four, the replies are
/// the points that can change the win by fours, and the defender's own fours. All other replies
/// lose. A game search also tries moves that threaten nothing, with every reply, and has short
/// threat searches at the leaves.
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
  /// The stack of the moves at all nodes from the root to the present one.
  private let children: UnsafeMutablePointer<Child>
  /// The first free index of `children`.
  var top = 0
  /// The replies that may stop a threat, by the key of the position after the threat.
  ///
  /// An empty set means that no threat was found within the VCF budget of that time. It is not
  /// searched for again.
  private var zones: [UInt64: PointSet] = [:]

  /// The static evaluation of the root for the attacker, in centistones.
  private var rootValue = 0
  /// The largest depth of a line, in plies.
  static var maximumDepth: Int { 120 }
  /// The largest number of zones kept, of 136 bytes each: about 1 MiB.
  private static var mostZones: Int { 1 << 13 }
  /// The number of nodes between two checks of the clock, a power of two.
  private static var nodesPerCheck: UInt64 { 256 }
  /// The capacity of `children`: a whole board at each ply, of the search and of a threat search at
  /// a leaf.
  private static var childCapacity: Int { 2 * BoardSize.mostPoints * (maximumDepth + 2) }

  /// A move at a node, with its ordering score and the initial proof and disproof numbers.
  private struct Child {
    var point: Point
    var orderingScore: Int32
    var key: UInt64
    /// The proof number and the disproof number of the position after the move, if the table does
    /// not know it.
    var initialProof: UInt32
    var initialDisproof: UInt32
  }

  /// - Parameters:
  ///   - attacker: the side whose win is searched for; `nil` for the side to move.
  ///   - weights: the weights for the initial proof numbers.
  init(
    _ position: Position, attacker: Color? = nil, weights: Weights = Rules.weights,
    vcfTable: VCFTable, clock: SearchClock
  ) {
    board = Board(position, weights: weights)
    self.attacker = attacker ?? position.sideToMove
    vcf = VCFSolver(table: vcfTable)
    self.clock = clock
    children = .allocate(capacity: Self.childCapacity)
  }

  deinit { children.deallocate() }

  var nodes: UInt64 { ownNodes + vcf.nodes }

  /// Searches for a win of the attacker.
  mutating func solve(_ limits: inout ProofSearchLimits) -> Result {
    assert(top == 0)
    let value = board.evaluate().rawValue
    rootValue = Int(board.sideToMove == attacker ? value : -value)
    let root =
      board.sideToMove == attacker
      ? attack(.unlimited, depth: 0, &limits) : defend(.unlimited, depth: 0, &limits)
    limits.isExhausted = root.isDisproved
    if root.isProved { return .win }
    let isComplete = !limits.isIncomplete && (limits.breadth == .all || limits.breadth == .game)
    return root.isDisproved && isComplete ? .none : .unknown
  }

  typealias Entry = ProofTable.Entry

  /// Counts a node, and returns whether a limit is reached.
  private mutating func isOutOfBudget(_ limits: ProofSearchLimits) -> Bool {
    ownNodes &+= 1
    if ownNodes & (Self.nodesPerCheck &- 1) == 0 { clock.check() }
    return isSpent(limits)
  }

  /// Returns whether a limit is reached; unfinished nodes then stay unproved.
  private func isSpent(_ limits: ProofSearchLimits) -> Bool {
    nodes >= limits.nodeLimit || clock.isStopped
  }

  // MARK: The attacker's nodes

  /// Searches a position with the attacker to move, until its proof or disproof number reaches a
  /// threshold or a limit is reached.
  mutating func attack(
    _ thresholds: ProofThresholds, depth: Int, _ limits: inout ProofSearchLimits
  ) -> Entry {
    assert(depth <= Self.maximumDepth)
    var entry = Entry(key: board.key)
    let own = board.sideToMove
    if let result = board.staticResult(atPly: 0) {
      return settle(entry, isWin: result.isWin, limits)
    }
    let mustAnswer = board.count(.five, of: own.opponent) > 0
    let isNew = limits.table.probe(board.key) == nil
    if isNew, board.fourCount(of: own) > 0, winsByFours(&limits) {
      return settle(entry, isWin: true, limits)
    }
    if isSpent(limits) { return entry }
    if limits.breadth == .game {
      if board.hasPairing(against: own) { return settle(entry, isWin: false, limits) }
      if isNew, let move = winByThreats(limits) {
        entry.move = move.rawValue
        return settle(entry, isWin: true, limits)
      }
    }
    if depth >= Self.maximumDepth {
      limits.isIncomplete = true
      return settle(entry, isWin: false, limits)
    }
    let base = top
    defer { top = base }
    listThreats(limits.breadth, mustAnswer: mustAnswer)
    let lag = ProofEstimate.lag(of: Int(board.evaluate().rawValue), behind: rootValue)
    rank(from: base) { child, rank in
      child.initialProof &+= lag &+ ProofEstimate.delay(ofAttack: rank)
    }
    return expand(
      entry, Expansion(isAttack: true, moves: base..<top, thresholds: thresholds, depth: depth),
      &limits)
  }

  /// Returns whether the side to move has a win by fours, within the budget of one VCF search.
  mutating func winsByFours(_ limits: inout ProofSearchLimits) -> Bool {
    let budget = min(limits.vcfBudget, limits.nodeLimit - min(nodes, limits.nodeLimit))
    switch vcf.solve(&board, budget: budget, clock: clock) {
    case .win: return true
    case .none: return false
    case .unknown:
      // In a game search the moves are tried nevertheless, so the result stays complete.
      if limits.breadth != .game, !isSpent(limits) { limits.isIncomplete = true }
      return false
    }
  }

  /// Pushes the attacker's moves worth trying as children, with their initial proof numbers.
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
      push(point, initial: ProofEstimate.proof(of: board.pointClass(of: own, at: point)))
    }
  }

  // MARK: The defender's nodes

  /// Searches a position with the defender to move, until its proof or disproof number reaches a
  /// threshold or a limit is reached.
  private mutating func defend(
    _ thresholds: ProofThresholds, depth: Int, _ limits: inout ProofSearchLimits
  ) -> Entry {
    assert(board.sideToMove == attacker.opponent || limits.breadth == .threes)
    let entry = Entry(key: board.key)
    let own = board.sideToMove
    if board.count(.five, of: own) > 0 || board.isFull {
      return settle(entry, isWin: false, limits)
    }
    if limits.breadth == .game, limits.table.probe(board.key) == nil, isSafe(&limits) {
      return settle(entry, isWin: false, limits)
    }
    let found = repliesThatMatter(&limits)
    if isSpent(limits) { return entry }
    guard var replies = found else { return settle(entry, isWin: false, limits) }
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
      entry, Expansion(isAttack: false, moves: base..<top, thresholds: thresholds, depth: depth),
      &limits)
  }

  /// Returns the replies that may stop the attacker's threat; all other replies lose.
  ///
  /// Returns `nil` if he threatens nothing or a limit is reached. A game search gets all empty
  /// points instead of `nil`.
  mutating func repliesThatMatter(_ limits: inout ProofSearchLimits) -> PointSet? {
    if board.count(.five, of: board.sideToMove.opponent) > 0 { return board.repliesToFive() }
    return zoneOfThreat(&limits) ?? (limits.breadth == .game ? board.empties : nil)
  }

  /// Returns the replies that may stop the attacker's threat to win by fours; `nil` if no such
  /// threat is found within the limits.
  private mutating func zoneOfThreat(_ limits: inout ProofSearchLimits) -> PointSet? {
    if let zone = zones[board.key] { return zone.isEmpty ? nil : zone }
    board.makePass()
    var zone = PointSet()
    if board.fourCount(of: board.sideToMove) > 0, winsByFours(&limits) {
      zone = vcf.zone(&board)
      zone.formIntersection(board.empties)
    }
    board.unmakePass()
    if isSpent(limits), zone.isEmpty { return nil }
    if zones.count > Self.mostZones { zones.removeAll(keepingCapacity: true) }
    zones[board.key] = zone
    return zone.isEmpty ? nil : zone
  }

  // MARK: Proof numbers

  private mutating func push(_ point: Point, initial: UInt32) {
    assert(top < Self.childCapacity)
    let orderingScore = board.orderingScore(of: board.state(at: point))
    children[top] = Child(
      point: point, orderingScore: Int32(truncatingIfNeeded: orderingScore),
      key: board.key(after: point),
      initialProof: initial, initialDisproof: 1)
    top += 1
  }

  /// Sorts the children from `base` on, the best ordering score first, and calls `body` with each
  /// child and its rank.
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
  private func settle(_ entry: Entry, isWin: Bool, _ limits: ProofSearchLimits) -> Entry {
    var entry = entry
    entry.proof = isWin ? 0 : ProofTable.infinity
    entry.disproof = isWin ? ProofTable.infinity : 0
    limits.table.store(entry)
    return entry
  }

  /// The data of a node that `expand` needs in addition to its entry.
  private struct Expansion {
    let isAttack: Bool
    /// The node's moves, as indices of `children`.
    let moves: Range<Int>
    let thresholds: ProofThresholds
    let depth: Int
  }

  /// The numbers of a node, computed from its children's.
  ///
  /// `own` is the proof number if the attacker is to move at the node, else the disproof number;
  /// `other` is the remaining number. The node's `own` is the smallest of its children's. Its
  /// `other` is the sum of its children's.
  private struct Choice {
    var own = ProofTable.infinity
    var other: UInt32 = 0
    /// The child with the smallest `own`; `nil` if every child is lost for the side to move.
    var best: Int?
    var bestOther: UInt32 = 0
    /// The second smallest `own` of a child.
    var second = ProofTable.infinity
  }

  @inline(__always) private func choose(_ node: Expansion, _ table: ProofTable) -> Choice {
    var choice = Choice()
    for index in node.moves {
      let child = children[index]
      let known = table.probe(child.key)
      let proof = known?.proof ?? child.initialProof
      let disproof = known?.disproof ?? child.initialDisproof
      let (own, other) = node.isAttack ? (proof, disproof) : (disproof, proof)
      choice.other = min(choice.other &+ other, ProofTable.infinity)
      if own < choice.own {
        choice.second = choice.own
        (choice.own, choice.best, choice.bestOther) = (own, index, other)
      } else if own < choice.second {
        choice.second = own
      }
    }
    if choice.own == 0 { choice.other = ProofTable.infinity }
    return choice
  }

  /// Searches the child with the smallest `own`, again and again, until a threshold or a limit is
  /// reached.
  private mutating func expand(
    _ entry: Entry, _ node: Expansion, _ limits: inout ProofSearchLimits
  ) -> Entry {
    assert(node.thresholds.proof > 0 && node.thresholds.disproof > 0)
    var entry = entry
    let start = nodes
    let (proof, disproof) = (node.thresholds.proof, node.thresholds.disproof)
    let (ownLimit, otherLimit) = node.isAttack ? (proof, disproof) : (disproof, proof)
    while true {
      let choice = choose(node, limits.table)
      entry.proof = node.isAttack ? choice.own : choice.other
      entry.disproof = node.isAttack ? choice.other : choice.own
      if let best = choice.best { entry.move = children[best].point.rawValue }
      entry.work = UInt32(clamping: nodes - start + 1)
      limits.table.store(entry)
      guard let best = choice.best, choice.own < ownLimit, choice.other < otherLimit,
        choice.own > 0, choice.other > 0, !isOutOfBudget(limits)
      else { return entry }
      let childOwn = min(ownLimit, ProofThresholds.own(beside: choice.second))
      let childOther = otherLimit &- choice.other &+ choice.bestOther
      board.make(children[best].point)
      if node.isAttack {
        _ = defend(.init(proof: childOwn, disproof: childOther), depth: node.depth + 1, &limits)
      } else {
        _ = attack(.init(proof: childOther, disproof: childOwn), depth: node.depth + 1, &limits)
      }
      board.unmake()
    }
  }
}

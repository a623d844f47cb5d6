import Basics
import GomokuRules
import SearchKit

/// Victory by continuous threats: every move of the attacker makes a four, or wins by fours if the
/// defender passes.
///
/// Depth-first proof-number search (Nagai 2002). After a threat that is no four, the replies are the
/// points that can change the win by fours, and the defender's own fours: all others lose to it.
/// With `Breadth.game` every move and every reply is tried, and threats are looked for at the leaves.
struct VCTSolver<Rules: RuleTraits>: ~Copyable {
  enum Result: Equatable {
    case win
    /// No win was found although every threat was tried.
    case none
    case unknown
  }

  /// Which of the attacker's moves are tried as threats.
  enum Breadth {
    /// Fours and threes.
    case threes
    /// Also points that make a two or prepare a four.
    case quiet
    /// Every point.
    case all
    /// Every point, whether it threatens anything or not.
    case game
  }

  var board: Board<Rules>
  var vcf: VCFSolver<Rules>
  var table: ProofTable
  /// For the looks for threats at the leaves of a whole game, by the colour whose win is looked for.
  let leafTables: [ProofTable]
  let clock: SearchClock
  /// Whose win is looked for.
  let attacker: Color
  var breadth: Breadth
  var nodeLimit: UInt64
  private var ownNodes: UInt64 = 0
  /// Whether the last search ran to its end without a win.
  private(set) var isExhausted = false
  /// Whether the table may hold positions that count as lost only because a look for fours was
  /// given up for its cost: `none` is then no proof.
  var isIncomplete = false
  private let children: UnsafeMutablePointer<Child>
  var top = 0
  private var zones: [UInt64: PointSet] = [:]

  /// The budget of one look for fours, in nodes.
  var vcfBudget = Self.firstLook
  /// The static value of the root for the attacker, in centistones.
  private var rootValue = 0
  /// Short looks first: a failing one costs most, and the threats come back to the position.
  static var firstLook: UInt64 { 250 }
  /// The deepest line followed, in plies.
  static var maximumDepth: Int { 120 }

  private struct Child {
    var point: Point
    var promise: Int32
    var key: UInt64
    /// The proof number before the child has been looked at.
    var initialProof: UInt32
    var initialDisproof: UInt32
  }

  /// - Parameters:
  ///   - attacker: whose win is looked for: of the side to move if it is not said.
  ///   - leafTables: for `Breadth.game`, other tables, one a colour.
  init(
    _ position: Position, attacker: Color? = nil, breadth: Breadth, vcfTable: VCFTable,
    table: ProofTable, leafTables: [ProofTable] = [], clock: SearchClock, nodeLimit: UInt64
  ) {
    board = Board(position)
    self.attacker = attacker ?? position.sideToMove
    self.leafTables = leafTables
    vcf = VCFSolver(table: vcfTable)
    self.table = table
    self.clock = clock
    self.breadth = breadth
    self.nodeLimit = nodeLimit
    children = .allocate(capacity: 2 * BoardSize.mostPoints * (Self.maximumDepth + 2))
  }

  deinit { children.deallocate() }

  var nodes: UInt64 { ownNodes + vcf.nodes }

  /// Allows `budget` more nodes from now on.
  mutating func extendLimit(by budget: UInt64) { nodeLimit = nodes &+ budget }

  /// Looks for a win of the attacker.
  mutating func solve() -> Result {
    let limit = ProofTable.infinity
    let value = board.evaluate().rawValue
    rootValue = Int(board.sideToMove == attacker ? value : -value)
    let root =
      board.sideToMove == attacker
      ? attack(limit, limit, depth: 0) : defend(limit, limit, depth: 0)
    isExhausted = root.isDisproved
    if root.isProved { return .win }
    let isComplete = !isIncomplete && (breadth == .all || breadth == .game)
    return root.isDisproved && isComplete ? .none : .unknown
  }

  typealias Entry = ProofTable.Entry

  private mutating func isOutOfBudget() -> Bool {
    ownNodes &+= 1
    if ownNodes & 255 == 0 { clock.check() }
    return isSpent
  }

  /// Whether a limit is reached: what has been begun is left unsettled then.
  private var isSpent: Bool { nodes >= nodeLimit || clock.isStopped }

  // MARK: The attacker's nodes

  /// Proves or disproves a win of the side to move until a threshold is reached.
  mutating func attack(_ proofLimit: UInt32, _ disproofLimit: UInt32, depth: Int) -> Entry {
    var entry = Entry(key: board.key)
    let own = board.sideToMove
    if let result = board.staticResult(atPly: 0) {
      return settle(&entry, isWin: result.isWin)
    }
    let mustAnswer = board.count(.five, of: own.opponent) > 0
    let isNew = table.probe(board.key) == nil
    if isNew, board.fourCount(of: own) > 0, winsByFours() {
      return settle(&entry, isWin: true)
    }
    if isSpent { return entry }
    if breadth == .game {
      if board.hasPairing(against: own) { return settle(&entry, isWin: false) }
      if isNew, let move = winByThreats() {
        entry.move = move.rawValue
        return settle(&entry, isWin: true)
      }
    }
    if depth >= Self.maximumDepth {
      isIncomplete = true
      return settle(&entry, isWin: false)
    }
    let base = top
    defer { top = base }
    listThreats(mustAnswer: mustAnswer)
    let count = top - base
    let lag = ProofEstimate.lag(of: Int(board.evaluate().rawValue), behind: rootValue)
    rank(from: base) { child, rank in
      child.initialProof &+= lag &+ ProofEstimate.delay(ofAttack: rank)
    }
    return expand(
      &entry, from: base, count: count, proofLimit, disproofLimit, depth, isAttack: true)
  }

  /// Whether the side to move has a win by fours within the budget of one look.
  mutating func winsByFours() -> Bool {
    let budget = min(vcfBudget, nodeLimit - min(nodes, nodeLimit))
    switch vcf.solve(&board, budget: budget, clock: clock) {
    case .win: return true
    case .none: return false
    case .unknown:
      // In a whole game the moves are tried all the same.
      if breadth != .game, !isSpent { isIncomplete = true }
      return false
    }
  }

  /// Puts the attacker's moves worth trying on the stack.
  private mutating func listThreats(mustAnswer: Bool) {
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

  /// The same after a move of the attacker.
  private mutating func defend(_ proofLimit: UInt32, _ disproofLimit: UInt32, depth: Int) -> Entry {
    var entry = Entry(key: board.key)
    let own = board.sideToMove
    if board.count(.five, of: own) > 0 || board.isFull { return settle(&entry, isWin: false) }
    if breadth == .game, table.probe(board.key) == nil, isSafe() {
      return settle(&entry, isWin: false)
    }
    let found = repliesThatMatter()
    if isSpent { return entry }
    guard var replies = found else { return settle(&entry, isWin: false) }
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
      &entry, from: base, count: top - base, proofLimit, disproofLimit, depth, isAttack: false)
  }

  /// The replies that may stop the attacker's threat; all others lose. `nil` if he threatens nothing
  /// and has to.
  mutating func repliesThatMatter() -> PointSet? {
    if board.count(.five, of: board.sideToMove.opponent) > 0 { return board.repliesToFive() }
    return zoneOfThreat() ?? (breadth == .game ? board.empties : nil)
  }

  /// The replies that matter to the attacker's threat to win by fours, or `nil` if there is none.
  private mutating func zoneOfThreat() -> PointSet? {
    if let zone = zones[board.key] { return zone.isEmpty ? nil : zone }
    board.makePass()
    var zone = PointSet()
    if board.fourCount(of: board.sideToMove) > 0, winsByFours() {
      zone = vcf.zone(&board)
      zone.formIntersection(board.empties)
    }
    board.unmakePass()
    if isSpent, zone.isEmpty { return nil }
    if zones.count > 1 << 13 { zones.removeAll(keepingCapacity: true) }
    zones[board.key] = zone
    return zone.isEmpty ? nil : zone
  }

  // MARK: Proof numbers

  private mutating func push(_ point: Point, initial: UInt32) {
    let promise = board.promise(of: board.state(at: point))
    children[top] = Child(
      point: point, promise: Int32(truncatingIfNeeded: promise), key: board.key(after: point),
      initialProof: initial, initialDisproof: 1)
    top += 1
  }

  /// Sorts the children from `base` on, the most promising first, and hands each out with its rank.
  // Out of line: Swift 6.3.1 cannot compile the inlined loop under the thread sanitizer.
  @inline(never)
  private func rank(from base: Int, _ body: (inout Child, Int) -> Void) {
    var list = UnsafeMutableBufferPointer(start: children + base, count: top - base)
    list.sort {
      ($0.promise, $1.point) > ($1.promise, $0.point)
    }
    for index in list.indices { body(&list[index], index) }
  }

  private mutating func settle(_ entry: inout Entry, isWin: Bool) -> Entry {
    entry.proof = isWin ? 0 : ProofTable.infinity
    entry.disproof = isWin ? ProofTable.infinity : 0
    table.store(entry)
    return entry
  }

  /// Develops the most promising child again and again until a threshold or a limit is reached.
  private mutating func expand(
    _ entry: inout Entry, from base: Int, count: Int, _ proofLimit: UInt32, _ disproofLimit: UInt32,
    _ depth: Int, isAttack: Bool
  ) -> Entry {
    let start = nodes
    while true {
      // Seen from the mover: he wants one child with a small `own`, the sum of `other` grows.
      var sum: UInt32 = 0
      var best = ProofTable.infinity
      var second = ProofTable.infinity
      var bestChild = -1
      var bestOther: UInt32 = 0
      for index in base..<base + count {
        let child = children[index]
        let known = table.probe(child.key)
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
      table.store(entry)
      let (ownLimit, otherLimit) =
        isAttack ? (proofLimit, disproofLimit) : (disproofLimit, proofLimit)
      if best >= ownLimit || sum >= otherLimit || best == 0 || sum == 0 || isOutOfBudget() {
        return entry
      }
      let childOwn = min(ownLimit, second &+ second / 4 &+ 1)
      let childOther = otherLimit &- sum &+ bestOther
      board.make(children[bestChild].point)
      if isAttack {
        _ = defend(childOwn, childOther, depth: depth + 1)
      } else {
        _ = attack(childOther, childOwn, depth: depth + 1)
      }
      board.unmake()
    }
  }
}

// MARK: The line of a proof

extension VCTSolver {
  /// The winning line after `solve` has returned `.win`: the attacker's moves against the longest
  /// defence among the replies that matter, to the five.
  mutating func line() -> [Point]? {
    prepareToRetrace(budget: 2_000_000)
    var known: [UInt64: [Point]] = [:]
    return attackLine(&known)
  }

  private mutating func attackLine(_ known: inout [UInt64: [Point]]) -> [Point]? {
    if let line = known[board.key] { return line }
    let startKey = board.key
    let own = board.sideToMove
    if isWonByFours() { return vcf.line(&board) }
    guard let move = provedMove() else { return nil }
    board.make(move)
    defer { board.unmake() }
    guard var replies = repliesThatMatter() else { return nil }
    var longest: [Point] = []
    while let reply = replies.popFirst() {
      guard board.isLegal(reply) else { continue }
      board.make(reply)
      let rest = attackLine(&known)
      board.unmake()
      guard let rest else { return nil }
      if rest.count >= longest.count { longest = [reply] + rest }
    }
    if longest.isEmpty { longest = board.helplessReply(to: own) }
    let line = [move] + longest
    known[startKey] = line
    return line
  }

  /// Allows `budget` more nodes for going through a win again, with long looks for fours: where the
  /// win leans on one, its part of the table may be lost.
  mutating func prepareToRetrace(budget: UInt64) {
    extendLimit(by: budget)
    vcfBudget = max(vcfBudget, 100_000)
  }

  /// Whether the attacker wins a proved position by fours, unless the table knows another way.
  mutating func isWonByFours() -> Bool {
    guard board.fourCount(of: board.sideToMove) > 0 else { return false }
    if let entry = table.probe(board.key), entry.isProved, entry.move != 0 { return false }
    return winsByFours()
  }

  /// The attacker's move in a proved position without a win by fours.
  mutating func provedMove() -> Point? {
    let own = board.sideToMove
    if board.staticResult(atPly: 0)?.isWin == true {
      return board.threes(of: own, being: .doubleThree).first
    }
    if let entry = table.probe(board.key), entry.isProved, entry.move != 0 {
      return Point(rawValue: entry.move)
    }
    let longLook = vcfBudget
    vcfBudget = Self.firstLook
    defer { vcfBudget = longLook }
    let entry = attack(ProofTable.infinity, ProofTable.infinity, depth: 0)
    return entry.isProved && entry.move != 0 ? Point(rawValue: entry.move) : nil
  }
}

import Basics
import GomokuRules
import SearchKit

/// A win from a position with the winner to move, and where the loser could disturb it.
struct Win {
  /// Its node in the prover's strategy.
  let node: Int
  let zones: Zones
}

/// Proves wins that need moves without a threat, and writes them down as strategies.
///
/// After the winner's move the loser passes first: the win that follows has a zone, and only the replies
/// inside it have to be looked at. Each of those that loses to threats has a zone of its own, which
/// narrows the rest down. The winner's moves are chosen by looks for threats and, where they find
/// nothing, by searches.
struct WinProver<Rules: RuleTraits>: ~Copyable {
  /// Finds wins by threats, on the search's board.
  private var threats: ProofSearch<Rules>
  private var scope: ProofScope
  /// The same position as the rules see it.
  private var rows: ZoneBoard
  /// All nodes of wins that have been found, those not needed in the end too.
  private(set) var strategy = Strategy()
  let limits: WinSearch.Limits
  let hints: WinSearch.Hints
  let winner: Color
  let clock: SearchClock
  private let table = TranspositionTable(bytes: 16 << 20)
  private var searchNodes: UInt64 = 0
  /// How often a search was asked for moves.
  private(set) var searches = 0
  /// Wins found, by position and extra stones.
  private var known: [Key: Win] = [:]
  /// How many quiet moves are too few, by position.
  private var failures: [UInt64: Int] = [:]
  /// What searches recommend, by position.
  private var advice: [UInt64: Advice] = [:]
  /// The positions of the best-first search.
  var attacks: [UInt64: Attack] = [:]

  private struct Advice {
    /// How many times the usual nodes the search could take.
    let effort: UInt64
    let lines: [SearchReport<Point>.Line]

    func settles(_ effort: UInt64) -> Bool {
      self.effort >= effort || lines.first?.score.isWin == true
    }
  }

  private struct Key: Hashable {
    let position: UInt64
    let extras: Int
  }

  init(
    _ position: Position, winner: Color, limits: WinSearch.Limits, hints: WinSearch.Hints,
    clock: SearchClock
  ) {
    (self.winner, self.limits, self.hints, self.clock) = (winner, limits, hints, clock)
    threats = ProofSearch<Rules>(
      position, attacker: winner, weights: hints.weights ?? Rules.weights,
      vcfTable: VCFTable(logCount: 16), clock: clock)
    scope = ProofScope(breadth: .threes, table: ProofTable(logCount: 18), vcfBudget: 2_000)
    rows = ZoneBoard(position, winner: winner)
  }

  var nodes: UInt64 { threats.nodes + searchNodes }
  /// The position's key, of stones and side to move.
  var key: UInt64 { threats.board.key }
  var mustStopFive: Bool { threats.board.count(.five, of: winner.opponent) > 0 }

  /// The move that the book has for the winner.
  var bookMove: Point? { mustStopFive ? nil : hints.book[rows.position]?.move }

  /// The points that stop the loser's fives.
  var stops: [Point] { threats.board.repliesToFive().points }

  // MARK: Stones

  mutating func make(_ point: Point) {
    rows.put(threats.board.sideToMove, on: point)
    threats.board.make(point)
  }

  mutating func unmake(_ point: Point) {
    threats.board.unmake()
    rows.take(threats.board.sideToMove, from: point)
  }

  /// Lets the winner move twice.
  mutating func afterPass(_ body: (inout WinProver) -> Win?) -> Win? {
    threats.board.makePass()
    defer { threats.board.unmakePass() }
    return body(&self)
  }

  // MARK: The winner to move

  /// A win with at most `quiet` moves on any line that threaten nothing.
  ///
  /// - Parameter extras: how many stones the loser may have beside those on the board.
  mutating func win(quiet: Int, extras: Int) -> Win? {
    let key = Key(position: key, extras: extras)
    if let win = known[key] { return win }
    let win = findWin(quiet: quiet, extras: extras)
    if let win {
      if known.count > 1 << 18 { known.removeAll(keepingCapacity: true) }
      known[key] = win
    }
    return win
  }

  /// Where the book has a move, threats alone do not win, and no other quiet move is tried.
  private mutating func findWin(quiet: Int, extras: Int) -> Win? {
    let key = key
    if let failure = failures[key], failure >= quiet { return nil }
    let bookMove = bookMove
    if bookMove == nil, failures[key] == nil, let move = moveThatThreatens() {
      var attempt = Attempt(move)
      if let win = win(by: &attempt, quiet: 0, extras: extras) { return win }
    }
    while (failures[key] ?? -1) < quiet, !clock.isStopped {
      let allowed = (failures[key] ?? -1) + 1
      let rest = mustStopFive || bookMove != nil && allowed > 0 ? allowed : allowed - 1
      if rest >= 0 {
        for move in bookMove.map({ [$0] }) ?? moves(quiet: allowed) {
          var attempt = Attempt(move, isQuiet: true)
          if let win = win(by: &attempt, quiet: rest, extras: extras) { return win }
        }
      }
      failures[key] = allowed
    }
    return nil
  }

  /// The first move of a win by threats, if a look for them finds one.
  private mutating func moveThatThreatens() -> Point? {
    scope.nodeLimit = threats.nodes + limits.threatNodes
    if threats.isWonByFours(&scope) { return threats.vcf.winningMove(&threats.board) }
    if let move = threats.knownMove(scope) { return move }
    guard threats.solve(&scope) == .win else { return nil }
    return threats.provedMove(scope)
  }

  /// The winner's moves worth trying, the best first: the longer the win may be, the longer is the search.
  private mutating func moves(quiet: Int) -> [Point] {
    if mustStopFive { return stops }
    let lines = searchedLines(effort: 1 << UInt64(max(quiet, 1) - 1))
    let isWon = lines.first?.score.isWin ?? false
    return lines.prefix(isWon ? 1 : limits.depthFirstBreadth).compactMap(\.moves.first)
  }

  /// The best lines of a search.
  ///
  /// - Parameter effort: how many times the usual nodes it may take.
  mutating func searchedLines(effort: UInt64 = 1) -> [SearchReport<Point>.Line] {
    if let advice = advice[key], advice.settles(effort) { return advice.lines }
    var position = rows.position
    position.sideToMove = winner
    let limit = SearchLimits(nodes: effort * limits.searchNodes)
    table.prepare(for: limit, threadCount: 1, stop: clock.stop)
    let report = SearchTask(
      position: position, options: SearchOptions(lineCount: limits.breadth), table: table,
      weights: hints.weights ?? Rules.weights,
      mix: hints.weights == nil ? .of(Rules.variant) : nil, margins: Margins(),
      deepening: Deepening(
        limits: limit, clock: SearchClock(partOf: clock), policy: Margins().time)
    ).run()
    searchNodes += report.nodes
    searches += 1
    advice[key] = Advice(effort: effort, lines: report.lines)
    return report.lines
  }

  // MARK: The loser to move

  /// A move of the winner, and what has been found of the replies to it.
  struct Attempt {
    let move: Point
    /// Whether the move was chosen by a search.
    var isQuiet = false
    var branches: [Strategy.Branch] = []
    var zones = Zones()
    /// The replies still to be answered.
    var open = PointSet()

    init(_ move: Point, isQuiet: Bool = false) { (self.move, self.isQuiet) = (move, isQuiet) }

    /// Adds the answer to a reply, or to a pass.
    mutating func add(_ win: Win, to reply: Point?, answersOthers: Bool) {
      branches.append(.init(reply, node: win.node, answersOthers: answersOthers))
      zones.formUnion(win.zones, isNewer: answersOthers)
      if let reply { open.remove(reply) }
      if answersOthers { open.formIntersection(win.zones.newest) }
    }
  }

  /// The win by a move of which nothing is known yet.
  private mutating func win(by attempt: inout Attempt, quiet: Int, extras: Int) -> Win? {
    let isFive = threats.board.pointClass(of: winner, at: attempt.move) == .five
    make(attempt.move)
    defer { unmake(attempt.move) }
    if isFive {
      attempt.zones.insert(attempt.move)
      rows.add(five: attempt.move, to: &attempt.zones)
      return Win(node: strategy.add(attempt.move), zones: attempt.zones)
    }
    guard begin(&attempt, extras: extras, pass: { $0.win(quiet: quiet, extras: extras + 1) })
    else { return nil }
    for reply in inOrder(attempt.open) where attempt.open.contains(reply) {
      make(reply)
      defer { unmake(reply) }
      if attempt.isQuiet, let win = win(quiet: 0, extras: extras + 1) {
        attempt.add(win, to: reply, answersOthers: true)
      } else if let win = win(quiet: quiet, extras: extras) {
        attempt.add(win, to: reply, answersOthers: false)
      } else {
        return nil
      }
    }
    return conclude(attempt, extras: extras)
  }

  /// Finds the replies to a move just made that have to be answered.
  ///
  /// - Parameter pass: finds the win after a pass.
  /// - Returns: whether the move may win.
  mutating func begin(
    _ attempt: inout Attempt, extras: Int, pass: (inout WinProver) -> Win?
  ) -> Bool {
    attempt.zones.insert(attempt.move)
    if rows.loserMakesFive(extras: extras) || rows.position.isFull { return false }
    let fives = rows.fives
    guard fives.isEmpty else {
      for five in fives { rows.add(five: five, to: &attempt.zones) }
      attempt.open = PointSet(rows.position.stops(ofAll: fives, of: winner))
      return true
    }
    attempt.open = threats.board.empties
    guard let win = afterPass(pass) else { return false }
    attempt.add(win, to: nil, answersOthers: true)
    return true
  }

  /// The win by a move all replies to which are answered.
  mutating func conclude(_ attempt: Attempt, extras: Int) -> Win {
    var zones = attempt.zones
    if extras > 0 { rows.addGuards(extras: extras, to: &zones) }
    return Win(node: strategy.add(attempt.move, attempt.branches), zones: zones)
  }

  /// Replies, the most promising first.
  func inOrder(_ replies: PointSet) -> [Point] { threats.board.inOrder(replies) }

  /// The key after a reply.
  func key(after reply: Point) -> UInt64 { threats.board.key(after: reply) }
}

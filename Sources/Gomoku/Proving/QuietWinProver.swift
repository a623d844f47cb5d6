import Basics
import GomokuRules
import SearchKit
import SearchTypes

/// A proved win with the winner to move, and the zones in which the loser could disturb it.
struct Win {
  /// The index of the win's node in the prover's strategy.
  let nodeIndex: Int
  let zones: Zones
}

/// The prover of wins that need quiet moves; it writes them down as strategies.
///
/// After the winner's move, the prover first tries a pass of the loser. The win that follows has a
/// zone, and only replies inside the zone have to be searched. A win by threats after such a reply
/// has a zone too, which leaves still fewer replies. The book or threat searches choose the
/// winner's moves; if they have none, alpha-beta searches choose.
struct QuietWinProver<Rules: RuleTraits>: ~Copyable {
  /// The solver of wins by threats, with the search's board.
  private var threats: ProofSearch<Rules>
  private var threatLimits: ProofSearchLimits
  /// The same position on the board of `GomokuRules`, which computes zones.
  private var zoneBoard: ZoneBoard
  /// The strategy nodes of all wins found, including unused ones.
  private(set) var strategy = Strategy()
  let limits: WinSearch.Limits
  let hints: WinSearch.Hints
  let winner: Color
  let clock: SearchClock
  private let table = TranspositionTable(bytes: 16 << 20)
  private var searchNodes: UInt64 = 0
  /// The `canonicalImage.name` of each position in which an alpha-beta search chose moves, one
  /// entry a search.
  private(set) var searched: [String] = []
  /// The wins found, by position and extra stones.
  private var known: [Key: Win] = [:]
  /// The largest number of quiet moves with which no win was found, by position and extra stones.
  private var failures: [Key: Int] = [:]
  /// The results of alpha-beta searches for moves, by the Zobrist key of the position.
  private var advice: [UInt64: Advice] = [:]
  /// The positions of the best-first search, by Zobrist key.
  var winNodes: [UInt64: WinNode] = [:]

  /// The result of an alpha-beta search for moves.
  private struct Advice {
    /// The node limit of the search, as a multiple of `limits.searchNodes`.
    let effort: UInt64
    let lines: [SearchReport<Point>.Line]

    /// Returns whether a search with `effort` would be no better than this one.
    func settles(_ effort: UInt64) -> Bool {
      self.effort >= effort || lines.first?.score.isWin == true
    }
  }

  private struct Key: Hashable {
    let position: UInt64
    let extraStones: Int
  }

  init(
    _ position: Position, winner: Color, limits: WinSearch.Limits, hints: WinSearch.Hints,
    clock: SearchClock
  ) {
    (self.winner, self.limits, self.hints, self.clock) = (winner, limits, hints, clock)
    threats = ProofSearch<Rules>(
      position, attacker: winner, weights: hints.weights ?? Rules.weights,
      vcfTable: VCFTable(logCount: 16), clock: clock)
    threatLimits = ProofSearchLimits(
      breadth: .threes, table: ProofTable(logCount: 18), vcfBudget: 2_000)
    zoneBoard = ZoneBoard(position, winner: winner, onPlane: limits.everyBoard)
  }

  var nodes: UInt64 { threats.nodes + searchNodes }
  /// The Zobrist key of the current position.
  var key: UInt64 { threats.board.key }
  /// True if the loser threatens a five.
  var mustStopFive: Bool { threats.board.count(.five, of: winner.opponent) > 0 }

  /// The book's move for the winner; `nil` if it has none, or if a five has to be stopped.
  var bookMove: Point? { mustStopFive ? nil : hints.book[zoneBoard.position]?.move }

  /// The points that stop the loser's fives.
  var stops: [Point] { threats.board.repliesToFive().points }

  // MARK: Stones

  mutating func make(_ point: Point) {
    zoneBoard.put(threats.board.sideToMove, on: point)
    threats.board.make(point)
  }

  mutating func unmake(_ point: Point) {
    assert(threats.board.move(1) == point)
    threats.board.unmake()
    zoneBoard.take(threats.board.sideToMove, from: point)
  }

  /// Runs `body` after a pass of the loser, so that the winner moves twice.
  mutating func afterPass(_ body: (inout QuietWinProver) -> Win?) -> Win? {
    threats.board.makePass()
    defer { threats.board.unmakePass() }
    return body(&self)
  }

  // MARK: The winner to move

  /// Returns a win that was found before, or searches for one with at most `quiet` quiet moves on a
  /// line; `nil` if none is found.
  ///
  /// A win found before may have more quiet moves. Moves of the book, and moves that stop a five,
  /// do not count as quiet.
  ///
  /// - Parameter extraStones: the number of stones that the loser may have besides those on the
  ///   board.
  mutating func win(quiet: Int, extraStones: Int) -> Win? {
    assert(threats.board.sideToMove == winner && extraStones >= 0)
    let key = Key(position: key, extraStones: extraStones)
    if let win = known[key] { return win }
    let win = findWin(key, quiet: quiet)
    if let win {
      if known.count > 1 << 18 { known.removeAll(keepingCapacity: true) }
      known[key] = win
    }
    return win
  }

  /// Searches for a win with more and more quiet moves, up to `quiet`.
  ///
  /// In a position of the book only the book's move is tried, since threats alone do not win there.
  private mutating func findWin(_ key: Key, quiet: Int) -> Win? {
    let extraStones = key.extraStones
    if let failure = failures[key], failure >= quiet { return nil }
    let bookMove = bookMove
    if bookMove == nil, failures[key] == nil, let move = moveThatThreatens() {
      var attempt = Attempt(move)
      if let win = win(by: &attempt, quiet: 0, extraStones: extraStones) { return win }
    }
    while (failures[key] ?? -1) < quiet, !clock.isStopped {
      let allowed = (failures[key] ?? -1) + 1
      let rest = mustStopFive || bookMove != nil && allowed > 0 ? allowed : allowed - 1
      if rest >= 0 {
        for move in bookMove.map({ [$0] }) ?? moves(quiet: allowed) {
          var attempt = Attempt(move, isQuiet: true)
          if let win = win(by: &attempt, quiet: rest, extraStones: extraStones) { return win }
        }
      }
      failures[key] = allowed
    }
    return nil
  }

  /// Returns the first move of a win by threats, if a threat search finds one.
  private mutating func moveThatThreatens() -> Point? {
    threatLimits.nodeLimit = threats.nodes + limits.threatNodes
    if threats.isWonByFours(&threatLimits) { return threats.vcf.winningMove(&threats.board) }
    if let move = threats.knownMove(threatLimits) { return move }
    guard threats.solve(&threatLimits) == .win else { return nil }
    return threats.provedMove(threatLimits)
  }

  /// Returns the winner's moves worth trying, the best first.
  ///
  /// The search for them is longer if more quiet moves are allowed.
  private mutating func moves(quiet: Int) -> [Point] {
    if mustStopFive { return stops }
    let lines = searchedLines(effort: 1 << UInt64(max(quiet, 1) - 1))
    let isWon = lines.first?.score.isWin ?? false
    return lines.prefix(isWon ? 1 : limits.depthFirstBreadth).compactMap({ $0.moves.first })
  }

  /// Returns the best lines of an alpha-beta search, which are kept for each position.
  ///
  /// - Parameter effort: the node limit as a multiple of `limits.searchNodes`.
  /// - Returns: no lines if `limits.searchNodes` is 0.
  mutating func searchedLines(effort: UInt64 = 1) -> [SearchReport<Point>.Line] {
    if limits.searchNodes == 0 { return [] }
    if let advice = advice[key], advice.settles(effort) { return advice.lines }
    var position = zoneBoard.position
    position.sideToMove = winner
    let limit = SearchLimits(nodes: effort * limits.searchNodes)
    table.prepare(for: limit, threadCount: 1, stop: clock.stop)
    let report = SearchTask(
      position: position, options: SearchOptions(lineCount: limits.breadth), table: table,
      weights: hints.weights ?? Rules.weights,
      mix: hints.weights == nil ? .of(Rules.variant) : nil, parameters: SearchParameters(),
      deepening: Deepening(
        limits: limit, clock: SearchClock(partOf: clock), policy: SearchParameters().time)
    ).run()
    searchNodes += report.nodes
    searched.append(position.canonicalImage.name)
    advice[key] = Advice(effort: effort, lines: report.lines)
    return report.lines
  }

  // MARK: The loser to move

  /// A move of the winner, and the proofs about the replies to it so far.
  struct Attempt {
    let move: Point
    /// True for a move of the depth-first search that no threat search has chosen.
    var isQuiet = false
    var branches: [Strategy.Branch] = []
    var zones = Zones()
    /// The replies still to be answered.
    var open = PointSet()

    init(_ move: Point, isQuiet: Bool = false) { (self.move, self.isQuiet) = (move, isQuiet) }

    /// Adds the answer to a reply, or to a pass (`nil`).
    ///
    /// - Parameter answersOthers: true if the win also answers replies without a branch of their
    ///   own.
    mutating func add(_ win: Win, to reply: Point?, answersOthers: Bool) {
      assert(reply.map(open.contains) ?? answersOthers)
      branches.append(.init(reply, node: win.nodeIndex, answersOthers: answersOthers))
      zones.formUnion(win.zones, isNewer: answersOthers)
      if let reply { open.remove(reply) }
      if answersOthers { open.formIntersection(win.zones.newest) }
    }
  }

  /// Tries to prove a win that begins with the move of `attempt`.
  private mutating func win(by attempt: inout Attempt, quiet: Int, extraStones: Int) -> Win? {
    let isFive = threats.board.pointClass(of: winner, at: attempt.move) == .five
    guard mayPlay(attempt.move, extraStones: extraStones) else { return nil }
    make(attempt.move)
    defer { unmake(attempt.move) }
    if isFive {
      attempt.zones.insert(attempt.move)
      zoneBoard.add(five: attempt.move, to: &attempt.zones)
      return Win(nodeIndex: strategy.add(attempt.move), zones: attempt.zones)
    }
    guard
      begin(
        &attempt, extraStones: extraStones,
        pass: { $0.win(quiet: quiet, extraStones: extraStones + 1) })
    else { return nil }
    for reply in inOrder(attempt.open) where attempt.open.contains(reply) {
      make(reply)
      defer { unmake(reply) }
      if attempt.isQuiet, marksReplies(extraStones: extraStones),
        let win = win(quiet: 0, extraStones: extraStones + 1)
      {
        attempt.add(win, to: reply, answersOthers: true)
      } else if let win = win(quiet: quiet, extraStones: extraStones) {
        attempt.add(win, to: reply, answersOthers: false)
      } else {
        return nil
      }
    }
    return conclude(attempt, extraStones: extraStones)
  }

  /// Finds the replies that have to be answered after the move of `attempt`, which has just been
  /// made.
  ///
  /// - Parameter pass: proves a win after a pass of the loser.
  /// - Returns: false if no win by this move can be proved within the limits.
  mutating func begin(
    _ attempt: inout Attempt, extraStones: Int, pass: (inout QuietWinProver) -> Win?
  ) -> Bool {
    assert(threats.board.sideToMove == winner.opponent)
    attempt.zones.insert(attempt.move)
    if zoneBoard.loserMakesFive(extraStones: extraStones) || zoneBoard.position.isFull {
      return false
    }
    let fives = zoneBoard.fives
    if zoneBoard.isCrossed(by: PointSet(fives)) { return false }
    guard fives.isEmpty else {
      for five in fives { zoneBoard.add(five: five, to: &attempt.zones) }
      attempt.open = PointSet(zoneBoard.position.stops(ofAll: fives, of: winner))
      return !zoneBoard.isCrossed(by: attempt.open)
    }
    attempt.open = threats.board.empties
    attempt.open.formUnion(zoneBoard.outside)
    guard let win = afterPass(pass) else { return false }
    attempt.add(win, to: nil, answersOthers: true)
    return !zoneBoard.isCrossed(by: attempt.open)
  }

  /// Returns the win that begins with the move of `attempt`, once all replies to it are answered.
  mutating func conclude(_ attempt: Attempt, extraStones: Int) -> Win {
    assert(attempt.open.isEmpty, "a reply has no answer")
    var zones = attempt.zones
    if extraStones > 0 { zoneBoard.addGuards(extraStones: extraStones, to: &zones) }
    return Win(nodeIndex: strategy.add(attempt.move, attempt.branches), zones: zones)
  }

  /// Returns whether the win after a reply may also answer replies that have no branch of their own
  /// (a marked branch). That needs one more extra stone.
  ///
  /// A strategy for every board has to keep its zones on the board. With three extra stones, each
  /// row with a stone of the loser is in a zone, and reaches up to four points beyond the stone. A
  /// marked branch for a reply there would add a stone and an extra stone, and widen the zone
  /// again. So if there are extra stones already, only passes add more.
  ///
  /// In renju only passes may be marked.
  func marksReplies(extraStones: Int) -> Bool {
    !Rules.hasForbiddenPoints && !limits.marksOnlyPasses
      && (!limits.everyBoard || extraStones == 0)
  }

  /// Returns whether the winner may play on `point`, whatever extra stones the loser has.
  func mayPlay(_ point: Point, extraStones: Int) -> Bool {
    zoneBoard.winnerMayPlay(point, extraStones: extraStones)
  }

  func inOrder(_ replies: PointSet) -> [Point] { threats.board.inOrder(replies) }

  func key(after reply: Point) -> UInt64 { threats.board.key(after: reply) }
}

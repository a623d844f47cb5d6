import Basics
import GomokuRules
import SearchTypes

extension ProofSearch {
  /// Returns the winning line after `solve` has returned `.win`.
  ///
  /// The line ends with the five, and has the longest defence among the replies that matter. Parts
  /// of the win that the tables have lost are searched for again. Returns `nil` if `lineBudget`
  /// nodes do not suffice for that.
  mutating func line(_ limits: ProofSearchLimits) -> [Point]? {
    var limits = limits.retracing(from: nodes, budget: Self.lineBudget)
    var known: [UInt64: [Point]] = [:]
    return attackLine(&known, &limits)
  }

  /// The number of nodes for searching again for lost parts of a line.
  private static var lineBudget: UInt64 { 2_000_000 }

  /// Returns the line of a win with the attacker to move; `nil` if a lost part of the win is not
  /// found again.
  ///
  /// - Parameter known: the lines found before, by the key of the position.
  private mutating func attackLine(
    _ known: inout [UInt64: [Point]], _ limits: inout ProofSearchLimits
  ) -> [Point]? {
    if let line = known[board.key] { return line }
    let startKey = board.key
    let own = board.sideToMove
    if isWonByFours(&limits) { return vcf.line(&board) }
    guard let move = provedMove(limits) else { return nil }
    board.make(move)
    defer { board.unmake() }
    guard var replies = repliesThatMatter(&limits) else { return nil }
    var longest: [Point] = []
    while let reply = replies.popFirst() {
      guard board.isLegal(reply) else { continue }
      board.make(reply)
      let rest = attackLine(&known, &limits)
      board.unmake()
      guard let rest else { return nil }
      if rest.count >= longest.count { longest = [reply] + rest }
    }
    if longest.isEmpty { longest = board.helplessReply(to: own) }
    let line = [move] + longest
    known[startKey] = line
    return line
  }

  /// Returns whether the attacker, who is to move, wins a proved position by fours.
  ///
  /// The tables store a win by fours without a move. So a proved entry with a move has another kind
  /// of win, and no search is needed.
  mutating func isWonByFours(_ limits: inout ProofSearchLimits) -> Bool {
    guard board.fourCount(of: board.sideToMove) > 0 else { return false }
    if let entry = limits.table.probe(board.key), entry.isProved, entry.move != 0 { return false }
    return winsByFours(&limits)
  }

  /// Returns, without a search, the attacker's move in a proved position that has no win by fours.
  /// The move comes from the board's static result or from the table; `nil` if neither has one.
  func knownMove(_ limits: ProofSearchLimits) -> Point? {
    let own = board.sideToMove
    if board.staticResult(atPly: 0)?.isWin == true {
      return board.threes(of: own, being: .doubleThree).first
    }
    guard let entry = limits.table.probe(board.key), entry.isProved, entry.move != 0 else {
      return nil
    }
    return Point(rawValue: entry.move)
  }

  /// Returns the same move as `knownMove`. If the table has lost it, a search looks for it; `nil`
  /// if that fails.
  mutating func provedMove(_ limits: ProofSearchLimits) -> Point? {
    if let move = knownMove(limits) { return move }
    var short = limits
    short.vcfBudget = ProofSearchLimits.firstVCFBudget
    let entry = attack(.unlimited, depth: 0, &short)
    return entry.isProved && entry.move != 0 ? Point(rawValue: entry.move) : nil
  }
}

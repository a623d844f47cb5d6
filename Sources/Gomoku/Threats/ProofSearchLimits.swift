/// The set of the attacker's moves that a proof search tries.
enum ThreatBreadth {
  /// Fours and threes.
  case threes
  /// Fours, threes, and points that make a two or prepare a four.
  case quiet
  /// All points that threaten to win by fours.
  case all
  /// All points, whether they threaten anything or not.
  case game
}

/// The breadth, tables and budgets of a proof search, passed down from node to node.
struct ProofSearchLimits {
  let breadth: ThreatBreadth
  let table: ProofTable
  /// The tables of the short threat searches at the leaves of a search of all moves
  /// (`ThreatBreadth.game`), by the colour of the attacker.
  var leafTables: [ProofTable] = []
  /// The node count at which the search is abandoned.
  var nodeLimit = UInt64.max
  /// The node budget of one search for a win by fours (VCF).
  var vcfBudget = firstVCFBudget
  /// True if the table may hold positions as lost for the attacker that were not searched to the
  /// end.
  ///
  /// The cause is an abandoned VCF search, or a line of the largest depth. `ProofSearch.solve` then
  /// returns `unknown` instead of `none`.
  var isIncomplete = false
  /// True if the last search tried all threats without finding a win.
  var isExhausted = false

  /// The VCF budget of the first round, in nodes.
  ///
  /// The budget is small, because searches that fail are the most expensive, and their positions
  /// are visited again.
  static let firstVCFBudget: UInt64 = 250
  /// The VCF budget, in nodes, above which there is no further round (`beginAgain`).
  static let largestVCFBudget: UInt64 = 10_000_000
  /// The smallest VCF budget, in nodes, for finding the line of a proved win again.
  private static let retracingVCFBudget: UInt64 = 100_000

  /// Prepares for another round, with larger VCF budgets and an empty table.
  mutating func beginAgain() {
    vcfBudget *= 8
    isIncomplete = false
    table.clear()
  }

  /// Returns the limits for finding a win again, with `budget` nodes from node number `nodes` on.
  ///
  /// The VCF budget is large, because the table may have lost entries of a VCF that ends the win.
  func retracing(from nodes: UInt64, budget: UInt64) -> ProofSearchLimits {
    var limits = self
    limits.nodeLimit = nodes &+ budget
    limits.vcfBudget = max(vcfBudget, ProofSearchLimits.retracingVCFBudget)
    return limits
  }

  /// Returns the limits of a short threat search at a leaf of a search of all moves.
  ///
  /// It uses `table`, and may visit `budget` nodes after node number `nodes`.
  func leaf(for table: ProofTable, from nodes: UInt64, budget: UInt64) -> ProofSearchLimits {
    ProofSearchLimits(
      breadth: .threes, table: table, nodeLimit: min(nodeLimit, nodes + budget),
      vcfBudget: vcfBudget)
  }
}

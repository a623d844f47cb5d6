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

/// The breadth, tables and budgets of a proof search, handed down from node to node.
struct ProofSearchLimits {
  let breadth: ThreatBreadth
  let table: ProofTable
  /// The tables of the short threat searches at a game search's leaves, by the colour
  /// whose win is searched for.
  var leafTables: [ProofTable] = []
  /// The node count at which the search is abandoned.
  var nodeLimit = UInt64.max
  /// The node budget of one search for a win by fours (VCF).
  var vcfBudget = firstLook
  /// True if the table may hold positions that count as lost only because a
  /// VCF search was abandoned.
  ///
  /// `none` is then no proof.
  var isIncomplete = false
  /// True if the last search ran to its end without a win.
  var isExhausted = false

  /// The first VCF budget: short, because failing searches cost most and their
  /// positions are visited again.
  static let firstLook: UInt64 = 250
  /// The largest VCF budget that is worth another round.
  static let longestLook: UInt64 = 10_000_000
  /// The smallest VCF budget while a win is traced again.
  private static let retracingLook: UInt64 = 100_000

  /// Prepares for another round: larger VCF budgets, and an empty table.
  mutating func beginAgain() {
    vcfBudget *= 8
    isIncomplete = false
    table.clear()
  }

  /// Returns the scope for tracing a win again, with `budget` nodes from `nodes` on.
  ///
  /// Its VCF budget is large: where the win ends with a VCF, the table may have
  /// lost entries that it needs.
  func retracing(from nodes: UInt64, budget: UInt64) -> ProofSearchLimits {
    var scope = self
    scope.nodeLimit = nodes &+ budget
    scope.vcfBudget = max(vcfBudget, ProofSearchLimits.retracingLook)
    return scope
  }

  /// Returns the scope of a short threat search at a leaf of a game search,
  /// with a table of its own.
  func leaf(for table: ProofTable, from nodes: UInt64, budget: UInt64) -> ProofSearchLimits {
    ProofSearchLimits(
      breadth: .threes, table: table, nodeLimit: min(nodeLimit, nodes + budget),
      vcfBudget: vcfBudget)
  }
}

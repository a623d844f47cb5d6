/// Which of the attacker's moves a proof search tries.
enum ThreatBreadth {
  /// Fours and threes.
  case threes
  /// Also points that make a two or prepare a four.
  case quiet
  /// Every point that threatens to win by fours.
  case all
  /// Every point, whether it threatens anything or not.
  case game
}

/// What a proof search is after and what it may spend, handed down from node to node.
struct ProofScope {
  let breadth: ThreatBreadth
  let table: ProofTable
  /// For the looks for threats at the leaves of a whole game: other tables, by the colour whose win is
  /// looked for.
  var leafTables: [ProofTable] = []
  /// Nodes after which to give up.
  var nodeLimit = UInt64.max
  /// The budget of one look for fours, in nodes.
  var vcfBudget = firstLook
  /// Whether the table may hold positions that count as lost only because a look for fours was
  /// given up for its cost: `none` is then no proof.
  var isIncomplete = false
  /// Whether the last search ran to its end without a win.
  var isExhausted = false

  /// Short looks first: a failing one costs most, and the threats come back to the position.
  static let firstLook: UInt64 = 250
  /// The longest looks for fours that are worth another round.
  static let longestLook: UInt64 = 10_000_000
  /// What a look may take at least while a win is gone through again.
  private static let retracingLook: UInt64 = 100_000

  /// Makes ready for another round with longer looks.
  mutating func beginAgain() {
    vcfBudget *= 8
    isIncomplete = false
    table.clear()
  }

  /// The scope for going through a win again, with so many nodes from `nodes` on and long looks for
  /// fours: where the win leans on one, its part of the table may be lost.
  func retracing(from nodes: UInt64, budget: UInt64) -> ProofScope {
    var scope = self
    scope.nodeLimit = nodes &+ budget
    scope.vcfBudget = max(vcfBudget, ProofScope.retracingLook)
    return scope
  }

  /// The scope of a short look for threats at a leaf of a whole game, which leaves no trace in this one.
  func leaf(for table: ProofTable, from nodes: UInt64, budget: UInt64) -> ProofScope {
    ProofScope(
      breadth: .threes, table: table, nodeLimit: min(nodeLimit, nodes + budget),
      vcfBudget: vcfBudget)
  }
}

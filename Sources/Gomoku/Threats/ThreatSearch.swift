import Basics
import GomokuRules
import SearchKit

/// A search for a forced win of the side to move by threats alone.
public struct ThreatSearch: Sendable {
  /// The result of a search.
  public enum Outcome: Equatable, Sendable {
    /// A win, with the line to the five against the longest defence found.
    case win([Point])
    /// No win by threats: every possibility was tried.
    case none
    /// No result: a limit was reached first, or not all threats were tried.
    case unknown
  }

  public let outcome: Outcome
  /// The complete proof of the win, if requested.
  public let proof: Proof?
  public let nodes: UInt64

  /// Searches `position`.
  ///
  /// - Parameters:
  ///   - isShortest: true if a VCF must have as few moves as possible.
  ///   - wantsProof: true to build the proof of a win.
  ///   - nodeLimit: the largest number of nodes; `nil` for no limit.
  ///   - memory: the number of bytes that the tables may take.
  public init(
    _ goal: ThreatGoal, _ position: Position, isShortest: Bool = false, wantsProof: Bool = false,
    nodeLimit: UInt64? = nil, memory: Int = 64 << 20, clock: SearchClock = SearchClock()
  ) {
    self = position.variant.run(
      Task(
        goal: goal, position: position, isShortest: isShortest, wantsProof: wantsProof,
        limit: nodeLimit ?? .max, memory: memory, clock: clock))
  }

  /// Searches for a win to be played in a game.
  ///
  /// Without a win the outcome is `.unknown`, because not all threats are tried.
  package init(playing position: Position, nodeLimit: UInt64, clock: SearchClock) {
    // The tables are small, because the main search's hash table takes most of the memory limit.
    self = position.variant.run(
      Task(
        goal: .vct, position: position, limit: nodeLimit, memory: 2 << 20, clock: clock,
        breadths: [.threes, .quiet], firstBudget: max(1, nodeLimit / 4)))
  }

  /// Searches for a win whose proof is then played.
  ///
  /// The search and the building of the proof take at most `nodeLimit` nodes each. The result
  /// depends only on the position and the limit.
  init(planning position: Position, nodeLimit: UInt64) {
    self = position.variant.run(
      Task(
        goal: .vct, position: position, wantsProof: true, limit: nodeLimit, memory: 2 << 20,
        clock: SearchClock(), breadths: [.threes], firstBudget: nodeLimit, vcfBudget: 100,
        retracingLimit: nodeLimit))
  }

  private init(_ outcome: Outcome, proof: Proof? = nil, nodes: UInt64) {
    self.outcome = outcome
    self.proof = proof
    self.nodes = nodes
  }

  private struct Task: VariantTask {
    let goal: ThreatGoal
    let position: Position
    var isShortest = false
    var wantsProof = false
    let limit: UInt64
    let memory: Int
    let clock: SearchClock
    /// The sets of threats, from narrow to broad, each tried with growing budgets.
    var breadths: [ThreatBreadth] = [.threes, .quiet, .all]
    var firstBudget: UInt64 = 5_000
    /// The node budget of one search for a win by fours (VCF) in the first round.
    var vcfBudget = ProofSearchLimits.firstVCFBudget
    /// The node limit for building the proof; `nil` for no limit.
    var retracingLimit: UInt64?

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> ThreatSearch {
      switch goal {
      case .vcf: searchFours(rules)
      case .vct: searchThreats(rules)
      }
    }

    /// Returns the base-2 logarithm of a table size that fits memory and node limit.
    private func logCount(entry: Int, most: Int) -> Int {
      let useful = UInt64.bitWidth - limit.leadingZeroBitCount
      return ProofTable.logCount(fitting: memory, entry: entry, most: min(useful, most))
    }

    /// Searches for a win by fours alone (VCF).
    private func searchFours<Rules: RuleTraits>(_ rules: Rules.Type) -> ThreatSearch {
      var board = Board<Rules>(position)
      var solver = VCFSolver<Rules>(
        table: VCFTable(logCount: logCount(entry: VCFTable.bytesPerEntry, most: 20)))
      let result =
        isShortest
        ? solver.solveShortest(&board, budget: limit, clock: clock)
        : solver.solve(&board, budget: limit, clock: clock)
      let nodes = solver.nodes
      switch result {
      case .win:
        let outcome = solver.line(&board).map(Outcome.win) ?? .unknown
        var draft = ProofDraft()
        guard wantsProof, solver.addProof(of: &board, to: &draft) != nil else {
          return ThreatSearch(outcome, nodes: nodes)
        }
        let proof = draft.proof(of: position, winner: position.sideToMove)
        return ThreatSearch(outcome, proof: proof, nodes: nodes)
      case .none: return ThreatSearch(.none, nodes: nodes)
      case .unknown: return ThreatSearch(.unknown, nodes: nodes)
      }
    }

    /// Tries broader and broader sets of threats, with budgets that grow fourfold.
    ///
    /// If all sets are exhausted without a result, starts again with larger budgets for VCF
    /// searches, up to `ProofSearchLimits.largestVCFBudget`.
    private func searchThreats<Rules: RuleTraits>(_ rules: Rules.Type) -> ThreatSearch {
      let entry = VCFTable.bytesPerEntry + breadths.count * ProofTable.bytesPerEntry
      let logCount = logCount(entry: entry, most: 18)
      let vcfTable = VCFTable(logCount: logCount)
      var limits = breadths.map {
        ProofSearchLimits(
          breadth: $0, table: ProofTable(logCount: logCount), vcfBudget: vcfBudget)
      }
      var spent: UInt64 = 0
      var budget = firstBudget
      var settled = Set<Int>()
      while spent < limit, !clock.isStopped {
        for index in limits.indices where !settled.contains(index) {
          limits[index].nodeLimit = min(budget, limit - min(spent, limit))
          var solver = ProofSearch<Rules>(position, vcfTable: vcfTable, clock: clock)
          let result = solver.solve(&limits[index])
          spent += solver.nodes
          if let retracingLimit, result == .win,
            let proof = solver.proof(of: position, limits[index], most: retracingLimit)
          {
            return ThreatSearch(.win(proof.line), proof: proof, nodes: spent)
          }
          if retracingLimit == nil, result == .win, let line = solver.line(limits[index]) {
            let proof = wantsProof ? solver.proof(of: position, limits[index]) : nil
            return ThreatSearch(.win(line), proof: proof, nodes: spent)
          }
          if result == .none { return ThreatSearch(.none, nodes: spent) }
          // A win without a line counts as settled: another round would lose its line again.
          if limits[index].isExhausted || result == .win { settled.insert(index) }
        }
        budget = min(budget, .max / 4) * 4
        guard settled.count == limits.count else { continue }
        if limits[0].vcfBudget > ProofSearchLimits.largestVCFBudget { break }
        settled = []
        for index in limits.indices { limits[index].beginAgain() }
      }
      return ThreatSearch(.unknown, nodes: spent)
    }
  }
}

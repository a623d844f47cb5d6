import Basics
import GomokuRules
import SearchKit

/// A search for a forced win of the side to move by threats alone.
public struct ThreatSearch: Sendable {
  public enum Outcome: Equatable, Sendable {
    /// The winning line, to the five: the attacker's moves against the longest defence found.
    case win([Point])
    /// No such win exists: every possibility was tried.
    case none
    /// A limit was reached first.
    case unknown
  }

  public let outcome: Outcome
  /// The whole win, if it was asked for.
  public let proof: Proof?
  public let nodes: UInt64

  /// Searches `position`.
  ///
  /// - Parameters:
  ///   - isShortest: whether a VCF must have as few moves as possible.
  ///   - wantsProof: whether to write a win out.
  ///   - nodeLimit: nodes to spend, or `nil`.
  ///   - memory: bytes that the tables may take.
  public init(
    _ goal: ThreatGoal, _ position: Position, isShortest: Bool = false, wantsProof: Bool = false,
    nodeLimit: UInt64? = nil, memory: Int = 64 << 20, clock: SearchClock = SearchClock()
  ) {
    let task = Task(
      position: position, isShortest: isShortest, wantsProof: wantsProof, limit: nodeLimit ?? .max,
      memory: memory, clock: clock)
    self =
      switch position.variant {
      case .freestyle: .init(Freestyle.self, goal, task)
      case .standard: .init(Standard.self, goal, task)
      case .renju: .init(Renju.self, goal, task)
      case .caro: .init(Caro.self, goal, task)
      case .exactCaro: .init(ExactCaro.self, goal, task)
      }
  }

  /// What is to be searched, and how.
  private struct Task {
    let position: Position
    let isShortest: Bool
    let wantsProof: Bool
    let limit: UInt64
    let memory: Int
    let clock: SearchClock

    /// The size of tables that keep to the memory and that the nodes can fill.
    func logCount(entry: Int, most: Int) -> Int {
      let useful = UInt64.bitWidth - limit.leadingZeroBitCount
      return ProofTable.logCount(fitting: memory, entry: entry, most: min(useful, most))
    }
  }

  private init<Rules: RuleTraits>(_ rules: Rules.Type, _ goal: ThreatGoal, _ task: Task) {
    switch goal {
    case .vcf: self.init(vcf: task, rules)
    case .vct: self.init(vct: task, rules)
    }
  }

  private init<Rules: RuleTraits>(vcf task: Task, _ rules: Rules.Type) {
    var board = Board<Rules>(task.position)
    var solver = VCFSolver<Rules>(
      table: VCFTable(logCount: task.logCount(entry: VCFTable.bytesPerEntry, most: 20)))
    let result =
      task.isShortest
      ? solver.solveShortest(&board, budget: task.limit, clock: task.clock)
      : solver.solve(&board, budget: task.limit, clock: task.clock)
    nodes = solver.nodes
    var proof: Proof?
    switch result {
    case .win:
      outcome = solver.line(&board).map(Outcome.win) ?? .unknown
      var draft = ProofDraft()
      if task.wantsProof, solver.addProof(of: &board, to: &draft) != nil {
        proof = draft.proof(of: task.position, winner: task.position.sideToMove)
      }
    case .none: outcome = .none
    case .unknown: outcome = .unknown
    }
    self.proof = proof
  }

  /// Looks for a win worth playing: `.none` and `.unknown` are not told apart.
  init(playing position: Position, nodeLimit: UInt64, clock: SearchClock) {
    self =
      switch position.variant {
      case .freestyle: .init(playing: position, Freestyle.self, nodeLimit, clock)
      case .standard: .init(playing: position, Standard.self, nodeLimit, clock)
      case .renju: .init(playing: position, Renju.self, nodeLimit, clock)
      case .caro: .init(playing: position, Caro.self, nodeLimit, clock)
      case .exactCaro: .init(playing: position, ExactCaro.self, nodeLimit, clock)
      }
  }

  private init<Rules: RuleTraits>(
    playing position: Position, _ rules: Rules.Type, _ limit: UInt64, _ clock: SearchClock
  ) {
    let task = Task(
      position: position, isShortest: false, wantsProof: false, limit: limit, memory: 2 << 20,
      clock: clock)
    // Small tables: beside a search the process keeps to its memory limit.
    self.init(vct: task, rules, breadths: [.threes, .quiet], firstBudget: limit / 4)
  }

  /// Tries ever broader sets of threats, with ever larger budgets.
  ///
  /// Where all sets are exhausted but some look for fours was cut short, it begins again with longer
  /// looks.
  private init<Rules: RuleTraits>(
    vct task: Task, _ rules: Rules.Type,
    breadths: [VCTSolver<Rules>.Breadth] = [.threes, .quiet, .all], firstBudget: UInt64 = 5_000
  ) {
    let entry = VCFTable.bytesPerEntry + breadths.count * ProofTable.bytesPerEntry
    let logCount = task.logCount(entry: entry, most: 18)
    let vcfTable = VCFTable(logCount: logCount)
    let tables = breadths.map { _ in ProofTable(logCount: logCount) }
    var spent: UInt64 = 0
    var budget = firstBudget
    var vcfBudget = VCTSolver<Rules>.firstLook
    var settled = Set<Int>()
    var isIncomplete = breadths.map { _ in false }
    while spent < task.limit, !task.clock.isStopped {
      for (index, breadth) in breadths.enumerated() where !settled.contains(index) {
        var solver = VCTSolver<Rules>(
          task.position, breadth: breadth, vcfTable: vcfTable, table: tables[index],
          clock: task.clock, nodeLimit: min(budget, task.limit - min(spent, task.limit)))
        solver.vcfBudget = vcfBudget
        solver.isIncomplete = isIncomplete[index]
        let result = solver.solve()
        spent += solver.nodes
        isIncomplete[index] = solver.isIncomplete
        if result == .win, let line = solver.line() {
          outcome = .win(line)
          proof = task.wantsProof ? solver.proof(of: task.position, budget: 50_000_000) : nil
          nodes = spent
          return
        }
        if result == .none {
          outcome = .none
          proof = nil
          nodes = spent
          return
        }
        // A win whose line is lost and costs too much to find again would be found without end.
        if solver.isExhausted || result == .win { settled.insert(index) }
      }
      budget = min(budget, .max / 4) * 4
      guard settled.count == breadths.count else { continue }
      if vcfBudget > 10_000_000 { break }
      vcfBudget *= 8
      settled = []
      isIncomplete = breadths.map { _ in false }
      tables.forEach { $0.clear() }
    }
    outcome = .unknown
    proof = nil
    nodes = spent
  }
}

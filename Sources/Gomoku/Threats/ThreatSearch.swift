import SearchKit

/// A search for a forced win of the side to move by threats alone.
public struct ThreatSearch: Sendable {
  /// The kind of win looked for.
  public enum Goal: String, Sendable {
    /// Every move makes a four.
    case vcf
    /// Every move makes a four or threatens to win by fours.
    case vct
  }

  public enum Outcome: Equatable, Sendable {
    /// The winning line, to the five: the attacker's moves against the longest defence found.
    case win([Point])
    /// No such win exists: every possibility was tried.
    case none
    /// A limit was reached first.
    case unknown
  }

  public let outcome: Outcome
  public let nodes: UInt64

  /// Searches `position`.
  ///
  /// - Parameters:
  ///   - isShortest: whether a VCF must have as few moves as possible.
  ///   - nodeLimit: nodes to spend, or `nil`.
  public init(
    _ goal: Goal, _ position: Position, isShortest: Bool = false, nodeLimit: UInt64? = nil,
    stop: StopSignal = StopSignal()
  ) {
    let limit = nodeLimit ?? .max
    self =
      switch position.variant {
      case .freestyle: .init(Freestyle.self, goal, position, isShortest, limit, stop)
      case .standard: .init(Standard.self, goal, position, isShortest, limit, stop)
      case .renju: .init(Renju.self, goal, position, isShortest, limit, stop)
      case .caro: .init(Caro.self, goal, position, isShortest, limit, stop)
      case .exactCaro: .init(ExactCaro.self, goal, position, isShortest, limit, stop)
      }
  }

  private init<Rules: RuleTraits>(
    _ rules: Rules.Type, _ goal: Goal, _ position: Position, _ isShortest: Bool, _ limit: UInt64,
    _ stop: StopSignal
  ) {
    switch goal {
    case .vcf: self.init(vcf: Board<Rules>(position), isShortest, limit, stop)
    case .vct: self.init(vct: position, rules, limit, stop)
    }
  }

  private init<Rules: RuleTraits>(
    vcf board: consuming Board<Rules>, _ isShortest: Bool, _ limit: UInt64, _ stop: StopSignal
  ) {
    var board = board
    var solver = VCFSolver<Rules>(table: VCFTable(logCount: 20))
    let result =
      isShortest
      ? solver.solveShortest(&board, budget: limit, stop: stop)
      : solver.solve(&board, budget: limit, stop: stop)
    switch result {
    case .win: outcome = solver.line(&board).map(Outcome.win) ?? .unknown
    case .none: outcome = .none
    case .unknown: outcome = .unknown
    }
    nodes = solver.nodes
  }

  /// Looks for a win worth playing: `.none` and `.unknown` are not told apart.
  init(playing position: Position, nodeLimit: UInt64, stop: StopSignal) {
    self =
      switch position.variant {
      case .freestyle: .init(playing: position, Freestyle.self, nodeLimit, stop)
      case .standard: .init(playing: position, Standard.self, nodeLimit, stop)
      case .renju: .init(playing: position, Renju.self, nodeLimit, stop)
      case .caro: .init(playing: position, Caro.self, nodeLimit, stop)
      case .exactCaro: .init(playing: position, ExactCaro.self, nodeLimit, stop)
      }
  }

  private init<Rules: RuleTraits>(
    playing position: Position, _ rules: Rules.Type, _ limit: UInt64, _ stop: StopSignal
  ) {
    self.init(
      vct: position, rules, limit, stop, breadths: [.threes, .quiet], firstBudget: limit / 4)
  }

  /// Tries ever broader sets of threats, with ever larger budgets.
  private init<Rules: RuleTraits>(
    vct position: Position, _ rules: Rules.Type, _ limit: UInt64, _ stop: StopSignal,
    breadths: [VCTSolver<Rules>.Breadth] = [.threes, .quiet, .all], firstBudget: UInt64 = 20_000
  ) {
    let logCount = min(max(UInt64.bitWidth - limit.leadingZeroBitCount, 10), 18)
    let vcfTable = VCFTable(logCount: logCount)
    let tables = breadths.map { _ in ProofTable(logCount: logCount) }
    var spent: UInt64 = 0
    var budget = firstBudget
    var settled = Set<Int>()
    while spent < limit, !stop.isRequested {
      for (index, breadth) in breadths.enumerated() where !settled.contains(index) {
        var solver = VCTSolver<Rules>(
          position, breadth: breadth, vcfTable: vcfTable, table: tables[index], stop: stop,
          nodeLimit: min(budget, limit - min(spent, limit)))
        let result = solver.solve()
        spent += solver.nodes
        if result == .win, let line = solver.line() {
          outcome = .win(line)
          nodes = spent
          return
        }
        if result == .none {
          outcome = .none
          nodes = spent
          return
        }
        if solver.isExhausted { settled.insert(index) }
      }
      if settled.count == breadths.count { break }
      budget *= 4
    }
    outcome = .unknown
    nodes = spent
  }
}

import Basics
import GomokuRules
import SearchKit

/// A search for the result of a position under best play: every move of either side is considered.
///
/// Depth-first proof-number search for a win of the side to move and, in turns, of the other side,
/// with the threat solvers at the leaves. Meant for small or crowded boards and for openings with a
/// forced win; an empty board of full size is a matter of days.
public struct GameSearch: Sendable {
  public enum Outcome: Equatable, Sendable {
    /// The side to move wins: the line to the five.
    case win([Point])
    /// The other side wins: the line to the five.
    case loss([Point])
    /// Neither side can force a win: every move was tried.
    case draw
    /// A limit was reached first.
    case unknown
  }

  public let outcome: Outcome
  /// Of a win or loss.
  public let proof: Proof?
  public let nodes: UInt64

  /// Searches `position`, which must not be over.
  ///
  /// - Parameters:
  ///   - nodeLimit: nodes to spend, or `nil`.
  ///   - memory: bytes that the tables may take.
  public init(
    _ position: Position, nodeLimit: UInt64? = nil, memory: Int = 256 << 20,
    clock: SearchClock = SearchClock()
  ) {
    let limit = nodeLimit ?? .max
    self =
      switch position.variant {
      case .freestyle: .init(Freestyle.self, position, limit, memory, clock)
      case .standard: .init(Standard.self, position, limit, memory, clock)
      case .renju: .init(Renju.self, position, limit, memory, clock)
      case .caro: .init(Caro.self, position, limit, memory, clock)
      case .exactCaro: .init(ExactCaro.self, position, limit, memory, clock)
      }
  }

  private init<Rules: RuleTraits>(
    _ rules: Rules.Type, _ position: Position, _ limit: UInt64, _ memory: Int, _ clock: SearchClock
  ) {
    // Two tables of positions for each table entry of the leaves, and four entries to one.
    let entry = VCFTable.bytesPerEntry + (2 + 2 * 4) * ProofTable.bytesPerEntry
    let logCount = ProofTable.logCount(fitting: memory, entry: entry, most: 20)
    let vcfTable = VCFTable(logCount: logCount)
    let leafTables = Color.allCases.map { _ in ProofTable(logCount: logCount) }
    let tables = Color.allCases.map { _ in ProofTable(logCount: logCount + 2) }
    var spent: UInt64 = 0
    var budget: UInt64 = 20_000
    var safe = Set<Color>()
    var incomplete = Set<Color>()
    var open = Set(Color.allCases)
    while spent < limit, !clock.isStopped, !open.isEmpty {
      for attacker in [position.sideToMove, position.sideToMove.opponent]
      where open.contains(attacker) {
        var solver = VCTSolver<Rules>(
          position, attacker: attacker, breadth: .game, vcfTable: vcfTable,
          table: tables[attacker.index], leafTables: leafTables, clock: clock,
          nodeLimit: min(budget, limit - min(spent, limit)))
        solver.isIncomplete = incomplete.contains(attacker)
        let result = solver.solve()
        spent += solver.nodes
        if solver.isIncomplete { incomplete.insert(attacker) }
        if result == .win, let proof = solver.proof(of: position, budget: 50_000_000) {
          self.proof = proof
          outcome = attacker == position.sideToMove ? .win(proof.line) : .loss(proof.line)
          nodes = spent
          return
        }
        if result == .none { safe.insert(attacker) }
        if solver.isExhausted { open.remove(attacker) }
      }
      budget = min(budget, .max / 4) * 4
    }
    outcome = safe.count == 2 ? .draw : .unknown
    proof = nil
    nodes = spent
  }
}

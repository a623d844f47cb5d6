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
    /// The side asked about cannot force a win: every move was tried.
    case none
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
  ///   - winner: whose win to look for; `nil` for both sides'.
  ///   - nodeLimit: nodes to spend, or `nil`.
  ///   - memory: bytes that the tables may take.
  public init(
    _ position: Position, for winner: Color? = nil, nodeLimit: UInt64? = nil,
    memory: Int = 256 << 20, clock: SearchClock = SearchClock()
  ) {
    let own = position.sideToMove
    self = position.variant.run(
      Task(
        position: position, winners: winner.map { [$0] } ?? [own, own.opponent],
        limit: nodeLimit ?? .max, memory: memory, clock: clock))
  }

  private init(_ outcome: Outcome, proof: Proof? = nil, nodes: UInt64) {
    self.outcome = outcome
    self.proof = proof
    self.nodes = nodes
  }

  private struct Task: VariantWork {
    let position: Position
    /// Whose wins to look for, in turns.
    let winners: [Color]
    let limit: UInt64
    let memory: Int
    let clock: SearchClock

    /// Looks for the wins in turns, with ever larger budgets.
    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> GameSearch {
      // Two tables of positions for each table entry of the leaves, and four entries to one.
      let entry = VCFTable.bytesPerEntry + (2 + 2 * 4) * ProofTable.bytesPerEntry
      let logCount = ProofTable.logCount(fitting: memory, entry: entry, most: 20)
      let vcfTable = VCFTable(logCount: logCount)
      let leafTables = Color.allCases.map { _ in ProofTable(logCount: logCount) }
      var scopes = Color.allCases.map { _ in
        ProofScope(
          breadth: .game, table: ProofTable(logCount: logCount + 2), leafTables: leafTables)
      }
      var spent: UInt64 = 0
      var budget: UInt64 = 20_000
      var safe = Set<Color>()
      var open = Set(winners)
      while spent < limit, !clock.isStopped, !open.isEmpty {
        for attacker in winners where open.contains(attacker) {
          scopes[attacker.index].nodeLimit = min(budget, limit - min(spent, limit))
          var solver = ProofSearch<Rules>(
            position, attacker: attacker, vcfTable: vcfTable, clock: clock)
          let result = solver.solve(&scopes[attacker.index])
          spent += solver.nodes
          if result == .win, let proof = solver.proof(of: position, scopes[attacker.index]) {
            let isOwn = attacker == position.sideToMove
            return GameSearch(
              isOwn ? .win(proof.line) : .loss(proof.line), proof: proof, nodes: spent)
          }
          if result == .none { safe.insert(attacker) }
          if scopes[attacker.index].isExhausted { open.remove(attacker) }
        }
        budget = min(budget, .max / 4) * 4
      }
      guard safe.count == winners.count else { return GameSearch(.unknown, nodes: spent) }
      return GameSearch(winners.count == 2 ? .draw : .none, nodes: spent)
    }
  }
}

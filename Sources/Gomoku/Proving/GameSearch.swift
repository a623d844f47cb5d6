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

  /// Searches `position`, which must not be over, with tables of its own.
  ///
  /// - Parameters:
  ///   - winner: whose win to look for; `nil` for both sides'.
  ///   - nodeLimit: nodes to spend, or `nil`.
  ///   - memory: bytes that the tables may take.
  public init(
    _ position: Position, for winner: Color? = nil, nodeLimit: UInt64? = nil,
    memory: Int = 256 << 20, clock: SearchClock = SearchClock()
  ) {
    self.init(
      position, for: winner, nodeLimit: nodeLimit, tables: Tables(for: position, memory: memory),
      clock: clock)
  }

  /// Searches `position` with the tables that earlier searches may have left.
  init(
    _ position: Position, for winner: Color?, nodeLimit: UInt64?, tables: Tables,
    clock: SearchClock
  ) {
    let own = position.sideToMove
    self = position.variant.run(
      Task(
        position: position, winners: winner.map { [$0] } ?? [own, own.opponent],
        limit: nodeLimit ?? .max, tables: tables, clock: clock))
  }

  /// What searches for results remember: positions of one rule on one size of board.
  final class Tables {
    private let size: BoardSize
    private let variant: Variant
    private let memory: Int
    fileprivate let fours: VCFTable
    /// By the colour whose win is looked for.
    fileprivate var scopes: [ProofScope]

    init(for position: Position, memory: Int) {
      (size, variant, self.memory) = (position.size, position.variant, memory)
      // Two tables of positions for each table entry of the leaves, and four entries to one.
      let entry = VCFTable.bytesPerEntry + (2 + 2 * 4) * ProofTable.bytesPerEntry
      let logCount = ProofTable.logCount(fitting: memory, entry: entry, most: 20)
      fours = VCFTable(logCount: logCount)
      let leafTables = Color.allCases.map { _ in ProofTable(logCount: logCount) }
      scopes = Color.allCases.map { _ in
        ProofScope(
          breadth: .game, table: ProofTable(logCount: logCount + 2), leafTables: leafTables)
      }
    }

    /// Whether they are what a search of `position` with so much memory needs, and hold nothing that
    /// was given up.
    func fit(_ position: Position, memory: Int) -> Bool {
      size == position.size && variant == position.variant && self.memory == memory
        && !scopes.contains { $0.isIncomplete }
    }
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
    let tables: Tables
    let clock: SearchClock

    /// Looks for the wins in turns, with ever larger budgets.
    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> GameSearch {
      var spent: UInt64 = 0
      var budget: UInt64 = 20_000
      var safe = Set<Color>()
      var open = Set(winners)
      while spent < limit, !clock.isStopped, !open.isEmpty {
        for attacker in winners where open.contains(attacker) {
          tables.scopes[attacker.index].nodeLimit = min(budget, limit - min(spent, limit))
          var solver = ProofSearch<Rules>(
            position, attacker: attacker, vcfTable: tables.fours, clock: clock)
          let result = solver.solve(&tables.scopes[attacker.index])
          spent += solver.nodes
          if result == .win, let proof = solver.proof(of: position, tables.scopes[attacker.index]) {
            let isOwn = attacker == position.sideToMove
            return GameSearch(
              isOwn ? .win(proof.line) : .loss(proof.line), proof: proof, nodes: spent)
          }
          if result == .none { safe.insert(attacker) }
          if tables.scopes[attacker.index].isExhausted { open.remove(attacker) }
        }
        budget = min(budget, .max / 4) * 4
      }
      guard safe.count == winners.count else { return GameSearch(.unknown, nodes: spent) }
      return GameSearch(winners.count == 2 ? .draw : .none, nodes: spent)
    }
  }
}

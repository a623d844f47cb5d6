import Basics
import GomokuRules
import SearchKit

/// A search for the game-theoretic result of a position, with every move of either side.
///
/// Depth-first proof-number searches for a win of either side take turns, with short threat
/// searches at the leaves. `GameSearch` is meant for small or crowded boards, and for openings with
/// a forced win. An empty board of full size takes days.
public struct GameSearch: Sendable {
  /// The result of a search.
  public enum Outcome: Equatable, Sendable {
    /// A win of the side to move, with the line to the five.
    case win([Point])
    /// A win of the opponent, with the line to the five.
    case loss([Point])
    /// A draw: every move was tried, and neither side can force a win.
    case draw
    /// No forced win for `winner`, the only side whose win was searched for: every move was tried.
    case none
    /// No result: a limit was reached first.
    case unknown
  }

  public let outcome: Outcome
  /// The proof of a win or loss; `nil` for any other result.
  public let proof: Proof?
  public let nodes: UInt64

  /// Searches `position`, which must not be over, with new tables.
  ///
  /// - Parameters:
  ///   - winner: the side whose win is searched for; `nil` for both sides.
  ///   - nodeLimit: the largest number of nodes; `nil` for no limit.
  ///   - memory: the number of bytes that the tables may take.
  public init(
    _ position: Position, for winner: Color? = nil, nodeLimit: UInt64? = nil,
    memory: Int = 256 << 20, clock: SearchClock = SearchClock()
  ) {
    self.init(
      position, for: winner, nodeLimit: nodeLimit, tables: Tables(for: position, memory: memory),
      clock: clock)
  }

  /// Searches `position` with tables that earlier searches may have filled.
  init(
    _ position: Position, for winner: Color?, nodeLimit: UInt64?, tables: Tables,
    clock: SearchClock
  ) {
    assert(position.outcome == nil)
    let own = position.sideToMove
    self = position.variant.run(
      Task(
        position: position, winners: winner.map { [$0] } ?? [own, own.opponent],
        limit: nodeLimit ?? .max, tables: tables, clock: clock))
  }

  /// The tables of game searches, for positions of one variant on one board size.
  final class Tables {
    private let size: BoardSize
    private let variant: Variant
    private let memory: Int
    fileprivate let fours: VCFTable
    /// The limits and the table of each colour's proof search.
    fileprivate var limits: [ProofSearchLimits]

    init(for position: Position, memory: Int) {
      (size, variant, self.memory) = (position.size, position.variant, memory)
      // For each entry of the table for fours, each colour has one entry in its leaf table and four
      // in its own table.
      let entry = VCFTable.bytesPerEntry + (2 + 2 * 4) * ProofTable.bytesPerEntry
      let logCount = ProofTable.logCount(fitting: memory, entry: entry, most: 20)
      fours = VCFTable(logCount: logCount)
      let leafTables = Color.allCases.map { _ in ProofTable(logCount: logCount) }
      limits = Color.allCases.map { _ in
        ProofSearchLimits(
          breadth: .game, table: ProofTable(logCount: logCount + 2), leafTables: leafTables)
      }
    }

    /// Returns whether the tables can serve a search of `position` within `memory`.
    ///
    /// Tables of an incomplete search cannot: they may hold positions as lost only because a line
    /// reached the largest depth.
    func fit(_ position: Position, memory: Int) -> Bool {
      size == position.size && variant == position.variant && self.memory == memory
        && !limits.contains { $0.isIncomplete }
    }
  }

  private init(_ outcome: Outcome, proof: Proof? = nil, nodes: UInt64) {
    self.outcome = outcome
    self.proof = proof
    self.nodes = nodes
  }

  private struct Task: VariantTask {
    let position: Position
    /// The colours whose wins are searched for, in turns.
    let winners: [Color]
    let limit: UInt64
    let tables: Tables
    let clock: SearchClock

    /// Searches for a win of each colour in turn, again and again, with node budgets that grow
    /// fourfold.
    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> GameSearch {
      var spent: UInt64 = 0
      var budget: UInt64 = 20_000
      var safe = Set<Color>()
      var open = Set(winners)
      while spent < limit, !clock.isStopped, !open.isEmpty {
        for attacker in winners where open.contains(attacker) {
          tables.limits[attacker.index].nodeLimit = min(budget, limit - min(spent, limit))
          var solver = ProofSearch<Rules>(
            position, attacker: attacker, vcfTable: tables.fours, clock: clock)
          let result = solver.solve(&tables.limits[attacker.index])
          spent += solver.nodes
          if result == .win, let proof = solver.proof(of: position, tables.limits[attacker.index]) {
            let isOwn = attacker == position.sideToMove
            return GameSearch(
              isOwn ? .win(proof.line) : .loss(proof.line), proof: proof, nodes: spent)
          }
          if result == .none { safe.insert(attacker) }
          if tables.limits[attacker.index].isExhausted { open.remove(attacker) }
        }
        budget = min(budget, .max / 4) * 4
      }
      guard safe.count == winners.count else { return GameSearch(.unknown, nodes: spent) }
      return GameSearch(winners.count == 2 ? .draw : .none, nodes: spent)
    }
  }
}

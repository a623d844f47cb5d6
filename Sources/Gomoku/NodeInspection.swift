import GomokuRules
import SearchKit

/// The hash-table entry of a position after a search, and the order of its moves.
///
/// It shows where a search went wrong: which move it preferred, how deeply it looked, and which
/// moves stood before the right one.
public struct NodeInspection: Sendable {
  /// A generated move.
  public struct Move: Sendable {
    public let point: Point
    /// The ordering score, without history and killer, which end with the search.
    public let orderingScore: Int
    /// True for a move that makes less than a three and takes no four from the opponent. Only
    /// quiet moves are skipped by late-move pruning.
    public let isQuiet: Bool
  }

  /// The entry of the hash table; `nil` if there is none.
  public let entry: TableEntry?
  /// The best move of the entry; `nil` if it has none.
  public let bestMove: Point?
  /// The legal generated moves, the best by ordering score first.
  public let moves: [Move]
}

extension GomokuPlayer {
  /// Returns the hash-table entry of `position` after the last search, and the order of its moves.
  public func inspect(_ position: Position) -> NodeInspection {
    position.variant.run(
      Inspecting(
        position: position, weights: weights(position.variant), mix: mix(position.variant),
        parameters: parameters, table: resources.idleTable()))
  }

  private struct Inspecting: VariantTask {
    let position: Position
    let weights: Weights
    let mix: MixNetwork?
    let parameters: SearchParameters
    let table: TranspositionTable

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> NodeInspection {
      var search = AlphaBeta<Rules>(
        position, weights: weights, mix: mix, parameters: parameters, table: table,
        clock: SearchClock(), nodeLimit: nil)
      let end = search.generateMoves(from: 0, atPly: 0).end
      let listed = (0..<end).map { search.moves[$0] }.filter { search.board.isLegal($0.point) }
      let moves = listed.sorted { ($0.score, $1.point) > ($1.score, $0.point) }.map { move in
        NodeInspection.Move(
          point: move.point, orderingScore: Int(move.score),
          isQuiet: search.isQuiet(move.point))
      }
      let entry = table.probe(search.board.key)
      return NodeInspection(entry: entry, bestMove: search.tableMove(of: entry), moves: moves)
    }
  }
}

import Basics
import GomokuRules
import SearchKit

/// A search for a win of one side that may contain quiet moves. The result is a strategy.
public struct WinSearch: Sendable {
  /// The limits of a search, and a demand on its result. All limits are counts, so a search without
  /// a clock has the same result on every machine.
  public struct Limits: Equatable, Sendable {
    /// The largest number of nodes of one search for a win by threats.
    public var threatNodes: UInt64 = 20_000
    /// The number of nodes of the first alpha-beta search for the winner's moves in a position.
    /// Later searches there take a multiple.
    ///
    /// With 0, the prover abandons a position without a book move, a win by threats or a five to
    /// stop.
    public var searchNodes: UInt64 = 60_000
    /// The largest number of quiet moves on a line of the depth-first search.
    public var quiet = 4
    /// The number of moves, recommended by an alpha-beta search, that the depth-first search tries.
    public var depthFirstBreadth = 2
    /// The number of moves, recommended by an alpha-beta search, that the best-first search tries.
    public var breadth = 3
    /// The largest number of positions that the best-first search expands.
    public var positions = 20_000
    /// True if the strategy has to hold on every board that contains this one.
    ///
    /// A win that answers replies without a branch of their own then needs a zone inside the board.
    public var everyBoard = false
    /// True if only passes may answer replies without a branch of their own, as in a strategy whose
    /// far stones may stand elsewhere.
    public var marksOnlyPasses = false

    public init() {}
  }

  /// The hints that help to find a win; they prove nothing.
  public struct Hints: Sendable {
    /// The book of the winner's moves. In a position of the book, its move is tried first.
    public var book: StrategyBook
    /// The small evaluation's weights for all searches, without a mix network.
    ///
    /// `nil` stands for the compiled-in weights and mix network.
    public var weights: Weights?

    public init(book: StrategyBook, weights: Weights? = nil) {
      (self.book, self.weights) = (book, weights)
    }
  }

  /// The strategy; `nil` if none was found within the limits.
  public let proof: StrategyProof?
  public let nodes: UInt64
  /// The positions in which alpha-beta searches chose moves: `canonicalImage.name`, one entry a
  /// search.
  ///
  /// `WorkList` of the module `Prover` counts them, and adds the moves that a proof needs to the
  /// book.
  public let searched: [String]

  /// True if searches heed `Position.square`: in a build with the trait `WideBoards`.
  public static var heedsSquares: Bool {
    #if WideBoards
      true
    #else
      false
    #endif
  }

  /// Searches for a win of the side to move.
  ///
  /// - Parameters:
  ///   - extraStones: the number of stones that the opponent may have in addition to those of
  ///     `position`, outside the strategy's zones.
  ///   - hints: a book for the position's board, and weights for its variant.
  public init(
    _ position: Position, extraStones: Int = 0, limits: Limits = Limits(), hints: Hints? = nil,
    clock: SearchClock = SearchClock()
  ) {
    self = position.variant.run(
      Task(
        position: position, extraStones: extraStones, limits: limits,
        hints: hints ?? Hints(book: StrategyBook(size: position.size)), clock: clock))
  }

  private init(_ proof: StrategyProof?, nodes: UInt64, searched: [String]) {
    (self.proof, self.nodes, self.searched) = (proof, nodes, searched)
  }

  private struct Task: VariantTask {
    let position: Position
    let extraStones: Int
    let limits: Limits
    let hints: Hints
    let clock: SearchClock

    /// Searches depth first with few quiet moves; if that finds no win, best first.
    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> WinSearch {
      var prover = QuietWinProver<Rules>(
        position, winner: position.sideToMove, limits: limits, hints: hints, clock: clock)
      let win =
        prover.win(quiet: limits.quiet, extraStones: extraStones)
        ?? prover.winBestFirst(extraStones: extraStones)
      let proof = win.map {
        StrategyProof(
          position: position, winner: position.sideToMove, strategy: prover.strategy,
          root: $0.nodeIndex)
      }
      return WinSearch(proof, nodes: prover.nodes, searched: prover.searched)
    }
  }
}

extension WinSearch {
  /// Returns `replies` by their ordering scores for the side to move, the best first.
  public static func inOrder(_ replies: PointSet, in position: Position) -> [Point] {
    position.variant.run(Ordering(replies: replies, position: position))
  }

  private struct Ordering: VariantTask {
    let replies: PointSet
    let position: Position

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> [Point] {
      Board<Rules>(position).inOrder(replies)
    }
  }
}

extension Board {
  /// Returns points by their ordering scores for the side to move, the best first.
  func inOrder(_ points: PointSet) -> [Point] {
    var moves: [ScoredMove] = []
    points.forEach { point in
      let orderingScore = orderingScore(of: state(at: point))
      moves.append(ScoredMove(point: point, score: Int32(truncatingIfNeeded: orderingScore)))
    }
    return moves.sorted { ($0.score, $1.point) > ($1.score, $0.point) }.map({ $0.point })
  }
}

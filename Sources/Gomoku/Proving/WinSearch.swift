import Basics
import GomokuRules
import SearchKit

/// A search for a win of one side that ends with a strategy: which needs no threats at every move.
public struct WinSearch: Sendable {
  /// What may be spent. All are counts, so that a search without a clock is the same everywhere.
  public struct Limits: Equatable, Sendable {
    /// Nodes of one look for a win by threats.
    public var threatNodes: UInt64 = 20_000
    /// Nodes of one search for the winner's moves.
    public var searchNodes: UInt64 = 60_000
    /// How many quiet moves a line may have where all lines are tried, shorter ones first.
    public var quiet = 4
    /// How many of the moves that a search recommends are tried there.
    public var depthFirstBreadth = 2
    /// The same for the best-first search.
    public var breadth = 3
    /// Positions that the best-first search looks at.
    public var positions = 20_000

    public init() {}
  }

  /// What helps to find a win, and settles nothing.
  public struct Hints: Sendable {
    /// Moves to try first.
    public var book: StrategyBook
    /// What looks for threats guess and searches judge with, without a network; `nil` for the program's own and
    /// its network.
    public var weights: Weights?

    public init(book: StrategyBook, weights: Weights? = nil) {
      (self.book, self.weights) = (book, weights)
    }
  }

  /// The strategy; `nil` when none was found within the limits.
  public let proof: StrategyProof?
  public let nodes: UInt64
  /// How often neither threats nor the book knew a move, and a search was asked.
  public let searches: Int

  /// Looks for a win of the side to move; not in renju, whose forbidden points leave no zones.
  ///
  /// - Parameters:
  ///   - extras: how many stones the opponent may have beside those of `position`, outside the
  ///     strategy's zones, and still lose.
  ///   - hints: a book of the position's board, and weights of its variant.
  public init(
    _ position: Position, extras: Int = 0, limits: Limits = Limits(), hints: Hints? = nil,
    clock: SearchClock = SearchClock()
  ) {
    self = position.variant.run(
      Task(
        position: position, extras: extras, limits: limits,
        hints: hints ?? Hints(book: StrategyBook(size: position.size)), clock: clock))
  }

  private init(_ proof: StrategyProof?, nodes: UInt64, searches: Int) {
    (self.proof, self.nodes, self.searches) = (proof, nodes, searches)
  }

  private struct Task: VariantWork {
    let position: Position
    let extras: Int
    let limits: Limits
    let hints: Hints
    let clock: SearchClock

    /// Depth first while few quiet moves are enough, best first where they are not.
    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> WinSearch {
      if Rules.hasForbiddenPoints { return WinSearch(nil, nodes: 0, searches: 0) }
      var prover = WinProver<Rules>(
        position, winner: position.sideToMove, limits: limits, hints: hints, clock: clock)
      let win =
        prover.win(quiet: limits.quiet, extras: extras)
        ?? prover.winBestFirst(extras: extras)
      let proof = win.map {
        StrategyProof(
          position: position, winner: position.sideToMove, strategy: prover.strategy, root: $0.node)
      }
      return WinSearch(proof, nodes: prover.nodes, searches: prover.searches)
    }
  }
}

extension WinSearch {
  /// Replies of the side to move, the most promising first.
  public static func inOrder(_ replies: PointSet, in position: Position) -> [Point] {
    position.variant.run(Ordering(replies: replies, position: position))
  }

  private struct Ordering: VariantWork {
    let replies: PointSet
    let position: Position

    func run<Rules: RuleTraits>(_ rules: Rules.Type) -> [Point] {
      Board<Rules>(position).inOrder(replies)
    }
  }
}

extension Board {
  /// Points, those that promise the side to move most first.
  func inOrder(_ points: PointSet) -> [Point] {
    var moves: [ScoredMove] = []
    points.forEach { point in
      let promise = promise(of: state(at: point))
      moves.append(ScoredMove(point: point, score: Int32(truncatingIfNeeded: promise)))
    }
    return moves.sorted { ($0.score, $1.point) > ($1.score, $0.point) }.map(\.point)
  }
}

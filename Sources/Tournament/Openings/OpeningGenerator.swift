import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Match

/// A generator of balanced openings: random positions with an engine's score close to zero.
///
/// Nearly all random positions are unbalanced, and a short search already shows it. Each position
/// therefore passes a ladder of searches, each longer than the one before. A shorter search accepts
/// a wider band of scores. Only the last search's score is reported.
public struct OpeningGenerator {
  /// The reason why generation failed.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let game: GameKind
  private let plies: Int
  private let rungs: [Rung]
  /// The engine processes, one for each rung.
  private let seats: [EnginePlayer]
  /// The number of positions that each rung has searched.
  public private(set) var searches: [Int]
  private var random: SplitMix64
  /// The openings tried so far, in all their symmetric images.
  private var seen: Set<Shape> = []
  /// The number of searches that reported an estimate, not a proven result.
  private var scored = 0

  /// One search of the ladder.
  public struct Rung: Equatable, Sendable {
    /// The node limit; `nil` if only the engine's other limits apply.
    public let nodes: Int?
    /// The largest absolute score that is accepted, in centistones.
    public let scoreLimit: Int
  }

  /// The factor between the node limits of successive rungs.
  private static let growth = 8
  /// The difference of `scoreLimit` between a rung and the rung after it, in centistones.
  ///
  /// A position's score typically changes by this much from one rung's search to the next one's.
  private static let drift = 40
  /// The smallest node limit of a rung; with fewer, communication takes longer than the search.
  private static let leastNodes = 200

  /// The size of the hash table that the engine is asked for, in KiB.
  ///
  /// Clearing and filling a table of the default size would take nearly as long as the searches.
  private static let hashSize = 32_768

  /// Returns the rungs, the shortest search first.
  ///
  /// The last one searches `nodes` nodes and accepts absolute scores up to `scoreLimit`. Without a
  /// node limit it is the only one.
  public static func ladder(nodes: Int?, scoreLimit: Int) -> [Rung] {
    let last = Rung(nodes: nodes, scoreLimit: scoreLimit)
    guard let nodes, nodes / growth >= leastNodes else { return [last] }
    return ladder(nodes: nodes / growth, scoreLimit: scoreLimit + drift) + [last]
  }

  /// Creates a generator, with one engine process for each rung.
  ///
  /// - Parameters:
  ///   - plies: the number of moves in an opening.
  ///   - scoreLimit: the largest absolute score in centistones.
  ///   - engine: the engine, which must print scores while it searches. Its node limit is the last
  ///     rung's.
  public init(game: GameKind, plies: Int, scoreLimit: Int, engine: EngineConfig, seed: UInt64) {
    (self.game, self.plies) = (game, plies)
    rungs = OpeningGenerator.ladder(nodes: engine.limits.nodes, scoreLimit: scoreLimit)
    seats = rungs.map { rung in
      var limited = engine
      limited.limits.nodes = rung.nodes
      limited.options.append(.init(key: "hash_size", value: "\(OpeningGenerator.hashSize)"))
      return EnginePlayer(limited, game: game, suspends: false)
    }
    searches = rungs.map { _ in 0 }
    random = SplitMix64(seed: seed)
  }

  /// Finds `count` openings, no two of them equal by symmetry.
  ///
  /// - Parameter found: called for each opening with its score for the side to move. This is the
  ///   last score that the engine reported in the last rung's search.
  /// - Throws: an error if an engine fails or prints no scores, or if each wanted opening would
  ///   need more than 1000 tries on average.
  public mutating func generate(count: Int, found: (Opening, Int) -> Void) throws(Failure) {
    defer { for seat in seats { seat.quit() } }
    var rest = count
    var tries = 0
    while rest > 0 {
      tries += 1
      guard tries <= 1000 * count else {
        throw Failure(description: "\(count - rest) openings in \(tries) tries: too small a bias")
      }
      let opening = Opening.random(plies: plies, game: game, source: &random)
      guard opening.moves.count == plies, isNew(opening) else { continue }
      let score = try balancedScore(opening)
      // An engine that never reports a score cannot be used.
      guard scored > 0 || tries < 100 else {
        throw Failure(description: "the engine prints no scores")
      }
      guard let score else { continue }
      found(opening, score)
      rest -= 1
    }
  }

  /// Returns the last rung's score of an opening that passes all rungs; otherwise `nil`.
  private mutating func balancedScore(_ opening: Opening) throws(Failure) -> Int? {
    var last: Int?
    for (index, (rung, seat)) in zip(rungs, seats).enumerated() {
      searches[index] += 1
      // A proven result is not balanced.
      guard let score = try score(opening, by: seat) else { return nil }
      scored += 1
      guard abs(score) <= rung.scoreLimit else { return nil }
      last = score
    }
    return last
  }

  /// Returns the engine's score of an opening; `nil` for a proven result or without a score.
  private func score(_ opening: Opening, by seat: EnginePlayer) throws(Failure) -> Int? {
    let state: GameState
    do { state = try GameState(game, after: opening.moves) } catch {
      throw Failure(description: error.description)
    }
    do {
      try seat.beginGame()
      let answer = try seat.ask(EngineDialogue.request(state, isInformed: false))
      guard case .estimate(let value)? = answer.note.score else { return nil }
      return value
    } catch {
      throw Failure(description: "\(error.reason.rawValue): \(error.detail)")
    }
  }

  /// The stones of an opening by side, without their order, and the moves after them in order.
  ///
  /// In Liuzhou chess the stones end before the first capture or the first move that is no stone:
  /// from there on the order may change the position.
  struct Shape: Hashable {
    private var black: Set<Move> = []
    private var white: Set<Move> = []
    private var rest: ArraySlice<Move> = []

    init(_ moves: [Move]) {
      let count = moves.prefix { $0.isPlainStone }.count
      for (ply, move) in moves[..<count].enumerated() {
        if ply.isMultiple(of: 2) { black.insert(move) } else { white.insert(move) }
      }
      rest = moves[count...]
    }
  }

  /// Returns whether no image of the opening was tried before; if so, adds its images to `seen`.
  private mutating func isNew(_ opening: Opening) -> Bool {
    guard !seen.contains(Shape(opening.moves)) else { return false }
    for code in 0..<game.symmetries {
      seen.insert(Shape(game.image(of: opening.moves, under: Symmetry(code: code))))
    }
    return true
  }
}

extension Move {
  /// True for a stone that captures nothing.
  fileprivate var isPlainStone: Bool {
    switch self {
    case .point: true
    case .turn(let turn): if case .place = turn.action { turn.captured.isEmpty } else { false }
    }
  }
}

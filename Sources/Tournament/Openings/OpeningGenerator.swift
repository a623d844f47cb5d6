import Basics
import Gomocup
import GomokuRules
import Match

/// A generator of balanced openings: random positions with an engine's score close to zero.
///
/// Nearly all random positions are unbalanced, which a short search already shows. Each position
/// therefore has to pass a ladder of searches, each longer than the one before. The short searches
/// accept a wider band of scores; only the last search's score is reported.
public struct OpeningGenerator {
  /// The reason why generation failed.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let game: GameKind
  private let plies: Int
  private let rungs: [Rung]
  private let seats: [EnginePlayer]
  /// The number of positions that each rung has searched.
  public private(set) var searches: [Int]
  private var random: SplitMix64
  /// The positions tried so far, with all their symmetric images.
  private var seen: Set<Shape> = []
  /// The number of searches that reported a score.
  private var scored = 0

  /// One search of the ladder.
  public struct Rung: Equatable, Sendable {
    /// The node limit; `nil` if only the engine's other limits apply.
    public let nodes: Int?
    /// The greatest absolute score that passes, in centistones.
    public let bias: Int
  }

  /// The ratio of the node limits of a rung and the one below it.
  private static let growth = 8
  /// The width added to the band for each rung below the last, in centistones.
  ///
  /// Scores typically change by this much from one rung to the next.
  private static let drift = 40
  /// The least node limit of a rung: with fewer nodes, communication takes longer than the search.
  private static let leastNodes = 200

  /// The size of the hash table that the engine is asked for, in KiB.
  ///
  /// Clearing and filling a table of usual size would take nearly as long as the searches.
  private static let hashSize = 32_768

  /// Returns the rungs, shortest first, up to a search of `nodes` nodes that passes scores up to
  /// `bias`.
  public static func ladder(nodes: Int?, bias: Int) -> [Rung] {
    let last = Rung(nodes: nodes, bias: bias)
    guard let nodes, nodes / growth >= leastNodes else { return [last] }
    return ladder(nodes: nodes / growth, bias: bias + drift) + [last]
  }

  /// Creates a generator, with one engine process for each rung.
  ///
  /// - Parameters:
  ///   - plies: the number of moves in an opening.
  ///   - bias: the greatest absolute score in centistones.
  ///   - engine: the engine, which must print scores while it searches. Its node limit is that of
  ///     the last rung.
  public init(game: GameKind, plies: Int, bias: Int, engine: EngineConfig, seed: UInt64) {
    (self.game, self.plies) = (game, plies)
    rungs = OpeningGenerator.ladder(nodes: engine.limits.nodes, bias: bias)
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
  /// - Parameter found: called for each opening with its score for the side to move. The score is
  ///   that of the last rung's last finished iteration.
  public mutating func generate(count: Int, found: (Opening, Int) -> Void) throws(Failure) {
    defer { for seat in seats { seat.leave() } }
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

  /// Returns the last rung's score of an opening that passes all rungs, or `nil`.
  private mutating func balancedScore(_ opening: Opening) throws(Failure) -> Int? {
    var last: Int?
    for (index, (rung, seat)) in zip(rungs, seats).enumerated() {
      searches[index] += 1
      // A proven result is not balanced.
      guard let score = try score(opening, by: seat) else { return nil }
      scored += 1
      guard abs(score) <= rung.bias else { return nil }
      last = score
    }
    return last
  }

  /// Returns the engine's score of an opening, or `nil` for a proven result or no score.
  private func score(_ opening: Opening, by seat: EnginePlayer) throws(Failure) -> Int? {
    let state: GameState
    do { state = try GameState(game, after: opening.moves) } catch {
      throw Failure(description: error.description)
    }
    do {
      try seat.sitDown()
      let answer = try seat.ask(EngineDialogue.request(state, isInformed: false))
      guard case .estimate(let value)? = answer.note.score else { return nil }
      return value
    } catch {
      throw Failure(description: "\(error.reason.rawValue): \(error.detail)")
    }
  }

  /// The stones after an opening, whatever the order of its moves.
  private struct Shape: Hashable {
    var black: Set<Move> = []
    var white: Set<Move> = []

    init(_ moves: [Move]) {
      for (ply, move) in moves.enumerated() {
        if ply.isMultiple(of: 2) { black.insert(move) } else { white.insert(move) }
      }
    }
  }

  /// Returns whether no symmetric image of the opening was tried before, and records all its
  /// images.
  private mutating func isNew(_ opening: Opening) -> Bool {
    guard !seen.contains(Shape(opening.moves)) else { return false }
    for code in 0..<game.symmetries {
      seen.insert(Shape(game.image(of: opening.moves, under: Symmetry(code: code))))
    }
    return true
  }
}

import Basics
import Gomocup
import GomokuRules

/// Makes balanced openings: random positions that an engine scores close to zero.
///
/// Nearly all random positions are far from balanced, and a short search sees it: each has to pass
/// a ladder of searches, the short ones with a wider band, and only the last one's score counts.
public struct OpeningGenerator {
  /// Why no openings come.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let game: GameKind
  private let plies: Int
  private let rungs: [Rung]
  private let seats: [Seat]
  /// How many positions each rung has searched.
  public private(set) var searches: [Int]
  private var random: SplitMix64
  /// The openings tried so far and all their symmetric images.
  private var seen: Set<Shape> = []
  /// How many searches told a score.
  private var scored = 0

  /// One search of the ladder.
  public struct Rung: Equatable, Sendable {
    /// Most nodes; `nil` for what the engine's other limits allow.
    public let nodes: Int?
    /// The greatest distance of a score from zero that passes, in centistones.
    public let bias: Int
  }

  /// A rung searches so many times the nodes of the one below it.
  private static let growth = 8
  /// Scores move by about this much, in centistones, from one rung to the next.
  private static let drift = 40
  /// A search of fewer nodes is hardly cheaper: asking the engine takes as long.
  private static let leastNodes = 200

  /// The hash table that the engine is asked for, in KiB: to clear and fill its usual one would
  /// take nearly as long as the searches.
  private static let hashSize = 32_768

  /// The ladder to a search of `nodes` nodes that passes scores up to `bias`, the short ones first.
  public static func ladder(nodes: Int?, bias: Int) -> [Rung] {
    let last = Rung(nodes: nodes, bias: bias)
    guard let nodes, nodes / growth >= leastNodes else { return [last] }
    return ladder(nodes: nodes / growth, bias: bias + drift) + [last]
  }

  /// - Parameters:
  ///   - plies: moves in an opening.
  ///   - bias: the greatest score, for either side, in centistones.
  ///   - engine: must print its scores while it searches; its node limit is that of the last
  ///     search.
  public init(game: GameKind, plies: Int, bias: Int, engine: EngineConfig, seed: UInt64) {
    (self.game, self.plies) = (game, plies)
    rungs = OpeningGenerator.ladder(nodes: engine.limits.nodes, bias: bias)
    seats = rungs.map { rung in
      var limited = engine
      limited.limits.nodes = rung.nodes
      limited.options.append(.init(key: "hash_size", value: "\(OpeningGenerator.hashSize)"))
      return Seat(limited, game: game, suspends: false)
    }
    searches = rungs.map { _ in 0 }
    random = SplitMix64(seed: seed)
  }

  /// Finds `count` different openings, no two of them alike up to symmetry.
  ///
  /// - Parameter found: takes each opening and the mover's score of it, that of the last search's
  ///   last finished iteration.
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
      // An engine that never scores is no use.
      guard scored > 0 || tries < 100 else {
        throw Failure(description: "the engine prints no scores")
      }
      guard let score else { continue }
      found(opening, score)
      rest -= 1
    }
  }

  /// The last rung's score of an opening that passes all of them.
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

  /// The engine's score of an opening, or `nil` if it is a proven result or none.
  private func score(_ opening: Opening, by seat: Seat) throws(Failure) -> Int? {
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

  /// What is on the board after an opening, whatever the order of its moves.
  private struct Shape: Hashable {
    var black: Set<Move> = []
    var white: Set<Move> = []

    init(_ moves: [Move]) {
      for (ply, move) in moves.enumerated() {
        if ply.isMultiple(of: 2) { black.insert(move) } else { white.insert(move) }
      }
    }
  }

  /// Whether no image of an opening was seen before; it has been from now on.
  private mutating func isNew(_ opening: Opening) -> Bool {
    guard !seen.contains(Shape(opening.moves)) else { return false }
    for code in 0..<game.symmetries {
      seen.insert(Shape(game.image(of: opening.moves, under: Symmetry(code: code))))
    }
    return true
  }
}

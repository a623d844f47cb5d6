import Gomoku

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
  private var random: RandomSource
  private var seen: Set<[String]> = []
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
      limited.options.append(("hash_size", "\(OpeningGenerator.hashSize)"))
      return Seat(limited, game: game, suspends: false)
    }
    searches = rungs.map { _ in 0 }
    random = RandomSource(seed: seed)
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
      guard opening.moves.count == plies, seen.insert(canonical(opening)).inserted else { continue }
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
    var state = GameState(game)
    for move in opening.moves { try? state.play(move) }
    do {
      try seat.sitDown()
      let answer = try seat.ask(
        EngineDialogue.request(
          game: game, moves: opening.moves, for: state.sideToMove, isInformed: false))
      guard case .estimate(let value)? = answer.note.score else { return nil }
      return value
    } catch {
      throw Failure(description: "\(error.reason.rawValue): \(error.detail)")
    }
  }

  /// The stones of an opening, alike for all its symmetric images.
  private func canonical(_ opening: Opening) -> [String] {
    (0..<game.symmetries).map { code in
      let images = opening.moves.map { game.image(of: $0, under: Symmetry(code: code)) }
      let black = images.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      let white = images.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
      return black.sorted() + ["/"] + white.sorted()
    }.min { $0.lexicographicallyPrecedes($1) } ?? opening.moves
  }
}

import Gomoku

/// Makes balanced openings: random positions that an engine scores close to zero.
public struct OpeningGenerator {
  /// Why no openings come.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let game: GameKind
  private let plies: Int
  /// The greatest distance of a score from zero, in centistones.
  private let bias: Int
  private let seat: Seat
  private var random: RandomSource
  private var seen: Set<[String]> = []

  /// - Parameters:
  ///   - plies: moves in an opening.
  ///   - bias: the greatest score, for either side, in centistones.
  ///   - engine: must print its scores while it searches.
  public init(game: GameKind, plies: Int, bias: Int, engine: EngineConfig, seed: UInt64) {
    (self.game, self.plies, self.bias) = (game, plies, bias)
    seat = Seat(engine, game: game, suspends: false, guardian: nil)
    random = RandomSource(seed: seed)
  }

  /// Finds `count` different openings, no two of them alike up to symmetry.
  ///
  /// - Parameter found: takes each opening and the mover's score of it.
  public mutating func generate(count: Int, found: (Opening, Int) -> Void) throws(Failure) {
    defer { seat.leave() }
    var rest = count
    var tries = 0
    var scored = 0
    while rest > 0 {
      tries += 1
      guard tries <= 1000 * count else {
        throw Failure(description: "\(count - rest) openings in \(tries) tries: too small a bias")
      }
      let opening = Opening.random(plies: plies, game: game, source: &random)
      guard opening.moves.count == plies, seen.insert(canonical(opening)).inserted else { continue }
      guard let score = try score(opening) else {
        // A proven result is not balanced; an engine that never scores is no use.
        guard scored > 0 || tries < 100 else {
          throw Failure(description: "the engine prints no scores")
        }
        continue
      }
      scored += 1
      guard abs(score) <= bias else { continue }
      found(opening, score)
      rest -= 1
    }
  }

  /// The engine's score of an opening, or `nil` if it is a proven result or none.
  private func score(_ opening: Opening) throws(Failure) -> Int? {
    var state = GameState(game)
    for move in opening.moves { try? state.play(move) }
    do {
      try seat.sitDown()
      let answer = try seat.ask(
        EngineDialogue.request(
          game: game, moves: opening.moves, for: state.sideToMove, isInformed: false))
      return answer.note.score.flatMap { Int($0.hasPrefix("+") ? String($0.dropFirst()) : $0) }
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

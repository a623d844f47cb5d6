import Basics
import Gomocup

/// The first moves of a game, made before the engines play.
public struct Opening: Equatable, Sendable {
  /// The opening's origin: its line in the opening file, its rule, `random`, or `-` for none.
  public var name: String
  /// The moves in order, Black's first.
  public var moves: [Move]

  public init(name: String, moves: [Move]) { (self.name, self.moves) = (name, moves) }

  /// The opening without moves.
  public static let none = Opening(name: "-", moves: [])

  /// Makes an opening of `plies` random moves.
  ///
  /// Gomoku moves are at most three points from the centre while one there is legal, so that the
  /// fight begins at once. After 100 failed attempts the opening may be shorter, or end the game.
  public static func random(plies: Int, game: GameKind, source: inout SplitMix64) -> Opening {
    var moves: [Move] = []
    for _ in 0..<100 {
      var state = GameState(game)
      while state.plies < plies, let move = state.randomMove(from: &source) {
        guard (try? state.play(move)) != nil else { break }
      }
      moves = state.moves
      if moves.count == plies, state.result == nil { break }
    }
    return Opening(name: "random", moves: moves)
  }
}

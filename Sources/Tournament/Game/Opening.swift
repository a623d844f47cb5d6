import Basics
import Gomocup

/// The first moves of a game, made before the engines take over.
public struct Opening: Equatable, Sendable {
  /// Where it comes from: a line of the file, or how it was made.
  public var name: String
  /// Black's first.
  public var moves: [Move]

  public init(name: String, moves: [Move]) { (self.name, self.moves) = (name, moves) }

  /// The empty board.
  public static let none = Opening(name: "-", moves: [])

  /// `plies` random moves: in gomoku close to the stones and the centre, so that games begin at once.
  static func random(plies: Int, game: GameKind, source: inout SplitMix64) -> Opening {
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

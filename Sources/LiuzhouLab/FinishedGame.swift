import Basics
import LiuzhouRules

/// A finished game in the text form of `Match.Record`: its result, the reason, its turns.
struct FinishedGame {
  let book: Rulebook
  let winner: Color?
  let turns: [Turn]
  /// The game to its end, from which `game(_:)` takes turns back.
  private let wholeGame: Game

  /// Parses a line; `nil` if it is no game, or if a turn is illegal.
  init?(_ line: Substring, under book: Rulebook) {
    let results: [(name: Substring, winner: Color?)] = [
      ("1-0", .black), ("0-1", .white), ("1/2", nil),
    ]
    guard let result = results.first(where: { line.hasPrefix($0.name + " ") }) else { return nil }
    let words = line.drop { $0 != "}" }.dropFirst().split(separator: " ")
    var game = Game(book, from: book.start)
    for word in words {
      guard let turn = try? Turn(word), (try? game.play(turn)) != nil else { return nil }
    }
    (self.book, winner, turns, wholeGame) = (book, result.winner, game.turns, game)
  }

  /// Returns the game after its first `length` turns.
  func game(_ length: Int) -> Game {
    var game = wholeGame
    while game.turns.count > length { game.takeBack() }
    return game
  }

  /// Returns the final points of the side to move in `game`: 1, 0.5 or 0.
  func points(_ game: Game) -> Double {
    winner.map { $0 == game.position.sideToMove ? 1 : 0 } ?? 0.5
  }
}

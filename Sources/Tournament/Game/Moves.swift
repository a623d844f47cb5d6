import Gomocup

/// A word where a move was expected.
public struct UnreadableMove: Error, Equatable, CustomStringConvertible {
  public let word: String
  /// What would have done.
  public var expected = "a move"

  public var description: String { "\(word): \(expected) expected" }
}

extension GameKind {
  /// How engines write moves.
  package var notation: Notation {
    switch self {
    case .gomoku: Notation(.gomoku)
    case .liuzhou: Notation(.liuzhou)
    }
  }

  /// Reads the moves between the blanks of `text`: all of them, or throws the first that is none.
  package func moves(named text: some StringProtocol) throws(UnreadableMove) -> [Move] {
    var moves: [Move] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard let move = notation.move(named: word) else { throw UnreadableMove(word: String(word)) }
      moves.append(move)
    }
    return moves
  }
}

extension Sequence<Move> {
  /// The moves as logs keep them and people read them: `h8 i9`.
  public var text: String { map(\.description).joined(separator: " ") }
}

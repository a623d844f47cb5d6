import Gomocup

/// The error for a word that is not a move.
public struct UnreadableMove: Error, Equatable, CustomStringConvertible {
  public let word: String
  /// The expected kind of word, for the message.
  public var expected: String

  public init(word: String, expected: String = "a move") {
    (self.word, self.expected) = (word, expected)
  }

  public var description: String { "\(word): \(expected) expected" }
}

extension GameKind {
  /// The engines' notation of moves.
  package var notation: Notation {
    switch self {
    case .gomoku: Notation(.gomoku)
    case .liuzhou: Notation(.liuzhou)
    }
  }

  /// Parses the moves in `text`, separated by white space.
  ///
  /// - Throws: an error for the first word that is not a move.
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
  /// The moves in the notation of logs and reports, separated by spaces: `h8 i9`.
  public var text: String { map(\.description).joined(separator: " ") }
}

import Gomocup
import Records

/// The error for a word that is not a move.
public struct UnreadableMove: PhrasedError, Equatable {
  public let word: String
  /// The expected kind of word, for the message; `nil` for a move.
  public var expected: String?

  public init(word: String, expected: String? = nil) {
    (self.word, self.expected) = (word, expected)
  }

  public var phrase: Phrase {
    expected.map { Phrase("\(word): \($0) expected") } ?? Phrase("\(word): a move expected")
  }
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

import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Records

/// A set-up position from which a game begins, in place of the empty board with Black to move.
public struct GameOrigin: Sendable {
  /// The state before the first move; the game is not over in it.
  public let state: GameState
  /// The position as text, as the command POSITION takes it; the same text for equal positions.
  ///
  /// For gomoku it is `black h8 white i9 to black`, for Liuzhou chess (六洲棋) its ranks, side, phase
  /// and quiet counter.
  public let description: String

  /// The reason why a position cannot be set up.
  public struct Unusable: PhrasedError, Equatable {
    public let phrase: Phrase

    init(_ format: Phrase.Format) { phrase = Phrase(format) }
  }

  /// Creates a position of gomoku from the points of both colours.
  ///
  /// - Throws: an error for a point off the board, two stones on a point, or a finished game.
  public init(
    black: [GomokuRules.Point], white: [GomokuRules.Point], sideToMove: Color,
    variant: Variant, size: BoardSize
  ) throws(Unusable) {
    var position = Position(size: size, variant: variant)
    for (color, points) in [(Color.black, black), (.white, white)] {
      for point in points.sorted() {
        do { try position.place(color, on: point) } catch .offBoard {
          throw Unusable("\(point) is off the board, which is \(size.width)x\(size.height)")
        } catch {
          throw Unusable("two stones on \(point)")
        }
      }
    }
    position.sideToMove = sideToMove
    try self.init(.gomoku(position), PositionSetup(stonesOf: position).text)
  }

  private init(_ state: GameState, _ description: String) throws(Unusable) {
    guard state.result == nil else {
      throw Unusable("the game is over in the set-up position")
    }
    (self.state, self.description) = (state, description)
  }
}

extension GameOrigin: Equatable, CustomStringConvertible {
  public static func == (a: GameOrigin, b: GameOrigin) -> Bool { a.description == b.description }
}

extension GameOrigin {
  private static let form = "black h8 white i9 to black"

  /// Reads the format of `description` for a game.
  ///
  /// In gomoku's format, the colours may come in any order or be absent. Without `to COLOUR`, White
  /// moves if Black has more stones, and Black moves otherwise.
  public init(_ text: some StringProtocol, in game: GameKind) throws(Unusable) {
    switch game {
    case .gomoku(let variant, let size):
      var points: [Color: [GomokuRules.Point]] = [:]
      var words = text.lowercased().split(whereSeparator: \.isWhitespace)[...]
      var (color, side): (Color?, Color?) = (nil, nil)
      while let word = words.popFirst() {
        if word == "to", let last = words.popFirst(), words.isEmpty {
          side = Color.allCases.first { $0.description == last }
          if side != nil { continue }
        } else if let next = Color.allCases.first(where: { $0.description == word }) {
          color = next
          continue
        } else if let color, let more = GomokuRules.Point.list(String(word)) {
          points[color, default: []] += more
          continue
        }
        throw Unusable("a position is \(GameOrigin.form); \"\(word.prefix(20))\" is no part of one")
      }
      let (black, white) = (points[.black] ?? [], points[.white] ?? [])
      try self.init(
        black: black, white: white,
        sideToMove: side ?? (black.count > white.count ? .white : .black), variant: variant,
        size: size)
    case .liuzhou(let rules):
      let book = Rulebook(rules)
      let position: LiuzhouRules.Position
      do { position = try book.position(text) } catch {
        throw Unusable("\(Phrase(error))")
      }
      try self.init(.liuzhou(Game(book, from: position)), position.description)
    }
  }

  /// Returns the same position in a game with other rules; throws if it cannot be set up there.
  public func under(_ game: GameKind) throws(Unusable) -> GameOrigin {
    try GameOrigin(description, in: game)
  }
}

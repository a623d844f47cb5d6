import Gomocup
import GomokuRules
import LiuzhouRules
import Match

/// The parser of lists of moves, in the many forms in which people write them.
///
/// Gomoku: `h8h9i10g7`, also with blanks, commas, line ends or dashes between the moves, with
/// capitals, or with numbers as in `1. h8 2. h9`. Liuzhou chess (六洲棋): turns between blanks. `#`
/// begins a comment.
enum MoveList {
  static func loaded(
    _ text: Substring, _ wanted: GameFile.Wanted
  ) throws(UserError) -> LoadedGame {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.prefix { $0 != "#" } }
    let list = UserCommand.narrowed(lines.joined(separator: " "))
    if wanted.isLiuzhou {
      let kind = GameKind.liuzhou(wanted.liuzhou ?? .fengyang)
      do { return LoadedGame(game: kind, moves: try kind.moves(named: list)) } catch {
        throw UserError(error.description)
      }
    }
    let points = try points(list)
    var notes: [String] = []
    let size = try GameFile.board(nil, of: points, wanted, &notes)
    let variant = GameFile.variant(nil, wanted, &notes)
    return LoadedGame(
      game: .gomoku(variant, size), moves: points.map(Move.point), notes: notes)
  }

  /// Parses a list of gomoku moves.
  private static func points(_ list: String) throws(UserError) -> [GomokuRules.Point] {
    var points: [GomokuRules.Point] = []
    var rest = Array(list.lowercased())[...]
    func digits(_ characters: ArraySlice<Character>) -> String {
      String(characters.prefix { $0.isASCII && $0.isNumber })
    }
    while let first = rest.first {
      if first.isWhitespace || ",;|-–—/".contains(first) {
        rest.removeFirst()
        continue
      }
      let place = rest
      let number = digits(rest)
      if !number.isEmpty {
        rest = rest.dropFirst(number.count)
        if isNumber(number, before: &rest, move: points.count + 1) { continue }
      } else {
        let name = digits(rest.dropFirst().drop { $0 == " " }.prefix(2))
        if !name.isEmpty, let point = GomokuRules.Point("\(first)\(name)") {
          points.append(point)
          rest = rest.dropFirst().drop { $0 == " " }.dropFirst(name.count)
          continue
        }
      }
      guard !points.isEmpty else {
        throw UserError(
          "neither SGF, psq, a list of moves, a text of arena play nor one of its saved games")
      }
      let word = String(place.prefix { !$0.isWhitespace }.prefix(20))
      throw UserError("\"\(word)\" behind move \(points.count) is no point of a board")
    }
    guard !points.isEmpty else { throw UserError("there is no move in it") }
    return points
  }

  /// Skips the sign after a move's number; returns false if `text` is not such a number.
  private static func isNumber(
    _ text: String, before rest: inout ArraySlice<Character>, move: Int
  ) -> Bool {
    let behind = rest.drop { $0 == " " }
    if let sign = behind.first, ".):、…".contains(sign) {
      rest = behind.drop { ".):、…".contains($0) }
      return true
    }
    // A number without a sign after it must be that of the next move or pair of moves.
    return behind.first?.isLetter == true && [move, (move + 1) / 2].contains(Int(text) ?? 0)
  }
}

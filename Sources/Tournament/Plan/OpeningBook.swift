import Gomocup
import GomokuRules

/// An opening file: one opening a line, `#` begins a comment.
///
/// A line of gomoku is a list of points, alternating from Black (`h8i9j10`, letter from the left,
/// number from the top, with or without spaces), or Gomocup's offsets from the centre
/// (`0,0, 1,-1`). A line of Liuzhou chess is a list of turns between spaces.
public struct OpeningBook: Sendable {
  public let openings: [Opening]

  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let line: Int
    public let message: String

    public var description: String { "line \(line): \(message)" }
  }

  /// Reads the lines of `text`; every opening must be playable and leave the game undecided.
  public init(parsing text: String, game: GameKind) throws(Problem) {
    var openings: [Opening] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let content = line.prefix { $0 != "#" }
      guard content.contains(where: { !$0.isWhitespace }) else { continue }
      let state: GameState
      do { state = try GameState(game, after: OpeningBook.moves(of: game, in: content)) } catch {
        throw Problem(line: index + 1, message: "\(error)")
      }
      guard state.result == nil else {
        throw Problem(line: index + 1, message: "the game is over after it")
      }
      openings.append(Opening(name: "line \(index + 1)", moves: state.moves))
    }
    if openings.isEmpty { throw Problem(line: 1, message: "no openings") }
    self.openings = openings
  }

  // MARK: Lines

  private static func moves(
    of game: GameKind, in line: some StringProtocol
  ) throws(UnreadableMove) -> [Move] {
    switch game {
    case .gomoku(_, let size) where line.contains(","):
      return try points(offBy: line, size).map(Move.point)
    case .gomoku:
      // Each letter begins a point, wherever the blanks are.
      let letters = line.filter { !$0.isWhitespace }.map { $0.isLetter ? " \($0)" : "\($0)" }
      return try game.moves(named: letters.joined())
    case .liuzhou: return try game.moves(named: line)
    }
  }

  /// The points of a list of offsets from the centre, to the right and downwards.
  private static func points(
    offBy line: some StringProtocol, _ size: BoardSize
  ) throws(UnreadableMove) -> [Point] {
    var offsets: [Int] = []
    for word in line.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let offset = Int(word), Bounds.offset ~= offset else {
        throw UnreadableMove(word: String(word), expected: "a whole number in \(Bounds.offset)")
      }
      offsets.append(offset)
    }
    var points: [Point] = []
    for index in stride(from: 0, to: offsets.count, by: 2) {
      guard index + 1 < offsets.count else {
        throw UnreadableMove(word: "\(offsets[index])", expected: "a pair of numbers")
      }
      let (x, y) = (size.center.x + offsets[index], size.center.y + offsets[index + 1])
      guard 0..<size.width ~= x, 0..<size.height ~= y else {
        throw UnreadableMove(
          word: "\(offsets[index]),\(offsets[index + 1])", expected: "a point of the board")
      }
      points.append(Point(x: x, y: y))
    }
    return points
  }
}

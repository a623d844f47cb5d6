import Gomocup
import GomokuRules
import Match

/// An opening file: one opening a line, `#` begins a comment.
///
/// - A line of gomoku is a list of points, Black's and White's in turn, with or without spaces:
///   `h8i9j10`. The letter counts from the left, the number from the top.
/// - A line of gomoku may also be a list of Gomocup's offsets from the centre: `0,0, 1,-1`.
/// - A line of Liuzhou chess (六洲棋) is a list of turns, separated by spaces.
public struct OpeningBook: Sendable {
  public let openings: [Opening]
  /// The lines that were left out because they do not fit the game.
  public private(set) var skipped: [Problem] = []

  /// The error of a line, with its number from 1.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let line: Int
    public let message: String

    public var description: String { "line \(line): \(message)" }
  }

  /// Parses the lines of `text`; throws the error of the first line that is not accepted.
  ///
  /// Every opening must be legal and leave the game undecided. At least one must remain.
  ///
  /// - Parameter skipsUnfit: true to leave out lines whose moves are off the board, illegal or end
  ///   the game. A word that is no move is always an error.
  public init(parsing text: String, game: GameKind, skipsUnfit: Bool = false) throws(Problem) {
    var openings: [Opening] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let content = line.prefix { $0 != "#" }
      guard content.contains(where: { !$0.isWhitespace }) else { continue }
      do {
        let moves = try OpeningBook.opening(of: game, in: content)
        openings.append(Opening(name: "line \(index + 1)", moves: moves))
      } catch {
        let problem = Problem(line: index + 1, message: error.message)
        guard skipsUnfit, error.isUnfit else { throw problem }
        skipped.append(problem)
      }
    }
    if openings.isEmpty {
      throw skipped.first.map {
        Problem(line: $0.line, message: "no line fits the game: \($0.message)")
      } ?? Problem(line: 1, message: "no openings")
    }
    self.openings = openings
  }

  /// The error of a line that is no opening.
  private struct LineProblem: Error {
    let message: String
    /// True if the line may be an opening for another board or rule.
    let isUnfit: Bool
  }

  /// Returns the moves of a line, if they are legal and leave the game undecided.
  private static func opening(
    of game: GameKind, in line: some StringProtocol
  ) throws(LineProblem) -> [Move] {
    let moves: [Move]
    do throws(UnreadableMove) { moves = try OpeningBook.moves(of: game, in: line) } catch {
      throw LineProblem(message: "\(error)", isUnfit: error.expected == offBoard)
    }
    let state: GameState
    do throws(GameState.IllegalMove) { state = try GameState(game, after: moves) } catch {
      throw LineProblem(message: "\(error)", isUnfit: true)
    }
    guard state.result == nil else {
      throw LineProblem(message: "the game is over after it", isUnfit: true)
    }
    return moves
  }

  /// The value of `UnreadableMove.expected` if an offset leads off the board.
  ///
  /// By this value the reader recognises an opening for a larger board, which may be left out.
  private static let offBoard = "a point of the board"

  // MARK: Lines

  private static func moves(
    of game: GameKind, in line: some StringProtocol
  ) throws(UnreadableMove) -> [Move] {
    switch game {
    case .gomoku(_, let size) where line.contains(","):
      return try points(offBy: line, size).map(Move.point)
    case .gomoku:
      // Each letter begins a new point, so blanks do not matter.
      let letters = line.filter { !$0.isWhitespace }.map { $0.isLetter ? " \($0)" : "\($0)" }
      return try game.moves(named: letters.joined())
    case .liuzhou: return try game.moves(named: line)
    }
  }

  /// Returns the points that `line` gives as pairs of offsets from the centre.
  ///
  /// The first offset of a pair counts to the right, the second downwards.
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
          word: "\(offsets[index]),\(offsets[index + 1])", expected: offBoard)
      }
      points.append(Point(x: x, y: y))
    }
    return points
  }
}

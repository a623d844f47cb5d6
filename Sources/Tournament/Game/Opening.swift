import Gomoku

/// The first moves of a game, made before the engines take over.
public struct Opening: Equatable, Sendable {
  /// Where it comes from: a line of the file, or how it was made.
  public var name: String
  /// The moves in the game's notation, Black's first.
  public var moves: [String]

  public init(name: String, moves: [String]) { (self.name, self.moves) = (name, moves) }

  /// The empty board.
  public static let none = Opening(name: "-", moves: [])

  /// `plies` random moves: in gomoku close to the stones and the centre, so that games begin at once.
  static func random(plies: Int, game: GameKind, source: inout RandomSource) -> Opening {
    var moves: [String] = []
    for _ in 0..<100 {
      var state = GameState(game)
      moves = []
      while moves.count < plies, let move = state.randomMove(from: &source) {
        guard (try? state.play(move)) != nil else { break }
        moves.append(move)
      }
      if moves.count == plies, state.result == nil { break }
    }
    return Opening(name: "random", moves: moves)
  }
}

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
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let number = index + 1
      let content = line.prefix { $0 != "#" }.filter { $0 != "\r" }
      guard content.contains(where: { !$0.isWhitespace }) else { continue }
      if let far = game.farOffset(in: content) {
        throw Problem(
          line: number, message: "\(far): a whole number in \(Bounds.offset) expected")
      }
      guard let moves = game.moves(parsing: content) else {
        throw Problem(line: number, message: "no list of moves: \(content)")
      }
      var state = GameState(game)
      for move in moves {
        do { try state.play(move) } catch {
          throw Problem(line: number, message: "\(move): \(error)")
        }
      }
      if state.result != nil { throw Problem(line: number, message: "the game is over after it") }
      openings.append(Opening(name: "line \(number)", moves: moves))
    }
    if openings.isEmpty { throw Problem(line: 1, message: "no openings") }
    self.openings = openings
  }
}

extension GameKind {
  /// The first word of a line of offsets that no board has room for.
  fileprivate func farOffset(in line: String) -> Substring? {
    guard case .gomoku = self, line.contains(",") else { return nil }
    return line.split { $0 == "," || $0.isWhitespace }
      .first { Int($0).map { !Bounds.offset.contains($0) } ?? true }
  }

  /// The moves of a line of an opening file, or `nil` if it is none.
  func moves(parsing line: String) -> [String]? {
    switch self {
    case .gomoku(_, let size):
      if line.contains(",") {
        let numbers = line.split { $0 == "," || $0.isWhitespace }.map { Int($0) }
        guard numbers.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: numbers.count, by: 2).reduce(into: [String]?([])) {
          guard let dx = numbers[$1], let dy = numbers[$1 + 1], Bounds.offset ~= dx,
            Bounds.offset ~= dy
          else { return $0 = nil }
          let (x, y) = (size.center.x + dx, size.center.y + dy)
          guard 0..<size.width ~= x, 0..<size.height ~= y else { return $0 = nil }
          $0?.append(Point(x: x, y: y).description)
        }
      }
      return Point.list(line.filter { !$0.isWhitespace })?.map(\.description)
    case .liuzhou:
      let words = line.split(whereSeparator: \.isWhitespace)
      let turns = words.compactMap { LiuzhouTurns.normalized(String($0)) }
      return turns.count == words.count ? turns : nil
    }
  }

  /// The image of `move` under a symmetry of the board.
  func image(of move: String, under symmetry: Symmetry) -> String {
    switch self {
    case .gomoku(_, let size):
      Point(move).map { symmetry.image(of: $0, on: size).description } ?? move
    case .liuzhou: LiuzhouTurns.image(of: move, under: symmetry)
    }
  }
}

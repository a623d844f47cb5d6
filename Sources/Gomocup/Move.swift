import GomokuRules
import LiuzhouRules

/// A move of either game.
public enum Move: Hashable, Sendable {
  /// A stone of gomoku.
  case point(GomokuRules.Point)
  /// A turn of Liuzhou chess.
  case turn(Turn)
}

extension Move: CustomStringConvertible {
  /// The move as people and the commands for scripts write it: `h8`, `c3c4xb2`.
  public var description: String {
    switch self {
    case .point(let point): point.description
    case .turn(let turn): turn.description
    }
  }
}

/// The form in which engine and manager write moves to each other. It depends on the game and on
/// the manager.
public struct Notation: Equatable, Sendable {
  public enum Game: Sendable, CustomStringConvertible {
    case gomoku, liuzhou

    var other: Game { self == .gomoku ? .liuzhou : .gomoku }

    public var description: String { self == .gomoku ? "gomoku" : "Liuzhou chess" }
  }

  public var game: Game
  /// The coordinate order: a pair of numbers is column,row or row,column.
  public var order: CoordinateOrder
  /// The board's height if names of points number gomoku's rows from below, as on Yixin-Board;
  /// `nil` if from the top.
  public var heightFromBelow: Int?
  /// True if the manager is Yixin-Board, which has its own rule codes and its own form of comments.
  public var isYixinBoard: Bool

  public init(
    _ game: Game = .gomoku, order: CoordinateOrder = .columnRow, heightFromBelow: Int? = nil,
    isYixinBoard: Bool = false
  ) {
    self.game = game
    self.order = order
    self.heightFromBelow = heightFromBelow
    self.isYixinBoard = isYixinBoard
  }

  // MARK: Moves as the protocol's commands write them

  /// Returns a move as the protocol's commands write it: `7,7`, or a turn.
  func sent(_ move: Move) -> String {
    switch move {
    case .point(let point): order.pair(point)
    case .turn(let turn): turn.description
    }
  }

  /// Reads a move as the protocol's commands write it (`sent`).
  ///
  /// The letters of a turn may be capitals, and its captures may be in any order. The result is
  /// `nil` if the text is no move, or a point off the largest board.
  func move(sent text: some StringProtocol) -> Move? {
    switch game {
    case .gomoku: (try? order.point(text)).flatMap { $0 }.map(Move.point)
    case .liuzhou: (try? Turn(text)).map(Move.turn)
    }
  }

  /// Reads moves separated by blanks; `nil` unless all words are moves.
  func moves(sent text: some StringProtocol) -> [Move]? {
    let words = tokens(of: text)
    let moves = words.compactMap(move(sent:))
    return moves.count == words.count ? moves : nil
  }

  // MARK: Moves as texts name them

  /// Returns the name of a point, such as `h8`; the rows are numbered from the top unless
  /// `heightFromBelow` is set.
  package func name(of point: GomokuRules.Point) -> String { named(.point(point)) }

  /// Returns the name of a move: `h8`, or a turn.
  func named(_ move: Move) -> String {
    guard case .point(let point) = move, let height = heightFromBelow else {
      return move.description
    }
    return Point(x: point.x, y: height - 1 - point.y).description
  }

  /// Reads a move as `Move.description` writes it, in either case; `nil` if the text is no move.
  ///
  /// A point may also be a pair `column,row`, and the captures of a turn may be in any order.
  public func move(named text: some StringProtocol) -> Move? {
    switch game {
    case .gomoku: GomokuRules.Point(text).map(Move.point)
    case .liuzhou: (try? Turn(text)).map(Move.turn)
    }
  }

  /// Reads each word as a move; `nil` unless all are moves.
  func moves(named words: some Collection<Substring>) -> [Move]? {
    let moves = words.compactMap(move(named:))
    return moves.count == words.count ? moves : nil
  }
}

import Basics
import GomokuRules
import LiuzhouRules

/// The reason why the engine does not obey a line. The engine's reply has the error's text; errors
/// of INFO get no reply.
///
/// The session's state has not changed, with two exceptions. After `gameOver` and `nothingToPlay`,
/// the move or board that came with the request for an answer stays in force. After `INFO rule`
/// with an unsupported rule, commands that depend on the rules are refused.
public enum ProtocolError: Error, Equatable, Sendable {
  /// The command does not exist.
  case unknownCommand(String)
  /// A known command of other engines that this one does not support; its lines were read and
  /// dropped.
  case unsupportedCommand(String)
  case lineTooLong
  /// `argument` is invalid for `command`, which needs `expected`.
  case badArgument(command: String, argument: String, expected: String)
  /// `value` is invalid for the INFO key `key`, which needs `expected`.
  case badSetting(key: String, value: String, expected: String)
  /// A point outside the largest board, as it was written.
  case offBoard(String)
  /// A point outside the board in use.
  case outside(GomokuRules.Point)
  case occupied(GomokuRules.Point)
  case forbidden(GomokuRules.Point, ForbiddenReason)
  case noStone(GomokuRules.Point)
  /// A turn of Liuzhou chess that the rules do not allow.
  case illegalTurn(IllegalTurn)
  /// The first illegal turn in a list, with its number, counted from 1.
  case illegalTurnAmong(IllegalTurn, turn: Turn, number: Int)
  /// An action that an opening rule does not allow, with its number, counted from 1.
  case illegalAction(OpeningError, action: OpeningAction, number: Int)
  /// The text of a position of Liuzhou chess that is malformed or impossible.
  case badPosition(PositionError)
  /// START liuzhou with a switch or preset that does not exist.
  case badRules(RuleSetError)
  /// There is no turn to undo.
  case nothingToTakeBack
  /// `sent` belongs to `game`, but the other game is being played.
  ///
  /// `expected` is the form that the game being played needs instead; `nil` if it has none.
  case otherGame(sent: String, of: Notation.Game, expected: String?)
  /// The game is over, with its result in words.
  case gameOver(String)
  /// START has not been sent.
  case noGame
  /// `INFO rule` asked for rules that this engine does not play.
  case unsupportedRule(String)
  /// Another command, or the end of the text, came before the DONE of the named command.
  case unfinishedBlock(String)
  /// No point is left to play, or too few are; YXBLOCK may have blocked the others.
  case nothingToPlay
  /// No database is in use.
  case noDatabase
  /// `INFO database_readonly 1` has been sent.
  case readOnlyDatabase
  /// The path is invalid for `command`, which needs `expected`.
  case badPath(command: String, path: String, expected: String)
  /// `command` cannot use the file at `path`, for the given reason.
  case badFile(command: String, path: String, reason: String)
  /// `command` was stopped before it had finished, and nothing has changed.
  case stopped(command: String)
  /// `command` would need more than this number of bytes, which `max_memory` leaves for it.
  case outOfMemory(command: String, Int)

  package init(_ illegal: GomokuRules.Position.IllegalMove, at point: GomokuRules.Point) {
    self =
      switch illegal {
      case .offBoard: .outside(point)
      case .occupied: .occupied(point)
      case .forbidden(let reason): .forbidden(point, reason)
      case .gameOver(let outcome): .gameOver(outcome.words)
      }
  }

  package init(_ illegal: IllegalTurn) {
    self =
      switch illegal {
      case .gameOver(let outcome): .gameOver(outcome.description)
      default: .illegalTurn(illegal)
      }
  }

  /// True if the error is in the key or value of an INFO command, which never gets a reply.
  ///
  /// The error of an unsupported rule is not counted: other commands also report it.
  package var isAboutInfo: Bool {
    switch self {
    case .badSetting: true
    case .badArgument(command: Keyword.info.word, _, _): true
    default: false
    }
  }

  /// Returns the reply that reports the error, with a pair of coordinates in this order.
  public func reply(_ order: CoordinateOrder = .columnRow) -> GomocupReply {
    switch self {
    case .unknownCommand(let word): .unknown("command \(printable(word))")
    case .unsupportedCommand(let word): .unknown("command \(printable(word)) is not supported")
    default: .error(text(order))
    }
  }
}

extension ProtocolError: CustomStringConvertible {
  public var description: String { text(.columnRow) }

  /// Returns the error in words, with a pair of coordinates in this order.
  private func text(_ order: CoordinateOrder) -> String {
    switch self {
    case .unknownCommand(let word), .unsupportedCommand(let word): printable(word)
    case .lineTooLong: "line longer than \(LineSplitter.longest) bytes"
    case .badArgument(let command, let argument, let expected):
      argument.isEmpty
        ? "\(command) needs \(expected)"
        : "\(command) needs \(expected), not \(printable(argument))"
    case .badPath(let command, let path, let expected):
      "\(command) needs \(expected), not \(quoted(path: path))"
    case .badSetting(let key, let value, let expected):
      ProtocolError.badArgument(command: "INFO \(key)", argument: value, expected: expected)
        .description
    case .offBoard(let text): "\(printable(text)) is off the board"
    case .outside(let point): ProtocolError.offBoard(order.pair(point)).text(order)
    case .occupied(let point): "\(point) is occupied"
    case .forbidden(let point, let reason): "\(point) is forbidden: \(reason.words)"
    case .noStone(let point): "no stone on \(point)"
    case .gameOver(let outcome): "game over: \(outcome)"
    case .illegalTurn(let reason): reason.description
    case .illegalTurnAmong(let reason, let turn, let number): "turn \(number), \(turn): \(reason)"
    case .illegalAction(let reason, let action, let number):
      "action \(number), \(action): \(reason)"
    case .badPosition(let error): shortened(error.description)
    case .badRules(let error): "START liuzhou: " + shortened(error.description)
    case .nothingToTakeBack: "no turn to take back"
    case .otherGame(let sent, let game, let expected):
      "\(shortened(sent)) is for \(game), this is a game of \(game.other)"
        + (expected.map { " and needs \($0)" } ?? "")
    case .noGame: "no game: send START first"
    case .unsupportedRule(let code): "rule \(printable(code)) is not played here"
    case .unfinishedBlock(let command): "\(command) without DONE"
    case .nothingToPlay: "no point left to play"
    case .noDatabase: "no database: send INFO usedatabase 1 or YXSETDATABASE first"
    case .readOnlyDatabase: "the database is not to be changed: INFO database_readonly is 1"
    case .badFile(let command, let path, let reason):
      "\(command) cannot use \(quoted(path: path)): \(shortened(reason))"
    case .stopped(let command): "\(command) was stopped, nothing has changed"
    case .outOfMemory(let command, let bytes):
      "\(command) needs more than the \(bytes) bytes that max_memory leaves it"
    }
  }
}

/// Returns `text` in quotes, safe to echo: printable ASCII, cut after 40 characters.
func printable(_ text: some StringProtocol) -> String {
  "\"" + shortened(text.replacingScalars(["\"": "?"]), to: 40) + "\""
}

/// Returns a path in quotes. The folders of a long path are cut in the middle, because the file's
/// name matters most.
func quoted(path: String) -> String {
  let scalars = path.unicodeScalars
  let name = scalars.lastIndex(of: "/").map { scalars.index(after: $0) } ?? scalars.startIndex
  // Common file systems limit a name to 255 bytes.
  let text = cutInTheMiddle(scalars[..<name], 120) + cutInTheMiddle(scalars[name...], 255)
  return "\"" + text.replacingScalars(["\"": "?"]) + "\""
}

private func cutInTheMiddle(_ text: Substring.UnicodeScalarView, _ length: Int) -> String {
  guard text.count > length else { return String(text) }
  return String(text.prefix(length / 2)) + "..." + String(text.suffix(length / 2))
}

/// Returns `text` in printable ASCII; other characters become `?`.
///
/// A text of more than `length` characters is cut after them, and `...` is appended.
package func shortened(_ text: some StringProtocol, to length: Int = 120) -> String {
  let scalars = text.unicodeScalars.prefix(length + 1)
  let shown = scalars.prefix(length).map { 32...126 ~= $0.value ? Character($0) : "?" }
  return String(shown) + (scalars.count > length ? "..." : "")
}

extension ForbiddenReason {
  /// The reason in words, for replies.
  package var words: String {
    switch self {
    case .doubleThree: "double three"
    case .doubleFour: "double four"
    case .overline: "overline"
    }
  }
}

extension GomokuRules.Position.Outcome {
  /// The result in words, for replies.
  package var words: String {
    switch self {
    case .win(let color): "\(color) has won"
    case .draw: "the board is full"
    }
  }
}

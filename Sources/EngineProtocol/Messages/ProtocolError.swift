import Gomoku

/// Why a line is not obeyed. Its text is the engine's reply; the session's state has not changed.
public enum ProtocolError: Error, Equatable, Sendable {
  /// No such command.
  case unknownCommand(String)
  /// A command of other engines whose lines were read and dropped.
  case unsupportedCommand(String)
  case lineTooLong
  /// `command` does not take `argument`; it wants `expected`.
  case badArgument(command: String, argument: String, expected: String)
  /// A point outside the board, as it was written.
  case offBoard(String)
  case occupied(Point)
  case forbidden(Point, Forbiddance)
  case noStone(Point)
  case gameOver(Position.Outcome)
  /// START has not been sent.
  case noGame
  /// `INFO rule` asked for a game that is not played here.
  case unsupportedRule(String)
  /// Another command came before DONE.
  case unfinishedBlock(String)
  /// Every point that could be played is blocked (YXBLOCK) or too few are left.
  case nothingToPlay

  init(_ illegal: Position.IllegalMove, at point: Point) {
    self =
      switch illegal {
      case .offBoard: .offBoard("\(point.x),\(point.y)")
      case .occupied: .occupied(point)
      case .forbidden(let reason): .forbidden(point, reason)
      case .gameOver(let outcome): .gameOver(outcome)
      }
  }

  /// Whether INFO is to blame, which is never answered.
  var isAboutInfo: Bool {
    if case .badArgument(let command, _, _) = self { return command.hasPrefix("INFO") }
    return false
  }

  /// The line that reports the error.
  public var reply: GomocupReply {
    switch self {
    case .unknownCommand(let word): .unknown("command \(printable(word))")
    case .unsupportedCommand(let word): .unknown("command \(printable(word)) is not supported")
    default: .error(description)
    }
  }
}

extension ProtocolError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownCommand(let word), .unsupportedCommand(let word): printable(word)
    case .lineTooLong: "line longer than \(LineSplitter.longest) bytes"
    case .badArgument(let command, let argument, let expected):
      argument.isEmpty
        ? "\(command) needs \(expected)"
        : "\(command) needs \(expected), not \(printable(argument))"
    case .offBoard(let text): "\(printable(text)) is off the board"
    case .occupied(let point): "\(point) is occupied"
    case .forbidden(let point, let reason): "\(point) is forbidden: \(reason.words)"
    case .noStone(let point): "no stone on \(point)"
    case .gameOver(let outcome): "game over: \(outcome.words)"
    case .noGame: "no game: send START first"
    case .unsupportedRule(let code): "rule \(printable(code)) is not played here"
    case .unfinishedBlock(let command): "\(command) without DONE"
    case .nothingToPlay: "no point left to play"
    }
  }
}

/// `text` as it may be echoed: printable ASCII, at most 40 characters, in quotes.
func printable(_ text: some StringProtocol) -> String {
  let scalars = text.unicodeScalars.prefix(41)
  let shown = scalars.prefix(40).map { 32...126 ~= $0.value && $0 != "\"" ? Character($0) : "?" }
  return "\"" + String(shown) + (scalars.count > 40 ? "...\"" : "\"")
}

extension Forbiddance {
  /// As it is named in replies.
  var words: String {
    switch self {
    case .doubleThree: "double three"
    case .doubleFour: "double four"
    case .overline: "overline"
    }
  }
}

extension Position.Outcome {
  /// As it is named in replies.
  var words: String {
    switch self {
    case .win(let color): "\(color) has won"
    case .draw: "the board is full"
    }
  }
}

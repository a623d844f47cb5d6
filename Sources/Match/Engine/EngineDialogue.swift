import Basics
import Gomocup
import GomokuRules

/// The commands that `arena` sends to an engine, and the parser of the answers.
///
/// The module `Gomocup` defines the grammar.
package enum EngineDialogue {
  /// A parsed line from an engine.
  package enum Reply: Equatable {
    case ok
    case move(Move)
    /// Several points on one line: an answer in the swap2 opening.
    case points([Point])
    /// The choice of Black in the swap2 opening.
    case swap
    /// The next action of an opening; `nil` if the engine says that the opening is over.
    case opening(OpeningAction?)
    /// A line `ERROR …` or `UNKNOWN …`, by which the engine refuses the command.
    case refusal(String)
    /// A line that answers no command: `MESSAGE`, `INFO`, `DEBUG` or an empty line.
    case chatter(SearchNote)
    /// Any other line.
    case nonsense(String)
  }

  // MARK: Speaking

  /// Returns the command that starts a game.
  package static func start(_ game: GameKind) -> String {
    let command: GomocupCommand =
      switch game {
      case .gomoku(_, let size): size.width == size.height ? .start(size) : .rectStart(size)
      case .liuzhou(let rules): .startLiuzhou(rules)
      }
    return command.text()
  }

  /// Returns the `INFO` lines that follow `START`.
  package static func settings(_ engine: EngineConfig, game: GameKind) -> [String] {
    let limits = engine.limits
    // Without a limit an engine would use a default of its own, so the stall time is sent instead.
    let turn = limits.turn ?? (limits.match == nil ? limits.stall : nil)
    var settings: [InfoSetting] = []
    if case .gomoku(let variant, _) = game { settings.append(.rule(variant)) }
    if let turn { settings.append(.number(.timeoutTurn, turn)) }
    settings.append(.number(.timeoutMatch, limits.match ?? 0))
    settings.append(.number(.maxMemory, limits.memory ?? 0))
    settings.append(.number(.gameType, 1))
    if limits.increment > 0 { settings.append(.number(.timeIncrement, limits.increment)) }
    if let nodes = limits.nodes { settings.append(.number(.maxNode, nodes)) }
    if let depth = limits.depth { settings.append(.number(.maxDepth, depth)) }
    settings += engine.options.map { .ignored(key: $0.key, value: $0.value) }
    return settings.map { GomocupCommand.info($0).text() }
  }

  /// Returns the `INFO` line with the match time left; `nil` sends the value for no limit.
  package static func timeLeft(_ milliseconds: Int?) -> String {
    GomocupCommand.info(.number(.timeLeft, milliseconds ?? 2_147_483_647)).text()
  }

  static func lines(_ command: GomocupCommand) -> [String] {
    command.text().split(separator: "\n").map(String.init)
  }

  // MARK: Listening

  /// Parses a line. Like managers, it accepts any white space around a move.
  package static func read(_ line: String, game: GameKind) -> Reply {
    let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let reply = GomocupReply(parsing: text, in: game.notation)
    switch reply {
    case .ok: return .ok
    case .move(let move): return .move(move)
    case .stones(let points): return .points(points)
    case .swap: return .swap
    case .opening(let action): return .opening(action)
    case .error, .unknown: return .refusal(text)
    case .message, .progress, .realtime, .info, .bestLine, .debug:
      return .chatter(reply.searchNote)
    case .other where text.isEmpty: return .chatter(SearchNote())
    default: return .nonsense(text)
    }
  }
}

extension EngineDialogue.Reply: CustomStringConvertible {
  /// The reply in words, for reports; long texts are cut.
  package var description: String {
    switch self {
    case .ok: "OK"
    case .move(let move): move.description
    case .points(let points): points.map(\.description).joined(separator: " ")
    case .swap: "SWAP"
    case .opening(let action): "OPENING \(action?.description ?? "over")"
    case .refusal(let text), .nonsense(let text): text.prefix(200).shown
    case .chatter: "talk"
    }
  }
}

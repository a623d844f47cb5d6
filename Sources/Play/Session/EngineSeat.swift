import Gomocup
import Match
import Platform
import Records

/// The role of an engine in a session: one of the two players, or the adviser.
enum EngineRole: Hashable, Sendable {
  case player(Player)
  /// The engine for hints and analysis.
  case adviser
}

/// The state of the dialogue with one engine: absent, starting, idle or thinking.
///
/// This value starts no process and sends nothing itself. `ask` returns the lines to send now, and
/// whether the caller must start the process first. `hear` interprets a line of the engine.
struct EngineSeat: Sendable {
  /// The meaning of a line that an engine has sent.
  enum News {
    /// The engine has said OK to START or POSITION, and is to be sent these lines.
    case ready([String])
    /// Search information or a message that comes before the answer.
    case talk(GomocupReply)
    case answer(EngineDialogue.Reply)
    /// The engine does not play the game, or cannot take the position.
    case refusal(Phrase)
  }

  private enum State {
    case absent
    /// START was sent; `lines` are sent once OK has come.
    case starting(lines: [String], deadline: MonotonicTime)
    /// POSITION was sent; `lines` are sent once OK has come.
    case placing(lines: [String])
    case idle
    case thinking
  }

  let config: EngineConfig
  private let game: GameKind
  private var state = State.absent
  /// The number of plies of the position that the engine has; `nil` if it must be sent all moves.
  var known: Int?

  init(_ name: String, _ command: [String], game: GameKind, limits: (inout EngineConfig) -> Void) {
    var config = EngineConfig(
      name: name, command: command[0], arguments: Array(command.dropFirst()))
    limits(&config)
    (self.config, self.game) = (config, game)
  }

  /// True if an answer of the engine is awaited.
  var isBusy: Bool {
    switch state {
    case .starting, .placing, .thinking: true
    case .absent, .idle: false
    }
  }

  /// Returns whether the engine has let the deadline for its OK to START pass.
  func isLate(_ now: MonotonicTime) -> Bool {
    if case .starting(_, let deadline) = state { now > deadline } else { false }
  }

  /// Takes lines for the engine, the last of which asks for an answer.
  ///
  /// An engine that is not idle gets a new process, which gets these lines after its OK to START.
  ///
  /// - Returns: the lines to send now, and whether the process has to be started first.
  mutating func ask(_ lines: [String], now: MonotonicTime) -> (starts: Bool, lines: [String]) {
    if case .idle = state { return (false, begin(lines)) }
    let deadline = now.advanced(milliseconds: config.limits.start)
    (state, known) = (.starting(lines: lines, deadline: deadline), nil)
    return (true, [EngineDialogue.start(game)])
  }

  /// Returns the lines to send to the running engine now: all, or those up to POSITION.
  private mutating func begin(_ lines: [String]) -> [String] {
    guard let index = lines.firstIndex(where: { $0.hasPrefix("POSITION ") }) else {
      state = .thinking
      return lines
    }
    state = .placing(lines: Array(lines[(index + 1)...]))
    return Array(lines[...index])
  }

  /// Interprets a line of the engine; returns `nil` if the line has no meaning at present.
  mutating func hear(_ line: String) -> News? {
    let reply = EngineDialogue.read(line, game: game)
    switch (state, reply) {
    case (.starting(let lines, _), .ok):
      return .ready(EngineDialogue.settings(config, game: game) + begin(lines))
    case (.placing(let lines), .ok):
      state = .thinking
      return .ready(lines)
    case (.starting, .refusal(let text)): return .refusal(Phrase(verbatim: text))
    case (.placing, .refusal(let text)):
      return .refusal(Phrase("cannot be told this position: \(text)"))
    case (.thinking, .chatter): return .talk(GomocupReply(parsing: line, in: game.notation))
    case (.thinking, .ok), (.thinking, .nonsense): return nil
    case (.thinking, _):
      state = .idle
      return .answer(reply)
    default: return nil
    }
  }

  /// Forgets the process, which is stopped or has ended.
  mutating func leave() { (state, known) = (.absent, nil) }
}

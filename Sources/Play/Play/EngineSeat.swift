import Gomocup
import Platform
import Match

/// An engine as a player at the board: its process is started on demand, and no call blocks.
///
/// The owner sends a request by `ask` and polls for answers by `listen`.
final class EngineSeat {
  /// An output of the engine, or its failure.
  enum News {
    case talk(GomocupReply)
    case answer(EngineDialogue.Reply)
    /// The process has ended or is unusable.
    case failure(String)
  }

  private enum State {
    case absent
    /// START was sent; `lines` are sent once OK has come.
    case starting(lines: [String], deadline: MonotonicTime)
    case idle
    case thinking
  }

  let config: EngineConfig
  private let game: GameKind
  private var process: EngineProcess?
  private var state = State.absent
  /// The number of plies of the position known to the engine; `nil` if it is unknown.
  var known: Int?

  init(_ config: EngineConfig, game: GameKind) { (self.config, self.game) = (config, game) }

  deinit { leave() }

  /// True if an answer is awaited.
  var isBusy: Bool {
    switch state {
    case .starting, .thinking: true
    case .absent, .idle: false
    }
  }

  /// The descriptor that is readable once the engine has written something.
  var descriptor: FileDescriptor? { process?.output }

  /// Sends `lines`, the last of which asks for an answer; starts the engine first if necessary.
  func ask(_ lines: [String]) -> [News] {
    if case .idle = state, let process {
      for line in lines { process.send(line) }
      process.flush()
      state = .thinking
      return []
    }
    leave()
    do {
      let process = try EngineProcess(config)
      process.send(EngineDialogue.start(game))
      process.flush()
      self.process = process
      state = .starting(
        lines: lines, deadline: .now.advanced(milliseconds: config.limits.start))
      return []
    } catch {
      return [.failure(error.description)]
    }
  }

  /// Returns the engine's output and failures since the last call; waits at most a millisecond for
  /// more.
  func listen() -> [News] {
    var news: [News] = []
    while let process {
      switch process.readLine(until: .now.advanced(milliseconds: 1)) {
      case .line(let line): news += hear(line, process)
      case .silence: return news + lateness
      case .closed:
        let ending = process.awaitEnd(milliseconds: 200)
        news.append(.failure("it has ended\(ending.map { ": \($0)" } ?? " its output")"))
        leave()
      case .flood(let what):
        news.append(.failure("it says \(what)"))
        leave()
      case .memory: return news
      }
    }
    return news
  }

  /// The failure to send OK in time, if that has happened.
  private var lateness: [News] {
    guard case .starting(_, let deadline) = state, MonotonicTime.now > deadline else { return [] }
    leave()
    return [.failure("no OK within \(config.limits.start / 1000) seconds")]
  }

  /// Interprets one line of the engine in the present state.
  private func hear(_ line: String, _ process: EngineProcess) -> [News] {
    let reply = EngineDialogue.read(line, game: game)
    switch (state, reply) {
    case (.starting(let lines, _), .ok):
      for line in EngineDialogue.settings(config, game: game) + lines { process.send(line) }
      process.flush()
      state = .thinking
      return []
    case (.starting, .refusal(let text)):
      leave()
      return [.failure(text)]
    case (.thinking, .chatter):
      return [.talk(GomocupReply(parsing: line, in: game.notation))]
    case (.thinking, .ok), (.thinking, .nonsense):
      return []
    case (.thinking, _):
      state = .idle
      return [.answer(reply)]
    default: return []
    }
  }

  /// Kills the engine; the next request starts it again.
  func leave() {
    process?.kill()
    process = nil
    known = nil
    state = .absent
  }
}

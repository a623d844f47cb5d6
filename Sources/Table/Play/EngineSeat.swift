import Gomocup
import Platform
import Tournament

/// An engine at the table: asked once, listened to now and then, and started when it is needed.
///
/// Nothing here waits for the engine.
final class EngineSeat {
  /// What was heard.
  enum News {
    case talk(GomocupReply)
    case answer(EngineDialogue.Reply)
    /// The engine is gone, or of no use.
    case failure(String)
  }

  private enum State {
    case absent
    /// START was sent; the lines follow the OK.
    case starting(lines: [String], deadline: MonotonicTime)
    case idle
    case thinking
  }

  let config: EngineConfig
  private let game: GameKind
  private var process: EngineProcess?
  private var state = State.absent
  /// The plies of the position that the engine has on its board; `nil` if that is not known.
  var known: Int?

  init(_ config: EngineConfig, game: GameKind) { (self.config, self.game) = (config, game) }

  deinit { leave() }

  /// Whether an answer is due.
  var isBusy: Bool {
    switch state {
    case .starting, .thinking: true
    case .absent, .idle: false
    }
  }

  /// What can be read once there is news.
  var descriptor: FileDescriptor? { process?.output }

  /// Sends `lines`, the last of which asks for an answer.
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

  /// Hears what has come since the last time.
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

  /// That there was no OK in time.
  private var lateness: [News] {
    guard case .starting(_, let deadline) = state, MonotonicTime.now > deadline else { return [] }
    leave()
    return [.failure("no OK within \(config.limits.start / 1000) seconds")]
  }

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

  /// Ends the engine; the next question starts it again.
  func leave() {
    process?.kill()
    process = nil
    known = nil
    state = .absent
  }
}

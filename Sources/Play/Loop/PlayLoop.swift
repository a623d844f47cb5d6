import Basics
import Foundation
import Gomocup
import Match
import Platform
import Records

/// The owner of a game session: carries out its effects and passes events to it.
///
/// The loop has the terminal, the processes of engines, the game's file and the connections. All
/// decisions are the session's.
public final class PlayLoop {
  /// The options of a session.
  public struct Options {
    /// True to write plain lines even if a full-screen window is possible.
    public var isPlain = false
    /// The language of all texts.
    public var language = Speech.Language.english
    /// True if gomoku's rows are numbered from below.
    public var hasRowsFromBelow = false
    /// The folder of the saved games.
    public var folder: String
    /// The command of the engine for hints and analysis.
    public var adviser: [String]
    /// True if an engine resigns a lost game against a user.
    public var resigns = true
    /// The way to connect to another player's program, for a game over a link.
    public var link: LinkRequest?

    public init(folder: String, adviser: [String]) {
      (self.folder, self.adviser) = (folder, adviser)
    }
  }

  /// The input that a session leaves to the next one: the link's connections, and lines that were
  /// typed ahead outside a window.
  public struct Input {
    fileprivate var lines: [String] = []
    fileprivate var unfinishedLine: [UInt8] = []
    fileprivate var isOver = false
    fileprivate var connections: LinkConnections?

    public init() {}
  }

  private let options: Options
  private let display: Display
  private var session: PlaySession
  private var saved: SavedGame?
  private var processes: [EngineRole: EngineProcess] = [:]
  private let connections: LinkConnections?
  private var decoder = KeyDecoder()
  /// The arrival time of the undecoded bytes in the key decoder.
  private var decoderTime = MonotonicTime.now
  /// The bytes of an input line so far, outside a window.
  private var unfinishedLine: [UInt8] = []
  private var isInputOver = false
  private var isLeaving = false
  /// The settings of the next game, with exchanged colours, if the session has ended for a rematch;
  /// otherwise `nil`.
  public var rematch: PlaySettings? { session.rematch }
  /// The input that this session has not executed.
  public var unusedInput: Input {
    var input = Input()
    (input.lines, input.unfinishedLine, input.isOver) = (session.lines, unfinishedLine, isInputOver)
    input.connections = connections
    return input
  }
  /// The error that ended the session; `nil` if none did.
  public private(set) var failure: Phrase?

  /// Creates a loop with a new session.
  ///
  /// With `LinkRequest.listen` it begins to listen for a guest. It throws if that is not possible.
  ///
  /// - Parameters:
  ///   - state: the state of the game; `nil` for a guest, who receives the game over the link.
  ///   - saved: the game's file; `nil` for a guest who has none yet.
  ///   - credentials: the credentials of this end of a link; `nil` for a local game.
  ///   - ownName: the name of the user in a game over a link.
  ///   - input: the input that the previous session has left.
  public init(
    _ state: PlayState?, saved: SavedGame?, credentials: LinkCredentials? = nil, ownName: String,
    input: Input = Input(), _ options: Options
  ) throws(UserError) {
    (self.saved, self.options) = (saved, options)
    let environment = CurrentProcess.environment
    display = Display(environment: environment, isPlain: options.isPlain)
    let request = input.connections == nil ? options.link : nil
    connections =
      try request.map { request throws(UserError) in try LinkConnections(request) }
      ?? input.connections
    connections?.begin()
    var settings = PlaySession.Options(
      adviser: options.adviser, resigns: options.resigns, home: environment["HOME"] ?? "",
      isWindow: display.isWindow, isTerminal: display.isTerminal, terminal: display.terminal)
    (settings.language, settings.hasRowsFromBelow) = (options.language, options.hasRowsFromBelow)
    var state = state
    var (link, invitation): (LinkStateMachine?, Phrase?)
    if let credentials {
      link = LinkStateMachine(name: ownName, settings: state?.settings, credentials: credentials)
      let turnAge = saved?.contents.turnBegan.map { PlayLoop.date - $0 }
      state?.startLinkClock(
        credentials, turnAge: turnAge, turnTime: saved?.contents.turnTime ?? 0, now: .now)
      invitation = connections?.port.map {
        Phrase("listening on 127.0.0.1:\($0)/\(credentials.token)")
      }
      if invitation == nil, credentials.role == .host {
        invitation = Phrase("the guest calls with --token \(credentials.token)")
      }
    }
    session = PlaySession(state, link: link, invitation: invitation, settings, now: .now)
    session.lines = input.lines
    (unfinishedLine, isInputOver) = (input.unfinishedLine, input.isOver)
  }

  /// Runs the session until the user quits or nothing more can happen.
  ///
  /// - Returns: the game's file, if there is one.
  public func run() -> SavedGame? {
    display.open()
    session.options.isWindow = display.isOpen
    if display.isOpen { display.askForWidth() }
    if let invitation = session.invitation, !display.isOpen {
      display.show([session.speech.text(invitation)])
    }
    if isInputOver { feed(.endOfInput) }
    while !isLeaving {
      hearEngines()
      let now = MonotonicTime.now
      for event in connections?.poll(now: now) ?? [] { feed(.link(event)) }
      feed(.time)
      if isLeaving { break }
      if display.isOpen {
        display.draw { session.window(columns: $0, rows: $1, display.terminal, now: now) }
      }
      wait()
      readInput()
    }
    connections?.leave()
    for process in processes.values { process.kill() }
    display.close()
    return saved
  }

  /// Passes an input to the session, carries out the effects, and passes on their results.
  private func feed(_ input: PlaySession.Input) {
    var inputs = [input][...]
    while let next = inputs.popFirst() {
      for effect in session.handle(next, now: .now) {
        if let result = carryOut(effect) { inputs.append(result) }
      }
    }
  }

  // MARK: Waiting

  /// Waits until a descriptor is readable or the time of the next change has come.
  private func wait() {
    var events: [(descriptor: FileDescriptor, event: FileDescriptor.Event)?] = []
    if !isInputOver { events.append((display.input, .reading)) }
    for process in processes.values {
      if let output = process.output { events.append((output, .reading)) }
    }
    for descriptor in connections?.descriptors ?? [] { events.append((descriptor, .reading)) }
    if let resizes = display.resizes { events.append((resizes, .reading)) }
    let now = MonotonicTime.now
    let delay = min(session.delay(at: now), decoder.isWaiting ? 30 : .max)
    _ = FileDescriptor.wait(for: events, until: now.advanced(milliseconds: delay))
    display.takeResizes()
  }

  /// Passes on the output of all engines; waits at most a millisecond for each next line.
  ///
  /// If an engine has closed its output, waits at most 200 ms for its end.
  private func hearEngines() {
    for role in Array(processes.keys) {
      listening: while let process = processes[role], !isLeaving {
        switch process.readLine(until: .now.advanced(milliseconds: 1)) {
        case .line(let line): feed(.engineLine(role, line))
        case .silence, .memory: break listening
        case .closed:
          let ending = process.awaitEnd(milliseconds: 200)
          let reason = ending.map { ending in
            let status =
              switch ending {
              case .exited(let code): Phrase("exit status \(code)")
              case .signalled(let signal): Phrase("signal \(signal.rawValue)")
              }
            return Phrase("it has ended: \(status)")
          }
          feed(.engineFailed(role, reason ?? Phrase("it has ended its output")))
        case .flood(let what): feed(.engineFailed(role, Phrase("it says \(what)")))
        }
      }
    }
  }

  /// Reads the available input and passes on keys or lines.
  private func readInput() {
    let now = MonotonicTime.now
    if display.isOpen, decoder.isWaiting, now > decoderTime.advanced(milliseconds: 50) {
      press(decoder.flush())
    }
    guard !isInputOver, display.input.isReady(for: .reading) else { return }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = (try? display.input.read(into: &chunk)) ?? 0
    decoderTime = now
    if count == 0 {
      isInputOver = true
      if !unfinishedLine.isEmpty { takeLines([UInt8(ascii: "\n")]) }
      feed(.endOfInput)
    } else if display.isOpen {
      press(decoder.take(chunk[..<count]))
    } else {
      takeLines(chunk[..<count])
    }
  }

  private func press(_ keys: [Key]) {
    for key in keys {
      if case .cursor(let column, _) = key {
        display.note(cursorColumn: column)
      } else {
        feed(.key(key))
      }
    }
  }

  /// The longest accepted line in bytes; the rest of a longer line is dropped.
  private static let longestLine = 4096

  private func takeLines(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        // A path in a line may hold any bytes.
        feed(.line(ByteText.string(unfinishedLine)))
        unfinishedLine = []
      } else if byte != UInt8(ascii: "\r"), unfinishedLine.count < PlayLoop.longestLine {
        unfinishedLine.append(byte)
      }
    }
  }

  // MARK: Effects

  /// Carries out an effect and returns its result, if the session waits for one.
  private func carryOut(_ effect: PlaySession.Effect) -> PlaySession.Input? {
    switch effect {
    case .save(let action):
      let date = connections == nil ? nil : PlayLoop.date
      return result(of: effect) { try saved?.append(action, at: date) }
    case .keep(let credentials):
      return result(of: effect) { try saved?.keep(credentials) }
    case .note(let time): try? saved?.note(turnTime: time)
    case .adopt(let settings, let credentials):
      do { return try adopt(settings, credentials) } catch {
        return .done(effect, failure: Phrase(error))
      }
    case .export(let content, let path, let overwrites):
      return result(of: effect) {
        try PlayState.write(content, to: path, overwrites: overwrites)
      }
    case .start(let role, let config):
      processes.removeValue(forKey: role)?.kill()
      return result(of: effect) { processes[role] = try EngineProcess(config) }
    case .send(let lines, let role):
      for line in lines { processes[role]?.send(line) }
      processes[role]?.flush()
    case .stop(let role): processes.removeValue(forKey: role)?.kill()
    case .transmit(let text, let number): connections?.send(text, to: number)
    case .disconnect(let number): connections?.close(number)
    case .hangUp: connections?.leave()
    case .settle: connections?.settle()
    case .show(let lines): display.show(lines)
    case .showPrompt: display.showPrompt()
    case .redraw: display.forget()
    case .suspend: suspend()
    case .quit(let failure): (self.failure, isLeaving) = (failure, true)
    }
    return nil
  }

  /// Runs `body`, which carries out the effect, and returns the input that reports its result.
  private func result(
    of effect: PlaySession.Effect, _ body: () throws -> Void
  ) -> PlaySession.Input {
    do { try body() } catch { return .done(effect, failure: Phrase(error)) }
    return .done(effect, failure: nil)
  }

  /// Returns the terminal to the shell until the shell resumes the program.
  private func suspend() {
    display.close()
    ProcessID.current.send(.suspend)
    display.open()
    session.options.isWindow = display.isOpen
  }

  /// Opens the guest's file of the host's game, or creates one if there is none yet.
  private func adopt(
    _ settings: PlaySettings, _ credentials: LinkCredentials
  ) throws -> PlaySession.Input {
    // If another game was offered before, a stranger who knows the token may have sent one of the
    // two, so each gets its own file.
    if saved?.contents.settings.id != settings.id { saved = nil }
    let saved =
      try self.saved ?? SavedGame.ofGuest(settings, credentials, in: options.folder)
    let own = saved.contents.link ?? credentials
    let state = try PlayState(saved.contents.settings, after: saved.contents.actions, now: .now)
    self.saved = saved
    return .adopted(settings, state, own)
  }

  /// The present time in milliseconds since 1970.
  private static var date: Int { Int(Date().timeIntervalSince1970 * 1000) }
}

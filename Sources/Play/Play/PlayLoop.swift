import Basics
import Gomocup
import Platform
import Match

/// The event loop of a game session: connects the user, the engines, the game's file and the link.
public final class PlayLoop {
  /// The environment and options of a session.
  public struct Options {
    public var input = FileDescriptor.standardInput
    public var output = FileDescriptor.standardOutput
    public var environment: [String: String] = CurrentProcess.environment
    /// True to write plain lines even where a full-screen window is possible.
    public var isPlain = false
    /// The folder of the saved games.
    public var folder: String
    /// The command of the engine for hints and analysis.
    public var adviser: [String]
    /// The least time that a move stays on the screen when only engines play, in milliseconds.
    public var pace = 500
    /// The way to connect to another player's program, for a game over a link.
    public var link: LinkRequest?

    public init(folder: String, adviser: [String]) {
      (self.folder, self.adviser) = (folder, adviser)
    }
  }

  /// A way to connect to another player's program.
  public enum LinkRequest: Equatable, Sendable {
    case listen(port: UInt16)
    case connect(host: String, port: UInt16, token: LinkSecret)
    /// A shell command, whose pipes carry the lines; a host without a token makes one.
    case through(command: String, token: LinkSecret?, isHost: Bool)

    /// The end of the link at which this program is.
    public var role: LinkRole {
      switch self {
      case .listen: .host
      case .connect: .guest
      case .through(_, _, let isHost): isHost ? .host : .guest
      }
    }

    /// The token from the command line.
    public var token: LinkSecret? {
      switch self {
      case .listen: nil
      case .connect(_, _, let token): token
      case .through(_, let token, _): token
      }
    }
  }

  let options: Options
  let display: Display
  /// The state of the game; `nil` at the guest's end until the host has sent the game.
  var state: PlayState?
  var saved: SavedGame?
  /// The name of the user in a game over a link.
  let ownName: String
  var engines: [Player: EngineSeat] = [:]
  var adviser: EngineSeat?
  var link: LinkStateMachine?
  var connections: LinkConnections?
  /// The latest message about the connection.
  var linkNews: String?
  /// The last state of the link that was written as a line, without numbers.
  var toldLink = ""
  /// The instruction for the guest to connect, which the user passes on.
  private(set) var invitation: String?
  /// The error that ended the session.
  public internal(set) var failure: String?

  var decoder = KeyDecoder()
  /// The arrival time of the bytes that wait in the decoder.
  var decoderTime = MonotonicTime.now
  /// The characters of the input line so far.
  var typed = ""
  var isHelping = false
  /// True if the next iteration must not wait, because others have to react to an action or
  /// command.
  var isAwake = false
  /// The files saved in this session, which need no confirmation to be overwritten.
  var savedFiles: Set<String> = []
  /// The input lines that are not executed yet, outside a full-screen window.
  var pending: [String] = []
  var unfinishedLine: [UInt8] = []
  var isInputOver = false
  var isLeaving = false
  /// True if the state has changed since it was shown.
  var isStale = true
  /// The time of the last action, for the pace of games between engines.
  var moveShown = MonotonicTime.now

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - table: the state of the game; `nil` for a guest, who receives the game over the link.
  ///   - saved: the game's file.
  ///   - credentials: the credentials of this end of a link.
  public init(
    _ state: PlayState?, saved: SavedGame?, credentials: LinkCredentials? = nil, ownName: String,
    _ options: Options
  ) throws(UserError) {
    (self.state, self.saved, self.ownName) = (state, saved, ownName)
    self.options = options
    display = Display(
      input: options.input, output: options.output,
      environment: options.environment, isPlain: options.isPlain)
    guard let request = options.link, let credentials else { return }
    try openLink(request, credentials)
  }

  /// Opens the connection, and creates this end of the link.
  private func openLink(
    _ request: LinkRequest, _ credentials: LinkCredentials
  ) throws(UserError) {
    let means: LinkConnections.Means =
      switch request {
      case .listen(let port): .listen(port: port)
      case .connect(let host, let port, _): .connect(host: host, port: port)
      case .through(let command, _, _): .command(command)
      }
    let connections = try LinkConnections(means)
    self.connections = connections
    link = LinkStateMachine(name: ownName, settings: state?.settings, credentials: credentials)
    if let saved { state?.resumeClock(of: saved, credentials, now: .now) }
    if let port = connections.port {
      invitation = "listening on 127.0.0.1:\(port)/\(credentials.token)"
    } else if credentials.role == .host {
      invitation = "the guest calls with --token \(credentials.token)"
    }
  }

  /// Runs the session until the user quits or nothing more can happen.
  ///
  /// - Returns: the path of the game's file, if there is one.
  public func run() -> String? {
    var lastPass = MonotonicTime.now
    display.open()
    if display.isOpen { display.askForWidth() }
    if let invitation, !display.isOpen { display.show([invitation]) }
    refreshEngines()
    while !isLeaving {
      let now = MonotonicTime.now
      excuse(since: &lastPass, now)
      hearEngines(now)
      hearLink(now)
      if link?.obstacle == nil, let flag = state?.fallenFlag(at: now) { propose(flag) }
      askEngines(now)
      obeyPending(now)
      leaveIfDone()
      show(now)
      if isLeaving { break }
      wait(now)
      readInput()
    }
    leave()
    return saved?.path
  }

  /// Notifies the peer, stops the engines and restores the terminal.
  private func leave() {
    act(link?.farewell ?? [])
    connections?.leave()
    for engine in engines.values { engine.leave() }
    adviser?.leave()
    display.close()
  }

  /// Waits until a descriptor is readable or the time of the next change has come.
  private func wait(_ now: MonotonicTime) {
    var events: [(descriptor: FileDescriptor, event: FileDescriptor.Event)?] = []
    if !isInputOver { events.append((display.input, .reading)) }
    for engine in Array(engines.values) + [adviser].compactMap({ $0 }) {
      if let output = engine.descriptor { events.append((output, .reading)) }
    }
    for descriptor in connections?.descriptors ?? [] { events.append((descriptor, .reading)) }
    if let resizes = display.resizes { events.append((resizes, .reading)) }
    _ = FileDescriptor.wait(for: events, until: now.advanced(milliseconds: pause(now)))
    display.takeResizes()
  }

  /// Returns the time until something must be done without any input, in milliseconds.
  private func pause(_ now: MonotonicTime) -> Int {
    if isAwake {
      isAwake = false
      return 0
    }
    var pauses = [PlayLoop.longestPause]
    if decoder.isWaiting { pauses.append(30) }
    // A link needs heartbeats and reconnection.
    if link != nil { pauses.append(100) }
    if (Array(engines.values) + [adviser].compactMap({ $0 })).contains(where: \.isBusy) {
      // An engine may exit while another process holds its output open, so poll it.
      pauses.append(1000)
    }
    guard let state else { return pauses.min() ?? 0 }
    pauses += state.changes(at: now, isSeen: display.isOpen)
    if isWatched(state) {
      let shown = now.microseconds(since: moveShown) / 1000
      if shown < options.pace { pauses.append(options.pace - shown) }
    }
    return max(1, pauses.min() ?? 0)
  }

  private static let longestPause = 60_000

  // MARK: Actions

  /// Performs an action of this end; a guest requests it from the host.
  func propose(_ action: GameAction) {
    if let obstacle = link?.obstacle { return complain(obstacle) }
    if link?.role == .guest {
      state?.notice = nil
      isStale = true
      return tellLink(.wants(action))
    }
    // A move after the time is over becomes a loss on time.
    commit(state?.fallenFlag(at: .now) ?? action)
  }

  /// Saves an action and performs it; if it cannot be saved, reports that and changes nothing.
  func commit(_ action: GameAction) {
    guard var state else { return }
    do {
      try state.game.check(action)
      try saved?.append(action, at: link == nil ? nil : PlayLoop.date)
      try state.perform(action, now: .now)
    } catch {
      return complain("\(error)")
    }
    self.state = state
    isStale = true
    moveShown = .now
    forgetEngines(after: action)
    tellLink(.kept)
  }

  func complain(_ text: String) {
    state?.complain(text)
    if state == nil { linkNews = text }
    isStale = true
  }

  func tell(_ text: String) {
    state?.tell(text)
    if state == nil { linkNews = text }
    isStale = true
  }
}

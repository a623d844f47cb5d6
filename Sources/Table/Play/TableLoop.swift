import Basics
import Gomocup
import Platform
import Tournament

/// A sitting at a table: brings the person, the engines, the file and the line together.
public final class TableLoop {
  /// What a sitting needs besides the table.
  public struct Surroundings {
    public var input = FileDescriptor.standardInput
    public var output = FileDescriptor.standardOutput
    public var environment: [String: String] = CurrentProcess.environment
    /// Whether to write lines even where a window could be drawn.
    public var isPlain = false
    /// The folder of the saved games.
    public var folder: String
    /// The engine that gives advice.
    public var adviser: [String]
    /// Milliseconds that a move of an engine is at least looked at when only engines play.
    public var pace = 500
    /// The way to the other table.
    public var link: LinkRequest?

    public init(folder: String, adviser: [String]) {
      (self.folder, self.adviser) = (folder, adviser)
    }
  }

  /// How another table is to be reached.
  public enum LinkRequest: Equatable, Sendable {
    case listen(port: UInt16)
    case connect(host: String, port: UInt16, token: LinkWord)
    /// Without a token the host makes one.
    case through(command: String, token: LinkWord?, isHost: Bool)

    /// The end of the link that this table is.
    public var role: LinkRole {
      switch self {
      case .listen: .host
      case .connect: .guest
      case .through(_, _, let isHost): isHost ? .host : .guest
      }
    }

    /// The token that was given.
    public var token: LinkWord? {
      switch self {
      case .listen: nil
      case .connect(_, _, let token): token
      case .through(_, let token, _): token
      }
    }
  }

  let surroundings: Surroundings
  let display: Display
  /// `nil` for a guest that has not heard of the game.
  var table: Table?
  var saved: SavedGame?
  /// The name of whoever sits at this end of a line.
  let ownName: String
  var engines: [Player: EngineSeat] = [:]
  var adviser: EngineSeat?
  var link: LinkEnd?
  var connections: LinkConnections?
  /// What is to be said about the link.
  var linkNews: String?
  /// What was said about the link last, where lines cannot be written over.
  var toldLink = ""
  /// How the guest is to call, for the person to pass on.
  private(set) var invitation: String?
  /// Why the sitting could not go on.
  public internal(set) var failure: String?

  var decoder = KeyDecoder()
  /// When the bytes that wait in the decoder came.
  var decoderTime = MonotonicTime.now
  var typed = ""
  var isHelping = false
  /// Whether something was done that others have to hear of before anything is waited for.
  var isAwake = false
  /// The files that were saved at this table.
  var savedFiles: Set<String> = []
  /// Lines that were read and not obeyed yet, where nobody types them.
  var pending: [String] = []
  var unfinishedLine: [UInt8] = []
  var isInputOver = false
  var isLeaving = false
  /// Whether the lines on the screen are no longer what is.
  var isStale = true
  /// When a move of an engine that is only watched was made.
  var moveShown = MonotonicTime.now

  /// - Parameters:
  ///   - table: `nil` for a guest, who hears of the game over the link.
  ///   - saved: the file of the table's game.
  ///   - credentials: what proves that this end of a link belongs to the game.
  public init(
    _ table: Table?, saved: SavedGame?, credentials: LinkCredentials? = nil, ownName: String,
    _ surroundings: Surroundings
  ) throws(Refusal) {
    (self.table, self.saved, self.ownName) = (table, saved, ownName)
    self.surroundings = surroundings
    display = Display(
      input: surroundings.input, output: surroundings.output,
      environment: surroundings.environment, isPlain: surroundings.isPlain)
    guard let request = surroundings.link, let credentials else { return }
    try openLink(request, credentials)
  }

  private func openLink(
    _ request: LinkRequest, _ credentials: LinkCredentials
  ) throws(Refusal) {
    let means: LinkConnections.Means =
      switch request {
      case .listen(let port): .listen(port: port)
      case .connect(let host, let port, _): .connect(host: host, port: port)
      case .through(let command, _, _): .command(command)
      }
    let connections = try LinkConnections(means)
    self.connections = connections
    link = LinkEnd(name: ownName, settings: table?.settings, credentials: credentials)
    if let saved { table?.resumeClock(of: saved, credentials, now: .now) }
    if let port = connections.port {
      invitation = "listening on 127.0.0.1:\(port)/\(credentials.token)"
    } else if credentials.role == .host {
      invitation = "the guest calls with --token \(credentials.token)"
    }
  }

  /// Sits until the person leaves or everything is over.
  ///
  /// - Returns: the path of the game's file, if there is one.
  public func run() -> String? {
    display.open()
    if display.isOpen { display.askForWidth() }
    if let invitation, !display.isOpen { display.show([invitation]) }
    refreshEngines()
    while !isLeaving {
      let now = MonotonicTime.now
      hearEngines(now)
      hearLink(now)
      if link?.obstacle == nil, let flag = table?.fallenFlag(at: now) { propose(flag) }
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

  private func leave() {
    act(link?.farewell ?? [])
    connections?.leave()
    for engine in engines.values { engine.leave() }
    adviser?.leave()
    display.close()
  }

  /// Waits for news, or until something changes by itself.
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

  /// Milliseconds until something has to be done that nobody else makes happen.
  private func pause(_ now: MonotonicTime) -> Int {
    if isAwake {
      isAwake = false
      return 0
    }
    var pauses = [TableLoop.longestPause]
    if decoder.isWaiting { pauses.append(30) }
    // A link has to be kept alive, and put up again.
    if link != nil { pauses.append(100) }
    if (Array(engines.values) + [adviser].compactMap({ $0 })).contains(where: \.isBusy) {
      // An engine may die and leave its output open in other hands.
      pauses.append(1000)
    }
    guard let table else { return pauses.min() ?? 0 }
    pauses += table.changes(at: now, isSeen: display.isOpen)
    if isWatched(table) {
      let shown = now.microseconds(since: moveShown) / 1000
      if shown < surroundings.pace { pauses.append(surroundings.pace - shown) }
    }
    return max(1, pauses.min() ?? 0)
  }

  private static let longestPause = 60_000

  // MARK: Deeds

  /// Does a deed, or asks the host to.
  func propose(_ deed: Deed) {
    if let obstacle = link?.obstacle { return complain(obstacle) }
    if link?.role == .guest {
      table?.notice = nil
      isStale = true
      return tellLink(.wants(deed))
    }
    // A move that comes after the time is over is none.
    commit(table?.fallenFlag(at: .now) ?? deed)
  }

  /// Keeps a deed and performs it; says so if it cannot be kept, and leaves everything as it was.
  func commit(_ deed: Deed) {
    guard var table else { return }
    do {
      try table.game.check(deed)
      try saved?.append(deed, at: link == nil ? nil : TableLoop.date)
      try table.perform(deed, now: .now)
    } catch {
      return complain("\(error)")
    }
    self.table = table
    isStale = true
    moveShown = .now
    forgetEngines(after: deed)
    tellLink(.kept)
  }

  func complain(_ text: String) {
    table?.complain(text)
    if table == nil { linkNews = text }
    isStale = true
  }

  func tell(_ text: String) {
    table?.tell(text)
    if table == nil { linkNews = text }
    isStale = true
  }
}

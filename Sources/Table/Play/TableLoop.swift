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
    public var line: LineRequest?

    public init(folder: String, adviser: [String]) {
      (self.folder, self.adviser) = (folder, adviser)
    }
  }

  /// How another table is to be reached.
  public enum LineRequest: Equatable, Sendable {
    case listen(port: UInt16)
    case connect(host: String, port: UInt16)
    case through(command: String, isHost: Bool)

    /// Whether the game is this table's.
    public var isHost: Bool {
      switch self {
      case .listen: true
      case .connect: false
      case .through(_, let isHost): isHost
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
  var line: Line?
  /// What is to be said about the line.
  var lineNews: String?
  /// What was said about the line last, where lines cannot be written over.
  var toldLine = ""

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
  ///   - table: `nil` for a guest, who hears of the game over the line.
  ///   - saved: the file of the table's game.
  public init(
    _ table: Table?, saved: SavedGame?, ownName: String, _ surroundings: Surroundings
  ) throws(Refusal) {
    (self.table, self.saved, self.ownName) = (table, saved, ownName)
    self.surroundings = surroundings
    display = Display(
      input: surroundings.input, output: surroundings.output,
      environment: surroundings.environment, isPlain: surroundings.isPlain)
    guard let request = surroundings.line else { return }
    let means: Line.Means =
      switch request {
      case .listen(let port): .listen(port: port)
      case .connect(let host, let port): .connect(host: host, port: port)
      case .through(let command, _): .command(command)
      }
    let line = try Line(means)
    self.line = line
    link = LinkEnd(
      request.isHost ? .host : .guest, name: ownName, settings: table?.settings)
    if let port = line.port { lineNews = "listening on 127.0.0.1:\(port)" }
  }

  /// Sits until the person leaves or everything is over.
  ///
  /// - Returns: the path of the game's file, if there is one.
  public func run() -> String? {
    display.open()
    if display.isOpen { display.askForWidth() }
    refreshEngines()
    while !isLeaving {
      let now = MonotonicTime.now
      hearEngines(now)
      hearLine(now)
      if let flag = table?.fallenFlag(at: now) { propose(flag) }
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
    if let line, link != nil {
      line.send(LinkMessage.bye.line)
      line.leave()
    }
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
    for descriptor in line?.descriptors ?? [] { events.append((descriptor, .reading)) }
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
    guard var table else { return }
    if let link {
      guard link.isAcquainted, !link.isBroken else {
        return complain(
          link.isBroken
            ? "the games of the two tables differ: nothing can be done here"
            : "the other table has not been heard yet")
      }
      if link.role == .guest {
        table.notice = nil
        self.table = table
        act(self.link?.want(deed, in: table.game) ?? [])
        isStale = true
        return
      }
    }
    commit(deed)
  }

  /// Keeps a deed and performs it; says so if it cannot be kept, and leaves everything as it was.
  func commit(_ deed: Deed) {
    guard var table else { return }
    do {
      try table.game.check(deed)
      try saved?.append(deed)
      try table.perform(deed, now: .now)
    } catch {
      return complain("\(error)")
    }
    self.table = table
    isStale = true
    moveShown = .now
    forgetEngines(after: deed)
    act(self.link?.committed(table.game) ?? [])
  }

  func complain(_ text: String) {
    table?.complain(text)
    if table == nil { lineNews = text }
    isStale = true
  }

  func tell(_ text: String) {
    table?.tell(text)
    if table == nil { lineNews = text }
    isStale = true
  }
}

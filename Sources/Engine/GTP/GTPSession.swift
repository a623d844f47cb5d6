import Basics
import Gomocup
import Gomoku
import GomokuRules
import Platform
import SearchTypes

/// The state machine of the Go Text Protocol, which translates to and from a `Session`.
///
/// It takes the same inputs and returns the same effects as the session. It keeps the game and the
/// clocks, and answers most commands itself. For a search it gives the session the position, the
/// time and a command. It drops the replies of the session and makes GTP's answers of the results.
///
/// Commands are answered in order. The next line ends an analysis, but waits for any other search.
struct GTPSession: Sendable {
  /// The search that a command waits for.
  struct Search {
    /// The use of the result.
    enum Purpose: Equatable {
      /// The move is played and is the answer.
      case move
      /// The move is the answer, but is not played.
      case advice
      /// The candidates are reported until the next line comes.
      case analysis
      /// The candidates are reported, and the move is played.
      case analysedMove
    }

    let purpose: Purpose
    let color: Color
    let id: String
    /// The form of the reports; `nil` for a search without reports.
    var analysis: GTPAnalysis?
    /// The principal variations in the last report, so that equal reports are not repeated.
    var shown: [SearchReport<Move>.Line] = []
    /// True once the analysis has to end.
    var isEnding = false
    /// True once the search has ended by itself, while the analysis still waits for a line.
    var isDone = false
    /// The time at which the search started; before it starts, the time at which its command was
    /// read.
    var start: MonotonicTime
  }

  var game = GTPGame()
  var clock = GTPClock()
  private(set) var search: Search?
  /// The error for the last board size or the last rules, if they were refused.
  ///
  /// Graphical programs ignore such an error and play on with the size or rules that were refused.
  /// Searches are therefore refused too, until both errors are `nil`.
  var refusedSize: GTPError?
  var refusedRules: GTPError?

  private var session = Session()
  /// True once the session has a game of the right size.
  private var isStarted = false
  /// True if the session has points on which the engine must not play.
  private var hasBlocked = false
  /// The input lines that wait until the running search has ended.
  private var queue: ArraySlice<(line: Line, at: MonotonicTime)> = []
  private var isClosing = false
  private var hasQuit = false
  private var effects: [Session.Effect] = []

  init(_ variant: Variant = .freestyle) { adopt(variant, at: .now) }

  /// True if every line has been answered, except for an analysis, which the next line ends.
  var isIdle: Bool { queue.isEmpty && (search?.purpose ?? .analysis) == .analysis }

  /// Takes one input and returns the effects to carry out, in order.
  mutating func handle(_ input: Session.Input) -> [Session.Effect] {
    effects = []
    switch input {
    case .line(let line, let instant): receive(line, at: instant)
    case .command: break  // The commands of the other protocol.
    case .endOfInput:
      isClosing = true
      endAnalysis()
    case .news(let news):
      let isOwn = isSearching
      tell(input)
      if isOwn, case .search(.iteration(let report)) = news { show(report) }
    case .finished(let result, let instant):
      let isOwn = isSearching
      tell(input)
      if isOwn, case .search(let report) = result { conclude(report, at: instant) }
    }
    proceed()
    return effects
  }

  /// True if the running job is the search of a command, and not a search in the opponent's time.
  private var isSearching: Bool {
    guard search?.isDone == false, let running = session.running else { return false }
    return !running.isPondering
  }

  // MARK: Lines

  /// Queues a line and ends an analysis. The comment `# interrupt` ends any search at once.
  private mutating func receive(_ line: Line, at instant: MonotonicTime) {
    if case .text("# interrupt") = line, search != nil {
      tell(.command(.stop, at: instant))
    } else {
      queue.append((line, instant))
    }
    endAnalysis()
  }

  /// Obeys the waiting lines up to one that needs a search.
  private mutating func proceed() {
    while search == nil, !hasQuit, let next = queue.popFirst() {
      obey(next.line, at: next.at)
      // A line that has come after the command of an analysis ends the analysis.
      if !queue.isEmpty || isClosing { endAnalysis() }
    }
    if search == nil, isClosing, !hasQuit { quit() }
  }

  private mutating func obey(_ line: Line, at instant: MonotonicTime) {
    guard case .text(let text) = line else {
      fail(GTPError("line longer than \(LineSplitter.longest) bytes"), id: "")
      return
    }
    var id = ""
    do throws(GTPError) {
      guard let request = try GTPRequest(text) else { return }
      id = request.id
      guard let command = GTPCommand(rawValue: request.name) else {
        throw GTPCommand.handicaps.contains(request.name)
          ? GTPError("handicap stones are not placed here") : .unknownCommand
      }
      if let lines = try answer(command, request, at: instant) { succeed(lines, id: id) }
      if command == .quit { quit() }
    } catch { fail(error, id: id) }
  }

  private mutating func quit() {
    hasQuit = true
    effects.append(.quit)
  }

  private mutating func succeed(_ lines: [String], id: String) {
    effects.append(.write(GTPAnswer.success(lines, id: id)))
  }

  private mutating func fail(_ error: GTPError, id: String) {
    effects.append(.write(GTPAnswer.failure(error, id: id)))
  }

  // MARK: The session behind

  /// Passes an input to the session, and passes on its effects except the replies.
  private mutating func tell(_ input: Session.Input) {
    for effect in session.handle(input) {
      switch effect {
      case .write: break
      case .start(let job):
        if session.running?.isPondering == false { search?.start = job.start }
        effects.append(effect)
      case .prepare, .stop, .setDeadline, .quit: effects.append(effect)
      }
    }
  }

  mutating func tell(_ command: GomocupCommand, at instant: MonotonicTime) {
    tell(.command(command, at: instant))
  }

  /// Starts a new game on a board of this size.
  mutating func start(_ size: BoardSize, at instant: MonotonicTime) {
    game.start(size)
    clock.restart()
    isStarted = true
    tell(.rectStart(size), at: instant)
  }

  mutating func adopt(_ variant: Variant, at instant: MonotonicTime) {
    game.adopt(variant)
    refusedRules = nil
    tell(.info(.rule(variant)), at: instant)
  }

  // MARK: Searches

  /// Starts a search of the position with `next.color` to move.
  mutating func launch(_ next: Search) {
    let instant = next.start
    let isTimed = next.purpose != .analysis
    if !isStarted {
      isStarted = true
      tell(.rectStart(game.size), at: instant)
    }
    for setting in isTimed ? clock.settings(for: next.color) : GTPClock.unlimited {
      tell(.info(setting), at: instant)
    }
    if hasBlocked { tell(.gomoku(.yxBlockReset), at: instant) }
    let excluded = next.analysis?.excluded ?? []
    hasBlocked = !excluded.isEmpty
    if hasBlocked { tell(.gomoku(.yxBlock(Array(excluded))), at: instant) }
    tell(.gomoku(.yxBoard(game.entries(toMove: next.color))), at: instant)
    search = next
    if next.analysis != nil { effects.append(.write(GTPAnswer.head("=", next.id, []))) }
    tell(next.analysis.map { .yxNBest($0.searchedLines) } ?? .begin, at: instant)
    // A search that cannot start has an empty result, so that every command is answered.
    if session.isIdle { conclude(SearchReport(), at: instant) }
  }

  /// Ends a running analysis: now if its search is over, else with the result of the search.
  private mutating func endAnalysis() {
    guard let search, search.purpose == .analysis, !search.isEnding else { return }
    self.search?.isEnding = true
    if search.isDone {
      finishAnalysis()
    } else {
      tell(.command(.stop, at: search.start))
    }
  }

  private mutating func finishAnalysis() {
    effects.append(.write(""))
    search = nil
  }

  /// Writes the candidates of a finished depth, if the command asked for them and they are new.
  private mutating func show(_ report: SearchReport<Move>) {
    guard let search, let analysis = search.analysis else { return }
    let lines = Array(report.lines.prefix(analysis.lineCount))
    guard !lines.isEmpty, lines != search.shown else { return }
    self.search?.shown = lines
    let scale = game.position.variant.winScale
    effects.append(.write(analysis.line(for: report, winScale: scale, game.vertices)))
  }

  /// Answers with the result of the search, and plays its move if the command asks for that.
  ///
  /// An analysis that has not been ended yet goes on waiting for a line.
  private mutating func conclude(_ report: SearchReport<Move>, at instant: MonotonicTime) {
    show(report)
    guard let search else { return }
    if search.purpose == .analysis {
      self.search?.isDone = true
      if search.isEnding { finishAnalysis() }
      return
    }
    self.search = nil
    var vertex = "pass"
    if case .point(let point)? = report.bestMove {
      vertex = game.vertices.text(point)
      if search.purpose != .advice {
        try? game.play(search.color, point)
        clock.spend(search.start.duration(to: instant), of: search.color)
      }
    }
    if search.analysis == nil {
      succeed([vertex], id: search.id)
    } else {
      effects.append(.write("play \(vertex)\n"))
    }
  }
}

import Gomocup
import SearchKit

/// The engine's side of a conversation with a manager: lines in, effects out.
///
/// A session does no input or output, reads no clock and starts no thread, so that every dialogue can
/// be tested as a transcript. While a job runs, END, STOP and INFO are obeyed at once; everything else
/// waits in a queue and is answered in order, so that no command is ever lost.
public struct Session: Sendable {
  public enum Input: Sendable {
    case line(Line, at: ContinuousClock.Instant)
    case endOfInput
    case news(JobNews)
    case finished(JobResult, at: ContinuousClock.Instant)
  }

  public enum Effect: Equatable, Sendable {
    /// Sends one line.
    case write(String)
    /// Makes ready for a job like this, as long as nothing else is to be done.
    case prepare(Job)
    /// Starts a job; its result has to come back as an input. Only one runs at a time.
    case start(Job)
    /// Stops the running job, which still has to deliver its result.
    case stop
    /// Moves the running job's hard deadline, counted from its start.
    case setDeadline(Duration?)
    /// Leaves the process.
    case quit
  }

  /// A command in its turn.
  struct Order {
    var outcome: CommandReader.Outcome
    var readAt: ContinuousClock.Instant
    /// Counts the orders.
    var number: Int

    var isForDatabase: Bool {
      switch outcome {
      case .success(.gomoku(.database)), .success(.info): true
      default: false
      }
    }
  }

  /// The job under way.
  struct Running {
    var job: Job
    var assignment: Assignment
    var quota = LineQuota()

    /// Whether the clock settings of INFO limit it.
    var isClocked: Bool { assignment.limits == nil }
    /// Whether nobody waits for its result.
    var isPondering: Bool { assignment.purpose == .ponder }
  }

  /// The game: gomoku without a board until START has been sent.
  var game: any GameSession = GomokuSession()
  var settings = EngineSettings()
  /// Whether the next job has to forget earlier searches.
  var startsAnew = false
  /// What was wrong with INFO lines since the last search.
  var complaints: [String] = []
  var running: Running?

  private var reader = CommandReader()
  private var queue: ArraySlice<Order> = []
  private var orderCount = 0
  /// Orders with smaller numbers are stopped as soon as they start to search.
  private var stopMark = 0
  /// Searches of orders with smaller numbers are, but not the work of the database.
  private var searchStopMark = 0
  private var lastFinish: ContinuousClock.Instant?
  private var effects: [Effect] = []
  /// What was last made ready for, until something has been searched.
  private var prepared: Job?
  /// Whether END has come while the database was at work: it finishes first what was asked before.
  private(set) var isEnding = false

  public init() {}

  /// Whether every command has been answered.
  public var isIdle: Bool { running.map { $0.isPondering && queue.isEmpty } ?? true }

  /// Takes one input and returns what has to be done, in order.
  public mutating func handle(_ input: Input) -> [Effect] {
    effects = []
    switch input {
    case .line(let line, let instant):
      if isEnding { break }
      for outcome in reader.read(line) { receive(outcome, at: instant) }
    case .endOfInput: end()
    case .news(let news): display(news)
    case .finished(let result, let instant):
      guard let finished = running else { break }
      running = nil
      if !finished.isPondering {
        lastFinish = instant
        conclude(finished, with: result, at: instant)
        ponder(after: finished, result, from: instant)
      }
      while running == nil, let order = queue.popFirst() {
        if isEnding, !order.isForDatabase { break }
        obey(order)
      }
      if isEnding, running == nil { effects.append(.quit) }
      // A search after an answer without one finds everything ready.
      if case .search(let report) = result, report.nodes == 0 { prepare(at: instant) }
    }
    return effects
  }

  // MARK: Commands

  private mutating func receive(
    _ outcome: CommandReader.Outcome, at instant: ContinuousClock.Instant
  ) {
    orderCount += 1
    let order = Order(outcome: outcome, readAt: instant, number: orderCount)
    switch outcome {
    case .success(.end): end()
    case .success(.stop): stopAll()
    case .success(.info(let setting)): receive(setting, order)
    case .success(let command):
      if running != nil, command.replacesPosition { stopSearches() } else { endPondering() }
      obeyOrQueue(order)
    case .failure:
      endPondering()
      obeyOrQueue(order)
    }
  }

  /// Leaves, but not before the database has done what it is at, and what stands right behind that.
  private mutating func end() {
    if let running, case .database = running.job.task {
      isEnding = true
    } else {
      effects.append(.quit)
    }
  }

  private mutating func obeyOrQueue(_ order: Order) {
    if running == nil { obey(order) } else { queue.append(order) }
  }

  /// Thinks of the expected reply while the opponent does, if that is wanted.
  private mutating func ponder(
    after finished: Running, _ result: JobResult, from instant: ContinuousClock.Instant
  ) {
    guard settings.ponders, queue.isEmpty, finished.assignment.purpose == .turn,
      case .search(let report) = result, let reply = report.lines.first?.moves.dropFirst().first,
      let assignment = game.pondering(on: reply, settings)
    else { return }
    start(assignment, at: instant)
  }

  private mutating func endPondering() {
    if let running, running.isPondering { effects.append(.stop) }
  }

  /// Stops the running job and whatever waits behind it.
  private mutating func stopAll() {
    stopMark = orderCount
    if running != nil { effects.append(.stop) }
  }

  /// Stops what is about a position that another one replaces. The database is of use for both.
  private mutating func stopSearches() {
    searchStopMark = orderCount
    if let running, running.assignment.purpose != .database { effects.append(.stop) }
  }

  /// Applies a setting at once, and once more in its turn when commands wait before it.
  private mutating func receive(_ setting: InfoSetting, _ order: Order) {
    if queue.isEmpty || setting.movesDeadline {
      apply(setting)
      if setting.movesDeadline { moveDeadline() }
      if !settings.ponders { endPondering() }
      prepare(at: order.readAt)
    }
    if !queue.isEmpty { queue.append(order) }
  }

  private mutating func moveDeadline() {
    guard let running, running.isClocked else { return }
    let budget = settings.budget(for: running.assignment)
    effects.append(.setDeadline(budget?.hard))
    if let budget, budget.hard <= .zero { effects.append(.stop) }
  }

  private mutating func obey(_ order: Order) {
    switch order.outcome {
    case .success(let command):
      do throws(ProtocolError) { try obey(command, order) } catch { reply(error.reply) }
    case .failure(.unsupportedRule(let code)):
      settings.refusedRule = code
      game.adopt(settings)
    case .failure(let error) where error.isAboutInfo: complain("\(error); the old value stays")
    case .failure(let error): reply(error.reply)
    }
  }

  /// Changes a setting, and the rules of the running game with it.
  mutating func apply(_ setting: InfoSetting) {
    settings.apply(setting)
    game.adopt(settings)
    if case .number(.maxMemory, let bytes) = setting, 1..<EngineSettings.leastMemory ~= bytes {
      complain("max_memory \(bytes) is too little, \(EngineSettings.leastMemory) is used")
    }
  }

  /// Keeps a complaint for the next search, the first place where a manager expects a MESSAGE.
  mutating func complain(_ text: String) {
    /// Enough to help, little enough to stay flat.
    let most = 8
    if complaints.count < most { complaints.append(text) }
  }

  // MARK: Effects

  mutating func reply(_ reply: GomocupReply) {
    effects.append(.write(reply.text(game.notation(settings))))
  }

  /// Hands a job to the search thread.
  mutating func launch(_ assignment: Assignment, _ order: Order) {
    complaints.forEach { reply(.message($0)) }
    complaints = []
    start(assignment, at: lastFinish.map { max($0, order.readAt) } ?? order.readAt)
    let mark = assignment.purpose == .database ? stopMark : max(stopMark, searchStopMark)
    if order.number < mark { effects.append(.stop) }
  }

  private func job(_ assignment: Assignment, at instant: ContinuousClock.Instant) -> Job {
    Job(
      task: assignment.task,
      limits: assignment.limits ?? settings.limits(for: assignment),
      handicap: assignment.isHandicapped ? settings.handicap : nil,
      usesBook: assignment.isMove && settings.usesBook && settings.handicap == nil,
      isRepeatable: settings.nodes != nil,
      memoryLimit: settings.memoryLimit(footprint: assignment.task.footprint.process),
      threadCount: settings.threadCount, startsAnew: startsAnew,
      database: settings.databaseUse(isRecording: assignment.isRecorded), start: instant)
  }

  /// Has the engine make ready for a search of the present position, unless it has just done so.
  mutating func prepare(at instant: ContinuousClock.Instant) {
    guard running == nil, let assignment = try? game.search(lineCount: 1, settings) else { return }
    let job = job(assignment, at: instant)
    guard prepared.map({ !$0.needsTheSame(as: job) }) ?? true else { return }
    prepared = job
    effects.append(.prepare(job))
  }

  private mutating func start(_ assignment: Assignment, at instant: ContinuousClock.Instant) {
    let job = job(assignment, at: instant)
    // The database has nothing to forget, nor does it undo what was made ready.
    if assignment.purpose != .database { (startsAnew, prepared) = (false, nil) }
    running = Running(job: job, assignment: assignment)
    effects.append(.start(job))
  }
}

import Gomocup
import Platform
import SearchKit
import SearchTypes

/// The state machine of the protocol: it takes inputs and returns effects.
///
/// A session does no input or output, reads no clock and starts no thread, so that every dialogue
/// can be tested as a transcript.
///
/// While a job runs, END and STOP are obeyed at once. INFO waits for the commands before it, or, if
/// it moves the deadline, for the last START before it. All other commands wait in a queue and are
/// answered in order.
public struct Session: Sendable {
  /// An event for the session, with its time if the session needs it.
  public enum Input: Sendable {
    case line(Line, at: MonotonicTime)
    /// A command from another part of the program, already parsed.
    case command(GomocupCommand, at: MonotonicTime)
    case endOfInput
    case news(JobNews)
    case finished(JobResult, at: MonotonicTime)
  }

  /// An action that the session's owner has to carry out.
  public enum Effect: Equatable, Sendable {
    /// Sends one line.
    case write(String)
    /// Gets memory and players ready for the job that is expected next, so that it can start
    /// without delay. The session asks for this only while no job runs.
    case prepare(Job)
    /// Starts a job, whose result has to come back as an input. Only one job runs at a time.
    case start(Job)
    /// Stops the running job, which still has to deliver its result.
    case stop
    /// Moves the running job's hard deadline, counted from its start; `nil` removes the deadline.
    case setDeadline(Duration?)
    /// Leaves the process.
    case quit
  }

  /// A command, or the error of a line that is none, with its time and its place in the input.
  struct ReceivedCommand {
    var outcome: CommandReader.Outcome
    var readAt: MonotonicTime
    /// The place in the order of input, from 1.
    var number: Int

    /// True for database commands and settings: those that wait are still executed after END.
    var isForDatabase: Bool {
      switch outcome {
      case .success(.gomoku(.database)), .success(.info): true
      default: false
      }
    }

    /// True for the start of a new game.
    var resetsClock: Bool {
      if case .success(let command) = outcome { command.resetsClock } else { false }
    }

    /// True for a setting of time.
    var movesDeadline: Bool {
      if case .success(.info(let setting)) = outcome { setting.movesDeadline } else { false }
    }
  }

  /// The running job.
  struct Running {
    var job: Job
    var request: JobRequest
    var quota = LineQuota()

    /// True if the job's time limit comes from the clock settings of INFO.
    var isClocked: Bool { request.limits == nil }
    /// True if the job searches in the opponent's time, so that no reply depends on its result.
    var isPondering: Bool { request.purpose == .ponder }
  }

  /// The game: gomoku without a board until START has been sent.
  var game = SessionGame.gomoku(GomokuSession())
  var settings = EngineSettings()
  /// True if the next job has to clear the hash table first; database jobs do not count.
  var startsAnew = false
  /// The errors in INFO lines that no command has reported yet.
  ///
  /// The next command with a job reports them before the job starts.
  var complaints: [String] = []
  var running: Running?

  private var reader = CommandReader()
  private var queue: ArraySlice<ReceivedCommand> = []
  private var orderCount = 0
  /// The number (`ReceivedCommand.number`) of the last STOP.
  ///
  /// Jobs of earlier commands are stopped as soon as they start.
  private var stopMark = 0
  /// The number (`ReceivedCommand.number`) of the last command that came during a job and replaces
  /// the position.
  ///
  /// Jobs of earlier commands are stopped as soon as they start, except those for the database.
  private var searchStopMark = 0
  /// The time at which the last job of a command finished; the next job's clock starts no earlier.
  private var lastFinish: MonotonicTime?
  private var effects: [Effect] = []
  /// The job that was last prepared for; `nil` if the preparation has been used up.
  ///
  /// Every job except one for the database uses the preparation up.
  private var prepared: Job?
  /// True once END or the end of input has come during a database job.
  ///
  /// This job still runs, and so do the database commands behind it, up to the first other command.
  private(set) var isEnding = false

  /// True if a job may go on while later lines are read, as pondering needs.
  private let canPonder: Bool

  public init(canPonder: Bool = true) { self.canPonder = canPonder }

  /// True if every command has been answered; a search in the opponent's time may still run.
  public var isIdle: Bool { running.map { $0.isPondering && queue.isEmpty } ?? true }

  /// Takes one input and returns the effects to carry out, in order.
  public mutating func handle(_ input: Input) -> [Effect] {
    effects = []
    switch input {
    case .line(let line, let instant):
      if isEnding { break }
      for outcome in reader.read(line) { receive(outcome, at: instant) }
    case .command(let command, let instant):
      if !isEnding { receive(.success(command), at: instant) }
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
      while running == nil, let received = queue.popFirst() {
        if isEnding, !received.isForDatabase { break }
        obey(received)
      }
      if isEnding, running == nil { effects.append(.quit) }
      // A search leaves the memory ready for the next one. An answer without a search, such as one
      // from the book, does not.
      if case .search(let report) = result, report.nodes == 0 { prepare(at: instant) }
    }
    return effects
  }

  // MARK: Commands

  /// Obeys END and STOP at once, and other commands in order; a setting of time may take effect at
  /// once too.
  private mutating func receive(
    _ outcome: CommandReader.Outcome, at instant: MonotonicTime
  ) {
    orderCount += 1
    let received = ReceivedCommand(outcome: outcome, readAt: instant, number: orderCount)
    switch outcome {
    case .success(.end): end()
    case .success(.stop): stopAll()
    case .success(.info(let setting)): receive(setting, received)
    case .success(let command):
      if running != nil, command.replacesPosition { stopSearches() } else { endPondering() }
      obeyOrQueue(received)
    case .failure:
      endPondering()
      obeyOrQueue(received)
    }
  }

  /// Quits the process; a running database job and the database commands behind it are finished
  /// first.
  private mutating func end() {
    if let running, case .database = running.job.task {
      isEnding = true
    } else {
      effects.append(.quit)
    }
  }

  private mutating func obeyOrQueue(_ received: ReceivedCommand) {
    if running == nil { obey(received) } else { queue.append(received) }
  }

  /// Starts a search of the position after the expected reply, if pondering is on.
  ///
  /// It is started only after a search for the engine's turn, and if no command waits.
  private mutating func ponder(
    after finished: Running, _ result: JobResult, from instant: MonotonicTime
  ) {
    guard canPonder, settings.ponders, queue.isEmpty, finished.request.purpose == .turn,
      case .search(let report) = result, let reply = report.lines.first?.moves.dropFirst().first,
      let request = game.pondering(on: reply, settings)
    else { return }
    start(request, at: instant)
  }

  private mutating func endPondering() {
    if let running, running.isPondering { effects.append(.stop) }
  }

  /// Stops the running job and the jobs of all commands in the queue.
  private mutating func stopAll() {
    stopMark = orderCount
    if running != nil { effects.append(.stop) }
  }

  /// Stops the running job and those in the queue, because a new command replaces the position.
  ///
  /// Database jobs go on, because their results stay useful.
  private mutating func stopSearches() {
    searchStopMark = orderCount
    if let running, running.request.purpose != .database { effects.append(.stop) }
  }

  /// Applies a setting, at once or later, but only once.
  ///
  /// A setting of time is applied at once, so that it moves the deadline of the running search. But
  /// if a command that resets the clock waits, the setting is applied right after that command. Any
  /// other setting waits for all commands before it.
  private mutating func receive(_ setting: InfoSetting, _ received: ReceivedCommand) {
    if !setting.movesDeadline, !queue.isEmpty {
      queue.append(received)
    } else if let reset = queue.lastIndex(where: { $0.resetsClock }) {
      let isEarlier: (ReceivedCommand) -> Bool = { $0.movesDeadline }
      queue.insert(received, at: reset + 1 + queue[(reset + 1)...].prefix(while: isEarlier).count)
    } else {
      apply(setting)
      if setting.movesDeadline { moveDeadline() }
      if !settings.ponders { endPondering() }
      prepare(at: received.readAt)
    }
  }

  /// Computes the running job's deadline from the new settings, and stops the job if they leave it
  /// no time.
  ///
  /// A job with limits of its own is left alone.
  private mutating func moveDeadline() {
    guard let running, running.isClocked else { return }
    let budget = settings.budget(for: running.request)
    effects.append(.setDeadline(budget?.hard))
    if let budget, budget.hard <= .zero { effects.append(.stop) }
  }

  /// Executes a command, or replies with the error of a line that is not a command.
  ///
  /// INFO gets no reply: its errors are kept for the next command with a job. After an unsupported
  /// rule, the game refuses the commands that depend on the rules.
  private mutating func obey(_ received: ReceivedCommand) {
    switch received.outcome {
    case .success(let command):
      do throws(ProtocolError) { try obey(command, received) } catch {
        reply(error.reply(settings.order))
      }
    case .failure(.unsupportedRule(let code)):
      settings.refusedRule = code
      game.adopt(settings)
    case .failure(let error) where error.isAboutInfo: complain("\(error); the old value stays")
    case .failure(let error): reply(error.reply(settings.order))
    }
  }

  /// Changes a setting and adapts the game to it; complains if the memory limit is too small.
  mutating func apply(_ setting: InfoSetting) {
    settings.apply(setting)
    game.adopt(settings)
    if case .number(.maxMemory, let bytes) = setting, 1..<EngineSettings.leastMemory ~= bytes {
      complain("max_memory \(bytes) is too little, \(EngineSettings.leastMemory) is used")
    }
  }

  /// Keeps a complaint for the start of the next job, since a manager expects a MESSAGE there.
  ///
  /// Once eight are kept, further ones are dropped.
  mutating func complain(_ text: String) {
    /// The largest number of complaints, which bounds the memory.
    let most = 8
    if complaints.count < most { complaints.append(text) }
  }

  // MARK: Effects

  mutating func reply(_ reply: GomocupReply) {
    effects.append(.write(reply.text(game.notation(settings))))
  }

  /// Sends the pending complaints and starts a command's job.
  ///
  /// The job is stopped at once if a STOP came after the command. Unless it is for the database, it
  /// is also stopped if a later command replaces the position.
  mutating func launch(_ request: JobRequest, _ received: ReceivedCommand) {
    complaints.forEach { reply(.message($0)) }
    complaints = []
    start(request, at: lastFinish.map { max($0, received.readAt) } ?? received.readAt)
    let mark = request.purpose == .database ? stopMark : max(stopMark, searchStopMark)
    if received.number < mark { effects.append(.stop) }
  }

  /// Returns the job for a request, with the settings of INFO.
  ///
  /// The limits of INFO apply unless the request has limits of its own.
  private func job(_ request: JobRequest, at instant: MonotonicTime) -> Job {
    Job(
      task: request.task,
      limits: request.limits ?? settings.limits(for: request),
      handicap: request.isHandicapped ? settings.handicap : nil,
      usesBook: request.isMove && settings.usesBook && settings.handicap == nil,
      isRepeatable: settings.nodes != nil,
      memoryLimit: settings.memoryLimit(footprint: request.task.footprint.process),
      threadCount: settings.threadCount, startsAnew: startsAnew,
      database: settings.databaseUse(isRecording: request.isRecorded), start: instant)
  }

  /// Requests the preparation of a search of the current position, unless it is already prepared.
  ///
  /// Does nothing while a job runs, or if the position cannot be searched.
  mutating func prepare(at instant: MonotonicTime) {
    guard running == nil, let request = try? game.search(lineCount: 1, settings) else { return }
    let job = job(request, at: instant)
    guard prepared.map({ !$0.needsTheSame(as: job) }) ?? true else { return }
    prepared = job
    effects.append(.prepare(job))
  }

  private mutating func start(_ request: JobRequest, at instant: MonotonicTime) {
    let job = job(request, at: instant)
    // A database job neither clears the hash table nor uses up the preparation.
    if request.purpose != .database { (startsAnew, prepared) = (false, nil) }
    running = Running(job: job, request: request)
    effects.append(.start(job))
  }
}

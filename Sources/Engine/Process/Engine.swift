import Basics
import Gomocup
import Gomoku
import GomokuRules
import Platform
import SearchKit
import SearchTypes

/// The running engine: it feeds a session with events and carries out the session's effects.
///
/// The caller's thread supplies the lines of input. Three other threads search, watch the clock,
/// and write the output that cannot be written without blocking.
public final class Engine: Sendable {
  /// The state that all threads share under one lock.
  private struct State {
    var session: EngineSession
    /// The job run whose result the session awaits.
    var current: JobRun?
    /// The current job run until the search thread starts it, then `nil`.
    var waiting: JobRun?
    /// The job to prepare for while no job waits; `nil` if there is none.
    var preparation: Job?
    /// The stop signal of the last preparation that the search thread has begun.
    var preparing: StopSignal?
    /// The number of job runs so far, which numbers the next one.
    var jobRunCount = 0
    /// True if all threads were started.
    var isStaffed = false
    /// True once the memory that every job needs has been found to be available.
    var isProvided = false
    /// True if the process is about to exit; no input is handled any more.
    var isLeaving = false
    /// The time at which database jobs that go on after END or the end of input are stopped; `nil`
    /// before.
    var end: MonotonicTime?

    /// Returns whether the session still awaits the result of a job run.
    func isCurrent(_ jobRun: JobRun) -> Bool { current?.number == jobRun.number }

    /// Removes and returns the next work of the search thread: a job before a preparation.
    ///
    /// Returns `nil` if there is neither.
    mutating func nextWork() -> SearchThreadWork? {
      if let jobRun = waiting {
        waiting = nil
        return .run(jobRun)
      }
      guard let job = preparation else { return nil }
      let signal = StopSignal()
      (preparation, preparing) = (nil, signal)
      return .prepare(job, signal)
    }
  }

  /// A piece of work for the search thread.
  private enum SearchThreadWork {
    case run(JobRun)
    case prepare(Job, StopSignal)
  }

  /// One run of a job.
  private struct JobRun {
    let number: Int
    let job: Job
    /// The clock of the job, with its hard deadline.
    let clock: SearchClock
    /// The report of the last completed iteration: the answer if the search is late.
    ///
    /// It is `nil` before the first iteration is completed, and always with a handicap.
    var latest: SearchReport<Move>?

    init(number: Int, job: Job) {
      self.number = number
      self.job = job
      clock = SearchClock(start: job.start)
      clock.setDeadline(after: job.limits.time?.hard)
    }
  }

  private typealias Runner = JobRunner<SystemFiles>

  private let channel: LineChannel
  private let weights: [Weights]
  private let state: Monitor<State>
  private let output: LineWriter?

  /// Creates an engine that writes to `channel`, and starts the thread that writes.
  ///
  /// - Parameters:
  ///   - channel: the connection from which `run()` reads too.
  ///   - weights: the gomoku weights that replace the program's own.
  public init(
    channel: LineChannel = LineChannel(), weights: [Weights] = [],
    speaking managerProtocol: ManagerProtocol = .gomocup
  ) {
    AddressSpace.shareOneHeap()
    self.channel = channel
    self.weights = weights
    state = Monitor(State(session: EngineSession(managerProtocol)))
    output = LineWriter(channel: channel) { CurrentProcess.leave(0) }
  }

  /// Reads commands until END, the end of input or a signal, then leaves the process with status 0.
  ///
  /// The process also ends if nobody can read its output any more. It ends with status 4 if a
  /// thread or the memory that every job needs is not available.
  public func run() -> Never {
    start()
    WorkerThread.takeShortTurns()
    channel.readLines {
      self.output?.waitForRoom()
      self.handle(.line($0, at: .now))
    }
    handle(.endOfInput)
    // A database job may have to finish first.
    state.wait { $0.isLeaving ? () : nil }
    leave(patience: Engine.patience)
  }

  /// Executes each line and waits for its answer before the next, then exits with status 0.
  ///
  /// The process ends earlier in the same cases as with `run()`.
  public func run(lines: [String]) -> Never {
    start()
    for line in lines {
      var splitter = LineSplitter()
      let parts = splitter.append(ByteText.bytes(line))
      for part in parts + [splitter.finish()].compactMap({ $0 }) {
        handle(.line(part, at: .now))
        state.wait { $0.session.isIdle ? () : nil }
      }
    }
    leave(patience: nil)
  }

  /// Sets the signal handling and starts the search thread and the timekeeper.
  private func start() {
    // A failed write is an error of its command.
    CurrentProcess.keepOnFailedWrites()
    // The process may have inherited blocked signals from the manager.
    CurrentProcess.endWhenAsked()
    let searcher = WorkerThread { self.search() }
    let timekeeper = WorkerThread(stackSize: Engine.smallStack) { self.watchClock() }
    searcher?.detach()
    timekeeper?.detach()
    state.update { $0.isStaffed = output != nil && searcher != nil && timekeeper != nil }
  }

  /// The stack size of the timekeeper, in bytes.
  private static let smallStack = 256 << 10

  // MARK: The end

  /// The time without any reading by the manager after which the remaining output is abandoned.
  private static let patience = Duration.milliseconds(500)

  /// Exits with status 0 once all output is written, or nothing has been read for `patience`.
  ///
  /// The search thread needs no clean-up.
  ///
  /// - Parameter patience: `nil` to wait for the manager without limit.
  private func leave(patience: Duration?) -> Never {
    output?.finish(patience: patience)
    CurrentProcess.leave(0)
  }

  /// Exits with status 4 after an ERROR, because a thread or memory is not available.
  private func giveUp(_ reason: String) -> Never {
    output?.finish(patience: Engine.patience)
    _ = channel.write("ERROR \(reason)")
    CurrentProcess.leave(4)
  }

  // MARK: Effects

  /// Passes an input to the session under the lock, and exits if the session quits.
  ///
  /// Exits also if a thread could not be started. Output is flushed without the lock, so that no
  /// thread holds the lock while the manager does not read.
  private func handle(_ input: Session.Input) {
    let isLeaving = state.update { state in
      if !state.isStaffed { giveUp("not enough memory or threads: a thread could not start") }
      if !state.isLeaving { take(input, &state) }
      return state.isLeaving
    }
    output?.flush()
    if isLeaving { leave(patience: Engine.patience) }
  }

  /// Passes an input to the session and carries out the effects.
  ///
  /// After END or the end of input, the time of the remaining database jobs is limited.
  private func take(_ input: Session.Input, _ state: inout State) {
    for effect in state.session.handle(input) { carry(out: effect, &state) }
    guard state.session.isEnding else { return }
    let end = state.end ?? MonotonicTime.now.advanced(by: Engine.timeToFinish)
    state.end = end
    if let clock = state.current?.clock { clock.setDeadline(after: clock.start.duration(to: end)) }
  }

  /// The longest time that database jobs may take after END or the end of input.
  private static let timeToFinish = Duration.seconds(1)

  /// Carries out one effect of the session, under the lock.
  private func carry(out effect: Session.Effect, _ state: inout State) {
    switch effect {
    case .write(let line): output?.append(line)
    case .start(let job):
      provide(&state)
      state.preparing?.request()
      state.preparation = nil
      state.jobRunCount += 1
      let jobRun = JobRun(number: state.jobRunCount, job: job)
      state.current = jobRun
      state.waiting = jobRun
      output?.watch(true)
    case .prepare(let job):
      provide(&state)
      state.preparing?.request()
      state.preparation = job
    case .stop:
      if let clock = state.current?.clock {
        clock.stop.request()
        clock.setDeadline(after: clock.elapsed)
      }
    case .setDeadline(let deadline): state.current?.clock.setDeadline(after: deadline)
    case .quit: state.isLeaving = true
    }
  }

  /// Exits if the memory that every job needs is not available.
  ///
  /// This is checked once, before the first job or preparation.
  private func provide(_ state: inout State) {
    guard !state.isProvided else { return }
    if AddressSpace.room(upTo: Runner.leastRoom) < Runner.leastRoom {
      giveUp("not enough memory: \(Runner.leastRoom >> 20) MiB are needed for a game")
    }
    state.isProvided = true
  }

  // MARK: The search thread

  /// Runs one job after another, with preparations in between; the search thread's body.
  private func search() {
    var runner = Runner(weights: weights)
    while true {
      switch state.wait({ $0.nextWork() }) {
      case .run(let next):
        allowForDelay(of: next)
        let result = runner.run(next.job, clock: next.clock) { self.pass(on: $0, from: next) }
        finish(next, with: result)
      case .prepare(let job, let signal): runner.prepare(job, stop: signal)
      }
    }
  }

  /// Makes the deadline earlier by the time since the job's start, at most by a quarter.
  ///
  /// Most of this time is the time that waking the search thread took. On a loaded machine, waking
  /// the manager, which waits for the answer, may take as long.
  private func allowForDelay(of jobRun: JobRun) {
    state.update { state in
      let clock = jobRun.clock
      guard state.isCurrent(jobRun), let deadline = clock.deadline else { return }
      clock.setDeadline(after: deadline - min(clock.elapsed, deadline / 4))
    }
  }

  /// Passes an intermediate result to the session, and keeps the report of an iteration.
  private func pass(on news: JobNews, from jobRun: JobRun) {
    state.update { state in
      guard state.isCurrent(jobRun), !state.isLeaving else { return }
      // With a handicap the move is chosen at the end; the best line would be too strong.
      if case .search(.iteration(let report)) = news, jobRun.job.handicap == nil {
        state.current?.latest = report
      }
      take(.news(news), &state)
    }
    output?.flush()
  }

  /// Passes a job's result to the session, unless the session already has one for this job.
  private func finish(_ jobRun: JobRun, with result: JobResult) {
    let isLeaving = state.update { state in
      guard state.isCurrent(jobRun), !state.isLeaving else { return false }
      state.current = nil
      output?.watch(false)
      take(.finished(result, at: .now), &state)
      return state.isLeaving
    }
    output?.flush()
    if isLeaving { leave(patience: Engine.patience) }
  }

  // MARK: The clock

  /// The time after the deadline in which the search thread itself may still answer.
  private static let grace = Duration.milliseconds(2)

  /// Stops each job that does not end by its deadline; the body of the timekeeper thread.
  ///
  /// On a loaded machine a late search usually waits for a processor. Its last completed iteration
  /// is then the answer. Without one, the timekeeper waits for an iteration or for the job's end.
  ///
  /// The timekeeper sleeps most of the time, so that the system schedules it sooner than a thread
  /// that has used up its time slice.
  private func watchClock() {
    WorkerThread.takeShortTurns()
    while true {
      let (jobRun, deadline) = state.wait { state in
        state.current.flatMap { current in current.clock.deadline.map { (current, $0) } }
      }
      func isOver(_ state: State) -> Bool {
        !state.isCurrent(jobRun) || jobRun.clock.deadline != deadline
      }
      let rest = deadline - jobRun.clock.elapsed + Engine.grace
      if state.wait(atMost: rest, { isOver($0) ? () : nil }) != nil { continue }
      jobRun.clock.stop.request()
      let latest = state.wait { state -> SearchReport<Move>?? in
        if isOver(state) { return .some(nil) }
        return state.current?.latest.map { .some($0) }
      }
      if let latest { finish(jobRun, with: .search(latest)) }
    }
  }
}

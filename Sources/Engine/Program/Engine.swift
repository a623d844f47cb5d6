import Basics
import Gomocup
import Gomoku
import GomokuRules
import Platform
import SearchKit

/// A session brought to life: the caller's thread reads lines, three more search, write and watch the
/// clock.
public final class Engine: Sendable {
  private struct State {
    var session = Session()
    /// The job whose answer is awaited.
    var current: Commission?
    /// The same job until the search thread takes it up.
    var waiting: Commission?
    /// What to make ready for while nothing else is to be done.
    var preparation: Job?
    /// Ends the preparation under way.
    var preparing: StopSignal?
    var commissionCount = 0
    /// Whether the threads are at work.
    var isStaffed = false
    /// Whether the memory that every job needs is known to be there.
    var isProvided = false
    var isLeaving = false
    /// When what END has left to the database is broken off.
    var end: ContinuousClock.Instant?

    /// Whether the job's answer is still awaited.
    func isCurrent(_ commission: Commission) -> Bool { current?.number == commission.number }

    /// Hands out what the search thread has to do next.
    mutating func nextDuty() -> Duty? {
      if let commission = waiting {
        waiting = nil
        return .run(commission)
      }
      guard let job = preparation else { return nil }
      let signal = StopSignal()
      (preparation, preparing) = (nil, signal)
      return .prepare(job, signal)
    }
  }

  private enum Duty {
    case run(Commission)
    case prepare(Job, StopSignal)
  }

  /// A job on its way through the engine.
  private struct Commission {
    let number: Int
    let job: Job
    /// Ends the search when the answer has to be on its way.
    let clock: SearchClock
    /// What the search would answer now.
    var latest: SearchReport<Move>?

    init(number: Int, job: Job) {
      self.number = number
      self.job = job
      clock = SearchClock(start: job.start)
      clock.setDeadline(after: job.limits.time?.hard)
    }
  }

  private let channel: LineChannel
  private let weights: [Weights]
  private let state = Monitor(State())
  private let output: LineWriter?

  /// - Parameter weights: play in place of the program's own.
  public init(channel: LineChannel = LineChannel(), weights: [Weights] = []) {
    AddressSpace.shareOneHeap()
    self.channel = channel
    self.weights = weights
    output = LineWriter(channel: channel) { CurrentProcess.leave(0) }
  }

  /// Reads commands until END, the end of input or a signal, then leaves the process with status 0.
  public func run() -> Never {
    start()
    WorkerThread.takeShortTurns()
    channel.readLines {
      self.output?.waitForRoom()
      self.handle(.line($0, at: .now))
    }
    handle(.endOfInput)
    // The database may have to finish what it is at.
    state.wait { $0.isLeaving ? () : nil }
    leave(patience: Engine.patience)
  }

  /// Obeys each line in order, waiting for its answer, then leaves with status 0.
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

  private func start() {
    // A write that cannot be done is an error of its command, not the end of the process.
    Signal.brokenPipe.ignore()
    Signal.fileSizeLimit.ignore()
    // A manager that blocks these for itself hands that on to its children.
    for signal in [Signal.terminate, .interrupt, .hangup] { signal.endProcess() }
    let searcher = WorkerThread { self.search() }
    let timekeeper = WorkerThread(stackSize: Engine.smallStack) { self.watchClock() }
    searcher?.detach()
    timekeeper?.detach()
    state.update { $0.isStaffed = output != nil && searcher != nil && timekeeper != nil }
  }

  private static let smallStack = 256 << 10

  // MARK: The end

  /// How long nobody may take a line before what is left of them is given up.
  private static let patience = Duration.milliseconds(500)

  /// Leaves once everything is written. A thread that searches has nothing to clean up.
  private func leave(patience: Duration?) -> Never {
    output?.finish(patience: patience)
    CurrentProcess.leave(0)
  }

  /// Leaves because the memory that every job needs cannot be had.
  private func giveUp() -> Never {
    output?.finish(patience: Engine.patience)
    let megabytes = JobRunner.leastRoom >> 20
    _ = channel.write("ERROR not enough memory: \(megabytes) MiB are needed for a game")
    CurrentProcess.leave(4)
  }

  // MARK: Effects

  private func handle(_ input: Session.Input) {
    let isLeaving = state.update { state in
      if !state.isStaffed { giveUp() }
      if !state.isLeaving { take(input, &state) }
      return state.isLeaving
    }
    output?.flush()
    if isLeaving { leave(patience: Engine.patience) }
  }

  private func take(_ input: Session.Input, _ state: inout State) {
    for effect in state.session.handle(input) { carry(out: effect, &state) }
    guard state.session.isEnding else { return }
    let end = state.end ?? .now + Engine.timeToFinish
    state.end = end
    if let clock = state.current?.clock { clock.setDeadline(after: clock.start.duration(to: end)) }
  }

  /// How long the database may work on after END.
  private static let timeToFinish = Duration.seconds(1)

  private func carry(out effect: Session.Effect, _ state: inout State) {
    switch effect {
    case .write(let line): output?.append(line)
    case .start(let job):
      provide(&state)
      state.preparing?.request()
      state.preparation = nil
      state.commissionCount += 1
      let commission = Commission(number: state.commissionCount, job: job)
      state.current = commission
      state.waiting = commission
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

  /// Makes sure of the memory that every job needs, before the first.
  private func provide(_ state: inout State) {
    guard !state.isProvided else { return }
    if AddressSpace.room(upTo: JobRunner.leastRoom) < JobRunner.leastRoom { giveUp() }
    state.isProvided = true
  }

  // MARK: The search thread

  /// One job after the other, and preparations in between.
  private func search() {
    var runner = JobRunner(weights: weights)
    while true {
      switch state.wait({ $0.nextDuty() }) {
      case .run(let next):
        allowForDelay(of: next)
        let result = runner.run(next.job, clock: next.clock) { self.pass(on: $0, from: next) }
        finish(next, with: result)
      case .prepare(let job, let signal): runner.prepare(job, stop: signal)
      }
    }
  }

  /// Brings the deadline forward by the time that it took to wake this thread: on a machine with other
  /// work it may take as long to wake whoever waits for the answer.
  private func allowForDelay(of commission: Commission) {
    state.update { state in
      let clock = commission.clock
      guard state.isCurrent(commission), let deadline = clock.deadline else { return }
      clock.setDeadline(after: deadline - min(clock.elapsed, deadline / 4))
    }
  }

  private func pass(on news: JobNews, from commission: Commission) {
    state.update { state in
      guard state.isCurrent(commission), !state.isLeaving else { return }
      // A weaker player's move is not the best line.
      if case .search(.iteration(let report)) = news, commission.job.handicap == nil {
        state.current?.latest = report
      }
      take(.news(news), &state)
    }
    output?.flush()
  }

  /// Answers a job, unless that has been done.
  private func finish(_ commission: Commission, with result: JobResult) {
    let isLeaving = state.update { state in
      guard state.isCurrent(commission), !state.isLeaving else { return false }
      state.current = nil
      output?.watch(false)
      take(.finished(result, at: .now), &state)
      return state.isLeaving
    }
    output?.flush()
    if isLeaving { leave(patience: Engine.patience) }
  }

  // MARK: The clock

  /// How long after its deadline a search may still answer for itself.
  private static let grace = Duration.milliseconds(2)

  /// Stops each search soon after its deadline, if it has not ended by itself. It has no processor then,
  /// on a machine with other work, and what it has last told is the answer.
  ///
  /// A thread that sleeps gets a processor sooner than one that has used up its turn.
  private func watchClock() {
    WorkerThread.takeShortTurns()
    while true {
      let (commission, deadline) = state.wait { state in
        state.current.flatMap { current in current.clock.deadline.map { (current, $0) } }
      }
      func isOver(_ state: State) -> Bool {
        !state.isCurrent(commission) || commission.clock.deadline != deadline
      }
      let rest = deadline - commission.clock.elapsed + Engine.grace
      if state.wait(atMost: rest, { isOver($0) ? () : nil }) != nil { continue }
      commission.clock.stop.request()
      let latest = state.wait { state -> SearchReport<Move>?? in
        if isOver(state) { return .some(nil) }
        return state.current?.latest.map { .some($0) }
      }
      if let latest { finish(commission, with: .search(latest)) }
    }
  }
}

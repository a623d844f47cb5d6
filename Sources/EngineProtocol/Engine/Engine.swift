import Glibc
import Gomoku
import SearchKit

/// A session brought to life: the caller's thread reads lines, one more thread searches.
public final class Engine: Sendable {
  private struct State {
    var session = Session()
    var waitingJob: WaitingJob?
    /// The stop signal of the running job.
    var signal: StopSignal?
  }

  private struct WaitingJob {
    let job: Job
    let signal: StopSignal
  }

  private let channel: LineChannel
  private let weights: [Weights]
  private let state = Monitor(State())

  /// - Parameter weights: play in place of the program's own.
  public init(channel: LineChannel = LineChannel(), weights: [Weights] = []) {
    self.channel = channel
    self.weights = weights
  }

  /// Reads commands until END, the end of input or SIGTERM, then leaves the process with status 0.
  public func run() -> Never {
    start()
    channel.readLines { self.handle(.line($0, at: .now)) }
    handle(.endOfInput)
    leave()
  }

  /// Obeys each line in order, waiting for its answer, then leaves with status 0.
  public func run(lines: [String]) -> Never {
    start()
    for line in lines {
      for part in line.split(whereSeparator: \.isNewline) {
        handle(.line(.text(String(part)), at: .now))
        state.wait { $0.session.isIdle ? () : nil }
      }
    }
    leave()
  }

  private func start() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGTERM) { _ in _exit(0) }
    // A manager that blocks the signal for itself hands that on to its children.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    guard let thread = WorkerThread({ self.search() }) else {
      fatalError("no thread to search with")
    }
    thread.detach()
  }

  /// Every line has been written by then, and a thread that searches has nothing to clean up.
  private func leave() -> Never { _exit(0) }

  private func handle(_ input: Session.Input) {
    state.update { state in
      for effect in state.session.handle(input) { carry(out: effect, &state) }
    }
  }

  private func carry(out effect: Session.Effect, _ state: inout State) {
    switch effect {
    case .write(let line): if !channel.write(line) { leave() }
    case .start(let job):
      let signal = StopSignal(start: job.start)
      signal.setDeadline(after: job.limits.time?.hard)
      state.signal = signal
      state.waitingJob = WaitingJob(job: job, signal: signal)
    case .stop: state.signal?.request()
    case .setDeadline(let deadline): state.signal?.setDeadline(after: deadline)
    case .quit: leave()
    }
  }

  /// The search thread: one job after the other.
  private func search() {
    var runner = JobRunner(weights: weights)
    while true {
      let next = state.wait { state in
        defer { state.waitingJob = nil }
        return state.waitingJob
      }
      let result = runner.run(next.job, stop: next.signal) { self.handle(.news($0)) }
      handle(.finished(result, at: .now))
    }
  }
}

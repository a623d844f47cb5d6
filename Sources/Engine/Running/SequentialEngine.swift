import Gomocup
import Platform
import SearchKit
import SearchTypes

/// An engine without threads and files: it obeys each line to its end before it takes the next.
///
/// It runs in browsers, where `Engine` cannot. It answers as `Engine` does, but reads nothing while
/// it searches. Only a request of the browser page (`Interruption`) ends a search before its
/// limits. The engine neither ponders nor prepares between commands.
public final class SequentialEngine {
  private var session = Session(canPonder: false)
  private var runner = JobRunner<NoFiles>()
  private let write: (String) -> Void

  /// Creates an engine that passes each line of its answers to `write`.
  public init(write: @escaping (String) -> Void) { self.write = write }

  /// Obeys a line and writes all its answers; returns false once the engine has ended.
  public func take(_ line: Line) -> Bool { handle(.line(line, at: .now)) }

  private func handle(_ input: Session.Input) -> Bool {
    for effect in session.handle(input) {
      switch effect {
      case .write(let line): write(line)
      case .start(let job): run(job)
      case .quit: return false
      case .prepare, .stop, .setDeadline: break
      }
    }
    return true
  }

  private func run(_ job: Job) {
    let clock = SearchClock(start: job.start)
    clock.setDeadline(after: job.limits.time?.hard)
    let result = runner.run(job, clock: clock) { _ = self.handle(.news($0)) }
    _ = handle(.finished(result, at: .now))
  }
}

import Synchronization

/// A progress report on standard error, as in `games 12 of 100, 0:34, 4:09 to go`.
///
/// The first line comes after two seconds, and lines are at least two seconds apart.
public final class Progress: Sendable {
  private struct State {
    var done = 0
    var last = MonotonicTime.now
  }

  private let unit: String
  private let total: Int?
  private let begin = MonotonicTime.now
  private let state = Mutex(State())

  private static let pause = Duration.seconds(2)

  /// Begins a report.
  ///
  /// - Parameters:
  ///   - unit: the word at the start of each line, such as `games`.
  ///   - total: the number of steps; `nil` if it is unknown.
  public init(_ unit: String, of total: Int? = nil) { (self.unit, self.total) = (unit, total) }

  /// Adds a finished step, and prints a line if one is due.
  public func step() {
    if let done = count(1) { CurrentProcess.note(text(done)) }
  }

  /// Adds a finished step and returns the line, without printing it.
  public func lineAfterStep() -> String {
    let done = state.withLock { state in
      state.done += 1
      return state.done
    }
    return text(done)
  }

  /// Prints the line that `text` makes of the elapsed time, if a line is due.
  public func print(_ text: (Duration) -> String) {
    if count(0) != nil { CurrentProcess.note(text(begin.duration(to: .now))) }
  }

  /// Adds `more` finished steps; returns the number of finished steps if a line is due.
  private func count(_ more: Int) -> Int? {
    state.withLock { state in
      state.done += more
      let now = MonotonicTime.now
      guard state.last.duration(to: now) >= Progress.pause else { return nil }
      state.last = now
      return state.done
    }
  }

  private func text(_ done: Int) -> String {
    let elapsed = begin.duration(to: .now)
    guard let total else { return "\(unit) \(done), \(elapsed.clockText)" }
    let rest = done > 0 ? ", \((elapsed / done * max(0, total - done)).clockText) to go" : ""
    return "\(unit) \(done) of \(total), \(elapsed.clockText)\(rest)"
  }
}

extension Duration {
  /// The duration as minutes and seconds, `4:09`, or with hours, `1:04:09`.
  public var clockText: String {
    let whole = Int((self / .seconds(1)).rounded())
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, padded(whole % 60))
    return hours > 0 ? "\(hours):\(padded(minutes)):\(seconds)" : "\(minutes):\(seconds)"
  }
}

/// The pause after a piece of work that is asked for again and again: fifty times as long as the
/// work took, so that it takes no more than a fiftieth of the time.
public struct Rest: Sendable {
  private static let perWork: Int64 = 50
  private var end = MonotonicTime(nanoseconds: 0)

  public init() {}

  public func isOver(at now: MonotonicTime) -> Bool { now >= end }

  /// Begins the pause after the work since `start`, of at least so many milliseconds.
  public mutating func begin(since start: MonotonicTime, atLeast milliseconds: Int = 0) {
    let now = MonotonicTime.now
    let pause = (now.nanoseconds - start.nanoseconds) * Rest.perWork
    end = now.advanced(milliseconds: max(milliseconds, Int(pause / 1_000_000)))
  }
}

/// A pause after work that is requested repeatedly.
///
/// The pause lasts fifty times as long as the work. The work thus takes at most about two percent
/// of the time.
public struct Backoff: Sendable {
  private static let perWork: Int64 = 50
  private var end = MonotonicTime(nanoseconds: 0)

  public init() {}

  /// Returns whether the pause has ended at `now`.
  public func isOver(at now: MonotonicTime) -> Bool { now >= end }

  /// Begins the pause after work that started at `start`. The pause lasts at least `milliseconds`.
  public mutating func begin(since start: MonotonicTime, atLeast milliseconds: Int = 0) {
    let now = MonotonicTime.now
    let pause = (now.nanoseconds - start.nanoseconds) * Backoff.perWork
    end = now.advanced(milliseconds: max(milliseconds, Int(pause / 1_000_000)))
  }
}

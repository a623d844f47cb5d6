internal import CPlatform

/// A moment of the monotonic clock, in nanoseconds.
public struct MonotonicTime: Comparable, Sendable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static var now: MonotonicTime { MonotonicTime(nanoseconds: platform_clock()) }

  public static let distantFuture = MonotonicTime(nanoseconds: .max / 2)

  public static func < (a: MonotonicTime, b: MonotonicTime) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// Returns the moment `milliseconds` later; `distantFuture` if that is 146 years or more.
  public func advanced(milliseconds: Int) -> MonotonicTime {
    let (product, overflow) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
    guard !overflow, product < Int64.max / 2 else { return .distantFuture }
    return MonotonicTime(nanoseconds: nanoseconds + product)
  }

  public func advanced(by duration: Duration) -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds + duration.nanoseconds)
  }

  public func duration(to later: MonotonicTime) -> Duration {
    .nanoseconds(later.nanoseconds - nanoseconds)
  }

  /// Returns the time from `earlier` to this moment, in microseconds.
  public func microseconds(since earlier: MonotonicTime) -> Int {
    Int((nanoseconds - earlier.nanoseconds) / 1000)
  }
}

extension Duration {
  /// The duration in whole nanoseconds, rounded down and clamped to 0 … 2⁶⁰ (36 years), so that it
  /// can be added to any moment.
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = min(max(self, .zero), .nanoseconds(Int64(1) << 60)).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

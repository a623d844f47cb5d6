import Glibc

/// A moment of the clock that never jumps, in nanoseconds.
public struct MonotonicTime: Comparable, Sendable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static var now: MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  public static let distantFuture = MonotonicTime(nanoseconds: .max / 2)

  public static func < (a: MonotonicTime, b: MonotonicTime) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// The moment `milliseconds` later.
  public func advanced(milliseconds: Int) -> MonotonicTime {
    let (product, overflow) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
    guard !overflow, product < Int64.max / 2 else { return .distantFuture }
    return MonotonicTime(nanoseconds: nanoseconds + product)
  }

  /// Microseconds from `earlier` to this moment.
  public func microseconds(since earlier: MonotonicTime) -> Int {
    Int((nanoseconds - earlier.nanoseconds) / 1000)
  }

  /// The difference as the kernel wants it; zero once `deadline` has passed.
  func interval(to deadline: MonotonicTime) -> timespec {
    let left = max(0, deadline.nanoseconds - nanoseconds)
    return timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
  }
}

internal import CPlatform

/// A value shared by threads, with a lock and a condition variable to wait for changes.
public final class Monitor<Value>: @unchecked Sendable {
  private var value: Value
  private let monitor = platform_make_monitor()

  public init(_ value: Value) { self.value = value }

  deinit { platform_free_monitor(monitor) }

  /// Runs `body` with the value under the lock, then wakes all waiting threads.
  public func update<Result>(_ body: (inout Value) -> Result) -> Result {
    platform_lock(monitor)
    defer {
      platform_wake(monitor)
      platform_unlock(monitor)
    }
    return body(&value)
  }

  /// Runs `body` with the value under the lock, without waking waiting threads.
  public func access<Result>(_ body: (inout Value) -> Result) -> Result {
    platform_lock(monitor)
    defer { platform_unlock(monitor) }
    return body(&value)
  }

  /// Waits until `body` returns a value; `body` runs under the lock, again after each update.
  public func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    platform_lock(monitor)
    defer { platform_unlock(monitor) }
    while true {
      if let result = body(&value) { return result }
      _ = platform_wait(monitor, .max)
    }
  }

  /// Waits like `wait(_:)`, but returns `nil` if `body` has not returned a value after `duration`.
  public func wait<Result>(
    atMost duration: Duration, _ body: (inout Value) -> Result?
  ) -> Result? {
    let end = MonotonicTime.now.advanced(by: duration).nanoseconds
    platform_lock(monitor)
    defer { platform_unlock(monitor) }
    while true {
      if let result = body(&value) { return result }
      if platform_wait(monitor, end) != 0 { return body(&value) }
    }
  }
}

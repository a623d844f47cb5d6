import Platform

/// Whether `condition` comes true within a time; asks at least once, then every 5 ms.
@discardableResult
public func comesTrue(within limit: Duration, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + limit
  while try !condition() {
    if ContinuousClock.now > end { return false }
    WorkerThread.sleep(for: .milliseconds(5))
  }
  return true
}

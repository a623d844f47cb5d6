import Platform

/// The longest time that a test waits for an event: a guard against hanging alone. Work that is done
/// takes less on the busiest machine, and work that has to be ended takes far more.
public let longestWait = Duration.seconds(Effort.isSanitized ? 600 : 180)

/// Returns whether `condition` comes true; asks at least once, then every 5 ms.
@discardableResult
public func comesTrue(_ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + longestWait
  while try !condition() {
    if ContinuousClock.now > end { return false }
    WorkerThread.sleep(for: .milliseconds(5))
  }
  return true
}

/// The processor time that the calling thread spends on `body`: other work on the machine adds nothing.
public func processorTime<Failure: Error>(
  _ body: () throws(Failure) -> Void
) throws(Failure) -> Duration {
  let begin = CPUTime.ofThread
  try body()
  return CPUTime.ofThread - begin
}

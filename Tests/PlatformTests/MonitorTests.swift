import Platform
import Testing

struct MonitorTests {
  @Test func whoeverWaitsSeesWhatAnotherThreadUpdates() throws {
    let monitor = Monitor(0)
    let thread = try #require(
      WorkerThread { for _ in 0..<1000 { monitor.update { $0 += 1 } } })
    #expect(monitor.wait { $0 == 1000 ? $0 : nil } == 1000)
    thread.join()
  }

  @Test func updatesOfManyThreadsAreAllKept() {
    let monitor = Monitor(0)
    let threads = (0..<4).compactMap { _ in
      WorkerThread { for _ in 0..<10_000 { monitor.access { $0 += 1 } } }
    }
    for thread in threads { thread.join() }
    #expect(monitor.access { $0 } == 10_000 * threads.count)
  }

  @Test(arguments: [Duration.zero, .milliseconds(30), .seconds(-1)])
  func aWaitForNothingEndsInTime(limit: Duration) {
    let monitor = Monitor(0)
    let begin = MonotonicTime.now
    #expect(monitor.wait(atMost: limit) { $0 == 1 ? $0 : nil } == nil)
    let milliseconds = MonotonicTime.now.microseconds(since: begin) / 1000
    #expect(milliseconds >= Int(limit / .milliseconds(1)))
  }

  @Test(arguments: [Duration.seconds(60), .seconds(1 << 60)])
  func aLongWaitEndsWithTheUpdate(limit: Duration) throws {
    let monitor = Monitor(0)
    let thread = try #require(WorkerThread { monitor.update { $0 = 7 } })
    #expect(monitor.wait(atMost: limit) { $0 == 7 ? $0 : nil } == 7)
    thread.join()
  }
}

import Foundation
import Platform
import Synchronization
import Testing

struct WorkerThreadTests {
  @Test func joinWaitsForTheThread() throws {
    let hasEnded = Atomic(false)
    try withThread {
      WorkerThread.sleep(for: .milliseconds(20))
      hasEnded.store(true, ordering: .releasing)
    }
    let isOver = hasEnded.load(ordering: .acquiring)
    #expect(isOver)
  }

  /// Starts a thread and joins it.
  private func withThread(_ body: @escaping @Sendable () -> Void) throws {
    try #require(WorkerThread(body)).join()
  }

  private func depth(_ rest: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { frame in
      frame[0] = 1
      return rest == 0 ? 0 : depth(rest - 1) + Int(frame[0])
    }
  }

  @Test func theStackIsAsLargeAsItWasAskedFor() throws {
    let plies = 10_000
    let reached = Atomic(0)
    try withThread { [self] in reached.store(depth(plies), ordering: .releasing) }
    let deepest = reached.load(ordering: .acquiring)
    #expect(deepest == plies)
  }

  @Test func thereIsAtLeastOneProcessor() { #expect(WorkerThread.processorCount >= 1) }

  #if os(Linux)
    @Test func aThreadCanBePinnedToAnyNumber() throws {
      let pinned = Atomic(0)
      try withThread {
        for number in [0, 1, 1000] where WorkerThread.pin(to: number) {
          pinned.add(1, ordering: .relaxed)
        }
      }
      let count = pinned.load(ordering: .relaxed)
      #expect(count == 3)
    }

    @Test func shortTurnsLeaveAnotherPolicyAsItIs() throws {
      // SCHED_BATCH of sched.h, which is no name of Foundation's.
      let batch: Int32 = 3
      let policy = Atomic<Int32>(-1)
      try withThread {
        var parameters = sched_param()
        guard sched_setscheduler(0, batch, &parameters) == 0 else { return }
        WorkerThread.takeShortTurns()
        policy.store(sched_getscheduler(0), ordering: .releasing)
      }
      let found = policy.load(ordering: .acquiring)
      #expect(found == batch)
    }
  #endif

  @Test func aSleepLastsAtLeastAsLongAsItShould() {
    let begin = MonotonicTime.now
    WorkerThread.sleep(for: .milliseconds(30))
    #expect(MonotonicTime.now.microseconds(since: begin) >= 30_000)
  }
}

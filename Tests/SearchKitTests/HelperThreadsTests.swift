import Synchronization
import Testing

@testable import SearchKit

struct HelperThreadsTests {
  @Test func helpersWorkUntilTheCrewIsDismissed() {
    let ended = Atomic<UInt>(0)
    do {
      let helpers = HelperThreads(count: 3) { number, clock in
        var nodes: UInt64 = 0
        while !clock.isStopped {
          nodes += 1
          clock.report(nodes: nodes)
        }
        ended.bitwiseOr(1 << UInt(number), ordering: .relaxed)
      }
      while helpers.nodes < 1_000 {}
      #expect(ended.load(ordering: .relaxed) == 0)
    }
    #expect(ended.load(ordering: .relaxed) == 0b1110)
  }

  @Test func aCrewOfNobodyIsOne() {
    let helpers = HelperThreads(count: 0) { _, _ in Issue.record("nobody was asked for") }
    #expect(helpers.nodes == 0)
  }
}

import Synchronization
import Testing

@testable import SearchKit

struct SearchCrewTests {
  @Test func helpersWorkUntilTheCrewIsDismissed() {
    let ended = Mutex<Set<Int>>([])
    do {
      let crew = SearchCrew(count: 3) { number, signal in
        var nodes: UInt64 = 0
        while !signal.isRequested {
          nodes += 1
          signal.report(nodes: nodes)
        }
        ended.withLock { _ = $0.insert(number) }
      }
      while crew.nodes < 1_000 {}
      #expect(ended.withLock { $0.isEmpty })
    }
    #expect(ended.withLock { $0 } == [1, 2, 3])
  }

  @Test func aCrewOfNobodyIsOne() {
    let crew = SearchCrew(count: 0) { _, _ in Issue.record("nobody was asked for") }
    #expect(crew.nodes == 0)
  }
}

import Basics
import SearchTypes
import Testing

@testable import Engine
@testable import Gomocup

/// The quota on random courses of a search.
struct LineQuotaCourseTests {
  private func report(depth: Int = 1, nodes: UInt64) -> SearchReport<Move> {
    SearchReport(lines: [], depth: depth, nodes: nodes)
  }

  @Test func everyLineIsShownOrWithheldAndTheLastNeverLost() {
    var generator = SplitMix64(seed: 81)
    for _ in 0..<2_000 {
      var quota = LineQuota()
      var nodes: UInt64 = 0
      var shown: [UInt64] = []
      for depth in 1...Int.random(in: 1...40, using: &generator) {
        nodes += UInt64.random(in: 0...(nodes + 50), using: &generator)
        let report = report(depth: depth, nodes: nodes)
        if quota.admits(report) {
          shown.append(nodes)
          #expect(quota.withheld == nil)
        } else {
          #expect(quota.withheld == report)
        }
      }
      #expect(1..<LineQuota.most ~= shown.count)
      for (nodes, next) in zip(shown, shown.dropFirst()) {
        #expect(next >= max(1_000, 8 * nodes))
      }
    }
  }

  @Test(
    arguments: [
      (1_000, 7_999, false), (1_000, 8_000, true), (200, 1_599, false), (200, 1_600, true),
      (1, 999, false), (1, 1_000, true), (0, 0, false),
    ] as [(UInt64, UInt64, Bool)])
  func theSecondLineComesAfterEightTimesTheNodes(first: UInt64, second: UInt64, isShown: Bool) {
    var quota = LineQuota()
    let admitted = [first, second].map { quota.admits(report(nodes: $0)) }
    #expect(admitted == [true, isShown])
  }
}

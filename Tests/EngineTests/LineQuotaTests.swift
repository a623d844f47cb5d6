import SearchTypes
import Testing

@testable import Engine
@testable import Gomocup

struct LineQuotaTests {
  private func report(nodes: UInt64) -> SearchReport<Move> {
    SearchReport(lines: [], depth: 1, nodes: nodes)
  }

  @Test func atMostSevenLinesComeBeforeTheLast() {
    var quota = LineQuota()
    let shown = (0..<40).count { quota.admits(report(nodes: 1 << UInt64($0))) }
    #expect(shown == LineQuota.most - 1)
    #expect(quota.withheld == report(nodes: 1 << 39))
  }

  @Test func whatHasBeenShownIsNotShownAgain() {
    var quota = LineQuota()
    for (nodes, isShown) in [(1, true), (900, false), (1_000, true)] as [(UInt64, Bool)] {
      let isAdmitted = quota.admits(report(nodes: nodes))
      #expect(isAdmitted == isShown)
      #expect(quota.withheld == (isShown ? nil : report(nodes: nodes)))
    }
  }
}

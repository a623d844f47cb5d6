import Testing

@testable import SearchKit

struct TranspositionTableTests {
  private static let timed = SearchLimits(time: .exactly(.milliseconds(5)))

  private static func store(_ table: TranspositionTable) {
    let entry = TableEntry(
      move: 7, score: .draw, evaluation: .draw, depth: 3, bound: .exact, wasPrincipal: true)
    table.store(42, entry)
  }

  @Test func timedSearchesRememberEarlierOnes() {
    let table = TranspositionTable(bytes: 1 << 20)
    table.prepare(for: Self.timed)
    Self.store(table)
    table.prepare(for: Self.timed)
    #expect(table.probe(42)?.move == 7)
  }

  @Test func searchesWithoutAClockBeginWithNothing() {
    for limits in [SearchLimits(), SearchLimits(depth: 3), SearchLimits(nodes: 1 << 30)] {
      let table = TranspositionTable(bytes: 1 << 20)
      Self.store(table)
      table.prepare(for: limits)
      #expect(table.probe(42) == nil)
    }
  }

  @Test func aSmallSearchLeavesTheWholeTableToTheNext() {
    let table = TranspositionTable(bytes: 1 << 20)
    table.prepare(for: SearchLimits(nodes: 100))
    #expect(table.bucketCount == 1024)
    table.prepare(for: Self.timed)
    #expect(table.bucketCount == UInt64(table.byteCount / 64))
  }
}

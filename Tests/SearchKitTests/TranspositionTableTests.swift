import Basics
import Testing

@testable import SearchKit
@testable import SearchTypes

struct TranspositionTableTests {
  private static let timed = SearchLimits(time: .exactly(.milliseconds(5)))

  private static func store(_ table: TranspositionTable) {
    let entry = TableEntry(
      move: 7, score: .draw, evaluation: .draw, depth: 3, bound: .exact)
    table.store(42, entry)
  }

  @Test func timedSearchesRememberEarlierOnes() {
    let table = TranspositionTable(bytes: 1 << 20)
    table.prepare(for: Self.timed, threadCount: 1)
    Self.store(table)
    table.prepare(for: Self.timed, threadCount: 1)
    #expect(table.probe(42)?.move == 7)
  }

  @Test func searchesWithoutAClockBeginWithNothing() {
    for limits in [SearchLimits(), SearchLimits(depth: 3), SearchLimits(nodes: 1 << 30)] {
      let table = TranspositionTable(bytes: 1 << 20)
      table.prepare(for: Self.timed, threadCount: 1)
      Self.store(table)
      table.prepare(for: limits, threadCount: 1)
      #expect(table.probe(42) == nil)
    }
  }

  @Test func aTableIsAsLargeAsItsSearchesCallFor() {
    let table = TranspositionTable(bytes: 64 << 20)
    table.prepare(for: SearchLimits(nodes: 100), threadCount: 1)
    #expect(table.bucketCount == 1024)
    table.prepare(for: Self.timed, threadCount: 2)
    #expect(table.bucketCount == 10_000)
    table.prepare(for: Self.timed, threadCount: 1)
    #expect(table.bucketCount == 10_000)
    table.prepare(for: SearchLimits(time: .exactly(.seconds(5))), threadCount: 1)
    #expect(table.bucketCount == 1 << 20)
    table.prepare(for: SearchLimits(), threadCount: 1)
    #expect(table.bucketCount == 1 << 20)
  }

  @Test func whatIsForgottenIsUnknownAndGivesWay() {
    let table = TranspositionTable(bytes: 1 << 20)
    table.prepare(for: Self.timed, threadCount: 1)
    Self.store(table)
    table.forget()
    #expect(table.probe(42) == nil)
    Self.store(table)
    #expect(table.probe(42)?.move == 7)
    table.clear()
    #expect(table.probe(42) == nil)
  }

  @Test func roomIsMadeAheadAndTheSearchFindsIt() {
    let table = TranspositionTable(bytes: 64 << 20)
    table.makeRoom(for: Self.timed, threadCount: 1, stop: StopSignal())
    #expect(table.bucketCount == 5_000)
    table.forget()
    table.prepare(for: Self.timed, threadCount: 1)
    #expect(table.bucketCount == 5_000)
  }

  @Test func aTableThatKnowsNothingTakesAnySize() {
    let table = TranspositionTable(bytes: 64 << 20)
    let long = SearchLimits(time: .exactly(.seconds(5)))
    table.makeRoom(for: long, threadCount: 1, stop: StopSignal())
    #expect(table.bucketCount == 1 << 20)
    table.makeRoom(for: Self.timed, threadCount: 1, stop: StopSignal())
    #expect(table.bucketCount == 5_000)
    table.prepare(for: long, threadCount: 1)
    table.forget()
    table.prepare(for: Self.timed, threadCount: 1)
    #expect(table.bucketCount == 5_000)
  }

  @Test func noSearchWaitsForManyEntriesToMove() {
    let table = TranspositionTable(bytes: 64 << 20)
    table.prepare(for: SearchLimits(time: .exactly(.milliseconds(250))), threadCount: 1)
    #expect(table.bucketCount == 250_000)
    table.prepare(for: SearchLimits(time: .exactly(.seconds(1_000))), threadCount: 1)
    #expect(table.bucketCount == 250_000)
  }

  @Test func aCrowdedTableGrowsAndForgetsNothing() {
    let table = TranspositionTable(bytes: 64 << 20)
    table.prepare(for: Self.timed, threadCount: 1)
    var generator = SplitMix64(seed: 1)
    func entry(_ number: Int) -> TableEntry {
      TableEntry(
        move: UInt16(number % 225 + 1), score: .draw, evaluation: .centistones(number % 1000),
        depth: number % 30, bound: .lower)
    }
    let keys = (0..<18_000).map { _ in generator.next() }
    for (number, key) in keys.enumerated() { table.store(key, entry(number)) }
    let known = keys.enumerated().filter { table.probe($1) == entry($0) }
    #expect(known.count > 15_000)
    table.prepare(for: SearchLimits(time: .exactly(.milliseconds(100))), threadCount: 1)
    #expect(table.bucketCount == 100_000)
    for (number, key) in known { #expect(table.probe(key) == entry(number)) }
    #expect(table.permilleUsed == 0)
  }
}

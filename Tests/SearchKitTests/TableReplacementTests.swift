import Basics
import Testing

@testable import SearchKit
@testable import SearchTypes

/// What an entry keeps, and which of several makes room for a new one.
struct TableReplacementTests {
  private static let timed = SearchLimits(time: .exactly(.milliseconds(5)))

  private static func entry(
    move: UInt16 = 7, score: Score = .draw, depth: Int = 10, bound: Bound = .lower
  ) -> TableEntry {
    TableEntry(move: move, score: score, evaluation: .draw, depth: depth, bound: bound)
  }

  private static func table() -> TranspositionTable {
    let table = TranspositionTable(bytes: 1 << 20)
    table.prepare(for: timed, threadCount: 1)
    return table
  }

  @Test(arguments: [Bound.none, .upper, .lower, .exact])
  func anEntryKeepsAllItIsGiven(bound: Bound) {
    var generator = SplitMix64(seed: 71)
    let scores: [Score] =
      [-1, 0, 1, 28_000, -28_000, 32_000, -32_000].map { Score(rawValue: $0) }
      + [.win(inPlies: 0), .loss(inPlies: 0), .win(inPlies: 1_999), .loss(inPlies: 1_999)]
    for depth in -64...191 {
      for score in scores {
        let entry = TableEntry(
          move: .random(in: 0...UInt16.max, using: &generator), score: score, evaluation: -score,
          depth: depth, bound: bound)
        for generation in [0, 1, 62, 63] as [UInt64] {
          #expect(TableEntry(bits: entry.bits(generation: generation)) == entry)
          #expect(entry.bits(generation: generation) >> 58 == generation)
        }
      }
    }
  }

  @Test func aBoundSaysOnWhichSideTheTrueScoreLies() {
    #expect(Bound.exact.isLower && Bound.exact.isUpper)
    #expect(Bound.lower.isLower && !Bound.lower.isUpper)
    #expect(!Bound.upper.isLower && Bound.upper.isUpper)
    #expect(!Bound.none.isLower && !Bound.none.isUpper)
  }

  struct Renewal: CustomTestStringConvertible {
    let depth: Int
    let bound: Bound
    /// Whether another search has begun since the old entry, of depth 10, was stored.
    var isLater = false
    let isTaken: Bool
    var testDescription: String { "\(bound) at \(depth)\(isLater ? ", later" : "")" }
  }

  @Test(arguments: [
    Renewal(depth: 11, bound: .upper, isTaken: true),
    Renewal(depth: 10, bound: .lower, isTaken: true),
    Renewal(depth: 7, bound: .lower, isTaken: true),
    Renewal(depth: 6, bound: .lower, isTaken: false),
    Renewal(depth: 6, bound: .upper, isTaken: false),
    Renewal(depth: -1, bound: .upper, isTaken: false),
    Renewal(depth: -1, bound: .exact, isTaken: true),
    Renewal(depth: 6, bound: .lower, isLater: true, isTaken: true),
  ])
  func aPositionsEntryIsRenewedUnlessMuchWouldBeLost(row: Renewal) {
    let table = Self.table()
    let old = Self.entry(score: .centistones(1), depth: 10)
    let new = Self.entry(score: .centistones(2), depth: row.depth, bound: row.bound)
    table.store(42, old)
    if row.isLater { table.prepare(for: Self.timed, threadCount: 1) }
    table.store(42, new)
    #expect(table.probe(42) == (row.isTaken ? new : old))
  }

  @Test func aPositionsMoveStaysKnownWhereNoneIsFound() {
    let table = Self.table()
    table.store(42, Self.entry(move: 7, depth: 1))
    table.store(42, Self.entry(move: 0, depth: 2))
    #expect(table.probe(42) == Self.entry(move: 7, depth: 2))
    table.store(42, Self.entry(move: 9, depth: 3))
    #expect(table.probe(42) == Self.entry(move: 9, depth: 3))
  }

  /// Small keys fall into the first bucket, which has room for four.
  @Test func theShallowestOfABucketGivesWay() {
    for shallowest in 1...4 as ClosedRange<UInt64> {
      let table = Self.table()
      for key in 1...4 as ClosedRange<UInt64> {
        table.store(key, Self.entry(move: UInt16(key), depth: key == shallowest ? 3 : 9))
      }
      #expect((1...4).allSatisfy { table.probe($0)?.move == UInt16($0) })
      table.store(5, Self.entry(move: 5, depth: 0))
      #expect((1...5).filter { table.probe($0) == nil } == [shallowest])
    }
  }

  /// Every search that has begun since takes eight plies off what an entry is worth, wherever it
  /// stands in its bucket.
  @Test(arguments: [(15, true), (17, false)], 1...4 as ClosedRange<UInt64>)
  func anEarlierSearchsEntryIsWorthEightPliesLess(
    _ earlier: (depth: Int, givesWay: Bool), key: UInt64
  ) {
    let table = Self.table()
    for key in 1...4 as ClosedRange<UInt64> {
      table.store(key, Self.entry(depth: earlier.depth))
    }
    table.prepare(for: Self.timed, threadCount: 1)
    for other in 1...4 as ClosedRange<UInt64> where other != key {
      table.store(other, Self.entry(depth: 8))
    }
    table.store(5, Self.entry(depth: 8))
    #expect((table.probe(key) == nil) == earlier.givesWay)
  }
}

import Basics
import Gomoku
import GomokuRules
import Testing

@testable import GomokuLab

@Suite struct WinBenchmarkTests {
  /// An open three with the move wins at once; an empty-handed side sees nothing in a few nodes.
  @Test(arguments: [1, 2]) func winsThatAreSeenAreCounted(threads: Int) throws {
    let positions = try [
      "freestyle 15 15 + h8a1i8c1j8e1", "freestyle 15 15 - a1h8c1i8e1j8o1",
      "freestyle 15 15 + h8a1",
    ].map { try #require(TrainingGame($0)).start }
    let benchmark = WinBenchmark(nodes: 300, threads: threads)
    let results = benchmark.results(positions)
    #expect(results.map(\.winner) == [.black, .white, .black])
    #expect(results.map { $0.nodes != nil } == [true, true, false])
    let nodes = results.reduce(0) { $0 + ($1.nodes ?? 300) } / 3
    #expect(
      benchmark.summary(results) == "seen 2 of 3 (black 1 of 2, white 1 of 1), nodes \(nodes)")
  }
}

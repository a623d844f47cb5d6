import Gomoku
import Liuzhou
import SearchTypes

// The benchmarks of both games, as `.ci/anywhere` runs them on other systems than the host's.

/// Prints the nodes of a benchmark.
func signature<Move>(_ game: String, _ bench: ((BenchResult<Move>) -> Void) -> Void) {
  var nodes: UInt64 = 0
  bench { nodes += $0.report.nodes }
  print("\(game) \(nodes)")
}

signature("gomoku") { GomokuPlayer.bench(depth: nil, onResult: $0) }
signature("liuzhou") { LiuzhouPlayer.bench(depth: nil, onResult: $0) }

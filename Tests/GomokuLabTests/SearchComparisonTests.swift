import GomokuRules
import SearchTypes
import Testing

@testable import GomokuLab

@Suite struct SearchComparisonTests {
  /// Positions of short games, labelled by searches of `nodes`.
  private func labels(nodes: UInt64) -> [TrainingGame] {
    var play = SelfPlay(seed: 5)
    play.nodes = 100
    var relabelling = Relabelling()
    (relabelling.nodes, relabelling.interval) = (nodes, 4)
    return (0..<5).map { _ in play.play() }.flatMap { relabelling.labels(of: $0) }
  }

  /// The search that made the labels has the least loss, and a search of 20 nodes has more.
  @Test(arguments: [1, 2]) func theLabellingSearchIsTheBest(workers: Int) throws {
    let labels = labels(nodes: 600)
    let comparison = SearchComparison(
      first: .init(nodes: 20), second: .init(nodes: 600), workers: workers)
    let results = comparison.results(labels)
    #expect(results.count == labels.count && results.count > 5)
    for result in results {
      #expect(result.agreements.second && abs(result.losses.second - result.entropy) < 1e-6)
      #expect(result.losses.first >= result.entropy - 1e-6)
    }
    let losses = results.map(\.losses)
    #expect(losses.reduce(0) { $0 + $1.first } > losses.reduce(0) { $0 + $1.second })
  }

  @Test func equalSearchesDoNotDiffer() {
    let side = SearchComparison.Side(nodes: 60)
    let results = SearchComparison(first: side, second: side).results(labels(nodes: 300))
    let text = SearchComparison.summary(results)
    #expect(text.hasPrefix("\(results.count) positions; losses 0."))
    #expect(text.contains("; second less first 0.0 ± 0.0; same move "))
  }

  @Test func theSummaryHasMeansAndTheirError() {
    let results = [(0.5, 0.4), (0.7, 0.4), (0.6, 0.4)].map { first, second in
      SearchComparison.Result(
        losses: (first, second), agreements: (true, false), entropy: 0.25)
    }
    #expect(
      SearchComparison.summary(results)
        == "3 positions; losses 0.6 and 0.4, at least 0.25; second less first -0.2 ± 0.1132;"
        + " same move 100.0 % and 0.0 %")
  }
}

import Foundation
import GomokuRules
import TestSupport
import Testing

@testable import Check
@testable import Match
@testable import Tournament

@Suite("Wuliu in the arena", .unsanitized) struct WuliuTests {
  static func engine(_ name: String, nodes: Int) throws -> EngineConfig {
    var engine = EngineConfig(name: name, command: try TestFiles.program("pbrain-wuliu"))
    engine.limits.nodes = nodes
    return engine
  }

  @Test func withNodeLimitsTheGamesDoNotDependOnConcurrency() throws {
    var tournament = try TestTournament(["null", "scatter"], pairs: 2, randomPlies: 6)
    tournament.config.engines = [
      try WuliuTests.engine("a", nodes: 300), try WuliuTests.engine("b", nodes: 150),
    ]
    let runs = try [1, 2].map { try tournament.play(concurrency: $0) }
    #expect(runs.allSatisfy { $0.standings.tallies.allSatisfy { $0.faults.isEmpty } })
    let digests = runs.map { MergedResults.digest(of: $0.records.values) }
    #expect(digests[0] == digests[1])
  }

  @Test(arguments: OpeningRule.samples) func itPlaysEveryOpeningRule(rule: OpeningRule) throws {
    var tournament = try TestTournament(
      ["null", "scatter"], pairs: 1, game: .gomoku(.renju, .standard))
    tournament.config.engines = [
      try WuliuTests.engine("a", nodes: 300), try WuliuTests.engine("b", nodes: 150),
    ]
    tournament.config.openings = .rule(rule)
    tournament.config.adjudication.maximumPlies = 16
    let (standings, records) = try tournament.play()
    #expect(standings.tallies.allSatisfy { $0.faults.isEmpty }, "\(records.mapValues(\.detail))")
    #expect(records.count == 2 && records.values.allSatisfy { $0.ruledOpening?.isOver == true })
  }

  /// A few steps that search little; a soak takes them all.
  static let steps = ConformanceCheck.steps.filter { step in
    ArenaProgramTests.isSoaking || step.name.contains("START")
      || step.name.contains("ends it")
  }

  @Test(arguments: steps.map(\.name)) func itPassesTheCheck(name: String) throws {
    let step = try #require(ConformanceCheck.steps.first { $0.name == name })
    var engine = try WuliuTests.engine("wuliu", nodes: 1000)
    // However busy the machine is: the times that the check allows are claims about an idle one.
    if !Effort.isTiming { engine.limits.tolerance = Int(longestWait / .milliseconds(1)) }
    let outcome = ConformanceCheck(engine).run(step)
    #expect(outcome.failure == nil)
  }

  @Test func itSurvivesFuzzing() throws {
    let lines = ArenaProgramTests.isSoaking ? 1_000_000 : 5000
    var fuzz = Fuzz(try WuliuTests.engine("wuliu", nodes: 1000), seed: 7)
    let outcome = fuzz.run(lines: lines)
    #expect(outcome.failure == nil)
    // The second half of a soak's lines may leave two bytes each. In a short run what is made at its
    // first use, less than 8 MiB, may come late on a busy machine; four kilobytes a line would be 10.
    #expect(outcome.growth <= (ArenaProgramTests.isSoaking ? 1 << 10 : 8 << 10))
  }
}

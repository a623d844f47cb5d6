import Basics
import CommandLineKit
import Liuzhou
import LiuzhouRules
import SearchKit
import SearchTypes
import Testing

@testable import LiuzhouLab

@Suite struct MatchTests {
  private static func engine(nodes: UInt64) -> EngineContestant {
    EngineContestant(
      player: LiuzhouPlayer(memoryLimit: 32 << 20, weights: .compiledIn), nodes: nodes)
  }

  private static func play(seed: UInt64, pairs: Int) -> (
    tally: MatchResult, records: [Match.Record]
  ) {
    var match = Match()
    match.seed = seed
    var records: [Match.Record] = []
    match.onGame = { records.append($0) }
    var (first, second) = (engine(nodes: 60), engine(nodes: 60))
    return (match.play(&first, &second, pairs: pairs), records)
  }

  /// Both games of a pair between equals are the same game, won by each once.
  @Test func equalsShareThePoints() {
    let (tally, records) = MatchTests.play(seed: 2, pairs: 3)
    #expect(records.map(\.firstIsBlack) == [true, false, true, false, true, false])
    for pair in 0..<3 {
      let (one, other) = (records[2 * pair], records[2 * pair + 1])
      #expect(one.game.turns == other.game.turns)
      #expect(one.points + other.points == 1)
    }
    #expect(tally.games == 6 && tally.score == 0.5 && tally.wins == tally.losses)
    #expect(tally.blackWins + tally.whiteWins == tally.wins + tally.losses)
    #expect(tally.description.contains("(50.0 %)"))
  }

  @Test func matchesRepeatThemselves() {
    let texts = MatchTests.play(seed: 2, pairs: 2).records.map(\.text)
    #expect(MatchTests.play(seed: 2, pairs: 2).records.map(\.text) == texts)
    #expect(MatchTests.play(seed: 3, pairs: 2).records.map(\.text) != texts)
  }

  /// Each against a weaker one: random turns, UCT with a few playouts, UCT with more, the engine.
  @Test func treeSearchGainsByPlayouts() {
    var match = Match()
    match.seed = 4
    var (few, many) = (
      TreeSearchContestant(.playouts(30), seed: 1), TreeSearchContestant(.playouts(300), seed: 2)
    )
    var random = RandomContestant(seed: 3)
    #expect(match.play(&few, &random, pairs: 5).score > 0.8)
    #expect(match.play(&many, &few, pairs: 5).score > 0.6)
    var engine = MatchTests.engine(nodes: 1_000)
    #expect(match.play(&engine, &many, pairs: 3).score > 0.8)
  }

  /// By every rule, through captures, removals and exchanges.
  @Test(arguments: RuleSet.presets.map(\.name) + ["protect=never"])
  func treeSearchPlaysLegally(rules: String) throws {
    var match = Match()
    match.rules = try RuleSet(rules)
    var (first, second) = (
      TreeSearchContestant(.playouts(8), seed: 1), TreeSearchContestant(.playouts(5), seed: 2)
    )
    #expect(match.play(&first, &second, pairs: 4).games == 8)
  }

  @Test func openingsArePlayedOnceWhereColoursAreNotSwapped() {
    var match = Match()
    (match.swapsColors, match.openingTurns) = (false, 4)
    var records: [Match.Record] = []
    match.onGame = { records.append($0) }
    var (first, second) = (RandomContestant(seed: 1), RandomContestant(seed: 2))
    let tally = match.play(&first, &second, pairs: 3)
    #expect(tally.games == 3 && records.allSatisfy(\.firstIsBlack))
    #expect(Set(records.map { $0.game.turns.prefix(4).map(\.description) }).count == 3)
  }

  /// By a search of its own, also where Black is mostly far ahead.
  @Test(arguments: ["fengyang", "mover=first"]) func openingsAreLevel(rules: String) throws {
    let rules = try RuleSet(rules)
    let openings = try LevelOpenings.find(2, turns: 6, under: rules, seed: 3)
    #expect(Set(openings.map(\.position.key)).count == 2)
    for opening in openings {
      let report = LiuzhouPlayer(memoryLimit: 32 << 20).search(
        opening, limits: SearchLimits(nodes: 20_000))
      #expect(opening.turns.count == 6 && abs(report.score.rawValue) <= 30)
    }
    var match = Match()
    (match.rules, match.openings) = (rules, openings)
    var starts: [[Turn]] = []
    match.onGame = { starts.append(Array($0.game.turns.prefix(6))) }
    var (first, second) = (RandomContestant(seed: 1), RandomContestant(seed: 2))
    _ = match.play(&first, &second, pairs: 2)
    #expect(starts == openings.flatMap { [$0.turns, $0.turns] })
  }

  /// Without a turn there is one position.
  @Test func levelOpeningsThatAreNotThereAreAnError() {
    #expect(throws: CommandError.self) {
      try LevelOpenings.find(2, turns: 0, under: .fengyang, seed: 1)
    }
  }

  @Test func theStrongerSideWins() {
    var match = Match()
    match.seed = 5
    var engine = MatchTests.engine(nodes: 100)
    var random = RandomContestant(seed: 5)
    #expect(match.play(&engine, &random, pairs: 3).wins == 6)
    var greedy = GreedyContestant(seed: 5)
    #expect(match.play(&greedy, &random, pairs: 2).score > 0.5)
    var counting = CountingContestant(seed: 5)
    #expect(match.play(&counting, &greedy, pairs: 10).score > 0.5)
  }

  /// The example of tournaments/liuzhou, and with a stone that has died.
  @Test func theCountIsThatOfThePageForPlayers() throws {
    var position = try Rulebook(.fengyang).position("3O2/1X2O1/1O2XX/1XOX2/6/6 w p 0")
    let rows = [
      "2 4 8 O 6 2", "2 X 10 10 O 2", "4 O 2 6 X X", "8 X O X 14 10", "4 8 6 8 10 4",
      "2 4 8 8 4 2",
    ]
    for (index, row) in rows.enumerated() {
      for (file, word) in row.split(separator: " ").enumerated() {
        guard let count = Int(word), let point = Point(file: file, rank: 5 - index)
        else { continue }
        let counted = CountingContestant.count(at: point, in: position, under: .fengyang)
        #expect(counted == count, "\(point)")
      }
    }
    let (dead, near) = try (#require(Point("e5")), #require(Point("e6")))
    position.liveWhite = position.liveWhite - PointSet(dead)
    position.deadWhite = PointSet(dead)
    // The square with d6 counts 2 instead of 4, that with f6 1 for each side.
    #expect(CountingContestant.count(at: near, in: position, under: .fengyang) == 4)
  }

  /// Nothing that the clock divides by may be 0.
  @Test func aPlanOfTheClockIsReadOrRefused() {
    #expect(ClockPlan("600000,slides:8,early:100,horizon:20")?.turns.slides == 8)
    for text in ["1", "1,slides:0,decisive:0", "1,early:1,horizon:1,fall:1", "1,step:1000"] {
      #expect(ClockPlan(text[...]) != nil, "\(text)")
    }
    for text in [
      "", "0", "1,early:0", "1,horizon:0", "1,fall:0", "1,step:1001", "1,slides:-1", "1,x:1",
    ] {
      #expect(ClockPlan(text[...]) == nil, "\(text)")
    }
  }
}

import Liuzhou
import LiuzhouRules
import Platform
import SearchKit
import TestSupport
import Testing

@testable import LiuzhouLab

/// The commands of `liuzhou-lab`, each run as a program on an input of a few games.
@Suite struct ProgramTests {
  /// Runs a command that has to succeed.
  private static func run(_ words: [String], input: String = "") throws -> ProgramRun {
    let run = try ProgramRun("liuzhou-lab", words, input: input)
    #expect(run.status == 0, "\(words) \(run.errors)")
    return run
  }

  /// The positions of three short games.
  private static let positions = Result {
    try run(["selfplay", "games=3", "nodes=30", "seed=2"]).text
  }

  private static func samples(_ lines: some Sequence<String>) -> [ScoredPosition] {
    lines.compactMap { ScoredPosition($0[...], under: Rulebook(.fengyang)) }
  }

  @Test func selfplayPrintsScoredPositions() throws {
    let lines = try ProgramTests.positions.get().split(separator: "\n").map(String.init)
    #expect(lines.first == "# rules fengyang")
    let samples = ProgramTests.samples(lines.dropFirst())
    #expect(samples.count == lines.count - 1 && samples.count > 50)
    #expect(Set(samples.map(\.points)).isSubset(of: [0, 0.5, 1]))
    let again = try ProgramTests.run(["selfplay", "games=3", "nodes=30", "seed=2"]).text
    #expect(try again == ProgramTests.positions.get())
  }

  @Test func labelReadsTheGamesOfAMatch() throws {
    let match = try ProgramTests.run(
      ["match", "first=nodes:50", "second=greedy", "pairs=1", "games=1"]
    ).lines
    let games = match.compactMap { FinishedGame($0[...], under: Rulebook(.fengyang)) }
    #expect(games.count == 2 && match.last?.hasPrefix("slowest turn of the first: ") == true)
    #expect(match.contains { $0.hasPrefix("+") && $0.contains(" %), Elo ") })
    let text = match.prefix(2).joined(separator: "\n")
    for nodes in [0, 20] {
      let lines = try ProgramTests.run(["label", "nodes=\(nodes)"], input: text).lines
      let labels = ProgramTests.samples(lines.dropFirst())
      #expect(lines.first == "# rules fengyang" && labels.count == lines.count - 1)
      #expect(labels.count == games.reduce(0) { $0 + $1.turns.count })
    }
  }

  @Test func clocksOfNodesAreSpent() throws {
    let lines = try ProgramTests.run(
      ["match", "first=clock:2000", "second=clock:1000,slides:8", "pairs=1"]
    ).lines
    #expect(lines.count == 3)
    for (line, name) in zip(lines.dropFirst(), ["first", "second"]) {
      #expect(line.hasPrefix("\(name): ") && line.hasSuffix(" % left at the end"))
    }
  }

  @Test func judgeTellsHowScoresForetellResults() throws {
    let lines = try ProgramTests.run(["judge"], input: ProgramTests.positions.get()).lines
    let counts = lines.compactMap { line in
      line.split(separator: " ").firstIndex(of: "positions,")
        .flatMap { Int(line.split(separator: " ")[$0 - 1]) }
    }
    let samples = try ProgramTests.positions.get().split(separator: "\n").count - 1
    #expect(counts.count == lines.count && counts.reduce(0, +) == samples)
    for line in lines {
      let share = try #require(line.firstMatch(of: /right ([0-9.]+) %, loss ([0-9.]+) at/))
      #expect(0...100 ~= (Double(share.1) ?? -1) && 0...5 ~= (Double(share.2) ?? -1))
    }
  }

  @Test func calibrateFindsTheScaleOfScores() throws {
    let lines = try ProgramTests.run(["calibrate"], input: ProgramTests.positions.get()).lines
    let scale = try #require(lines.first?.split(separator: " ").last.flatMap { Int($0) })
    #expect(50...800 ~= scale && lines.last?.hasPrefix("mean error ") == true)
  }

  @Test func surveyTellsWhatDecidedGames() throws {
    let lines = try ProgramTests.run(["survey"], input: ProgramTests.positions.get()).lines
    let first = try #require(lines.first?.firstMatch(of: /Black's points: ([0-9.]+) % of 3,/))
    #expect(0...100 ~= (Double(first.1) ?? -1))
    #expect(lines.contains("points of the side that slides first, by its stones ahead:"))
    let mixed = try ProgramTests.positions.get() + "# rules huainan\n0.5 0 6/6/6/6/6/6 b p 0\n"
    let run = try ProgramRun("liuzhou-lab", ["survey"], input: mixed)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("liuzhou-lab: positions of 'huainan' among others"))
  }

  @Test func tunedWeightsPlay() throws {
    let scratch = try Scratch()
    let weights = try ProgramTests.run(
      ["tune", "rounds=1"], input: ProgramTests.positions.get())
    #expect(weights.errors.contains("round 1 of 1"))
    _ = try EvaluationWeights(WeightFile(reading: weights.output))
    try FileSystem.write(weights.output, to: scratch["n1"])
    let match = try ProgramTests.run(
      ["match", "first=nodes:10", "second=nodes:10", "first-weights=\(scratch["n1"])", "pairs=1"])
    #expect(match.text.contains(" mean turns "))
    let stones = try ProgramTests.run(
      ["selfplay", "games=1", "nodes=10", "weights=stones", "rules=huainan"])
    #expect(stones.lines.first == "# rules huainan" && stones.lines.count > 10)
  }

  @Test func openingsAreABook() throws {
    let text = try ProgramTests.run(["openings", "nodes=20", "stones=1"]).text
    let lines = text.split(separator: "\n")
    #expect(lines.first == "# rules fengyang")
    // The empty board, and the six classes of a first stone.
    let entries = lines.filter { !$0.hasPrefix("#") }
    #expect(entries.count == 7)
    for entry in entries { #expect(entry.split(separator: " ").last.flatMap { Point($0) } != nil) }
  }

  @Test func turnsAndNodesAreCounted() throws {
    #expect(try ProgramTests.run(["perft", "depth=2"]).text == "1260\n")
    let divided = try ProgramTests.run(["perft", "depth=1", "divide=1"]).lines
    #expect(divided.count == 37 && divided.last == "36")
    let bench = try ProgramTests.run(["bench", "depth=1"]).lines
    let nodes = bench.dropLast().compactMap { line in
      line.firstMatch(of: /.* (\d+) \S+ \[/).flatMap { Int($0.1) }
    }
    #expect(nodes.count == bench.count - 1 && nodes.count > 3)
    #expect(bench.last?.hasPrefix("\(nodes.reduce(0, +)) nodes ") == true)
  }

  @Test(arguments: [
    (["label"], "zz\n", "no game in line 1 of standard input"),
    (["judge"], "zz\n", "no position in line 1 of standard input"),
    (["judge"], "", "no positions on standard input"),
    (["calibrate"], "# rules huainan\n", "no positions on standard input"),
    (["survey"], "# rules fengyang\n1\n", "no position in line 2 of standard input"),
    (["tune"], "# rules elephant\n", ""),
    (["openings", "stones=5"], "", "stones=N, a whole number"),
    (["selfplay", "random=1"], "", "random=N, a whole number in 2...36, not 'random=1'"),
    (["match", "first=elephant:3"], "", "no contestant 'elephant:3'"), (["fly"], "", "no command"),
  ]) func aWrongLineIsOneError(words: [String], input: String, sentence: String) throws {
    let run = try ProgramRun("liuzhou-lab", words, input: input)
    #expect(run.status == 1 && run.lines.allSatisfy { $0.hasPrefix("#") })
    #expect(run.errors.hasPrefix("liuzhou-lab: \(sentence)"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}

import CommandLineKit
import Gomoku
import GomokuRules
import LabKit
import Platform

extension Laboratory {
  /// The commands that play matches, for their results or to tune search parameters (margins).
  static let matchCommands = [
    LabProgram.Command(
      "match",
      usual: ["pairs", "nodes", "clock", "seed", "threads"], numbers: ["size": sides],
      texts: ["first", "second", "variant", "first-margins", "second-margins"],
      usage: """
        [first=FILE] [second=FILE] [first-margins=NAME:NUMBER,…] [second-margins=…]
              [variant=freestyle] [size=15] [pairs=N] [nodes=N | clock=N] [seed=N] [threads=N]
            plays two engines against each other with N nodes a turn, or for all of a side's
            turns in a game; network and margins are those of the program unless given;
            weights play without a network
        """
    ) { try Laboratory(options: $0).match() },
    LabProgram.Command(
      "spsa",
      usual: ["rounds", "pairs", "nodes", "clock", "seed", "threads", "gain"],
      numbers: ["size": sides], texts: ["variant", "margins", "from"],
      usage: """
        margins=NAME:STEP,… [from=NAME:NUMBER,…] [rounds=N] [pairs=N] [gain=PER MILLE]
              [variant=freestyle] [size=15] [nodes=N | clock=N] [seed=N] [threads=N]
            looks for better margins by matches of margins a step up or down, so many pairs a
            round, and prints them
        """
    ) { try Laboratory(options: $0).spsa() },
  ]

  /// The command that judges searches by deeper ones.
  static let compareCommand = LabProgram.Command(
    "compare", usual: ["threads"],
    numbers: [
      "first-nodes": 1...OptionRanges.count.upperBound,
      "second-nodes": 1...OptionRanges.count.upperBound,
      "first-threads": OptionRanges.usual("threads"),
      "second-threads": OptionRanges.usual("threads"),
    ],
    texts: ["first", "second", "first-margins", "second-margins"],
    usage: """
      [first=FILE] [second=FILE] [first-margins=NAME:NUMBER,…] [second-margins=…]
              [first-nodes=N] [second-nodes=N] [first-threads=N] [second-threads=N] [threads=N]
              < GAMES
          how far the scores of two searches, of so many nodes (50000) on so many threads, are
          from those of a deep search; the games are positions that label has searched
      """
  ) { try Laboratory(options: $0).compare() }

  /// The command that measures how fast known wins are found.
  static let winsCommand = LabProgram.Command(
    "wins", usual: ["nodes", "threads"], texts: ["weights", "margins"],
    usage: """
      [weights=FILE] [margins=NAME:NUMBER,…] [nodes=N] [threads=N] < POSITIONS
          how many wins of the side to move are seen within so many nodes (1000000), each
          from an empty table; a position is a line VARIANT WIDTH HEIGHT RESULT MOVES, as those
          of tournaments/positions
      """
  ) { try Laboratory(options: $0).wins() }

  /// The command that shows where searches miss known wins.
  static let winPathCommand = LabProgram.Command(
    "win-path", usual: ["nodes"], numbers: ["line-nodes": 1...OptionRanges.count.upperBound],
    texts: ["weights", "margins"],
    usage: """
      [weights=FILE] [margins=NAME:NUMBER,…] [nodes=N] [line-nodes=N] < POSITIONS
          where a search with so many nodes (1000000) misses wins whose lines a search with
          line-nodes (20000000) finds: for each of the winner's moves its place in the order,
          and what the hash table holds before and after it; positions as for wins
      """
  ) { try Laboratory(options: $0).winPath() }

  func match() throws {
    let first = try engine("first", margins: "first-margins", of: variant)
    let second = try engine("second", margins: "second-margins", of: variant)
    var matchRunner = try matchRunner
    var pairs = [Int](repeating: 0, count: 5)
    var rest = options.number("pairs", or: 100)
    matchRunner.progress = Progress("pairs", of: rest)
    while rest > 0 {
      let part = min(rest, 50)
      pairs = zip(pairs, matchRunner.play(first, second, pairs: part)).map(+)
      CurrentProcess.printLine(MatchRunner.summary(pairs))
      rest -= part
      matchRunner.seed += 1
    }
  }

  /// Tunes search parameters by SPSA, and prints their values every 20 rounds and at the end.
  func spsa() throws {
    let start = try SearchParameters(text: options.text("from") ?? "")
    let tuned = try (options.text("margins") ?? "").split(separator: ",").map { part in
      let (parameter, step) = try SearchParameters.parse(part)
      let steps = 1...max(1, parameter.range.upperBound - parameter.range.lowerBound)
      guard let step, steps ~= step else {
        throw CommandError("\(parameter.name): a step in \(steps), not '\(part)'")
      }
      return (parameter, step)
    }
    let margins = tuned.map(\.0)
    guard !margins.isEmpty else { throw CommandError("margins=NAME:STEP,… are wanted") }
    var tuner = SPSA(
      tuned.map { SPSA.Parameter(start[keyPath: $0.number], step: $1, range: $0.range) },
      gain: Double(options.number("gain", or: 20)) / 1000, seed: options.seed)
    var matchRunner = try matchRunner
    let rounds = options.number("rounds", or: 100)
    let pairs = options.number("pairs", or: 2)
    matchRunner.progress = Progress("pairs", of: rounds * pairs)
    for round in 0..<rounds {
      tuner.round(progress: Double(round) / Double(rounds)) { first, second in
        let results = matchRunner.play(
          EngineParameters(search: SearchParameters(start, margins, numbers: first)),
          EngineParameters(search: SearchParameters(start, margins, numbers: second)), pairs: pairs)
        return results.enumerated().reduce(0) { sum, result in
          sum + Double(result.offset - 2) / 4 * Double(result.element)
        }
      }
      matchRunner.seed += 1
      if (round + 1).isMultiple(of: 20) || round + 1 == rounds {
        let values = zip(margins, tuner.parameters).map {
          "\($0.name):\(roundedText($1.value, parts: 10))"
        }
        CurrentProcess.printLine("\(round + 1) rounds: \(values.joined(separator: ","))")
      }
    }
  }

  func compare() throws {
    func side(_ name: String) throws -> SearchComparison.Side {
      SearchComparison.Side(
        engine: try engine(Substring(name), margins: "\(name)-margins"),
        nodes: options.number("\(name)-nodes", or: SearchComparison.Side().nodes),
        threads: options.number("\(name)-threads", or: 1))
    }
    let comparison = SearchComparison(
      first: try side("first"), second: try side("second"), workers: options.threads)
    let results = comparison.results(try Laboratory.readGames())
    guard !results.isEmpty else { throw CommandError("no positions that label has searched") }
    CurrentProcess.printLine(SearchComparison.summary(results))
  }

  func wins() throws {
    var benchmark = WinBenchmark(engine: try engine("weights", margins: "margins"))
    benchmark.nodes = options.number("nodes", or: benchmark.nodes)
    benchmark.threads = options.threads
    let positions = try Laboratory.readGames().map(\.start)
    CurrentProcess.printLine(benchmark.summary(benchmark.results(positions)))
  }

  func winPath() throws {
    var winPath = WinPath(engine: try engine("weights", margins: "margins"))
    winPath.nodes = options.number("nodes", or: winPath.nodes)
    winPath.lineNodes = options.number("line-nodes", or: winPath.lineNodes)
    for position in try Laboratory.readGames().map(\.start) {
      CurrentProcess.printLine(winPath.path(in: position)?.text ?? "no win found")
    }
  }

  var matchRunner: MatchRunner {
    get throws {
      guard options.number("clock") == nil || options.number("nodes") == nil else {
        throw CommandError("nodes=N or clock=N, not both")
      }
      return MatchRunner(
        budget: options.number("clock").map { .match(UInt64($0)) }
          ?? .turn(options.number("nodes", or: 5000)),
        variant: try variant, size: try size, threads: options.threads, seed: options.seed)
    }
  }
}

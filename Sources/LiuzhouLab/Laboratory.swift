import CommandLineKit
import LabKit
import Liuzhou
import LiuzhouRules
import Platform
import SearchKit
import SearchTypes

/// The commands of `liuzhou-lab`, which measure and train the engine.
public struct Laboratory {
  let options: Options

  public static let program = LabProgram(
    "liuzhou-lab", summary: "how the evaluation of Liuzhou chess is made",
    countCommands + matchCommands + trainingCommands + [endgameCommand])

  /// The commands that count nodes and sequences of turns.
  private static let countCommands = [
    LabProgram.Command(
      "bench", usual: ["depth"],
      usage: """
        [depth=N]
            fixed searches and the sum of their nodes
        """
    ) { Laboratory(options: $0).bench() },
    LabProgram.Command(
      "perft", usual: ["depth"], numbers: ["divide": OptionRanges.flag],
      texts: ["position", "rules"],
      usage: """
        [depth=N] [position=…] [rules=…] [divide=1]
            counts sequences of turns
        """
    ) { try Laboratory(options: $0).perft() },
  ]

  private static let endgameCommand = LabProgram.Command(
    "endgame", usual: ["samples", "plies", "check", "threads"],
    numbers: ["more": OptionRanges.flag], texts: ["rules"],
    usage: """
      [rules=…] [more=N] [samples=N] [plies=N] [check=N] [threads=N]
          the exact table of the fewest stones that have not lost, four against four, or
          with more=1 of one more for one side (4.8 GB and hours of processor time);
          check=N asks the rules about N of its positions
      """
  ) { try Laboratory(options: $0).endgame() }

  var rules: RuleSet {
    get throws { try RuleSet(options.text("rules") ?? "") }
  }

  /// Returns the weights in the file that an option names, or those compiled into the engine.
  ///
  /// The name `stones` means weights that value stones and nothing else.
  func weights(_ option: Substring) throws -> EvaluationWeights {
    if options.text(option) == "stones" {
      return try EvaluationWeights(EvaluationTrainer.stonesOnly)
    }
    return try options.weights(option) { try EvaluationWeights($0) } ?? .compiledIn
  }

  private func bench() {
    var nodes: UInt64 = 0
    let start = MonotonicTime.now
    LiuzhouPlayer.bench(depth: options.number("depth")) { result in
      nodes += result.report.nodes
      print(result.name, result.report.nodes, result.report.score, result.report.lines[0].moves)
    }
    print(nodes, "nodes", start.duration(to: .now).milliseconds, "ms")
  }

  private func perft() throws {
    let book = Rulebook(try rules)
    let position = try book.position(options.text("position") ?? "6/6/6/6/6/6 b p 0")
    let depth = options.number("depth", or: 5)
    if options.number("divide") == 1 {
      for (turn, count) in TurnGenerator(book).divide(position, depth: depth) { print(turn, count) }
    }
    print(TurnGenerator(book).perft(position, depth: depth))
  }

  /// Computes the endgame table, prints its summaries and samples, and checks it.
  private func endgame() throws {
    let rules = try rules
    guard EndgameTable.supports(rules) else {
      throw CommandError(
        "the table is of lose-at=1 to 3, fly-at no greater and blocked=pass, not of '\(rules)'")
    }
    let table = EndgameTable(
      rules, isUnequal: options.number("more") == 1, threads: options.threads
    ) { stones, plies, entries in
      CurrentProcess.printLine("# \(stones.0) against \(stones.1), \(plies) plies: \(entries)")
    }
    for summary in table.summaries() {
      CurrentProcess.printLine(
        "# \(summary.own) against \(summary.opponent): wins \(summary.wins),"
          + " losses \(summary.losses), draws \(summary.draws),"
          + " longest win \(summary.longest) plies")
    }
    let samples = table.samples(
      perValue: options.number("samples", or: 0), plies: options.number("plies", or: 9), seed: 1)
    for (position, value) in samples {
      print(rules, position, value, separator: " | ")
    }
    if let count = options.number("check") {
      let contradictions = table.contradictions(among: count, seed: 2)
      CurrentProcess.printLine("# \(contradictions) of \(count) positions contradict the rules")
      if contradictions > 0 { throw CommandError("the table is wrong") }
    }
  }
}

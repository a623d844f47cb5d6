import CommandLineKit
import Foundation
import Match
import Report
import Tournament

extension Command {
  static let plan = Command(
    name: "plan", summary: "check a tournament file and say what it will play",
    usage: """
      usage: arena plan TOURNAMENT [--out DIR] [--games]

        --games   list every game
      """,
    run: { arguments in
      let lists = arguments.flag("--games")
      let workspace = try Workspace(&arguments)
      let schedule = workspace.schedule
      let config = workspace.config
      Terminal.showLine("\(config.name): \(config.game.name), \(config.format.rawValue)")
      Terminal.showLine("engines    \(config.engines.map(\.name).joined(separator: ", "))")
      Terminal.show("games      \(schedule.gameCount) in \(schedule.pairCount) pairs")
      Terminal.show("schedule   \(schedule.hash)")
      if let test = config.sequentialTest, test.model == .normalized {
        let costs = [test.elo0, (test.elo0 + test.elo1) / 2, test.elo1].map {
          String(format: "%.0f", test.expectedUnits(truth: $0, gamesPerUnit: 2))
        }
        Terminal.show(
          "SPRT       about \(costs[0]) pairs at either bound, \(costs[1]) between them")
      }
      let results = try workspace.results()
      Terminal.show("played     \(results.games.count), missing \(results.missing.count)")
      guard lists else { return .finished }
      for id in 0..<schedule.gameCount {
        let game = schedule.game(id)
        let names = [game.opener, game.replier].map { config.engines[$0].name }
        Terminal.showLine(
          "\(id) \(names[0]) - \(names[1])  \(game.pair.opening.name)  "
            + game.pair.opening.moves.text)
      }
      return .finished
    })

  static let merge = Command(
    name: "merge", summary: "put the logs of all shards together and say what is missing",
    usage: """
      usage: arena merge TOURNAMENT [--out DIR] [--into FILE]

        --into FILE   also write the union as one log, in the order of the schedule

      Prints a digest of what happened on the boards: equal for equal games, however they were
      spread over shards and machines. In a match on several machines each is compared with the
      others; the pairs of an outlier deserve no trust. Exit code 3 while games are missing.
      """,
    run: { arguments in
      let target = try arguments.value("--into")
      let workspace = try Workspace(&arguments)
      let results = try workspace.results()
      if let target {
        let log = try ResultLog(path: target, schedule: workspace.schedule)
        let known = Set(log.contents.records.map(\.id))
        for id in results.games.keys.sorted() where !known.contains(id) {
          if let record = results.games[id] { try log.append(record) }
        }
      }
      Terminal.show("games      \(results.games.count) of \(workspace.schedule.gameCount)")
      Terminal.show("missing    \(results.missing.count)")
      Terminal.show("duplicates \(results.duplicates), conflicts \(results.conflicts.count)")
      Terminal.show(
        "damaged    \(results.damage.count) lines, \(results.foreign.count) foreign logs")
      Terminal.show("digest     \(results.digest)")
      if workspace.config.format == .match {
        let standings = workspace.standings(results)
        let machines = MachineTest(standings, records: results.games)
        if machines.rows.count > 1 { Terminal.show(machines.text) }
      }
      return results.missing.isEmpty ? .finished : .incomplete
    })

  static let rate = Command(
    name: "rate", summary: "ratings with error bars from the games played so far",
    usage: """
      usage: arena rate TOURNAMENT [--out DIR]

      Bradley-Terry ratings by maximum likelihood; the error bars take the two games of an opening
      as one observation. Exit code 3 while games are missing.
      """,
    run: { arguments in
      let workspace = try Workspace(&arguments)
      let results = try workspace.results()
      Terminal.show(Summary(workspace.standings(results)).text)
      return results.missing.isEmpty ? .finished : .incomplete
    })

  static let sprt = Command(
    name: "sprt", summary: "the verdict of a sequential test, from logs or from counts",
    usage: """
      usage: arena sprt TOURNAMENT [--out DIR] [--watch SECONDS]
             arena sprt --counts LL,LD,DD,WD,WW --elo1 E [--elo0 E] [--alpha A] [--beta B]
                        [--model normalized|logistic|logistic-approximate|bayes|bayes-jeffreys]

        --watch SECONDS   look again at intervals; on a verdict, write DIR/STOP, which ends all runs
        --counts …        five counts of pairs, or three of games (lost, drawn, won)

      Exit code 3 while the test is undecided.
      """,
    run: { arguments in
      if let text = try arguments.value("--counts") {
        return try judgeCounts(text, &arguments)
      }
      let interval = try arguments.int("--watch", in: Bounds.seconds)
      let workspace = try Workspace(&arguments)
      guard workspace.config.sequentialTest != nil else {
        throw JSONFieldReader.Problem(
          path: "sprt", message: "the tournament has no sequential test")
      }
      while true {
        let results = try workspace.results()
        let standings = workspace.standings(results)
        let isOver = standings.decision != .none || results.missing.isEmpty
        guard let interval, !isOver else {
          Terminal.show(Summary(standings).text)
          if interval != nil {
            try Storage.makeFolder(workspace.folder)
            try Storage.write("", to: "\(workspace.folder)/STOP")
          }
          return standings.decision == .none ? .incomplete : .finished
        }
        Thread.sleep(forTimeInterval: Double(interval))
      }
    })

  /// Prints the Elo estimate and the sequential test's decision for counts from the command line.
  private static func judgeCounts(
    _ text: String, _ arguments: inout Arguments
  ) throws -> ExitCode {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0) ?? -1
    }
    guard numbers.allSatisfy(Bounds.count.contains), let counts = ResultCounts(numbers) else {
      throw Arguments.UsageError(
        message: "--counts needs three or five counts in \(Bounds.count), not \"\(text)\"")
    }
    let elo0 = try arguments.double("--elo0", in: Bounds.elo) ?? 0
    guard let elo1 = try arguments.double("--elo1", in: Bounds.elo),
      elo1 - elo0 >= Bounds.leastEloStep
    else {
      throw Arguments.UsageError(
        message: "--elo1 must be given, \(Bounds.leastEloStep) or more above --elo0")
    }
    let name = try arguments.value("--model") ?? "normalized"
    guard let model = SequentialTest.Model(rawValue: name) else {
      throw Arguments.UsageError(message: "unknown model \"\(name)\"")
    }
    let alpha = try arguments.double("--alpha", in: Bounds.errorRate) ?? 0.05
    let beta = try arguments.double("--beta", in: Bounds.errorRate) ?? 0.05
    try arguments.finish()
    let test = SequentialTest(elo0: elo0, elo1: elo1, alpha: alpha, beta: beta, model: model)
    let estimate = EloEstimate(counts)
    let ratio = test.logLikelihoodRatio(counts)
    guard estimate.isKnown else {
      Terminal.show("nothing is known: all counts are 0")
      return .incomplete
    }
    let format = { (value: Double) in String(format: "%.4f", value) }
    let interval =
      estimate.normalizedError == nil
      ? ", no interval while all results are alike"
      : " [\(format(estimate.low)), \(format(estimate.high))]"
    Terminal.show("Elo        \(format(estimate.elo))\(interval)")
    Terminal.show("normalized \(format(estimate.normalized))")
    Terminal.show(
      "LLR        \(format(ratio)) in (\(format(test.lowerBound)), \(format(test.upperBound)))")
    Terminal.show("verdict    \(test.decision(at: ratio).rawValue)")
    return test.decision(at: ratio) == .none ? .incomplete : .finished
  }
}

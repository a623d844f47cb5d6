import Basics
import CommandLineKit
import Foundation
import Match
import Platform
import Play
import Records
import Tournament

/// The exit codes of the program.
enum ExitCode: Int32 {
  case finished = 0
  /// An engine reached the limit of faults, or failed its check or a replay.
  case engineFault = 1
  /// The command line or the tournament file is invalid.
  case usage = 2
  /// Some games have not been played yet, or the sequential test is undecided.
  case incomplete = 3
  /// The system failed, for example to write a log; or a file was not converted or reviewed.
  case failure = 4
}

/// One command of `arena`.
struct Command: Sendable {
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// The text that `--help` prints below the summary.
  let usage: String
  /// The usage text in languages other than English.
  var usages: [Speech.Language: String] = [:]
  /// Runs the command with its remaining arguments.
  let run: @Sendable (inout Arguments) throws -> ExitCode

  static let all: [Command] = [
    .play, .run, .plan, .merge, .rate, .sprt, .report, .replay, .games, .check, .openings,
    .convert, .review, .browserPage,
  ]

  /// The text that `--help` prints.
  private var page: String { "arena \(name): \(summary)\n\n\(usage)" }

  private func page(in language: Speech.Language) -> String {
    usages[language].map { "arena \(name)\n\n\($0)" } ?? page
  }

  private static var pages: HelpPages {
    HelpPages(
      "arena", overview: overview,
      commands: all.map { HelpPages.Command($0.name, summary: $0.summary, page: $0.page) })
  }

  /// The text of `arena --help`, with the list of commands.
  static var overview: String {
    let width = all.map(\.name.count).max() ?? 0
    let lines = all.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count))"
        + "  \(command.summary)"
    }
    return """
      arena: games and tournaments of gomoku and Liuzhou chess

      usage: arena COMMAND …          (arena COMMAND --help says more)
             arena --version
             arena --manual           everything, for man: arena --manual | man -l -
             arena --completions SHELL    for bash, zsh or fish

      \(lines.joined(separator: "\n"))

      TOURNAMENT is a folder with a file tournament.json, or the file itself. Results are kept in
      its folder "results", or in the folder named by --out. --skip-unfit leaves out the lines of
      the opening file that do not fit the game, as "skip-unfit": true among its openings does.
      Exit codes: 0 finished, 1 an engine is at fault, 2 usage, 3 games are missing, 4 failure.
      """
  }

  /// Runs the command line `words`, reporting errors on standard error; returns the exit code.
  static func main(_ words: [String]) -> ExitCode {
    if let request = words.first == "help" ? HelpPages.Request.help : HelpPages.request(words) {
      do throws(CommandError) {
        Terminal.pour(try pages.answer(request) + "\n")
        return .finished
      } catch {
        Terminal.complain(error.description)
        return .usage
      }
    }
    guard let name = words.first else {
      Terminal.show(overview)
      return .usage
    }
    // Ignores the signal, so that a write beyond the file size limit fails with an error, as on a
    // full disk.
    Signal.fileSizeLimit.ignore()
    guard let command = all.first(where: { $0.name == name }) else {
      Terminal.complain("unknown command \"\(name)\"; arena --help lists them")
      return .usage
    }
    // Only the command `play` has texts in other languages.
    var given = Arguments(words)
    let named = try? PlayPlan.language(&given, CurrentProcess.environment)
    let language = command.usages.isEmpty ? .english : named ?? .english
    if HelpPages.asksForHelp(words) {
      Terminal.show(command.page(in: language))
      return .finished
    }
    do {
      var arguments = Arguments(Array(words.dropFirst()))
      return try command.run(&arguments)
    } catch let error as Arguments.UsageError {
      Terminal.complain(error.message)
      Terminal.note("\n\(command.usage)\n")
      return .usage
    } catch let error as UserError {
      // The help page is long, so only the error is printed.
      Terminal.complain(
        Speech(language).text(Phrase("\(error); arena \(name) --help says more")))
      return .usage
    } catch let error as JSONFieldReader.Problem {
      Terminal.complain(error.description)
      return .usage
    } catch {
      Terminal.complain(Speech(language).text(Phrase(error)))
      return .failure
    }
  }
}

/// A tournament named on the command line, and the folder of its results.
struct Workspace {
  let config: TournamentConfig
  let schedule: Schedule
  let folder: String

  /// Removes the tournament, `--out` and `--skip-unfit` from `arguments`, and loads the tournament
  /// file.
  ///
  /// - Parameter isLast: true if no further words may follow in `arguments`.
  init(_ arguments: inout Arguments, isLast: Bool = true) throws {
    let out = try arguments.value("--out")
    let path = try arguments.word("TOURNAMENT")
    config = try TournamentConfig.load(path, skipsUnfit: arguments.flag("--skip-unfit"))
    schedule = try Schedule(config)
    if let first = schedule.skipped.first {
      let count = schedule.skipped.count
      let lines = count == 1 ? "1 line does" : "\(count) lines do"
      Terminal.complain(
        "the opening file: \(lines) not fit the game and \(count == 1 ? "is" : "are") left out, "
          + "first \(first)")
    }
    let base =
      path.hasSuffix(".json")
      ? URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false) : path
    folder = out ?? "\(base)/results"
    if isLast { try arguments.finish() }
  }

  /// Returns the standings after the games of `results`.
  func standings(_ results: MergedResults) -> Standings {
    Standings(schedule, records: results.games.values)
  }

  /// Returns the games in the folder's logs.
  ///
  /// Reports damaged lines, logs of other schedules, and games that two logs record differently.
  func results() throws -> MergedResults {
    guard FileManager.default.fileExists(atPath: folder) else {
      return MergedResults(schedule: schedule)
    }
    let results = try MergedResults(schedule: schedule, folder: folder)
    for damage in results.damage { Terminal.complain(damage) }
    for file in results.foreign {
      Terminal.complain("\(file): the log of another schedule, ignored")
    }
    for game in results.conflicts { Terminal.complain("game \(game): two logs disagree") }
    return results
  }
}

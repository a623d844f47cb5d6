import Basics
import CommandLineKit
import Foundation
import Gomocup
import Match
import Report
import Tournament

extension Command {
  static let games = Command(
    name: "games", summary: "export the games as SGF or psq, or as JSON lines",
    usage: """
      usage: arena games TOURNAMENT --sgf|--psq|--json [--out DIR] [--into DIR] [--faults]

        --sgf, --psq   one game a file, game-N.sgf or game-N.psq, in the folder --into
                       (default: the results' folder "games"); SGF goes to standard output
                       with --into -
        --json         every record on a line of standard output, without checksums
        --faults       only games that ended by an engine's fault
      """,
    run: { arguments in
      let formats = ["--sgf", "--psq", "--json"].filter { arguments.flag($0) }
      guard formats.count == 1, let format = formats.first else {
        throw Arguments.UsageError(message: "one of --sgf, --psq and --json is needed")
      }
      let onlyFaults = arguments.flag("--faults")
      let target = try arguments.value("--into")
      let workspace = try Workspace(&arguments)
      let records = try workspace.results().games.values.sorted { $0.id < $1.id }
        .filter { !onlyFaults || $0.reason.isFault }
      if format == "--json" {
        for record in records { Terminal.show("\(record.json)") }
        return .finished
      }
      let folder = target ?? "\(workspace.folder)/games"
      if folder != "-" { try Storage.makeFolder(folder) }
      for record in records {
        guard let export = GameExport(record, game: workspace.config.game) else {
          throw Arguments.UsageError(message: "this game has no such format; use --json")
        }
        let text = format == "--sgf" ? export.sgf : export.psq
        if folder == "-" {
          Terminal.pour(text)
        } else {
          try Storage.replace("\(folder)/game-\(record.id).\(format.dropFirst(2))", by: text)
        }
      }
      if folder != "-" {
        let kind = onlyFaults ? " that ended by a fault" : ""
        Terminal.showLine("\(records.count) games\(kind) written into \(folder)")
      }
      return .finished
    })

  static let replay = Command(
    name: "replay", summary: "go through a recorded game, or put its positions to an engine",
    usage: """
      usage: arena replay TOURNAMENT GAME [--out DIR] [--ply N | --all] [--engine NAME]

        GAME            the game's number
        --ply N         show the position after N moves (default: after the last one)
        --all           show every position
        --engine NAME   ask this engine of the tournament again for each of its moves
      """,
    run: { arguments in
      let ply = try arguments.int("--ply", in: Bounds.ply)
      let showsAll = arguments.flag("--all")
      let engine = try arguments.value("--engine")
      let workspace = try Workspace(&arguments, isLast: false)
      let number = try arguments.number("GAME", in: Bounds.game)
      try arguments.finish()
      guard let record = try workspace.results().games[number] else {
        Terminal.complain("game \(number) has not been played")
        return .incomplete
      }
      let replay = Replay(record, game: workspace.config.game)
      Terminal.showLine(replay.title)
      if let engine {
        guard let config = workspace.config.engines.first(where: { $0.name == engine }) else {
          throw Arguments.UsageError(message: "no engine of the tournament is called \(engine)")
        }
        return replay.feed(to: config) { Terminal.show($0) } ? .finished : .engineFault
      }
      let plies = showsAll ? Array(0...replay.plies) : [min(ply ?? replay.plies, replay.plies)]
      for ply in plies { Terminal.show("\n" + replay.page(after: ply)) }
      for line in replay.evidence { Terminal.showLine(line) }
      return .finished
    })
}

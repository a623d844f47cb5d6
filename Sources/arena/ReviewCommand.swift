import Basics
import CommandLineKit
import GomokuRules
import Match
import Platform
import Play
import Records
import Report
import Review

extension Command {
  static let review = Command(
    name: "review", summary: "look through finished games: blunders, better moves, missed wins",
    usage: """
      usage: arena review FILE… [--nodes N] [--rule RULE] [--lines] [--game N] [--out DIR]

        --nodes N   the nodes of the search of each position (default: 100000)
        --rule RULE the rules of records that name none: freestyle, standard, renju, caro or
                    exact-caro (default: freestyle)
        --lines     every line of the record instead of its main line
        --game N    only the game with this number in the file, from 1; with --lines, the line
        --out DIR   the folder of the results (default: FILE without its suffix, with -review)

      FILE is a record in any format that arena convert reads; the main lines are reviewed. A
      database of positions has no main line: --lines reviews each of its lines as a game, and a
      position that several lines share once. Each game gets a page with the curve of chances,
      the marked moves with what was better, and wins by fours or threats that were missed; and
      a record NAME.sgf with the same as comments and variations. Of several games, index.html
      lists all. A move is an inaccuracy from 5 % of chance lost on, a mistake from 10 %, a
      blunder from 20 %.
      A review that was interrupted goes on where it was: finished games are in reviews.log. The
      same command gives the same review.
      """,
    run: { arguments in
      let nodes = try arguments.int("--nodes", in: 100...1_000_000_000) ?? 100_000
      let usual = try arguments.value("--rule").map { name throws(Arguments.UsageError) in
        guard let variant = Variant(rawValue: name) else {
          let known = Variant.allCases.map(\.rawValue).joined(separator: ", ")
          throw Arguments.UsageError(message: "--rule needs one of \(known), not \"\(name)\"")
        }
        return variant
      }
      let hasLines = arguments.flag("--lines")
      let number = try arguments.int("--game", in: 1...1_000_000_000)
      let folder = try arguments.value("--out")
      var files = [try arguments.word("FILE")]
      while let next = arguments.optionalWord() { files.append(next) }
      try arguments.finish()
      let engine = ReviewEngine(command: [try PlayPlan.ownEngine()], nodes: nodes)
      var hasFailed = false
      for file in files {
        let target = folder ?? "\(RecordInput.stem(of: file))-review"
        do {
          try Reviewing(engine: engine, file: file, folder: target, hasLines: hasLines).run(
            only: number, usual ?? .freestyle)
        } catch {
          Terminal.complain("\(file): \(error)")
          hasFailed = true
        }
      }
      return hasFailed ? .failure : .finished
    })
}

/// The review of the wanted games of a file.
private struct Reviewing {
  /// A game with its number in the file.
  private typealias Numbered = (number: Int, game: ReviewGame)

  let engine: ReviewEngine
  let file: String
  let folder: String
  /// True if every line of the variation trees is reviewed as a game of its own.
  let hasLines: Bool

  /// The largest number of lines that are reviewed in one run.
  private static let mostLines = 10_000

  func run(only wanted: Int?, _ usual: Variant) throws {
    let record = try RecordInput.read(file, hasLines ? nil : wanted)
    for note in record.notes { Terminal.complain("\(file): \(note)") }
    let (trees, count) =
      hasLines ? try lines(of: record, wanted) : (record.games, record.count)
    if record.format == .db, !hasLines {
      throw UserError("a database has positions, not games: --lines reviews each of its lines")
    }
    var games: [Numbered] = []
    for (index, tree) in trees.enumerated() {
      let number = wanted ?? index + 1
      do {
        let game = try ReviewGame(tree, usual: usual)
        for note in game.notes { Terminal.complain("\(file), game \(number): \(note)") }
        games.append((number, game))
      } catch {
        Terminal.complain("\(file), game \(number): not reviewed: \(error)")
      }
    }
    guard !games.isEmpty else { throw UserError("there is no game to review") }
    try review(games, isOnly: count == 1)
  }

  /// Returns the wanted lines of variation trees as games, and the number of all lines.
  ///
  /// Throws if the wanted line does not exist, or if all are wanted and are more than `mostLines`.
  private func lines(of record: RecordFile, _ wanted: Int?) throws -> ([GameTree], Int) {
    let count = record.games.reduce(0) { $0 + $1.leaves.count }
    if let wanted, wanted > count {
      throw UserError("there is no line \(wanted): the file holds \(count)")
    }
    guard wanted != nil || count <= Reviewing.mostLines else {
      throw UserError("\(count) lines are more than \(Reviewing.mostLines); --game N takes one")
    }
    let ends = record.games.indices.flatMap { game in
      record.games[game].leaves.map { (game: game, node: $0) }
    }
    let chosen = wanted.map { [ends[$0 - 1]] } ?? ends
    return (chosen.map { record.games[$0.game].line(to: $0.node) }, count)
  }

  private func review(_ games: [Numbered], isOnly: Bool) throws {
    try Storage.makeFolder(folder)
    let log = try ReviewLog(folder: folder)
    let finished = games.map { log.review(of: $0.game, nodes: engine.nodes) }
    let open = zip(games, finished).filter { $1 == nil }.map { $0.0.game.positionCount }
    let progress = Progress("positions", of: open.reduce(0, +))
    var rows: [ReviewIndex.Row] = []
    /// The reviews of positions in earlier lines, by the positions' keys, so that none is searched
    /// twice.
    var seen: [String: PositionReview] = [:]
    for ((number, game), known) in zip(games, finished) {
      let name = isOnly ? baseName : "\(baseName)-\(number)"
      let review = try known ?? new(game, seen, log, progress)
      if hasLines {
        for (ply, position) in review.positions.enumerated() { seen[game.key(ply)] = position }
      }
      try Storage.replace("\(folder)/\(name).html", by: review.page)
      let record = try RecordFormat.sgf.written(review.annotatedTree)
      try Storage.replace(
        "\(folder)/\(name).sgf", by: String(decoding: record.bytes, as: UTF8.self))
      let row = review.row(name: name)
      for line in [row.title] + row.summaries { Terminal.show(line) }
      rows.append(row)
    }
    if !isOnly { try Storage.replace("\(folder)/index.html", by: ReviewIndex(baseName, rows).html) }
    Terminal.show("\(folder): \(games.count.counted("game")) reviewed")
  }

  private func new(
    _ game: ReviewGame, _ seen: [String: PositionReview], _ log: ReviewLog, _ progress: Progress
  ) throws -> GameReview {
    let review = try engine.review(game, known: seen) { progress.step() }
    try log.append(review, nodes: engine.nodes)
    return review
  }

  private var baseName: String {
    String(RecordInput.stem(of: file).split(separator: "/").last ?? "game")
  }
}

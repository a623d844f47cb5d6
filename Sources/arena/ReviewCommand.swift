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
      same command gives the same review. Only files that a review has made are replaced. Of files
      with the same name, the second one's results have names with ".2", and so on.
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
      /// The names of results that are taken, by their folder.
      var names: [String: Set<String>] = [:]
      /// The rows of the games that are reviewed so far, by their folder.
      var rows: [String: [ReviewIndex.Row]] = [:]
      for file in files {
        let target = folder ?? "\(RecordInput.stem(of: file))-review"
        let reviewing = Reviewing(
          engine: engine, file: file, folder: target,
          name: newName(of: file, &names[target, default: ["index"]]),
          hasLines: hasLines, usual: usual ?? .freestyle)
        do { try reviewing.run(only: number, &rows[target, default: []]) } catch {
          Terminal.complain("\(file): \(error)")
          hasFailed = true
        }
      }
      return hasFailed ? .failure : .finished
    })

  /// Returns the name of a file without folder and suffix, with a number if `names` has it already.
  private static func newName(of file: String, _ names: inout Set<String>) -> String {
    let name = RecordInput.stem(of: file).split(separator: "/").last.map(String.init) ?? "game"
    var (unique, number) = (name, 1)
    // Some systems do not tell capital letters from small ones.
    while !names.insert(unique.lowercased()).inserted {
      number += 1
      unique = "\(name).\(number)"
    }
    return unique
  }
}

/// The review of the wanted games of a file.
private struct Reviewing {
  /// A game of the record, or a line of it, which is built anew whenever it is needed.
  private struct Source {
    /// The number of the game in the file, or that of the line.
    var number: Int
    /// The index of the game in the record.
    var game: Int
    /// The last node of the line; `nil` for the whole game.
    var end: Int?
  }

  let engine: ReviewEngine
  let file: String
  let folder: String
  /// The beginning of the names of the results.
  let name: String
  /// True if every line of the variation trees is reviewed as a game of its own.
  let hasLines: Bool

  /// The rules of records that name none.
  let usual: Variant

  /// The largest number of lines that are reviewed in one run, and that of their nodes together.
  private static let mostLines = 10_000
  private static let mostNodes = 1_000_000

  /// Reviews the games, and adds a row for each to `rows`.
  func run(only wanted: Int?, _ rows: inout [ReviewIndex.Row]) throws {
    let record = try RecordInput.read(file, hasLines ? nil : wanted)
    for note in record.notes { Terminal.complain("\(file): \(note)") }
    if record.format == .db, !hasLines {
      throw UserError("a database has positions, not games: --lines reviews each of its lines")
    }
    let games = record.games.indices.map { Source(number: record.numbers[$0], game: $0) }
    let (sources, count) = hasLines ? try lines(of: record, wanted) : (games, record.count)
    let fit = sources.filter { source in
      do {
        for note in try game(source, of: record).notes {
          Terminal.complain("\(file), game \(source.number): \(note)")
        }
        return true
      } catch {
        Terminal.complain("\(file), game \(source.number): not reviewed: \(error)")
        return false
      }
    }
    guard !fit.isEmpty else { throw UserError("there is no game to review") }
    try review(fit, of: record, isOnly: count == 1, &rows)
  }

  private func game(_ source: Source, of record: RecordFile) throws -> ReviewGame {
    let tree = record.games[source.game]
    return try ReviewGame(source.end.map(tree.line) ?? tree, usual: usual)
  }

  /// Returns the wanted lines of variation trees, and the number of all lines.
  ///
  /// Throws if the wanted line does not exist, or if all are wanted and are too many or too long.
  private func lines(of record: RecordFile, _ wanted: Int?) throws -> ([Source], Int) {
    var (found, count, nodes): ([Source], Int, Int) = ([], 0, 0)
    for (game, tree) in record.games.enumerated() {
      var depth = 0
      for step in tree.steps {
        guard case .enter(let node) = step else {
          depth -= 1
          continue
        }
        depth += 1
        guard tree.firstChild(node) == nil else { continue }
        count += 1
        guard wanted ?? count == count else { continue }
        nodes += depth
        if count <= Reviewing.mostLines || wanted != nil {
          found.append(Source(number: count, game: game, end: node))
        }
      }
    }
    if let wanted {
      if found.isEmpty { throw UserError("there is no line \(wanted): the file holds \(count)") }
      return (found, count)
    }
    guard count <= Reviewing.mostLines else {
      throw UserError("\(count) lines are more than \(Reviewing.mostLines); --game N takes one")
    }
    guard nodes <= Reviewing.mostNodes else {
      throw UserError(
        "\(count) lines have \(nodes) nodes, more than \(Reviewing.mostNodes); --game N takes one")
    }
    return (found, count)
  }

  private func review(
    _ sources: [Source], of record: RecordFile, isOnly: Bool, _ rows: inout [ReviewIndex.Row]
  ) throws {
    let names = sources.map { isOnly ? name : "\(name)-\($0.number)" }
    for row in rows where names.contains(where: { "\($0).html" == row.page }) {
      throw UserError("\(folder)/\(row.page) is the page of another game already")
    }
    let hasIndex = !isOnly || !rows.isEmpty
    try Storage.makeFolder(folder)
    let log = try ReviewLog(folder: folder)
    try log.claim(names.flatMap { ["\($0).html", "\($0).sgf"] } + (hasIndex ? ["index.html"] : []))
    let positions = try sources.map { source in
      let game = try game(source, of: record)
      return log.review(of: game, nodes: engine.nodes) == nil ? game.positionCount : 0
    }
    let progress = Progress("positions", of: positions.reduce(0, +))
    /// The reviews of positions in earlier lines, by the positions' keys, so that none is searched
    /// twice.
    var seen: [String: PositionReview] = [:]
    for (source, name) in zip(sources, names) {
      let game = try game(source, of: record)
      let review =
        try log.review(of: game, nodes: engine.nodes) ?? new(game, seen, log, progress)
      if hasLines {
        for (ply, position) in review.positions.enumerated() { seen[game.key(ply)] = position }
      }
      try Storage.replace("\(folder)/\(name).html", by: review.page)
      let written = try RecordFormat.sgf.written(review.annotatedTree)
      try Storage.replace(
        "\(folder)/\(name).sgf", by: String(decoding: written.bytes, as: UTF8.self))
      let row = review.row(name: name)
      for line in [row.title] + row.summaries { Terminal.showLine(line) }
      rows.append(row)
    }
    let title = rows.count == sources.count ? name : folder
    if hasIndex { try Storage.replace("\(folder)/index.html", by: ReviewIndex(title, rows).html) }
    Terminal.showLine("\(folder): \(sources.count.counted("game")) reviewed")
  }

  private func new(
    _ game: ReviewGame, _ seen: [String: PositionReview], _ log: ReviewLog, _ progress: Progress
  ) throws -> GameReview {
    let review = try engine.review(game, known: seen) { progress.step() }
    try log.append(review, nodes: engine.nodes)
    return review
  }
}

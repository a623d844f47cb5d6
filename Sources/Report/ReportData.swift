import Basics
import Gomocup
import GomokuRules
import Match
import Tournament

/// The data of a tournament's report page, as one JSON value.
public struct ReportData {
  private let standings: Standings
  private let records: [GameRecord]
  private var config: TournamentConfig { standings.schedule.config }

  /// The largest number of games with times, depths and scores in the page, which has to open fast.
  ///
  /// If games are missing, more may have them.
  private static let notedGames = 4000
  /// The least number of points to which the sequential test's curve is thinned out.
  private static let curvePoints = 1000

  public init(_ standings: Standings, records: [GameRecord]) {
    self.standings = standings
    self.records = records.sorted { $0.id < $1.id }
  }

  public var json: JSON {
    let games = records.map { Game($0, course: GameCourse($0, game: config.game)) }
    let step = 2 * max(1, (games.count + ReportData.notedGames - 1) / ReportData.notedGames)
    // Search data are included for whole pairs, spread evenly over the schedule.
    let isNoted = { (record: GameRecord) in record.id % step < 2 }
    return .object(compacting: [
      ("name", .string(config.name)), ("game", ReportData.json(of: config.game)),
      ("format", .string(config.format.rawValue)),
      ("summary", .string(Summary(standings).text)),
      ("planned", .int(standings.schedule.gameCount)), ("engines", engines), ("cross", cross),
      ("connected", .bool(RatingTable(standings).isConnected)), ("match", match), ("test", test),
      ("reasons", reasons),
      (
        "color",
        .array(
          [standings.byColor.black, standings.byColor.draws, standings.byColor.white]
            .map(JSON.int))
      ),
      ("openings", openings), ("pace", pace(games)),
      ("noted", .int(records.count(where: isNoted))),
      (
        "games",
        .array(games.map { json(of: $0, isNoted: isNoted($0.record)) })
      ),
    ])
  }

  private typealias Game = (record: GameRecord, course: GameCourse)

  /// Returns the indices of the engines that had Black and White.
  private func players(_ record: GameRecord) -> (black: Int, white: Int) {
    let game = standings.schedule.game(record.id)
    return record.black == record.opener
      ? (game.opener, game.replier) : (game.replier, game.opener)
  }

  /// Returns the statistics of each engine's moves, by engine index.
  private func pace(_ games: [Game]) -> JSON {
    var paces = Array(repeating: Pace(), count: config.engines.count)
    for (record, course) in games {
      let players = players(record)
      var moves = [0, 0]
      for (ply, side) in course.sides.enumerated() {
        if let search = record.search(forPly: ply) {
          paces[side == .black ? players.black : players.white].add(search, move: moves[side.index])
        }
        moves[side.index] += 1
      }
    }
    return .array(paces.map(\.json))
  }

  /// Returns the properties of the game that the page's boards need.
  ///
  /// - Parameter origin: the position that was set up, as POSITION takes it.
  static func json(of game: GameKind, origin: String? = nil) -> JSON {
    switch game {
    case .gomoku(_, let size):
      .object(compacting: [
        ("kind", .string("gomoku")), ("name", .string(game.name)),
        ("width", .int(size.width)), ("height", .int(size.height)),
        ("origin", origin.map(JSON.string)),
      ])
    case .liuzhou:
      .object(compacting: [
        ("kind", .string("liuzhou")), ("name", .string(game.name)), ("width", .int(6)),
        ("height", .int(6)), ("origin", origin.map(JSON.string)),
      ])
    }
  }

  /// Returns `value` rounded to hundredths; `nil` if it is not finite.
  private static func number(_ value: Double?) -> JSON? {
    value.flatMap { $0.isFinite ? .double(($0 * 100).rounded() / 100) : nil }
  }

  /// The engines, in order of decreasing rating.
  private var engines: JSON {
    .array(
      RatingTable(standings).rows.map { row in
        let faults = standings.tallies[row.engine].faults
        return .object(compacting: [
          ("index", .int(row.engine)), ("name", .string(row.name)), ("games", .int(row.games)),
          ("points", .double(row.points)), ("rating", ReportData.number(row.rating)),
          ("error", ReportData.number(row.error)),
          (
            "faults",
            .object(
              EndReason.allCases.compactMap { reason in
                faults[reason].map { JSON.Member(reason.rawValue, .int($0)) }
              })
          ),
        ])
      })
  }

  /// The half points and games of each engine against each other engine, by engine index.
  private var cross: JSON {
    let count = config.engines.count
    var table = Array(
      repeating: Array(repeating: (points: 0, games: 0), count: count), count: count)
    for record in records {
      let game = standings.schedule.game(record.id)
      let (a, b) = (game.opener, game.replier)
      table[a][b].points += record.openerHalfPoints
      table[b][a].points += 2 - record.openerHalfPoints
      table[a][b].games += 1
      table[b][a].games += 1
    }
    return .array(
      table.map { row in .array(row.map { .array([.int($0.points), .int($0.games)]) }) })
  }

  private var match: JSON? {
    guard config.format == .match else { return nil }
    let estimate = EloEstimate(standings.counts)
    return .object(compacting: [
      ("pairs", .array(standings.counts.counts.map { .int(Int($0)) })),
      ("elo", .string(Summary.interval(estimate))),
      (
        "normalized",
        estimate.normalizedError == nil ? nil : .string(Summary.signed(estimate.normalized))
      ),
      (
        "superiority",
        estimate.normalizedError == nil ? nil : ReportData.number(100 * estimate.superiority)
      ),
    ])
  }

  /// The sequential test and its curve, which has fewer than twice `curvePoints` points.
  private var test: JSON? {
    guard let test = config.sequentialTest else { return nil }
    let path = standings.path
    let step = max(1, path.count / ReportData.curvePoints)
    let shown = path.indices.filter { $0 % step == 0 || $0 == path.count - 1 }
    return .object(compacting: [
      ("elo0", .double(test.elo0)), ("elo1", .double(test.elo1)),
      ("model", .string(test.model.rawValue)), ("lower", ReportData.number(test.lowerBound)),
      ("upper", ReportData.number(test.upperBound)),
      ("decision", .string(standings.decision.rawValue)),
      (
        "path",
        .array(shown.map { .array([.int($0 + 1), ReportData.number(path[$0]) ?? .null]) })
      ),
    ])
  }

  private var reasons: JSON {
    .object(
      EndReason.allCases.compactMap { reason in
        standings.reasons[reason].map { JSON.Member(reason.rawValue, .int($0)) }
      })
  }

  /// For each opening: Black's wins, draws, White's wins, finished pairs, and one-sided pairs.
  ///
  /// In a one-sided pair the same colour won both games, so the pair does not compare the engines.
  private var openings: JSON {
    var order: [String] = []
    var counts: [String: [Int]] = [:]
    var pairs: [Int: [GameRecord]] = [:]
    for record in records {
      let name = record.opening == "-" ? "empty board" : record.opening
      if counts[name] == nil { order.append(name) }
      let place = record.winner == nil ? 1 : record.winner == record.black ? 0 : 2
      counts[name, default: [0, 0, 0, 0, 0]][place] += 1
      pairs[record.id / 2, default: []].append(record)
      guard let pair = pairs[record.id / 2], pair.count == 2 else { continue }
      counts[name, default: [0, 0, 0, 0, 0]][3] += 1
      let sides = pair.map { $0.winner.map { [$0 == pair[0].black, $0 == pair[1].black] } }
      let colors = zip(pair, sides).map { record, side in
        side == nil ? 0 : record.winner == record.black ? 1 : -1
      }
      if colors[0] != 0, colors[0] == colors[1] { counts[name, default: []][4] += 1 }
    }
    return .array(
      order.map { name in
        .array([.string(name)] + (counts[name] ?? []).map(JSON.int))
      })
  }

  private func json(of game: Game, isNoted: Bool) -> JSON {
    let players = players(game.record)
    return ReportData.json(
      of: game.record, game.course, black: players.black, white: players.white, isNoted: isNoted,
      opening: config.game.renjuOpening(of: game.record.moves)?.title)
  }

  /// Returns a game for the page's boards; `black` and `white` are indices in the list of players.
  ///
  /// - Parameter opening: the name of its renju opening, if it has one.
  static func json(
    of record: GameRecord, _ course: GameCourse, black: Int, white: Int, isNoted: Bool = true,
    opening: String? = nil
  ) -> JSON {
    let winner = record.winner.map { $0 == record.black ? 1 : -1 } ?? 0
    let notes = record.searches.map { search -> JSON in
      .array([
        .int(search.microseconds / 1000), .int(search.depth), .int(search.nodes),
        .string(search.score?.description ?? ""),
      ])
    }
    let isLiuzhou = !course.phases.isEmpty
    // Otherwise the sides alternate from Black.
    let namesSides = isLiuzhou || record.origin != nil
    let sides = course.sides.map { $0 == .black ? "b" : "w" }.joined()
    let row = course.winningRow.map(\.description).joined(separator: " ")
    return .object(compacting: [
      ("id", .int(record.id)), ("b", .int(black)), ("w", .int(white)),
      ("o", .string(record.opening)), ("a", record.openingText.map(JSON.string)),
      ("j", opening.map(JSON.string)), ("s", .int(record.openingPlies)),
      ("m", .string(record.moves.text)), ("r", .int(winner)),
      ("e", .string(record.reason.rawValue)),
      ("d", record.detail.isEmpty ? nil : .string(record.detail)),
      ("v", row.isEmpty ? nil : .string(row)), ("t", namesSides ? .string(sides) : nil),
      ("f", isLiuzhou ? .string(String(course.phases.map(\.letter))) : nil),
      ("n", notes.isEmpty || !isNoted ? nil : .array(notes)),
      ("x", record.evidence.isEmpty ? nil : .array(record.evidence.map(JSON.string))),
    ])
  }
}

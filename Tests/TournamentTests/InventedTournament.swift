import Basics
import Gomocup
import Testing

@testable import Match
@testable import Report
@testable import Tournament

/// A tournament that nobody played: random moves by the rules, with times, depths and scores made up.
struct InventedTournament {
  let schedule: Schedule
  var records: [GameRecord] = []

  /// Games of 60 moves at most in gomoku, of 200 in Liuzhou chess.
  ///
  /// - Parameter names: the two engines' names, if other than those of their ways to play.
  init(
    pairs: Int, game: GameKind = .gomoku(.freestyle, .standard), names: [String] = [],
    seed: UInt64 = 1
  ) throws {
    var config = try TestTournament(["null", "scatter"], pairs: pairs, game: game).config
    for (index, name) in names.enumerated() { config.engines[index].name = name }
    schedule = try Schedule(config)
    var random = SplitMix64(seed: seed)
    for id in 0..<schedule.gameCount { records.append(try invent(id, game, &random)) }
  }

  var data: ReportData { ReportData(Standings(schedule, records: records), records: records) }
  var html: String { ReportPage(data).html }

  private func invent(
    _ id: Int, _ game: GameKind, _ random: inout SplitMix64
  ) throws -> GameRecord {
    let names = schedule.config.engines.map(\.name)
    let planned = schedule.game(id)
    var state = GameState(game)
    var moves: [Move] = []
    let limit = if case .gomoku = game { 60 } else { 200 }
    while state.result == nil, moves.count < limit {
      let move = try #require(state.randomMove(from: &random))
      try state.play(move)
      moves.append(move)
    }
    let (black, white) = (names[planned.opener], names[planned.replier])
    let winner: String? =
      if case .win(let color)? = state.result { color == .black ? black : white } else { nil }
    var record = GameRecord(
      id: id, schedule: "-", opener: black, replier: white, black: black,
      opening: "line \(id / 2 % 50 + 1)", symmetry: 0, openingPlies: 4, moves: moves,
      winner: winner, reason: state.result == nil ? .maximumPlies : state.endReason)
    record.searches = moves.dropFirst(4).map { _ in
      var search = GameRecord.Search(microseconds: Int.random(in: 1000...900_000, using: &random))
      search.depth = Int.random(in: 4...20, using: &random)
      search.nodes = Int.random(in: 1000...900_000, using: &random)
      search.score = .estimate(Int.random(in: -600...600, using: &random))
      return search
    }
    return record
  }
}

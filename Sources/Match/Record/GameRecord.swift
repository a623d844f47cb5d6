import Basics
import Gomocup
import GomokuRules

/// The record of one game.
///
/// A tournament's log holds finished games, one a line. A game of `arena play` that is exported may
/// be unfinished.
public struct GameRecord: Equatable, Sendable {
  /// The machine resources that one engine used in the game.
  public struct Usage: Equatable, Sendable {
    /// The peak of resident memory, in KiB.
    public var peak = 0
    /// The processor time, in milliseconds.
    public var cpu = 0

    public init(peak: Int = 0, cpu: Int = 0) { (self.peak, self.cpu) = (peak, cpu) }
  }

  /// The time of a move, and the data that the engine reported about its search.
  public struct Search: Equatable, Sendable {
    public var microseconds: Int
    public var nodes = 0
    public var depth = 0
    /// The score for the side that moved; `nil` if the engine reported none.
    public var score: ReportedScore?

    public init(microseconds: Int) { self.microseconds = microseconds }
  }

  /// The game's index in the schedule.
  public var id: Int
  /// A prefix of the schedule's hash, which reveals a line from another tournament.
  public var schedule: String
  /// The engine that had the first move or proposed the opening.
  public var opener: String
  public var replier: String
  /// The engine that played Black: the opener, unless the colours were swapped.
  public var black: String
  /// The opening's name, such as its line in the opening file, or its rule.
  public var opening: String
  /// The opening by a rule, as far as it was played; `nil` if the game has no opening rule.
  public var ruledOpening: OpeningGame?
  /// The code of the symmetry under which the opening was played, 0 for none.
  public var symmetry: Int
  /// The number of moves before `searches` begins: those of a tournament's opening.
  public var openingPlies: Int
  public var moves: [Move]
  /// The set-up position before the moves; logs of tournaments have none.
  public var origin: GameOrigin?
  /// The winning engine; `nil` for a draw or an unfinished game.
  public var winner: String?
  public var reason: EndReason
  /// An explanation for users, if `reason` alone is not enough.
  public var detail = ""
  /// The searches of the moves from ply `openingPlies` on, in order.
  public var searches: [Search] = []
  /// The resources used by the opener and by the replier, in this order.
  public var usage = [Usage(), Usage()]
  /// The last lines exchanged with the losing engine, kept only if it lost by a fault.
  public var evidence: [String] = []
  /// The name of the machine on which the game was played.
  public var host = ""
  /// The start of the game, in milliseconds since 1970.
  public var began = 0
  /// The end of the game, in milliseconds since 1970.
  public var ended = 0

  /// The rule and the actions of the opening, as in `swap2: h8 i9 j10 swap`.
  ///
  /// It is `nil` without an opening rule.
  public var openingText: String? { ruledOpening.map { "\($0.rule): \($0.text)" } }

  /// Returns the search for the move at `ply`, counted from 0.
  ///
  /// It is `nil` for the moves of the opening, and for moves without a recorded search.
  public func search(forPly ply: Int) -> Search? {
    let place = ply - openingPlies
    return searches.indices.contains(place) ? searches[place] : nil
  }

  public var white: String { black == opener ? replier : opener }
  /// The opener's half points: 0, 1 or 2; 1 if there is no winner.
  public var openerHalfPoints: Int { winner == nil ? 1 : winner == opener ? 2 : 0 }
  public var loser: String? { winner.map { $0 == opener ? replier : opener } }

  public init(
    id: Int, schedule: String, opener: String, replier: String, black: String, opening: String,
    symmetry: Int, openingPlies: Int, moves: [Move], winner: String?, reason: EndReason
  ) {
    (self.id, self.schedule) = (id, schedule)
    (self.opener, self.replier, self.black) = (opener, replier, black)
    (self.opening, self.symmetry, self.openingPlies) = (opening, symmetry, openingPlies)
    (self.moves, self.winner, self.reason) = (moves, winner, reason)
  }

  /// The course of the game as text, without times; deterministic engines repeat it exactly.
  public var essence: String {
    "\(id) \(opener) \(replier) \(black) \(openingPlies) \(moves.text)"
      + (openingText.map { " \($0)" } ?? "")
      + " \(winner ?? "-") \(reason.rawValue)"
  }
}

// MARK: As JSON

extension GameRecord {
  public var json: JSON {
    func list(_ values: [Int]) -> JSON? {
      values.allSatisfy { $0 == 0 } ? nil : .array(values.map(JSON.int))
    }
    let scores = searches.map { $0.score?.description ?? "" }
    let hasScores = scores.contains { !$0.isEmpty }
    return .object(compacting: [
      ("game", .int(id)), ("in", .string(schedule)), ("opener", .string(opener)),
      ("replier", .string(replier)), ("black", .string(black)), ("opening", .string(opening)),
      ("rule", ruledOpening.map { .string($0.rule.description) }),
      ("actions", ruledOpening.map { .string($0.text) }),
      ("symmetry", symmetry == 0 ? nil : .int(symmetry)), ("start", .int(openingPlies)),
      ("moves", .string(moves.text)),
      ("winner", winner.map(JSON.string) ?? .null), ("reason", .string(reason.rawValue)),
      ("detail", detail.isEmpty ? nil : .string(detail)),
      ("us", list(searches.map(\.microseconds))),
      ("nodes", list(searches.map(\.nodes))), ("depth", list(searches.map(\.depth))),
      ("score", hasScores ? .array(scores.map(JSON.string)) : nil),
      ("peak", list(usage.map(\.peak))), ("cpu", list(usage.map(\.cpu))),
      ("evidence", evidence.isEmpty ? nil : .array(evidence.map(JSON.string))),
      ("host", .string(host)), ("began", .int(began)), ("ended", .int(ended)),
    ])
  }

  /// Reads a record of `game`; the legality of the moves is not checked.
  ///
  /// - Throws: an error if a necessary member is missing, or if members contradict each other.
  public init(_ json: JSON, of game: GameKind) throws(JSONFieldReader.Problem) {
    var fields = try JSONFieldReader(json, path: "")
    // Logs come from outside, so control characters in their texts are escaped for display.
    func text(_ name: String) throws(JSONFieldReader.Problem) -> String? {
      try fields.string(name)?.shown
    }
    guard let id = try fields.int("game", in: Bounds.game), let schedule = try text("in"),
      let opener = try text("opener"), let replier = try text("replier"),
      let black = try text("black"), let opening = try text("opening"),
      let start = try fields.int("start", in: Bounds.ply), let moves = try text("moves"),
      let reason = try fields.choice("reason", of: EndReason.self), json["winner"] != nil
    else { throw JSONFieldReader.Problem(path: "", message: "neither a header nor a game") }
    let winner = try text("winner")
    let players = [opener, replier]
    guard players.contains(black), winner.map(players.contains) ?? true else {
      throw fields.problem("winner", "one who does not play")
    }
    self.init(
      id: id, schedule: schedule, opener: opener, replier: replier, black: black,
      opening: opening, symmetry: try fields.int("symmetry", in: Bounds.symmetry) ?? 0,
      openingPlies: start, moves: try GameRecord.moves(moves, of: game), winner: winner,
      reason: reason)
    guard start <= self.moves.count else { throw fields.problem("start", "after the last move") }
    try readRuledOpening(&fields, of: game)
    detail = try text("detail") ?? ""
    searches = try Search.list(&fields)
    let peaks = try fields.ints("peak", in: Bounds.peak) ?? []
    let cpus = try fields.ints("cpu", in: Bounds.processorTime) ?? []
    if peaks.count == 2, cpus.count == 2 {
      usage = [Usage(peak: peaks[0], cpu: cpus[0]), Usage(peak: peaks[1], cpu: cpus[1])]
    }
    evidence = (try fields.strings("evidence") ?? []).map(\.shown)
    host = try text("host") ?? ""
    began = try fields.int("began", in: Bounds.date) ?? 0
    ended = try fields.int("ended", in: Bounds.date) ?? 0
  }

  /// Reads the opening by a rule, if there is one.
  ///
  /// - Throws: an error if the opening does not agree with the moves and the players' colours.
  private mutating func readRuledOpening(
    _ fields: inout JSONFieldReader, of game: GameKind
  ) throws(JSONFieldReader.Problem) {
    guard let name = try fields.string("rule") else { return }
    var opening: OpeningGame
    do {
      guard let start = game.opening(try game.openingRule(named: name)) else { return }
      opening = start
      try opening.play(text: try fields.string("actions") ?? "")
    } catch {
      throw fields.problem("actions", "\(error)".shown)
    }
    let stones = opening.position.stones.map { Move.point($0.point) }
    // A game whose opening is not over has no moves but its stones.
    guard moves.starts(with: stones), opening.isOver || moves.count == stones.count,
      (opening.blackPlayer == .first) == (black == opener)
    else {
      throw fields.problem("actions", "another opening than that of the moves")
    }
    ruledOpening = opening
  }

  private static func moves(
    _ text: String, of game: GameKind
  ) throws(JSONFieldReader.Problem) -> [Move] {
    do { return try game.moves(named: text) } catch {
      throw JSONFieldReader.Problem(path: "moves", message: error.description)
    }
  }
}

extension GameRecord.Search {
  /// Reads the parallel lists of times, nodes, depths and scores.
  ///
  /// The log omits lists without data. The list of times determines the number of searches.
  fileprivate static func list(_ fields: inout JSONFieldReader) throws(JSONFieldReader.Problem)
    -> [Self]
  {
    let times = try fields.ints("us", in: Bounds.moveTime) ?? []
    let nodes = try fields.ints("nodes", in: SearchNote.nodeCounts) ?? []
    let depths = try fields.ints("depth", in: SearchNote.depths) ?? []
    let scores = try fields.strings("score") ?? []
    return times.enumerated().map { index, time in
      var search = Self(microseconds: time)
      if nodes.indices.contains(index) { search.nodes = nodes[index] }
      if depths.indices.contains(index) { search.depth = depths[index] }
      if scores.indices.contains(index) { search.score = ReportedScore(scores[index]) }
      return search
    }
  }
}

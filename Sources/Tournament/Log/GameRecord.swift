import EngineProtocol
import SearchKit

/// Everything kept about one finished game: one line of the log.
public struct GameRecord: Equatable, Sendable {
  /// What one engine used in the game.
  public struct Usage: Equatable, Sendable {
    /// The greatest resident memory, in KiB.
    public var peak = 0
    /// Processor time in milliseconds.
    public var cpu = 0

    public init(peak: Int = 0, cpu: Int = 0) { (self.peak, self.cpu) = (peak, cpu) }
  }

  /// The time a move took, and what its engine said of the search.
  public struct Search: Equatable, Sendable {
    public var microseconds: Int
    public var nodes = 0
    public var depth = 0
    /// From the mover's view; `nil` if the engine told none.
    public var score: ReportedScore?

    public init(microseconds: Int) { self.microseconds = microseconds }
  }

  /// The game's number in the schedule.
  public var id: Int
  /// The beginning of the schedule's hash: a line carried into another log gives itself away.
  public var schedule: String
  /// Who had the first move, or proposed the opening.
  public var opener: String
  public var replier: String
  /// Who played Black: the opener, unless the colours were swapped in play.
  public var black: String
  public var opening: String
  public var symmetry: Int
  /// How many of the moves belong to the opening.
  public var openingPlies: Int
  public var moves: [String]
  /// `nil` for a draw.
  public var winner: String?
  public var reason: EndReason
  /// What happened, in words, when the reason alone does not say.
  public var detail = ""
  /// Of each move after the opening.
  public var searches: [Search] = []
  /// The opener's and the replier's use of the machine.
  public var usage = [Usage(), Usage()]
  /// The last lines of the dialogue, kept when an engine was at fault.
  public var evidence: [String] = []
  public var host = ""
  /// Milliseconds since 1970.
  public var began = 0
  public var ended = 0

  /// What is known about the search for the move at `ply`, from 0; nothing about the opening's.
  public func search(forPly ply: Int) -> Search? {
    let place = ply - openingPlies
    return searches.indices.contains(place) ? searches[place] : nil
  }

  public var white: String { black == opener ? replier : opener }
  /// The opener's half points: 0, 1 or 2.
  public var openerHalfPoints: Int { winner == nil ? 1 : winner == opener ? 2 : 0 }
  public var loser: String? { winner.map { $0 == opener ? replier : opener } }

  public init(
    id: Int, schedule: String, opener: String, replier: String, black: String, opening: String,
    symmetry: Int, openingPlies: Int, moves: [String], winner: String?, reason: EndReason
  ) {
    (self.id, self.schedule) = (id, schedule)
    (self.opener, self.replier, self.black) = (opener, replier, black)
    (self.opening, self.symmetry, self.openingPlies) = (opening, symmetry, openingPlies)
    (self.moves, self.winner, self.reason) = (moves, winner, reason)
  }

  /// What happened on the board: equal for two plays of a game by deterministic engines.
  public var essence: String {
    "\(id) \(opener) \(replier) \(black) \(openingPlies) \(moves.joined(separator: " "))"
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
      ("symmetry", symmetry == 0 ? nil : .int(symmetry)), ("start", .int(openingPlies)),
      ("moves", .string(moves.joined(separator: " "))),
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

  /// What is said of a line with a number out of its bounds.
  static func excess(in json: JSON) -> String? {
    for (name, range) in Bounds.log {
      guard let value = json[name] else { continue }
      for number in value.array ?? [value] {
        guard let int = number.int, range.contains(int) else {
          return "\(name): a whole number in \(range) expected"
        }
      }
    }
    return nil
  }

  /// Reads a record; `nil` unless it is complete and consistent.
  public init?(_ json: JSON) {
    // A log may come from anywhere: its texts are as fit to be shown as an engine's.
    func text(_ name: String) -> String? { json[name]?.string?.shown }
    guard GameRecord.excess(in: json) == nil, let id = json["game"]?.int, let schedule = text("in"),
      let opener = text("opener"), let replier = text("replier"),
      let black = text("black"), [opener, replier].contains(black),
      let opening = text("opening"), let start = json["start"]?.int,
      let moves = text("moves"), let winner = json["winner"],
      let reason = json["reason"]?.string.flatMap(EndReason.init(rawValue:)),
      winner == .null || text("winner") == opener || text("winner") == replier
    else { return nil }
    func list(_ name: String) -> [Int] { json[name]?.array?.compactMap(\.int) ?? [] }
    func strings(_ name: String) -> [String] {
      json[name]?.array?.compactMap { $0.string?.shown } ?? []
    }
    self.init(
      id: id, schedule: schedule, opener: opener, replier: replier, black: black,
      opening: opening, symmetry: json["symmetry"]?.int ?? 0, openingPlies: start,
      moves: moves.split(separator: " ").map(String.init), winner: text("winner"), reason: reason)
    guard start <= self.moves.count else { return nil }
    detail = text("detail") ?? ""
    searches = list("us").map(Search.init(microseconds:))
    for (index, nodes) in list("nodes").enumerated().prefix(searches.count) {
      searches[index].nodes = nodes
    }
    for (index, depth) in list("depth").enumerated().prefix(searches.count) {
      searches[index].depth = depth
    }
    for (index, score) in strings("score").enumerated().prefix(searches.count) {
      searches[index].score = ReportedScore(score)
    }
    let (peaks, cpus) = (list("peak"), list("cpu"))
    if peaks.count == 2, cpus.count == 2 {
      usage = [Usage(peak: peaks[0], cpu: cpus[0]), Usage(peak: peaks[1], cpu: cpus[1])]
    }
    evidence = strings("evidence")
    host = text("host") ?? ""
    (began, ended) = (json["began"]?.int ?? 0, json["ended"]?.int ?? 0)
  }
}

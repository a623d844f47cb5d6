import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Match
import Records

/// The settings of a game that are fixed before its first move: the first line of its file.
public struct PlaySettings: Equatable, Sendable {
  /// A player's name, and the kind of player: a user, an engine or a remote user.
  public struct Seat: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
      /// A user at this terminal.
      case person
      case engine(EngineChoice)
      /// A user at the other end of a link.
      case remote
    }

    public var name: String
    public var kind: Kind

    public init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }
  }

  /// An engine, its level and its time.
  public struct EngineChoice: Equatable, Sendable {
    /// The path of the program, then its arguments.
    public var command: [String]
    public var level: Int
    /// The time for a move in a game without clocks, in milliseconds.
    public var turn: Int

    static let turns = 10...3_600_000

    public init(command: [String], level: Int = Level.best, turn: Int) {
      (self.command, self.level, self.turn) = (command, level, turn)
    }
  }

  /// The unique name of the game, the same at both ends of a link; sixteen hexadecimal digits.
  public var id: String
  public var game: GameKind
  /// The opening rule; `nil` for a game that begins without one.
  public var opening: OpeningRule?
  /// The set-up position in which the game begins; `nil` for the usual start.
  public var origin: GameOrigin?
  /// The time control; `nil` for a game without clocks.
  public var clock: ClockRule?
  /// The seats of the first and of the second player, in this order.
  public var seats: [Seat]
  /// The start of the game, in milliseconds since 1970.
  public var began: Int
  /// The comments and header fields of the record that was loaded; `nil` if none was.
  public var texts: RecordTexts?

  public init(id: String, game: GameKind, seats: [Seat], began: Int) {
    (self.id, self.game, self.seats, self.began) = (id, game, seats, began)
  }

  public subscript(player: Player) -> Seat {
    get { seats[player.index] }
    set { seats[player.index] = newValue }
  }

  /// Returns the settings of another game of the same players, with exchanged seats.
  ///
  /// - Parameter began: the start of the new game, in milliseconds since 1970.
  public func rematch(began: Int) -> PlaySettings {
    var next = self
    (next.id, next.began, next.texts) = (PlaySettings.newID(), began, nil)
    next.seats.reverse()
    return next
  }

  /// Returns whether these are the settings of a rematch after `earlier`: of another game of the
  /// same players, with exchanged seats and otherwise equal settings.
  func isRematch(of earlier: PlaySettings) -> Bool {
    var next = earlier.rematch(began: began)
    next.id = id
    return self == next && id != earlier.id
  }

  /// The names of the game and of its opening rule, such as `renju 15x15, rif`.
  ///
  /// For a set-up position `set up` is added.
  public var title: Phrase {
    let rule = opening.map { Phrase("\(game.name), \($0)") } ?? Phrase(verbatim: game.name)
    return origin == nil ? rule : Phrase("\(rule), set up")
  }

  /// The state of the game before its first action.
  public var start: PlayedGame { PlayedGame(game, opening: opening, origin: origin, id: id) }

  /// The players who are users at this terminal.
  public var persons: Set<Player> {
    Set(Player.allCases.filter { self[$0].kind == .person })
  }

  /// The player at the other end of a link; `nil` in a local game.
  public var remote: Player? { Player.allCases.first { self[$0].kind == .remote } }

  /// The settings as the other end of a link sees them: local and remote players exchanged.
  ///
  /// The texts of a loaded record are left out.
  public var seenFromAfar: PlaySettings {
    var copy = self
    copy.texts = nil
    for player in Player.allCases {
      copy[player].kind = self[player].kind == .remote ? .person : .remote
    }
    return copy
  }
}

// MARK: JSON

extension PlaySettings {
  static let format = "wuliu table 1"

  public var json: JSON {
    .object(compacting: [
      ("table", .string(PlaySettings.format)), ("id", .string(id)), ("game", game.json),
      ("opening", opening.map { .string($0.description) }),
      ("origin", origin.map { .string($0.description) }),
      ("clock", clock.map { .array([.int($0.total), .int($0.increment)]) }),
      ("seats", .array(seats.map(\.json))), ("began", .int(began)),
      ("record", texts?.json),
    ])
  }

  /// Parses the format of `json`; throws for anything else.
  public init(_ json: JSON) throws(JSONFieldReader.Problem) {
    var fields = try JSONFieldReader(json, path: "")
    guard try fields.string("table") == PlaySettings.format else {
      throw JSONFieldReader.Problem(path: "", message: "not a game of arena play")
    }
    guard let id = try fields.string("id"), PlaySettings.isID(id),
      var game = try fields.object("game"),
      let seats = try fields.take("seats", "two seats", Self.seats),
      let began = try fields.int("began", in: Bounds.date)
    else {
      throw JSONFieldReader.Problem(path: "", message: "id, game, seats and began are needed")
    }
    self.init(id: id, game: try GameKind(&game), seats: seats, began: began)
    // Files of version 0.1.0 have a flag `swap2` instead of the name of an opening rule.
    let isSwap2 = try fields.bool("swap2") ?? false
    if let rule = try fields.string("opening") ?? (isSwap2 ? "swap2" : nil) {
      do { opening = try self.game.openingRule(named: rule) } catch {
        throw fields.problem("opening", error.description)
      }
    }
    let kind = self.game
    if let text = try fields.string("origin") {
      do { origin = try GameOrigin(text, in: kind) } catch {
        throw fields.problem("origin", error.description)
      }
      if opening != nil { throw fields.problem("origin", "an opening begins on the empty board") }
    }
    texts = try fields.take("record", "the texts of a record") { RecordTexts($0, of: kind) }
    if let times = try fields.take("clock", "two numbers", { $0.array?.compactMap(\.int) }) {
      guard times.count == 2, ClockRule.totals ~= times[0], ClockRule.increments ~= times[1] else {
        throw fields.problem("clock", "not a clock")
      }
      clock = ClockRule(total: times[0], increment: times[1])
    }
    try fields.finish()
  }

  /// Returns whether `text` is sixteen hexadecimal digits in lower case.
  ///
  /// Nothing else is accepted, because the name becomes part of file names.
  static func isID(_ text: String) -> Bool {
    text.utf8.count == 16 && text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
  }

  /// Returns a random name for a new game.
  public static func newID() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func seats(_ json: JSON) -> [Seat]? {
    let seats = json.array?.compactMap(Seat.init) ?? []
    return seats.count == 2 && json.array?.count == 2 ? seats : nil
  }
}

extension PlaySettings.Seat {
  fileprivate var json: JSON {
    switch kind {
    case .person: .object(compacting: [("name", .string(name)), ("kind", .string("person"))])
    case .remote: .object(compacting: [("name", .string(name)), ("kind", .string("remote"))])
    case .engine(let engine):
      .object(compacting: [
        ("name", .string(name)), ("kind", .string("engine")),
        ("command", .array(engine.command.map(JSON.string))), ("level", .int(engine.level)),
        ("turn", .int(engine.turn)),
      ])
    }
  }

  fileprivate init?(_ json: JSON) {
    guard let text = json["name"]?.string,
      let name = PlayerName(cleaning: text) ?? PlayerName("player")
    else { return nil }
    switch json["kind"]?.string {
    case "person": self.init(name: name.text, kind: .person)
    case "remote": self.init(name: name.text, kind: .remote)
    case "engine":
      let words = json["command"]?.array?.compactMap(\.string) ?? []
      guard let level = json["level"]?.int, Level.all ~= level, let turn = json["turn"]?.int,
        PlaySettings.EngineChoice.turns ~= turn, !words.isEmpty
      else { return nil }
      self.init(
        name: name.text,
        kind: .engine(PlaySettings.EngineChoice(command: words, level: level, turn: turn)))
    default: return nil
    }
  }
}

extension GameKind {
  /// The game in the format of tournament files.
  var json: JSON {
    switch self {
    case .gomoku(let variant, let size):
      .object(compacting: [
        ("rule", .string(variant.rawValue)),
        ("size", .array([.int(size.width), .int(size.height)])),
      ])
    case .liuzhou(let rules): .object(compacting: [("liuzhou", .string(rules.description))])
    }
  }
}

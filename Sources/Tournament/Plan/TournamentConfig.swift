import Basics
import Foundation
import GomokuRules
import Match
import Platform

/// The settings of a tournament, as given in its file.
public struct TournamentConfig: Sendable {
  /// The rule that decides which engines meet.
  public enum Format: String, CaseIterable, Sendable {
    /// Two engines.
    case match
    /// Each engine against each other engine.
    case roundRobin = "round-robin"
    /// The first engine against each of the others.
    case gauntlet

    func pairingCount(engines: Int) -> Int {
      self == .roundRobin ? engines * (engines - 1) / 2 : engines - 1
    }
  }

  /// The source of the openings.
  public enum OpeningSource: Equatable, Sendable {
    /// The empty board.
    case none
    /// The lines of a file; `random` for a random order, `symmetries` to vary their symmetry.
    case file(path: String, random: Bool, symmetries: Bool)
    /// Openings of this many random plies.
    case random(plies: Int)
    /// An opening rule such as swap2, by which the engines negotiate the first stones.
    case rule(OpeningRule)
  }

  /// The rules by which the referee ends a game early; none by default.
  public struct Adjudication: Equatable, Sendable {
    /// The number of plies after which the game is a draw.
    public var maximumPlies: Int?
    public var draw: DrawRule?
    public var resign: ResignRule?
    /// True if a game is won once the referee's own solver proves a win by fours (VCF).
    public var provenWin = false

    /// The rule for a draw: both engines' scores are within `score` of 0 for `moves` moves each.
    ///
    /// The rule applies from ply `after` on.
    public struct DrawRule: Equatable, Sendable {
      public var moves = 10
      /// The largest absolute score, in centistones.
      public var score = 10
      public var after = 40
    }

    /// The rule for a loss: an engine's score is `-score` or worse for `moves` of its moves.
    ///
    /// The opponent's scores meanwhile have to be `score` or better.
    public struct ResignRule: Equatable, Sendable {
      public var moves = 3
      /// The threshold in centistones.
      public var score = 3000
    }
  }

  /// The settings of this machine, which do not affect the schedule.
  public struct Machine: Equatable, Sendable {
    /// The number of games played at the same time.
    public var concurrency = 1
    /// True if the engines of each game run on one processor that no other game of the run uses.
    public var pins = false
  }

  public var name: String
  public var game: GameKind
  public var engines: [EngineConfig]
  public var format = Format.match
  /// The number of pairs of games for each pairing.
  public var pairs: Int
  public var seed: UInt64 = 1
  public var openings = OpeningSource.none
  /// True if all pairings of a round have the same opening.
  public var sharesOpenings = true
  /// True if lines of the opening file that cannot be played in this game, or end it, are left
  /// out.
  public var skipsUnfit = false
  public var sequentialTest: SequentialTest?
  public var adjudication = Adjudication()
  /// True if each engine's processes are suspended while the opponent thinks.
  public var suspends = false
  /// The number of faults of one engine at which the tournament stops; `nil` for no limit.
  public var faultLimit: Int?
  public var machine = Machine()
  /// The part of the file that determines the games, as JSON: all but `machine` and `comment`.
  public var essence: String = ""

  public init(name: String, game: GameKind, engines: [EngineConfig], pairs: Int) {
    (self.name, self.game, self.engines, self.pairs) = (name, game, engines, pairs)
  }
}

// MARK: Reading

extension TournamentConfig {
  /// The size in bytes from which on a file is too large.
  private static let largest = 1 << 24

  /// Reads a tournament file.
  ///
  /// - Parameters:
  ///   - path: the file, or the folder with `tournament.json`.
  ///   - skipsUnfit: true to read the file as if its `openings` had `"skip-unfit": true`
  ///     (`TournamentConfig.skipsUnfit`).
  public static func load(_ path: String, skipsUnfit: Bool = false) throws -> TournamentConfig {
    let isFile = path.hasSuffix(".json")
    guard isFile || !FileSystem.exists(path) || FileSystem.isFolder(path) else {
      throw JSONFieldReader.Problem(
        path: path, message: "neither a .json file nor a folder with tournament.json")
    }
    let file = isFile ? path : "\(path)/tournament.json"
    let contents: [UInt8]?
    do { contents = try FileSystem.plainContents(of: file, limit: largest) } catch {
      throw JSONFieldReader.Problem(path: file, message: "cannot be read: \(error)")
    }
    guard let bytes = contents else {
      throw JSONFieldReader.Problem(path: file, message: "not a plain file")
    }
    guard bytes.count < largest else {
      throw JSONFieldReader.Problem(path: file, message: "too large for a tournament")
    }
    let folder = URL(filePath: file).standardizedFileURL.deletingLastPathComponent()
    do {
      var json = try JSON(parsing: OutsideText.utf8(bytes))
      if skipsUnfit { json = TournamentConfig.skippingUnfit(json) }
      return try TournamentConfig(json, base: folder.path(percentEncoded: false).trimmedSlash)
    } catch let error as JSON.SyntaxError {
      throw JSONFieldReader.Problem(path: file, message: error.description)
    }
  }

  /// Returns the tournament with `"skip-unfit": true` in its object `openings`, if it has one.
  private static func skippingUnfit(_ json: JSON) -> JSON {
    guard case .object(let members) = json else { return json }
    let changed = members.map { member in
      guard member.name == "openings", case .object(let source) = member.value else {
        return member
      }
      let rest = source.filter { $0.name != unfitKey }
      return JSON.Member(member.name, .object(rest + [JSON.Member(unfitKey, .bool(true))]))
    }
    return .object(changed)
  }

  private static let unfitKey = "skip-unfit"

  /// Creates a tournament from JSON. Relative paths start at `base`; unknown keys are errors.
  public init(_ json: JSON, base: String) throws(JSONFieldReader.Problem) {
    var fields = try JSONFieldReader(json, path: "")
    guard let name = try fields.string("name") else { throw fields.problem("name", "missing") }
    guard name == name.shown else {
      throw fields.problem("name", "text without control characters expected, not \"\(name)\"")
    }
    guard var game = try fields.object("game") else { throw fields.problem("game", "missing") }
    guard let pairs = try fields.int("pairs", in: Bounds.pairs) else {
      throw fields.problem("pairs", "missing")
    }
    _ = try fields.string("comment")
    var limits = Limits()
    if var common = try fields.object("limits") { limits = try Limits(&common) }
    var engines: [EngineConfig] = []
    for var engine in try fields.objects("engines") ?? [] {
      engines.append(try EngineConfig(&engine, limits: limits, base: base))
    }
    self.init(name: name, game: try GameKind(&game), engines: engines, pairs: pairs)
    format = try fields.choice("format", of: Format.self) ?? .match
    seed = UInt64(try fields.int("seed", in: Bounds.seed) ?? 1)
    if var source = try fields.object("openings") { try readOpenings(&source, base: base) }
    if var stop = try fields.object("sprt") { sequentialTest = try SequentialTest(&stop) }
    if var rules = try fields.object("adjudication") { adjudication = try Adjudication(&rules) }
    suspends = try fields.bool("suspend") ?? false
    faultLimit = try fields.int("fault-limit", in: Bounds.faults)
    if var own = try fields.object("machine") {
      machine.concurrency = try own.int("concurrency", in: Bounds.concurrency) ?? 1
      machine.pins = try own.bool("pin") ?? false
      try own.finish()
    }
    try fields.finish()
    try validate()
    if case .object(let members) = json {
      essence =
        JSON.object(members.filter { $0.name != "machine" && $0.name != "comment" }).description
    }
  }

  /// Reads the member `openings`, which may have at most one source.
  private mutating func readOpenings(
    _ fields: inout JSONFieldReader, base: String
  ) throws(JSONFieldReader.Problem) {
    let file = try fields.string("file")
    let random = try fields.int("random", in: Bounds.randomPlies)
    let swap2 = try fields.bool("swap2") ?? false
    let named = try fields.string("rule")
    if swap2, named != nil { throw fields.problem("swap2", "\"rule\" is given already") }
    let rule = named ?? (swap2 ? OpeningRule.swap2.description : nil)
    let order = try fields.string("order") ?? "sequential"
    guard ["sequential", "random"].contains(order) else {
      throw fields.problem("order", "\"sequential\" or \"random\" expected")
    }
    let symmetries = try fields.bool("symmetries") ?? false
    sharesOpenings = try fields.bool("shared") ?? true
    skipsUnfit = try fields.bool(TournamentConfig.unfitKey) ?? false
    if skipsUnfit, file == nil {
      throw fields.problem(TournamentConfig.unfitKey, "only an opening file has lines to skip")
    }
    try fields.finish()
    switch (file, random, rule) {
    case (let file?, nil, nil):
      openings = .file(
        path: EngineConfig.resolve(file, from: base), random: order == "random",
        symmetries: symmetries)
    case (nil, let plies?, nil): openings = .random(plies: plies)
    case (nil, nil, let rule?):
      do { openings = .rule(try game.openingRule(named: rule)) } catch {
        throw fields.problem(swap2 ? "swap2" : "rule", error.description)
      }
    case (nil, nil, nil): openings = .none
    default:
      throw fields.problem("file", "only one of \"file\", \"random\" and \"rule\" can be given")
    }
  }

  /// Throws if settings contradict each other.
  private func validate() throws(JSONFieldReader.Problem) {
    func problem(_ path: String, _ message: String) -> JSONFieldReader.Problem {
      JSONFieldReader.Problem(path: path, message: message)
    }
    guard engines.count <= Bounds.engines.upperBound else {
      throw problem("engines", "at most \(Bounds.engines.upperBound) expected")
    }
    if Set(engines.map(\.name)).count < engines.count {
      throw problem("engines", "two engines have the same name")
    }
    switch format {
    case .match where engines.count != 2:
      throw problem("engines", "a match is played by two engines, not \(engines.count)")
    case .roundRobin where engines.count < 2, .gauntlet where engines.count < 2:
      throw problem("engines", "at least two engines expected")
    default: break
    }
    let count = format.pairingCount(engines: engines.count) * pairs
    guard count <= Bounds.allPairs.upperBound else {
      throw problem(
        "pairs", "\(count) pairs in all pairings, at most \(Bounds.allPairs.upperBound) expected")
    }
    if sequentialTest != nil, format != .match {
      throw problem("sprt", "only a match can end by a sequential test")
    }
  }
}

extension SequentialTest {
  /// Reads an object such as `{"elo0": 0, "elo1": 10}`, in which only `elo1` is necessary.
  init(_ fields: inout JSONFieldReader) throws(JSONFieldReader.Problem) {
    let elo0 = try fields.double("elo0", in: Bounds.elo) ?? 0
    guard let elo1 = try fields.double("elo1", in: Bounds.elo),
      elo1 - elo0 >= Bounds.leastEloStep
    else {
      throw fields.problem("elo1", "a number \(Bounds.leastEloStep) or more above elo0 expected")
    }
    let alpha = try fields.double("alpha", in: Bounds.errorRate) ?? 0.05
    let beta = try fields.double("beta", in: Bounds.errorRate) ?? 0.05
    let model = try fields.choice("model", of: Model.self) ?? .normalized
    if model == .bayes || model == .bayesJeffreys {
      throw fields.problem(
        "model", "the unit of a tournament is the pair, which has no Bayes model")
    }
    self.init(elo0: elo0, elo1: elo1, alpha: alpha, beta: beta, model: model)
    try fields.finish()
  }
}

extension TournamentConfig.Adjudication {
  init(_ fields: inout JSONFieldReader) throws(JSONFieldReader.Problem) {
    maximumPlies = try fields.int("max-plies", in: Bounds.plies)
    if var rule = try fields.object("draw") { draw = try DrawRule(&rule) }
    if var rule = try fields.object("resign") { resign = try ResignRule(&rule) }
    provenWin = try fields.bool("proven-win") ?? false
    try fields.finish()
  }
}

extension TournamentConfig.Adjudication.DrawRule {
  init(_ fields: inout JSONFieldReader) throws(JSONFieldReader.Problem) {
    moves = try fields.int("moves", in: Bounds.movesInARow) ?? moves
    score = try fields.int("score", in: Bounds.score) ?? score
    after = try fields.int("after", in: Bounds.ply) ?? after
    try fields.finish()
  }
}

extension TournamentConfig.Adjudication.ResignRule {
  init(_ fields: inout JSONFieldReader) throws(JSONFieldReader.Problem) {
    moves = try fields.int("moves", in: Bounds.movesInARow) ?? moves
    score = try fields.int("score", in: Bounds.score) ?? score
    try fields.finish()
  }
}

extension String {
  /// The text without a trailing slash; the text `/` is left as it is.
  var trimmedSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}

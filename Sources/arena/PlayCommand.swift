import Basics
import CommandLineKit
import Foundation
import Gomocup
import GomokuRules
import Match
import Platform
import Play
import Records

extension Command {
  static let play = Command(
    name: "play", summary: "sit down at a board: against an engine, a person, or to watch",
    usage: PlayUsage.english, usages: [.chinese: PlayUsage.chinese],
    run: sitDown)

  /// Runs a game session as the command line demands.
  private static func sitDown(_ arguments: inout Arguments) throws -> ExitCode {
    let plan: PlayPlan
    do { plan = try PlayPlan(&arguments) } catch let error as Arguments.UsageError {
      throw UserError(phrase: Phrase(error.format, error.values))
    }
    if plan.lists { return list(plan.folder, plan.speech) }
    try Storage.makeFolder(plan.folder)
    var (state, saved) = try plan.state()
    var input = PlayLoop.Input()
    while true {
      let loop: PlayLoop
      do {
        loop = try PlayLoop(
          state, saved: saved, credentials: plan.credentials(saved), ownName: plan.name,
          input: input, plan.options)
      } catch {
        if let saved, saved.isNew { FileSystem.removeFile(saved.path) }
        throw error
      }
      saved = loop.run()
      if let failure = loop.failure { throw UserError(phrase: failure) }
      guard let played = saved else { return .finished }
      let code = try farewell(played, plan.speech)
      guard let next = loop.rematch else { return code }
      (state, saved) = try plan.rematch(next, played.contents.link)
      input = loop.unusedInput
    }
  }

  /// Prints the saved game's path, and writes the HTML page of a finished game.
  ///
  /// A local game without an action is deleted instead, if this run has created its file.
  private static func farewell(_ saved: SavedGame, _ speech: Speech) throws -> ExitCode {
    let path = saved.path
    let contents = try SavedGame.read(path)
    guard !contents.actions.isEmpty || !saved.isNew else {
      if contents.settings.remote == nil { FileSystem.removeFile(path) }
      return .finished
    }
    guard let ending = contents.game.ending else {
      let way =
        contents.settings.remote == nil
        ? Phrase("arena play --resume goes on")
        : Phrase(
          """
          to go on: the host with --resume and the line, the guest with the same command as before
          """)
      show(Phrase("kept: \(path)"), way, speech: speech)
      return .finished
    }
    let state = try PlayState(contents.settings, after: contents.actions, now: .now)
    let page = path.dropLast(SavedGame.suffix.count) + ".html"
    let isSaved = try state.savePage(to: String(page))
    let note =
      isSaved
      ? Phrase("to play it through: \(page)")
      : Phrase("\(page) is there already, and no page of this program")
    show(contents.game.phrase(of: ending), Phrase("kept: \(path)"), note, speech: speech)
    return .finished
  }

  private static func show(_ phrases: Phrase..., speech: Speech) {
    for phrase in phrases { Terminal.show(speech.text(phrase)) }
  }

  private static func list(_ folder: String, _ speech: Speech) -> ExitCode {
    for (path, contents) in SavedGame.all(in: folder) {
      let game = contents.game
      let names = Player.allCases.map { game.names[$0] ?? contents.settings[$0].name }
      let state = game.ending.map(game.phrase) ?? Phrase("unfinished")
      let (title, players) = (contents.settings.title, names.joined(separator: " - "))
      show(
        Phrase("\(path)  \(title)  \(players)  \(game.moves.count) moves, \(state)"),
        speech: speech)
    }
    return .finished
  }
}

/// The parsed command line of `arena play`.
struct PlayPlan {
  let name: String
  let folder: String
  /// True to list the saved games instead of playing.
  let lists: Bool
  private(set) var options: PlayLoop.Options
  /// The language of all texts.
  let speech: Speech
  /// The command lines of the engines named by `--engine` and `--second`, in this order.
  let namedEngines: [[String]]
  private let source: Source
  /// The name of the opening rule, if one is given.
  private let opening: String?
  private let clock: ClockRule?
  private var seats: [PlaySettings.Seat]

  private enum Source {
    /// The file of a saved game; an empty path means the last unfinished game.
    case saved(path: String)
    /// A new game, in a set-up position or with the moves of a record, if there is one.
    case new(GameKind, GameOrigin?, LoadedGame?)
  }

  /// The default time of an engine for a move, in milliseconds.
  private static let turn = 2000

  init(_ arguments: inout Arguments) throws {
    try PlayPlan.refuseOptionsWithoutEffect(arguments)
    let environment = CurrentProcess.environment
    speech = Speech(try PlayPlan.language(&arguments, environment))
    folder = try PlayPlan.folder(&arguments, environment)
    lists = arguments.flag("--list")
    let resumes = arguments.flag("--resume")
    let named = try arguments.value("--engine").map { try PlayPlan.engine($0) }
    let second = try arguments.value("--second").map { try PlayPlan.engine($0) }
    namedEngines = [named, second].compactMap { $0 }
    let engine = try named ?? PlayPlan.engine(nil)
    options = PlayLoop.Options(folder: folder, adviser: engine)
    options.resigns = !arguments.flag("--to-the-end")
    options.isPlain = arguments.flag("--plain")
    options.language = speech.language
    options.hasRowsFromBelow = arguments.flag("--rows-from-below")
    options.link = try PlayPlan.link(&arguments)
    let given = try arguments.value("--name")
    let speech = speech
    func name(_ given: String?, _ option: String) throws -> String {
      try PlayPlan.name(given, option, environment["USER"] ?? speech.text(Phrase("you")))
    }
    self.name = try name(given, "--name")
    let opponent = try arguments.value("--opponent").map { try name($0, "--opponent") }
    let people = try PlayPlan.people(&arguments)
    if second != nil, !resumes, people != .none { throw UserError("--second is for --watch") }
    seats = try PlayPlan.seats(
      people, engines: (engine, second ?? engine), name: self.name,
      others: (speech.text(Phrase("guest")), speech.text(Phrase("the other"))),
      isLink: options.link != nil, &arguments)
    PlayPlan.name(&seats, people, given == nil ? nil : self.name, opponent)
    opening = try PlayPlan.opening(&arguments)
    clock = try PlayPlan.clock(&arguments)
    let position = try arguments.value("--position")
    if position != nil, opening != nil {
      throw UserError("--opening begins on the empty board, --position in another")
    }
    let record = try PlayPlan.record(&arguments)
    // All options are removed, so that the remaining words are those of the game.
    let words = try PlayPlan.gameWords(&arguments)
    if resumes {
      guard words.count <= 1, record == nil else {
        throw UserError("--resume takes a file and no game: the game is in the file")
      }
      source = .saved(path: words.first ?? "")
    } else if options.link?.role == .guest, !words.isEmpty {
      throw UserError("the host of the line chooses the game: leave \"\(words[0])\" out")
    } else {
      source = try PlayPlan.newGame(
        words, record, position: position, opening: opening, &seats,
        given: [given == nil ? nil : self.name, opponent],
        hasRowsFromBelow: options.hasRowsFromBelow)
    }
  }

  // MARK: Parts of the command line

  private static func folder(
    _ arguments: inout Arguments, _ environment: [String: String]
  ) throws -> String {
    guard
      let folder = try arguments.value("--games") ?? SavedGame.standardFolder(environment),
      !folder.isEmpty
    else { throw UserError("there is no home folder: --games DIR says where games are kept") }
    return folder
  }

  /// Returns the language that the command line names, otherwise that of the locale.
  static func language(
    _ arguments: inout Arguments, _ environment: [String: String]
  ) throws -> Speech.Language {
    guard let code = try arguments.value("--language") else {
      return Speech.Language(environment: environment)
    }
    guard let language = Speech.Language(rawValue: code) else {
      throw UserError("--language needs en or zh, not \"\(code)\"")
    }
    return language
  }

  /// Returns the name that an option gives, otherwise the usual one; throws if the former is invalid.
  private static func name(_ given: String?, _ option: String, _ usual: String) throws -> String {
    guard let name = PlayerName(given ?? usual) ?? (given == nil ? PlayerName("you") : nil) else {
      let (longest, columns, bytes) =
        (PlayerName.longest, PlayerName.mostColumns, PlayerName.mostBytes)
      throw UserError(
        """
        \(option) needs 1 to \(longest) visible characters in \(columns) columns and \(bytes) bytes
        """)
    }
    return name.text
  }

  private static func opening(_ arguments: inout Arguments) throws -> String? {
    let named = try arguments.value("--opening")
    guard arguments.flag("--swap2") else { return named }
    if named != nil { throw UserError("--swap2 is the same as --opening swap2: only one of them") }
    return OpeningRule.swap2.description
  }

  private static func clock(_ arguments: inout Arguments) throws -> ClockRule? {
    try arguments.value("--clock").map { text in
      guard let clock = ClockRule(text) else {
        throw UserError(
          "--clock needs minutes and perhaps seconds a move, as 10 or 10+5, not \"\(text)\"")
      }
      return clock
    }
  }

  /// A record to load: its file, and the numbers of the game, the line and the move to go on from.
  private struct Record {
    let path: String
    let game: Int?
    let line: Int?
    let move: Int?
  }

  private static func record(_ arguments: inout Arguments) throws -> Record? {
    let parts = ["--game", "--line", "--move"].filter(arguments.has)
    guard let path = try arguments.value("--load") else {
      if let part = parts.first { throw UserError("\(part) is for --load") }
      return nil
    }
    return Record(
      path: path, game: try arguments.int("--game", in: 1...1_000_000),
      line: try arguments.int("--line", in: 1...10_000_000),
      move: try arguments.int("--move", in: 0...Bounds.plies.upperBound))
  }

  private static func gameWords(_ arguments: inout Arguments) throws -> [String] {
    let words = arguments.rest()
    if let option = words.first(where: { $0.hasPrefix("--") }) {
      throw UserError("unexpected \"\(option)\"")
    }
    return words
  }

  /// Returns a new game, with the moves of the record if there is one.
  ///
  /// The users in `seats` get the names in the record, except where one is given.
  private static func newGame(
    _ words: [String], _ record: Record?, position: String?, opening: String?,
    _ seats: inout [PlaySettings.Seat], given: [String?], hasRowsFromBelow: Bool
  ) throws -> Source {
    guard let record else {
      let game = try GameKind(named: words.joined(separator: " "))
      do {
        let origin = try position.map { try GameOrigin($0, in: game) }
        return .new(game, hasRowsFromBelow ? origin?.turned : origin, nil)
      } catch let error as GameOrigin.Unusable {
        throw UserError("--position: \(error)")
      }
    }
    if opening != nil { throw UserError("--opening begins a game, --load goes on with one") }
    if position != nil { throw UserError("--position begins a game, --load goes on with one") }
    var wanted = try GameFile.Wanted(words: words)
    (wanted.number, wanted.line, wanted.moveCount) = (
      record.game ?? 1, record.line ?? 1, record.move
    )
    var loaded = try GameFile.read(record.path, wanted)
    name(&seats, of: &loaded, given: given.compactMap { $0 })
    return .new(loaded.game, loaded.origin, loaded)
  }

  /// Throws if an option has no effect on this game.
  ///
  /// A resumed game refuses the options of a new game, of engines and of players. A guest's end of a
  /// link refuses those of a new game. Without engines, those of engines are refused, and over a link
  /// `--opponent`.
  private static func refuseOptionsWithoutEffect(_ arguments: Arguments) throws {
    let game = ["--color", "--clock", "--opening", "--swap2", "--position", "--load"]
    let engine = ["--level", "--time"]
    let people = ["--two", "--watch", "--opponent"]
    if arguments.has("--resume"),
      let option = (game + engine + people).first(where: arguments.has)
    {
      throw UserError("\(option) and --resume: a game that has begun keeps what was agreed on")
    }
    let isLine = ["--listen", "--connect", "--through"].contains(where: arguments.has)
    if isLine, !arguments.has("--listen"), !arguments.has("--host"),
      let option = game.first(where: arguments.has)
    {
      throw UserError("\(option) is for the host of the line")
    }
    if isLine, arguments.has("--opponent") {
      throw UserError("--opponent is for this terminal: over a line each gives his own name")
    }
    if isLine || arguments.has("--two"), let option = engine.first(where: arguments.has) {
      throw UserError("\(option) is for an engine, and none plays here")
    }
  }

  /// The number of users at this terminal; for a single one also the colour.
  private enum People: Equatable { case one(isWhite: Bool), two, none }

  private static func people(_ arguments: inout Arguments) throws -> People {
    let color = try arguments.value("--color")
    let (isTwo, isWatching) = (arguments.flag("--two"), arguments.flag("--watch"))
    guard !(isTwo && isWatching) else { throw UserError("--two and --watch exclude each other") }
    guard color == nil || ["black", "white"].contains(color) else {
      throw UserError("--color needs black or white, not \"\(color ?? "")\"")
    }
    if color != nil, isTwo || isWatching { throw UserError("--color is for one person") }
    return isTwo ? .two : isWatching ? .none : .one(isWhite: color == "white")
  }

  private static func seats(
    _ people: People, engines: ([String], [String]), name: String,
    others: (guest: String, remote: String), isLink: Bool, _ arguments: inout Arguments
  ) throws -> [PlaySettings.Seat] {
    let level = try arguments.int("--level", in: Level.all) ?? Level.best
    let seconds = try arguments.double("--time", in: 0.01...3600)
    let turn = seconds.map { Int($0 * 1000) } ?? PlayPlan.turn
    func seat(_ command: [String], name: String? = nil) -> PlaySettings.Seat {
      let choice = PlaySettings.EngineChoice(command: command, level: level, turn: turn)
      return PlaySettings.Seat(name: name ?? PlayPlan.name(of: command), kind: .engine(choice))
    }
    let person = PlaySettings.Seat(name: name, kind: .person)
    if isLink {
      guard case .one(let isWhite) = people else {
        throw UserError("over a line one person plays at each end")
      }
      let remote = PlaySettings.Seat(name: others.remote, kind: .remote)
      return isWhite ? [remote, person] : [person, remote]
    }
    switch people {
    case .one(let isWhite):
      return isWhite ? [seat(engines.0), person] : [person, seat(engines.0)]
    case .two: return [person, PlaySettings.Seat(name: others.guest, kind: .person)]
    case .none:
      let names = [engines.0, engines.1].map(PlayPlan.name)
      return names[0] == names[1]
        ? [seat(engines.0, name: "\(names[0]) 1"), seat(engines.1, name: "\(names[1]) 2")]
        : [seat(engines.0), seat(engines.1)]
    }
  }

  /// Gives the players the names of the command line.
  ///
  /// `own` is the name of the only or the first user, or of the first of two engines.
  private static func name(
    _ seats: inout [PlaySettings.Seat], _ people: People, _ own: String?, _ opponent: String?
  ) {
    let first = if case .one(isWhite: true) = people { 1 } else { 0 }
    if let own { seats[first].name = own }
    if let opponent { seats[1 - first].name = opponent }
  }

  /// Gives users at this terminal the names in the loaded record.
  ///
  /// - Parameter given: the names on the command line, which replace those in the record.
  private static func name(
    _ seats: inout [PlaySettings.Seat], of found: inout LoadedGame, given: [String]
  ) {
    for (index, key) in ["PB", "PW"].enumerated() {
      let isGiven = given.contains(seats[index].name)
      guard isGiven || seats[index].kind == .person, let text = found.texts.text(key) else {
        continue
      }
      if isGiven {
        found.texts.set(key, seats[index].name)
      } else if let name = PlayerName(text.shown.prefix(PlayerName.longest)) {
        seats[index].name = name.text
      }
    }
  }

  // MARK: The game

  /// Returns the session's state and the game's file, new or resumed; throws if that is impossible.
  ///
  /// Both are `nil` for a new guest, who receives the game from the host.
  func state() throws -> (PlayState?, SavedGame?) {
    switch source {
    case .saved(let path): return try resume(path)
    case .new(let game, let origin, let loaded):
      if let link = options.link, link.role == .guest { return try comeBack(link) }
      return try begin(game, origin, loaded)
    }
  }

  /// Begins another game between the players of a game that this run has played.
  ///
  /// `settings` are those of the new game; at a host's end `began` is still that of the old one.
  /// Over a link, the credentials stay: the guest keeps his seat.
  func rematch(
    _ settings: PlaySettings, _ link: LinkCredentials?
  ) throws -> (PlayState, SavedGame) {
    // A guest takes the host's settings as they are, and may have a file of the game already.
    if let link, link.role == .guest {
      let saved = try SavedGame.ofGuest(settings, link, in: folder)
      return (try PlayState(settings, after: saved.contents.actions, now: .now), saved)
    }
    var settings = settings
    // Files are ordered by this time, so it grows even if the clock was set back.
    settings.began = max(PlayPlan.date, settings.began + 1)
    let saved = try SavedGame.create(settings, link: link, in: folder)
    return (try PlayState(settings, after: [], now: .now), saved)
  }

  /// The present time in milliseconds since 1970.
  private static var date: Int { Int(Date().timeIntervalSince1970 * 1000) }

  /// Begins a new game and its file.
  private func begin(
    _ game: GameKind, _ origin: GameOrigin?, _ loaded: LoadedGame?
  ) throws -> (PlayState, SavedGame) {
    let rest = SavedGame.all(in: folder).first { $0.contents.game.ending == nil }
    var settings = PlaySettings(
      id: PlaySettings.newID(), game: game, seats: seats, began: PlayPlan.date)
    do { settings.opening = try opening.map(game.openingRule) } catch {
      throw UserError(phrase: error.phrase)
    }
    (settings.clock, settings.origin, settings.texts) = (clock, origin, loaded?.texts)
    let link = options.link.map { link in
      LinkCredentials(.host, token: link.token ?? LinkSecret.random())
    }
    let saved = try SavedGame.create(settings, link: link, in: folder)
    let actions = (loaded?.moves ?? []).map { GameAction.move($0, milliseconds: 0) }
    for action in actions { try saved.append(action) }
    var state = try PlayState(settings, after: actions, now: .now)
    if let loaded {
      let sum =
        actions.count == 1 ? Phrase("1 move loaded") : Phrase("\(actions.count) moves loaded")
      state.tell(Phrase([sum] + loaded.notes, separator: Phrase("; ")))
    } else if rest != nil {
      state.tell(Phrase("an unfinished game is kept: arena play --resume goes on with it"))
    }
    return (state, saved)
  }
}

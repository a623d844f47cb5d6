import Basics
import Foundation
import Gomocup
import GomokuRules
import Platform
import Table
import Tournament

extension Command {
  static let play = Command(
    name: "play", summary: "sit down at a board: against an engine, a person, or to watch",
    usage: """
      usage: arena play [GAME] [OPTIONS]

      Right away:
        arena play                    gomoku against our engine, you have Black
        arena play renju --level 3    by the rules of renju, against a weak engine
        arena play liuzhou            Liuzhou chess
        arena play --resume           go on with the last game, whatever ended it

      GAME is freestyle (if nothing is said), standard, renju, caro or exact-caro, with the board's
      side if it is not 15 (caro 20, standard 15x19); or liuzhou, with a preset and switches
      (liuzhou huainan, liuzhou shandong quiet=60). protocol.md has the rules.

      Who plays:
        --color white       you have White and the engine begins
        --level N           how well the engine plays, 1 to 10 (default: 10)
        --time SECONDS      how long it thinks about a move (default: 2)
        --engine COMMAND    another engine that speaks the Gomocup protocol
        --two               two people at this terminal
        --watch             two engines; --engine is the first, --second COMMAND the other
        --name NAME         what you are called

      How:
        --clock 10+5        ten minutes each and five seconds for every move
        --swap2             gomoku begins with the swap2 opening; the engine takes its part
        --load FILE         begin with the moves of a game in SGF, psq or our text, or with a list
                            of moves as h8h9i10; a named rule wins over that of the file
        --game N            of a file that holds several games, begin with the N-th
        --plain             lines of plain text where a window could be drawn

      With somebody at another machine:
        --listen PORT           wait on this machine for a call: the game is yours to choose
        --connect HOST:PORT     call; the other has chosen the game
        --through COMMAND       call through a command that carries lines both ways, such as
                                --through "ssh HOST nc 127.0.0.1 PORT"; with --host you choose
      Only this machine can call --listen; ssh -L PORT:127.0.0.1:PORT HOST brings others there.
      A line that breaks is put up again, and who comes back goes on: host with --resume, guest
      with the same command as before. Messages lost, doubled or torn change nothing.

      Games are kept:
        --resume [FILE]     go on with the last unfinished game, or with that of FILE
        --list              list the games that are kept
        --games DIR         where (default: ~/.local/share/wuliu/games)

      At the board: arrows and Enter, or type moves (h8; c3, c3c4xb2); help lists the other words,
      among them hint, analyse, undo, draw, resign, save FILE. Every deed is on the disk before it
      is shown. A finished game leaves a page beside its file on which it can be played through.
      """,
    run: sitDown)

  private static func sitDown(_ arguments: inout Arguments) throws -> ExitCode {
    let plan: PlayPlan
    do { plan = try PlayPlan(&arguments) } catch let error as Arguments.UsageError {
      throw Refusal(error.message)
    }
    if plan.lists { return list(plan.folder) }
    try Storage.makeFolder(plan.folder)
    let (table, saved) = try plan.table()
    let loop: TableLoop
    do {
      loop = try TableLoop(table, saved: saved, ownName: plan.name, plan.surroundings)
    } catch {
      if let saved, saved.isUntouched { saved.remove() }
      throw error
    }
    guard let path = loop.run() else { return .finished }
    return try farewell(path)
  }

  /// Says where the game is, and leaves a page of one that is over.
  private static func farewell(_ path: String) throws -> ExitCode {
    let contents = try SavedGame.read(path)
    guard !contents.deeds.isEmpty else {
      if contents.settings.remote == nil { FileSystem.removeFile(path) }
      return .finished
    }
    guard let ending = contents.game.ending else {
      let way =
        contents.settings.remote == nil
        ? "arena play --resume goes on"
        : "to go on: the host with --resume and the line, the guest with the same command as before"
      Terminal.show("kept: \(path)\n\(way)")
      return .finished
    }
    let table = try Table(contents.settings, after: contents.deeds, now: .now)
    let page = path.dropLast(SavedGame.suffix.count) + ".html"
    let isSaved = try table.savePage(to: String(page))
    let note =
      isSaved
      ? "to play it through: \(page)" : "\(page) is there already, and no page of this program"
    Terminal.show("\(contents.game.text(of: ending))\nkept: \(path)\n\(note)")
    return .finished
  }

  private static func list(_ folder: String) -> ExitCode {
    for (path, contents) in SavedGame.all(in: folder) {
      let game = contents.game
      let names = Player.allCases.map { game.names[$0] ?? contents.settings[$0].name }
      let state = game.ending.map(game.text) ?? "unfinished"
      Terminal.show(
        "\(path)  \(contents.settings.game.name)  \(names.joined(separator: " - "))"
          + "  \(game.state.plies) moves, \(state)")
    }
    return .finished
  }
}

/// What the words of `arena play` ask for.
struct PlayPlan {
  let name: String
  let folder: String
  let lists: Bool
  private(set) var surroundings: TableLoop.Surroundings
  /// The file to go on with; empty for the last unfinished game.
  private let resumed: String?
  private let game: GameKind
  private let loaded: LoadedGame?
  private let usesSwap2: Bool
  private let clock: ClockRule?
  private var seats: [TableSettings.Seat]

  /// Milliseconds that an engine thinks.
  private static let turn = 2000

  init(_ arguments: inout Arguments) throws {
    try PlayPlan.refuseWhatIsOfNoUse(arguments)
    let environment = CurrentProcess.environment
    guard
      let folder = try arguments.value("--games") ?? SavedGame.standardFolder(environment),
      !folder.isEmpty
    else { throw Refusal("there is no home folder: --games DIR says where games are kept") }
    self.folder = folder
    lists = arguments.flag("--list")
    let engine = try PlayPlan.engine(try arguments.value("--engine"))
    surroundings = TableLoop.Surroundings(folder: folder, adviser: engine)
    surroundings.isPlain = arguments.flag("--plain")
    surroundings.line = try PlayPlan.line(&arguments)
    let given = try arguments.value("--name")
    guard
      let own = PlayerName(given ?? environment["USER"] ?? "you")
        ?? (given == nil ? PlayerName("you") : nil)
    else {
      throw Refusal("--name needs 1 to \(PlayerName.longest) characters, none of them for control")
    }
    name = own.text
    let people = try PlayPlan.people(&arguments)
    seats = try PlayPlan.seats(
      people, engine: engine, name: name, line: surroundings.line, &arguments)
    usesSwap2 = arguments.flag("--swap2")
    clock = try arguments.value("--clock").map { text in
      guard let clock = ClockRule(text) else {
        throw Refusal(
          "--clock needs minutes and perhaps seconds a move, as 10 or 10+5, not \"\(text)\"")
      }
      return clock
    }
    let load = try arguments.value("--load")
    let number = try arguments.int("--game", in: 1...1_000_000)
    if number != nil, load == nil { throw Refusal("--game is for --load") }
    let resumes = arguments.flag("--resume")
    let words = arguments.rest()
    if let option = words.first(where: { $0.hasPrefix("--") }) {
      throw Refusal("unexpected \"\(option)\"")
    }
    if resumes {
      guard words.count <= 1, load == nil else {
        throw Refusal("--resume takes a file and no game: the game is in the file")
      }
      (resumed, game, loaded) = (words.first ?? "", .gomoku(.freestyle, .standard), nil)
      return
    }
    resumed = nil
    if let line = surroundings.line, !line.isHost, !words.isEmpty {
      throw Refusal("the host of the line chooses the game: leave \"\(words[0])\" out")
    }
    if let load {
      let wanted = try GameFile.Wanted(words: words, number: number ?? 1)
      var found = try GameFile.read(load, wanted)
      PlayPlan.name(&seats, of: &found, given: given == nil ? nil : name)
      (game, loaded) = (found.game, found)
    } else {
      (game, loaded) = (try GameKind(named: words.joined(separator: " ")), nil)
    }
    if usesSwap2, case .liuzhou = game { throw Refusal("--swap2 is an opening of gomoku") }
    if usesSwap2, loaded != nil { throw Refusal("--swap2 begins a game, --load goes on with one") }
  }

  // MARK: Options

  /// Throws if an option would say nothing: because the game has begun, because the host decides, or
  /// because no engine plays.
  private static func refuseWhatIsOfNoUse(_ arguments: Arguments) throws {
    let game = ["--color", "--clock", "--swap2", "--load"]
    let engine = ["--level", "--time"]
    let people = ["--two", "--watch", "--second"]
    if arguments.has("--resume"),
      let option = (game + engine + people).first(where: arguments.has)
    {
      throw Refusal("\(option) and --resume: a game that has begun keeps what was agreed on")
    }
    let isLine = ["--listen", "--connect", "--through"].contains(where: arguments.has)
    if isLine, !arguments.has("--listen"), !arguments.has("--host"),
      let option = game.first(where: arguments.has)
    {
      throw Refusal("\(option) is for the host of the line")
    }
    if isLine || arguments.has("--two"), let option = engine.first(where: arguments.has) {
      throw Refusal("\(option) is for an engine, and none plays here")
    }
  }

  /// Who sits at this terminal.
  private enum People { case one(isWhite: Bool), two, none }

  private static func people(_ arguments: inout Arguments) throws -> People {
    let color = try arguments.value("--color")
    let (isTwo, isWatching) = (arguments.flag("--two"), arguments.flag("--watch"))
    guard !(isTwo && isWatching) else { throw Refusal("--two and --watch exclude each other") }
    guard color == nil || ["black", "white"].contains(color) else {
      throw Refusal("--color needs black or white, not \"\(color ?? "")\"")
    }
    if color != nil, isTwo || isWatching { throw Refusal("--color is for one person") }
    return isTwo ? .two : isWatching ? .none : .one(isWhite: color == "white")
  }

  private static func seats(
    _ people: People, engine: [String], name: String, line: TableLoop.LineRequest?,
    _ arguments: inout Arguments
  ) throws -> [TableSettings.Seat] {
    let level = try arguments.int("--level", in: Level.all) ?? Level.best
    let seconds = try arguments.double("--time", in: 0.01...3600)
    let second = try arguments.value("--second")
    let turn = seconds.map { Int($0 * 1000) } ?? PlayPlan.turn
    func seat(_ command: [String], name: String? = nil) -> TableSettings.Seat {
      let choice = TableSettings.EngineChoice(command: command, level: level, turn: turn)
      return TableSettings.Seat(name: name ?? PlayPlan.name(of: command), kind: .engine(choice))
    }
    let person = TableSettings.Seat(name: name, kind: .person)
    if second != nil {
      guard case .none = people else { throw Refusal("--second is for --watch") }
    }
    if line != nil {
      guard case .one(let isWhite) = people else {
        throw Refusal("over a line one person plays at each end")
      }
      let remote = TableSettings.Seat(name: "the other", kind: .remote)
      return isWhite ? [remote, person] : [person, remote]
    }
    switch people {
    case .one(let isWhite): return isWhite ? [seat(engine), person] : [person, seat(engine)]
    case .two: return [person, TableSettings.Seat(name: "guest", kind: .person)]
    case .none:
      let other = try second.map { try PlayPlan.engine($0) } ?? engine
      let names = [engine, other].map(PlayPlan.name)
      return names[0] == names[1]
        ? [seat(engine, name: "\(names[0]) 1"), seat(other, name: "\(names[1]) 2")]
        : [seat(engine), seat(other)]
    }
  }

  /// Gives persons the names of the loaded record, but for the one whom the command line names.
  private static func name(
    _ seats: inout [TableSettings.Seat], of found: inout LoadedGame, given: String?
  ) {
    for (index, key) in ["PB", "PW"].enumerated() where seats[index].kind == .person {
      guard let text = found.texts.text(key) else { continue }
      if let given, seats[index].name == given {
        found.texts.set(key, given)
      } else if let name = PlayerName(text.shown.prefix(PlayerName.longest)) {
        seats[index].name = name.text
      }
    }
  }

  private static func line(_ arguments: inout Arguments) throws -> TableLoop.LineRequest? {
    let listen = try arguments.int("--listen", in: 0...65_535)
    let connect = try arguments.value("--connect")
    let through = try arguments.value("--through")
    let isHost = arguments.flag("--host")
    guard [listen != nil, connect != nil, through != nil].count(where: { $0 }) <= 1 else {
      throw Refusal("only one of --listen, --connect and --through")
    }
    if isHost, through == nil { throw Refusal("--host is for --through") }
    if let listen { return .listen(port: UInt16(listen)) }
    if let through { return .through(command: through, isHost: isHost) }
    guard let connect else { return nil }
    let place = connect.lastIndex(of: ":") ?? connect.startIndex
    let host = connect[..<place].trimmingCharacters(in: ["[", "]"])
    guard let port = UInt16(connect[place...].dropFirst()), !host.isEmpty, port > 0 else {
      throw Refusal("--connect needs HOST:PORT, not \"\(connect)\"")
    }
    return .connect(host: host, port: port)
  }

  // MARK: Engines

  /// The words of an engine's command line: our own engine if none is named.
  private static func engine(_ command: String?) throws -> [String] {
    guard let command else { return [try ownEngine()] }
    if FileSystem.executable(command) != nil { return [command] }
    let first = command.split(separator: " ").first.map(String.init) ?? ""
    guard command.contains(" "), FileSystem.executable(first) != nil else {
      throw Refusal("\(command): no such program")
    }
    return ["/bin/sh", "-c", "exec \(command)"]
  }

  /// `pbrain-wuliu` beside this program, or on the path.
  private static func ownEngine() throws -> String {
    if let folder = CurrentProcess.program?.split(separator: "/").dropLast() {
      let beside = (folder + ["pbrain-wuliu"]).map { "/\($0)" }.joined()
      if FileSystem.isExecutable(beside) { return beside }
    }
    guard let found = FileSystem.executable("pbrain-wuliu") else {
      throw Refusal(
        "there is no pbrain-wuliu beside arena: swift build --product pbrain-wuliu makes it")
    }
    return found
  }

  private static func name(of command: [String]) -> String {
    let words =
      command.first == "/bin/sh" ? command[2].split(separator: " ").dropFirst().first : nil
    let path = words.map(String.init) ?? command[0]
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let name = file.hasPrefix("pbrain-") ? String(file.dropFirst(7)) : file
    return PlayerName(name)?.text ?? "engine"
  }

  // MARK: The table

  /// The table and the file of its game; neither for a guest, who hears of both.
  func table() throws -> (Table?, SavedGame?) {
    if let resumed { return try resume(resumed) }
    if let line = surroundings.line, !line.isHost { return (nil, nil) }
    let rest = SavedGame.all(in: folder).first { $0.contents.game.ending == nil }
    var settings = TableSettings(
      id: TableSettings.newID(), game: game, seats: seats,
      began: Int(Date().timeIntervalSince1970 * 1000))
    (settings.usesSwap2, settings.clock) = (usesSwap2, clock)
    settings.texts = loaded?.texts
    var table = try Table(settings, now: .now)
    let saved = try SavedGame.create(settings, in: folder)
    for move in loaded?.moves ?? [] {
      let deed = Deed.move(move, milliseconds: 0)
      try saved.append(deed)
      try table.perform(deed, now: .now)
    }
    if let loaded {
      let sum = loaded.moves.count == 1 ? "1 move loaded" : "\(loaded.moves.count) moves loaded"
      table.tell(([sum] + loaded.notes).joined(separator: "; "))
    } else if rest != nil {
      table.tell("an unfinished game is kept: arena play --resume goes on with it")
    }
    return (table, saved)
  }

  private func resume(_ path: String) throws -> (Table?, SavedGame?) {
    let last = SavedGame.all(in: folder).first { $0.contents.game.ending == nil }
    guard let path = path.isEmpty ? last?.path : path else {
      throw Refusal("there is no unfinished game in \(folder)")
    }
    let saved = try SavedGame(resuming: path)
    let settings = saved.contents.settings
    guard (settings.remote != nil) == (surroundings.line != nil) else {
      throw Refusal(
        settings.remote == nil
          ? "this game is not played over a line"
          : "this game is played over a line: add --listen, --connect or --through")
    }
    var table = try Table(settings, after: saved.contents.deeds, now: .now)
    table.tell("the game goes on after \(table.game.state.plies) moves")
    return (table, saved)
  }
}

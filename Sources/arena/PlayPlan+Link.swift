import Basics
import CommandLineKit
import Platform
import Play
import Records

/// The options for games over a link, and the resumption of games.
extension PlayPlan {
  /// Parses the options of a link; returns `nil` for a local game. Throws if they are contradictory
  /// or incomplete.
  static func link(_ arguments: inout Arguments) throws -> LinkRequest? {
    let listen = try arguments.int("--listen", in: 0...65_535)
    let connect = try arguments.value("--connect")
    let through = try arguments.value("--through")
    let isHost = arguments.flag("--host")
    let word = try arguments.value("--token")
    guard [listen != nil, connect != nil, through != nil].count(where: { $0 }) <= 1 else {
      throw UserError("only one of --listen, --connect and --through")
    }
    if isHost, through == nil { throw UserError("--host is for --through") }
    if word != nil, through == nil { throw UserError("--token is for --through") }
    let token = word.flatMap { LinkSecret($0) }
    if word != nil, token == nil {
      let (least, most) = (LinkSecret.lengths.lowerBound, LinkSecret.lengths.upperBound)
      throw UserError(
        "--token needs \(least) to \(most) letters and digits, as the host prints them")
    }
    if let listen { return .listen(port: UInt16(listen)) }
    if let through {
      if token == nil, !isHost {
        throw UserError("--through needs the --token that the host prints, or --host")
      }
      return .through(command: through, token: token, isHost: isHost)
    }
    return try connect.map(address)
  }

  /// Parses `HOST:PORT/TOKEN`.
  private static func address(_ text: String) throws -> LinkRequest {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let place = parts[0].lastIndex(of: ":") ?? parts[0].startIndex
    let host = parts[0][..<place].trimmingCharacters(in: ["[", "]"])
    guard let port = UInt16(parts[0][place...].dropFirst()), !host.isEmpty, port > 0,
      parts.count <= 2
    else {
      throw UserError("--connect needs HOST:PORT/TOKEN, not \"\(text)\"")
    }
    guard parts.count == 2, let token = LinkSecret(parts[1]) else {
      throw UserError(
        """
        --connect needs the whole address that the host prints, \(parts[0])/TOKEN: without the \
        token nobody is let in
        """)
    }
    return .connect(host: host, port: port, token: token)
  }

  /// Returns the credentials of this end of the link; `nil` for a local game.
  ///
  /// They are those of the saved game, otherwise new ones.
  func credentials(_ saved: SavedGame?) -> LinkCredentials? {
    guard let link = options.link else { return nil }
    return saved?.contents.link
      ?? LinkCredentials(link.role, token: link.token ?? LinkSecret.random())
  }

  // MARK: Resumption

  /// Resumes the guest's saved game with the host whose token the command line names.
  ///
  /// Returns the state and the file of the game; both are `nil` if no game is saved.
  func comeBack(_ link: LinkRequest) throws -> (PlayState?, SavedGame?) {
    guard let token = link.token, let path = SavedGame.guest(of: token, in: folder) else {
      return (nil, nil)
    }
    return try resume(path)
  }

  /// Resumes the game in the file at `path`.
  ///
  /// An empty path means the last unfinished game that agrees with the options of the link.
  func resume(_ path: String) throws -> (PlayState?, SavedGame?) {
    let last = SavedGame.all(in: folder).first { _, contents in
      guard contents.game.ending == nil else { return false }
      let link = options.link
      return (contents.settings.remote != nil) == (link != nil)
        && (contents.link == nil || contents.link?.role == link?.role)
        && (link?.token == nil || contents.link?.token == link?.token)
    }
    guard let path = path.isEmpty ? last?.path : path else {
      throw UserError("there is no unfinished game of this kind in \(folder)")
    }
    let saved = try SavedGame(resuming: path)
    let settings = try withOwnEngines(saved.contents.settings, of: path)
    try check(saved, settings)
    var state = try PlayState(settings, after: saved.contents.actions, now: .now)
    state.tell(Phrase("the game goes on after \(state.game.moves.count) moves"))
    return (state, saved)
  }

  /// Throws if the options of the link contradict the saved game.
  ///
  /// Credentials are added to a game over a link that has none.
  private func check(_ saved: SavedGame, _ settings: PlaySettings) throws {
    guard (settings.remote != nil) == (options.link != nil) else {
      throw settings.remote == nil
        ? UserError("this game is not played over a line")
        : UserError("this game is played over a line: add --listen, --connect or --through")
    }
    guard let request = options.link else { return }
    guard settings.persons.count == 1 else {
      throw UserError("over a line one person plays at each end")
    }
    guard let link = saved.contents.link else {
      // A file of an earlier version has no credentials, so the seat is free again.
      let token = request.token ?? LinkSecret.random()
      let secret = request.role == .guest ? LinkSecret.random() : nil
      return try saved.keep(LinkCredentials(request.role, token: token, secret: secret))
    }
    guard link.role == request.role else {
      throw link.role == .host
        ? UserError("this game is the host's: add --listen, or --through with --host")
        : UserError("this game is the guest's: add --connect, or --through without --host")
    }
    guard request.token == nil || request.token == link.token else {
      throw UserError("this game has another token: it was not begun at that address")
    }
  }
}

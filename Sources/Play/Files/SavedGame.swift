import Basics
import Foundation
import Match
import Platform
import Records

/// The append-only file of a game: its settings, then each action as a line with a checksum.
///
/// In a game over a link, further lines have this end's credentials, and at the host's end the time
/// of the guest's turn.
///
/// An action is durable once its line is written and synced. If the program is killed, the file has
/// whole lines and at most one incomplete last line. The next writer cuts that line off.
public final class SavedGame {
  public struct Failure: PhrasedError, Equatable, CustomStringConvertible {
    public let phrase: Phrase

    init(_ path: String, _ reason: Phrase) { phrase = Phrase("\(path): \(reason)") }
    fileprivate init(_ path: String, _ reason: Phrase.Format) { self.init(path, Phrase(reason)) }

    public var description: String { phrase.description }
  }

  /// The settings and actions in a file, up to its first invalid line.
  public struct Contents: Sendable {
    public let settings: PlaySettings
    /// The actions; each was possible after the ones before it.
    public fileprivate(set) var actions: [GameAction] = []
    /// The game after these actions.
    public fileprivate(set) var game: PlayedGame
    /// The credentials of this end of the link; `nil` for a local game.
    public fileprivate(set) var link: LinkCredentials?
    /// The start of the current turn, in milliseconds since 1970, if the file has it.
    public fileprivate(set) var turnBegan: Int?
    /// The last saved time of the guest's current turn, in milliseconds.
    public fileprivate(set) var turnTime = 0
    /// The error in the first invalid line; an incomplete last line is no error.
    public fileprivate(set) var damage: Phrase?
    /// The length of the valid lines, in bytes.
    fileprivate var soundLength = 0

    /// Adds an action that was done at `date`, in milliseconds since 1970.
    fileprivate mutating func add(_ action: GameAction, at date: Int?) throws(UserError) {
      let earlier = game
      try game.perform(action)
      actions.append(action)
      let isNewTurn = game.isNewTurn(after: earlier)
      if isNewTurn { turnTime = 0 }
      if isNewTurn || turnBegan == nil {
        turnBegan = date.flatMap { Bounds.date ~= $0 ? $0 : nil }
      }
    }
  }

  public let path: String
  public private(set) var contents: Contents
  /// True if this run of the program has created the file.
  public let isNew: Bool
  private let file: FileDescriptor
  private var length: Int

  public static let suffix = ".game"

  /// Creates a new file in `folder`; throws if that is not possible.
  public static func create(
    _ settings: PlaySettings, link: LinkCredentials? = nil, in folder: String
  ) throws -> SavedGame {
    let date = Date(timeIntervalSince1970: Double(settings.began / 1000)).ISO8601Format()
    let time = date.filter { $0.isNumber || $0 == "T" }.replacing("T", with: "-")
    let kind = settings.game.name.split(separator: " ").first ?? "game"
    // The host and the guest of a link may use the same folder.
    let role = link?.role == .guest ? "-guest" : ""
    let path = "\(folder)/\(kind)-\(time)-\(settings.id.prefix(4))\(role)\(suffix)"
    let line = SavedGame.line(settings.json) + (link.map(SavedGame.line) ?? [])
    var game = SavedGame.Contents(settings: settings, game: settings.start, soundLength: line.count)
    game.link = link
    return try SavedGame(path, fresh: game, line: line)
  }

  private init(_ path: String, fresh contents: Contents, line: [UInt8]) throws {
    file = try SavedGame.lockedFile(path)
    (self.path, self.contents, isNew, length) = (path, contents, true, line.count)
    do {
      guard try file.size == 0 else { throw Failure(path, "there is such a file already") }
      try file.writeAll(line, at: 0)
      try file.synchronize()
    } catch let error as SystemError {
      throw Failure(path, "cannot be written: \(error)")
    }
  }

  /// Opens a file to continue its game; cuts off an incomplete last line.
  ///
  /// Throws if a complete line is invalid, if another program holds the file, or if the file cannot
  /// be read.
  public init(resuming path: String) throws {
    guard FileSystem.exists(path) else { throw Failure(path, "there is no such file") }
    let file = try SavedGame.lockedFile(path)
    do {
      let bytes = try file.readAll(limit: SavedGame.longest)
      guard bytes.count <= SavedGame.longest else { throw Failure(path, "too large for a game") }
      let contents = try SavedGame.contents(of: bytes, path: path)
      if let damage = contents.damage { throw Failure(path, "\(damage); --load begins anew there") }
      try file.truncate(to: contents.soundLength)
      (self.path, self.contents, self.file) = (path, contents, file)
      (isNew, length) = (false, contents.soundLength)
    } catch {
      file.closeUnlocked()
      throw error
    }
  }

  deinit { file.closeUnlocked() }

  /// Opens and locks a file, which is created if it does not exist.
  ///
  /// Throws if another program has locked it, or if it is no plain file.
  private static func lockedFile(_ path: String) throws -> FileDescriptor {
    let file: FileDescriptor
    do { file = try FileDescriptor.open(path, for: .updating, isPrivate: true) } catch {
      throw Failure(path, "cannot be opened: \(error)")
    }
    guard file.isPlainFile, file.lock() else {
      let isFile = file.isPlainFile
      file.close()
      throw Failure(path, isFile ? Phrase("another program plays this game") : Phrase("not a file"))
    }
    return file
  }

  // MARK: Writing

  /// Appends an action; when the call returns, the action survives a power failure.
  ///
  /// - Parameter date: the time of the action in milliseconds since 1970, for games over a link.
  public func append(_ action: GameAction, at date: Int? = nil) throws(Failure) {
    try append(
      SavedGame.line(
        .object(compacting: [("deed", .string(action.text)), ("at", date.map { .int($0) })])))
  }

  /// Appends the credentials of a link; the last ones in the file count.
  public func keep(_ link: LinkCredentials) throws(Failure) {
    try append(SavedGame.line(link))
    contents.link = link
  }

  /// Appends the time that the guest's turn has taken so far, in milliseconds.
  public func note(turnTime: Int) throws(Failure) {
    try append(SavedGame.line(.object(compacting: [("turn", .int(turnTime))])))
  }

  private static func line(_ link: LinkCredentials) -> [UInt8] {
    line(.object(compacting: [("link", link.json)]))
  }

  private func append(_ line: [UInt8]) throws(Failure) {
    do throws(SystemError) { try file.append(line, at: &length) } catch {
      throw Failure(path, "cannot be written: \(error)")
    }
  }

  private static func line(_ json: JSON) -> [UInt8] {
    CheckedLine.bytes(of: Array(json.description.utf8))
  }

  // MARK: Reading

  /// The largest file that is read, in bytes.
  private static let longest = 64 << 20

  /// Parses the bytes of a file; throws if they hold no game.
  ///
  /// Reading stops at the first invalid line, which `damage` describes.
  public static func contents(of bytes: [UInt8], path: String) throws(Failure) -> Contents {
    var contents: Contents?
    var (start, number) = (OutsideText.withoutMark(bytes).startIndex, 0)
    while let end = bytes[start...].firstIndex(of: CheckedLine.end) {
      number += 1
      let line = bytes[start..<end]
      start = end + 1
      do {
        guard let json = json(of: line) else { throw UserError("the checksum is wrong") }
        if contents == nil {
          let settings = try PlaySettings(json)
          contents = Contents(settings: settings, game: settings.start)
        } else if let kind = contents?.settings.game,
          let action = json["deed"]?.string.flatMap({ GameAction($0, in: kind) })
        {
          try contents?.add(action, at: json["at"]?.int)
        } else if let link = json["link"].flatMap({ LinkCredentials($0) }) {
          contents?.link = link
        } else if let time = json["turn"]?.int, Bounds.time ~= time {
          contents?.turnTime = time
        } else {
          throw UserError("not a line of a game")
        }
      } catch {
        guard contents != nil else {
          throw Failure(path, "no game of arena play: \(Phrase(error))")
        }
        contents?.damage = Phrase("line \(number) is damaged: \(Phrase(error))")
        break
      }
      contents?.soundLength = start
    }
    guard let contents else { throw Failure(path, "no game of arena play") }
    return contents
  }

  private static func json(of line: ArraySlice<UInt8>) -> JSON? {
    try? JSON(parsing: Array(CheckedLine.body(of: line)))
  }

  /// Reads a file without locking it.
  public static func read(_ path: String) throws(Failure) -> Contents {
    let bytes: [UInt8]?
    do { bytes = try FileSystem.plainContents(of: path, limit: SavedGame.longest) } catch {
      throw Failure(path, "cannot be read: \(error)")
    }
    guard let bytes else { throw Failure(path, "not a plain file") }
    guard bytes.count <= SavedGame.longest else { throw Failure(path, "too large for a game") }
    return try contents(of: bytes, path: path)
  }

  /// Returns the games in `folder` with their paths, the newest first; skips other files.
  public static func all(in folder: String) -> [(path: String, contents: Contents)] {
    let names = ((try? FileSystem.names(inFolder: folder)) ?? []).filter { $0.hasSuffix(suffix) }
    return names.compactMap { name in
      let path = "\(folder)/\(name)"
      return (try? read(path)).map { (path, $0) }
    }.sorted { $0.contents.settings.began > $1.contents.settings.began }
  }

  /// Opens the guest's file of the game with these settings, or creates one if there is none yet.
  ///
  /// The file has credentials afterwards, which are the given ones only if it had none.
  public static func ofGuest(
    _ settings: PlaySettings, _ credentials: LinkCredentials, in folder: String
  ) throws -> SavedGame {
    guard let path = known(settings, credentials.token, in: folder) else {
      return try create(settings, link: credentials, in: folder)
    }
    let saved = try SavedGame(resuming: path)
    if saved.contents.link == nil { try saved.keep(credentials) }
    return saved
  }

  /// Returns the path of a guest's file of the game with these settings and this token.
  ///
  /// A file without credentials, from an earlier version, counts too. Returns `nil` if `folder` has
  /// no such file.
  private static func known(
    _ settings: PlaySettings, _ token: LinkSecret, in folder: String
  ) -> String? {
    all(in: folder).first { _, contents in
      let isGuest = contents.link.map { $0.role == .guest && $0.token == token } ?? true
      return isGuest && contents.settings == settings
    }?.path
  }

  /// Returns the path of a guest's file of the game that this token admits to; `nil` if there is
  /// none.
  ///
  /// A file whose guest holds the seat takes precedence, and among these one of an unfinished game.
  public static func guest(of token: LinkSecret, in folder: String) -> String? {
    let games = all(in: folder).filter {
      $0.contents.link?.role == .guest && $0.contents.link?.token == token
    }
    let seated = games.filter { $0.contents.link?.seat != nil }
    return (seated.first { $0.contents.game.ending == nil } ?? seated.first ?? games.first)?.path
  }

  /// Returns the default folder of saved games; `nil` if the user has no home folder.
  ///
  /// The folder is inside `XDG_DATA_HOME` if that variable is set, otherwise inside the home
  /// folder. The home folder is `HOME`, otherwise the entry in the system's user database.
  public static func standardFolder(_ environment: [String: String]) -> String? {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return "\(data)/wuliu/games" }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (home ?? CurrentProcess.homeFolder).map { "\($0)/.local/share/wuliu/games" }
  }
}

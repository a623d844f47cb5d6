import Basics
import Gomocup
import GomokuRules
import Match
import Platform
import Records
import Report

/// The export of the game to files.
extension PlayState {
  /// The game as the record of a tournament game, from which all formats are written.
  public var record: GameRecord {
    let black = game.black
    var names = [name(of: black), name(of: black.other)]
    // Records identify players by their names.
    if names[0] == names[1] { names = ["\(names[0]) (black)", "\(names[1]) (white)"] }
    var record = GameRecord(
      id: 1, schedule: "", opener: names[black == .first ? 0 : 1],
      replier: names[black == .first ? 1 : 0], black: names[0],
      opening: game.opening?.rule.description ?? "-", symmetry: 0, openingPlies: 0,
      moves: game.moves, winner: game.winner.map { names[$0 == black ? 0 : 1] },
      reason: game.endReason)
    (record.ruledOpening, record.origin) = (game.opening, game.origin)
    record.searches = game.steps.filter { $0.move != nil }.map {
      GameRecord.Search(microseconds: 1000 * $0.milliseconds)
    }
    record.began = settings.began
    return record
  }

  /// The export formats, by the suffixes of file names.
  public enum Format: String, CaseIterable, Sendable {
    case sgf, psq, txt, html

    init(forFile path: String) throws(UserError) {
      let name = path.lowercased()
      guard let format = Format.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else {
        throw UserError("\(path): the name has to end in .sgf, .psq, .txt or .html")
      }
      self = format
    }
  }

  /// Returns the content of a file called `path`, in the format of its suffix.
  ///
  /// Throws if the suffix is unknown, or if the format cannot hold the game.
  public func content(forFile path: String) throws(UserError) -> String {
    let format = try Format(forFile: path)
    switch format {
    case .html:
      return GamePage(record, game: settings.game, result: game.ending.map(game.text)).html
    case .txt:
      return TextRecord.text(
        of: record, game: settings.game, result: game.ending.map(game.text), texts: settings.texts)
    case .sgf, .psq:
      guard let export else {
        throw UserError("a game of Liuzhou chess is saved as .txt or .html")
      }
      if format == .psq, game.origin != nil {
        throw UserError("psq holds no set-up position; .sgf, .txt and .html do")
      }
      return format == .sgf ? export.sgf : export.psq
    }
  }

  private var export: GameExport? {
    GameExport(record, game: settings.game, texts: settings.texts)
  }

  /// The result that the loaded record names, in words.
  ///
  /// It is `nil` if the record names none, if the game is not at the record's last position, or if
  /// the game has ended.
  var recordEnd: Phrase? {
    guard game.ending == nil, let texts = settings.texts, game.moves == texts.course else {
      return nil
    }
    if let move = texts.forbidden { return Phrase("white wins, \(move) is forbidden") }
    guard let result = texts.text("RE")?.uppercased() else { return nil }
    if result.hasPrefix("B+") { return Phrase(result: .black) }
    if result.hasPrefix("W+") { return Phrase(result: .white) }
    return ["0", "DRAW", "D"].contains(result) ? Phrase("a draw") : nil
  }

  /// Returns the parts of the game and of the loaded record that the file's format cannot hold.
  ///
  /// Throws if the suffix of the file is unknown.
  public func losses(forFile path: String) throws(UserError) -> [Phrase] {
    switch try Format(forFile: path) {
    case .sgf: export?.lossesInSGF ?? []
    case .psq: export?.lossesInPSQ ?? []
    case .txt: TextRecord.losses(of: settings.texts, in: game.moves)
    case .html:
      settings.texts.map { $0.root.isEmpty && $0.moves.isEmpty } ?? true
        ? [] : [Phrase("the texts of the record")]
    }
  }

  /// Writes the content of a game into a new file; throws if that is not possible.
  ///
  /// - Parameter overwrites: true to replace an existing plain file or link. Anything else at the
  ///   path, such as a folder, is never replaced.
  static func write(_ content: String, to path: String, overwrites: Bool) throws(UserError) {
    let content = Array(content.utf8)
    let isDone: Bool
    do throws(SystemError) {
      isDone =
        overwrites
        ? try FileSystem.replaceFile(content, at: path)
        : try FileSystem.createFile(content, at: path)
    } catch {
      throw UserError("\(path): cannot be written: \(error)")
    }
    if isDone { return }
    throw overwrites
      ? UserError("\(path): not a plain file")
      : UserError("\(path) is there already: overwrite \(path) replaces it")
  }

  /// Writes an HTML page of the game; replaces an existing file only if that is an earlier page.
  ///
  /// - Returns: false if another file has this path; that file stays as it is.
  public func savePage(to path: String) throws(UserError) -> Bool {
    do throws(SystemError) {
      if let old = try FileSystem.plainContents(of: path, limit: PlayState.largestPage) {
        let text = String(decoding: old, as: UTF8.self)
        guard text.contains("id=\"data\">{\"game\":") else { return false }
      }
    } catch {
      guard error == .notFound else { throw UserError("\(path): cannot be read: \(error)") }
    }
    try PlayState.write(content(forFile: path), to: path, overwrites: true)
    return true
  }

  /// The size in bytes of the beginning of a file in which the mark of an earlier page is sought.
  private static let largestPage = 16 << 20
}

import Basics
import Gomocup
import GomokuRules
import Platform
import Tournament

/// The game in the formats that leave the table.
extension Table {
  /// The game as tournaments keep theirs.
  public var record: GameRecord {
    let black = game.black ?? .first
    var names = [name(of: black), name(of: black.other)]
    // Records tell players apart by their names.
    if names[0] == names[1] { names = ["\(names[0]) (black)", "\(names[1]) (white)"] }
    var record = GameRecord(
      id: 1, schedule: "", opener: names[black == .first ? 0 : 1],
      replier: names[black == .first ? 1 : 0], black: names[0], opening: "-", symmetry: 0,
      openingPlies: 0, moves: game.state.moves,
      winner: game.winner.map { names[$0 == black ? 0 : 1] }, reason: game.endReason)
    record.searches = game.steps.filter { $0.move != nil }.map {
      GameRecord.Search(microseconds: 1000 * $0.milliseconds)
    }
    record.began = settings.began
    return record
  }

  /// The formats in which a game is saved, by the endings of files' names.
  public enum Format: String, CaseIterable, Sendable {
    case sgf, psq, txt, html

    init(forFile path: String) throws(Refusal) {
      let name = path.lowercased()
      guard let format = Format.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) else {
        throw Refusal("\(path): the name has to end in .sgf, .psq, .txt or .html")
      }
      self = format
    }
  }

  /// What a file called `path` is to hold: the ending says in which format.
  public func content(forFile path: String) throws(Refusal) -> String {
    let format = try Format(forFile: path)
    switch format {
    case .html:
      return GamePage(record, game: settings.game, result: game.ending.map(game.text)).html
    case .txt:
      return TextRecord.text(
        of: record, game: settings.game, result: game.ending.map(game.text), texts: settings.texts)
    case .sgf, .psq:
      guard let export else {
        throw Refusal("SGF and psq hold no Liuzhou chess; .txt and .html do")
      }
      return format == .sgf ? export.sgf : export.psq
    }
  }

  private var export: GameExport? {
    GameExport(record, game: settings.game, texts: settings.texts)
  }

  /// How the loaded record ends, while the game stands there and is not over.
  var recordEnd: String? {
    guard game.ending == nil, let texts = settings.texts, game.state.moves == texts.course else {
      return nil
    }
    if let move = texts.forbidden { return "white wins, \(move) is forbidden" }
    guard let result = texts.text("RE")?.uppercased() else { return nil }
    if result.hasPrefix("B+") { return "black wins" }
    if result.hasPrefix("W+") { return "white wins" }
    return ["0", "DRAW", "D"].contains(result) ? "a draw" : nil
  }

  /// What the format of a file cannot hold of the record that the game was loaded from.
  public func losses(forFile path: String) throws(Refusal) -> [String] {
    switch try Format(forFile: path) {
    case .sgf: export?.lossesInSGF ?? []
    case .psq: export?.lossesInPSQ ?? []
    case .txt: TextRecord.losses(of: settings.texts, in: game.state.moves)
    case .html:
      settings.texts.map { $0.root.isEmpty && $0.moves.isEmpty } ?? true
        ? [] : ["the texts of the record"]
    }
  }

  /// Writes the game into a new file.
  ///
  /// - Parameter overwrites: whether a file that is there may be replaced; a link is replaced by the
  ///   file, and nothing but plain files and links is.
  public func save(to path: String, overwrites: Bool) throws(Refusal) {
    let content = Array(try content(forFile: path).utf8)
    let isDone: Bool
    do throws(SystemError) {
      isDone =
        overwrites
        ? try FileSystem.replaceFile(content, at: path)
        : try FileSystem.createFile(content, at: path)
    } catch {
      throw Refusal("\(path): cannot be written: \(error)")
    }
    if isDone { return }
    throw Refusal(
      overwrites
        ? "\(path): not a plain file" : "\(path) is there already: overwrite \(path) replaces it")
  }

  /// Writes the page of the game beside its file.
  ///
  /// - Returns: false, with nothing done, if there is a file that is no such page.
  public func savePage(to path: String) throws(Refusal) -> Bool {
    do throws(SystemError) {
      if let old = try FileSystem.plainContents(of: path, limit: Table.largestPage) {
        let text = String(decoding: old, as: UTF8.self)
        guard text.contains("id=\"data\">{\"game\":") else { return false }
      }
    } catch {
      guard error == .notFound else { throw Refusal("\(path): cannot be read: \(error)") }
    }
    try save(to: path, overwrites: true)
    return true
  }

  /// The most bytes of a page of one game.
  private static let largestPage = 16 << 20
}

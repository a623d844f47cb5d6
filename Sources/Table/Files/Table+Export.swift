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

  /// What a file called `path` is to hold: the ending says in which format.
  public func content(forFile path: String) throws(Refusal) -> String {
    let name = path.lowercased()
    if name.hasSuffix(".html") {
      return GamePage(record, game: settings.game, result: game.ending.map(game.text)).html
    }
    if name.hasSuffix(".txt") {
      return GameFile.text(of: record, game: settings.game, result: game.ending.map(game.text))
    }
    guard name.hasSuffix(".sgf") || name.hasSuffix(".psq") else {
      throw Refusal("\(path): the name has to end in .sgf, .psq, .txt or .html")
    }
    guard let export = GameExport(record, game: settings.game) else {
      throw Refusal("SGF and psq hold no Liuzhou chess; .txt and .html do")
    }
    return name.hasSuffix(".sgf") ? export.sgf : export.psq
  }

  /// Writes the game into a file.
  public func save(to path: String) throws(Refusal) {
    let content = try content(forFile: path)
    do { try FileSystem.write(Array(content.utf8), to: path) } catch {
      throw Refusal("\(path): cannot be written: \(error)")
    }
  }
}

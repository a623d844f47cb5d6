import Basics
import Platform
import PositionStore

/// The games of a file, with notes on what was left out.
public struct RecordFile: Sendable {
  public var format: RecordFormat
  /// The games that are wanted.
  public var games: [GameTree]
  /// The number of each of `games` in the file, from 1.
  public var numbers: [Int]
  /// The number of games in the file, with those that cannot be read.
  public var count: Int
  /// Sentences for the user, in one line each; text from the file in them is escaped.
  public var notes: [Phrase]

  /// The choices and limits of a reading.
  public struct Options: Sendable {
    /// The name of the file, whose suffix may decide on the format (`RecordFormat.init`).
    public var name = ""
    /// The number of the only game that is wanted, from 1; `nil` for all.
    public var number: Int?
    /// The most memory that the games may take, in bytes.
    public var memory = 1 << 30
    /// The signal that ends the reading, if any.
    public var stop: StopSignal?

    public init() {}
  }

  /// The size in bytes above which a game of Piskvork is refused.
  private static let longestList = 1 << 20

  /// Reads a file in any known format, which the bytes and the suffix of its name tell.
  ///
  /// The valid parts of a damaged file are read; `notes` then says what was left out. But a list of
  /// moves with a wrong word is refused, as is a game of Piskvork with a move off the board.
  ///
  /// - Throws: an error if there is no game to return.
  public init(_ raw: [UInt8], _ options: Options = Options()) throws(RecordError) {
    var context = ReadingContext(limit: options.memory, stop: options.stop)
    let found = try RecordFile.read(raw, options, &context)
    format = found.format
    (games, numbers, count) = (found.games.games, found.games.numbers, found.games.count)
    notes = context.notes
    guard !games.isEmpty else {
      if let number = options.number, count > 0, number > count {
        throw count == 1
          ? .whole("there is no game \(number): the file holds one")
          : .whole("there is no game \(number): the file holds \(count)")
      }
      throw .whole("\(notes.first ?? Phrase("there is no game in it"))")
    }
  }

  /// Returns the bytes of a file, which `init` parses.
  ///
  /// - Throws: an error if the file cannot be read, is no plain file, or has more than `limit`
  ///   bytes.
  public static func contents(of path: String, limit: Int) throws(RecordError) -> [UInt8] {
    let contents: [UInt8]?
    do throws(SystemError) {
      contents = try FileSystem.plainContents(of: path, limit: limit + 1)
    } catch {
      throw .whole("cannot be read: \(error)")
    }
    guard let contents else { throw .whole("not a plain file") }
    guard contents.count <= limit else { throw .whole("too large for a record") }
    return contents
  }

  /// The sums of the counts of all games; `depth` is that of the deepest game.
  public var counts: GameTree.Counts {
    games.reduce(into: GameTree.Counts(sideLines: 0)) { sum, game in
      let own = game.counts
      sum.moves += own.moves
      sum.depth = max(sum.depth, own.depth)
      sum.sideLines += own.sideLines
      sum.comments += own.comments
    }
  }

  private static func read(
    _ raw: [UInt8], _ options: Options, _ context: inout ReadingContext
  ) throws(RecordError) -> (format: RecordFormat, games: FoundGames) {
    let content = RecordContent(raw, name: options.name)
    let (format, number) = (content.format, options.number)
    content.notes.forEach { context.remark("\($0)") }
    switch format {
    case .sgf: return (format, try SGFFile.read(content.bytes, number: number, &context))
    case .rif: return (format, try RifFile.read(content.bytes, number: number, &context))
    case .bdt: return (format, try BdtFile.read(content.lines, number: number, &context))
    case .db:
      let games =
        StoredEntries.isDatabase(raw)
        ? try OwnDatabase.read(raw, &context) : try EngineDatabase.read(raw, &context)
      return (format, FoundGames(all: games).only(number))
    case .psq, .rec, .moves, .lib, .pos: break
    }
    if format == .moves {
      return (format, try MoveListFile.read(content.text, number: number, &context))
    }
    guard [.lib, .pos].contains(format) || content.bytes.count <= longestList else {
      throw .whole("too large for a game")
    }
    guard number ?? 1 == 1 else {
      throw .whole("there is no game \(number ?? 1): the file holds one")
    }
    let tree: GameTree
    switch format {
    case .lib: tree = try RenLibFile.read(raw, &context)
    case .pos: tree = try PosFile.read(raw, &context)
    default: tree = try PsqFile.read(content.lines, isRec: format == .rec, &context)
    }
    return (format, FoundGames(all: [tree]))
  }
}

extension RecordFormat {
  /// Recognises the format of a file by its bytes. A file in no other format counts as `moves`.
  ///
  /// - Parameter name: the name of the file. With the suffix `db` or `pos` it decides alone; with
  ///   `lib` it tells an old library, which has no header, from a text.
  public init(of raw: [UInt8], name: String) { self = RecordContent(raw, name: name).format }
}

/// The bytes of a file with their format, converted to UTF-8 if the format is a text.
private struct RecordContent {
  let format: RecordFormat
  let bytes: [UInt8]
  /// Notes on the character encoding, if that is uncertain.
  let notes: [Phrase]

  init(_ raw: [UInt8], name: String) {
    let suffix = name.split(separator: ".").last?.lowercased() ?? ""
    if RenLibFile.isLibrary(raw, isNamed: suffix == "lib") {
      (format, bytes, notes) = (.lib, raw, [])
    } else if suffix == "db" || StoredEntries.isDatabase(raw) || LZ4Frame.isFrame(raw)
      || EngineDatabase.isDatabase(raw)
    {
      (format, bytes, notes) = (.db, raw, [])
    } else if suffix == "pos" || PosFile.isPos(raw) {
      (format, bytes, notes) = (.pos, raw, [])
    } else {
      (bytes, notes) = RecordCode.utf8(raw)
      format = RecordContent.textFormat(bytes)
    }
  }

  private static func textFormat(_ bytes: [UInt8]) -> RecordFormat {
    let start = String(decoding: bytes.prefix(4096), as: UTF8.self)
    let lines = start.split(maxSplits: 3, whereSeparator: \.isNewline)
    // Names of players may look like SGF.
    if PsqFile.isPsq(start) { return .psq }
    if RifFile.isRif(bytes) { return .rif }
    if SGFFile.isSGF(bytes) { return .sgf }
    if BdtFile.isBdt(lines) { return .bdt }
    return PsqFile.isRec(lines) ? .rec : .moves
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var lines: [Substring] { text.split(whereSeparator: \.isNewline) }
}

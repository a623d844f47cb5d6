import Basics
import GomokuRules

/// The reader of RenjuNet's collection of games, an XML file with the suffix `.rif`.
///
/// Tables list the countries, cities, rules, openings, players and tournaments. Each of their
/// entries has an `id`, by which games and other entries refer to it. A game has its moves in
/// `<move>`, with rows counted from below, and a remark in `<info>`. `bresult` is Black's score; an
/// unknown one is kept as it is.
/// There is no published description of the format; this reader follows the files and the programs
/// that read them.
struct RifFile {
  /// The entries of the tables by kind and `id`, as texts.
  private var tables: [String: [String: String]] = [:]
  /// The dates and the places of tournaments, by `id`.
  private var dates: [String: String] = [:]
  private var places: [String: String] = [:]

  private static let kinds: Set<String> = [
    "country", "city", "rule", "opening", "player", "tournament",
  ]

  static func isRif(_ bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    let head = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
    return head.contains("<database") || head.contains("<games") || head.contains("<game ")
  }

  /// Reads the games of a file.
  ///
  /// - Parameter number: the number of the only game that is wanted, from 1; `nil` for all.
  static func read(
    _ bytes: [UInt8], number: Int?, _ context: inout ReadingContext
  ) throws(RecordError) -> FoundGames {
    var file = RifFile()
    // The tables may come after the games that need them.
    try file.readTables(bytes, &context)
    return try file.readGames(bytes, number, &context)
  }

  // MARK: Tables

  private mutating func readTables(
    _ bytes: [UInt8], _ context: inout ReadingContext
  ) throws(RecordError) {
    var scanner = XMLScanner(bytes)
    var last = 0
    while let event = scanner.next() {
      try context.poll(scanner.offset - last)
      last = scanner.offset
      guard case .start(let kind, _, _) = event, RifFile.kinds.contains(kind),
        let id = scanner.attributes["id"]
      else { continue }
      let entry = scanner.attributes
      let names = ["name", "surname"].compactMap { entry[$0] }.filter { !$0.isEmpty }
      var text = names.joined(separator: " ")
      if kind == "opening", let short = entry["abbr"], !short.isEmpty { text += " (\(short))" }
      if kind == "rule", entry["category"] ?? "1" == "1", !text.lowercased().contains("renju") {
        text = "Renju (\(text))"
      }
      try context.take(text.utf8.count + id.utf8.count + 64)
      tables[kind, default: [:]][id] = text
      guard kind == "tournament" else { continue }
      dates[id] = [entry["start"], entry["year"]].compactMap(\.self).first { !$0.isEmpty }
      let parts = [name("city", entry["city"]), name("country", entry["country"])]
      let place = parts.compactMap(\.self).joined(separator: ", ")
      try context.take(place.utf8.count + 128)
      places[id] = place
    }
  }

  private func name(_ kind: String, _ id: String?) -> String? {
    id.flatMap { tables[kind]?[$0] }
  }

  // MARK: Games

  /// A game that is being read.
  private struct OpenGame {
    var tree: GameTree
    /// The offset of its start tag.
    var start: Int
    /// The element `move` or `info` that is open, with its text so far; `nil` outside.
    var field: (name: String, text: String)?
  }

  private func readGames(
    _ bytes: [UInt8], _ number: Int?, _ context: inout ReadingContext
  ) throws(RecordError) -> FoundGames {
    var scanner = XMLScanner(bytes)
    var found = FoundGames()
    var game: OpenGame?
    var last = 0

    /// Keeps a game that has ended.
    func finish(_ context: inout ReadingContext) throws(RecordError) {
      guard var ended = game.take() else { return }
      try finishField(of: &ended, &context)
      found.add(ended.tree, number: found.count)
    }
    func drop(_ context: inout ReadingContext) {
      guard let torn = game.take() else { return }
      context.fault("a game that does not end is left out", at: "byte \(torn.start)")
    }

    while let event = scanner.next() {
      try context.poll(scanner.offset - last)
      last = scanner.offset
      switch event {
      case .start("game", let offset, let isEmpty):
        drop(&context)
        found.count += 1
        guard number ?? found.count == found.count else { continue }
        let tree = try self.game(scanner.attributes, offset, &context)
        game = OpenGame(tree: tree, start: offset)
        if isEmpty { try finish(&context) }
      case .start("br", _, _): game?.field?.text += "\n"
      case .start(let name, _, false) where ["move", "info"].contains(name):
        if game?.field == nil { game?.field = (name, "") }
      case .text(let range), .data(let range):
        guard game?.field != nil else { continue }
        try context.take(range.count)
        let isText = event == .text(range)
        game?.field?.text +=
          isText ? scanner.text(range) : String(decoding: bytes[range], as: UTF8.self)
      case .end("game"): try finish(&context)
      case .end(let name) where name == game?.field?.name:
        if var open = game.take() {
          try finishField(of: &open, &context)
          game = open
        }
      case .start, .end: continue
      }
    }
    drop(&context)
    return found
  }

  /// Puts the text of the open element into the game, if there is one.
  private func finishField(
    of game: inout OpenGame, _ context: inout ReadingContext
  ) throws(RecordError) {
    guard let (name, text) = game.field.take() else { return }
    if name == "info" {
      let comments = [game.tree[GameTree.root].comment, String(text.trimmingBlanks)]
      game.tree[GameTree.root].comment =
        comments.filter { !$0.isEmpty }.joined(separator: "\n")
    } else if game.tree.count == 1 {
      try readMoves(text, into: &game.tree, game.start, &context)
    } else {
      context.fault("a second list of moves is left out", at: "byte \(game.start)")
    }
  }

  /// Creates a game without its moves from the attributes of its tag.
  private func game(
    _ entry: [String: String], _ start: Int, _ context: inout ReadingContext
  ) throws(RecordError) -> GameTree {
    var tree = GameTree(.gomoku(.standard))
    let tournament = entry["tournament"]
    for (key, kind) in [
      ("black", "player"), ("white", "player"), ("publisher", "player"), ("rule", "rule"),
      ("tournament", "tournament"), ("opening", "opening"),
    ] {
      guard let id = entry[key], !id.isEmpty, name(kind, id) == nil else { continue }
      context.fault("an id that is in no table is left out", at: "byte \(start), \(key)")
    }
    let results = ["1": "B+", "0": "W+", "0.5": "0"]
    var remarks: [String] = []
    for (key, words) in [("alt", "alternatives"), ("swap", "swaps")] {
      if let text = entry[key], !text.isEmpty { remarks.append("\(words) \(text)") }
    }
    for (key, words) in [("btime", "Black's minutes"), ("wtime", "White's minutes")] {
      if let text = entry[key], !text.isEmpty { remarks.append("\(words) \(text)") }
    }
    let fields: [(GameInfo, String?)] = [
      (.black, name("player", entry["black"])), (.white, name("player", entry["white"])),
      (.rule, name("rule", entry["rule"])), (.result, entry["bresult"].map { results[$0] ?? $0 }),
      (.gameName, entry["id"].map { "RenjuNet \($0)" }),
      (.event, name("tournament", tournament)), (.round, entry["round"]),
      (.date, tournament.flatMap { dates[$0] }), (.place, tournament.flatMap { places[$0] }),
      (.opening, name("opening", entry["opening"])),
      (.user, name("player", entry["publisher"])),
      (.gameComment, remarks.joined(separator: "; ")),
    ]
    try context.take(1_000)
    for (info, text) in fields {
      guard let text, !text.isEmpty else { continue }
      try context.take(text.utf8.count)
      tree.info[info] = text
    }
    return tree
  }

  /// Adds the moves of a game, up to the first word that is no point of the board.
  private func readMoves(
    _ text: String, into tree: inout GameTree, _ start: Int, _ context: inout ReadingContext
  ) throws(RecordError) {
    var (last, color) = (GameTree.root, Color.black)
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard let named = Point(word), BoardSize.standard.contains(named) else {
        context.fault(
          "a word that is no point is left out, with all that follows it",
          at: "byte \(start), \(word.prefix(20).shown)")
        return
      }
      try context.take(GameTree.nodeCost)
      let point = Point(x: named.x, y: BoardSize.standard.height - 1 - named.y)
      last = tree.add(TreeMove(color, .stone(point)), to: last)
      color = color.opponent
    }
  }
}

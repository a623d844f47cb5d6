import Gomoku

/// What the referee says to an engine, and how it reads the answers: the protocol's grammar as far
/// as a match needs it.
enum EngineDialogue {
  /// A line from an engine, understood.
  enum Reply: Equatable {
    case ok
    /// A move in the game's notation.
    case move(String)
    /// Several points at once, or `SWAP`: answers of the swap2 opening.
    case points([String])
    case swap
    /// `ERROR …` or `UNKNOWN …`: the engine will not do it.
    case refusal(String)
    /// Talk: search output, an empty line.
    case chatter(SearchNote)
    case nonsense(String)
  }

  /// What an engine said about its search.
  struct SearchNote: Equatable {
    var depth: Int?
    var nodes: Int?
    var score: String?
  }

  // MARK: Speaking

  static func start(_ game: GameKind) -> String {
    switch game {
    case .gomoku(_, let size):
      size.width == size.height ? "START \(size.width)" : "RECTSTART \(size.width),\(size.height)"
    case .liuzhou(let rules): "START liuzhou \(rules)"
    }
  }

  /// The `INFO` lines that follow `START`.
  static func settings(_ engine: EngineConfig, game: GameKind) -> [String] {
    let limits = engine.limits
    // An engine that was told no time limit falls back on one of its own.
    let turn = limits.turn ?? (limits.match == nil ? limits.stall : nil)
    var lines: [String] = []
    switch game {
    case .gomoku(let variant, _): lines.append("INFO rule \(variant.gomocupCode)")
    case .liuzhou: break
    }
    lines += turn.map { ["INFO timeout_turn \($0)"] } ?? []
    lines.append("INFO timeout_match \(limits.match ?? 0)")
    lines.append("INFO max_memory \(limits.memory ?? 0)")
    lines.append("INFO game_type 1")
    lines += limits.increment > 0 ? ["INFO time_increment \(limits.increment)"] : []
    lines += limits.nodes.map { ["INFO max_node \($0)"] } ?? []
    lines += limits.depth.map { ["INFO max_depth \($0)"] } ?? []
    lines += engine.options.map { "INFO \($0.key) \($0.value)" }
    return lines
  }

  /// Milliseconds left for the game; without a match limit, the protocol's word for "unlimited".
  static func timeLeft(_ milliseconds: Int?) -> String {
    "INFO time_left \(milliseconds ?? 2_147_483_647)"
  }

  /// Asks for a move: `BEGIN` on the empty board, `TURN` after one new move, `BOARD` otherwise.
  ///
  /// - Parameter isInformed: whether the engine knows all moves but the last. In Liuzhou chess a
  ///   player can have two turns in a row, and then both engines need the whole `BOARD`.
  static func request(
    game: GameKind, moves: [String], for side: Side, isInformed: Bool
  ) -> [String] {
    if isInformed, let last = moves.last { return ["TURN \(wire(last, game))"] }
    if moves.isEmpty { return ["BEGIN"] }
    switch game {
    case .gomoku:
      let stones = moves.enumerated().map { index, move in
        "\(wire(move, game)),\(index % 2 == side.rawValue ? 1 : 2)"
      }
      return ["BOARD"] + stones + ["DONE"]
    case .liuzhou: return ["BOARD"] + moves + ["DONE"]
    }
  }

  /// The question of the swap2 opening: the stones so far.
  static func swap2(_ moves: [String], game: GameKind) -> [String] {
    ["SWAP2BOARD"] + moves.map { wire($0, game) } + ["DONE"]
  }

  /// A move as it is sent: gomoku's points as `x,y`.
  static func wire(_ move: String, _ game: GameKind) -> String {
    switch game {
    case .gomoku: Point(move).map { "\($0.x),\($0.y)" } ?? move
    case .liuzhou: move
    }
  }

  // MARK: Listening

  static func read(_ line: String, game: GameKind) -> Reply {
    let text = line.trimmingSpaces
    let word = text.prefix { !$0.isWhitespace }.uppercased()
    switch word {
    case "", "MESSAGE", "DEBUG", "INFO": return .chatter(note(in: text))
    case "OK": return text.count == 2 ? .ok : .nonsense(text)
    case "ERROR", "UNKNOWN": return .refusal(text)
    case "SWAP": return .swap
    default: break
    }
    switch game {
    case .gomoku:
      if let move = point(text) { return .move(move) }
      let moves = text.split(separator: " ").map { point(String($0)) }
      let points = moves.compactMap { $0 }
      return points.count == moves.count && points.count > 1 ? .points(points) : .nonsense(text)
    case .liuzhou: return LiuzhouTurns.normalized(text).map(Reply.move) ?? .nonsense(text)
    }
  }

  /// Reads `x,y`, spaces allowed, as a point of the largest board.
  private static func point(_ text: String) -> String? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let x = coordinate(parts[0]), let y = coordinate(parts[1]) else {
      return nil
    }
    return Point(x: x, y: y).description
  }

  private static func coordinate(_ text: Substring) -> Int? {
    let digits = String(text).trimmingSpaces
    guard 1...3 ~= digits.utf8.count, digits.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
    return Int(digits).flatMap { $0 < 26 ? $0 : nil }
  }

  /// Finds depth, nodes and score in search output of the common forms:
  /// `depth 5-8 ev 123 n 1500K …`, `Depth 5-8 | Eval 123 | …`.
  private static func note(in text: String) -> SearchNote {
    var note = SearchNote()
    let words = text.split { $0.isWhitespace || $0 == "|" || $0 == ":" || $0 == "=" }
    for (key, value) in zip(words, words.dropFirst()) {
      switch key.lowercased() {
      case "depth", "dep": note.depth = Int(value.prefix { $0.isNumber }) ?? note.depth
      case "ev", "eval", "value", "score", "sc": note.score = score(value) ?? note.score
      case "n", "nodes", "nd", "node": note.nodes = count(value) ?? note.nodes
      default: break
      }
    }
    return note
  }

  /// A score: a number, or a proven result as `+M5`.
  private static func score(_ text: Substring) -> String? {
    let sign = text.prefix { $0 == "+" || $0 == "-" }
    let digits = text.dropFirst(sign.count).prefix { $0.isNumber || $0 == "M" }
    return sign.count < 2 && 1...8 ~= digits.count ? String(sign + digits) : nil
  }

  /// A number with an optional K, M or G.
  private static func count(_ text: Substring) -> Int? {
    let units: [Character: Double] = ["K": 1e3, "M": 1e6, "G": 1e9]
    guard let last = text.last else { return nil }
    guard let unit = units[Character(last.uppercased())] else { return Int(text) }
    return Double(text.dropLast()).flatMap { Int(exactly: ($0 * unit).rounded()) }
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}

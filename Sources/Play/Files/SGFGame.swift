import Basics
import Gomocup
import GomokuRules
import Match

/// A game of gomoku built from the main line of an SGF tree. `GameExport` writes SGF.
struct SGFGame {
  private var size: BoardSize?
  private var rule: String?
  private var moves: [GomokuRules.Point] = []
  /// Stones set up before the first move, of Black and of White.
  private var setUp: [[GomokuRules.Point]] = [[], []]
  private var texts = RecordTexts(course: [])
  private var notes: [String] = []
  /// The move number of the first pass, and the number of moves after it.
  ///
  /// The game ends before the pass, because this program cannot play one.
  private var pass: (number: Int, lost: Int)?

  /// The properties that are not kept as texts: moves, settings, and those that saving writes anew.
  private static let own: Set<String> = ["FF", "GM", "CA", "SZ", "RU", "AP", "ST", "PL", "B", "W"]
  /// The properties that describe the whole game, in whichever node they are found.
  private static let ofGame: Set<String> = [
    "AN", "BR", "BT", "CP", "DT", "EV", "GC", "GN", "HA", "KM", "ON", "OT", "PB", "PC", "PW", "RE",
    "RO", "SO", "TM", "US", "WR", "WT",
  ]
  private static let setUpNames = ["AB", "AW", "AE"]
  /// The largest number of values in one list of set-up stones; each value may be a rectangle.
  private static let mostSetUp = 2_000
  /// The most bytes of comments and other texts that are kept; longer texts are dropped.
  private static let mostText = 1 << 20

  /// Builds the game of a tree; the file has `count` games.
  static func loaded(
    _ tree: SGFReader.Tree, count: Int, _ wanted: GameFile.Wanted
  ) throws(UserError) -> LoadedGame {
    var game = SGFGame()
    if count > 1 { game.notes.append("game \(wanted.number) of \(count)") }
    if tree.sideLines > 0 {
      let lines = tree.sideLines == 1 ? "a side line" : "\(tree.sideLines) side lines"
      game.notes.append("the main line of a tree with \(lines)")
    }
    for (index, node) in tree.nodes.enumerated() { try game.take(node, isRoot: index == 0) }
    if !tree.strangers.isEmpty {
      game.notes.append("skipped: \(tree.strangers.joined(separator: ", "))")
    }
    return try game.finished(wanted)
  }

  // MARK: Nodes

  /// Takes the settings, set-up stones, moves and texts of a node.
  private mutating func take(_ node: [RecordTexts.Property], isRoot: Bool) throws(UserError) {
    for property in node {
      let value = property.values[0]
      switch property.name {
      case "GM": noteGame(RecordTexts.unescaped(value))
      case "SZ": try noteSize(value)
      case "RU": rule = RecordTexts.unescaped(value)
      default: continue
      }
    }
    for name in SGFGame.setUpNames {
      if let property = node.first(where: { $0.name == name }) { try setUp(name, property.values) }
    }
    let before = moves.count
    for property in node where property.name == "B" || property.name == "W" {
      try move(property.name, RecordTexts.unescaped(property.values[0]))
    }
    // The texts of a node without a move concern the position before it.
    let number = isRoot && before == moves.count ? 0 : stones + moves.count
    for property in node
    where !SGFGame.own.contains(property.name) && !SGFGame.setUpNames.contains(property.name) {
      keep(property, of: SGFGame.ofGame.contains(property.name) ? 0 : number)
    }
  }

  /// Keeps a property of the move with this number, or of the game if the number is 0.
  ///
  /// If a property occurs again, its first value counts.
  private mutating func keep(_ property: RecordTexts.Property, of number: Int) {
    let known = number == 0 ? texts.root : texts.moves[number] ?? []
    guard number == 0 || pass == nil, known.count < SGFReader.mostProperties,
      !known.contains(where: { $0.name == property.name })
    else { return }
    if number == 0 {
      texts.root.append(property)
    } else {
      texts.moves[number] = known + [property]
    }
  }

  /// The number of set-up stones.
  private var stones: Int { setUp[0].count + setUp[1].count }
  /// True if the set-up stones could have been played in turn, with Black first.
  private var isBalanced: Bool { 0...1 ~= setUp[0].count - setUp[1].count }

  private mutating func noteGame(_ value: String) {
    let number = value.filter { !$0.isWhitespace }
    guard number != "4" else { return }
    notes.append("GM[\(value.prefix(9))] says another game; the moves are read as gomoku's")
  }

  private mutating func noteSize(_ value: String) throws(UserError) {
    let sides = value.split(separator: ":").map { Int($0) ?? 0 }
    guard 1...2 ~= sides.count, size == nil || moves.isEmpty,
      let size = BoardSize(width: sides[0], height: sides[sides.count - 1])
    else {
      throw UserError("SGF: SZ[\(value.prefix(9))] is no size of a board, \(BoardSize.sidesText)")
    }
    self.size = size
  }

  // MARK: Stones

  /// Adds the move of the property `name` (`B` or `W`): a point or a pass in SGF's form.
  private mutating func move(_ name: String, _ value: String) throws(UserError) {
    if let pass {
      self.pass = (pass.number, pass.lost + 1)
      return
    }
    let text = value.filter { !$0.isWhitespace }
    let first = (stones + moves.count).isMultiple(of: 2) ? "B" : "W"
    // Set-up stones count as moves only if they could have been played in turn, up to this move.
    if moves.isEmpty, stones > 0, !isBalanced || name != first { dropSetUp() }
    let number = stones + moves.count + 1
    if text.isEmpty || text == "tt" && (size?.width ?? 15) <= 19 {
      pass = (number, 0)
      return
    }
    guard name == (number.isMultiple(of: 2) ? "W" : "B") else {
      throw UserError("SGF: move \(number) is \(name)[\(value.prefix(9))], out of turn")
    }
    guard let point = point(text) else {
      throw UserError("SGF: \(name)[\(value.prefix(9))] is no point of the board")
    }
    moves.append(point)
  }

  /// Parses a point: `aa` from the top left, as SGF defines, or `h8`, which some programs write.
  private func point(_ text: String) -> GomokuRules.Point? {
    let letters = text.lowercased().utf8.map { Int($0) - Int(UInt8(ascii: "a")) }
    let point: GomokuRules.Point
    if letters.count == 2, letters.allSatisfy({ 0..<BoardSize.largestSide ~= $0 }) {
      point = GomokuRules.Point(x: letters[0], y: letters[1])
    } else if let named = GomokuRules.Point(text) {
      point = named
    } else {
      return nil
    }
    guard let size else { return point }
    return size.contains(point) ? point : nil
  }

  /// Adds or removes set-up stones; a value is a point or the corners of a rectangle.
  private mutating func setUp(_ name: String, _ values: [String]) throws(UserError) {
    guard values.count <= SGFGame.mostSetUp else {
      throw UserError("SGF: \(name) has more values than the board has points")
    }
    var points: [GomokuRules.Point] = []
    var known = Set<GomokuRules.Point>()
    for value in values {
      let ends = value.split(separator: ":").map { point(String($0.filter { !$0.isWhitespace })) }
      guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1],
        first.x <= last.x, first.y <= last.y
      else { throw UserError("SGF: \(name)[\(value.prefix(9))] is no point of the board") }
      for y in first.y...last.y {
        for x in first.x...last.x {
          let point = GomokuRules.Point(x: x, y: y)
          if known.insert(point).inserted { points.append(point) }
        }
      }
    }
    guard moves.isEmpty else {
      notes.append("stones set up behind move \(moves.count) (\(name)) are left out")
      return
    }
    for side in 0...1 { setUp[side].removeAll(where: known.contains) }
    if name == "AB" { setUp[0] += points }
    if name == "AW" { setUp[1] += points }
  }

  /// Drops the set-up stones, and the texts whose move numbers counted them.
  private mutating func dropSetUp() {
    notes.append("\(stones) stones set up (AB, AW) are no moves in turn and left out")
    setUp = [[], []]
    texts.moves = [:]
  }

  // MARK: The game

  /// Returns the game with the set-up stones as its first moves, and with a note on each loss.
  private mutating func finished(_ wanted: GameFile.Wanted) throws(UserError) -> LoadedGame {
    var all = moves
    if stones > 0 {
      if isBalanced {
        notes.append("\(stones) stones set up (AB, AW) are moves 1 to \(stones), in any order")
        let turns = (0..<stones).map { setUp[$0 % 2][$0 / 2] }
        all = turns + moves
      } else {
        dropSetUp()
      }
    }
    if let pass {
      let rest = pass.lost == 0 ? "" : "; the \(pass.lost) moves behind it are left out"
      notes.append("move \(pass.number) is a pass, which the board here has not\(rest)")
    }
    if texts.root.count + texts.moves.count > 0, textLength > SGFGame.mostText {
      notes.append("the texts are longer than \(SGFGame.mostText) bytes and left out")
      (texts.root, texts.moves) = ([], [:])
    }
    let board = try GameFile.board(size, of: all, wanted, &notes)
    let variant = GameFile.variant(rule, wanted, &notes)
    return LoadedGame(
      game: .gomoku(variant, board), moves: all.map(Move.point), texts: texts, notes: notes)
  }

  /// The size of all texts, in bytes.
  private var textLength: Int {
    (texts.root + texts.moves.values.joined()).reduce(0) { total, property in
      total + property.values.reduce(property.name.utf8.count) { $0 + $1.utf8.count + 2 }
    }
  }
}

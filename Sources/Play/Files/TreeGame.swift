import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Match
import Records

/// A game built from the main line of a record's tree, with notes on what it leaves out.
struct TreeGame {
  private let tree: GameTree
  private var moves: [GomokuRules.Point] = []
  /// Stones set up before the first move, of Black and of White.
  private var setUp: [[GomokuRules.Point]] = [[], []]
  private var texts = RecordTexts(course: [])
  private var notes: [String] = []
  /// The move number of the first pass, and the number of moves after it.
  ///
  /// The game ends before the pass, because this program cannot play one.
  private var pass: (number: Int, lost: Int)?

  /// The most bytes of comments and other texts that are kept; longer texts are dropped.
  private static let mostText = 1 << 20
  /// The largest number of properties of a move; further ones are left out.
  private static let mostProperties = 200
  /// The properties that saving writes anew.
  private static let own: Set<String> = ["AP", "ST"]

  /// Builds the game of a file's first game that was read.
  static func loaded(
    _ file: RecordFile, _ wanted: GameFile.Wanted
  ) throws(UserError) -> LoadedGame {
    var game = TreeGame(file.games[0])
    if file.count > 1 { game.notes.append("game \(wanted.number) of \(file.count)") }
    let sideLines = game.tree.counts.sideLines
    if sideLines > 0 {
      let lines = sideLines == 1 ? "a side line" : "\(sideLines) side lines"
      game.notes.append("the main line of a tree with \(lines)")
    }
    game.notes += file.notes
    for info in GameInfo.allCases where info != .rule {
      if let text = game.tree.info[info] { game.texts.set(info.rawValue, text) }
    }
    switch game.tree.game {
    case .gomoku(let size): return try game.gomoku(size, file.format, wanted)
    case .liuzhou: return try game.liuzhou(wanted)
    }
  }

  private init(_ tree: GameTree) { self.tree = tree }

  // MARK: Nodes

  /// Takes the stones, the move and the texts of a node of a gomoku game.
  private mutating func take(_ node: Int) throws(UserError) {
    let content = tree.hasTexts(node) ? tree[node] : NodeTexts()
    setUp(content.setUp)
    let move = tree.move(node)
    if let move { try play(move) }
    // The texts of a node without a move concern the position before it.
    let number = node == GameTree.root ? 0 : stones + moves.count
    guard number == 0 || pass == nil else { return }
    keep(content, of: number)
  }

  /// Keeps the texts of the move with this number, or of the game if the number is 0.
  private mutating func keep(_ content: NodeTexts, of number: Int) {
    for property in SGFWriter.properties(of: content) where !TreeGame.own.contains(property.name) {
      let known = number == 0 ? texts.root : texts.moves[number] ?? []
      guard known.count < TreeGame.mostProperties,
        !known.contains(where: { $0.name == property.name })
      else { continue }
      let kept = RecordTexts.Property(property.name, property.values)
      if number == 0 { texts.root.append(kept) } else { texts.moves[number] = known + [kept] }
    }
  }

  /// The number of set-up stones.
  private var stones: Int { setUp[0].count + setUp[1].count }
  /// True if the set-up stones could have been played in turn, with Black first.
  private var isBalanced: Bool { 0...1 ~= setUp[0].count - setUp[1].count }

  private mutating func play(_ move: TreeMove) throws(UserError) {
    if let pass {
      self.pass = (pass.number, pass.lost + 1)
      return
    }
    // Set-up stones count as moves only if they could have been played in turn, up to this move.
    if moves.isEmpty, stones > 0, !isBalanced || move.color.index != stones % 2 { dropSetUp() }
    let number = stones + moves.count + 1
    guard let point = move.point else {
      pass = (number, 0)
      return
    }
    guard move.color.index != number % 2 else {
      throw UserError("move \(number) is \(move.color)'s \(move), out of turn")
    }
    moves.append(point)
  }

  /// Adds or removes set-up stones.
  private mutating func setUp(_ stones: SetUp) {
    guard !stones.stones.isEmpty else { return }
    guard moves.isEmpty else {
      notes.append("stones set up behind move \(moves.count) are left out")
      return
    }
    let known = Set(stones.stones.map(\.point))
    for side in 0...1 { setUp[side].removeAll(where: known.contains) }
    for stone in stones.stones {
      if let color = stone.color { setUp[color.index].append(stone.point) }
    }
  }

  /// Drops the set-up stones, and the texts whose move numbers counted them.
  private mutating func dropSetUp() {
    notes.append("\(stones) stones set up (AB, AW) are no moves in turn and left out")
    setUp = [[], []]
    texts.moves = [:]
  }

  // MARK: The game

  /// Returns the game with the set-up stones as its first moves, and with a note on each loss.
  private mutating func gomoku(
    _ size: BoardSize?, _ format: RecordFormat, _ wanted: GameFile.Wanted
  ) throws(UserError) -> LoadedGame {
    for node in tree.mainLine { try take(node) }
    var all = moves
    if stones > 0 {
      if isBalanced {
        notes.append("\(stones) stones set up (AB, AW) are moves 1 to \(stones), in any order")
        all = (0..<stones).map { setUp[$0 % 2][$0 / 2] } + moves
      } else {
        dropSetUp()
      }
    }
    if let pass {
      let rest = pass.lost == 0 ? "" : "; the \(pass.lost) moves behind it are left out"
      notes.append("move \(pass.number) is a pass, which the board here has not\(rest)")
    }
    dropLongTexts()
    let board = try GameFile.board(size, of: all, wanted, &notes)
    // Earlier versions of this program wrote the reason of the end in place of a psq's rule.
    let rule = tree.info[.rule].flatMap { EndReason(rawValue: $0) == nil ? $0 : nil }
    let variant = GameFile.variant(rule, wanted, &notes)
    if format == .psq, rule == nil, wanted.variant == nil {
      notes.append("the psq names no rule: \(variant) is played")
    }
    return LoadedGame(
      game: .gomoku(variant, board), moves: all.map(Move.point), texts: texts, notes: notes)
  }

  /// Returns the game of Liuzhou chess (六洲棋).
  private mutating func liuzhou(_ wanted: GameFile.Wanted) throws(UserError) -> LoadedGame {
    var turns: [Move] = []
    for node in tree.mainLine {
      if case .turn(let turn) = tree.move(node)?.action { turns.append(.turn(turn)) }
      let content = tree.hasTexts(node) ? tree[node] : NodeTexts()
      guard !content.kept.contains(where: { $0.name == "XP" }) else {
        throw UserError("the record begins with a position (XP), which arena play has not")
      }
      keep(content, of: node == GameTree.root ? 0 : turns.count)
    }
    dropLongTexts()
    let rules: RuleSet
    if let given = wanted.liuzhou {
      rules = given
    } else {
      do throws(RuleSetError) { rules = try RuleSet(recordName: tree.info[.rule] ?? "") } catch {
        throw UserError(error.description)
      }
    }
    return LoadedGame(game: .liuzhou(rules), moves: turns, texts: texts, notes: notes)
  }

  private mutating func dropLongTexts() {
    let length = (texts.root + texts.moves.values.joined()).reduce(0) { total, property in
      total + property.values.reduce(property.name.utf8.count) { $0 + $1.utf8.count + 2 }
    }
    guard length > TreeGame.mostText else { return }
    notes.append("the texts are longer than \(TreeGame.mostText) bytes and left out")
    (texts.root, texts.moves) = ([], [:])
  }
}

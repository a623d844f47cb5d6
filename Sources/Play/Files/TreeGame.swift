import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Match
import Records

/// A game built from one line of a record's tree, with notes on the parts that are left out.
struct TreeGame {
  private let tree: GameTree
  /// The nodes of the line, from the root on.
  private let line: [Int]
  private var moves: [GomokuRules.Point] = []
  /// Stones set up before the first move, of Black and of White.
  private var setUp: [[GomokuRules.Point]] = [[], []]
  /// The colour of the first move. Before that move is read, it is the side to move that the record
  /// names.
  private var firstSide: Color?
  private var texts = RecordTexts(course: [])
  private var notes: [Phrase] = []
  /// The move number of the first pass, and the number of moves after it.
  ///
  /// The game ends before the pass, because this program cannot play one.
  private var pass: (number: Int, lost: Int)?

  /// The limit on all comments and other texts of a game together, in bytes. If they are larger,
  /// all of them are left out.
  private static let mostText = 1 << 20
  /// The largest number of properties of a move, or of the whole game; further ones are left out.
  private static let mostProperties = 200
  /// The SGF properties not kept as texts: the program that wrote the file, its display style, and
  /// the position in which the game begins.
  private static let own: Set<String> = ["AP", "ST", "XP"]

  /// Builds the game from the first of the file's games that were read.
  ///
  /// Throws if the line that is wanted does not exist, or if the game cannot be played here.
  static func loaded(
    _ file: RecordFile, _ wanted: GameFile.Wanted
  ) throws(UserError) -> LoadedGame {
    let tree = file.games[0]
    let leaves = tree.leaves
    let sideLines = leaves.count - 1
    guard wanted.line <= leaves.count else {
      throw UserError(phrase: noLine(wanted.line, of: leaves.count))
    }
    let end = leaves[wanted.line - 1]
    let line = Array(sequence(first: end) { tree.parent($0) }.reversed())
    var game = TreeGame(tree, line)
    if file.count > 1 { game.notes.append(Phrase("game \(wanted.number) of \(file.count)")) }
    if wanted.line > 1 {
      game.notes.append(Phrase("line \(wanted.line) of a tree with \(sideLines + 1)"))
    } else if sideLines > 0 {
      game.notes.append(
        sideLines == 1
          ? Phrase("the main line of a tree with a side line")
          : Phrase("the main line of a tree with \(sideLines) side lines"))
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

  private init(_ tree: GameTree, _ line: [Int]) { (self.tree, self.line) = (tree, line) }

  static func noLine(_ number: Int, of count: Int) -> Phrase {
    count == 1
      ? Phrase("there is no line \(number): the record has one")
      : Phrase("there is no line \(number): the record has \(count)")
  }

  // MARK: Nodes

  /// Takes over the stones, the move and the texts of one node in the tree of a gomoku game.
  private mutating func take(_ node: Int) throws(UserError) {
    let content = tree.hasTexts(node) ? tree[node] : NodeTexts()
    setUp(content.setUp)
    let move = tree.move(node)
    if let move { try play(move) }
    // The texts of a node without a move concern the position before it.
    let number = node == GameTree.root ? 0 : moves.count
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

  private mutating func play(_ move: TreeMove) throws(UserError) {
    if let pass {
      self.pass = (pass.number, pass.lost + 1)
      return
    }
    let number = moves.count + 1
    guard let point = move.point else {
      pass = (number, 0)
      return
    }
    if moves.isEmpty { firstSide = move.color }
    let first = firstSide ?? .black
    guard move.color == (number % 2 == 1 ? first : first.opponent) else {
      throw UserError("move \(number) is \(move.color)'s \(point), out of turn")
    }
    moves.append(point)
  }

  /// True if the game begins in a position that the record sets up.
  private var isSetUp: Bool { !setUp[0].isEmpty || !setUp[1].isEmpty || firstSide == .white }

  /// Adds or removes set-up stones, and takes over the side to move.
  ///
  /// Stones set up after the first move are left out, with a note.
  private mutating func setUp(_ stones: SetUp) {
    if moves.isEmpty, let side = stones.sideToMove { firstSide = side }
    guard !stones.stones.isEmpty else { return }
    guard moves.isEmpty else {
      notes.append(Phrase("stones set up behind move \(moves.count) are left out"))
      return
    }
    let known = Set(stones.stones.map(\.point))
    for side in 0...1 { setUp[side].removeAll(where: known.contains) }
    for stone in stones.stones {
      if let color = stone.color { setUp[color.index].append(stone.point) }
    }
  }

  // MARK: The game

  /// Returns the game of gomoku, with a note on each part of the record that is lost.
  private mutating func gomoku(
    _ size: BoardSize?, _ format: RecordFormat, _ wanted: GameFile.Wanted
  ) throws(UserError) -> LoadedGame {
    for node in line { try take(node) }
    if let pass {
      let note = Phrase("move \(pass.number) is a pass, which the board here has not")
      notes.append(
        pass.lost == 0 ? note : Phrase("\(note); the \(pass.lost) moves behind it are left out"))
    }
    dropLongTexts()
    let board = try GameFile.board(size, of: setUp[0] + setUp[1] + moves, wanted, &notes)
    // Earlier versions of this program wrote the reason for the game's end where psq has the rule.
    let rule = tree.info[.rule].flatMap { EndReason(rawValue: $0) == nil ? $0 : nil }
    let variant = GameFile.variant(rule, wanted, &notes)
    if format == .psq, rule == nil, wanted.variant == nil {
      notes.append(Phrase("the psq names no rule: \(variant) is played"))
    }
    var origin: GameOrigin?
    if isSetUp {
      let side = firstSide ?? (setUp[0].count > setUp[1].count ? .white : .black)
      do {
        origin = try GameOrigin(
          black: setUp[0], white: setUp[1], sideToMove: side, variant: variant, size: board)
      } catch {
        throw UserError(phrase: Phrase(error))
      }
      notes.append(Phrase("\(setUp[0].count + setUp[1].count) stones set up, \(side) to move"))
    }
    return LoadedGame(
      game: .gomoku(variant, board), origin: origin, moves: moves.map(Move.point), texts: texts,
      notes: notes)
  }

  /// Returns the game of Liuzhou chess (六洲棋).
  private mutating func liuzhou(_ wanted: GameFile.Wanted) throws(UserError) -> LoadedGame {
    var turns: [Move] = []
    // The value of `XP`, our own SGF property for the position in which the game begins.
    var position: String?
    for node in line {
      if case .turn(let turn) = tree.move(node)?.action { turns.append(.turn(turn)) }
      let content = tree.hasTexts(node) ? tree[node] : NodeTexts()
      if turns.isEmpty, let kept = content.kept.first(where: { $0.name == "XP" }) {
        position = kept.values.first.map(RecordTexts.unescaped)
      }
      keep(content, of: node == GameTree.root ? 0 : turns.count)
    }
    dropLongTexts()
    let rules: RuleSet
    if let given = wanted.liuzhou {
      rules = given
    } else {
      do throws(RuleSetError) { rules = try RuleSet(recordName: tree.info[.rule] ?? "") } catch {
        throw UserError(phrase: Phrase(error))
      }
    }
    let game = GameKind.liuzhou(rules)
    var origin: GameOrigin?
    if let position {
      do { origin = try GameOrigin(position, in: game) } catch {
        throw UserError(phrase: Phrase(error))
      }
      notes.append(Phrase("the position \(position) is set up"))
    }
    return LoadedGame(game: game, origin: origin, moves: turns, texts: texts, notes: notes)
  }

  private mutating func dropLongTexts() {
    let length = (texts.root + texts.moves.values.joined()).reduce(0) { total, property in
      total + property.values.reduce(property.name.utf8.count) { $0 + $1.utf8.count + 2 }
    }
    guard length > TreeGame.mostText else { return }
    notes.append(Phrase("the texts are longer than \(TreeGame.mostText) bytes and left out"))
    (texts.root, texts.moves) = ([], [:])
  }
}

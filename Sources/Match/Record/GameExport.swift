import Basics
import Gomocup
import GomokuRules
import Records

/// A game in the formats that other programs read.
public struct GameExport {
  private let record: GameRecord
  private let size: BoardSize
  private let variant: Variant
  private let points: [Point]
  private let texts: RecordTexts?
  /// The number of moves from the start that the game shares with the record it was loaded from.
  private let agreed: Int

  /// Creates an export; `nil` for Liuzhou chess (六洲棋), which these formats cannot represent.
  ///
  /// - Parameter texts: the texts of the record from which the game was loaded, if it was loaded.
  public init?(_ record: GameRecord, game: GameKind, texts: RecordTexts? = nil) {
    guard case .gomoku(let variant, let size) = game else { return nil }
    var points: [Point] = []
    for move in record.moves {
      guard case .point(let point) = move else { return nil }
      points.append(point)
    }
    (self.record, self.size, self.variant, self.points) = (record, size, variant, points)
    self.texts = texts
    agreed = texts?.agreement(with: record.moves) ?? 0
  }

  /// Returns the time of the move at `index`, in milliseconds.
  ///
  /// Returns `nil` for moves of the opening or the loaded record, and for moves without a search.
  private func milliseconds(_ index: Int) -> Int? {
    index < agreed ? nil : record.search(forPly: index).map { $0.microseconds / 1000 }
  }

  /// True if the game begins with all moves of the loaded record; false if none was loaded.
  private var isWholeRecord: Bool { texts.map { agreed == $0.course.count } ?? false }

  /// The forbidden move that ends the loaded record, if this game has just the moves before it.
  private var forbidden: Point? {
    guard isWholeRecord, points.count == agreed, case .point(let point)? = texts?.forbidden else {
      return nil
    }
    return point
  }

  /// The names of Black and White, from the loaded record if it has them.
  private var names: (black: String, white: String) {
    (texts?.text("PB") ?? record.black, texts?.text("PW") ?? record.white)
  }

  // MARK: SGF

  /// The game as SGF (FF[4], GM[4]).
  ///
  /// Moves from a loaded record keep its properties. The comment of another move is its time, or
  /// `opening` if it has none.
  public var sgf: String {
    var (tree, nodes) = line
    tree[GameTree.root].kept = [KeptProperty("RU", [variant.rawValue])] + heading
    for (index, node) in nodes.enumerated() {
      tree[node].kept = index < points.count ? remarks(index) : texts?.moves[index + 1] ?? []
    }
    return String(decoding: SGFWriter.bytes(of: tree), as: UTF8.self)
  }

  /// The set-up position and the moves as a tree, with the node of each move.
  ///
  /// The last node is the property `forbidden`, if it has a value.
  private var line: (tree: GameTree, nodes: [Int]) {
    var (tree, nodes) = (GameTree(.gomoku(size)), [Int]())
    var color = Color.black
    if case .gomoku(let position)? = record.origin?.state {
      color = position.sideToMove
      tree[GameTree.root].setUp.stones = position.stones.map { SetUp.Stone($0.point, $0.color) }
      tree[GameTree.root].setUp.sideToMove = color
    }
    for point in points + (forbidden.map { [$0] } ?? []) {
      nodes.append(tree.add(TreeMove(color, .stone(point)), to: nodes.last ?? GameTree.root))
      color = color.opponent
    }
    return (tree, nodes)
  }

  /// The SGF properties of the whole game, without those for board and rule.
  private var heading: [KeptProperty] {
    var own: [(name: String, text: String)] = [
      ("PB", names.black), ("PW", names.white), ("RE", result),
      ("GN", "game \(record.id)"), ("TE", record.reason.rawValue),
    ]
    if let opening = record.openingText { own.append(("ON", opening)) }
    // A loaded record keeps its own name and termination, even if it has none.
    if texts != nil { own.removeAll { $0.name == "GN" || $0.name == "TE" } }
    let kept = (texts?.root ?? []).filter { property in
      !own.contains { $0.name == property.name }
    }
    return own.map { KeptProperty($0.name, [RecordTexts.escaped($0.text)]) } + kept
  }

  /// The result in the form of SGF, such as `B+R` after White's resignation.
  private var result: String {
    if let winner = record.winner {
      return (winner == record.black ? "B+" : "W+") + record.reason.sgfLetter
    }
    if record.reason != .unfinished { return "0" }
    if isWholeRecord, agreed == points.count, let result = texts?.text("RE") { return result }
    return forbidden == nil ? "?" : "W+"
  }

  /// Returns the properties of the move at `index`: the loaded record's, or a comment of our own.
  private func remarks(_ index: Int) -> [KeptProperty] {
    if index < agreed { return texts?.moves[index + 1] ?? [] }
    var words = milliseconds(index).map { "\($0) ms" } ?? "opening"
    if let texts, index == agreed, names != (record.black, record.white) {
      let place = agreed < texts.course.count ? "another course" : "played on"
      words += "\n\(place) by \(record.black) (black) and \(record.white) (white)"
    }
    if isWholeRecord, index == agreed, let result = texts?.text("RE") {
      words += "\nthe record ends before this move: \(result)"
    }
    return [KeptProperty("C", [RecordTexts.escaped(words)])]
  }

  // MARK: psq

  /// The game in the format of Piskvork: moves, the players, the result and the rule.
  ///
  /// The format has no set-up positions, so callers refuse a game that begins in one.
  public var psq: String {
    var (tree, nodes) = line
    tree.info = [
      .black: names.black, .white: names.white, .result: result, .rule: variant.rawValue,
    ]
    for index in points.indices { tree[nodes[index]].milliseconds = milliseconds(index) }
    // The colours alternate and no stones are set up, so no error is expected.
    let written = try? RecordFormat.psq.written(tree)
    return String(decoding: written?.bytes ?? [], as: UTF8.self)
  }

  // MARK: Losses

  /// The texts of the loaded record that SGF cannot hold: those of moves taken back.
  public var lossesInSGF: [Phrase] {
    guard let texts else { return [] }
    let count = texts.moves.keys.count { $0 > agreed && !(forbidden != nil && $0 == agreed + 1) }
    return count == 0 ? [] : [Phrase("the remarks on \(count) moves that were taken back")]
  }

  /// The opening actions, and the texts of the loaded record, that psq cannot hold.
  public var lossesInPSQ: [Phrase] {
    let opening = record.ruledOpening == nil ? [] : [Phrase("the actions of the opening")]
    guard let texts else { return opening }
    let names = texts.root.map(\.name).filter { !["PB", "PW", "RE"].contains($0) }
    return opening + texts.lostResult(in: record.moves)
      + (names.isEmpty ? [] : [Phrase(verbatim: names.joined(separator: " "))])
      + (texts.moves.isEmpty ? [] : [Phrase("the remarks on \(texts.moves.count) moves")])
  }
}

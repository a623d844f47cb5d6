import Basics
import GomokuRules
import SearchKit
import Testing

/// What is a strategy's text, and where its links may lead.
@Suite struct StrategyTextTests {
  /// The example of `tournaments/theorem/format.md`, with another header or body.
  struct Example: CustomTestStringConvertible {
    let testDescription: String
    let opinion: StrategyOpinion
    let text: String

    init(_ name: String, _ opinion: StrategyOpinion, _ replacements: (String, String)...) {
      testDescription = name
      self.opinion = opinion
      text = replacements.reduce(Example.whole) { $0.replacing($1.0, with: $1.1) }
    }

    private static let whole = """
      wuliu-proof 2
      rule 0
      size 15 15
      black g7 h8 h6 i8
      white a1 b10 g9 j7
      neutral
      turn black
      winner black
      f8(- i5 e9 g8 i5 =2 j4! g8)
      end

      """
  }

  private static let nested =
    String(repeating: "a1(- ", count: 226) + "a1" + String(repeating: ")", count: 226)

  static let examples = [
    Example("as it stands", .valid),
    Example("without its last line feed", .valid, ("end\n", "end")),
    Example("other passes", .valid, ("- i5", "- i5 - i5"), ("=2", "g8")),
    Example("an empty parenthesis", .valid, ("j4! g8", "j4! g8()")),
    Example("blanks", .valid, (" i5 =2", "  i5  =2 "), ("(", "( "), (")", " )")),
    Example("lines", .valid, (" i5 =2", "\n\ni5\n=2"), ("(", "(\n"), ("j4!", "j4!\n")),
    Example("no blank after a parenthesis", .valid, ("e9 g8 i5", "e9 g8()i5")),
    Example("a node written out once more", .valid, ("=2", "g8")),
    Example(
      "the loser begins by node 0", .valid, ("h6", "h6 f8"), ("turn black", "turn white"),
      ("f8(", "(")),
    Example(
      "six of the loser's stones", .valid, ("rule 0", "rule 1"), ("g7 h8 h6 i8", "e9 f8 g7 h6"),
      ("j7", "j7 a15 b15 c15 d15 e15 f15"), ("turn black", "turn white"),
      ("f8(- i5 e9 g8 i5 =2 j4! g8)", "()")),
    Example("a square with all fives", .valid, ("neutral\n", "neutral\nsquare g7 3\n")),
    Example("a square over the edge", .valid, ("neutral\n", "neutral\nsquare a1 9\n")),
    Example("a square without a five", .refused, ("neutral\n", "neutral\nsquare h8 2\n")),
    Example("a square without points", .unreadable, ("neutral\n", "neutral\nsquare h8 0\n")),
    Example(
      "a square too large", .unreadable,
      ("neutral\n", "neutral\nsquare h8 \(BoardSize.largestSide + 1)\n")),
    Example("a square off the board", .unreadable, ("neutral\n", "neutral\nsquare p1 9\n")),
    Example("a square without a radius", .unreadable, ("neutral\n", "neutral\nsquare h8\n")),
    Example(
      "two squares", .unreadable, ("neutral\n", "neutral\nsquare h8 7\nsquare h8 7\n")),
    Example("a square behind the turn", .unreadable, ("winner", "square h8 7\nwinner")),
    Example(
      "a square under another rule", .unreadable, ("rule 0", "rule 8"),
      ("neutral\n", "neutral\nsquare h8 7\n")),
    Example(
      "a square that binds the loser", .unreadable, ("winner black", "winner white"),
      ("neutral\n", "neutral\nsquare h8 7\n")),
    Example("the winner begins with a parenthesis", .refused, ("f8(", "(")),
    Example("the loser begins with a move", .refused, ("turn black", "turn white")),
    Example("the other wins", .refused, ("winner black", "winner white")),
    Example("a marked reply in renju", .refused, ("rule 0", "rule 4")),
    Example("a double three in renju", .refused, ("rule 0", "rule 4"), ("j4! g8", "j4 g8")),
    Example(
      "White's double three in renju", .valid, ("rule 0", "rule 4"), ("j4! g8", "j4 g8"),
      ("white a1 b10 g9 j7", "white g7 h8 h6 i8"), ("black g7 h8 h6 i8", "black a1 b10 g9 j7"),
      ("turn black", "turn white"), ("winner black", "winner white")),
    Example("a reply listed twice", .refused, ("e9 g8", "e9 g8 e9 g8"), ("=2", "g8")),
    Example("a reply listed twice, once marked", .refused, ("j4! g8", "j4! g8 j4 g8")),
    Example("a move off the board", .refused, ("j4! g8", "j4! v22")),
    Example("a reply off the board", .refused, ("j4! g8", "v22! g8")),
    Example("a missing reply", .refused, ("e9 g8 i5 =2 j4!", "i5 g8 j4")),
    Example("a link to nothing", .refused, ("j4! g8", "j4 @nothing")),
    Example("a blank before a parenthesis", .unreadable, ("f8(", "f8 (")),
    Example("a line before a parenthesis", .unreadable, ("f8(", "f8\n(")),
    Example("an incomplete node once more", .unreadable, ("=2", "=0")),
    Example("a later node once more", .unreadable, ("=2", "=3")),
    Example("a leading zero", .unreadable, ("=2", "=02")),
    Example("branches after a number", .unreadable, ("=2", "=2(- i5)")),
    Example("branches after a name", .unreadable, ("j4! g8", "j4! @a(- i5)")),
    Example("a reply without a node", .unreadable, ("j4! g8", "j4!")),
    Example("a mark by itself", .unreadable, ("j4!", "j4 !")),
    Example("a marked pass", .unreadable, ("- i5", "-! i5")),
    Example("a marked move", .unreadable, ("j4! g8", "j4! g8!")),
    Example("no name", .unreadable, ("j4! g8", "j4! @")),
    Example("a name of other letters", .unreadable, ("j4! g8", "j4! @a.b")),
    Example("a long name", .unreadable, ("j4! g8", "j4! @" + String(repeating: "a", count: 65))),
    Example("no point", .unreadable, ("j4! g8", "j4! w9")),
    Example("a capital letter", .unreadable, ("j4! g8", "j4! G8")),
    Example("a tab", .unreadable, (" i5 =2", "\ti5 =2")),
    Example("a carriage return", .unreadable, (" i5 =2", "\r\ni5 =2")),
    Example("no end", .unreadable, ("end\n", "")),
    Example("an end in the last line", .unreadable, (")\nend", ") end")),
    Example("a blank before the end", .unreadable, ("\nend", "\n end")),
    Example("an empty line after the end", .unreadable, ("end\n", "end\n\n")),
    Example("two strategies", .unreadable, ("end", "f8\nend")),
    Example("one parenthesis less", .unreadable, ("j4! g8)", "j4! g8")),
    Example("one parenthesis more", .unreadable, ("j4! g8)", "j4! g8))")),
    Example("a line of play longer than the board", .unreadable, ("- i5", "- \(nested)")),
    Example(
      "parentheses without end", .unreadable, ("f8(", String(repeating: "(", count: 200_000))),
    Example("a third version", .unreadable, ("proof 2", "proof 3")),
  ]

  @Test(arguments: examples) func bothReadersAgree(_ example: Example) throws {
    #expect(StrategyOpinion.ofNaive(example.text) == example.opinion)
    #expect(StrategyOpinion.ofEngine(example.text) == example.opinion)
    guard example.opinion == .valid else { return }
    let proof = try #require(NaiveStrategyText(example.text))
    #expect(StrategyPlayout.outcome(of: proof, budget: 200_000) == .wins)
  }

  /// With extra stones a three counts, though now the point of its open four is forbidden.
  @Test func extraStonesMakeThreesCount() {
    // h8 makes an open four, a three with h6 and h7, and one with f6 and g7 that only e5, an
    // overline, could make an open four.
    let text = """
      wuliu-proof 2
      rule 4
      size 15 15
      black e8 f8 g8 h6 h7 f6 g7 b5 c5 d5 f5 g5
      white j10 a1 a3 a5 a7 a9 c1 c13 e13 g13 i13 k13
      neutral
      turn black
      winner black
      h8
      end

      """
    StrategyTextTests.expectHolding(text, withExtraStones: false)
    // Without f6 there is one three only.
    StrategyTextTests.expectHolding(
      text.replacing(" f6 ", with: " "), withExtraStones: true)
  }

  /// With extra stones a reply on a forbidden point may be legal.
  @Test func extraStonesAllowForbiddenReplies() {
    // White's only five is on i8, where Black would have two threes.
    let text = """
      wuliu-proof 2
      rule 4
      size 15 15
      black d8 i6 i7 j9 k10
      white e8 f8 g8 a1
      neutral
      turn white
      winner white
      h8
      end

      """
    StrategyTextTests.expectHolding(text, withExtraStones: false)
    StrategyTextTests.expectHolding(text.replacing(" d8 ", with: " "), withExtraStones: true)
  }

  /// Expects that both checkers find `text` valid, and find it so with one extra stone or not.
  private static func expectHolding(_ text: String, withExtraStones: Bool) {
    #expect(StrategyOpinion.ofNaive(text) == .valid)
    #expect(StrategyOpinion.ofEngine(text) == .valid)
    let naive = StrategyOpinion.naiveZones(of: text, extraStones: 1)
    #expect((naive != nil) == withExtraStones)
    #expect(StrategyOpinion.engineZones(of: text, extraStones: 1) == naive)
  }

  /// Otherwise two texts could lead to each other.
  @Test func aLinkToNoMoreStonesIsRefused() throws {
    let text = Example("a link", .refused, ("f8(- i5 e9 g8 i5 =2 j4! g8)", "@there")).text
    let naive = try #require(NaiveStrategyText(text))
    let claim = NaiveStrategyChecker.Named(
      board: naive.board, turn: naive.turn, winner: naive.winner)
    guard case .strategy(let proof) = StrategyOpinion.content(of: text) else {
      Issue.record("unreadable")
      return
    }
    #expect(StrategyOpinion.ofNaive(text, folder: ["there": claim]) == .refused)
    #expect(StrategyOpinion.ofEngine(text, others: ["there": proof.position]) == .refused)
  }

  /// Nodes of random strategies are replaced by links to their positions, or nearly.
  @Test(arguments: Variant.allCases) func bothCheckersFollowLinks(_ variant: Variant) throws {
    var mutator = StrategyMutator(seed: UInt64(variant.gomocupCode) + 5)
    let bases = try StrategyBases.strategies(of: variant).map(StrategySketch.init)
    var followed = 0
    for round in 0..<300 {
      let picked = mutator.pick(bases)
      var sketch = try #require(picked)
      guard let board = mutator.linkBranch(to: "there", in: &sketch),
        let (folder, position) = mutator.claim(of: board, by: sketch.winner)
      else { continue }
      let naive = StrategyOpinion.ofNaive(sketch.text, folder: ["there": folder])
      let engine = StrategyOpinion.ofEngine(sketch.text, others: ["there": position])
      #expect(naive == engine, "round \(round)\n\(sketch.text)")
      if naive == .valid { followed += 1 }
    }
    // In renju more branches of the texts have no mark, and a link may stand in their place.
    #expect(20...240 ~= followed, "\(variant): \(followed)")
  }
}

extension StrategyMutator {
  /// Puts a link in place of a random node, or of all.
  ///
  /// - Returns: the position there.
  fileprivate mutating func linkBranch(
    to name: String, in sketch: inout StrategySketch
  ) -> NaiveBoard? {
    guard var board = sketch.board else { return nil }
    var index = sketch.root
    // The nodes on the way are copied, so that other lines to them stay as they are.
    while let copy = sketch.copy(index, most: 1_000) {
      if index == sketch.root { sketch.root = copy }
      let node = sketch.nodes[copy]
      let plain = node.branches.indices.filter { !node.branches[$0].isMarked }
      let all = Array(node.branches.indices)
      guard let move = node.move,
        let branch = pick(plain.isEmpty || isLucky(oneIn: 6) ? all : plain),
        case .node(let next) = node.branches[branch].way
      else { return nil }
      board = board.with(sketch.winner, on: move)
      if let reply = node.branches[branch].reply {
        board = board.with(sketch.winner.opponent, on: reply)
      }
      if isLucky(oneIn: 2) || sketch.nodes[next].branches.isEmpty {
        sketch.nodes[copy].branches[branch].way = .named(name)
        return board
      }
      // The copy holds a copy of `next` already.
      index = next
      let target = sketch.nodes.count
      sketch.nodes[copy].branches[branch].way = .node(target)
    }
    return nil
  }

  /// What a proof of a position claims, turned and reflected, and now and then changed a little, for
  /// both checkers.
  fileprivate mutating func claim(
    of board: NaiveBoard, by winner: NaiveBoard.Side
  ) -> (NaiveStrategyChecker.Named, Position)? {
    guard let size = BoardSize(width: board.width, height: board.height),
      let symmetry = pick(Symmetry.all(of: size)),
      let variant = Variant(gomocupCode: board.rule.rawValue)
    else { return nil }
    var image = NaiveBoard(rule: board.rule, width: board.width, height: board.height)
    for place in board.places {
      let point = symmetry.image(of: Point(x: place.x, y: place.y), on: size)
      image[NaiveBoard.Place(x: point.x, y: point.y)] = board[place]
    }
    image.square = board.square.map { square in
      let point = Point(x: square.center.x, y: square.center.y)
      let center = symmetry.image(of: point, on: size)
      return .init(
        center: NaiveBoard.Place(x: center.x, y: center.y),
        reach: square.reach + (isLucky(oneIn: 5) ? 1 : 0))
    }
    if isLucky(oneIn: 5), let place = pick(image.places) {
      image[place] = pick([.empty, .black, .white, .neutral]) ?? .empty
    }
    let turn = isLucky(oneIn: 8) ? winner.opponent : winner
    var position = Position(size: size, variant: variant)
    for place in image.places where image[place] != .empty {
      let color: Color? =
        switch image[place] {
        case .black: .black
        case .white: .white
        default: nil
        }
      try? position.place(color, on: Point(x: place.x, y: place.y))
    }
    position.sideToMove = turn == .black ? .black : .white
    position.square = image.square.map {
      Square(center: Point(x: $0.center.x, y: $0.center.y), radius: $0.reach)
    }
    return (NaiveStrategyChecker.Named(board: image, turn: turn, winner: winner), position)
  }
}

import Basics
import CommandLineKit
import Foundation
import GomokuRules
import Platform
import TestSupport
import Testing

@testable import GomokuLab
@testable import Prover

/// The checker of defences against the naive one, against play and against trying everything.
///
/// `WULIU_PROOF_MUTANTS=1000000` judges as many mutants, `WULIU_PROOF_SEED=7` other ones.
@Suite struct DefenceTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["WULIU_PROOF_SEED"].flatMap(UInt64.init) ?? 1
  private static let mutants =
    environment["WULIU_PROOF_MUTANTS"].flatMap(Int.init)
    ?? Effort.count(700, thorough: 2_000, sanitized: 300)

  enum Opinion: Equatable { case valid, refused, unreadable }

  static func read(_ text: String) -> DefenceProof? {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: Array($0), as: UTF8.self) }
    if lines.last == "" { lines.removeLast() }
    var reader = DefenceReader()
    for line in lines where (try? reader.take(line)) == nil { return nil }
    return try? reader.finish()
  }

  static func opinion(_ text: String) -> Opinion {
    guard let proof = read(text) else { return .unreadable }
    let opinion: Opinion = (try? DefenceChecker.check(proof)) == nil ? .refused : .valid
    // Links change nothing.
    if text.utf8.count < 20_000, let linked = NaiveDefence(text)?.linkedText,
      let proof = read(linked)
    {
      let other: Opinion = (try? DefenceChecker.check(proof)) == nil ? .refused : .valid
      #expect(other == opinion, "\(linked)")
    }
    return opinion
  }

  static func naiveOpinion(_ text: String) -> Opinion {
    guard let defence = NaiveDefence(text) else { return .unreadable }
    return defence.reach == nil ? .refused : .valid
  }

  /// A position with so many stones of either side.
  private static func position(
    _ width: Int, _ height: Int, black: Int, white: Int, _ random: inout SplitMix64
  ) throws -> Position {
    var position = Position(size: try #require(BoardSize(width: width, height: height)))
    let points = position.size.points.shuffled(using: &random)
    for point in points[..<black] { try position.place(.black, on: point) }
    for point in points[black..<black + white] { try position.place(.white, on: point) }
    position.sideToMove = .black
    return position
  }

  /// A defence of any position: of all of Black's moves.
  private static func defence(
    of position: Position, _ limits: DefenceSearch.Limits
  ) -> DefenceProof? {
    var search = DefenceSearch(position, limits: limits)
    if let proof = search?.pairing() { return proof }
    var defence = Defence()
    var branches: [Defence.Branch] = []
    for move in DefenceSearch.firstMoves(of: position) {
      guard let answer = search?.answer(to: move) else { return nil }
      let node = defence.append(answer.proof.defence, root: answer.proof.root)
      branches.append(Defence.Branch(move, answer.reply, node: node))
    }
    if branches.isEmpty { return nil }
    let root = defence.add(branches)
    return DefenceProof(position: position, defence: defence, root: root)
  }

  /// Defences of small boards, empty ones and others.
  private static func bases(_ count: Int) throws -> [DefenceProof] {
    var random = SplitMix64(seed: seed)
    var bases: [DefenceProof] = []
    for (width, height) in [(5, 5), (5, 6), (6, 6), (5, 7)] {
      let size = try #require(BoardSize(width: width, height: height))
      bases.append(try #require(defence(of: Position(size: size), DefenceSearch.Limits())))
    }
    var limits = DefenceSearch.Limits()
    limits.depth = 4
    while bases.count < count {
      let (width, height) = [(5, 5), (6, 5), (6, 6)][bases.count % 3]
      let black = Int.random(in: 3...7, using: &random)
      let position = try position(
        width, height, black: black, white: max(1, black - 3), &random)
      guard let proof = defence(of: position, limits), proof.defence.nodes.count < 200 else {
        continue
      }
      // Pairings alone are soon known.
      if proof.defence.nodes.count > 1 || bases.count.isMultiple(of: 8) { bases.append(proof) }
    }
    return bases
  }

  @Test func bothCheckersAgreeOnMutants() throws {
    let bases = try DefenceTests.bases(40).map { try #require(NaiveDefence($0.text)) }
    var offspring: [NaiveDefence] = []
    var tally: [Opinion: Int] = [:]
    var random = SplitMix64(seed: DefenceTests.seed)
    for index in 0..<DefenceTests.mutants {
      var mutator = DefenceMutator(seed: DefenceTests.seed &* 1_000_003 &+ UInt64(index))
      let parents = index % 2 == 1 && !offspring.isEmpty ? offspring : bases
      let parent = try #require(parents.randomElement(using: &random))
      let text = mutator.mutant(of: parent)
      let opinion = DefenceTests.opinion(text)
      tally[opinion, default: 0] += 1
      #expect(opinion == DefenceTests.naiveOpinion(text), "seed \(DefenceTests.seed)\n\(text)")
      guard opinion == .valid, let defence = NaiveDefence(text) else { continue }
      var playout = DefencePlayout(defence)
      let holds = playout.holdsAtRandom(&random)
      #expect(holds, "\(text)")
      if offspring.count < 200 {
        offspring.append(defence)
      } else {
        offspring[index % 200] = defence
      }
    }
    print("mutants: \(tally)")
    for opinion in [Opinion.valid, .refused, .unreadable] {
      #expect(tally[opinion, default: 0] * 15 >= DefenceTests.mutants, "\(tally)")
    }
  }

  /// A defence of a position that can be held, with branches where a pairing would do, and of those
  /// only such as are needed.
  private static func tree(
    _ position: Position, _ limits: DefenceSearch.Limits, _ random: inout SplitMix64
  ) throws -> NaiveDefence? {
    guard var defence = NaiveDefence(text(position, "[]")),
      let root = node(position, limits, isFirst: true, &random)
    else { return nil }
    defence.root = root
    #expect(opinion(defence.text) == .valid, "\(defence.text)")
    var kept = 0
    while let less = defence.withoutBranch(kept) {
      if opinion(less.text) == .valid {
        defence = less
      } else {
        kept += 1
      }
    }
    return defence
  }

  private static func node(
    _ position: Position, _ limits: DefenceSearch.Limits, isFirst: Bool, _ random: inout SplitMix64
  ) -> NaiveDefence.Node? {
    guard var search = DefenceSearch(position, limits: limits) else { return nil }
    let pairing = search.pairing().flatMap { NaiveDefence($0.text)?.root }
    if let pairing, !isFirst, Bool.random(using: &random) { return pairing }
    var branches: [NaiveDefence.Branch] = []
    for move in position.emptyPoints.shuffled(using: &random) {
      guard let answer = search.answer(to: move),
        let node = node(answer.proof.position, limits, isFirst: false, &random)
      else { return pairing }
      branches.append(
        NaiveDefence.Branch(
          move: NaiveDefence.Place(x: move.x, y: move.y),
          reply: NaiveDefence.Place(x: answer.reply.x, y: answer.reply.y), node: node))
    }
    return branches.isEmpty ? pairing : .branches(branches)
  }

  @Test func whatHoldsOnCrowdedBoardsIsHeld() throws {
    var random = SplitMix64(seed: DefenceTests.seed)
    var limits = DefenceSearch.Limits()
    (limits.breadth, limits.pairing) = (25, 10_000)
    var (held, lost, trees, accepted, extras) = (0, 0, 0, 0, 0)
    for round in 0..<Effort.count(160, thorough: 5_000, sanitized: 40) {
      let (width, height) = [(5, 5), (6, 5), (5, 6), (6, 6)][round % 4]
      let empty = Int.random(in: 5...8, using: &random)
      let stones = width * height - empty
      // With as many stones as Black's White nearly always holds.
      let white = Int.random(in: stones * 2 / 5...stones / 2, using: &random)
      let position = try DefenceTests.position(
        width, height, black: stones - white, white: white, &random)
      let proof = DefenceTests.defence(of: position, limits)
      let bare = try #require(NaiveDefence(DefenceTests.text(position, "[]")))
      var game = WindowGame(bare)
      let isHeld = game.isHeld(black: bare.black, white: bare.white)
      #expect((proof != nil) == isHeld, "\(DefenceTests.text(position, "?"))")
      if isHeld { held += 1 } else { lost += 1 }
      guard let proof else { continue }
      #expect(DefenceTests.opinion(proof.text) == .valid)
      guard let base = try DefenceTests.tree(position, limits, &random) else { continue }
      trees += base.withoutBranch(0) == nil ? 0 : 1
      let line = DefencePlayout(base).losingLine()
      #expect(line == nil, "\(base.text)")
      // Black's stones outside the zone change nothing, unless the board's symmetries were needed.
      let reach = try #require(base.reach)
      let outside = base.places.filter { !(base.black + base.white).contains($0) }
        .filter { !reach.zone.contains($0) }
      if base.symmetries.count == 1, let one = outside.randomElement(using: &random) {
        let isHeld = game.isHeld(black: base.black + [one], white: base.white)
        let line = DefencePlayout(base, extras: [one]).losingLine()
        #expect(isHeld && line == nil, "\(one.name)\n\(base.text)")
        extras += 1
      }
      var mutator = DefenceMutator(seed: UInt64(round))
      for _ in 0..<20 {
        let text = mutator.mutant(of: base)
        let opinion = DefenceTests.opinion(text)
        #expect(opinion == DefenceTests.naiveOpinion(text), "\(text)")
        guard opinion == .valid, let mutant = NaiveDefence(text),
          mutant.places.count - mutant.black.count - mutant.white.count < 11
        else { continue }
        accepted += 1
        var game = WindowGame(mutant)
        let isHeld = game.isHeld(black: mutant.black, white: mutant.white)
        #expect(isHeld, "\(text)")
      }
    }
    print("held \(held), lost \(lost), trees \(trees), mutants \(accepted), stones \(extras)")
    #expect(held > 20 && lost > 20 && trees > 20 && accepted > 100 && extras > 10)
  }

  private static func text(_ position: Position, _ node: String) -> String {
    func names(_ color: Color) -> String {
      position.stones.filter { $0.color == color }.map { " \($0.point)" }.joined()
    }
    return "wuliu-defence 1\nsize \(position.size.width) \(position.size.height)\n"
      + "black\(names(.black))\nwhite\(names(.white))\n\(node)\nend\n"
  }

  @Test(arguments: [(5, 5), (5, 6), (6, 6), (6, 7), (8, 5)])
  func smallBoardsAreHeldInPlay(width: Int, height: Int) throws {
    let scratch = try Scratch()
    let json = "{\"claim\": \"draw\", \"boards\": [\"\(width)x\(height)\"]}"
    let task = try DrawTask(JSON(parsing: Array(json.utf8)))
    try DrawProver(task: task, folder: scratch.folder, workers: 1).prove()
    let path = "\(scratch.folder)/\(width)x\(height).defence"
    let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
    let proof = try #require(DefenceTests.read(text))
    #expect(proof.position.stones.isEmpty && proof.text == text)
    let positions = try DefenceChecker.check(proof)
    #expect(positions >= proof.defence.nodes.count)
    let naive = try #require(NaiveDefence(text))
    #expect(naive.reach != nil)
    var random = SplitMix64(seed: DefenceTests.seed)
    for _ in 0..<Effort.count(100, thorough: 2_000) {
      var playout = DefencePlayout(naive)
      let holds = playout.holdsAtRandom(&random)
      #expect(holds)
    }
    // However many work, the text is the same.
    let again = try Scratch()
    try DrawProver(task: task, folder: again.folder, workers: 2).prove()
    let other = try FileSystem.contents(of: "\(again.folder)/\(width)x\(height).defence")
    #expect(other == Array(text.utf8))
  }

  @Test func whatIsProvedIsNotProvedAgain() throws {
    let scratch = try Scratch()
    let json = "{\"claim\": \"draw\", \"boards\": [\"5x5\", \"5x6\"]}"
    let draws = DrawProver(
      task: try DrawTask(JSON(parsing: Array(json.utf8))), folder: scratch.folder, workers: 1)
    try draws.prove()
    let paths = ["5x5", "5x6"].map { "\(scratch.folder)/\($0).defence" }
    func contents() throws -> [[UInt8]] { try paths.map { try FileSystem.contents(of: $0) } }
    let texts = try contents()
    // A text of one's own that holds stays.
    let own = String(decoding: texts[1], as: UTF8.self).replacing("(", with: "( ")
    try FileSystem.write(Array(own.utf8), to: paths[1])
    try draws.prove()
    #expect(try contents() == [texts[0], Array(own.utf8)])
    // One of another board, one that breaks off and one that fails do not.
    let unpaired = own.replacing(/\[[^\]]*\]/, with: "[]")
    #expect(DefenceTests.opinion(unpaired) == .refused)
    for wrong in [texts[0], texts[1].dropLast(30), Array(unpaired.utf8)] {
      try FileSystem.write(Array(wrong), to: paths[1])
      try draws.prove()
      #expect(try contents() == texts)
    }
  }

  // MARK: Texts

  /// The example of `tournaments/theorem/format.md`, with another header or body.
  struct Example: CustomTestStringConvertible {
    let testDescription: String
    let opinion: Opinion
    let text: String

    init(_ name: String, _ opinion: Opinion, _ replacements: (String, String)...) {
      testDescription = name
      self.opinion = opinion
      text = replacements.reduce(Example.whole) { $0.replacing($1.0, with: $1.1) }
    }

    /// Another node on an empty board, but for stones of White.
    init(_ name: String, _ opinion: Opinion, white: String, _ node: String) {
      testDescription = name
      self.opinion = opinion
      text = "wuliu-defence 1\nsize 5 5\nblack\nwhite\(white)\n\(node)\nend\n"
    }

    static let whole = """
      wuliu-defence 1
      size 5 5
      black a1 a3 b3 b5 c1 c3 c4 d2 d3 e1 e2
      white a4 b2 d1 d4 d5 e3 e4 e5
      (a5 b4 [c2 c5] c5 c2 (b4 a5 [] a2 b4 =3) c2 c5 [b4 a5] b4 a5 (c2 c5 =3 c5 c2 =3))
      end

      """

    /// A node with branches inside each other.
    static func nested(_ count: Int) -> String {
      String(repeating: "(a1 b1 ", count: count) + "[]" + String(repeating: ")", count: count)
    }
  }

  static let examples = [
    Example("as it stands", .valid),
    Example("without its last line feed", .valid, ("end\n", "end")),
    Example("blanks", .valid, ("[c2 c5]", " [  c2  c5 ] "), ("(b4", "( b4")),
    Example("lines", .valid, (" c5 c2 (", "\n\nc5\nc2\n(\n")),
    Example("no blanks", .valid, ("b4 [c2 c5] c5", "b4[c2 c5]c5"), ("c2 (", "c2(")),
    Example("the pair turned", .valid, ("[c2 c5]", "[c5 c2]")),
    Example("a node written out", .valid, ("=3", "[]")),
    Example("another pair", .refused, ("[c2 c5]", "[c2 a2]")),
    Example("no pair", .refused, ("[c2 c5]", "[]")),
    Example("the pair twice", .refused, ("[c2 c5]", "[c2 c5 c2 c5]")),
    Example("a point of a pair off the board", .refused, ("[c2 c5]", "[c2 c6]")),
    Example("a point of a pair with a stone", .refused, ("[c2 c5]", "[c2 c5 b4 a2]")),
    Example("a branch is missing", .refused, ("c2 c5 [b4 a5] ", "")),
    Example("a branch twice", .refused, ("c2 c5 [b4 a5]", "c2 c5 [b4 a5] c2 c5 [b4 a5]")),
    Example("a move on a stone", .refused, ("(a5 b4", "(a4 b4")),
    Example("a reply on a stone", .refused, ("(a5 b4", "(a5 a4")),
    Example("a reply on the move", .refused, ("(a5 b4", "(a5 a5")),
    Example("a reply off the board", .refused, ("(a5 b4", "(a5 v22")),
    Example("no branches", .refused, ("(c2 c5 =3 c5 c2 =3)", "()")),
    Example("an odd pairing", .unreadable, ("[c2 c5]", "[c2 c5 a2]")),
    Example("a node in a pairing", .unreadable, ("[c2 c5]", "[c2 c5 =1]")),
    Example("a move without a reply", .unreadable, ("(a5 b4 [", "(a5 [")),
    Example("a third point", .unreadable, ("(a5 b4 [", "(a5 b4 a2 [")),
    Example("a branch without a node", .unreadable, ("b4 [c2 c5]", "b4")),
    Example("an incomplete node once more", .unreadable, ("=3))", "=0))")),
    Example("a later node once more", .unreadable, ("=3)", "=7)")),
    Example("a leading zero", .unreadable, ("=3", "=03")),
    Example("other brackets", .unreadable, ("[c2 c5]", "(c2 c5)")),
    Example("a bracket closed by another", .unreadable, ("[c2 c5]", "[c2 c5)")),
    Example("an open parenthesis", .unreadable, ("=3))", "=3)")),
    Example("a second first node", .unreadable, ("=3))", "=3)) []")),
    Example("a word behind", .unreadable, ("=3))", "=3)) a1")),
    Example("a capital letter", .unreadable, ("[c2", "[C2")),
    Example("no point", .unreadable, ("[c2", "[w2")),
    Example("a tab", .unreadable, ("[c2 c5]", "[c2\tc5]")),
    Example("a stone twice", .unreadable, ("black a1", "black a1 a1")),
    Example("a stone of both", .unreadable, ("white", "white a1")),
    Example("a stone off the board", .unreadable, ("black", "black f1")),
    Example("two blanks in the header", .unreadable, ("size 5", "size  5")),
    Example("a small board", .unreadable, ("size 5", "size 4")),
    Example("a rule", .unreadable, ("size", "rule 0\nsize")),
    Example("another version", .unreadable, ("defence 1", "defence 2")),
    Example("no end", .unreadable, ("end\n", "")),
    Example("something after the end", .unreadable, ("end\n", "end\nend\n")),
    Example("all windows closed", .valid, white: " a1 b3 c5 d2 e4", "[]"),
    Example("one window open", .refused, white: " a1 b3 c5 d2", "[]"),
    Example("nothing listed", .refused, white: " a1 b3 c5 d2 e4", "()"),
    Example("no node", .unreadable, white: "", ""),
    Example("a number at first", .unreadable, white: "", "=0"),
    Example("long lines of play", .refused, white: "", Example.nested(12)),
    Example("longer ones than the board has room for", .unreadable, white: "", Example.nested(13)),
  ]

  @Test(arguments: examples) func textsAreReadAsTheyAreWritten(_ example: Example) throws {
    #expect(DefenceTests.opinion(example.text) == example.opinion)
    #expect(DefenceTests.naiveOpinion(example.text) == example.opinion)
    guard let proof = DefenceTests.read(example.text) else { return }
    // What is written again has the same nodes, those that are shared included.
    let again = try #require(DefenceTests.read(proof.text))
    #expect(again.text == proof.text && again.defence == proof.defence)
  }

  /// A file of the repository.
  private static func text(at path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func theExampleIsThatOfThePage() throws {
    #expect(try DefenceTests.text(at: "tournaments/theorem/format.md").contains(Example.whole))
  }

  @Test(arguments: ["5x5", "5x6", "5x7", "6x6"]) func theKeptDefencesHold(board: String) throws {
    let text = try DefenceTests.text(at: "tournaments/theorem/draws/\(board).defence")
    #expect(DefenceTests.opinion(text) == .valid && DefenceTests.naiveOpinion(text) == .valid)
    let position = try #require(DefenceTests.read(text)).position
    #expect("\(position.size.width)x\(position.size.height)" == board && position.stones.isEmpty)
  }

  @Test func refusalsTellWhere() throws {
    let text = Example.whole.replacing("[c2 c5]", with: "[c2 w5]")
    var reader = DefenceReader()
    let failure = #expect(throws: ProofSyntaxError.self) {
      for line in text.split(separator: "\n") { try reader.take(line) }
    }
    #expect(failure?.line == 5)
    let less = try #require(
      DefenceTests.read(Example.whole.replacing("c2 c5 [b4 a5] ", with: "")))
    let missing = try #require(Point("c2"))
    let gap = #expect(throws: DefenceChecker.Failure.self) { try DefenceChecker.check(less) }
    #expect(gap?.node == less.root && gap?.reason == .missingMove(missing))
    let stop = StopSignal()
    stop.request()
    #expect(throws: DefenceChecker.Failure.self) { try DefenceChecker.check(less, stop: stop) }
  }

  @Test(arguments: [
    ("{\"claim\": \"draw\"}", "boards"), ("{\"claim\": \"draw\", \"boards\": []}", "boards"),
    ("{\"claim\": \"draw\", \"boards\": [\"4x5\"]}", "boards"),
    ("{\"claim\": \"draw\", \"boards\": [\"9x9\"]}", "64"),
    ("{\"claim\": \"draw\", \"boards\": [\"5x5\", \"5x5\"]}", "once"),
    ("{\"claim\": \"draw\", \"boards\": [\"5x5\"], \"rule\": \"caro\"}", "rule"),
    ("{\"claim\": \"draw\", \"boards\": [\"5x5\"], \"limits\": {\"depth\": 0}}", "depth"),
    ("{\"claim\": \"draw\", \"boards\": [\"5x5\"], \"limits\": {\"quiet\": 2}}", "quiet"),
  ]) func wrongTasksAreRefused(json: String, word: String) throws {
    let failure = #expect(throws: CommandError.self) {
      try DrawTask(JSON(parsing: Array(json.utf8)))
    }
    #expect(failure?.description.contains(word) == true)
  }

  @Test func boardsThatWhiteCannotHoldAreNotProved() throws {
    let scratch = try Scratch()
    let json = "{\"claim\": \"draw\", \"boards\": [\"7x7\"], \"limits\": {\"depth\": 1}}"
    let task = try DrawTask(JSON(parsing: Array(json.utf8)))
    #expect(throws: CommandError.self) {
      try DrawProver(task: task, folder: scratch.folder, workers: 1).prove()
    }
    #expect(try FileSystem.names(inFolder: scratch.folder).isEmpty)
  }
}

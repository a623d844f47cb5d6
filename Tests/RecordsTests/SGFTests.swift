import Basics
import GomokuRules
import TestSupport
import Testing

@testable import Records

struct SGFTests {
  private func read(_ text: String, number: Int? = nil) throws -> RecordFile {
    var options = RecordFile.Options()
    options.number = number
    return try RecordFile(Array(text.utf8), options)
  }

  @Test func treesComeBackFromSGFAsTheyWere() throws {
    var trees = RandomTrees(seed: 1)
    for _ in 0..<Effort.count(10_000, sanitized: 500) {
      let tree = trees.tree()
      let bytes = SGFWriter.bytes(of: tree)
      let file = try RecordFile(bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(file.games == [tree] && file.notes == [] && file.format == .sgf, "\(text)")
      if file.games != [tree] { break }
    }
  }

  @Test func collectionsVariationsAndTextsAreRead() throws {
    let file = try read(
      """
      (;FF[4]GM[4]SZ[15]PB[A \\] b]PW[C]RE[B+R]AB[aa:ba]AW[cc]AE[dd]PL[W]C[root]
      ;W[hh]C[one\\
      line]N[n](;B[ii]LB[aa:x][bb:y\\:z]TR[aa:bb]HO[1]MS[17]ZZ[k\\]k])(;B[]))
      (;GaMe[1]SiZe[19];Black[aa];White[tt])
      """)
    #expect(file.count == 2 && file.games.count == 2)
    let tree = file.games[0]
    #expect(tree.info == [.black: "A ] b", .white: "C", .result: "B+R"])
    #expect(tree.game == .gomoku(.standard) && tree[0].comment == "root")
    #expect(
      tree.outline == [
        "0 - \"root\"", "1 Wh8 \"oneline\"", "2 Bi9 \"\"", "2 Bpass \"\"",
      ])
    #expect(
      tree[0].setUp.stones.map { "\($0.point)\($0.color.map(\.description) ?? "-")" } == [
        "a1black", "b1black", "c3white", "d4-",
      ])
    #expect(tree[0].setUp.sideToMove == .white && tree[1].name == "n")
    let texts = tree[2]
    #expect(texts.labels == [Point(x: 0, y: 0): "x", Point(x: 1, y: 1): "y:z"])
    #expect(texts.marks.count == 4 && texts.isMarked && texts.milliseconds == 17)
    #expect(texts.kept == [KeptProperty("ZZ", ["k\\]k"])])
    #expect(file.games[1].outline == ["0 - \"\"", "1 Ba1 \"\"", "2 Wpass \"\""])
    #expect(file.notes == ["GM[1] says another game; the moves are read as gomoku's"])
    #expect(tree.counts == GameTree.Counts(moves: 3, depth: 2, sideLines: 1, comments: 2))
  }

  @Test(
    arguments: [
      ("(;SZ[15];B[hh];W[zz];B[aa])", ["0 - \"\"", "1 Bh8 \"\""], "byte 16, W[zz]: a move"),
      (
        "(;SZ[15];B[hh](;W[pp];B[aa])(;W[qq])(;W[ii]))", ["0 - \"\"", "1 Bh8 \"\"", "2 Wi9 \"\""],
        "byte 17, W[pp] and 1 more: a move"
      ),
      ("(;SZ[15];B[hh];W[ii", ["0 - \"\"", "1 Bh8 \"\"", "2 - \"\""], "does not end"),
      ("(;SZ[15];B[hh]LB[zz:a])", ["0 - \"\"", "1 Bh8 \"\""], "byte 16, LB[zz:a]: a value"),
      ("(;SZ[15]5A[b];B[hh])", ["0 - \"\"", "1 Bh8 \"\""], "does not allow are left out: "),
      ("(;SZ[99];B[aa])(;B[hh])", ["0 - \"\"", "1 Bh8 \"\""], "no size of a board"),
      ("(;AB[aa])", ["0 - \"\""], nil),
    ] as [(String, [String], String?)])
  func damagedPartsAreLeftOutAndTold(text: String, outline: [String], note: String?) throws {
    let file = try read(text)
    #expect(file.games.count == 1 && file.games[0].outline == outline)
    if let note { #expect(file.notes.contains { $0.contains(note) }, "\(file.notes)") }
  }

  @Test func oneGameOfACollectionIsRead() throws {
    let text = "(;B[aa])(;B[bb])(;B[cc])"
    #expect(try read(text, number: 2).games.map(\.outline) == [["0 - \"\"", "1 Bb2 \"\""]])
    #expect(try read(text, number: 2).count == 3)
    #expect(throws: RecordError.whole("there is no game 4: the file holds 3")) {
      try read(text, number: 4)
    }
  }

  @Test func textsAreReadInTheCodeThatTheFileNames() throws {
    let bytes = Array("(;CA[gb2312]PB[".utf8) + [0xBA, 0xDA, 0xCC, 0xE5] + Array("];B[hh])".utf8)
    #expect(try RecordFile(bytes).games[0].info[.black] == "黑体")
  }

  /// The bytes of these names are valid in UTF-8 too.
  @Test(
    arguments: [
      ("CA[GBK]", "è", "猫", "the texts are read as gbk, which the file names"),
      ("CA[GBK]", "猫", "猫", "the texts are read as utf-8, which they are, not as GBK"),
      ("CA[GBK]", "ééééé", "ééééé", "the texts are read as utf-8, which they are, not as GBK"),
      ("CA[klingon]", "é", "é", "the texts are read as utf-8, which they are, not as klingon"),
      ("CA[UTF-8]", "é", "é", nil), ("C[CA[GBK\\]]", "è", "è", nil),
      ("CA[Shift_JIS]", "é", "ﾃｩ", "the texts are read as shift_jis, which the file names"),
      (
        "CA[ISO-8859-1]", "ü", "ü", "the texts are read as utf-8, which they are, not as ISO-8859-1"
      ),
    ] as [(String, String, String, String?)])
  func aNamedCodeCountsUnlessTheBytesAreUTF8(
    code: String, bytes: String, name: String, note: String?
  ) throws {
    let file = try read("(;\(code)SZ[15]PB[\(bytes)];B[hh])")
    #expect(
      file.games[0].info[.black] == name
        && file.notes == (note.map { [Phrase(verbatim: $0)] } ?? []))
  }

  @Test func aFileInXMLNamesItsCodeToo() throws {
    let text = """
      <?xml version="1.0" encoding='windows-1251'?><database><games>
      <game id="1"><info>è</info></game></games></database>
      """
    #expect(try read(text).games[0][0].comment == "ГЁ")
  }

  @Test func halvesOfCharactersAreTold() throws {
    let units = Array("(;SZ[15]C[".utf16) + [UInt16(0xD800)] + Array("];B[hh])".utf16)
    let bytes: [UInt8] =
      [0xFF, 0xFE]
      + units.flatMap { (unit: UInt16) -> [UInt8] in
        [UInt8(unit & 255), UInt8(unit >> 8)]
      }
    #expect(
      try RecordFile(bytes).notes == ["1 halves of characters of UTF-16 are read as U+FFFD"])
  }

  @Test func whatANodeHasTwiceOrBehindAVariationIsTold() throws {
    let file = try read("(;SZ[15]N[a][b]PL[B][W]MS[1][2];B[hh](;W[hi])C[lost])")
    #expect(file.notes.count == 2 && file.games[0][0].name == "a")
    #expect(file.notes[0].hasSuffix("and 2 more: a value that cannot be read is left out"))
    #expect(file.notes[1] == "byte 45: a property behind a variation is left out")
  }

  @Test func aGameHasTheSameNumberAloneAndAmongOthers() throws {
    let text = "(;SZ[99];B[aa])(;B[bb])(;B[cc])"
    let file = try read(text)
    #expect(file.numbers == [2, 3] && file.count == 3)
    for (number, game) in zip(file.numbers, file.games) {
      #expect(try read(text, number: number).games == [game])
    }
    #expect(throws: RecordError.self) { try read(text, number: 1) }
  }

  @Test func twoReadersAgreeOnMutatedFiles() throws {
    var trees = RandomTrees(seed: 2)
    var mutation = Mutation(seed: 3, signs: Array("()[];\\:BWCABSZ15hgxtt \n-".utf8))
    var (read, games) = (0, 0)
    for _ in 0..<Effort.count(10_000, sanitized: 500) {
      var tree = trees.tree()
      if case .liuzhou = tree.game { continue }
      tree.info[.rule] = nil
      // Two games, in ASCII, so that the bytes say everything.
      let whole = (SGFWriter.bytes(of: tree) + SGFWriter.bytes(of: tree)).filter { $0 < 0x80 }
      let bytes = mutation.mutated(whole)
      let text = String(decoding: bytes, as: UTF8.self)
      let naive = text.lowercased().contains("liuzhou") ? [] : NaiveSGF(text).outlines
      guard SGFFile.isSGF(bytes), !text.contains("GM[66") else { continue }
      var context = ReadingContext(limit: 1 << 30, stop: nil)
      let found = try SGFFile.read(bytes, number: nil, &context).games.map(\.outline)
      #expect(found == naive, "\(text)")
      if found != naive { break }
      read += 1
      games += found.count
    }
    #expect(read > 400 && games > read)
  }

  // MARK: Hostile files

  @Test func deepAndWideTreesNeedNoStack() throws {
    let depth = 300_000
    let deep = String(repeating: "(;B[hh]", count: depth) + String(repeating: ")", count: depth)
    let tree = try read(deep).games[0]
    #expect(tree.counts == GameTree.Counts(moves: depth, depth: depth, sideLines: 0, comments: 0))
    #expect(try RecordFile(SGFWriter.bytes(of: tree)).games == [tree])
    let wide = "(;B[hh]" + String(repeating: "(;W[aa])", count: depth) + ")"
    #expect(try read(wide).games[0].counts.sideLines == depth - 1)
    let games = try read(String(repeating: "(;B[hh])", count: depth))
    #expect(games.games.count == depth)
    #expect(throws: RecordError.self) { try read(String(repeating: "(", count: depth)) }
  }

  @Test func memoryIsBoundedAndTheStopSignalIsHeard() throws {
    var options = RecordFile.Options()
    options.memory = 1 << 20
    let files = [
      "(" + String(repeating: ";", count: 100_000) + ")",
      String(repeating: "(;B[aa])", count: 100_000),
      "(;B[aa]" + String(repeating: ";TR[aa:vv]", count: 1_000) + ")",
      "(;B[aa]C[" + String(repeating: "x", count: 2 << 20) + "])",
      "(;" + String(repeating: "(", count: 400_000),
      "(;B[aa]" + String(repeating: ";AB[aa:vv]", count: 1_000) + ")",
    ]
    for text in files {
      #expect(throws: RecordError.tooLarge(limit: 1 << 20)) {
        try RecordFile(Array(text.utf8), options)
      }
    }
    let stop = StopSignal()
    stop.request()
    (options.stop, options.memory) = (stop, 1 << 30)
    for text in files {
      #expect(throws: RecordError.stopped) { try RecordFile(Array(text.utf8), options) }
    }
  }

  @Test func listsOfPointsAreBounded() throws {
    let list = String(repeating: "[aa:vv]", count: 100_000)
    #expect(throws: RecordError.self) { try read("(;SZ[22]AB\(list);B[hh])") }
    #expect(try read("(;SZ[22];B[hh]TR\(list))").games[0][1].marks.count == 484)
    let names = (0..<1_000).map { number in
      String(String(number).utf8.map { Character(Unicode.Scalar($0 - 48 + 65)) }) + "Q[x]"
    }
    #expect(try read("(;SZ[15];B[hh]\(names.joined()))").games[0][1].kept.count == 200)
  }

  // MARK: Lines

  @Test func everyLineOfATreeIsAGame() throws {
    var trees = RandomTrees(seed: 17)
    for _ in 0..<Effort.count(1_000, sanitized: 50) {
      let tree = trees.tree()
      let lines = tree.leaves.map { tree.line(to: $0) }
      #expect(lines.count == tree.counts.sideLines + 1)
      for (leaf, line) in zip(tree.leaves, lines) {
        var (moves, at): ([TreeMove], Int?) = ([], leaf)
        while let node = at {
          if let move = tree.move(node) { moves.insert(move, at: 0) }
          at = tree.parent(node)
        }
        #expect(line.mainLine.compactMap(line.move) == moves && line.counts.sideLines == 0)
        #expect(line.info == tree.info && line.game == tree.game)
        #expect(
          moves.isEmpty || line[Array(line.mainLine).last ?? 0] == tree[leaf]
            || tree.move(leaf) == nil)
      }
    }
    let text = "(;SZ[15]AB[aa]C[r];AB[bb]AW[aa]PL[W]C[s];W[cc];AB[dd])"
    let line = try RecordFile(Array(text.utf8)).games[0]
    let game = line.line(to: line.leaves[0])
    #expect(game.outline == ["0 - \"r\\ns\"", "1 Wc3 \"\"", "2 - \"\""])
    let setUp = game[GameTree.root].setUp
    #expect(setUp.stones.map(\.point.description) == ["b2", "a1"] && setUp.sideToMove == .white)
  }

  @Test func theRootKeepsItsTextsBeforeNodesWithoutMoves() throws {
    let text = "(;SZ[15]N[a]LB[aa:1]TR[bb]MS[5]ZZ[x];N[b]LB[cc:2]ZZ[y]YY[z];B[hh])"
    let root = try read(text).games[0].line(to: 2)[GameTree.root]
    #expect(root.name == "a, b" && root.labels.count == 2 && root.marks.count == 1)
    #expect(root.milliseconds == 5)
    #expect(root.kept == [KeptProperty("ZZ", ["x", "y"]), KeptProperty("YY", ["z"])])
  }
}

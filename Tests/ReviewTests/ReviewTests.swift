import Basics
import Foundation
import Gomocup
import GomokuRules
import Match
import Platform
import Records
import TestSupport
import Testing

@testable import Review

struct ReviewTests {
  /// Returns the game of a record in SGF.
  private static func game(_ sgf: String) throws -> ReviewGame {
    let file = try RecordFile(Array(sgf.utf8))
    return try ReviewGame(try #require(file.games.first))
  }

  private static func point(_ text: String) throws -> Move { .point(try #require(Point(text))) }

  /// A position in which `line` is best.
  private static func position(
    _ chance: Double, _ line: String, score: ReportedScore = .estimate(0),
    win: PositionReview.ForcedWin? = nil
  ) throws -> PositionReview {
    let moves = try GameKind.gomoku(.freestyle, .standard).moves(named: line)
    return PositionReview(score: score, chance: chance, depth: 1, nodes: 10, line: moves, win: win)
  }

  /// Black plays h8, White i9, and Black a1.
  private static let sgf = "(;GM[4]SZ[15]PB[Ann]PW[Bo];B[hh]MS[1500];W[ii];B[aa]C[far])"

  private static func reviewed(_ chances: [Double]) throws -> GameReview {
    let lines = ["h8", "g9", "h9 h10", "b2"]
    return GameReview(
      try game(sgf), positions: try zip(chances, lines).map { try position($0, $1) })
  }

  // MARK: Games

  @Test func aGameEndsWhereTheRulesEndIt() throws {
    let rest = ";W[aa];B[ab])"
    let row = (0..<5).map {
      ";B[h\("abcde".map(String.init)[$0])];W[g\("abcde".map(String.init)[$0])]"
    }
    let game = try ReviewTests.game("(;GM[4]SZ[15]" + row.joined() + rest)
    #expect(game.moves.count == 9 && game.states[9].result == .win(.black))
    #expect(game.positionCount == 9)
    #expect(
      game.notes == [
        "what follows the end of the game, from move 10 on, and all behind it are left out"
      ])
  }

  @Test(arguments: [
    ("(;GM[4]SZ[15];B[hh];W[];B[aa])", 1, "move 2, a pass, and all behind it are left out"),
    ("(;GM[4]SZ[15];B[hh];B[ii])", 1, "move 2, out of turn, and all behind it are left out"),
    (
      "(;GM[4]SZ[15];B[hh];W[hh])", 1,
      "move 2, h8: the point is occupied, and all behind it are left out"
    ),
    (
      "(;GM[4]SZ[15];B[hh];AB[aa];W[ii])", 1,
      "stones set up after move 1 and all behind it are left out"
    ),
    ("(;GM[4]SZ[15]RU[blitz];B[hh])", 1, "the rule \"blitz\" is unknown: freestyle is reviewed"),
  ])
  func whatCannotBeReviewedIsTold(sgf: String, moves: Int, note: String) throws {
    let game = try ReviewTests.game(sgf)
    #expect(game.moves.count == moves && game.notes == [note])
  }

  @Test func stonesMayBeSetUpAndWhiteMayBegin() throws {
    let game = try ReviewTests.game("(;GM[4]SZ[15]AB[hh][ii]AW[jj];W[aa];B[bb])")
    #expect(game.sides == [.white, .black, .white] && game.setUpCount == 3)
    #expect(game.command(1) == "POSITION black h8 i9 white j10 a1 to black")
    #expect(throws: ReviewGame.Unfit.self) { try ReviewTests.game("(;GM[4]SZ[15]AB[hh])") }
  }

  // MARK: Judgements

  @Test func movesAreMarkedByTheChanceThatTheyLose() throws {
    let review = try ReviewTests.reviewed([0.5, 0.46, 0.7, 0.52])
    // Black's 0.5 becomes 0.54, White's 0.46 becomes 0.3, Black's 0.7 becomes 0.48.
    #expect(review.moves.map(\.mark) == [nil, .mistake, .blunder])
    #expect(review.moves.map(\.isBest) == [true, false, false])
    #expect(review.blackChances == [0.5, 0.54, 0.7, 0.48].map { $0 })
    let black = review.summary(of: .black)
    #expect(black.moves == 2 && black.best == 1 && black.marks == [.blunder: 1])
    #expect(
      review.summary(of: .white).words == "0 of 1 move as the engine, 1 mistake, mean loss 16.0 %.")
  }

  /// The stones of an opening are to be level, so they are no mistakes.
  @Test func movesOfAnOpeningByARuleHaveNoMarks() throws {
    let stones = "ON[swap2: h8 i9 a1 stay]SZ[15]"
    for (opening, count) in [(stones, 3), ("ON[swap2]SZ[15]", 0), ("SZ[15]", 0)] {
      let game = try ReviewTests.game(
        ReviewTests.sgf.replacing("SZ[15]", with: opening))
      #expect(game.openingCount == count)
      let chances = zip([0.6, 0.8, 0.9, 0.5], ["h8", "g9", "h9 h10", "b2"])
      let review = GameReview(
        game, positions: try chances.map { try ReviewTests.position($0, $1) })
      #expect(review.moves.contains { $0.mark != nil } == (count == 0))
      #expect(review.summary(of: .black).moves == (count == 0 ? 2 : 0))
    }
  }

  @Test func aDropAfterTheBestMoveIsNotThePlayersFault() throws {
    let review = try ReviewTests.reviewed([0.9, 0.5, 0.5, 0.5])
    #expect(review.moves[0].mark == nil && review.moves[0].loss == 0)
  }

  @Test func aMissedWinIsToldWithItsLine() throws {
    let line = try ["c3", "c4", "c5"].map { try ReviewTests.point($0) }
    let win = PositionReview.ForcedWin(goal: .vcf, line: line)
    var positions = try [0.5, 0.5, 0.99, 0.5].map { try ReviewTests.position($0, "o15") }
    positions[2].win = win
    let review = GameReview(try ReviewTests.game(ReviewTests.sgf), positions: positions)
    #expect(review.moves[2].missedWin == win)
    #expect(
      review.moves[2].comment
        == "Blunder: the chance falls from 99 % to 50 %. Missed a win by fours (VCF) in 2 moves: c3 c4 c5."
    )
    #expect(review.moves[1].allowedWin == win)
    // A move after which the other side has still lost misses nothing.
    positions[3].score = .loss(inPlies: 6)
    let kept = GameReview(try ReviewTests.game(ReviewTests.sgf), positions: positions)
    #expect(kept.moves[2].missedWin == nil)
  }

  // MARK: What is written

  @Test func theRecordGetsCommentsAndBetterLines() throws {
    let tree = try ReviewTests.reviewed([0.5, 0.46, 0.7, 0.52]).annotatedTree
    #expect(Array(tree.mainLine).count == 4)
    let last = try #require(Array(tree.mainLine).last)
    #expect(
      tree[last].comment == "far\n\nBlunder: the chance falls from 70 % to 48 %. Better: h9 h10.")
    #expect(tree[last].kept.contains(KeptProperty("BM", ["2"])))
    let parent = try #require(tree.parent(last))
    let sideLines = tree.children(parent).dropFirst().map { tree.move($0)?.description }
    #expect(sideLines == ["h9"] && tree.isFork(parent))
    #expect(tree[GameTree.root].comment.contains("White: 0 of 1 move"))
    let again = try RecordFile(try RecordFormat.sgf.written(tree).bytes)
    #expect(again.games == [tree])
  }

  @Test func thePageTellsMarksAndEscapesNames() throws {
    let sgf = "(;GM[4]SZ[15]PB[<b>Ann</b>]PW[Bo];B[hh];W[ii];B[aa])"
    let positions = try [0.5, 0.46, 0.7, 0.52].map { try ReviewTests.position($0, "g9") }
    let page = GameReview(try ReviewTests.game(sgf), positions: positions).page
    #expect(page.contains("Blunder: the chance falls from 70 % to 48 %."))
    #expect(!page.contains("<b>Ann") && page.contains("&lt;b>Ann"))
  }

  // MARK: The log

  @Test func positionsComeBackFromJSON() throws {
    let win = PositionReview.ForcedWin(goal: .vct, line: [try ReviewTests.point("h8")])
    for (score, win) in [
      (ReportedScore.estimate(-35), nil), (.win(inPlies: 7), win), (.loss(inPlies: 4), nil),
    ] {
      let position = try ReviewTests.position(0.25, "h8 i9", score: score, win: win)
      let json = try JSON(parsing: Array(position.json.description.utf8))
      #expect(PositionReview(json, of: .gomoku(.freestyle, .standard)) == position)
    }
    #expect(PositionReview(.object([]), of: .gomoku(.freestyle, .standard)) == nil)
  }

  @Test func aFinishedReviewIsFoundAgain() throws {
    let scratch = try Scratch()
    let review = try ReviewTests.reviewed([0.5, 0.46, 0.7, 0.52])
    try ReviewLog(folder: scratch.folder).append(review, nodes: 100)
    let path = scratch[ReviewLog.fileName]
    // A line that was torn off is cut off by the next writer.
    let bytes = try FileSystem.contents(of: path)
    try FileSystem.write(bytes + Array("1234".utf8), to: path)
    let log = try ReviewLog(folder: scratch.folder)
    #expect(try FileSystem.contents(of: path) == bytes)
    #expect(log.review(of: review.game, nodes: 100)?.positions == review.positions)
    #expect(log.review(of: review.game, nodes: 200) == nil)
    let other = try ReviewTests.game("(;GM[4]SZ[15];B[hh];W[ii];B[ab])")
    #expect(log.review(of: other, nodes: 100) == nil)
  }

  @Test(arguments: ["", "12345678 {\"log\":\"wul"])
  func aLogWhoseFirstWriteWasInterruptedIsBegunAnew(text: String) throws {
    let scratch = try Scratch()
    _ = try ReviewLog(folder: scratch.folder)
    let header = try FileSystem.contents(of: scratch[ReviewLog.fileName])
    let start = text.isEmpty ? [] : Array(header.prefix(text.utf8.count))
    try FileSystem.write(start, to: scratch[ReviewLog.fileName])
    _ = try ReviewLog(folder: scratch.folder)
    #expect(try FileSystem.contents(of: scratch[ReviewLog.fileName]) == header)
  }

  @Test func foreignFilesAreLeftAsTheyAre() throws {
    let scratch = try Scratch()
    try FileSystem.write(Array("notes\n".utf8), to: scratch[ReviewLog.fileName])
    #expect(throws: ReviewLog.Failure.self) { try ReviewLog(folder: scratch.folder) }
    #expect(try FileSystem.contents(of: scratch[ReviewLog.fileName]) == Array("notes\n".utf8))
    let other = try Scratch()
    try FileSystem.write([1], to: other["index.html"])
    #expect(throws: ReviewLog.Failure.self) { try ReviewLog(folder: other.folder) }
    #expect(try FileSystem.names(inFolder: other.folder) == ["index.html"])
  }

  @Test func onlyFilesOfReviewsAreReplaced() throws {
    let scratch = try Scratch()
    do {
      let log = try ReviewLog(folder: scratch.folder)
      try log.claim(["a.html", "a.sgf"])
      for name in ["a.html", "b.sgf"] { try FileSystem.write([1], to: scratch[name]) }
    }
    let log = try ReviewLog(folder: scratch.folder)
    let bytes = try FileSystem.contents(of: scratch[ReviewLog.fileName])
    try log.claim(["a.html", "a.sgf"])
    #expect(throws: ReviewLog.Failure.self) { try log.claim(["b.html", "b.sgf"]) }
    #expect(try FileSystem.contents(of: scratch[ReviewLog.fileName]) == bytes)
  }

  @Test func aLogThatIsALinkOrTooLargeIsRefused() throws {
    let (scratch, other) = (try Scratch(), try Scratch())
    try FileManager.default.createSymbolicLink(
      atPath: scratch[ReviewLog.fileName], withDestinationPath: other["victim"])
    #expect(throws: ReviewLog.Failure.self) { try ReviewLog(folder: scratch.folder) }
    #expect(try FileSystem.names(inFolder: other.folder) == [])
    do { _ = try ReviewLog(folder: other.folder) }
    let file = try FileDescriptor.open(other[ReviewLog.fileName], for: .changing)
    defer { file.close() }
    try file.truncate(to: 1 << 30 + 1)
    #expect(throws: ReviewLog.Failure.self) { try ReviewLog(folder: other.folder) }
    #expect(try file.size == 1 << 30 + 1)
  }
}

/// `arena review`, with the engine beside it.
struct ReviewProgramTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func run(_ words: [String]) throws -> ProgramRun {
    try ProgramRun("arena", ["review", "--nodes", "2000"] + words)
  }

  @Test func aCollectionIsReviewedAndGoesOnAfterAnInterruption() throws {
    let games = """
      (;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bo]RE[B+];B[hh];W[hg];B[ig];W[ih];B[gi];W[ff])
      (;GM[4]SZ[15]AB[hh][hi][hj]AW[gg][gh];W[aa];B[hg];W[bb];B[cc])
      (;GM[4]SZ[15];W[hh])
      (;GM[66]SZ[6]RU[liuzhou fengyang];B[c3];W[d4];B[b2])
      """
    try FileSystem.write(Array(games.utf8), to: scratch["games.sgf"])
    let output = scratch["out"]
    let first = try run(["--out", output, scratch["games.sgf"]])
    #expect(first.status == 0, "\(first.errors)")
    let names = try FileSystem.names(inFolder: output).sorted()
    let log = try FileSystem.contents(of: "\(output)/reviews.log")
    let pages = try names.map { try FileSystem.contents(of: "\(output)/\($0)") }
    #expect(names.contains("games-1.html") && names.contains("index.html"))
    // Black has three in a row, and White lets him make a four.
    let second = String(
      decoding: try FileSystem.contents(of: "\(output)/games-2.sgf"), as: UTF8.self)
    #expect(second.contains("Allows a win by fours"), "\(second)")
    // The log of the names and the first game alone: the others are reviewed again, to the same
    // bytes.
    let lines = log.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try FileSystem.write(
      Array(lines.prefix(3).joined(separator: [10])) + [10], to: "\(output)/reviews.log")
    let again = try run(["--out", output, scratch["games.sgf"]])
    #expect(again.status == 0 && again.text == first.text)
    for (name, page) in zip(names, pages) {
      #expect(try FileSystem.contents(of: "\(output)/\(name)") == page, "\(name)")
    }
  }

  @Test func filesOfOneNameHaveResultsOfTheirOwn() throws {
    let output = scratch["out"]
    let files = [
      ("a/game.sgf", "(;GM[4]SZ[15];B[hh])"),
      (
        "b/game.rif",
        """
        <database><players><player id="1" name="line&#10;end"/></players>
        <games><game black="1"><move>g9</move></game></games></database>
        """
      ),
    ]
    for (name, text) in files {
      try FileSystem.makeFolder(scratch[String(name.prefix(1))])
      try FileSystem.write(Array(text.utf8), to: scratch[name])
    }
    let both = try run(["--out", output] + files.map { scratch[$0.0] })
    #expect(both.status == 0, "\(both.errors)")
    #expect(both.text.contains("game.2: line\\u{A}end"), "\(both.text)")
    for (name, move) in [("game", "h8"), ("game.2", "g7")] {
      let game = try RecordFile(FileSystem.contents(of: "\(output)/\(name).sgf")).games[0]
      #expect(game.move(1)?.description == move)
    }
    let index = try FileSystem.contents(of: "\(output)/index.html")
    #expect(String(decoding: index, as: UTF8.self).contains("game.2.html"))
    // A file of the user's own stays.
    try FileSystem.write(Array("(;SZ[15];B[aa])".utf8), to: scratch["other.sgf"])
    try FileSystem.write([1], to: "\(output)/other.sgf")
    let other = try run(["--out", output, scratch["other.sgf"]])
    #expect(other.status == 4 && other.errors.contains("not made by a review"))
    #expect(try FileSystem.contents(of: "\(output)/other.sgf") == [1])
  }

  @Test func theLinesTogetherAreBounded() throws {
    // Lines that each have the same 2,000 nodes, of which most cannot be played.
    let trunk = String(repeating: ";B[aa];W[aa]", count: 1_000)
    let text = "(;GM[4]SZ[15]\(trunk)" + String(repeating: "(;B[bb])", count: 500) + ")"
    try FileSystem.write(Array(text.utf8), to: scratch["a.sgf"])
    let run = try run(["--lines", scratch["a.sgf"]])
    #expect(run.status == 4 && run.errors.contains("500 lines have 1001000 nodes"), "\(run.errors)")
    #expect(try FileSystem.names(inFolder: scratch.folder) == ["a.sgf"])
  }

  @Test func linesAreReviewedAsGamesThatShareTheirPositions() throws {
    // h8 g8 with two answers, of which the second has two; a second game of one line.
    let games = """
      (;GM[4]SZ[15];B[hh];W[gh](;B[ig];W[ih])(;B[aa]C[far](;W[bb])(;W[cc])))
      (;GM[4]SZ[15];B[hh];W[ii])
      """
    try FileSystem.write(Array(games.utf8), to: scratch["a.sgf"])
    let output = scratch["lines"]
    let first = try run(["--lines", "--out", output, scratch["a.sgf"]])
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.text.contains("4 games reviewed"))
    let log = try String(decoding: FileSystem.contents(of: "\(output)/reviews.log"), as: UTF8.self)
    let positions = try log.split(separator: "\n").dropFirst(2).map { line in
      try #require(try JSON(parsing: Array(line.utf8.dropFirst(9)))["positions"]?.array)
    }
    #expect(positions.map(\.count) == [5, 5, 5, 3])
    // Shared positions have the same review: three of the first two lines, four of the next two.
    #expect(positions[0].prefix(3) == positions[1].prefix(3))
    #expect(positions[1].prefix(4) == positions[2].prefix(4))
    let third = try RecordFile(FileSystem.contents(of: "\(output)/a-3.sgf")).games[0]
    #expect(third.mainLine.compactMap { third.move($0)?.description } == ["h8", "g8", "a1", "c3"])
    let again = try run(["--lines", "--out", output, scratch["a.sgf"]])
    #expect(again.status == 0 && again.text == first.text)
    for (words, error) in [
      (["--lines", "--game", "5"], "there is no line 5: the file holds 4"),
      ([], "other files in it"),
    ] {
      let run = try run(
        words + ["--out", words.isEmpty ? scratch.folder : output, scratch["a.sgf"]])
      #expect(run.status == 4 && run.errors.contains(error), "\(run.errors)")
    }
  }

  @Test func aDatabaseIsReviewedByItsLines() throws {
    // h8 and h8 h9 in Yixin's form.
    let keys: [[UInt8]] = [[0, 15, 15, 7, 7], [0, 15, 15, 7, 7, 7, 8]]
    let records = keys.flatMap { (key: [UInt8]) -> [UInt8] in
      [UInt8(key.count), 0] + key + [5, 0, 0xFF, 0, 0, 0, 0]
    }
    try FileSystem.write([2, 0, 0, 0] + records, to: scratch["book.db"])
    let refused = try run([scratch["book.db"]])
    #expect(refused.status == 4 && refused.errors.contains("--lines reviews each of its lines"))
    let output = scratch["book-review"]
    let run = try run(["--lines", scratch["book.db"]])
    #expect(run.status == 0 && run.text.contains("1 game reviewed"), "\(run.errors)")
    #expect(try FileSystem.names(inFolder: output).contains("book.html"))
  }

  @Test func wrongInputIsOneLine() throws {
    try FileSystem.write([], to: scratch["empty.sgf"])
    for file in ["absent.sgf", "empty.sgf", "."] {
      let run = try run([scratch[file]])
      #expect(run.status == 4 && run.output == [] && run.errors.split(separator: "\n").count == 1)
    }
    for words in [[], ["--rule", "go", "x"], ["--game", "0", "x"]] {
      #expect(try run(words).status == 2)
    }
    #expect(try FileSystem.names(inFolder: scratch.folder) == ["empty.sgf"])
  }
}

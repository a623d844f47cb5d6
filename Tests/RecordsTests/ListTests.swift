import Basics
import GomokuRules
import TestSupport
import Testing

@testable import Records

/// psq, rec and lists of moves.
struct ListTests {
  private func read(_ text: String) throws -> RecordFile { try RecordFile(Array(text.utf8)) }

  private func moves(_ tree: GameTree) -> String {
    tree.mainLine.compactMap { tree.move($0).map { "\($0)" } }.joined(separator: " ")
  }

  @Test func gamesOfPiskvorkAreRead() throws {
    let file = try read(
      "Piskvorky 20x20, 11:11, 0\r\n8,8,0\r\n9,9,12\r\nA\r\nB\r\n-1\r\n2,Renju\r\n")
    let tree = file.games[0]
    #expect(file.format == .psq && moves(tree) == "h8 i9" && tree[2].milliseconds == 12)
    #expect(tree.game == .gomoku(BoardSize(side: 20)))
    #expect(tree.info == [.black: "A", .white: "B", .result: "W+", .rule: "Renju"])
    // The last number of the first line tells that the second player has begun.
    let swapped = try read("Piskvorky 15x15, 0:0, 1\n8,8,1\nA\nB\n0\n").games[0]
    #expect(swapped.info == [.black: "B", .white: "A"])
    #expect(try read("Piskvorky 15x17, 0:0, 0\n8,8\n0\n").games[0].info == [:])
    let old = try read("pbrain-a\npbrain-b\n7,7,100\n8,8,50\n0\n")
    #expect(old.format == .rec && moves(old.games[0]) == "h8 i9")
    #expect(old.games[0].info == [.black: "pbrain-a", .white: "pbrain-b"])
  }

  @Test func listsAreReadInManyForms() throws {
    for text in [
      "h8h9i10", "h8 h9 i10", "1. h8 2. h9 3. i10", "8,8 8,9 9,10", "8,8\n8,9\n9,10\n",
      "Ｈ８，Ｈ９，Ｉ１０", "h8-h9-i10 # end",
    ] { #expect(moves(try read(text).games[0]) == "h8 h9 i10", "\(text)") }
  }

  @Test(arguments: [
    "", " ", "hello", "h8 foo", "8,8 99,9", "Piskvorky", "Piskvorky 15x15\n16,1,0\n", "\u{0}",
  ])
  func whatIsNoGameIsOneLineOfRefusal(text: String) {
    do {
      _ = try read(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(!"\(error)".isEmpty && !"\(error)".contains("\n"))
    }
  }

  @Test func mainLinesComeBackFromPlainFormats() throws {
    var trees = RandomTrees(seed: 7)
    var written = 0
    for _ in 0..<Effort.count(10_000, sanitized: 500) {
      let tree = trees.tree()
      guard let game = try? PlainGame(tree) else { continue }
      written += 1
      let psq = try RecordFile(try RecordFormat.psq.written(tree).bytes).games[0]
      let points = Array(psq.mainLine.compactMap { psq.move($0)?.point })
      #expect(points == game.moves.map(\.point) && psq.game == .gomoku(game.size))
      let times = psq.mainLine.dropFirst().map { psq[$0].milliseconds ?? 0 }
      #expect(times == game.moves.map { $0.time ?? 0 })
      let list = try RecordFormat.moves.written(tree).bytes
      guard !game.moves.isEmpty else { continue }
      let again = try RecordFile(list).games[0]
      #expect(Array(again.mainLine.compactMap { again.move($0)?.point }) == points)
    }
    #expect(written > 300)
  }

  @Test func whatAPlainFormatHasNotIsTold() throws {
    let text = "(;SZ[15]PB[A]EV[E]AB[aa]AW[bb]C[r];B[cc]MS[5]TR[aa];W[dd](;B[];W[ee])(;B[ff]))"
    let tree = try read(text).games[0]
    let psq = try RecordFormat.psq.written(tree)
    #expect(
      psq.losses.description
        == "1 pass, 1 move, 1 side line, 1 comment, 1 mark on points, 1 property of the game")
    #expect(psq.notes == ["2 stones set up (AB, AW) are moves 1 to 2"])
    #expect(
      String(decoding: psq.bytes, as: UTF8.self)
        == "Piskvorky 15x15, 11:11, 0\r\n1,1,0\r\n2,2,0\r\n3,3,5\r\n4,4,0\r\nA\r\nWhite\r\n-1\r\n")
    let moves = try RecordFormat.moves.written(tree)
    #expect(moves.bytes == Array("a1b2c3d4\n".utf8))
    #expect(moves.losses.description.hasSuffix("2 properties of the game, 1 time of moves"))
    #expect(throws: RecordError.whole("3 stones set up (AB, AW) are no moves in turn")) {
      try RecordFormat.psq.written(try read("(;AB[aa][bb][cc];W[dd])").games[0])
    }
  }

  @Test(
    arguments: [
      ("8,8,100\n9,9,x\n10,8,0\na\nb\n-1\n", 3, "a", "b", ["line 3: the end of a move's line"]),
      ("8,8,100,1\n9,9,1\na\nb\n-1\n", 2, "a", "b", ["line 2: the end of a move's line"]),
      ("8,8\nfoo\n9,9\na\nb\n-1\n", 2, "a", "b", ["line 3: a line that is no move"]),
      ("8,8\na\n5,5\n-1\n", 1, "a", "5,5", []),
      ("8,8\na\n-1\n", 1, nil, nil, ["line 3: a line that is not one of two names"]),
      ("8,8\na\nb\nc\n-1\n", 1, "a", "b", ["line 5: a line that is not one of two names"]),
      ("8,8\na\nb\n3\n1,Renju\nx\n", 1, "a", "b", ["line 5 and 1 more: a line behind"]),
    ] as [(String, Int, String?, String?, [String])])
  func whatAPsqFileHasBesidesIsTold(
    lines: String, moves: Int, black: String?, white: String?, notes: [String]
  ) throws {
    let file = try read("Piskvorky 15x15, 11:11, 0\n" + lines)
    #expect(file.games[0].count == moves + 1)
    #expect(file.games[0].info[.black] == black && file.games[0].info[.white] == white)
    #expect(file.notes.count == notes.count, "\(file.notes)")
    for (note, start) in zip(file.notes, notes) { #expect(note.hasPrefix(start)) }
  }

  @Test func namesAndResultsThatPsqCannotHoldAreTold() throws {
    for (result, losses) in [("B+", ""), ("w+", ""), ("B+R", "1 "), ("0", "1 "), ("Void", "1 ")] {
      let tree = try read("(;SZ[15]PB[5,5]PW[7]RE[\(result)];B[hh])").games[0]
      let written = try RecordFormat.psq.written(tree)
      #expect(written.losses.description == losses + (losses.isEmpty ? "" : "property of the game"))
      #expect(written.notes.count == 2)
      let again = try RecordFile(written.bytes).games[0]
      #expect(again.count == 2 && again.info[.black] == "Black 5,5")
    }
  }

  @Test func severalGamesOfMovesStaySeveral() throws {
    let text = "# game 1\nh8i9\n# game 2\n\n# game 3 of three\ng9\nh8 # end\n"
    let file = try read(text)
    #expect(file.count == 3 && file.games.map(moves) == ["h8 i9", "", "g9 h8"])
    var options = RecordFile.Options()
    options.number = 3
    #expect(try RecordFile(Array(text.utf8), options).games == [file.games[2]])
    #expect(try read("# game 1\nh8\ni9\n").games.map(moves) == ["h8 i9"])
    #expect(throws: RecordError.whole("game 2: \"foo\" behind move 1 is no point of a board")) {
      try read("# game 1\nh8\n# game 2\nh8 foo")
    }
  }

  @Test(
    arguments: [
      ("(;SZ[20];B[hh])", "1 board size"), ("(;SZ[15];B[hh])", ""), ("(;SZ[19];B[ss])", ""),
      ("(;SZ[15];B[hh];B[ii]MS[5];AB[aa]MS[5])", "1 move, 2 times of moves, 1 set-up stone"),
      ("(;SZ[15]PL[B];B[hh];PL[W];W[ii])", ""),
      ("(;SZ[15]PL[W];B[hh];PL[B];W[ii](;B[aa])(;PL[W]))", "3 sides to move, 1 side line"),
    ])
  func theRestOfTheMainLineCountsAsLost(text: String, losses: String) throws {
    let written = try RecordFormat.moves.written(try read(text).games[0])
    let kinds = { (text: String) in Set(text.split(separator: ", ")) }
    #expect(kinds(written.losses.description) == kinds(losses))
  }

  @Test func aMoveOffTheNamedBoardIsRefused() {
    var tree = GameTree(.gomoku(.standard))
    tree.add(TreeMove(.black, .stone(Point(x: 15, y: 0))), to: GameTree.root)
    #expect(throws: RecordError.whole("p1 is off the board of 15x15")) {
      try RecordFormat.psq.written(tree)
    }
  }

  @Test func anyBytesAreReadOrRefused() {
    var mutation = Mutation(seed: 8, signs: Array("Piskvorky 0123456789,x\n-hH;#\u{0}\u{FF}".utf8))
    let seeds = [
      "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\nA\nB\n-1\n1,Renju\n", "1. h8 2. h9 i10", "8,8 9,9",
      "pbrain-a\npbrain-b\n7,7,100\n8,8,50\n0\n",
    ].map { Array($0.utf8) }
    for round in 0..<Effort.count(10_000, sanitized: 500) {
      _ = try? RecordFile(mutation.mutated(seeds[round % seeds.count]))
    }
  }
}

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

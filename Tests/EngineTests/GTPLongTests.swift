import Basics
import Foundation
import GomokuRules
import Platform
import Testing

@testable import Engine
@testable import Gomocup
@testable import Gomoku

/// GTP with random lines, and with the engine's own searches.
struct GTPLongTests {
  private static let lines = [
    "name", "7 version", "known_command play", "list_commands", "boardsize 9", "boardsize 30",
    "rectangular_boardsize 6 9", "clear_board", "komi 6.5", "play b D4", "play w E5", "play b C3",
    "play w pass", "3 play b resign", "play x A1", "genmove b", "genmove w", "reg_genmove b",
    "undo",
    "time_settings 60 30 5", "kgs-time_settings byoyomi 1 2 3", "time_left b 10 0", "final_score",
    "showboard", "fixed_handicap 2", "kata-set-rules renju", "kata-set-rules caro",
    "kata-get-rules", "gogui-rules_legal_moves", "gogui-rules_board", "gogui-rules_final_result",
    "wuliu-forbidden", "wuliu-info max_node 100", "wuliu-info pondering 1", "lz-analyze b 10",
    "kata-analyze", "lz-genmove_analyze w 10", "kata-genmove_analyze interval 5", "stop",
    "kata-analyze avoid b A1 3 maxmoves 2", "# interrupt", "   ", "# 3 name", "foo", "12",
  ]

  /// True if the line must be answered.
  private func isCommand(_ bytes: [UInt8]) -> Bool {
    bytes.prefix { $0 != UInt8(ascii: "#") }.contains { $0 > 0x20 && $0 != 0x7F }
  }

  /// The number of complete answers: texts that begin with a sign and end with an empty line.
  private func answers(in output: String) -> Int? {
    guard output.isEmpty || output.hasSuffix("\n\n") else { return nil }
    let parts = output.components(separatedBy: "\n\n").dropLast()
    for part in parts where part.first != "=" && part.first != "?" { return nil }
    return parts.count
  }

  @Test(arguments: [false, true]) func eachOf2000LinesHasOneAnswer(isSlow: Bool) throws {
    var random = SplitMix64(seed: 11)
    var dialogue = GTPDialogue()
    dialogue.isSlow = isSlow
    var expected = 0
    for _ in 0..<2_000 {
      var bytes = Array(try #require(Self.lines.randomElement(using: &random)).utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) where Bool.random(using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let byte = UInt8.random(in: 0...255, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes.insert(byte, at: place)
        case 1 where place < bytes.count: bytes.remove(at: place)
        case _ where place < bytes.count: bytes[place] = byte
        default: break
        }
      }
      bytes.removeAll { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      if isCommand(bytes) { expected += 1 }
      dialogue.take(.line(.text(ByteText.string(bytes)), at: dialogue.now))
      if isSlow, Bool.random(using: &random) { dialogue.finish() }
    }
    dialogue.take(.endOfInput)
    for _ in 0..<4_000 where !dialogue.hasQuit { dialogue.finish() }
    #expect(dialogue.hasQuit)
    #expect(answers(in: dialogue.output) == expected)
    #expect(expected > 1_500)
  }

  @Test(arguments: Variant.allCases) func aGameOfSearchesIsLegalAndRepeats(variant: Variant) {
    let moves = (0..<6).map { "genmove \($0 % 2 == 0 ? "b" : "w")\n" }.joined()
    let script = """
      kata-set-rules \(variant)
      wuliu-info max_node 2000
      wuliu-info timeout_turn 1000000000
      boardsize 13
      play b G7
      play b G8
      play w pass
      """ + "\n" + moves + "kata-genmove_analyze b maxmoves 3\nshowboard\n"
    let output = GTPDialogue.searched(script)
    #expect(output == GTPDialogue.searched(script))
    #expect(!output.contains("?"))
    // The stones of the board are those that were played.
    let board = output.components(separatedBy: "=\n   A").last ?? ""
    #expect(board.count { $0 == "X" || $0 == "O" } == 9 + 2)
    let report = output.components(separatedBy: "\n").first { $0.hasPrefix("info move ") } ?? ""
    #expect(report.contains(" order 2 pv ") && !report.contains(" order 3 pv "))
  }

  /// Black has an open four; the engine ends the game with the node limit of one.
  @Test func aWinIsPlayedUnderEveryTime() {
    let four = "DEFG".map { "play b \($0)7\n" }.joined()
    for time in ["time_settings 0 1 1", "time_settings 1 0 0", "kgs-time_settings none"] {
      let output = GTPDialogue.searched(four + time + "\ngenmove b\nfinal_score\ngenmove w\n")
      #expect(output.hasSuffix("= B+1\n\n= resign\n\n"), "\(output)")
    }
  }
}

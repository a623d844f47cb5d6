import Basics
import Gomoku
import GomokuRules
import SearchKit
import Testing

@testable import Engine
@testable import Gomocup

/// Long sessions made by a seeded generator.
struct RandomSessionTests {
  /// A line and how many answers it gets, MESSAGE and MOVE lines apart.
  private struct Turn {
    let text: String
    let answers: Int
  }

  private static let turns: [Turn] =
    [
      "START 15", "START 20 20", "START x", "RECTSTART 9,13", "RECTSTART 9", "RESTART", "BEGIN",
      "BEGIN 1", "TURN 3,4", "TURN 4,4", "TURN 30,4", "TURN", "PLAY 5,5", "TAKEBACK 3,4",
      "TAKEBACK 0,0", "ABOUT", "BOARD\nDONE", "BOARD\n3,3,1\n4,4,2\nDONE", "board 3,3,1 done",
      "BOARD\n3,3\nDONE", "SWAP2BOARD\nDONE", "SWAP2BOARD 3,3 4,4 8,8 DONE", "YXNBEST 3",
      "OPENING swap2 d4 e5", "OPENING rif", "OPENING rif h8 fifths", "OPENING swap a1 b2 c3 swap",
      "YXBALANCEONE 10", "YXBALANCETWO 10", "YXSHOWFORBID", "SHOW", "MOVES", "EVAL", "BENCH 2",
      "PERFT 2", "PERFT 1 divide", "SEARCH depth 2", "SEARCH fast", "POSITION moves a1 b2",
      "POSITION start", "FOO", "YXBLOCKPATH\n1,1\nDONE", "YXSAVEDATABASE", "YXHASHDUMP\n/a b/c",
      "7,7",
    ].map { Turn(text: $0, answers: 1) }
    + [
      "INFO timeout_turn 100", "INFO rule 4", "INFO rule 0", "INFO max_memory -7", "INFO x y",
      "info time_left -4", "STOP", "yxstop", "YXBOARD 3,3,1 4,4,2 DONE", "YXBOARD\nDONE",
      "YXBLOCK 1,1 DONE", "YXBLOCKUNDO 1,1 DONE", "YXBLOCKRESET", "YXHASHCLEAR", "   ",
    ].map { Turn(text: $0, answers: 0) }

  private static let turnsOfLiuzhou: [Turn] =
    [
      "START liuzhou", "START liuzhou shandong", "START liuzhou x", "RESTART", "BEGIN", "TURN c3",
      "TURN d4", "TURN g9", "TURN", "PLAY e5", "TAKEBACK", "TAKEBACK c3", "BOARD\nDONE",
      "BOARD\nc3\nd4\nDONE", "BOARD position 6/6/2X3/2XX2/6/OO3O b p 0 d4xf1 DONE", "YXNBEST 3",
      "SHOW", "MOVES", "EVAL", "PERFT 2", "PERFT 1 divide", "SEARCH nodes 20",
      "POSITION moves a1 b2", "POSITION start", "POSITION 6/2XX2/6/4O1/6/3XX1 w m 0", "SOLVE vcf",
      "POSITION OOOXOX/XXOXO1/XOOXXO/XXXXOX/XOOXOO/XXOOOX w f 0", "TURN xb5", "SWAP2BOARD DONE",
      "YXSHOWFORBID", "ABOUT", "CAPTURES", "CAPTURES c3", "CAPTURES 3,3",
    ].map { Turn(text: $0, answers: 1) }
    + ["STOP", "YXBOARD c3 d4 DONE", "INFO timeout_turn 100", "INFO rule 4"].map {
      Turn(text: $0, answers: 0)
    }

  private func answers(_ log: [String]) -> Int {
    let parts = ["MESSAGE", "MOVE ", "CAPTURE ", "PROTECTED ", "<"]
    return log.count { line in !parts.contains { line.hasPrefix($0) } }
  }

  @Test(arguments: [("START 15", turns), ("START liuzhou", turnsOfLiuzhou)])
  private func everyCommandOf200SessionsGetsItsAnswer(start: String, turns: [Turn]) {
    var random = SplitMix64(seed: 5)
    for number in 0..<200 {
      var dialogue = Dialogue()
      dialogue.isSlow = number.isMultiple(of: 2)
      dialogue.say(start)
      var expected = 1
      for _ in 0..<60 {
        guard let turn = turns.randomElement(using: &random) else { continue }
        expected += turn.answers
        dialogue.say(turn.text)
        if Bool.random(using: &random) { dialogue.finish() }
      }
      while !dialogue.session.isIdle { dialogue.finish() }
      #expect(answers(dialogue.log) == expected, "session \(number)")
      #expect(dialogue.say("ABOUT").count == 1)
    }
  }

  @Test(arguments: [turns, turnsOfLiuzhou, turns + turnsOfLiuzhou])
  private func mutatedLinesNeverBreakTheSession(turns: [Turn]) {
    var random = SplitMix64(seed: 7)
    var dialogue = Dialogue()
    for number in 0..<10_000 {
      guard let turn = turns.randomElement(using: &random) else { continue }
      var bytes = Array(turn.text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        case 1: if index < bytes.count { bytes.remove(at: index) }
        default: bytes.insert(contentsOf: bytes.prefix(index), at: index)
        }
      }
      var splitter = LineSplitter()
      for line in splitter.append(bytes + [10]) { dialogue.take(.line(line, at: .now)) }
      if number.isMultiple(of: 100) {
        // Whatever was left open, a START ends it.
        #expect(dialogue.say("START 15").last == "OK")
        #expect(dialogue.say("ABOUT").count == 1)
      }
    }
  }
}

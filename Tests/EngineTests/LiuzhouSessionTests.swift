import Basics
import Liuzhou
import LiuzhouRules
import SearchTypes
import Testing

@testable import Engine
@testable import Gomocup

/// Dialogues about Liuzhou chess with a player that answers at once with the first legal turn.
struct LiuzhouSessionTests {
  /// Black may complete two squares on d4.
  static let twoSquares = "O4O/6/2X1X1/2XXX1/6/OO3O b p 0"
  /// White is the second to remove a stone, and then slides first.
  static let lastRemoval = "OOOXOX/XXOXO1/XOOXXO/XXXXOX/XOOXOO/XXOOOX w f 0"
  /// White places the last stone with dead ones on the board, and then slides first.
  static let lastPlacement = "OoOXOX/XXOXO1/XOOXXO/XXXXOX/XOOXOO/XXOOOX w p 0"
  static let lost = "6/2XX2/6/4O1/6/3XX1 w m 0"

  @Test(arguments: [
    ("a game with BEGIN", "START liuzhou\nBEGIN\nTURN c3", ["OK", "a1", "b1"]),
    ("a game with TURN first", "start LIUZHOU Huainan\nturn C3", ["OK", "a1"]),
    ("switches", "START liuzhou shandong quiet = 80 MOVER=first\nBEGIN", ["OK", "a1"]),
    ("an empty BOARD", "START liuzhou\nBOARD\nDONE", ["OK", "a1"]),
    ("BOARD with turns", "START liuzhou\nBOARD\n C3 \n\nd4\na1\nDONE", ["OK", "b1"]),
    ("BOARD in one line", "START liuzhou\nboard c3 d4 done", ["OK", "a1"]),
    (
      "BOARD from a position", "START liuzhou\nBOARD\nPosition \(twoSquares)\nd4xf1a1\nDONE",
      ["OK", "c1"]
    ),
    (
      "BOARD from a position in one line", "START liuzhou\nBOARD position \(twoSquares) c1 DONE",
      ["OK", "d1"]
    ),
    ("YXBOARD is not answered", "START liuzhou\nYXBOARD\nc3\nd4\nDONE\nYXNBEST 3", ["OK", "a1"]),
    ("PLAY", "START liuzhou\nPLAY C3\nTURN d4", ["OK", "c3", "a1"]),
    ("RESTART", "START liuzhou\nBEGIN\nTURN c3\nRESTART\nBEGIN", ["OK", "a1", "b1", "OK", "a1"]),
    (
      "TAKEBACK undoes turns",
      "START liuzhou\nBEGIN\nTURN c3\nTAKEBACK\ntakeback\nTURN d4\nTAKEBACK\nTAKEBACK\nTAKEBACK",
      ["OK", "a1", "b1", "OK", "OK", "b1", "OK", "OK", "OK"]
    ),
    (
      "captures in any order and with blanks",
      "START liuzhou\nPOSITION \(twoSquares)\nPLAY D4 x F1A1\nSHOW",
      ["OK", "OK", "d4xa1f1", "SHOW white placing none"]
    ),
    (
      "the second removal is followed by the same side's slide",
      "START liuzhou\nPOSITION \(lastRemoval)\nTURN xb5\nSHOW\nTURN c5b5",
      ["OK", "OK", "OK", "SHOW white moving none", "d5c5"]
    ),
    (
      "the engine's own second turn is asked for with BEGIN",
      "START liuzhou\nPOSITION \(lastRemoval)\nBEGIN\nSHOW\nBEGIN\nSHOW",
      ["OK", "OK", "xa1", "SHOW white moving none", "f4f5", "SHOW black moving none"]
    ),
    (
      "the last placement is followed by the same side's slide",
      "START liuzhou\nPOSITION \(lastPlacement)\nTURN f5\nSHOW\nTURN a6b6",
      ["OK", "OK", "OK", "SHOW white moving none", "a5a6"]
    ),
    (
      "the other game", "START liuzhou\nTURN c3\nSTART 15\nTURN 7,7\nSTART liuzhou\nTURN c3",
      ["OK", "a1", "OK", "0,0", "OK", "a1"]
    ),
    ("a rectangle", "START liuzhou\nRECTSTART 9,13\nTURN 8,12", ["OK", "OK", "0,0"]),
    (
      "INFO is never answered",
      "START liuzhou\nINFO rule 3\nINFO timeout_turn 5\nINFO coordinates yx\nBEGIN", ["OK", "a1"]
    ),
    (
      "hash commands", "START liuzhou\nYXHASHCLEAR\nYXSHOWHASHUSAGE",
      ["OK", "MESSAGE hash table cleared", "MESSAGE hash table 1024 KiB, 5 permille used"]
    ),
    (
      "a finished game", "START liuzhou\nPOSITION \(lost)\nBEGIN",
      ["OK", "OK", "ERROR game over: black wins, white has 3 stones or fewer"]
    ),
    (
      "a drawn game", "START liuzhou quiet=2\nPOSITION XXXX2/6/6/6/6/OOOO2 w m 2\nYXNBEST 2",
      ["OK", "OK", "ERROR game over: draw, 2 turns without a capture"]
    ),
    (
      "a game that is too long",
      "START liuzhou length=65\nPOSITION XXXX2/6/6/6/6/OOOO2 w m 2\nPLAY a1a2\nBEGIN",
      ["OK", "OK", "a1a2", "ERROR game over: draw, 65 steps have been played"]
    ),
  ])
  func dialogues(name: String, lines: String, answers: [String]) {
    var dialogue = Dialogue()
    let said = dialogue.say(lines).filter { !$0.hasPrefix("MESSAGE  ") }
    let plain = said.filter { $0.hasPrefix("MESSAGE hash") || !$0.hasPrefix("MESSAGE") }
    #expect(plain == answers, "\(name)")
  }

  @Test(arguments: [
    ("the state", "POSITION moves c3 d4\nSHOW", ["OK", "SHOW black placing none"]),
    ("a lost game", "POSITION \(lost)\nSHOW", ["OK", "SHOW white over black"]),
    (
      "a drawn game", "POSITION XXX3/6/6/6/6/OOO3 w m 0\nSHOW", ["OK", "SHOW white over draw"]
    ),
    ("removals", "POSITION \(lastRemoval)\nSHOW", ["OK", "SHOW white forcing none"]),
    ("moves", "MOVES", ["MOVES 36"]),
    ("no moves", "POSITION \(lost)\nMOVES", ["OK", "MOVES 0"]),
    ("perft", "PERFT 1", ["PERFT 1 36 0"]),
    ("divided perft", "POSITION moves a1\nPERFT 1 divide", ["OK", "PERFT 1 35 0"]),
    ("search", "SEARCH depth 3", ["SEARCH a1 score 0 depth 1 nodes 1 time 0 pv a1"]),
    (
      "search does not play", "SEARCH nodes 5\nBEGIN",
      ["SEARCH a1 score 0 depth 1 nodes 1 time 0 pv a1", "a1"]
    ),
    ("eval", "EVAL", ["EVAL 7"]),
    ("bench", "BENCH\nBENCH 4", ["BENCH 42 0", "BENCH 42 0"]),
    ("the start again", "BEGIN\nPOSITION start\nBEGIN", ["a1", "OK", "a1"]),
    ("the start and moves", "POSITION start moves a1 b1\nBEGIN", ["OK", "c1"]),
    ("a position and moves", "position \(twoSquares) MOVES d4xf1a1 c1\nBEGIN", ["OK", "d1"]),
    ("capitals of side and phase", "POSITION 6/6/6/6/6/6 B P 0\nBEGIN", ["OK", "a1"]),
  ])
  func scriptCommandsEndWithTheirOwnWord(name: String, lines: String, answers: [String]) {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou")
    let log = dialogue.say(lines)
    #expect(log.filter { !$0.hasPrefix("MESSAGE") && !$0.hasPrefix("MOVE ") } == answers, "\(name)")
  }

  @Test func theBoardIsShownWithMarkedStones() {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou\nPOSITION \(LiuzhouSessionTests.twoSquares)\nPLAY d4xa1f1")
    #expect(
      dialogue.say("SHOW") == [
        "MESSAGE   6 O . . . . O",
        "MESSAGE   5 . . . . . .",
        "MESSAGE   4 . . X>X X .",
        "MESSAGE   3 . . X X X .",
        "MESSAGE   2 . . . . . .",
        "MESSAGE   1 o O . . . o",
        "MESSAGE     a b c d e f",
        "MESSAGE fengyang, placing, white to move, in hand 12 black and 13 white",
        "MESSAGE X 6 black, O 3 white; captured x black, o white",
        "MESSAGE position O4O/6/2XXX1/2XXX1/6/oO3o w p 0",
        "SHOW white placing none",
      ])
  }

  @Test(arguments: [
    ("", "CAPTURES c3", ["CAPTURE c3 0"]),
    (
      twoSquares, "CAPTURES d4 a2",
      ["CAPTURE a2 0", "CAPTURE d4 2 of a1b1f1a6f6", "PROTECTED black none"]
    ),
    (lastRemoval, "CAPTURES", ["CAPTURE remove 1 of"]),
    ("X1XX1X/XX1XXX/O1O3/OO4/6/1O3O b m 0", "CAPTURES b5b6", ["CAPTURE b5b6 0"]),
    ("X1XX1X/1X1XXX/O1O3/OO4/6/1O3O b m 0", "CAPTURES B5", ["CAPTURE b5a5 0", "CAPTURE b5b6 0"]),
    (lost, "CAPTURES", ["CAPTURES 0"]),
  ])
  func capturesAreToldForAPointOrForAll(position: String, line: String, answers: [String]) {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou")
    if !position.isEmpty { dialogue.say("POSITION \(position)") }
    let log = dialogue.say(line)
    for answer in answers { #expect(log.contains { $0.hasPrefix(answer) }, "\(answer) in \(log)") }
    let count = log.count { $0.hasPrefix("CAPTURE ") }
    #expect(log.last == "CAPTURES \(count)")
    #expect(log.count == count + 3)
  }

  /// Together the lines allow exactly the legal turns.
  @Test(arguments: RuleSet.presets.map(\.name) + ["protect=never"])
  func capturesAgreeWithTheLegalTurns(rules: String) throws {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou \(rules)")
    var generator = SplitMix64(seed: 29)
    for _ in 0..<3 {
      var game = Game(try RuleSet(rules))
      dialogue.say("RESTART")
      while game.outcome == nil, let turn = game.legalTurns.randomElement(using: &generator) {
        let replies = dialogue.say("CAPTURES").map {
          GomocupReply(parsing: $0, in: Notation(.liuzhou))
        }
        var told: [Turn.Action: ScriptReply.Capture] = [:]
        for case .script(.capture(let capture)) in replies { told[capture.action] = capture }
        let turns = Dictionary(grouping: game.legalTurns, by: \.action)
        #expect(Set(told.keys) == Set(turns.keys))
        for (action, capture) in told {
          let sets = try #require(turns[action]).map(\.captured)
          #expect(sets.allSatisfy { $0.count == capture.count && $0.isSuperset(of: capture.all) })
          #expect(sets.reduce(.none) { $0 | $1 } == capture.all | capture.others)
        }
        #expect(dialogue.say("PLAY \(turn)") == ["\(turn)"])
        try game.play(turn)
      }
    }
  }

  @Test func theStepsAreToldIfTheyAreLimited() {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou shandong-app\nPOSITION XXXX2/6/6/6/6/OOOO2 w m 2\nPLAY a1a2")
    #expect(
      dialogue.say("SHOW").contains {
        $0.hasSuffix("moving, black to move, 3 turns without a capture, 65 of 142 steps")
      })
  }

  @Test func anOwnTurnThatEndsTheGameIsTold() {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou\nPOSITION 6/6/XX4/X5/1X4/2OOOO b m 0")
    dialogue.player = { job in
      guard case .liuzhou(_, let game) = job.task,
        let best = game.legalTurns.first(where: { !$0.captured.isEmpty })
      else { return Dialogue.firstLegalMove(job) }
      let line = SearchReport<Move>.Line(score: .win(inPlies: 1), moves: [.turn(best)])
      return .search(SearchReport(lines: [line], depth: 1))
    }
    #expect(
      dialogue.say("BEGIN") == [
        "MESSAGE game over: black wins, white has 3 stones or fewer", "b2b3xc1",
      ])
  }

  @Test func aSearchTellsItsTurns() throws {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("START liuzhou\nINFO show_detail 3\nBEGIN")
    let turns = try ["c3c4xb2", "pass", "xa1"].map { Move.turn(try Turn($0)) }
    let report = SearchReport(
      lines: [.init(score: .win(inPlies: 7), moves: turns)], depth: 5, selectiveDepth: 6,
      nodes: 1_000, elapsed: .milliseconds(10))
    let log = dialogue.take(.news(.search(.iteration(report))))
    #expect(log.contains("MESSAGE depth 5-6 ev +M7 n 1000 n/ms 100 tm 10 pv c3c4xb2 pass xa1"))
    #expect(log.contains("INFO BESTLINE c3c4xb2 pass xa1"))
    #expect(log.contains("MESSAGE REALTIME BEST c3c4xb2"))
  }

  @Test(arguments: [
    ("fengyang", "0.8914"), ("huainan", "0.8914"), ("quiet=50", "0.8914"),
    ("shandong", "0.8320"), ("shandong blocked=draw", "0.8320"),
  ])
  func whatAScoreIsWorthDependsOnTheRules(rules: String, share: String) throws {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("START liuzhou \(rules)\nINFO show_detail 2\nBEGIN")
    let report = SearchReport(
      lines: [.init(score: .centistones(200), moves: [Move.turn(try Turn("c3"))])], depth: 5)
    let log = dialogue.take(.news(.search(.iteration(report))))
    #expect(log.contains("INFO WINRATE \(share)"))
  }

  @Test func positionsAndTurnsRoundTrip() throws {
    var generator = SplitMix64(seed: 11)
    for rules in ["fengyang", "shandong"] {
      var dialogue = Dialogue()
      dialogue.say("START liuzhou \(rules)")
      var game = Game(try RuleSet(rules))
      while game.outcome == nil, let turn = game.legalTurns.randomElement(using: &generator) {
        #expect(dialogue.say("PLAY \(turn)") == ["\(turn)"])
        try game.play(turn)
      }
      #expect(dialogue.session.course == game)
      let text = try #require(dialogue.say("SHOW").first { $0.hasPrefix("MESSAGE position ") })
      let turns = game.turns.map(\.description)
      dialogue.say("RESTART")
      dialogue.say((["YXBOARD"] + turns + ["DONE"]).joined(separator: "\n"))
      #expect(dialogue.session.course == game)
      #expect(dialogue.say("POSITION start moves " + turns.joined(separator: " ")) == ["OK"])
      #expect(dialogue.session.course == game)
      for _ in turns { #expect(dialogue.say("TAKEBACK") == ["OK"]) }
      #expect(dialogue.session.course == Game(game.rules))
      #expect(dialogue.say("POSITION " + text.dropFirst("MESSAGE position ".count)) == ["OK"])
      #expect(dialogue.session.course?.position == game.position)
      #expect(dialogue.session.course?.turns == [])
    }
  }

  @Test func aTurnThatEndsTheGameStaysOnTheBoard() {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou\nPOSITION 6/6/XX4/X5/1X4/2OOOO b m 0")
    #expect(
      dialogue.say("TURN b2b3xc1") == ["ERROR game over: black wins, white has 3 stones or fewer"])
    #expect(dialogue.say("SHOW").last == "SHOW white over black")
    #expect(dialogue.say("TAKEBACK") == ["OK"])
    #expect(dialogue.say("SHOW").last == "SHOW black moving none")
  }

  @Test func settingsOutliveTheGame() throws {
    var dialogue = Dialogue()
    dialogue.say("INFO rule 4\nINFO max_memory 67108864\nINFO max_node 500\nYXBLOCK 0,0 DONE")
    dialogue.say("START liuzhou\nBEGIN\nSTART 15\nBEGIN")
    #expect(dialogue.jobs.map(\.memoryLimit) == [64 << 20, 64 << 20])
    #expect(dialogue.jobs.map(\.limits.nodes) == [500, 500])
    #expect(dialogue.jobs.last?.position?.variant == .renju)
    #expect(dialogue.log.last == "1,0")
  }

  @Test func aNewGameForgetsTheOldOne() {
    var dialogue = Dialogue()
    dialogue.say("START liuzhou\nBEGIN\nTURN c3\nYXHASHCLEAR\nTURN d3\nRESTART\nBEGIN")
    #expect(dialogue.jobs.map(\.startsAnew) == [true, false, true, true])
  }

  // MARK: While a search runs

  private func thinking() -> Dialogue {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("START liuzhou\nINFO timeout_turn 1000\nBEGIN")
    return dialogue
  }

  @Test(arguments: [
    "START 20", "START liuzhou", "RESTART", "TAKEBACK", "BOARD DONE", "YXBOARD DONE",
    "POSITION start",
  ])
  func anotherPositionStopsTheSearchAndWaitsForItsMove(line: String) {
    var dialogue = thinking()
    #expect(dialogue.say(line) == ["<stop>"])
    let log = dialogue.finish()
    #expect(log.first == "a1")
    #expect(log.count == (line.hasPrefix("YXBOARD") ? 1 : 2))
  }

  @Test func linesBehindANewGameAreReadInItsNotation() {
    var dialogue = thinking()
    dialogue.say("START 15\nTURN 7,7\nSTART liuzhou\nTURN c3")
    var log: [String] = []
    while !dialogue.session.isIdle { log += dialogue.finish() }
    #expect(log.filter { !$0.hasPrefix("<") } == ["a1", "OK", "0,0", "OK", "a1"])
  }

  @Test func stopAndMoveNowEndTheSearch() {
    var dialogue = thinking()
    #expect(dialogue.say("STOP") == ["<stop>"])
    #expect(dialogue.finish() == ["a1"])
    dialogue.say("TURN c3")
    #expect(dialogue.say("INFO timeout_turn 0") == ["<deadline 0.0 seconds>", "<stop>"])
    #expect(dialogue.say("END") == ["<quit>"])
  }

  @Test func theMatchClockIsShared() {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("START liuzhou\nINFO timeout_turn 0\nINFO timeout_turn 60000")
    dialogue.say("INFO timeout_match 60000\nBEGIN")
    let hard = dialogue.jobs.last?.limits.time?.hard ?? .zero
    #expect(hard > .milliseconds(500) && hard < .seconds(13))
    dialogue.now += .seconds(4)
    dialogue.finish()
    #expect(dialogue.session.settings.clock.remaining == .seconds(56))
  }
}

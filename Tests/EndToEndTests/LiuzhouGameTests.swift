import Basics
import Foundation
import Liuzhou
import LiuzhouRules
import SearchKit
import TestSupport
import Testing

extension EndToEnd {
  /// Whole games of Liuzhou chess over the protocol, refereed by the rules.
  @Suite(.serialized) struct LiuzhouGameTests {
    private static func start(_ rules: String, _ settings: String) throws -> BuiltEngine {
      let engine = try BuiltEngine()
      engine.send("INFO max_memory 67108864\n\(settings)")
      #expect(try engine.ask("START liuzhou \(rules)") == "OK")
      return engine
    }

    /// Sends `request`, takes the turn and plays it by the rules.
    private static func turn(
      _ engine: BuiltEngine, _ request: String, in game: inout Game
    ) throws -> Duration {
      let begin = ContinuousClock.now
      let text = try engine.ask(request)
      let time = begin.duration(to: .now)
      let turn = try Turn(text)
      #expect(turn.description == text)
      try game.play(turn)
      return time
    }

    /// One engine plays both sides, as two processes that hear each other's turns one by one.
    private static func selfPlay(
      _ rules: String, _ settings: String
    ) throws -> (game: Game, slowest: Duration, doubleTurns: Int) {
      let engines = try [start(rules, settings), start(rules, settings)]
      var game = Game(try RuleSet(rules))
      var slowest = Duration.zero
      var doubleTurns = 0
      var request = "BEGIN"
      while game.outcome == nil {
        let side = game.position.sideToMove
        let (mover, other) = side == .black ? (engines[0], engines[1]) : (engines[1], engines[0])
        slowest = max(slowest, try turn(mover, request, in: &game))
        let last = try #require(game.turns.last)
        request = "TURN \(last)"
        if game.outcome == nil, game.position.sideToMove == side {
          doubleTurns += 1
          #expect(try other.ask(request) == "OK")
          request = "BEGIN"
        } else if game.outcome != nil {
          #expect(try other.ask(request).hasPrefix("ERROR game over: "))
        }
      }
      for engine in engines {
        engine.send("END")
        #expect(try engine.exit() == .status(0))
      }
      return (game, slowest, doubleTurns)
    }

    @Test(arguments: [
      "fengyang", "shandong-app", "huainan mover=first fly-at=4", "fengyang quiet=6",
      "fengyang length=50",
    ])
    func gamesEndByTheRules(rules: String) throws {
      let played = try Self.selfPlay(rules, "INFO timeout_turn 15")
      #expect(played.game.turns.count > 36)
      // White places or removes last; if he slides first as well, he has two turns in a row.
      #expect(played.doubleTurns == (played.game.rules.mover == .second ? 1 : 0))
      if Effort.isTiming { #expect(played.slowest < .milliseconds(15 + 1_000)) }
    }

    @Test func withNodeLimitsEveryGameIsTheSame() throws {
      let nodes = "INFO max_node 700"
      let first = try Self.selfPlay("fengyang", nodes).game
      #expect(try Self.selfPlay("fengyang", nodes).game == first)
      // Neither the game before nor the way to the position makes a difference.
      let engine = try Self.start("fengyang", nodes)
      #expect(try engine.ask("PLAY d4") == "d4")
      let position = try #require(first.positions.dropFirst(20).first)
      let answers = try (0..<2).map { _ in
        #expect(try engine.ask("POSITION \(position)") == "OK")
        let answer = try engine.ask("SEARCH nodes 3000")
        #expect(try engine.ask("START 15") == "OK")
        _ = try engine.ask("BEGIN")
        #expect(try engine.ask("START liuzhou") == "OK")
        return answer.split(separator: " time ")[0] + "|" + answer.split(separator: " pv ")[1]
      }
      #expect(answers[0] == answers[1])
    }

    @Test func benchIsTheSameOnEveryRun() throws {
      let nodes = try (0..<2).map { _ in
        let engine = try BuiltEngine(["START liuzhou", "BENCH 3"])
        return try #require(engine.rest().last?.split(separator: " ").dropFirst().first)
      }
      #expect(nodes[0] == nodes[1])
    }

    /// `WULIU_TURNS=500` takes as many.
    @Test func aTurnTakesNoLongerThanItsLimit() throws {
      let count = ProcessInfo.processInfo.environment["WULIU_TURNS"].flatMap(Int.init) ?? 25
      let engine = try Self.start("fengyang", "INFO timeout_turn 100")
      var game = Game()
      var times: [Duration] = []
      try engine.waitUntilIdle()
      let before = try engine.processorTime()
      while times.count < count {
        if game.outcome != nil {
          game = Game()
          #expect(try engine.ask("RESTART") == "OK")
        }
        times.append(try Self.turn(engine, "BEGIN", in: &game))
      }
      times.sort()
      let late = times.count { $0 > .milliseconds(100) }
      // However the machine delays the answers, the search works no longer than its turns last.
      #expect(try engine.processorTime() - before < .milliseconds(count * 100 + 1_000))
      if Effort.isTiming {
        #expect(times[times.count / 4] < .milliseconds(100))
        #expect(times[times.count - 1] < .milliseconds(1_100), "\(late) late")
      }
    }

    @Test func theMatchClockLastsToTheEnd() throws {
      let match = Duration.milliseconds(1_500)
      let engine = try Self.start("fengyang", "INFO timeout_match 1500")
      var generator = SplitMix64(seed: 3)
      var game = Game()
      var used = Duration.zero
      while game.outcome == nil {
        used += try Self.turn(engine, "BEGIN", in: &game)
        while game.outcome == nil, game.position.sideToMove == .white {
          let turn = try #require(game.legalTurns.randomElement(using: &generator))
          try game.play(turn)
          #expect(try engine.ask("PLAY \(turn)") == turn.description)
        }
      }
      #expect(game.outcome?.winner == .black)
      // A tournament grants a second for the way through pipes and a loaded machine.
      if Effort.isTiming { #expect(used < match + .seconds(1)) }
    }

    @Test func moveNowIsObeyedAtOnce() throws {
      let engine = try Self.start("fengyang", "")
      let times = try ["INFO timeout_turn 0", "YXSTOP", "STOP"].map { order in
        engine.send("INFO timeout_turn 100000000\nBOARD c3 d4 DONE")
        _ = try engine.line { $0.hasPrefix("MESSAGE depth ") }
        var game = Game()
        for text in ["c3", "d4"] { try game.play(Turn(text)) }
        return try Self.turn(engine, order, in: &game)
      }
      if Effort.isTiming { #expect(try #require(times.min()) < .milliseconds(100)) }
    }

    @Test(arguments: ["END", ""] + (BuiltEngine.isWindows ? [] : ["SIGTERM"]))
    func theProcessLeavesInMidSearch(farewell: String) throws {
      let engine = try Self.start("fengyang", "INFO timeout_turn 100000000")
      engine.send("BEGIN")
      _ = try engine.line { $0.hasPrefix("MESSAGE depth ") }
      switch farewell {
      case "END": engine.send(farewell)
      case "SIGTERM": engine.signal(.terminate)
      default: engine.closeInput()
      }
      #expect(try engine.exit() == .status(0))
    }

    /// Both games in turn: only one hash table lives at a time.
    @Test(arguments: [32, 64, 350])
    func memoryStaysInsideItsLimit(mebibytes: Int) throws {
      let engine = try BuiltEngine()
      engine.send("INFO timeout_turn 400\nINFO max_memory \(mebibytes << 20)")
      #expect(try engine.ask("START 20") == "OK")
      _ = try engine.ask("BOARD 9,9,2 10,10,1 9,10,2 DONE")
      #expect(try engine.ask("START liuzhou") == "OK")
      _ = try engine.ask("BOARD c3 d4 c4 DONE")
      _ = try engine.ask("BOARD position XOXXOX/OOOXOO/OXOOOO/XXXXOO/O1XO1X/XXXOOX w m 0 DONE")
      #expect(try engine.ask("START 15") == "OK")
      _ = try engine.ask("BEGIN")
      if !BuiltEngine.isSanitized { #expect(try engine.memory().peak <= mebibytes << 10) }
    }

    @Test func aDamagedGameIsRefusedAndTheNextCommandWorks() throws {
      let engine = try Self.start("fengyang", "INFO timeout_turn 0")
      engine.sendBytes(
        Array("TURN c3\r\nTURN c3\r\nboard\rposition\n6/6/6/6/6/6 b\np 0\nD4\n".utf8))
      #expect((try? Turn(engine.answer())) != nil)
      #expect(try engine.answer() == "ERROR c3 is occupied")
      engine.send("c3xa1\nDONE\nSWAP2BOARD\n3,3\nDONE\nTAKEBACK\nSHOW")
      #expect(try engine.answer() == "ERROR turn 2, c3xa1: may not capture a1")
      #expect(
        try engine.answer() == "ERROR SWAP2BOARD is for gomoku, this is a game of Liuzhou chess")
      #expect(try engine.answer() == "OK")
      #expect(try engine.answer() == "SHOW white placing none")
    }
  }
}

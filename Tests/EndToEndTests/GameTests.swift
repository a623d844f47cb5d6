import Basics
import Foundation
import Gomoku
import GomokuRules
import SearchKit
import TestSupport
import Testing

extension EndToEnd {
  /// Whole games over the protocol, with clocks, refereed by the rules.
  @Suite(.serialized) struct GameTests {
    private struct Referee {
      var position: Position
      private(set) var slowest = Duration.zero

      init(_ position: Position) { self.position = position }

      /// Sends `request`, takes the move and plays it by the rules.
      mutating func move(_ engine: BuiltEngine, _ request: String) throws -> Point {
        let begin = ContinuousClock.now
        engine.send(request)
        let text = try engine.answer()
        slowest = max(slowest, begin.duration(to: .now))
        let point = try #require(Point(text), "\(text)")
        try position.play(point)
        return point
      }
    }

    private func pair(_ point: Point) -> String { "\(point.x),\(point.y)" }

    /// One engine plays both sides, as two processes.
    ///
    /// - Parameter opening: stones on the board before the first move, in order of play.
    private func selfPlay(
      _ start: String, size: BoardSize, variant: Variant, turn: Int, opening: [Point] = []
    ) throws -> (plies: Int, slowest: Duration) {
      let engines = try [BuiltEngine(), BuiltEngine()]
      for engine in engines {
        engine.send("INFO rule \(variant.gomocupCode)")
        engine.send("INFO timeout_turn \(turn)\nINFO max_memory 67108864")
        #expect(try engine.ask(start) == "OK")
      }
      var referee = Referee(Position(size: size, variant: variant))
      for point in opening { try referee.position.play(point) }
      var last = try referee.move(engines[opening.count % 2], board(opening))
      if opening.count + 1 < size.pointCount, referee.position.outcome == nil {
        let stones = referee.position.stones.map(\.point)
        last = try referee.move(engines[stones.count % 2], board(stones))
      }
      while referee.position.outcome == nil {
        let engine = engines[referee.position.stones.count % 2]
        last = try referee.move(engine, "TURN \(pair(last))")
      }
      for engine in engines {
        engine.send("END")
        #expect(try engine.exit() == .status(0))
      }
      return (referee.position.stones.count, referee.slowest)
    }

    /// The position before a turn, from its mover's side.
    private func board(_ stones: [Point]) -> String {
      let lines = stones.enumerated().map { index, point in
        "\(pair(point)),\((stones.count - index) % 2 == 0 ? 1 : 2)"
      }
      return (["BOARD"] + lines + ["DONE"]).joined(separator: "\n")
    }

    /// Random openings on three boards under all rules in turn; `WULIU_GAMES=100` plays as many.
    @Test func gamesFromRandomOpeningsEndByTheRules() throws {
      let shapes = [("START 15", 15, 15), ("START 20", 20, 20), ("RECTSTART 9,13", 9, 13)]
      let environment = ProcessInfo.processInfo.environment
      let count = environment["WULIU_GAMES"].flatMap(Int.init) ?? 3
      var generator = SplitMix64(seed: 506)
      for number in 0..<count {
        let (start, width, height) = shapes[number % 3]
        let variant = Variant.allCases[number / 3 % Variant.allCases.count]
        let size = try #require(BoardSize(width: width, height: height))
        let opening = Array(
          size.points.filter { abs($0.x - width / 2) <= 3 && abs($0.y - height / 2) <= 3 }
            .shuffled(using: &generator).prefix(2 + number % 4))
        let game = try selfPlay(start, size: size, variant: variant, turn: 20, opening: opening)
        if Effort.isTiming { #expect(game.slowest < .milliseconds(20 + 1_000), "game \(number)") }
      }
    }

    @Test(arguments: Variant.allCases)
    func gamesOfAllRulesEndByTheRules(variant: Variant) throws {
      let size = try #require(BoardSize(side: 15))
      let game = try selfPlay("START 15", size: size, variant: variant, turn: 25)
      #expect(game.plies >= 9)
      if Effort.isTiming { #expect(game.slowest < .milliseconds(25 + 1_000)) }
    }

    @Test(arguments: [
      ("START 20", 20, 20), ("RECTSTART 9,13", 9, 13), ("RECTSTART 22,5", 22, 5), ("START 5", 5, 5),
    ])
    func gamesOnAllBoardsEndByTheRules(start: String, width: Int, height: Int) throws {
      let size = try #require(BoardSize(width: width, height: height))
      let game = try selfPlay(start, size: size, variant: .freestyle, turn: 15)
      #expect(game.plies >= 9)
    }

    @Test func aTurnTakesNoLongerThanItsLimit() throws {
      let engine = try BuiltEngine()
      engine.send("INFO timeout_turn 100\nINFO max_memory 67108864")
      #expect(try engine.ask("START 15") == "OK")
      try engine.waitUntilIdle()
      let before = try engine.processorTime()
      let times = try (0..<40).map { number in
        try time(engine, "BOARD \(number % 15),\(number / 15),2 7,7,1 9,9,2 DONE")
      }.sorted()
      // However the machine delays the answers, the search works no longer than its turns last.
      #expect(try engine.processorTime() - before < .milliseconds(40 * 100 + 1_000))
      if Effort.isTiming {
        #expect(times[times.count / 2] < .milliseconds(100))
        #expect(times[times.count - 1] < .milliseconds(1_100))
      }
    }

    @Test func moveNowIsObeyedAtOnce() throws {
      let engine = try BuiltEngine()
      #expect(try engine.ask("START 15") == "OK")
      let times = try ["INFO timeout_turn 0", "YXSTOP", "STOP"].map { order in
        engine.send("INFO timeout_turn 100000000\nBOARD 7,7,2 9,7,1 8,9,2 DONE")
        _ = try engine.line { $0.hasPrefix("MESSAGE depth ") }
        return try time(engine, order)
      }
      if Effort.isTiming { #expect(try #require(times.min()) < .milliseconds(100)) }
    }

    @Test(.enabled(if: Effort.isTiming, "a busy machine would fail it"))
    func suspensionBetweenMovesCostsNoTime() throws {
      let engine = try BuiltEngine()
      engine.send("INFO timeout_turn 300\nINFO timeout_match 3000")
      #expect(try engine.ask("START 15") == "OK")
      let times = try ["BEGIN", "TURN 0,0", "TURN 0,2"].map { request in
        engine.signal(.suspend)
        usleep(1_000_000)
        engine.signal(.resume)
        return try time(engine, "INFO time_left 3000\n\(request)")
      }.sorted()
      #expect(times[1] < .milliseconds(300))
      #expect(times[2] < .milliseconds(1_300))
    }

    /// How long the engine takes to answer `request` with a move.
    private func time(_ engine: BuiltEngine, _ request: String) throws -> Duration {
      let begin = ContinuousClock.now
      let answer = try engine.ask(request)
      #expect(Point(answer) != nil, "\(answer)")
      return begin.duration(to: .now)
    }

    @Test(arguments: ["-1", "4611686018427387904", "plenty"])
    func badMemoryLimitsKeepTheOldOne(value: String) throws {
      let engine = try BuiltEngine()
      engine.send("INFO timeout_turn 100\nINFO max_memory 67108864\nINFO max_memory \(value)")
      #expect(try engine.ask("START 15") == "OK")
      engine.send("BEGIN")
      #expect(try engine.line().hasPrefix("MESSAGE INFO max_memory needs bytes"))
      #expect(Point(try engine.answer()) != nil)
      #expect(Point(try engine.ask("TURN 0,0")) != nil)
      if !BuiltEngine.isSanitized { #expect(try engine.memory().peak <= 65_536) }
    }

    @Test(arguments: [32, 64, 350])
    func memoryStaysInsideItsLimit(mebibytes: Int) throws {
      let engine = try BuiltEngine()
      engine.send("INFO timeout_turn 400\nINFO max_memory \(mebibytes << 20)")
      #expect(try engine.ask("START 20") == "OK")
      #expect(Point(try engine.ask("BOARD 9,9,2 10,10,1 9,10,2 DONE")) != nil)
      #expect(Point(try engine.ask("BOARD 9,9,2 10,10,1 9,12,2 3,3,1 8,8,2 DONE")) != nil)
      if !BuiltEngine.isSanitized { #expect(try engine.memory().peak <= mebibytes << 10) }
    }

    /// Each variant has tables and networks of its own, which stay.
    @Test func memoryStaysInsideItsLimitWhateverIsPlayed() throws {
      let engine = try BuiltEngine()
      engine.send("INFO timeout_turn 400\nINFO max_memory \(64 << 20)")
      for rule in [0, 1, 4, 8, 9] {
        engine.send("INFO rule \(rule)")
        #expect(try engine.ask("START 15") == "OK")
        #expect(Point(try engine.ask("BOARD 6,8,2 4,10,1 8,10,2 7,7,1 10,8,2 8,4,1 DONE")) != nil)
        #expect(Point(try engine.ask("BOARD 7,7,1 9,9,2 10,6,1 6,10,2 DONE")) != nil)
      }
      if !BuiltEngine.isSanitized { #expect(try engine.memory().peak <= 65_536) }
    }
  }
}

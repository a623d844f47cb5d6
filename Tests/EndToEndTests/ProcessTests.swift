import Foundation
import TestSupport
import Testing

/// The tests of the built engine, one at a time: they measure, and the machine is small.
@Suite(.serialized) enum EndToEnd {}

extension EndToEnd {
  /// How the process starts and ends.
  @Suite(.serialized) struct ProcessTests {
    @Test func startIsAnsweredAtOnce() throws {
      var (times, efforts): ([Duration], [Duration]) = ([], [])
      for _ in 0..<5 {
        let begin = ContinuousClock.now
        let engine = try BuiltEngine()
        #expect(try engine.ask("START 20") == "OK")
        times.append(begin.duration(to: .now))
        efforts.append(try engine.processorTime())
        engine.send("END")
        #expect(try engine.exit() == .status(0))
      }
      // The whole process start included; the best of five.
      if !BuiltEngine.isSanitized { #expect(try #require(efforts.min()) < .milliseconds(100)) }
      if Effort.isTiming { #expect(try #require(times.min()) < .milliseconds(100)) }
    }

    @Test func nothingIsSaidUnasked() throws {
      let engine = try BuiltEngine()
      engine.send("INFO timeout_turn 100\n\n   \nINFO nonsense 1\nSTOP\nABOUT\nEND")
      let lines = try engine.rest()
      #expect(lines.count == 1 && lines[0].hasPrefix("name="))
    }

    /// What the engine is doing when it has to leave.
    enum Moment: CaseIterable { case fresh, idle, searching, insideBoard, countingLeaves, solving }
    /// How it is told to.
    enum Farewell: CaseIterable {
      case end, endOfInput, sigterm, sigint, sighup, closedOutput

      /// Those that the system knows. Windows has no signals; Wine makes an interrupt of SIGINT.
      static let possible = allCases.filter {
        !BuiltEngine.isWindows || $0 != .sigterm && $0 != .sighup
      }
    }

    @Test(arguments: Moment.allCases, Farewell.possible)
    func theProcessLeavesAtOnce(moment: Moment, farewell: Farewell) throws {
      let engine = try BuiltEngine()
      switch moment {
      case .fresh: break
      case .idle: #expect(try engine.ask("START 15") == "OK")
      case .searching:
        #expect(try engine.ask("START 15") == "OK")
        engine.send("INFO timeout_turn 100000000\nBOARD 7,7,2 DONE")
        _ = try engine.line { $0.hasPrefix("MESSAGE depth ") }
      case .insideBoard:
        #expect(try engine.ask("START 15") == "OK")
        engine.send("BOARD\n7,7,2")
      case .countingLeaves:
        #expect(try engine.ask("START 15") == "OK")
        engine.send("PERFT 7")
        try engine.waitUntilBusy()
      case .solving:
        #expect(try engine.ask("START 15") == "OK")
        engine.send("POSITION moves h8 i9 h10\nSOLVE game time 100000000")
        try engine.waitUntilBusy()
      }
      switch farewell {
      case .end: engine.send("END")
      case .endOfInput: engine.closeInput()
      case .sigterm: engine.signal(.terminate)
      case .sigint: engine.signal(.interrupt)
      case .sighup: engine.signal(.hangup)
      case .closedOutput:
        engine.closeOutput()
        // An engine that has nothing to say cannot know; the next line tells it.
        engine.send(moment == .insideBoard ? "DONE" : "YXSTOP\nABOUT")
      }
      #expect(try engine.exit() == .status(0))
    }

    @Test(arguments: Farewell.possible.filter { [.end, .endOfInput, .sigterm].contains($0) })
    func theProcessLeavesWhileNobodyReads(farewell: Farewell) throws {
      let engine = try BuiltEngine(isRead: false)
      engine.send("START 22")
      for _ in 0..<60 { engine.send("MOVES") }
      engine.send("BEGIN")
      try engine.waitUntilUnheard()
      switch farewell {
      case .end: engine.send("END")
      case .endOfInput: engine.closeInput()
      default: engine.signal(.terminate)
      }
      #expect(try engine.exit() == .status(0))
    }

    @Test(arguments: ["START 15", "START liuzhou"], ["PERFT 9", "PERFT 9 divide", "BENCH 30"])
    func aStopEndsLongCommandsAndAClosedOutputToo(start: String, command: String) throws {
      let engine = try BuiltEngine()
      #expect(try engine.ask(start) == "OK")
      engine.send(command)
      try engine.waitUntilBusy()
      let begin = ContinuousClock.now
      let answer = try engine.ask("STOP")
      if Effort.isTiming { #expect(begin.duration(to: .now) < .milliseconds(200)) }
      #expect(answer.hasPrefix(command.prefix(5)) && answer.hasSuffix(" stopped"), "\(answer)")
      // Wine does not tell that nobody reads a pipe; only a write does.
      if BuiltEngine.isWindows { return }
      engine.send(command)
      try engine.waitUntilBusy()
      engine.closeOutput()
      #expect(try engine.exit() == .status(0))
    }

    /// The program itself, with its books and the libraries that it loads, takes some 33,000 KiB.
    @Test(
      .disabled(
        if: BuiltEngine.isSanitized || BuiltEngine.isWindows,
        "a sanitizer and Wine reserve more room than there is"),
      arguments: [36_000, 60_000, 80_000, 100_000, 150_000, 200_000, 302_000], [1, 4, 64])
    func littleRoomForMemoryKillsNobody(kibibytes: Int, threads: Int) throws {
      for start in ["START 15", "START liuzhou"] {
        let engine = try BuiltEngine(room: kibibytes)
        engine.send("INFO max_memory 0\nINFO thread_num \(threads)\nINFO timeout_turn 50\n\(start)")
        let answer = try engine.answer()
        guard answer == "OK" else {
          #expect(answer.hasPrefix("ERROR not enough memory") && kibibytes < 100_000)
          #expect(try engine.exit() == .status(4))
          continue
        }
        #expect(try !engine.ask("BEGIN").hasPrefix("ERROR"))
        if start == "START 15" {
          #expect(try engine.ask("SOLVE vct time 20").hasPrefix("SOLVE "))
        }
        engine.send("END")
        #expect(try engine.exit() == .status(0))
      }
    }

    @Test func whatIsReadyIsReadyAndNothingBurns() throws {
      let engine = try BuiltEngine()
      #expect(try engine.ask("START 15") == "OK")
      try engine.waitUntilIdle()
    }

    @Test func aMoveHasAtMostEightDepthLinesUnlessMoreAreAskedFor() throws {
      let engine = try BuiltEngine(["START 15", "INFO max_node 300000", "BEGIN", "BEGIN"])
      let lines = try engine.rest()
      let moves = lines.indices.filter { lines[$0].contains(",") }
      #expect(moves.count == 2)
      let depths = lines[..<(moves.last ?? 0)].filter { $0.hasPrefix("MESSAGE depth ") }
      let detailed = try BuiltEngine([
        "START 15", "INFO max_node 300000", "INFO show_detail 1", "BEGIN", "BEGIN",
      ]).rest().filter { $0.hasPrefix("MESSAGE depth ") }
      #expect(detailed.count > depths.count && 4...16 ~= depths.count)
    }

    @Test func aForcedReplyTellsTheWinThatIsKnown() throws {
      let engine = try BuiltEngine()
      #expect(try engine.ask("START 15") == "OK")
      engine.send("INFO timeout_turn 100000000\nINFO max_node 300000")
      // Two threes at j8 win; White's four on the way has one answer.
      let stones = "black h8 i8 j9 j10 white a1 b1 c1 o15"
      #expect(try engine.ask("POSITION \(stones) to black") == "OK")
      for (line, move) in [("BEGIN", nil), ("TURN 3,0", "4,0")] {
        engine.send(line)
        var scores: [Substring] = []
        var reply = try engine.line()
        while reply.hasPrefix("MESSAGE") {
          scores += reply.split(separator: " ").dropFirst(4).prefix(1)
          reply = try engine.line()
        }
        #expect(scores.last?.hasPrefix("+M") == true, "\(line): \(scores)")
        if let move { #expect(reply == move) }
      }
    }

    @Test func linesOfTheCommandLineAreObeyedInOrder() throws {
      let engine = try BuiltEngine([
        "START 9", "INFO timeout_turn 0", "BEGIN", "FOO", "PERFT 1", "SHOW",
      ])
      let lines = try engine.rest().filter { !$0.hasPrefix("MESSAGE") }
      #expect(lines.count == 5)
      #expect(lines.first == "OK")
      #expect(lines.last == "SHOW white playing none")
      #expect(try engine.exit() == .status(0))
    }

    @Test func helpAndVersionArePrinted() throws {
      let version = try BuiltEngine(["--version"])
      #expect(try version.line().hasPrefix("Wuliu "))
      #expect(try version.exit() == .status(0))
      let help = try BuiltEngine(["--help"])
      #expect(try help.rest().joined().contains("usage: pbrain-wuliu"))
      #expect(try help.exit() == .status(0))
    }

    @Test func aBadOptionIsStatus2() throws {
      let engine = try BuiltEngine(["--strong"])
      #expect(try engine.exit() == .status(2))
    }
  }
}

import Foundation
import Testing

/// The tests of the built engine, one at a time: they measure, and the machine is small.
@Suite(.serialized) enum EndToEnd {}

extension EndToEnd {
  /// How the process starts and ends.
  @Suite(.serialized) struct ProcessTests {
    @Test func startIsAnsweredAtOnce() throws {
      let times = try (0..<5).map { _ in
        let begin = ContinuousClock.now
        let engine = try BuiltEngine()
        #expect(try engine.ask("START 20") == "OK")
        let time = begin.duration(to: .now)
        engine.send("END")
        #expect(try engine.exit(within: .milliseconds(200)) == .status(0))
        return time
      }
      // The whole process start included; the best of five, for the machine has other work too.
      #expect(times.min() ?? .seconds(9) < BuiltEngine.patience(.milliseconds(100)))
    }

    @Test func nothingIsSaidUnasked() throws {
      let engine = try BuiltEngine()
      engine.send("INFO timeout_turn 100\n\n   \nINFO nonsense 1\nSTOP")
      usleep(50_000)
      engine.send("END")
      #expect(try engine.rest() == [])
    }

    /// What the engine is doing when it has to leave.
    enum Moment: CaseIterable { case fresh, idle, searching, insideBoard, countingLeaves, solving }
    /// How it is told to.
    enum Farewell: CaseIterable { case end, endOfInput, sigterm, sigint, sighup, closedOutput }

    @Test(arguments: Moment.allCases, Farewell.allCases)
    func theProcessLeavesAtOnce(moment: Moment, farewell: Farewell) throws {
      let engine = try BuiltEngine()
      switch moment {
      case .fresh: break
      case .idle: #expect(try engine.ask("START 15") == "OK")
      case .searching:
        #expect(try engine.ask("START 15") == "OK")
        engine.send("INFO timeout_turn 60000\nBOARD 7,7,2 DONE")
        _ = try engine.line { $0.hasPrefix("MESSAGE depth ") }
      case .insideBoard:
        #expect(try engine.ask("START 15") == "OK")
        engine.send("BOARD\n7,7,2")
      case .countingLeaves:
        #expect(try engine.ask("START 15") == "OK")
        engine.send("PERFT 7")
        usleep(20_000)
      case .solving:
        #expect(try engine.ask("START 15") == "OK")
        engine.send("POSITION moves h8 i9 h10\nSOLVE game time 60000")
        usleep(20_000)
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
      #expect(try engine.exit(within: .milliseconds(200)) == .status(0))
    }

    @Test(arguments: [Farewell.end, .endOfInput, .sigterm])
    func theProcessLeavesWhileNobodyReads(farewell: Farewell) throws {
      let engine = try BuiltEngine(isRead: false)
      engine.send("START 22")
      for _ in 0..<60 { engine.send("MOVES") }
      engine.send("BEGIN")
      usleep(200_000)
      switch farewell {
      case .end: engine.send("END")
      case .endOfInput: engine.closeInput()
      default: engine.signal(.terminate)
      }
      #expect(try engine.exit(within: .seconds(2)) == .status(0))
    }

    @Test(arguments: ["START 15", "START liuzhou"], ["PERFT 9", "PERFT 9 divide", "BENCH 30"])
    func aStopEndsLongCommandsAndAClosedOutputToo(start: String, command: String) throws {
      let engine = try BuiltEngine()
      #expect(try engine.ask(start) == "OK")
      engine.send(command)
      usleep(100_000)
      let begin = ContinuousClock.now
      let answer = try engine.ask("STOP")
      #expect(begin.duration(to: .now) < BuiltEngine.patience(.milliseconds(200)))
      #expect(answer.hasPrefix(command.prefix(5)) && answer.hasSuffix(" stopped"), "\(answer)")
      engine.send(command)
      usleep(50_000)
      engine.closeOutput()
      #expect(try engine.exit(within: .milliseconds(500)) == .status(0))
    }

    @Test(
      .disabled(if: BuiltEngine.isSanitized, "a sanitizer reserves more room than there is"),
      arguments: [30_000, 60_000, 80_000, 100_000, 150_000, 200_000, 302_000], [1, 4, 64])
    func littleRoomForMemoryKillsNobody(kibibytes: Int, threads: Int) throws {
      for start in ["START 15", "START liuzhou"] {
        let engine = try BuiltEngine(room: kibibytes)
        engine.send("INFO max_memory 0\nINFO thread_num \(threads)\nINFO timeout_turn 50\n\(start)")
        let answer = try engine.answer()
        guard answer == "OK" else {
          #expect(answer.hasPrefix("ERROR not enough memory") && kibibytes < 100_000)
          #expect(try engine.exit(within: .seconds(1)) == .status(4))
          continue
        }
        #expect(try !engine.ask("BEGIN").hasPrefix("ERROR"))
        if start == "START 15" {
          #expect(try engine.ask("SOLVE vct time 20").hasPrefix("SOLVE "))
        }
        engine.send("END")
        #expect(try engine.exit(within: .seconds(1)) == .status(0))
      }
    }

    @Test func whatIsReadyIsReadyAndNothingBurns() throws {
      let engine = try BuiltEngine()
      #expect(try engine.ask("START 15") == "OK")
      usleep(500_000)
      let before = try engine.processorTime()
      usleep(500_000)
      #expect(try engine.processorTime() - before <= .milliseconds(10))
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
      engine.send("INFO timeout_turn 1000")
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
      #expect(try engine.exit(within: .milliseconds(200)) == .status(0))
    }

    @Test func helpAndVersionArePrinted() throws {
      let version = try BuiltEngine(["--version"])
      #expect(try version.line().hasPrefix("Wuliu "))
      #expect(try version.exit(within: .milliseconds(200)) == .status(0))
      let help = try BuiltEngine(["--help"])
      #expect(try help.rest().joined().contains("usage: pbrain-wuliu"))
      #expect(try help.exit(within: .milliseconds(200)) == .status(0))
    }

    @Test func aBadOptionIsStatus2() throws {
      let engine = try BuiltEngine(["--strong"])
      #expect(try engine.exit(within: .milliseconds(200)) == .status(2))
    }
  }
}

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
    enum Farewell: CaseIterable { case end, endOfInput, sigterm, closedOutput }

    @Test(arguments: Moment.allCases, Farewell.allCases)
    func theProcessLeavesAtOnce(moment: Moment, farewell: Farewell) throws {
      let engine = try BuiltEngine()
      switch moment {
      case .fresh: break
      case .idle: #expect(try engine.ask("START 15") == "OK")
      case .searching:
        #expect(try engine.ask("START 15") == "OK")
        engine.send("INFO timeout_turn 60000\nBOARD 7,7,2 DONE")
        _ = try engine.line { $0.hasPrefix("MESSAGE depth 2") }
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
      case .sigterm: engine.signal(SIGTERM)
      case .closedOutput:
        engine.closeOutput()
        // An engine that has nothing to say cannot know; the next line tells it.
        engine.send(moment == .insideBoard ? "DONE" : "YXSTOP\nABOUT")
        if moment == .countingLeaves { engine.send("END") }
      }
      #expect(try engine.exit(within: .milliseconds(200)) == .status(0))
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

import Basics
import Platform
import SearchTypes
import Testing

@testable import Engine
@testable import Gomocup

/// Time settings of GTP, and the time that the engine's clock gets from them.
struct GTPClockTests {
  /// The milliseconds for a move, left of the game, and added after each move; endless ones are -1.
  private func times(_ lines: String, _ color: Color = .black) -> [Int] {
    var dialogue = GTPDialogue()
    for answer in dialogue.say(lines).split(separator: "\n") { #expect(answer == "=", "\(lines)") }
    return GTPClockTests.times(dialogue, color)
  }

  private static func times(_ dialogue: GTPDialogue, _ color: Color = .black) -> [Int] {
    dialogue.session.clock.settings(for: color).map { setting in
      guard case .number(_, let number) = setting else { return -2 }
      return number > 1 << 43 ? -1 : number
    }
  }

  @Test(
    arguments: [
      ("komi 1", [5_000, -1, 0]), ("wuliu-info timeout_turn 700", [700, -1, 0]),
      ("time_settings 60 0 0", [-1, 60_000, 0]), ("time_settings 0 0 0", [5_000, -1, 0]),
      ("time_settings 60 30 0", [5_000, -1, 0]), ("time_settings 0 30 1", [30_000, -1, 0]),
      ("time_settings 0 30 10", [3_000, -1, 0]), ("time_settings 60 30 10", [-1, 63_000, 3_000]),
      ("time_settings 1.5 0 0", [-1, 1_500, 0]), ("kgs-time_settings none", [5_000, -1, 0]),
      ("kgs-time_settings absolute 60", [-1, 60_000, 0]),
      ("kgs-time_settings byoyomi 60 5 3", [-1, 65_000, 5_000]),
      ("kgs-time_settings byoyomi 0 5 3", [5_000, -1, 0]),
      ("kgs-time_settings byoyomi 60 5 0", [-1, 60_000, 0]),
      ("kgs-time_settings byoyomi 0 5 0", [5_000, -1, 0]),
      ("kgs-time_settings canadian 60 30 10", [-1, 63_000, 3_000]),
      ("time_settings 60 0 0\ntime_settings 0 0 0", [5_000, -1, 0]),
      ("time_settings 60 0 0\ntime_left b 20 0", [-1, 20_000, 0]),
      ("time_settings 60 0 0\ntime_left w 20 0", [-1, 60_000, 0]),
      ("time_settings 60 30 10\ntime_left b 12 4", [3_000, -1, 0]),
      ("time_settings 60 30 10\ntime_left b 0 0", [3_000, -1, 0]),
      ("kgs-time_settings byoyomi 60 5 3\ntime_left b 4 2", [4_000, -1, 0]),
      ("time_left b 20 0", [-1, 20_000, 0]), ("time_left b 20 4", [5_000, -1, 0]),
      ("time_settings 60 0 0\ntime_left b 20 0\nclear_board", [-1, 60_000, 0]),
      ("time_settings 60 0 0\ntime_left b 0 0", [-1, 0, 0]),
    ])
  func timeIsGivenToTheClock(lines: String, expected: [Int]) {
    #expect(times(lines) == expected)
  }

  @Test(
    arguments: [
      "time_settings", "time_settings 1", "time_settings 1 2", "time_settings 1 2 x",
      "time_settings x 2 3", "time_settings -1 2 3", "time_settings 1 2 -3",
      "time_settings 1e99 0 0", "time_settings nan 0 0", "time_settings inf 0 0",
      "time_settings 0x10 0 0", "time_settings 99999999999999999999 0 0", "kgs-time_settings",
      "kgs-time_settings fischer 1 2", "kgs-time_settings absolute",
      "kgs-time_settings byoyomi 1 2", "time_left", "time_left b", "time_left b 1",
      "time_left x 1 0", "time_left b x 0", "time_left b 1 -1", "time_left b -1 0",
      "time_left b 1 1.5", "time_settings 1.2.3 0 0", "time_settings . 0 0",
    ])
  func badTimesChangeNothing(line: String) {
    var dialogue = GTPDialogue()
    dialogue.say("time_settings 60 0 0")
    let answer = dialogue.say("8 " + line)
    #expect(answer.hasPrefix("?8 ") && answer.hasSuffix("\n\n") && answer.count { $0 == "\n" } == 2)
    #expect(GTPClockTests.times(dialogue) == [-1, 60_000, 0])
    #expect(GTPClockTests.times(dialogue, .white) == [-1, 60_000, 0])
  }

  /// The engine's own moves count; the other colour's clock stands still.
  @Test func movesAreTakenOffTheClock() {
    var dialogue = GTPDialogue()
    dialogue.isSlow = true
    dialogue.say("wuliu-info max_node 1\ntime_settings 10 6 2")
    func move(_ seconds: Int, _ command: String = "genmove b") {
      dialogue.say(command)
      dialogue.now += .seconds(seconds)
      dialogue.finish()
    }
    move(4)
    #expect(GTPClockTests.times(dialogue) == [-1, 9_000, 3_000])
    move(3, "reg_genmove b")
    #expect(GTPClockTests.times(dialogue) == [-1, 9_000, 3_000])
    move(8, "lz-genmove_analyze b")
    // Two seconds of the period for two stones are gone, and one of the stones.
    #expect(GTPClockTests.times(dialogue) == [4_000, -1, 0])
    move(1)
    #expect(GTPClockTests.times(dialogue) == [3_000, -1, 0])
    #expect(GTPClockTests.times(dialogue, .white) == [-1, 13_000, 3_000])
  }

  @Test func aPeriodOfByoyomiIsWholeAgainAfterAMove() {
    var clock = GTPClock()
    func turn() -> InfoSetting? { clock.settings(for: .black).first }
    clock.set(main: .seconds(60), .byoyomi(.seconds(5)))
    clock.setLeft(.black, .seconds(2), stones: 3)
    #expect(turn() == .number(.timeoutTurn, 2_000))
    clock.spend(.seconds(1), of: .black)
    #expect(turn() == .number(.timeoutTurn, 5_000))
  }

  /// The limits that the search gets, with and without time.
  @Test func searchesHaveTheTimeOfTheirColour() throws {
    var dialogue = GTPDialogue()
    func hard(_ command: String) throws -> Duration {
      dialogue.say(command)
      return try #require(dialogue.jobs.last?.limits.time).hard
    }
    #expect(try hard("genmove b") < .seconds(5))
    dialogue.say("time_settings 0 2 1\ntime_left w 1 1")
    #expect((.milliseconds(1_500)...(.seconds(2))).contains(try hard("genmove b")))
    #expect(try hard("genmove w") < .seconds(1))
    dialogue.say("time_settings 60 0 0")
    #expect((.seconds(1)...(.seconds(30))).contains(try hard("genmove b")))
    #expect(try hard("kata-analyze") > .seconds(1_000_000_000))
    dialogue.say("kgs-time_settings none")
    #expect((.seconds(4)...(.seconds(5))).contains(try hard("genmove b")))
  }
}

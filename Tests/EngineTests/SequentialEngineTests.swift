import Testing

@testable import Engine
@testable import Gomocup

/// The engine of browsers, which has neither threads nor files.
struct SequentialEngineTests {
  /// An engine that keeps its answers.
  private final class Recorder {
    private(set) var lines: [String] = []
    private(set) var isEnded = false
    private lazy var engine = SequentialEngine { [unowned self] in lines.append($0) }

    /// Returns the answers to some lines, without what depends on the machine's speed.
    func say(_ text: String) -> [String] {
      let start = lines.count
      for line in text.split(separator: "\n") {
        isEnded = !engine.take(.text(String(line)))
      }
      return lines[start...].map { String($0.prefix { $0 != "/" }) }
    }
  }

  @Test func bothGamesArePlayed() {
    let engine = Recorder()
    #expect(engine.say("START 15\nINFO max_node 2000\nPLAY 7,7") == ["OK", "7,7"])
    let answer = engine.say("TURN 7,8")
    #expect(answer.dropLast().allSatisfy { $0.hasPrefix("MESSAGE depth") })
    #expect(answer.last?.contains(",") == true)
    #expect(engine.say("SHOW").last == "SHOW white playing none")
    let turn = engine.say("START liuzhou\nTURN c3").last
    #expect(turn?.count == 2)
    #expect(engine.say("NONSENSE").last?.hasPrefix("UNKNOWN") == true)
  }

  @Test func limitsAndSeveralLinesAreObeyed() {
    let engine = Recorder()
    _ = engine.say("START 15\nINFO show_detail 2\nINFO max_depth 3\nINFO timeout_turn 60000")
    let answer = engine.say("POSITION moves h8 i9\nYXNBEST 3")
    #expect(answer.contains("INFO NUMPV 3"))
    #expect(answer.last?.contains(",") == true)
    let search = engine.say("SEARCH nodes 500").last
    #expect(search?.hasPrefix("SEARCH ") == true && search?.contains(" nodes 500 ") == true)
  }

  @Test func aCommandThatNeedsAFileIsOneError() {
    let engine = Recorder()
    _ = engine.say("START 15\nPOSITION moves h8 i9")
    for command in [
      "YXSETDATABASE\na.db", "SOLVE check a.proof", "SOLVE vcf nodes 10 proof a.proof",
      "SOLVE vcf file a.jsonl",
    ] {
      let answer = engine.say(command)
      #expect(answer.count == 1 && answer[0].hasPrefix("ERROR"), "\(command): \(answer)")
      #expect(answer[0].contains("there are no files here"))
    }
    // The engine goes on.
    #expect(engine.say("SHOW").last == "SHOW black playing none")
  }

  @Test func nothingGoesOnBetweenLines() {
    let engine = Recorder()
    _ = engine.say("START 15\nINFO pondering 1\nINFO max_node 200\nBEGIN")
    #expect(engine.say("STOP").isEmpty)
    #expect(!engine.isEnded)
    #expect(engine.say("END").isEmpty)
    #expect(engine.isEnded)
  }
}

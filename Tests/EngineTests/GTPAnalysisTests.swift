import Basics
import GomokuRules
import SearchTypes
import Testing

@testable import Engine
@testable import Gomocup
@testable import Gomoku

/// Analyses, which report candidates and end with the next line.
struct GTPAnalysisTests {
  private static let lines: [(String, Score)] = [
    ("h8j9", .centistones(155)), ("a1", .loss(inPlies: 4)), ("o15", .win(inPlies: 3)),
  ]
  private static let leelaZero = """
    info move H8 visits 300 winrate 7311 lcb 7311 order 0 pv H8 K7 \
    info move A15 visits 300 winrate 0 lcb 0 order 1 pv A15 \
    info move P1 visits 300 winrate 10000 lcb 10000 order 2 pv P1

    """

  private func running(_ command: String) -> GTPDialogue {
    var dialogue = GTPDialogue()
    dialogue.isSlow = true
    dialogue.player = { _ in .search(GTPDialogue.report(Self.lines, nodes: 900)) }
    dialogue.say("kata-set-rules standard")
    #expect(dialogue.say(command) == "=\n")
    return dialogue
  }

  @Test(arguments: ["name", "", "# comment", "stop", "quit", "foo"])
  func theNextLineEndsAnAnalysis(line: String) {
    var dialogue = running("lz-analyze b 10")
    #expect(
      dialogue.take(.news(.search(.iteration(GTPDialogue.report(Self.lines, nodes: 900)))))
        == Self.leelaZero)
    #expect(dialogue.stops == 0)
    #expect(dialogue.say(line).isEmpty)
    #expect(dialogue.stops == 1)
    let rest = [
      "name": "= Wuliu\n\n", "stop": "=\n\n", "quit": "=\n\n", "foo": "? unknown command\n\n",
    ]
    #expect(dialogue.finish() == "\n" + (rest[line] ?? ""))
    #expect(dialogue.hasQuit == (line == "quit"))
  }

  @Test func anAnalysisWhoseSearchHasEndedWaitsForALine() {
    var dialogue = running("lz-analyze")
    #expect(dialogue.finish() == Self.leelaZero)
    #expect(dialogue.session.isIdle)
    #expect(dialogue.say("7 name") == "\n=7 Wuliu\n\n")
    #expect(dialogue.stops == 0)
  }

  @Test func theEndOfInputEndsAnAnalysis() {
    var dialogue = running("lz-analyze")
    dialogue.take(.endOfInput)
    #expect(dialogue.stops == 1 && !dialogue.hasQuit)
    #expect(dialogue.finish() == Self.leelaZero + "\n" && dialogue.hasQuit)
    dialogue = running("kata-analyze")
    dialogue.finish()
    #expect(dialogue.take(.endOfInput) == "\n" && dialogue.hasQuit)
  }

  @Test func linesThatWaitEndTheAnalysesBetweenThem() {
    var dialogue = GTPDialogue()
    dialogue.isSlow = true
    dialogue.say("genmove b\n1 lz-analyze\n2 kata-analyze w\n3 name")
    #expect(dialogue.stops == 0)
    #expect(dialogue.finish() == "= A15\n\n=1\n" && dialogue.stops == 1)
    #expect(dialogue.finish().hasSuffix("\n\n=2\n") && dialogue.stops == 2)
    #expect(dialogue.finish().hasSuffix("\n\n=3 Wuliu\n\n"))
  }

  @Test func katagoFormHasAScore() {
    var dialogue = running("kata-analyze w interval 50 maxmoves 2 ownership true")
    #expect(
      dialogue.report(("h8j9", .centistones(-7)), ("a1", .win(inPlies: 3)), nodes: 1) == """
        info move H8 visits 1 utility -0.0226 winrate 0.4887 scoreMean -0.07 scoreLead -0.07 \
        lcb 0.4887 order 0 pv H8 K7 info move A15 visits 1 utility 1.0000 winrate 1.0000 \
        scoreMean 299.97 scoreLead 299.97 lcb 1.0000 order 1 pv A15

        """)
    #expect(dialogue.jobs.last?.position?.sideToMove == .white)
  }

  @Test(
    arguments: [
      ("lz-analyze", 5), ("lz-analyze b", 5), ("lz-analyze 20", 5), ("lz-analyze w 20", 5),
      ("kata-analyze interval 20 maxmoves 3", 3), ("kata-analyze minmoves 8", 8),
      ("kata-analyze maxmoves 400", 10), ("kata-analyze maxmoves 0", 2),
      ("lz-analyze B 20 avoid b A15,B15,pass 1 avoid w H8 1", 5),
      ("lz-analyze B allow b H8,J8 30 allow b K8 30 rootInfo false", 5),
    ])
  func optionsAreRead(line: String, count: Int) throws {
    let dialogue = running(line)
    let job = try #require(dialogue.jobs.last)
    guard case .gomoku(.search(let options), _) = job.task else {
      Issue.record("\(job.task)")
      return
    }
    #expect(options.lineCount == count)
    let excluded = line.contains("avoid") ? 2 : line.contains("allow") ? 222 : 0
    #expect(options.excluded.count == excluded)
    // No limit of time that anybody lives to see.
    #expect(try #require(job.limits.time).soft > .seconds(100_000_000))
  }

  /// One candidate is analysed as several are: at full strength and without the book.
  @Test func oneCandidateIsReportedAlone() throws {
    for (command, end) in [
      ("lz-analyze maxmoves 1", ""), ("lz-genmove_analyze b maxmoves 1", "play H8\n\n"),
    ] {
      var dialogue = GTPDialogue()
      dialogue.isSlow = true
      dialogue.player = { _ in .search(GTPDialogue.report(Self.lines, nodes: 900)) }
      dialogue.say("wuliu-info strength 10\n" + command)
      let job = try #require(dialogue.jobs.last)
      #expect(!job.usesBook && job.handicap == nil)
      #expect(
        dialogue.finish() == "info move H8 visits 900 winrate 7376 lcb 7376 order 0 pv H8 K7\n"
          + end)
    }
  }

  @Test(
    arguments: [
      ("lz-analyze b 10 x", "? syntax error: lz-analyze needs a value after each key"),
      ("lz-analyze maxmoves x", "? syntax error: lz-analyze needs a number after maxmoves"),
      ("lz-analyze maxmoves -1", "? syntax error: lz-analyze needs a number after maxmoves"),
      ("kata-analyze fast 3", "? syntax error: kata-analyze has no option fast"),
      (
        "kata-analyze avoid b H8",
        "? syntax error: kata-analyze needs a color, vertices and a depth after avoid"
      ),
      ("kata-analyze avoid b I8 1", "? invalid vertex"),
    ])
  func badOptionsAreErrors(line: String, reply: String) {
    var dialogue = GTPDialogue()
    #expect(dialogue.say("play b H8\n" + line) == "=\n\n" + reply + "\n\n")
    #expect(dialogue.jobs.isEmpty && dialogue.session.isIdle)
  }

  @Test func everyPointLeftOutIsAnError() {
    var dialogue = GTPDialogue()
    dialogue.say("play b H8")
    #expect(dialogue.say("lz-analyze w allow w H8 1") == "? no legal move\n\n")
    #expect(dialogue.say("lz-genmove_analyze w allow w H8 1") == "=\nplay pass\n\n")
  }

  @Test func pointsLeftOutOfAnAnalysisMayBePlayedLater() throws {
    var dialogue = GTPDialogue()
    dialogue.say("lz-genmove_analyze b avoid b A15 1\nlz-genmove_analyze b\ngenmove w")
    #expect(dialogue.session.game.turns.map(\.point?.description) == ["b1", "a1", "c1"])
  }

  @Test func aMoveWithReportsIsPlayed() {
    var dialogue = running("lz-genmove_analyze b 50")
    #expect(dialogue.say("9 showboard").isEmpty && dialogue.stops == 0)
    let rest = dialogue.finish()
    #expect(rest.hasPrefix(Self.leelaZero + "play H8\n\n=9\n"))
    #expect(dialogue.session.game.turns == [.init(color: .black, point: Point(x: 7, y: 7))])
  }

  /// The same candidates are written once.
  @Test func onlyNewCandidatesAreWritten() {
    var dialogue = running("lz-analyze b 10")
    #expect(!dialogue.report(("h8", .draw)).isEmpty)
    #expect(dialogue.report(("h8", .draw), nodes: 2_000).isEmpty)
    #expect(!dialogue.report(("h8", .centistones(1))).isEmpty)
  }

  /// A search in the opponent's time writes nothing and delays no command.
  @Test func ponderingIsSilent() {
    var dialogue = GTPDialogue()
    dialogue.isSlow = true
    dialogue.player = { _ in .search(GTPDialogue.report([("h8j9", .draw)])) }
    dialogue.say("wuliu-info pondering 1\ngenmove b")
    #expect(dialogue.finish() == "= H8\n\n" && dialogue.jobs.count == 2)
    #expect(dialogue.report(("a1", .draw)).isEmpty)
    #expect(dialogue.say("play w K10") == "=\n\n" && dialogue.stops == 0)
    dialogue.player = { _ in .search(GTPDialogue.report([("a1", .draw)])) }
    #expect(dialogue.say("lz-analyze").hasPrefix("=\n") && dialogue.stops > 0)
    #expect(dialogue.finish().isEmpty && dialogue.jobs.count == 3)
    #expect(dialogue.finish().hasPrefix("info move A15"))
  }
}

import Foundation
import Gomoku
import GomokuRules
import SearchTypes
import Testing

@testable import Engine
@testable import Gomocup

/// Dialogues in which a search is still running when the next line comes, and those about time.
struct BusySessionTests {
  private func thinking() -> Dialogue {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("START 15\nINFO timeout_turn 1000\nBEGIN")
    return dialogue
  }

  @Test func stopLetsTheSearchAnswer() {
    for word in ["STOP", "yxstop"] {
      var dialogue = thinking()
      #expect(dialogue.say(word) == ["<stop>"])
      #expect(dialogue.finish() == ["0,0"])
      #expect(dialogue.say(word) == [])
    }
  }

  // MARK: Pondering

  /// A session that has answered BEGIN with h8 and expects i9.
  private func pondering() -> Dialogue {
    var dialogue = Dialogue()
    dialogue.player = { _ in .search(Dialogue.report("h8i9h9")) }
    dialogue.say("START 15\nINFO pondering 1")
    dialogue.isSlow = true
    dialogue.say("BEGIN")
    #expect(dialogue.finish() == ["7,7", "<start>"])
    return dialogue
  }

  @Test func theExpectedReplyIsThoughtOfInSilence() {
    var dialogue = pondering()
    #expect(dialogue.session.isIdle)
    let stones = dialogue.jobs.last?.position?.stones.map(\.point.description)
    #expect(stones == ["h8", "i9"])
    let clock = dialogue.session.settings.clock
    #expect(dialogue.take(.news(.search(.iteration(Dialogue.report("h9"))))) == [])
    #expect(dialogue.take(.finished(.search(Dialogue.report("h9")), at: dialogue.now)) == [])
    #expect(dialogue.session.settings.clock == clock)
    #expect(dialogue.say("SHOW").last == "SHOW white playing none")
  }

  @Test(arguments: ["TURN 8,8", "TURN 3,3", "RESTART", "SEARCH depth 1"])
  func anyCommandEndsPondering(line: String) {
    var dialogue = pondering()
    dialogue.now += .seconds(10)
    #expect(dialogue.say(line) == ["<stop>"])
    #expect(!dialogue.session.isIdle)
    let log = dialogue.finish()
    #expect(log == (line == "RESTART" ? ["OK"] : ["<start>"]))
    // The clock of the new move starts with its command.
    if line != "RESTART" { #expect(dialogue.jobs.last?.start == dialogue.now) }
  }

  @Test func stopEndsPonderingWithoutAnAnswer() {
    for line in ["STOP", "INFO pondering 0"] {
      var dialogue = pondering()
      #expect(dialogue.say(line) == ["<stop>"])
      #expect(dialogue.finish() == [])
      #expect(dialogue.say("ABOUT").count == 1)
    }
  }

  @Test func nothingIsPonderedUnlessWanted() {
    var dialogue = Dialogue()
    dialogue.player = { _ in .search(Dialogue.report("h8i9h9")) }
    dialogue.say("START 15\nBEGIN\nYXNBEST 2\nINFO pondering 1\nSEARCH depth 2")
    #expect(dialogue.jobs.count == 3)
  }

  @Test func endLeavesAtOnce() {
    var dialogue = thinking()
    #expect(dialogue.say("ABOUT\nEND") == ["<quit>"])
    #expect(dialogue.take(.endOfInput) == ["<quit>"])
  }

  @Test func moveNowStopsTheSearch() {
    var dialogue = thinking()
    #expect(dialogue.say("INFO timeout_turn 0") == ["<deadline 0.0 seconds>", "<stop>"])
    #expect(dialogue.finish() == ["0,0"])
    dialogue.say("INFO timeout_turn 5000\nTURN 7,7")
    #expect(dialogue.jobs.last?.limits.time?.hard ?? .zero > .milliseconds(4000))
  }

  @Test func theCheckOfAProofHasTheTimeOfAMove() {
    var dialogue = Dialogue()
    dialogue.say("INFO timeout_turn 3000\nSOLVE check some.proof")
    let hard = dialogue.jobs.last?.limits.time?.hard
    #expect(hard.map { $0 > .milliseconds(2000) && $0 <= .milliseconds(3000) } == true)
  }

  @Test func aChangedLimitMovesTheDeadline() {
    var dialogue = thinking()
    let hard = dialogue.jobs.last?.limits.time?.hard ?? .zero
    #expect(hard > .milliseconds(800) && hard < .milliseconds(1000))
    let log = dialogue.say("INFO timeout_turn 500")
    #expect(log.count == 1 && log[0].hasPrefix("<deadline 0.4"))
    #expect(dialogue.say("INFO rule 1") == [])
  }

  @Test func aSearchWithLimitsOfItsOwnKeepsThem() {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("START 15\nSEARCH depth 4")
    #expect(dialogue.say("INFO timeout_turn 0") == [])
    #expect(dialogue.jobs.last?.limits == SearchLimits(depth: 4))
  }

  @Test(arguments: [
    "START 20", "RECTSTART 9,9", "RESTART", "TAKEBACK 0,0", "BOARD DONE", "YXBOARD DONE",
    "SWAP2BOARD DONE", "OPENING swap", "POSITION start", "YXSWAP2STEP1", "YXSOOSORVSTEP1",
    "YXSOOSORVSTEP2 7,7 8,8 9,9 DONE",
  ])
  func anotherPositionStopsTheSearchAndWaitsForItsMove(line: String) {
    var dialogue = thinking()
    #expect(dialogue.say(line) == ["<stop>"])
    let log = dialogue.finish()
    #expect(log.first == "0,0")
    #expect(log.count == (line.hasPrefix("YXBOARD") ? 1 : 2))
  }

  @Test func everythingElseWaitsAndIsAnsweredInOrder() {
    var dialogue = thinking()
    #expect(dialogue.say("ABOUT\nFOO\nTURN 7,7\nYXSHOWFORBID\nTURN 0,0") == [])
    let first = dialogue.finish()
    #expect(first.count == 4)
    #expect(first[0] == "0,0")
    #expect(first[1].hasPrefix("name="))
    #expect(first[2] == "UNKNOWN command \"FOO\"")
    #expect(first[3] == "<start>")
    #expect(dialogue.finish() == ["1,0", "FORBID .", "ERROR a1 is occupied"])
    #expect(dialogue.session.isIdle)
  }

  @Test func eachOfManyHastyBoardsIsAnsweredOnce() {
    var dialogue = thinking()
    let count = 1000
    for _ in 0..<count { dialogue.say("BOARD\n7,7,2\nDONE") }
    var moves = 0
    var stops = 0
    while !dialogue.session.isIdle {
      for line in dialogue.finish() {
        if line == "0,0" { moves += 1 }
        if line == "<stop>" { stops += 1 }
      }
    }
    #expect(moves == count + 1)
    // All but the last were overtaken before they began.
    #expect(stops == count - 1)
  }

  @Test func stopReachesSearchesThatHaveNotBegun() {
    var dialogue = thinking()
    #expect(dialogue.say("TURN 7,7\nYXSTOP\nTURN 8,8") == ["<stop>"])
    #expect(dialogue.finish() == ["0,0", "<start>", "<stop>"])
    #expect(dialogue.finish() == ["1,0", "<start>"])
  }

  @Test func settingsBehindWaitingCommandsAreKeptInOrder() {
    var dialogue = thinking()
    dialogue.say("START 9\nINFO rule 4\nINFO time_left 9000\nBEGIN\nINFO rule 8\nTURN 5,5")
    dialogue.finish()
    #expect(dialogue.jobs.last?.position?.variant == .renju)
    #expect(dialogue.jobs.last?.position?.size.width == 9)
    #expect(dialogue.session.settings.managerKeepsClock)
    dialogue.finish()
    #expect(dialogue.jobs.last?.position?.variant == .caro)
  }

  @Test func aTimeBehindAWaitingStartIsThatOfTheNewGame() {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("INFO timeout_match 100000\nSTART 15\nBEGIN")
    // The old search goes on until it answers; the new one waits with the new time.
    #expect(dialogue.say("START 9\nBEGIN\nINFO time_left 9000\nINFO rule 1") == ["<stop>"])
    #expect(dialogue.say("INFO timeout_turn 500\nINFO timeout_turn 300") == [])
    dialogue.finish()
    let clock = dialogue.session.settings.clock
    #expect(clock.left == .seconds(9) && clock.turn == .milliseconds(300))
    #expect(dialogue.jobs.last?.limits.time?.hard ?? .zero < .milliseconds(300))
    #expect(dialogue.session.settings.variant == .freestyle)
    // A new time during the search is not undone by the old one.
    dialogue.say("INFO time_left 5000")
    dialogue.finish()
    #expect(dialogue.session.settings.clock.left == .seconds(5))
    #expect(dialogue.session.settings.variant == .standard)
  }

  @Test func moveNowHoldsForAWaitingSearchOnce() {
    var dialogue = thinking()
    #expect(dialogue.say("TURN 7,7\nINFO timeout_turn 0").count == 2)
    #expect(dialogue.finish() == ["0,0", "<start>"])
    #expect(dialogue.jobs.last?.limits.time?.hard == .zero)
    #expect(dialogue.say("INFO timeout_turn 1000").first?.hasPrefix("<deadline 0.9") == true)
    dialogue.finish()
    #expect(dialogue.session.settings.clock.turn == .seconds(1))
  }

  @Test func blocksMayArriveWhileTheEngineThinks() {
    var dialogue = thinking()
    #expect(dialogue.say("YXBOARD\n7,7,1") == [])
    #expect(dialogue.finish() == ["0,0"])
    #expect(dialogue.say("8,8,2\nDONE\nYXNBEST 1") == ["<start>"])
    #expect(dialogue.jobs.last?.position?.stones.count == 2)
  }

  // MARK: Time

  @Test func theClockStartsWhenTheCommandIsRead() {
    var dialogue = thinking()
    let read = dialogue.now
    #expect(dialogue.jobs.last?.start == read)
    dialogue.now += .seconds(1)
    dialogue.finish()
    // The process was suspended meanwhile.
    dialogue.now += .seconds(3600)
    dialogue.say("TURN 7,7")
    #expect(dialogue.jobs.last?.start == dialogue.now)
  }

  @Test func theClockOfAWaitingCommandStartsWithTheAnswerBeforeIt() {
    var dialogue = thinking()
    dialogue.say("TURN 7,7")
    dialogue.now += .seconds(1)
    dialogue.finish()
    #expect(dialogue.jobs.last?.start == dialogue.now)
  }

  @Test func theOwnClockRunsWhenNobodySaysWhatIsLeft() {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("START 15\nINFO timeout_match 10000\nINFO timeout_turn 10000\nBEGIN")
    dialogue.now += .seconds(4)
    dialogue.finish()
    #expect(dialogue.session.settings.clock.remaining == .seconds(6))
    dialogue.now += .seconds(60)
    dialogue.say("TURN 7,7")
    dialogue.now += .seconds(2)
    dialogue.finish()
    #expect(dialogue.session.settings.clock.remaining == .seconds(4))
    dialogue.say("INFO time_left 3000\nTURN 8,8")
    dialogue.now += .seconds(1)
    dialogue.finish()
    #expect(dialogue.session.settings.clock.remaining == .seconds(3))
    dialogue.say("START 15")
    #expect(dialogue.session.settings.clock.remaining == .seconds(10))
  }

  @Test(arguments: [
    "INFO time_left -50", "INFO time_left 2147483647", "INFO timeout_match 0", "INFO time_left 0",
    "INFO timeout_turn 0", "INFO timeout_match 100000000\nINFO timeout_turn 2000000",
  ])
  func everyClockThatManagersSendGivesABudget(lines: String) {
    var dialogue = Dialogue()
    dialogue.say("START 15\n\(lines)\nBEGIN")
    let budget = dialogue.jobs.last?.limits.time
    #expect(budget.map { $0.hard >= .zero && $0.soft <= $0.hard } == true)
  }

  // MARK: What a search tells

  private func news(detail: Int, lines: Int = 1) -> [String] {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("START 15\nINFO show_detail \(detail)\nYXNBEST \(lines)")
    var log = dialogue.take(.news(.search(.searching(.point(Point(x: 7, y: 7))))))
    log += dialogue.take(.news(.search(.best(.point(Point(x: 7, y: 7))))))
    log += dialogue.take(.news(.search(.refuted(.point(Point(x: 8, y: 8))))))
    var report = Dialogue.report("h8i9", score: .centistones(200), depth: 5)
    if lines > 1 {
      report.lines.append(
        .init(score: .loss(inPlies: 4), moves: [.point(Point(x: 0, y: 0))]))
    }
    return log + dialogue.take(.news(.search(.iteration(report))))
  }

  private static let depthLine = "MESSAGE depth 5-6 ev 200 n 1000 n/ms 100 tm 10 pv h8 i9"

  @Test func aSearchTellsItsDepths() {
    #expect(news(detail: 0) == [BusySessionTests.depthLine])
  }

  @Test(arguments: [0, 1])
  func aMoveTellsAtMostEightDepthsTheLastAlways(detail: Int) {
    var dialogue = Dialogue()
    dialogue.isSlow = true
    dialogue.say("START 15\nINFO show_detail \(detail)\nBEGIN")
    var log: [String] = []
    for depth in 1...20 {
      var report = Dialogue.report("h8", depth: depth)
      report.nodes = 1 << UInt64(depth + 6)
      log += dialogue.take(.news(.search(.iteration(report))))
    }
    log += dialogue.finish()
    let depths = log.filter { $0.hasPrefix("MESSAGE depth ") }
    #expect(depths.count == (detail == 0 ? 8 : 20))
    #expect(depths.last?.hasPrefix("MESSAGE depth 20-") == true)
  }

  @Test func analysisProgramsSeeRootMovesInRealTime() {
    #expect(
      news(detail: 1) == [
        "MESSAGE REALTIME POS 7,7", "MESSAGE REALTIME BEST 7,7", "MESSAGE REALTIME DONE 8,8",
        BusySessionTests.depthLine, "MESSAGE REALTIME REFRESH", "MESSAGE REALTIME BEST 7,7",
      ])
  }

  @Test func analysisProgramsSeeBlocksOfInfo() {
    let chance = 1 / (1 + exp(-200 / Variant.freestyle.winScale))
    #expect(
      news(detail: 2) == [
        "INFO PV 0", "INFO NUMPV 1", "INFO DEPTH 5", "INFO SELDEPTH 6", "INFO NODES 1000",
        "INFO TOTALNODES 1000", "INFO TOTALTIME 10", "INFO SPEED 100000", "INFO EVAL 200",
        "INFO WINRATE \((10_000 * chance).rounded() / 10_000)", "INFO BESTLINE 7,7 8,8",
        "INFO PV DONE", BusySessionTests.depthLine,
      ])
    #expect(news(detail: 3).count == 18)
  }

  @Test func severalLinesAreRanked() {
    #expect(
      news(detail: 0, lines: 2) == [
        "MESSAGE depth 5-6 multipv 1 ev 200 n 1000 n/ms 100 tm 10 pv h8 i9",
        "MESSAGE depth 5-6 multipv 2 ev -M4 n 1000 n/ms 100 tm 10 pv a1",
      ])
    #expect(
      news(detail: 2, lines: 2).filter { $0.hasPrefix("INFO EVAL") } == [
        "INFO EVAL 200", "INFO EVAL -M4",
      ])
  }
}

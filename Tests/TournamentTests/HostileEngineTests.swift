import Foundation
import TestSupport
import Testing

@testable import Match

@Suite("Hostile engines") struct HostileEngineTests {
  /// By walking alone.
  @Test func nothingEscapesItsWarden() throws { try expectNoEscape(inGroup: false) }

  @Test(.enabled(if: ControlGroups.areAllowed, "no control groups"))
  func nothingEscapesItsControlGroup() throws { try expectNoEscape(inGroup: true) }

  private func expectNoEscape(inGroup: Bool) throws {
    let mark = UUID().uuidString
    var engine = EngineConfig(
      name: "orphan", command: try TestFiles.program("HostileEngine"), arguments: ["orphan", "1"])
    engine.environment["ARENA_TEST"] = mark
    for _ in 0..<3 {
      let process = try EngineProcess(engine, inGroup: inGroup)
      process.send("START 15")
      process.send("BEGIN")
      process.flush()
      #expect(
        process.awaitEnd(
          milliseconds: Int(longestWait / .milliseconds(1)), drains: true) == .signalled(.kill))
      #expect(ArenaProgram.isSeen(mark))
      process.kill()
      #expect(ArenaProgram.survivors(of: mark).isEmpty)
    }
  }

  /// Each fault and the verdict it deserves.
  static let verdicts: [String: EndReason] = [
    "crash": .crash, "exit-zero": .exit, "no-start": .startFailure,
    "slow-start": .startFailure, "no-answer": .stall, "ignore-termination": .stall,
    "close-output": .closed, "endless-line": .flood, "line-flood": .flood, "illegal": .illegal,
    "garbage": .malformed, "forked-child": .crash, "error-flood": .flood, "deaf": .startFailure,
    "late": .time, "spin": .time, "memory": .memory,
  ]

  /// What may be told instead of a reason: who works at his move but gets no processor on a busy machine
  /// looks as if he did nothing.
  private static func told(_ reason: EndReason) -> [EndReason] {
    reason == .time && !Effort.isTiming ? [.time, .stall] : [reason]
  }

  /// What an engine may have, in bytes; a sanitizer takes its share.
  static let memory = Effort.count(48, sanitized: 192) << 20

  @Test(arguments: [
    ("hungry-child", EndReason.memory), ("busy-child", .time), ("orphan", .crash),
  ]) func whatChildrenDoIsTheirEngines(mode: String, reason: EndReason) throws {
    var tournament = try TestTournament(["null", mode], pairs: 1)
    // Only who is to run out of time may do so.
    tournament.limit {
      $0.turn = 60_000
      $0.memory = HostileEngineTests.memory
    }
    if reason == .time { tournament.config.engines[1].limits.turn = 1500 }
    let (_, records) = try tournament.play(concurrency: 1)
    #expect(records.count == 2)
    for record in records.values {
      let reasons = HostileEngineTests.told(reason)
      #expect(reasons.contains(record.reason) && record.winner == "null", "\(record.detail)")
      let usage = record.usage[record.opener == mode ? 0 : 1]
      #expect(reason != .memory || usage.peak > HostileEngineTests.memory >> 10)
    }
  }

  @Test func everyHostileEngineIsJudgedRightlyAndTheOthersAreUnaffected() throws {
    let modes = HostileEngineTests.verdicts.keys.sorted()
    var tournament = try TestTournament(
      ["null"] + modes + ["scatter"], pairs: 1, format: .gauntlet)
    tournament.limit {
      $0.turn = 60_000
      $0.tolerance = 100
      $0.memory = HostileEngineTests.memory
    }
    // Who is to run out of time does so soon; all others have enough of it on the busiest machine.
    for index in tournament.config.engines.indices {
      switch HostileEngineTests.verdicts[tournament.config.engines[index].name] {
      case .time, .stall: tournament.config.engines[index].limits.turn = 300
      case .startFailure: tournament.config.engines[index].limits.start = 1000
      default: break
      }
    }
    let (standings, records) = try tournament.play(concurrency: modes.count + 1)
    #expect(standings.gameCount == 2 * (modes.count + 1))
    for record in records.values {
      let hostile = record.opener == "null" ? record.replier : record.opener
      let expected = HostileEngineTests.verdicts[hostile] ?? .row
      #expect(
        HostileEngineTests.told(expected).contains(record.reason),
        "\(hostile): \(record.detail) \(record.evidence)")
      if expected != .row {
        #expect(record.winner == "null", "\(hostile)")
        #expect(!record.detail.isEmpty)
      }
    }
    #expect(standings.tallies[0].faultCount == 0)
  }

  @Test(arguments: [(OutputLimits.line, true), (OutputLimits.line + 1, false)])
  func theLimitOfALineHoldsForFinishedLinesToo(length: Int, isRead: Bool) {
    var lines = LineBuffer()
    lines.append(([UInt8](repeating: 97, count: length) + [10])[...])
    #expect((lines.next() != nil) == isRead && lines.isOverfull == !isRead)
  }
}

import GomokuRules
import Match
import Platform

extension ConformanceCheck {
  /// The steps for `ABOUT`, unknown commands, `RESTART`, `TAKEBACK` and the swap2 opening.
  static let conversation: [Step] = [
    session("ABOUT gives one line of key=\"value\" pairs") { probe throws(Probe.Failure) in
      probe.send("START 15")
      try probe.expectOK()
      try expectAbout(probe)
    },
    session("ABOUT may come before START, as c-gomoku-cli sends it") {
      probe throws(Probe.Failure) in
      try expectAbout(probe)
      try probe.startGame()
    },
    game("an unknown command is answered by one UNKNOWN") { probe throws(Probe.Failure) in
      probe.send("FOOBAR 1 2 3")
      try probe.expect("UNKNOWN")
      try probe.expectInStep()
    },
    game("RESTART empties the board") { probe throws(Probe.Failure) in
      probe.send("TURN 7,7")
      try probe.expectMove(on: Position("h8"))
      probe.send("RESTART")
      try probe.expectOK()
      probe.send("TURN 7,7")
      try probe.expectMove(on: Position("h8"))
    },
    game("TAKEBACK removes a stone") { probe throws(Probe.Failure) in
      probe.send("TURN 7,7")
      let move = try probe.expectMove(on: Position("h8"))
      probe.send("TAKEBACK \(move.x),\(move.y)", "TAKEBACK 7,7")
      try probe.expectOK()
      try probe.expectOK()
      probe.send("TURN 7,7")
      try probe.expectMove(on: Position("h8"))
    },
    game("TAKEBACK of an empty point is an ERROR", .should) { probe throws(Probe.Failure) in
      probe.send("TAKEBACK 7,7")
      try probe.expect("ERROR")
      try probe.expectInStep()
    },
    game("SWAP2BOARD proposes three stones", .should, rule: 1, turn: 1000) {
      probe throws(Probe.Failure) in
      probe.send("SWAP2BOARD", "DONE")
      let line = try probe.answer(within: 3000)
      guard case .points(let stones) = EngineDialogue.read(line, game: standardGame),
        Set(stones).count == 3
      else { throw Probe.Failure("three stones expected, not \"\(line.prefix(80))\"") }
    },
    Step("SWAP2BOARD chooses after three and after five stones", .should) {
      engine throws(Probe.Failure) in
      for stones in [["7,7", "8,8", "3,4"], ["7,7", "8,8", "3,4", "9,9", "2,2"]] {
        let probe = try Probe(engine)
        try probe.startGame(rule: 1, turn: 1000)
        probe.send(["SWAP2BOARD"] + stones + ["DONE"])
        let line = try probe.answer(within: 3000)
        switch EngineDialogue.read(line, game: standardGame) {
        case .swap, .move: continue
        case .points(let points) where stones.count == 3 && points.count == 2: continue
        default: throw Probe.Failure("a choice expected, not \"\(line.prefix(80))\"")
        }
      }
    },
    game("START in mid-search begins a new game, in step", turn: 20_000) {
      probe throws(Probe.Failure) in
      probe.send(quiet.boardBlock)
      try probe.expectSearching(for: 200)
      probe.send("START 15")
      // The engine may still answer the abandoned search with one move.
      let line = try probe.answer()
      if line != "OK" { try probe.expectOK() }
      probe.send("INFO timeout_turn 100", "BEGIN")
      try probe.expectMove()
    },
  ]

  private static let standardGame = GameKind.gomoku(.standard, .standard)

  /// Demands one line of comma-separated `key="value"` pairs, one of which is `name`.
  private static func expectAbout(_ probe: Probe) throws(Probe.Failure) {
    probe.send("ABOUT")
    let line = try probe.answer()
    let pairs = line.split(separator: ",")
    let isRegular = pairs.allSatisfy { pair in
      let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
      return parts.count == 2 && parts[1].hasPrefix("\"") && parts[1].hasSuffix("\"")
    }
    try probe.demand(isRegular && line.contains("name="), "\"\(line.prefix(120))\"")
    try probe.expectSilence(for: 50)
  }

  /// The time that Gomocup's judge gives an engine to end before killing it, in milliseconds.
  private static let grace = 500

  /// The steps for the engine's end: it must exit by itself within `grace`, or twice that once its
  /// output is closed. SIGTERM may also kill it.
  static let ending: [Step] = [
    ends("END") { probe in probe.send("END") },
    ends("the end of input") { probe in probe.process.closeInput() },
    ends("SIGTERM", pardoning: .terminate) { probe in probe.process.signal(.terminate) },
    game("the end of input inside BOARD ends it") { probe throws(Probe.Failure) in
      probe.send("BOARD", "7,7,2")
      probe.process.closeInput()
      try probe.expectEnd(within: grace)
    },
    game("END inside BOARD ends it", .should) { probe throws(Probe.Failure) in
      probe.send("BOARD", "7,7,2", "END")
      try probe.expectEnd(within: grace)
    },
    searching("END") { probe in probe.send("END") },
    searching("the end of input") { probe in probe.process.closeInput() },
    searching("SIGTERM", pardoning: .terminate) { probe in probe.process.signal(.terminate) },
    game("a closed output ends it without a signal", .should) { probe throws(Probe.Failure) in
      probe.process.closeOutput()
      // The commands are sent repeatedly. A process that `arena` is just starting may hold a copy
      // of the pipe's reading end for a moment, and then the first writes succeed.
      for _ in 0..<5 {
        probe.send("ABOUT", "ABOUT", "ABOUT")
        WorkerThread.sleep(for: .milliseconds(20))
      }
      try probe.expectEnd(within: 2 * grace)
    },
  ]

  /// Makes a step in which `cause` must end an idle engine; the signal `pardoned` may kill it.
  private static func ends(
    _ name: String, pardoning pardoned: Signal? = nil,
    _ cause: @escaping @Sendable (Probe) -> Void
  ) -> Step {
    game("\(name) ends it when idle") { probe throws(Probe.Failure) in
      cause(probe)
      try probe.expectEnd(within: grace, pardoning: pardoned)
    }
  }

  /// Makes a step in which `cause` must end a searching engine; the signal `pardoned` may kill it.
  private static func searching(
    _ name: String, pardoning pardoned: Signal? = nil,
    _ cause: @escaping @Sendable (Probe) -> Void
  ) -> Step {
    game("\(name) ends it in mid-search", turn: 20_000) { probe throws(Probe.Failure) in
      probe.send(quiet.boardBlock)
      try probe.expectSearching(for: 200)
      cause(probe)
      try probe.expectEnd(within: grace, pardoning: pardoned)
    }
  }

  /// The steps with garbage as input, after which the engine must still be usable.
  static let robustness: [Step] = [
    junk("a line of a megabyte", Array(repeating: UInt8(ascii: "A"), count: 1 << 20)),
    junk("NUL bytes", [0, 0, 65, 0]),
    junk("bytes that are no UTF-8", [0xFF, 0xFE, 0xC3, 0x28, 0x80]),
    junk("control characters", Array(1...8) + Array(14...31)),
    game("ten megabytes on one line cost no memory", .should) { probe throws(Probe.Failure) in
      try probe.expectInStep()
      // The engine may still be allocating memory for its first search.
      WorkerThread.sleep(for: .milliseconds(500))
      let before = probe.process.peakMemory()
      probe.send(bytes: Array(repeating: UInt8(ascii: "B"), count: 10 << 20) + [10])
      _ = try probe.answer(within: 5000)
      let growth = probe.process.peakMemory() - before
      try probe.demand(growth <= 1024, "\(growth) KiB more")
    },
  ]

  /// Makes a step that sends `bytes` as a line, and demands that the engine can still start a game.
  private static func junk(_ name: String, _ bytes: [UInt8]) -> Step {
    game("survives \(name)") { probe throws(Probe.Failure) in
      probe.send(bytes: bytes + [10])
      probe.send("START 15")
      for _ in 0..<3 where try probe.answer(within: 5000) == "OK" {
        return try probe.expectInStep()
      }
      throw Probe.Failure("no OK to START after it")
    }
  }
}

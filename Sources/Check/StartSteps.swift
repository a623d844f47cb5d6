import GomokuRules
import Match
import Platform

extension ConformanceCheck {
  /// The steps from the start of the process to `OK`.
  static let starting: [Step] = [
    Step("says nothing before it is asked") { engine throws(Probe.Failure) in
      try Probe(engine).expectSilence(for: 300)
    },
    Step("START 15 is answered by a bare OK") { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      probe.send("START 15")
      try probe.expectOK()
      try probe.demand(probe.talk.isEmpty, "talk before OK: \(probe.talk)")
    },
    Step("START 20 is answered by OK") { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      probe.send("START 20")
      try probe.expectOK()
    },
    Step("OK comes within 100 ms of the process's start", .should) { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      probe.send("START 15")
      try probe.expectOK()
      let time = MonotonicTime.now.microseconds(since: probe.process.launched) / 1000
      try probe.demand(time <= 100, "\(time) ms")
    },
    Step("a second START empties the board") { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      try probe.startGame()
      probe.send("TURN 7,7")
      try probe.expectMove(on: Position("h8"))
      try probe.startGame()
      probe.send("TURN 7,7")
      try probe.expectMove(on: Position("h8"))
    },
    Step("START may change the size") { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      try probe.startGame(side: 20)
      probe.send(["TURN 19,19"])
      try probe.expectMove(on: Position("t20", side: 20))
      try probe.startGame(side: 15)
      probe.send("BEGIN")
      try probe.expectMove()
    },
    Step("START without a size is an ERROR, and START 15 then works") {
      engine throws(Probe.Failure) in try expectBadStart("START", engine)
    },
    Step("START abc is an ERROR, and START 15 then works") { engine throws(Probe.Failure) in
      try expectBadStart("START abc", engine)
    },
    Step("START 1000 is an ERROR, and START 15 then works") { engine throws(Probe.Failure) in
      try expectBadStart("START 1000", engine)
    },
    Step("START -5 is an ERROR, and START 15 then works") { engine throws(Probe.Failure) in
      try expectBadStart("START -5", engine)
    },
    Step("RECTSTART is answered by OK, ERROR or UNKNOWN") { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      probe.send("RECTSTART 10,12")
      try probe.expect("OK", "ERROR", "UNKNOWN")
      try probe.startGame()
    },
  ]

  /// Demands an error for `line`, after which a game can be started and played.
  private static func expectBadStart(
    _ line: String, _ engine: EngineConfig
  ) throws(Probe.Failure) {
    let probe = try Probe(engine)
    probe.send(line)
    try probe.expect("ERROR")
    try probe.startGame()
    probe.send("BEGIN")
    try probe.expectMove()
  }

  /// The steps for the format of lines in both directions.
  static let framing: [Step] = [
    Step("commands may end with CR LF") { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      probe.send("START 15\r", "INFO timeout_turn 100\r", "BEGIN\r")
      try probe.expectOK()
      try probe.expectMove()
    },
    Step("commands may be in lower case") { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      probe.send("start 15", "info timeout_turn 100", "begin")
      try probe.expectOK()
      try probe.expectMove()
    },
    Step("empty lines are ignored") { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      probe.send("", "START 15", "", "", "INFO timeout_turn 100", "", "BEGIN")
      try probe.expectOK()
      try probe.expectMove()
    },
    Step("a command may arrive in pieces") { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      for piece in ["STA", "RT 1", "5\nINFO timeout_", "turn 100\nBEG", "IN\n"] {
        probe.send(raw: piece)
        try probe.demand(probe.process.awaitEnd(milliseconds: 20) == nil, "the engine has ended")
      }
      try probe.expectInStepAfterPieces()
    },
    Step("many commands may arrive at once, as GomocupJudge sends them") {
      engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      probe.send(
        raw: "START 15\nINFO timeout_turn 100\nINFO timeout_match 1000\nINFO max_memory 0\n"
          + "INFO game_type 1\nINFO rule 0\nINFO folder /tmp\nINFO time_left 1000\n"
          + "BOARD\nDONE\n")
      try probe.expectOK()
      try probe.expectMove()
    },
    Step("nothing is written on the error stream") { engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      try probe.startGame()
      probe.send("BEGIN")
      try probe.expectMove()
      try probe.expectSilence()
      try probe.demand(probe.process.errorBytes == 0, "\(probe.process.errorBytes) bytes")
    },
    Step("MESSAGE lines have a text of less than 2,000 plain characters") {
      engine throws(Probe.Failure) in
      let probe = try Probe(engine)
      try probe.startGame(turn: 500)
      probe.send(Position("h8i9i8h9").boardBlock)
      try probe.expectMove(on: Position("h8i9i8h9"))
      for line in probe.talk {
        let isPlain = line.utf8.count < 2000 && line.utf8.allSatisfy { 32...126 ~= $0 }
        try probe.demand(
          isPlain && line.hasPrefix("MESSAGE ") && line.utf8.count > 8, "\"\(line.prefix(80))\"")
      }
    },
  ]
}

extension Probe {
  /// Demands the answers to a `START` and a `BEGIN` that were sent in pieces.
  fileprivate func expectInStepAfterPieces() throws(Failure) {
    try expectOK()
    try expectMove()
  }
}

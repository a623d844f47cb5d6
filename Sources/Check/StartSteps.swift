import GomokuRules
import Match
import Platform

extension ConformanceCheck {
  /// The steps for the start of the process and of games, to `OK`, and for invalid sizes.
  static let starting: [Step] = [
    session("says nothing before it is asked") { probe throws(Probe.Failure) in
      try probe.expectSilence(for: 300)
    },
    session("START 15 is answered by a bare OK") { probe throws(Probe.Failure) in
      probe.send("START 15")
      try probe.expectOK()
      try probe.demand(probe.talk.isEmpty, "talk before OK: \(probe.talk)")
    },
    session("START 20 is answered by OK") { probe throws(Probe.Failure) in
      probe.send("START 20")
      try probe.expectOK()
    },
    session("OK comes within 100 ms of the process's start", .should) {
      probe throws(Probe.Failure) in
      probe.send("START 15")
      try probe.expectOK()
      let time = MonotonicTime.now.microseconds(since: probe.process.launched) / 1000
      try probe.demand(time <= 100, "\(time) ms")
    },
    game("a second START empties the board") { probe throws(Probe.Failure) in
      probe.send("TURN 7,7")
      try probe.expectMove(on: Position("h8"))
      try probe.startGame()
      probe.send("TURN 7,7")
      try probe.expectMove(on: Position("h8"))
    },
    game("START may change the size", side: 20) { probe throws(Probe.Failure) in
      probe.send(["TURN 19,19"])
      try probe.expectMove(on: Position("t20", side: 20))
      try probe.startGame(side: 15)
      probe.send("BEGIN")
      try probe.expectMove()
    },
    badStart("START without a size", "START"), badStart("START abc"), badStart("START 1000"),
    badStart("START -5"),
    session("RECTSTART is answered by OK, ERROR or UNKNOWN") { probe throws(Probe.Failure) in
      probe.send("RECTSTART 10,12")
      try probe.expect("OK", "ERROR", "UNKNOWN")
      try probe.startGame()
    },
  ]

  /// Makes a step that demands an error for `line`, by default `name`, and then a playable game.
  private static func badStart(_ name: String, _ line: String? = nil) -> Step {
    session("\(name) is an ERROR, and START 15 then works") { probe throws(Probe.Failure) in
      probe.send(line ?? name)
      try probe.expect("ERROR")
      try probe.startGame()
      probe.send("BEGIN")
      try probe.expectMove()
    }
  }

  /// The steps for the format of lines in both directions.
  static let framing: [Step] = [
    session("commands may end with CR LF") { probe throws(Probe.Failure) in
      probe.send("START 15\r", "INFO timeout_turn 100\r", "BEGIN\r")
      try probe.expectOK()
      try probe.expectMove()
    },
    session("commands may be in lower case") { probe throws(Probe.Failure) in
      probe.send("start 15", "info timeout_turn 100", "begin")
      try probe.expectOK()
      try probe.expectMove()
    },
    session("empty lines are ignored") { probe throws(Probe.Failure) in
      probe.send("", "START 15", "", "", "INFO timeout_turn 100", "", "BEGIN")
      try probe.expectOK()
      try probe.expectMove()
    },
    session("a command may arrive in pieces") { probe throws(Probe.Failure) in
      for piece in ["STA", "RT 1", "5\nINFO timeout_", "turn 100\nBEG", "IN\n"] {
        probe.send(raw: piece)
        try probe.demand(probe.process.awaitEnd(milliseconds: 20) == nil, "the engine has ended")
      }
      try probe.expectOK()
      try probe.expectMove()
    },
    session("many commands may arrive at once, as GomocupJudge sends them") {
      probe throws(Probe.Failure) in
      probe.send(
        raw: "START 15\nINFO timeout_turn 100\nINFO timeout_match 1000\nINFO max_memory 0\n"
          + "INFO game_type 1\nINFO rule 0\nINFO folder /tmp\nINFO time_left 1000\n"
          + "BOARD\nDONE\n")
      try probe.expectOK()
      try probe.expectMove()
    },
    game("nothing is written on the error stream") { probe throws(Probe.Failure) in
      probe.send("BEGIN")
      try probe.expectMove()
      try probe.expectSilence()
      try probe.demand(probe.process.errorBytes == 0, "\(probe.process.errorBytes) bytes")
    },
    game("MESSAGE lines have a text of less than 2,000 plain characters", turn: 500) {
      probe throws(Probe.Failure) in
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

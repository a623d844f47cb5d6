import GomokuRules
import Platform

extension ConformanceCheck {
  /// The steps for `INFO`, which is never answered, and for the effects of settings.
  static let settings: [Step] = [
    info("an unknown key is ignored", "INFO elephant 5"),
    info("keys may be in upper case", "INFO TIMEOUT_TURN 100"),
    info("an evaluated point is ignored", "INFO evaluate 3,4"),
    info("a folder may contain spaces", "INFO folder C:\\My games\\wuliu"),
    info("a memory of 3.8e14 bytes is legal", "INFO max_memory 384829069721600"),
    info("a memory of 0 means no limit", "INFO max_memory 0"),
    info("a memory of 2^62 is survived", "INFO max_memory 4611686018427387904"),
    info("a memory of -1 is survived", "INFO max_memory -1"),
    info("a value that is no number is survived", "INFO timeout_match soon"),
    info("a key without a value is survived", "INFO timeout_match"),
    info("INFO alone is survived", "INFO"),
    info("game_type is taken", "INFO game_type 2"),
    info("the match time may be 0", "INFO timeout_match 0"),
    info("an unlimited time_left is taken", "INFO time_left 2147483647"),
    session("INFO before START is taken") { probe throws(Probe.Failure) in
      probe.send("INFO timeout_turn 100", "INFO max_memory 367001600", "START 15", "BEGIN")
      try probe.expectOK()
      try probe.expectMove(within: 5000)
    },
    game("an unknown rule does not silently become another game", .should) {
      probe throws(Probe.Failure) in
      probe.send("INFO rule 77", "BEGIN")
      try probe.expect("ERROR")
      probe.send("INFO rule 0", "BEGIN")
      try probe.expectMove()
    },
    game("at most 350 MiB are resident at Gomocup's limit", turn: 1500) {
      probe throws(Probe.Failure) in
      probe.send(Position("h8i9i8h9").boardBlock)
      try probe.expectMove(on: Position("h8i9i8h9"), within: 4000)
      let peak = probe.process.peakMemory()
      try probe.demand(peak <= 367_001_600 / 1024, "\(peak) KiB")
    },
    game("at most 64 MiB are resident when so told", .should, turn: 1000) {
      probe throws(Probe.Failure) in
      probe.send(["INFO max_memory 67108864"] + Position("h8i9i8h9").boardBlock)
      try probe.expectMove(on: Position("h8i9i8h9"), within: 4000)
      let peak = probe.process.peakMemory()
      try probe.demand(peak <= 65536, "\(peak) KiB")
    },
    Step("the same nodes give the same move", .should) { engine throws(Probe.Failure) in
      var moves: Set<Point> = []
      for _ in 0..<2 {
        let probe = try Probe(engine)
        try probe.startGame(turn: 10_000)
        probe.send(["INFO max_node 5000", "INFO thread_num 1"] + Position("h8i9i8h9").boardBlock)
        moves.insert(try probe.expectMove(on: Position("h8i9i8h9"), within: 12_000))
      }
      guard moves.count == 1 else { throw Probe.Failure("\(moves.map(\.description).sorted())") }
    },
  ]

  /// Makes a step that sends one `INFO` line, demands silence, and then a move.
  private static func info(_ name: String, _ line: String) -> Step {
    game("INFO: \(name)") { probe throws(Probe.Failure) in
      probe.send(line)
      try probe.expectSilence(for: 60)
      probe.send("INFO timeout_turn 100", "INFO time_left 60000", "BEGIN")
      try probe.expectMove()
    }
  }

  /// The time by which a limit may be exceeded on a busy machine, in milliseconds.
  private static let tolerance = 100

  /// The steps for time limits; time is measured from the last line sent to the answer.
  static let clock: [Step] = [
    timed("30 ms a turn", ["INFO timeout_turn 30"], limit: 30),
    timed("200 ms a turn", ["INFO timeout_turn 200"], limit: 200),
    timed("1,000 ms a turn", ["INFO timeout_turn 1000"], limit: 1000),
    timed(
      "100 ms left of the match", ["INFO timeout_turn 5000", "INFO time_left 100"], limit: 100),
    timed("as fast as possible", ["INFO timeout_turn 0"], limit: 300),
    timed("a negative time_left", ["INFO timeout_turn 200", "INFO time_left -50"], limit: 300),
    game("INFO timeout_turn 0 in mid-search asks for the move now", turn: 20_000) {
      probe throws(Probe.Failure) in
      probe.send(quiet.boardBlock)
      try probe.expectSearching(for: 300)
      probe.send("INFO timeout_turn 0")
      try probe.expectMove(on: quiet, within: 1000)
    },
    game("STOP ends a search with a move, once", .should, turn: 20_000) {
      probe throws(Probe.Failure) in
      probe.send(quiet.boardBlock)
      try probe.expectSearching(for: 300)
      probe.send("STOP")
      try probe.expectMove(on: quiet, within: 1000)
      try probe.expectSilence(for: 300)
    },
    game("a second in suspension between turns costs no time", turn: 300) {
      probe throws(Probe.Failure) in
      probe.send("TURN 7,7")
      var position = Position("h8")
      try probe.expectMove(playedOn: &position)
      probe.process.suspend()
      _ = probe.process.awaitEnd(milliseconds: 1000)
      probe.process.resume()
      try probe.expectContinuation(of: position, within: 300 + tolerance)
    },
  ]

  /// A position without a forced win, in which an engine uses its time.
  static let quiet = Position("h8i9i8h9")

  /// Makes a step in which the move in `quiet` must come within `limit` milliseconds.
  private static func timed(_ name: String, _ settings: [String], limit: Int) -> Step {
    game("keeps the time: \(name)") { probe throws(Probe.Failure) in
      probe.send(settings + quiet.boardBlock)
      let begin = MonotonicTime.now
      try probe.expectMove(on: quiet, within: limit + 3000)
      let time = MonotonicTime.now.microseconds(since: begin) / 1000
      try probe.demand(time <= limit + tolerance, "\(time) ms for \(limit) ms")
    }
  }
}

extension Probe {
  /// Lets the engine search for a while; throws only if its process ends meanwhile.
  ///
  /// An engine that moves at once passes too, as it has no search to test.
  func expectSearching(for milliseconds: Int) throws(Failure) {
    if let ending = process.awaitEnd(milliseconds: milliseconds) { throw Failure("\(ending)") }
  }
}

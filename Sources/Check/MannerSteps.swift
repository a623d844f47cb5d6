import Platform

extension ConformanceCheck {
  /// The steps for signals, start time, idle processor use and the amount of messages.
  static let manners: [Step] =
    [(Signal.interrupt, "SIGINT"), (.hangup, "SIGHUP"), (.terminate, "SIGTERM")].flatMap {
      signal, name in [false, true].map { interrupted($0, by: signal, name) }
    } + [
      Step("OK comes within two seconds, however large the board") {
        engine throws(Probe.Failure) in
        for line in ["START 15", "START 20"] {
          let probe = try Probe(engine)
          probe.send(line)
          try probe.expectOK(within: 2000)
        }
      },
      game("it does nothing while it is not asked", .should) { probe throws(Probe.Failure) in
        try probe.expectIdle()
        probe.send("BEGIN")
        try probe.expectMove()
        try probe.expectIdle()
      },
      game("at most eight MESSAGE depth lines for a move", .should, turn: 2000) {
        probe throws(Probe.Failure) in
        probe.send(quiet.boardBlock)
        try probe.expectMove(on: quiet, within: 5000)
        let lines = probe.talk.count { $0.lowercased().hasPrefix("message depth") }
        try probe.demand(lines <= 8, "\(lines) lines")
      },
    ]

  /// Makes a step in which `signal`, a request to end, must lead to exit code 0.
  private static func interrupted(_ searching: Bool, by signal: Signal, _ name: String) -> Step {
    let state = searching ? "in mid-search" : "when idle"
    return game("\(name) ends it \(state) with exit code 0", .should, turn: 20_000) {
      probe throws(Probe.Failure) in
      if searching {
        probe.send(quiet.boardBlock)
        try probe.expectSearching(for: 200)
      } else {
        try probe.expectInStep()
      }
      probe.process.signal(signal)
      try probe.expectEnd(within: 2000, code: 0)
    }
  }
}

extension Probe {
  /// Demands at most 50 ms of processor time within a second, measured after a pause of one second.
  fileprivate func expectIdle() throws(Failure) {
    if let ending = process.awaitEnd(milliseconds: 1000) { throw Failure("\(ending)") }
    let before = process.processorTime(isFresh: true)
    if let ending = process.awaitEnd(milliseconds: 1000) { throw Failure("\(ending)") }
    let used = (process.processorTime(isFresh: true) - before) / 1000
    try demand(used <= 50, "\(used) ms of processor time in a second")
  }
}

import LiuzhouRules

extension ConformanceCheck {
  /// The step for Liuzhou chess (六洲棋), which an engine may also refuse.
  static let otherGame: [Step] = [
    session("START liuzhou begins Liuzhou chess, or is refused by one line", .should) {
      probe throws(Probe.Failure) in
      probe.send("START liuzhou")
      let line = try probe.answer()
      if line == "OK" {
        try playLiuzhou(probe)
      } else {
        let isRefusal = line.hasPrefix("ERROR") || line.hasPrefix("UNKNOWN")
        try probe.demand(isRefusal, "OK, ERROR or UNKNOWN expected, not \"\(line.prefix(80))\"")
      }
      try probe.startGame()
    }
  ]

  /// Demands errors for illegal turns, and legal turns in reply, also after the last placing.
  ///
  /// In the position used for that, White has two turns in a row: the last placing and the first
  /// turn of the forcing phase.
  private static func playLiuzhou(_ probe: Probe) throws(Probe.Failure) {
    var game = Game()
    probe.send("INFO timeout_turn 100", "BEGIN")
    try expectTurn(probe, playedOn: &game)
    for text in ["TURN h8", "TURN \(game.turns[0])", "TURN pass"] {
      probe.send(text)
      try probe.expect("ERROR")
    }
    guard let reply = game.legalTurns.first else { return }
    do { try game.play(reply) } catch { throw Probe.Failure("\(error)") }
    probe.send("TURN \(reply)")
    try expectTurn(probe, playedOn: &game)

    let full = "OoOXOX/XXOXO1/XOOXXO/XXXXOX/XOOXOO/XXOOOX w p 0"
    do {
      game = Game(game.book, from: try game.book.position(full))
      try game.play(Turn("f5"))
    } catch { throw Probe.Failure("\(error)") }
    probe.send("BOARD", "position \(full)", "f5", "DONE")
    try expectTurn(probe, playedOn: &game)
  }

  private static func expectTurn(_ probe: Probe, playedOn game: inout Game) throws(Probe.Failure) {
    let line = try probe.answer()
    do { try game.play(Turn(line)) } catch {
      throw Probe.Failure("the turn \"\(line.prefix(80))\" is not legal: \(error)")
    }
  }
}

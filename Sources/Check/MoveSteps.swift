import Basics
import GomokuRules
import Match

extension ConformanceCheck {
  /// The steps for `BEGIN`, `TURN` and `BOARD`.
  static let moving: [Step] = [
    game("BEGIN gives a move, and only one") { probe throws(Probe.Failure) in
      probe.send("BEGIN")
      try probe.expectMove()
      try probe.expectSilence(for: 400)
    },
    game("TURN may be the first command, as Piskvork sends it") { probe throws(Probe.Failure) in
      probe.send("TURN 7,7")
      try probe.expectMove(on: Position("h8"))
    },
    badTurn("on a stone", "TURN 7,7"),
    badTurn("off the board", "TURN 15,3"),
    badTurn("x,y", "TURN x,y"),
    badTurn("without a point", "TURN"),
    badTurn("99999999999999999999,1", "TURN 99999999999999999999,1"),
    answered("an empty BOARD asks for the first move", ["BOARD", "DONE"], Position()),
    answered("BOARD with one stone gives a move", ["BOARD", "7,7,2", "DONE"], Position("h8")),
    answered(
      "BOARD may list the stones in any order",
      ["BOARD", "8,7,2", "7,7,2", "6,6,1", "5,5,1", "DONE"], Position("h8g7i8f6")),
    answered("BOARD may end with done", ["board", "7,7,2", "done"], Position("h8")),
    answered(
      "BOARD takes stones that belong to nobody", ["BOARD", "7,7,2", "0,0,3", "DONE"],
      Position("h8"), .should),
    game("BOARD replaces the position") { probe throws(Probe.Failure) in
      probe.send(Position("h8i9j10").boardBlock)
      try probe.expectMove(on: Position("h8i9j10"))
      probe.send(Position("a1b2").boardBlock)
      try probe.expectMove(on: Position("a1b2"))
    },
    session("TURN continues after BOARD") { probe throws(Probe.Failure) in
      var position = Position("h8i9")
      try probe.startGame()
      probe.send(position.boardBlock)
      try probe.expectMove(playedOn: &position)
      let reply = position.emptyPoints.first { $0.x == 0 } ?? Point(x: 0, y: 0)
      try? position.play(reply)
      probe.send("TURN \(reply.x),\(reply.y)")
      try probe.expectMove(on: position)
    },
    game("a bad line in BOARD is an ERROR, and START then works") { probe throws(Probe.Failure) in
      probe.send("BOARD", "7,7,2", "elephant", "DONE")
      try probe.expect("ERROR")
      try probe.startGame()
      probe.send("BEGIN")
      try probe.expectMove()
    },
    game("two stones on a point of BOARD are an ERROR") { probe throws(Probe.Failure) in
      probe.send("BOARD", "7,7,2", "7,7,1", "DONE")
      try probe.expect("ERROR")
      try probe.startGame()
    },
    answered(
      "BOARD may stand on one line, as web managers send it",
      ["BOARD 7,7,2 8,8,1 9,9,2 DONE"], Position("h8i9j10"), .should),
  ]

  /// Makes a step that demands a legal move in `position` as the answer to `lines`.
  private static func answered(
    _ name: String, _ lines: [String], _ position: Position, _ level: Level = .must
  ) -> Step {
    game(name, level) { probe throws(Probe.Failure) in
      probe.send(lines)
      try probe.expectMove(on: position)
    }
  }

  /// Makes a step in which `line` must give an error and leave the game unchanged.
  private static func badTurn(_ name: String, _ line: String) -> Step {
    game("TURN \(name) is an ERROR and changes nothing") { probe throws(Probe.Failure) in
      var position = Position("h8")
      probe.send("TURN 7,7")
      try probe.expectMove(playedOn: &position)
      probe.send(line)
      try probe.expect("ERROR")
      try probe.expectContinuation(of: position)
    }
  }

  /// The steps in positions where the rules restrict the answer, and in whole games. A row of
  /// stones wins if Gomocup's judge counts it as a win.
  static let positions: [Step] = [
    win("freestyle, 15", "h8h9i8i9j8j9k8k9", .freestyle, 15, ["g8", "l8"]),
    win("freestyle, 20", "h8h9i8i9j8j9k8k9", .freestyle, 20, ["g8", "l8"]),
    win("standard", "h8h9i8i9j8j9k8k9", .standard, 15, ["g8", "l8"]),
    win(
      "standard, where six is nothing", "h8h9i8h10g8h11j13h12g14h14i15", .standard, 15,
      ["f8", "j8"]),
    win("renju", "h8h9i8i9j8j9k8k9", .renju, 15, ["g8", "l8"]),
    win("caro", "h8h9i8i9j8j9k8k9", .caro, 15, ["g8", "l8"]),
    win(
      "caro, where a blocked five is nothing", "h8f8g8f9i8f7j8l8", .caro, 15,
      ["f5", "f6", "f10", "f11"]),
    session("renju: Black keeps off a forbidden point") { probe throws(Probe.Failure) in
      let position = Position("h8i7i9h10i6i11i12", variant: .renju)
      try probe.startGame(rule: 4)
      probe.send(position.boardBlock)
      try probe.expectMove(on: position)
    },
    session("the last empty point of a board is played", .should) { probe throws(Probe.Failure) in
      // Pairs of equal stones, with the colours exchanged from row to row, contain no five.
      var position = Position(size: BoardSize(side: 5) ?? .standard)
      let last = Point(x: 2, y: 2)
      for point in position.size.points where point != last {
        try? position.place((point.x + 2 * point.y) / 2 % 2 == 0 ? .black : .white, on: point)
      }
      position.sideToMove = .black
      probe.send("START 5")
      try probe.expectOK()
      probe.send(["INFO timeout_turn 200"] + position.boardBlock)
      let move = try probe.expectMove(on: position)
      try probe.demand(move == last, "\(move) is not empty")
    },
    Step("whole games against itself are legal under every rule") { engine throws(Probe.Failure) in
      for rule in [0, 1, 4] { try playItself(engine, rule: rule) }
    },
    Step("whole games against itself are legal in caro", .should) { engine throws(Probe.Failure) in
      for rule in [8, 9] { try playItself(engine, rule: rule) }
    },
  ]

  /// Makes a step in which the engine must win at once, on one of the points `answers`.
  private static func win(
    _ name: String, _ moves: String, _ variant: Variant, _ side: Int, _ answers: [String]
  ) -> Step {
    session("takes the win: \(name)") { probe throws(Probe.Failure) in
      let position = Position(moves, side: side, variant: variant)
      try probe.startGame(side: side, rule: variant.gomocupCode, turn: 1000)
      probe.send(position.boardBlock)
      let move = try probe.expectMove(on: position)
      try probe.demand(answers.contains(move.description), "plays \(move)")
    }
  }

  /// Plays a quick game of up to 80 stones in which one process moves for both sides, by `BOARD`.
  private static func playItself(_ engine: EngineConfig, rule: Int) throws(Probe.Failure) {
    let probe = try Probe(engine)
    var position = Position(size: .standard, variant: Variant(gomocupCode: rule) ?? .freestyle)
    try probe.startGame(rule: rule, turn: 20)
    while position.outcome == nil, position.stones.count < 80, !position.legalMoves.isEmpty {
      probe.send(position.boardBlock)
      try probe.expectMove(playedOn: &position)
    }
  }
}

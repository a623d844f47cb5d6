import Basics
import Gomocup
import GomokuRules
import TestSupport
import Testing

@testable import Match
@testable import Tournament

@Suite("The referee") struct RefereeTests {
  @Test func gamesEndByTheRules() throws {
    let (standings, records) = try TestTournament(["null", "scatter"], pairs: 3).play()
    #expect(standings.reasons == [.row: 6])
    for record in records.values {
      var position = Position()
      for move in record.moves {
        guard case .point(let point) = move else { throw UnreadableMove(word: "\(move)") }
        try position.play(point)
      }
      #expect(position.outcome == .win(record.winner == record.black ? .black : .white))
      #expect(record.openingPlies == 4)
      #expect(record.searches.count == record.moves.count - 4)
    }
  }

  @Test func renjuForbidsAndFullBoardsAreDrawn() throws {
    let size = try #require(BoardSize(side: 5))
    var tournament = try TestTournament(
      ["null", "scatter"], pairs: 12, randomPlies: 2, game: .gomoku(.renju, size))
    tournament.config.essence += "small"
    let (_, records) = try tournament.play()
    #expect(records.count == 24)
    for record in records.values where record.reason == .boardFull {
      #expect(record.winner == nil)
      #expect(record.moves.count == 25)
    }
  }

  @Test func suspendedEnginesPlayTheSameGames() throws {
    let plain = try TestTournament(["null", "scatter"], pairs: 3)
    var suspending = plain
    suspending.config.suspends = true
    let digests = try [plain, suspending].map {
      MergedResults.digest(of: try $0.play().records.values)
    }
    #expect(digests[0] == digests[1])
  }

  @Test func aFaultLimitEndsTheTournament() throws {
    var tournament = try TestTournament(["null", "illegal"], pairs: 50)
    tournament.config.faultLimit = 3
    try TestFiles.withFolder { folder in
      let schedule = try Schedule(tournament.config)
      let log = try ResultLog(path: "\(folder)/games.log", schedule: schedule)
      let runner = Runner(
        schedule: schedule, pairs: Array(0..<50), standings: Standings(schedule), log: log,
        concurrency: 1)
      #expect(runner.run() == .faultLimit)
      // A pair once begun is finished.
      #expect(runner.standings.tallies[1].faults[.illegal] == 4)
    }
  }

  @Test func matchTimeRunsOutAcrossMoves() throws {
    // Each move takes 0.7 s; the limit of a turn would allow it, that of the match does not.
    var tournament = try TestTournament(["null", "late"], pairs: 1)
    tournament.limit {
      $0.turn = 2000
      $0.match = 1000
      $0.tolerance = 50
    }
    let (standings, records) = try tournament.play()
    #expect(standings.tallies[1].faults == [.time: 2])
    #expect(records.values.allSatisfy { $0.detail.contains("ms over") })
  }

  @Test func searchOutputIsRecorded() throws {
    let (_, records) = try TestTournament(["null", "talkative"], pairs: 1).play()
    let searches = records.values.flatMap(\.searches).filter { $0.depth > 0 }
    #expect(!searches.isEmpty)
    #expect(
      searches.allSatisfy {
        $0.depth == 3 && $0.nodes == 1_500_000 && $0.score == .estimate(12)
      })
  }

  /// The replier's and the opener's stones after three and five, the stones of the opening, and
  /// whether the opener has Black after it.
  static let negotiations: [(replier: Int, opener: Int, stones: Int, openerIsBlack: Bool)] = [
    (0, 0, 3, false), (1, 0, 4, true), (2, 0, 5, true), (2, 1, 6, false),
  ]

  @Test(arguments: negotiations)
  func swap2GivesColoursByTheAnswers(
    replier: Int, opener: Int, stones: Int, openerIsBlack: Bool
  ) throws {
    var tournament = try TestTournament(["scatter \(opener)", "null \(replier)"], pairs: 1)
    tournament.config.openings = .rule(.swap2)
    let (_, records) = try tournament.play()
    let record = try #require(records[0])
    #expect(record.openingPlies == stones)
    #expect((record.black == record.opener) == openerIsBlack)
    #expect(record.reason == .row)
    #expect(record.moves.prefix(3).text == "h8 i9 d5")
    #expect(record.ruledOpening?.isOver == true && record.opening == "swap2")
  }

  @Test(arguments: OpeningRule.samples)
  func openingsByARuleArePlayedAndKept(rule: OpeningRule) throws {
    var tournament = try TestTournament(
      ["scatter 3", "scatter 4"], pairs: 3, game: .gomoku(.renju, .standard))
    tournament.config.openings = .rule(rule)
    let (standings, records) = try tournament.play()
    #expect(records.count == 6 && standings.tallies.allSatisfy { $0.faults.isEmpty })
    for record in records.values {
      let opening = try #require(record.ruledOpening)
      var replayed = try #require(OpeningGame(rule, variant: .renju))
      try replayed.play(text: opening.text)
      #expect(opening.isOver && opening == replayed)
      #expect((record.black == record.opener) == (opening.blackPlayer == .first))
      #expect(record.opener == (record.id.isMultiple(of: 2) ? "scatter 3" : "scatter 4"))
      #expect(record.searches.count == record.moves.count - record.openingPlies)
      #expect(try GameRecord(record.json, of: tournament.config.game) == record)
    }
  }

  /// The first player's answers to OPENING, the reason for which he loses, and its detail.
  static let brokenOpenings: [(answer: String, reason: EndReason, detail: String)] = [
    ("OPENING stay", .illegal, "\"stay\" is not possible now"),
    ("OPENING a1", .illegal, "the rule does not allow a stone on a1 now"),
    ("OPENING h99", .malformed, "OPENING h99"), ("OPENING", .malformed, "OPENING"),
    ("OPENING over", .malformed, "OPENING over"), ("7,7", .malformed, "h8"),
    ("SWAP", .malformed, "SWAP"), ("nothing", .malformed, "nothing"),
    ("UNKNOWN command", .malformed, "does not play the opening rif: UNKNOWN command"),
    ("ERROR what is this", .malformed, "does not play the opening rif: ERROR what is this"),
  ]

  @Test(arguments: brokenOpenings)
  func whoBreaksTheOpeningRuleLoses(answer: String, reason: EndReason, detail: String) throws {
    var tournament = try TestTournament(
      ["echo", "scatter 3"], pairs: 1, game: .gomoku(.renju, .standard))
    tournament.config.engines[0].arguments = ["echo", "1", answer]
    tournament.config.openings = .rule(.rif)
    let record = try #require(try tournament.play().records[0])
    #expect(record.winner == "scatter 3" && record.reason == reason && record.detail == detail)
    #expect(record.moves.isEmpty && record.ruledOpening?.actions == [])
    #expect(record.evidence.contains { $0.contains("OPENING rif") })
  }

  @Test func aRecordWithAnotherOpeningThanItsMovesIsRefused() throws {
    var tournament = try TestTournament(
      ["scatter 3", "scatter 4"], pairs: 1, game: .gomoku(.renju, .standard))
    tournament.config.openings = .rule(.taraguchi10)
    let record = try #require(try tournament.play().records[0])
    let game = tournament.config.game
    func change(_ name: String, _ value: String) -> JSON {
      guard case .object(let members) = record.json else { return .null }
      return .object(members.map { $0.name == name ? JSON.Member(name, .string(value)) : $0 })
    }
    let text = try #require(record.ruledOpening).text
    #expect(try GameRecord(change("actions", text), of: game) == record)
    for (name, value) in [
      ("rule", "rif"), ("rule", "chess"), ("actions", text + " h8"), ("actions", "h8 swap"),
      ("actions", "h9"), ("black", record.white), ("moves", "a1 a2 a3 a4 a5"),
    ] {
      #expect(throws: JSONFieldReader.Problem.self, "\(name) \(value)") {
        _ = try GameRecord(change(name, value), of: game)
      }
    }
  }

  @Test func aProvenWinEndsTheGameOnlyWhenAsked() throws {
    var tournament = try TestTournament(["null", "scatter"], pairs: 2)
    let plain = try tournament.play().standings
    #expect(plain.reasons == [.row: 4])
    tournament.config.adjudication.provenWin = true
    let (standings, records) = try tournament.play()
    #expect(standings.reasons == [.provenWin: 4])
    #expect(records.values.allSatisfy { $0.winner == "null" })
  }

  @Test func theClockAgreesWithTheEngines() throws {
    let (_, records) = try TestTournament(["calibrated 3", "null"], pairs: 4).play()
    let errors = records.values.flatMap(\.searches).filter { $0.nodes > 0 }
      .map { $0.microseconds - $0.nodes }.sorted()
    try #require(errors.count > 20)
    #expect(errors[0] >= 0)
    if Effort.isTiming { #expect(errors[errors.count / 2] <= 1000) }
  }

  /// What the scores of the last moves, with the player of each, lead to.
  static let adjudications: [([String], [Int], EndReason?, Int?)] = [
    (["2", "-3", "1", "0"], [0, 1, 0, 1], .agreedDraw, nil),
    (["2", "-3", "1", "90"], [0, 1, 0, 1], nil, nil),
    (["2", "-3", "1", ""], [0, 1, 0, 1], nil, nil),
    (["-5000", "5000", "-M6", "+M5"], [0, 1, 0, 1], .resignation, 1),
    (["5000", "-5000", "+M5", "-M4"], [0, 1, 0, 1], .resignation, 0),
    // The second player has moved twice in a row.
    (["-5000", "5000", "5000", "-5000"], [0, 1, 1, 0], .resignation, 1),
    (["-5000", "5000", "-5000", "5000"], [0, 1, 1, 0], nil, nil),
    (["-5000", "100", "-5000", "5000"], [0, 1, 0, 1], nil, nil),
    (["-5000", "5000"], [0, 1], nil, nil),
  ]

  @Test(arguments: adjudications)
  func adjudicationNeedsBothEngines(
    scores: [String], players: [Int], reason: EndReason?, winner: Int?
  ) {
    var rules = TournamentConfig.Adjudication()
    rules.draw = .init(moves: 2, score: 10, after: 10)
    rules.resign = .init(moves: 2, score: 3000)
    let reported = zip([0, 1, 0] + players, ["0", "1", "2"] + scores)
      .map { (player: $0, score: ReportedScore($1)) }
    let ending = rules.ending(plies: 20, scores: reported)
    #expect(ending?.reason == reason)
    #expect(ending?.winner == winner)
    rules.maximumPlies = 20
    #expect(rules.ending(plies: 20, scores: [])?.reason == .maximumPlies)
    #expect(TournamentConfig.Adjudication().ending(plies: 20, scores: reported) == nil)
  }
}

@Suite("The dialogue with engines") struct DialogueTests {
  static let game = GameKind.gomoku(.freestyle, .standard)

  static func point(_ x: Int, _ y: Int) -> Move { .point(Point(x: x, y: y)) }

  static let replies: [(String, EngineDialogue.Reply)] = [
    ("7,7", .move(point(7, 7))), (" 7, 8 ", .move(point(7, 8))), ("7 ,8", .move(point(7, 8))),
    ("0,14", .move(point(0, 14))), ("OK", .ok),
    ("ok", .ok), ("OK fine", .nonsense("OK fine")), ("ERROR no", .refusal("ERROR no")),
    ("UNKNOWN", .refusal("UNKNOWN")), ("SWAP", .swap),
    ("7,7 8,8 9,9", .points([7, 8, 9].map { Point(x: $0, y: $0) })), ("", .chatter(.init())),
    ("MESSAGE hello", .chatter(.init())), ("DEBUG x", .chatter(.init())),
    (
      "MESSAGE depth 5-8 ev 123 n 1500K n/ms 150 tm 1234 pv h8 i9",
      .chatter(.init(depth: 5, nodes: 1_500_000, score: .estimate(123)))
    ),
    (
      "MESSAGE Depth 7-9 | Eval +M5 | Time 1.5s | H8 I9",
      .chatter(.init(depth: 7, score: .win(inPlies: 5)))
    ),
    ("7,7,1", .nonsense("7,7,1")), ("-1,3", .nonsense("-1,3")), ("99,1", .nonsense("99,1")),
    ("SUGGEST 7,7", .nonsense("SUGGEST 7,7")), ("h8", .nonsense("h8")),
  ]

  @Test(arguments: replies)
  func linesAreReadAsManagersReadThem(line: String, reply: EngineDialogue.Reply) {
    #expect(EngineDialogue.read(line, game: DialogueTests.game) == reply)
  }

  @Test func theFirstRequestShowsTheWholePosition() throws {
    func request(_ moves: String, informed: Bool = false) throws -> [String] {
      let game = DialogueTests.game
      let state = try GameState(game, after: game.moves(named: moves))
      return EngineDialogue.request(state, isInformed: informed)
    }
    #expect(try request("") == ["BEGIN"])
    #expect(try request("h8") == ["BOARD", "7,7,2", "DONE"])
    #expect(try request("h8 i9") == ["BOARD", "7,7,1", "8,8,2", "DONE"])
    #expect(try request("h8 i9", informed: true) == ["TURN 8,8"])
  }

  @Test func nodeLimitsSilenceTheEnginesOwnClock() {
    var engine = EngineConfig(name: "x", command: "x")
    engine.limits.nodes = 500
    let lines = EngineDialogue.settings(engine, game: DialogueTests.game)
    #expect(lines.contains("INFO max_node 500"))
    #expect(lines.contains("INFO timeout_turn 60000"))
  }
}

import Basics
import Gomocup
import GomokuRules
import LiuzhouRules
import Testing

@testable import Match

@Suite("Tournaments of Liuzhou chess") struct LiuzhouTournamentTests {
  static let kind = GameKind.liuzhou(.fengyang)

  static func tournament(pairs: Int) throws -> TestTournament {
    try TestTournament(["null", "scatter"], pairs: pairs, randomPlies: 6, game: kind)
  }

  @Test func gamesEndByTheRules() throws {
    let (standings, records) = try LiuzhouTournamentTests.tournament(pairs: 4).play()
    #expect(standings.gameCount == 8)
    let ends: Set<EndReason> = [.fewStones, .blocked, .quiet, .repetition]
    for record in records.values {
      #expect(ends.contains(record.reason), "\(record.detail)")
      var game = Game(.fengyang)
      for move in record.moves { try game.play(LiuzhouTournamentTests.turn(move)) }
      #expect(game.outcome != nil)
    }
  }

  @Test func illegalTurnsLoseTheGame() throws {
    var state = GameState(LiuzhouTournamentTests.kind)
    try state.play(.turn(Turn("c3")))
    for text in ["c3", "c4xc3", "pass"] {
      let turn = try Move.turn(Turn(text))
      #expect(throws: GameState.IllegalMove.self) { try state.play(turn) }
    }
    let error = #expect(throws: GameState.IllegalMove.self) {
      try state.play(.point(GomokuRules.Point(x: 7, y: 7)))
    }
    #expect(error?.description == "h8: a move of another game")
  }

  private static func turn(_ move: Move) throws -> Turn {
    guard case .turn(let turn) = move else { throw UnreadableMove(word: "\(move)") }
    return turn
  }

  @Test func symmetricImagesOfAnOpeningAreLegal() throws {
    var source = SplitMix64(seed: 3)
    let opening = Opening.random(plies: 30, game: LiuzhouTournamentTests.kind, source: &source)
    #expect(opening.moves.count == 30)
    var images: Set<[Move]> = []
    for code in 0..<8 {
      let game = LiuzhouTournamentTests.kind
      let moves = game.image(of: opening.moves, under: Symmetry(code: code))
      #expect(try GameState(game, after: moves).moves == moves)
      images.insert(moves)
    }
    #expect(images.count == 8)
  }

  @Test func theDialogueSpeaksInTurns() throws {
    let game = LiuzhouTournamentTests.kind
    #expect(EngineDialogue.start(game).hasPrefix("START liuzhou"))
    let state = try GameState(game, after: game.moves(named: "c3 d4"))
    #expect(
      EngineDialogue.request(state, isInformed: false) == ["BOARD", "c3", "d4", "DONE"])
    #expect(EngineDialogue.request(state, isInformed: true) == ["TURN d4"])
    let slide = try Move.turn(Turn("c3c4xa1b2"))
    #expect(EngineDialogue.read("C3C4xB2A1", game: game) == .move(slide))
    #expect(EngineDialogue.read("pass", game: game) == .move(.turn(.pass)))
    #expect(EngineDialogue.read("7,7", game: game) == .nonsense("7,7"))
  }

  @Test(arguments: ["fengyang", "shandong", "fengyang quiet=80"])
  func rulesAreReadFromTheFile(rules: String) throws {
    let text = ScheduleTests.valid.replacing(
      "\"rule\": \"renju\", \"size\": 15", with: "\"liuzhou\": \"\(rules)\"")
    #expect(try ScheduleTests.config(text).game == .liuzhou(RuleSet(rules)))
    let wrong = text.replacing(rules, with: "beijing")
    let error = #expect(throws: JSONFieldReader.Problem.self) { try ScheduleTests.config(wrong) }
    #expect(error?.path == "game.liuzhou")
  }

  @Test(.unsanitized, .enabled(if: ReportTests.browser != nil, "no Chromium"))
  func theReportDrawsMarkedStones() throws {
    let (html, games) = try ReportTests.page(LiuzhouTournamentTests.tournament(pairs: 2))
    // The browser's own replay ends with as many stones as the rules leave, ply by ply.
    let walk = """
      <script>
      let crosses = 0;
      for (const g of data.games) {
        select(g.id, 0);
        for (let n = 0; n <= game.moves.length; n++) {
          show(n);
          crosses = Math.max(crosses, document.querySelectorAll('#board .stone-dead').length);
        }
      }
      const left = document.querySelectorAll('#board .stone-body').length;
      document.body.dataset.walked = `${data.games.length} games, marks ${crosses > 0}, left ${left}`;
      </script>
      </body>
      """
    let (_, records) = try LiuzhouTournamentTests.tournament(pairs: 2).play()
    var last = Game(.fengyang)
    for move in try #require(records[games - 1]).moves {
      try last.play(LiuzhouTournamentTests.turn(move))
    }
    let left = last.position.occupied.count
    let dom = try ReportTests.render(html.replacing("</body>", with: walk))
    #expect(dom.contains("data-walked=\"\(games) games, marks true, left \(left)\""))
  }
}

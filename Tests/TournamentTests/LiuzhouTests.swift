import Basics
import Liuzhou
import LiuzhouRules
import Testing

@testable import Tournament

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
      for move in record.moves { try game.play(Turn(move)) }
      #expect(game.outcome != nil)
    }
  }

  @Test func illegalTurnsLoseTheGame() throws {
    var state = GameState(LiuzhouTournamentTests.kind)
    try state.play("c3")
    #expect(throws: GameState.IllegalMove.self) { try state.play("c3") }
    #expect(throws: GameState.IllegalMove.self) { try state.play("c4xc3") }
    #expect(throws: GameState.IllegalMove.self) { try state.play("pass") }
    #expect(throws: GameState.IllegalMove.self) { try state.play("h8") }
  }

  @Test func symmetricImagesOfAnOpeningAreLegal() throws {
    var source = RandomSource(seed: 3)
    let opening = Opening.random(plies: 30, game: LiuzhouTournamentTests.kind, source: &source)
    #expect(opening.moves.count == 30)
    var images: Set<[String]> = []
    for code in 0..<8 {
      let moves = opening.moves.map { LiuzhouTurns.image(of: $0, under: Symmetry(code: code)) }
      var state = GameState(LiuzhouTournamentTests.kind)
      for move in moves { try state.play(move) }
      images.insert(moves)
    }
    #expect(images.count == 8)
  }

  @Test func theDialogueSpeaksInTurns() {
    let game = LiuzhouTournamentTests.kind
    #expect(EngineDialogue.start(game).hasPrefix("START liuzhou"))
    let request = EngineDialogue.request(
      game: game, moves: ["c3", "d4"], for: .black, isInformed: false)
    #expect(request == ["BOARD", "c3", "d4", "DONE"])
    #expect(EngineDialogue.read("C3C4xB2A1", game: game) == .move("c3c4xa1b2"))
    #expect(EngineDialogue.read("pass", game: game) == .move("pass"))
    #expect(EngineDialogue.read("7,7", game: game) == .nonsense("7,7"))
  }

  @Test(arguments: ["fengyang", "shandong", "fengyang quiet=80"])
  func rulesAreReadFromTheFile(rules: String) throws {
    let text = ScheduleTests.valid.replacing(
      "\"rule\": \"renju\", \"size\": 15", with: "\"liuzhou\": \"\(rules)\"")
    #expect(try ScheduleTests.config(text).game == .liuzhou(RuleSet(rules)))
    let wrong = text.replacing(rules, with: "beijing")
    let error = #expect(throws: Fields.Problem.self) { try ScheduleTests.config(wrong) }
    #expect(error?.path == "game.liuzhou")
  }

  @Test(.enabled(if: ReportTests.browser != nil, "no Chromium"))
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
          crosses = Math.max(crosses, document.querySelectorAll('#board path').length);
        }
      }
      const left = document.querySelectorAll('#board circle[r="17.5"]').length;
      document.body.dataset.walked = `${data.games.length} games, marks ${crosses > 0}, left ${left}`;
      </script>
      </body>
      """
    let (_, records) = try LiuzhouTournamentTests.tournament(pairs: 2).play()
    var last = Game(.fengyang)
    for move in try #require(records[games - 1]).moves { try last.play(Turn(move)) }
    let left = last.position.occupied.count
    let dom = try ReportTests.render(html.replacing("</body>", with: walk))
    #expect(dom.contains("data-walked=\"\(games) games, marks true, left \(left)\""))
  }
}

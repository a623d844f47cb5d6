import Basics
import Gomoku
import SearchKit
import SearchTypes
import TestSupport
import Testing

@testable import Engine
@testable import Gomocup
@testable import GomokuRules

/// Continuous games, in which the game goes on after a five.
struct ContinuousGameTests {
  /// A dialogue whose engine plays these points, one after the other.
  private func dialogue(_ moves: String, rule: Int) -> Dialogue {
    var points = (Point.list(moves) ?? [])[...]
    var dialogue = Dialogue()
    dialogue.player = { _ in
      .search(
        SearchReport(
          lines: points.popFirst().map { [.init(score: .draw, moves: [.point($0)])] } ?? [],
          depth: 1, selectiveDepth: 1, nodes: 1))
    }
    dialogue.say("START 15\nINFO rule \(rule)")
    return dialogue
  }

  private func neutral(in dialogue: Dialogue) -> [String] {
    (dialogue.session.position?.stones ?? []).filter { $0.color == nil }
      .map { $0.point.description }.sorted()
  }

  private static let fiveInTheCorner = ["a1", "b1", "c1", "d1", "e1"]

  @Test(arguments: [2, 3, 6, 10, 11])
  func theGameGoesOnAfterTheEnginesFive(rule: Int) {
    var dialogue = dialogue("a1b1c1d1e1f1", rule: rule)
    dialogue.say("BEGIN\nTURN 0,2\nTURN 2,2\nTURN 4,2")
    #expect(dialogue.say("TURN 6,2") == ["4,0"])
    #expect(neutral(in: dialogue) == Self.fiveInTheCorner)
    #expect(dialogue.say("TURN 8,2") == ["5,0"])
    #expect(dialogue.say("SHOW").last == "SHOW white playing none")
    #expect(dialogue.say("INFO rule 0\nSHOW").last == "SHOW white playing none")
  }

  @Test(arguments: [2, 3, 6, 10, 11])
  func theOpponentsFiveIsNotRefused(rule: Int) {
    var dialogue = dialogue("a3c3e3g3i3", rule: rule)
    dialogue.say("TURN 0,0\nTURN 1,0\nTURN 2,0\nTURN 3,0")
    #expect(dialogue.say("TURN 4,0") == ["8,2"])
    #expect(neutral(in: dialogue) == Self.fiveInTheCorner)
    // Piskvork sends the board again, with the same stones.
    let own = ["a3", "c3", "e3", "g3"].compactMap { Point($0) }
    let stones = (0..<4).map { "\($0),0,3\n\(own[$0].x),\(own[$0].y),1\n" }.joined() + "4,0,3\n"
    var other = self.dialogue("i3", rule: 0)
    #expect(other.say("RESTART") == ["OK"])
    other.say("INFO max_memory 0\nINFO rule \(rule)\nINFO time_left 2147483647")
    #expect(other.say("BOARD\n\(stones)DONE") == ["8,2"])
    #expect(other.session.position == dialogue.session.position)
  }

  @Test func aSingleGameStillEndsWithAFive() {
    var dialogue = dialogue("a3c3e3g3i3", rule: 2)
    dialogue.say("INFO rule 0\nTURN 0,0\nTURN 1,0\nTURN 2,0\nTURN 3,0")
    #expect(dialogue.say("TURN 4,0") == ["ERROR game over: black has won"])
    // Piskvork sends the rule when the option changes.
    #expect(dialogue.say("INFO rule 2\nBEGIN") == ["8,2"])
    #expect(neutral(in: dialogue) == Self.fiveInTheCorner)
  }

  @Test func takebackReturnsTheStonesOfARow() throws {
    var dialogue = dialogue("a3c3e3g3i3", rule: 2)
    dialogue.say("TURN 0,0\nTURN 1,0\nTURN 2,0\nTURN 3,0")
    let before = try #require(dialogue.session.position)
    dialogue.say("TURN 4,0")
    #expect(dialogue.say("TAKEBACK 8,2\nTAKEBACK 4,0") == ["OK", "OK"])
    #expect(dialogue.session.position == before)
    #expect(dialogue.say("TAKEBACK 6,2") == ["OK"])
    #expect(dialogue.session.position?.sideToMove == .white)
  }

  @Test(arguments: [
    (2, "a1 a3 b1 c3 c1 e3 d1 g3", "e1"), (6, "h7 a15 h9 c15 g8 e15 i8 g15", "h8"),
  ])
  func takebackRestoresTheMovesOfPosition(rule: Int, moves: String, last: String) throws {
    var dialogue = dialogue("", rule: rule)
    dialogue.say("POSITION moves \(moves)")
    let before = try #require(dialogue.session.position)
    let point = try #require(Point(last))
    dialogue.say("POSITION moves \(moves) \(last)")
    #expect(!neutral(in: dialogue).isEmpty)
    let after = dialogue.session.position
    #expect(dialogue.say("POSITION moves a1 a1").first?.hasPrefix("ERROR") == true)
    #expect(dialogue.session.position == after)
    #expect(dialogue.say("TAKEBACK \(point.x),\(point.y)") == ["OK"])
    #expect(dialogue.session.position == before)
  }

  @Test func takebackOfANeutralStonePassesTheTurn() {
    var dialogue = dialogue("o15", rule: 2)
    let row = (0..<5).map { "\($0 * 2),2,1\n\($0),0,2\n" }.joined()
    dialogue.say("YXBOARD\n\(row)DONE")
    #expect(dialogue.say("SHOW").last == "SHOW black playing none")
    #expect(dialogue.say("TAKEBACK 4,0\nSHOW").last == "SHOW white playing none")
    // A stone taken from the middle leaves no row to restore.
    dialogue.say("POSITION moves a1 a3 b1 c3 c1 e3 d1 g3 e1\nTAKEBACK 6,2\nTAKEBACK 4,0")
    #expect(neutral(in: dialogue) == ["a1", "b1", "c1", "d1"])
  }

  @Test func standingRowsBecomeNeutralWhenTheRuleChanges() {
    var dialogue = dialogue("", rule: 3)
    dialogue.say("POSITION moves a1 a3 b1 c3 c1 e3 e1 g3 f1 i3 d1 k3")
    #expect(neutral(in: dialogue) == [])
    dialogue.say("INFO timeout_turn 100\nINFO rule 11\nINFO rule 3")
    #expect(neutral(in: dialogue) == [])
    dialogue.say("INFO rule 2")
    #expect(neutral(in: dialogue) == Self.fiveInTheCorner + ["f1"])
  }

  @Test func aForbiddenStoneOfTheOpponentBecomesNeutral() {
    for rule in [4, 6] {
      var dialogue = dialogue("a15c15e15g15i15", rule: rule)
      dialogue.say("TURN 7,6\nTURN 7,8\nTURN 6,7\nTURN 8,7")
      let answer = dialogue.say("TURN 7,7")
      #expect(answer == (rule == 4 ? ["ERROR h8 is forbidden: double three"] : ["8,14"]))
      #expect(neutral(in: dialogue) == (rule == 4 ? [] : ["h8"]))
    }
  }

  @Test func rowsThatNobodyMarksAreFinished() {
    let row = "0,0,2\n1,0,2\n2,0,2\n3,0,2\n4,0,2\n"
    for (mark, finished) in [("8,8,1\n", Self.fiveInTheCorner), ("8,8,3\n", ["i9"])] {
      var dialogue = dialogue("a5", rule: 2)
      #expect(dialogue.say("BOARD\n\(row)\(mark)DONE") == ["0,4"])
      #expect(neutral(in: dialogue) == finished)
    }
    var dialogue = dialogue("a5", rule: 2)
    dialogue.say("POSITION black a1 b1 c1 d1 e1 white c2 to white")
    #expect(neutral(in: dialogue) == Self.fiveInTheCorner)
    #expect(dialogue.say("SHOW").last == "SHOW white playing none")
  }

  @Test func theGameEndsWithTheLastPoint() {
    var dialogue = dialogue("", rule: 2)
    let stones = (0..<225).map { "\($0 % 15),\($0 / 15),3" }.joined(separator: "\n")
    #expect(dialogue.say("BOARD\n\(stones)\nDONE") == ["ERROR game over: the board is full"])
    #expect(dialogue.say("MOVES") == ["MOVES 0"])
  }

  /// Black threatens five on b2, g2 and f9, and White threatens five too.
  @Test(arguments: [
    ("i5 i6 i7 i8", "i9", "White's four is stopped first"),
    ("c9 d9 e9 g9", "f9", "a five that stops White's comes first"),
    ("i5 i6 i7 i8 k12 l12 m12 n12", "", "nothing stops White, so every move is left"),
  ])
  func aFiveOfTheOpponentIsStoppedFirst(white: String, choice: String, name: String) throws {
    for rule in [0, 2] {
      var dialogue = dialogue("h1", rule: rule)
      dialogue.say("POSITION black c2 d2 e2 f2 f5 f6 f7 f8 i4 white \(white) f4 to black")
      dialogue.say("BEGIN")
      let job = try #require(dialogue.jobs.last)
      guard case .gomoku(.search(let options), let position) = job.task else {
        Issue.record("no search: \(job.task)")
        continue
      }
      let moves = position.emptyPoints.filter { !options.excluded.contains($0) }
      let isFree = rule == 0 || choice.isEmpty
      #expect(
        isFree ? moves == position.emptyPoints : moves.map(\.description) == [choice],
        "\(name) \(rule)")
    }
  }

  /// Piskvork ends the game when 25 points are left: a five put off then is lost.
  @Test(arguments: [
    ("i5i6i7i8", 28, "i9"), ("i5i6i7i8", 27, nil), ("i5i6i7i8", 26, nil), ("i5i6i7i8", 25, "i9"),
    ("c9d9e9g9", 26, "f9"),
  ])
  func aFiveIsNotPutOffBeyondTheEnd(white: String, emptyPoints: Int, choice: String?) throws {
    var position = Position()
    for (color, points) in [(Color.black, "c2d2e2f2f5f6f7f8i4"), (.white, white + "f4")] {
      for point in try #require(Point.list(points)) { try position.place(color, on: point) }
    }
    let kept = try #require(Point.list("b2g2f9i9"))
    let filled = position.emptyPoints.filter { !kept.contains($0) }
    for point in filled.prefix(position.emptyPoints.count - emptyPoints) {
      try position.place(nil, on: point)
    }
    #expect(position.emptyPoints.count == emptyPoints)
    #expect(position.unhurriedMoves?.map(\.description) == choice.map { [$0] })
  }

  // MARK: Random games

  /// A random game in which both sides take every five that they see, up to `stones` stones.
  private func games(
    _ variant: Variant, side: Int, stones: Int, seed: UInt64,
    _ body: (NaiveContinuousGame) throws -> Void
  ) rethrows -> NaiveContinuousGame {
    var generator = SplitMix64(seed: seed)
    var game = NaiveContinuousGame(variant, side: side)
    while game.moves.count < stones {
      game.play(Self.choice(in: game, &generator))
      try body(game)
    }
    return game
  }

  private static func choice(
    in game: NaiveContinuousGame, _ generator: inout SplitMix64
  ) -> Point {
    let points = game.empty.shuffled(using: &generator)
    let position = game.position
    let best = points.first { position.isWinning(position.sideToMove, at: $0) }
    return best ?? points.max { beside($0, game) < beside($1, game) } ?? points[0]
  }

  /// The number of own stones around a point, so that rows come about.
  private static func beside(_ point: Point, _ game: NaiveContinuousGame) -> Int {
    (0..<9).count { game[point.x + $0 % 3 - 1, point.y + $0 / 3 - 1] == game.toMove }
  }

  /// After TURN the engine has the position of Piskvork's referee, which is also that of its BOARD.
  @Test(arguments: Variant.allCases)
  func theBoardIsThatOfANaiveReferee(_ variant: Variant) throws {
    let rule = variant.gomocupCode + 2
    var points = 0
    for seed in 0..<UInt64(Effort.count(12, thorough: 300)) {
      var turns = Dialogue()
      var answer: Point?
      turns.player = { _ in
        .search(
          SearchReport(
            lines: answer.map { [.init(score: .draw, moves: [.point($0)])] } ?? [], depth: 1,
            selectiveDepth: 1, nodes: 1))
      }
      turns.say("START 9\nINFO rule \(rule)")
      var boards = turns
      var opponents: Point?
      let game = try games(variant, side: 9, stones: 80, seed: seed) { game in
        let last = try #require(game.moves.last)
        let isEngines = game.moves.count % 2 == Int(seed % 2)
        guard isEngines else {
          opponents = last
          return
        }
        answer = last
        let log = turns.say(opponents.map { "TURN \($0.x),\($0.y)" } ?? "BEGIN")
        #expect(log == ["\(last.x),\(last.y)"])
        #expect(turns.session.position == game.position, "\(variant) \(game.rows)")
        boards.say("RESTART\n\(game.board)")
        #expect(boards.jobs.last?.position == game.position, "\(variant) \(game.rows)")
      }
      points += game.score.values.reduce(0, +)
    }
    #expect(points > 12, "\(points)")
  }

  /// After a move to which the engine is held, the opponent has no five, and cannot stop the
  /// engine's next one.
  @Test(arguments: Variant.allCases)
  func theHeldBackFiveIsNotLost(_ variant: Variant) {
    var count = 0
    for seed in 0..<UInt64(Effort.count(40, thorough: 400)) {
      _ = games(variant, side: 9, stones: 60, seed: seed) { game in
        let position = game.position
        let side = position.sideToMove
        for move in position.unhurriedMoves ?? [] {
          count += 1
          var next = game
          next.play(move)
          let after = next.position
          func canScore(_ color: Color, in position: Position) -> Bool {
            position.emptyPoints.contains {
              position.isWinning(color, at: $0) && position.isPlayable($0, by: color)
            }
          }
          #expect(!canScore(side.opponent, in: after), "\(game.rows) \(move)")
          if next.score != game.score { continue }
          for reply in next.empty where after.isPlayable(reply, by: side.opponent) {
            var last = next
            last.play(reply)
            #expect(canScore(side, in: last.position), "\(game.rows) \(move) \(reply)")
          }
        }
      }
    }
    #expect(count > 0)
  }

  /// Wins and losses that the search and the solvers announce between finished rows are real.
  @Test(arguments: Variant.allCases)
  func announcedResultsHoldBetweenFinishedRows(_ variant: Variant) throws {
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    var (decided, proved) = (0, 0)
    for seed in 0..<UInt64(Effort.count(12, thorough: 300)) {
      _ = try games(variant, side: 9, stones: 50, seed: seed) { game in
        let position = game.position
        guard position.stones.contains(where: { $0.color == nil }), position.outcome == nil
        else { return }
        let search = ThreatSearch(.vct, position, wantsProof: true, nodeLimit: 500)
        guard case .win = search.outcome else { return }
        proved += 1
        try ProofChecker.check(try #require(search.proof))
      }
      let game = games(variant, side: 6, stones: 30, seed: seed) { _ in }
      guard game.position.outcome == nil else { continue }
      let report = player.search(game.position, limits: SearchLimits(nodes: 20_000))
      let value = Self.value(of: game.position)
      if report.score.isWin || report.score.isLoss {
        decided += 1
        #expect(report.score.isWin ? value == 1 : value == -1, "\(game.rows) \(report.score)")
      }
    }
    #expect(decided > 0 && proved > 0, "\(decided) \(proved)")
  }

  /// The value of `position` up to the next five, by trying every move: 1 for a win of the side to
  /// move.
  private static func value(of position: Position) -> Int {
    if let outcome = position.outcome {
      return outcome == .draw ? 0 : outcome == .win(position.sideToMove) ? 1 : -1
    }
    let moves = position.legalMoves
    // A black side without a legal point has lost.
    if moves.isEmpty { return -1 }
    var best = -1
    for move in moves where best < 1 {
      var next = position
      try? next.play(move)
      best = max(best, -value(of: next))
    }
    return best
  }
}

import LiuzhouRules
import SearchKit
import Testing

@testable import Liuzhou

@Suite struct OpeningTableTests {
  /// A table in which White's best answer to a stone is the point next in order, and so on.
  private static func invented() throws -> OpeningTable {
    let lines = OpeningTable.classes.map { black, white -> String in
      let best = Point.all.first { $0 != black && $0 != white }
      return "\(black) \(white) \(white.index - black.index) \(best ?? black)"
    }
    let text = (["# rules mover=first", "# a remark"] + lines).joined(separator: "\n")
    let rules = try RuleSet("mover=first")
    let tables = try #require(OpeningTable.tables(text))
    return try #require(tables[rules])
  }

  @Test func theFirstTwoStonesHave165Classes() {
    let classes = OpeningTable.classes
    #expect(classes.count == 165)
    var images: Set<[Point]> = []
    for (black, white) in classes {
      for symmetry in BoardSymmetry.all {
        images.insert([symmetry.image(of: black), symmetry.image(of: white)])
      }
    }
    #expect(images.count == 36 * 35)
  }

  @Test func aLineIsTheBestThatTheTableKnows() throws {
    let table = try OpeningTableTests.invented()
    let book = Rulebook(try RuleSet("mover=first"))
    var best = -Score.infinity
    for black in Point.all {
      var worst = Score.infinity
      var game = Game(book, from: book.start)
      try game.play(Turn(.place(black)))
      let reply = try #require(table.line(in: game.position))
      for white in Point.all where white != black {
        let entry = try #require(table[black, white])
        worst = min(worst, entry.score)
        var next = game
        try next.play(Turn(.place(white)))
        let line = try #require(table.line(in: next.position))
        #expect(line.score == entry.score && line.moves == [Turn(.place(entry.best))])
        try next.check(line.moves[0])
      }
      #expect(reply.score == -worst)
      for turn in reply.moves { try game.play(turn) }
      #expect(game.turns.count == 3)
      best = max(best, worst)
    }
    #expect(table.line(in: book.start)?.score == best)
    #expect(table.line(in: book.start)?.moves.count == 3)
  }

  @Test func otherPositionsHaveNoLine() throws {
    let table = try OpeningTableTests.invented()
    let book = Rulebook(try RuleSet("mover=first"))
    for text in [
      "6/6/2XO2/3X2/6/6 w p 0", "6/6/2x3/6/6/O5 b p 0", "X5/6/2XX2/6/2OO2/O4O b m 0",
    ] {
      #expect(table.line(in: try book.position(text)) == nil)
    }
  }

  @Test(arguments: ["a1 b1 3", "a1 b1 3 a1", "a1 a1 3 b1", "a1 g1 3 b1", "a1 b1 x b2", "# rules x"])
  func whatIsNoEntryIsRefused(line: String) {
    #expect(OpeningTable.tables("c3 d4 5 e5\n\(line)") == nil)
  }

  /// What the engine has: every preset, each class, legal points.
  @Test func theEngineKnowsEveryPresetsOpenings() throws {
    #expect(OpeningTable.own.count >= RuleSet.presets.count)
    for (name, rules) in RuleSet.presets {
      let table = try #require(OpeningTable.own[rules], "\(name)")
      #expect(OpeningTable.classes.allSatisfy { table[$0.black, $0.white] != nil })
    }
  }

  @Test func theEngineAnswersFromTheTableWhenItMay() throws {
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    let game = Game(.fengyang)
    let limits = SearchLimits(nodes: 3_000)
    let told = player.search(game, limits: limits, options: SearchOptions(usesBook: true))
    #expect(told.nodes == 0 && told.lines == [OpeningTable.own[.fengyang]?.line(in: game.position)])
    #expect(player.search(game, limits: limits).nodes > 1_000)
    let two = SearchOptions(lineCount: 2, usesBook: true)
    #expect(player.search(game, limits: limits, options: two).nodes > 1_000)
    let strange = Game(try RuleSet("quiet=37"))
    #expect(
      player.search(strange, limits: limits, options: SearchOptions(usesBook: true)).nodes > 1_000)
  }
}

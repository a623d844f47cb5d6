import LiuzhouRules
import SearchTypes
import Testing

@testable import Liuzhou

@Suite struct PlacementBookTests {
  private static let rules = "mover=first"

  /// A book of three stones whose scores follow from the points, backed up to fewer stones.
  private static func invented() -> PlacementBook {
    var openings = PlacementBook()
    for stones in PlacementBook.classes(ofStones: 3) {
      let score = stones.inTurn.reduce(0) { ($0 * 31 + $1.index) % 997 }
      openings[stones] = PlacementBook.PlacementEntry(
        score: .centistones(score - 500), best: stones.empty.first)
    }
    for fewer in [2, 1, 0] {
      PlacementBook.classes(ofStones: fewer).forEach { openings.backUp($0) }
    }
    return openings
  }

  private static func stones(_ points: [Point]) -> PlacementBook.PlacedStones {
    points.reduce(PlacementBook.PlacedStones()) { $0.adding($1) }
  }

  @Test(arguments: [(0, 1), (1, 6), (2, 165), (3, 2715), (4, 44_481)])
  func theFirstStonesHaveSoManyClasses(count: Int, classes: Int) {
    #expect(PlacementBook.classes(ofStones: count).count == classes)
  }

  @Test func theClassesAndTheirImagesAreEverything() {
    var images: Set<[PointSet]> = []
    for stones in PlacementBook.classes(ofStones: 3) {
      for symmetry in BoardSymmetry.all {
        images.insert([stones.black, stones.white].map { symmetry.image(of: $0) })
      }
    }
    #expect(images.count == 36 * 35 / 2 * 34)
  }

  /// Three stones deep by hand: every order, every image.
  @Test func fewerStonesAreWorthWhatTheBestPlacementLeadsTo() throws {
    let openings = PlacementBookTests.invented()
    var best = -Score.infinity
    for black in Point.all {
      var worst = Score.infinity
      for white in Point.all where white != black {
        let scores = Point.all.compactMap { third in
          third == black || third == white
            ? nil : openings[PlacementBookTests.stones([black, white, third])]?.score
        }
        #expect(scores.count == 34)
        let entry = try #require(openings[PlacementBookTests.stones([black, white])])
        #expect(entry.score == scores.max())
        #expect(
          openings[PlacementBookTests.stones([black, white, entry.best])]?.score == entry.score)
        worst = min(worst, entry.score)
      }
      #expect(openings[PlacementBookTests.stones([black])]?.score == worst)
      best = max(best, worst)
    }
    #expect(openings[PlacementBook.PlacedStones()]?.score == best)
  }

  @Test func aLineFollowsTheBestPlacements() throws {
    let openings = PlacementBookTests.invented()
    let book = Rulebook(try RuleSet(PlacementBookTests.rules))
    let whole = try #require(openings.line(in: book.start))
    #expect(whole.moves.count == 4)
    var game = Game(book, from: book.start)
    var sign = 1
    for (index, turn) in whole.moves.enumerated() {
      let line = try #require(openings.line(in: game.position))
      #expect(line.moves == Array(whole.moves[index...]))
      #expect(line.score.rawValue == whole.score.rawValue * Int32(sign))
      try game.play(turn)
      sign = -sign
    }
    #expect(openings.line(in: game.position) == nil)
  }

  @Test func whatIsWrittenIsRead() throws {
    let openings = PlacementBookTests.invented()
    let all = (0...3).flatMap { PlacementBook.classes(ofStones: $0) }
    let lines = all.compactMap { openings.text(of: $0) }
    #expect(lines.count == all.count)
    let heading = ["# rules \(PlacementBookTests.rules)", "# a remark"]
    let text = (heading + lines).joined(separator: "\n")
    let books = try #require(PlacementBook.books(text))
    #expect(books.count == 1)
    let read = try #require(books[try RuleSet(PlacementBookTests.rules)])
    for stones in all { #expect(read[stones] == openings[stones]) }
  }

  @Test func otherPositionsHaveNoLine() throws {
    let openings = PlacementBookTests.invented()
    let book = Rulebook(try RuleSet(PlacementBookTests.rules))
    for text in [
      "6/6/2XO2/3XO1/6/6 b p 0", "6/6/2XO2/2x3/6/6 w p 0", "X5/6/2XX2/6/2OO2/O4O b m 0",
    ] {
      #expect(openings.line(in: try book.position(text)) == nil)
    }
  }

  @Test(arguments: [
    "a1 b1 3", "a1 b1 3 a1", "a1 a1 3 b1", "a1 g1 3 b1", "a1 b1 x b2", "3", "a1", "b1 3 a1 b2",
    "# rules x",
  ])
  func whatIsNoEntryIsRefused(line: String) {
    #expect(PlacementBook.books("c3 d4 5 e5\n\(line)") == nil)
  }

  /// What the engine has: every preset, each class, legal points.
  @Test func theEngineKnowsEveryPresetsOpenings() throws {
    #expect(PlacementBook.compiledIn.count >= RuleSet.presets.count)
    for (name, rules) in RuleSet.presets {
      let openings = try #require(PlacementBook.compiledIn[rules], "\(name)")
      for count in 0...3 {
        #expect(PlacementBook.classes(ofStones: count).allSatisfy { openings[$0] != nil })
      }
    }
  }

  @Test func theEngineAnswersFromTheBookWhenItMay() throws {
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    let game = Game(.fengyang)
    let limits = SearchLimits(nodes: 3_000)
    let told = player.search(game, limits: limits, options: SearchOptions(usesBook: true))
    #expect(
      told.nodes == 0
        && told.lines == [PlacementBook.compiledIn[.fengyang]?.line(in: game.position)])
    #expect(player.search(game, limits: limits).nodes > 1_000)
    let two = SearchOptions(lineCount: 2, usesBook: true)
    #expect(player.search(game, limits: limits, options: two).nodes > 1_000)
    let strange = Game(try RuleSet("quiet=37"))
    #expect(
      player.search(strange, limits: limits, options: SearchOptions(usesBook: true)).nodes > 1_000)
  }
}

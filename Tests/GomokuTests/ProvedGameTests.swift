import Basics
import GomokuRules
import SearchKit
import SearchTypes
import TestSupport
import Testing

@testable import Gomoku

/// Games in which Black's win is proved, played with no time at all.
@Suite struct ProvedGameTests {
  private static func search(_ player: GomokuPlayer, _ position: Position) -> SearchReport<Point> {
    let clock = SearchClock()
    clock.stop.request()
    return player.search(
      position, limits: SearchLimits(nodes: 1, time: .exactly(.zero)),
      options: SearchOptions(usesBook: true), clock: clock)
  }

  /// A reply of White: at random, beside Black's last stone, or of some the one that takes longest.
  private static func reply(
    in position: Position, _ random: inout SplitMix64, _ game: ProvedGame
  ) -> Point? {
    let points = position.legalMoves.shuffled(using: &random)
    guard let last = position.stones.last?.point else { return points.first }
    let near = points.filter { abs($0.x - last.x) <= 2 && abs($0.y - last.y) <= 2 }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return points.first
    case 1: return near.first ?? points.first
    default:
      let lengths = near.prefix(3).map { ($0, length(after: $0, in: position, game)) }
      return lengths.max { $0.1 < $1.1 }?.0 ?? points.first
    }
  }

  private static func length(after reply: Point, in position: Position, _ game: ProvedGame) -> Int {
    var next = position
    guard (try? next.play(reply)) != nil else { return 0 }
    return game.turn(in: next)?.step.plies ?? .max
  }

  @Test(arguments: [
    (Variant.freestyle, 15, ""), (.freestyle, 17, ""), (.freestyle, 19, ""),
    (.freestyle, 21, ""), (.standard, 15, ""), (.renju, 15, "h8h7i7g6"), (.renju, 15, "h8i7i9h9"),
  ])
  func noClockTakesTheProvedWin(variant: Variant, side: Int, opening: String) throws {
    var random = SplitMix64(seed: 77)
    let size = try #require(BoardSize(side: side))
    let book = StrategyBook.compiledIn(variant, size)
    for number in 0..<Effort.count(3, thorough: 300, sanitized: 1) {
      let player = GomokuPlayer(memoryLimit: 64 << 20)
      var game = ProvedGame(book: book)
      var position = Position(size: size, variant: variant)
      for move in try #require(Point.list(opening)) { try position.play(move) }
      var most = Int.max
      while position.outcome == nil {
        let report = ProvedGameTests.search(player, position)
        let plies = try #require(report.score.isWin ? report.score.plies : nil)
        // Nothing is searched by the clock, and no win comes later than announced.
        #expect(report.nodes == 0 && plies <= most)
        most = plies - 2
        if number == 0, position.stones.count.isMultiple(of: 4) {
          // Who is shown the position alone finds the same move.
          let stranger = GomokuPlayer(memoryLimit: 64 << 20)
          #expect(ProvedGameTests.search(stranger, position).bestMove == report.bestMove)
        }
        game.play(game.turn(in: position))
        let move = try #require(report.bestMove)
        try position.play(move)
        guard position.outcome == nil else { break }
        let reply = try #require(ProvedGameTests.reply(in: position, &random, game))
        try position.play(reply)
      }
      #expect(position.outcome == .win(.black))
    }
  }

  /// A position of a quick game in which the book had no move any more.
  @Test func aGameIsTakenUpWhereTheBookEnds() throws {
    let moves = try #require(Point.list("h8h9g9g7i7j6h10f10j8i8i9k7g11f12i11j12"))
    var position = Position()
    for move in moves { try position.play(move) }
    var unordered = Position()
    for color in [Color.black, .white] {
      for stone in position.stones where stone.color == color {
        try unordered.place(color, on: stone.point)
      }
    }
    unordered.sideToMove = .black
    for position in [position, unordered] {
      let player = GomokuPlayer(memoryLimit: 64 << 20)
      let report = ProvedGameTests.search(player, position)
      #expect(report.score.isWin)
      // The move keeps the win.
      var next = position
      try next.play(try #require(report.bestMove))
      next.sideToMove = .black
      #expect(ThreatPlan.found(in: next, nodeLimit: 100_000) != nil)
    }
  }

  /// Threats that take longer than the bound of an invented book are played only if the book has no
  /// entry after a pass, or a longer one.
  @Test(arguments: [nil, 5, 60] as [Int?])
  func threatsThatTakeLongerThanTheBookAreTheLastResort(pliesAfterPass: Int?) throws {
    var position = Position()
    for move in try #require(Point.list("h8a1h9a3")) { try position.play(move) }
    let (move, reply) = (Point(x: 8, y: 8), Point(x: 7, y: 6))
    var passed = position
    try passed.place(.black, on: move)
    var next = passed
    try next.place(.white, on: reply)
    next.sideToMove = .black
    let threats = try #require(ThreatPlan.found(in: next, nodeLimit: ProvedGame.searchNodes))
    passed.sideToMove = .black
    for plies in threats.plies...threats.plies + 3 {
      let entry = StrategyBook.Entry(move, plies: plies)
      var entries = [(position, entry)]
      if let pliesAfterPass {
        entries.append((passed, StrategyBook.Entry(Point(x: 9, y: 9), plies: pliesAfterPass)))
      }
      let book = StrategyBook(entries, size: .standard)
      var answers = try #require(BookAnswers(to: ProvedTurn(position, .book(entry)), book))
      let answer = answers.turn(in: next, after: reply)
      let turn = try #require(answer)
      if threats.plies > plies - 2, let pliesAfterPass, pliesAfterPass <= plies - 2 {
        #expect(turn.irrelevantStones == [reply] && turn.step.plies == pliesAfterPass)
      } else {
        #expect(turn.irrelevantStones.isEmpty && turn.step.plies == threats.plies)
      }
    }
    #expect(threats.plies > 7)
  }

  @Test func aPlanIsAStrategyThatHolds() throws {
    let moves = try #require(Point.list("h8h9g9g7i7j6h10f10j8i8i9k7g11f12i11j12"))
    var position = Position()
    for move in moves { try position.play(move) }
    let plan = try #require(ThreatPlan.found(in: position, nodeLimit: 100_000))
    let (strategy, root) = plan.strategy
    let proof = StrategyProof(position: position, winner: .black, strategy: strategy, root: root)
    let report = try StrategyChecker.check(proof)
    #expect(report.longest <= plan.plies)
    #expect(plan.line(in: position).count <= plan.plies)
    // All images of the position have the same plan, turned.
    for symmetry in Symmetry.all(of: position.size) {
      let image = try #require(
        ThreatPlan.found(in: position.image(under: symmetry), nodeLimit: 100_000))
      #expect(image.move == plan.move.map { symmetry.image(of: $0, on: position.size) })
      #expect(image.plies == plan.plies)
    }
  }
}

import Basics
import SearchKit
import SearchTypes
import TestSupport
import Testing

@testable import Gomoku
@testable import GomokuRules

@Suite struct SearchTests {
  /// A position whose good answers are known.
  struct Tactic: CustomTestStringConvertible {
    let variant: Variant
    let moves: String
    let answers: Set<String>
    var testDescription: String { "\(variant) \(moves)" }
  }

  static let tactics =
    [
      Tactic(variant: .standard, moves: "h8h9i8h10g8h11j13h12g14h14i15", answers: ["f8", "j8"]),
      Tactic(variant: .caro, moves: "h8f8g8f9i8f7j8l8", answers: ["f5", "f6", "f10", "f11"]),
    ]
    + Variant.allCases.map {
      Tactic(variant: $0, moves: "h8h9i8i9j8j9k8k9", answers: ["g8", "l8"])
    }

  @Test(arguments: tactics) func findsTheKnownAnswer(_ tactic: Tactic) throws {
    let position = try game(tactic.moves, variant: tactic.variant)
    let report = GomokuPlayer().search(position, limits: SearchLimits(nodes: 20_000))
    #expect(tactic.answers.contains("\(try #require(report.bestMove))"))
  }

  /// Also when a limit ends the search within an iteration, or a won line is played out after it.
  @Test(arguments: [("h8i9g7", false), ("h8i9j8g8i10i7k11l12g7e6", true)])
  func theLastNewsIsTheReport(moves: String, isWon: Bool) throws {
    var position = try game(moves, variant: .freestyle)
    var last: SearchReport<Point>?
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    let report = player.search(position, limits: SearchLimits(nodes: 100_000)) {
      if case .iteration(let news) = $0 { last = news }
    }
    #expect(last == report)
    #expect(report.score.isWin == isWon)
    if isWon {
      for move in report.lines[0].moves { try position.play(move) }
      #expect(position.outcome == .win(.black))
    }
  }

  /// Above all when the opponent has a five too.
  @Test(arguments: Variant.allCases) func aFiveIsPlayedAtOnce(_ variant: Variant) throws {
    var positions = RandomPositions(variant: variant, side: 9, seed: 5)
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    var races = 0
    for number in 0..<2_000 where races < 20 {
      let position = positions.next(stones: 24 + number % 8)
      guard position.canWinAtOnce else { continue }
      let own = position.sideToMove
      if position.hasWinningPoint(own.opponent) {
        races += 1
      } else if number % 10 > 0 {
        continue
      }
      for limits in [SearchLimits(nodes: 1), SearchLimits(depth: 4)] {
        let report = player.search(position, limits: limits)
        let move = try #require(report.bestMove)
        #expect(position.isWinning(own, at: move), "\(position.stones.map(\.point))")
        #expect(report.score == .win(inPlies: 1))
      }
    }
    #expect(races == 20)
  }

  /// Nearly full boards: what the search says and plays is what every possible game says.
  @Test(arguments: Variant.allCases) func movesAreThoseOfPlainMinimax(_ variant: Variant) throws {
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    var found: [Minimax.Value: Int] = [:]
    let count = Effort.count(10, thorough: 500, sanitized: 3)
    let positions = [0, 4].flatMap {
      RandomPositions.nearlyFull(variant, neutralStones: $0, count: count)
    }
    for position in positions {
      var minimax = Minimax()
      let expected = minimax.value(position)
      let report = player.search(position, limits: SearchLimits(nodes: 20_000))
      let name =
        "\(position.size) \(position.stones.map(\.point)) \(report.score) \(expected)"
      if report.score.isWin { #expect(expected == .win, "\(name)") }
      if report.score.isLoss { #expect(expected == .loss, "\(name)") }
      guard let move = report.bestMove, let next = position.after(move) else {
        #expect(position.legalMoves.isEmpty, "\(name)")
        continue
      }
      found[expected, default: 0] += 1
      #expect(-minimax.value(next) == expected, "\(name)")
    }
    #expect(found.count == 3, "\(found)")
  }

  @Test func aBlackWithoutALegalPointIsLost() throws {
    var position = Position(size: try #require(BoardSize(side: 7)), variant: .renju)
    let moves =
      "g4g2g5f1f2g1e2e6d7e5b7e3c6f6c1d5a3f3c5b2f5f7e1d4d3a1b4c7c3b5c4b6f4b3a4a7e4g6d1d6g3"
    for point in try #require(Point.list(moves)) { try position.play(point) }
    var minimax = Minimax()
    #expect(minimax.value(position) == .win)
    let report = GomokuPlayer().search(position, limits: SearchLimits(nodes: 20_000))
    #expect(report.score.isWin)
    let next = try #require(report.bestMove.flatMap { position.after($0) })
    #expect(minimax.value(next) == .loss)
  }

  @Test func blackKeepsOffForbiddenPoints() throws {
    let position = try game("h8h9i7i9h10i6i11i12", variant: .renju)
    let report = GomokuPlayer().search(position, limits: SearchLimits(nodes: 20_000))
    #expect(report.bestMove != Point("g9"))
    #expect(position.legalMoves.contains(try #require(report.bestMove)))
  }

  @Test(arguments: Variant.allCases) func nodeBudgetsGiveOneAnswer(_ variant: Variant) throws {
    let position = try game("h8i9g7i7i8g8h9h7", variant: variant)
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    for nodes in [1, 100, 3_333, 20_000] as [UInt64] {
      let limits = SearchLimits(nodes: nodes)
      let first = player.search(position, limits: limits)
      let second = player.search(position, limits: limits)
      let other = GomokuPlayer(memoryLimit: 64 << 20).search(position, limits: limits)
      #expect(first.lines == second.lines && first.nodes == second.nodes)
      #expect(first.lines == other.lines && first.nodes == other.nodes)
      #expect(first.nodes <= nodes)
    }
  }

  @Test(arguments: Variant.allCases) func threadsSearchTogether(_ variant: Variant) throws {
    let position = try game("h8i9g7i7i8g8h9h7", variant: variant)
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    player.resources.threadCount = 3
    let limits = SearchLimits(nodes: 60_000)
    let report = player.search(position, limits: limits)
    #expect(position.legalMoves.contains(try #require(report.bestMove)))
    #expect(report.nodes <= 60_000)
    // One thread visits at most a third. On a busy machine helpers may begin too late to be counted.
    let haveHelped = comesTrue { player.search(position, limits: limits).nodes > 20_000 }
    #expect(haveHelped)
    for tactic in SearchTests.tactics where tactic.variant == variant {
      let position = try game(tactic.moves, variant: variant)
      let report = player.search(position, limits: SearchLimits(nodes: 60_000))
      #expect(tactic.answers.contains("\(try #require(report.bestMove))"), "\(tactic)")
    }
  }

  @Test func threadsStopAtOnce() throws {
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    player.resources.threadCount = 2
    let clock = SearchClock()
    let budget = TimeBudget.exactly(.milliseconds(100))
    _ = player.search(
      try game("h8i9g7i7", variant: .freestyle), limits: SearchLimits(time: budget), clock: clock)
    // A search that goes on has no end.
    #expect(clock.elapsed < longestWait)
    if Effort.isTiming { #expect(clock.elapsed < .milliseconds(600)) }
  }

  @Test func everyLimitLeavesALegalMove() throws {
    for variant in Variant.allCases {
      for (width, height) in [(5, 5), (9, 13), (22, 5), (20, 20)] {
        var position = Position(
          size: try #require(BoardSize(width: width, height: height)), variant: variant)
        let player = GomokuPlayer(tableSize: 8 << 20)
        while position.outcome == nil, position.stones.count < 30 {
          let report = player.search(
            position, limits: SearchLimits(nodes: UInt64(1 + 37 * position.stones.count)))
          try position.play(try #require(report.bestMove))
        }
      }
    }
  }

  @Test func linesAreLegalPlay() throws {
    let position = try game("h8g7f6g8g9", variant: .freestyle)
    let report = GomokuPlayer().search(
      position, limits: SearchLimits(depth: 8), options: SearchOptions(lineCount: 4))
    #expect(report.lines.count == 4)
    #expect(Set(report.lines.map { $0.moves[0] }).count == 4)
    #expect(report.lines.map(\.score) == report.lines.map(\.score).sorted(by: >))
    for line in report.lines {
      var next = position
      for move in line.moves { try next.play(move) }
    }
  }

  @Test(arguments: Variant.allCases) func linesOfProvenWinsEndInTheWin(_ variant: Variant) throws {
    var positions = RandomPositions(variant: variant, side: 15, seed: 5)
    let player = GomokuPlayer(tableSize: 8 << 20)
    var wins = 0
    for _ in 0..<12 {
      let position = positions.next(stones: 14)
      let report = player.search(position, limits: SearchLimits(nodes: 4_000))
      guard report.score.isWin, let line = report.lines.first else { continue }
      wins += 1
      var next = position
      for move in line.moves { try next.play(move) }
      #expect(next.outcome == .win(position.sideToMove), "\(position.stones.map(\.point))")
    }
    #expect(wins > 0)
  }

  @Test func excludedPointsAreNotPlayed() throws {
    let position = try game("h8h9i8i9j8j9k8k9", variant: .freestyle)
    let excluded = Set([Point("g8"), Point("l8")].compactMap { $0 })
    let report = GomokuPlayer().search(
      position, limits: SearchLimits(nodes: 1000), options: SearchOptions(excluded: excluded))
    #expect(!excluded.contains(try #require(report.bestMove)))
  }

  @Test func aStopEndsTheSearch() throws {
    let clock = SearchClock()
    clock.stop.request()
    let report = GomokuPlayer().search(
      try game("h8g7", variant: .freestyle), limits: SearchLimits(), clock: clock)
    #expect(report.bestMove != nil)
    #expect(report.nodes < 100)
  }

  @Test func theLastEmptyPointIsPlayed() throws {
    let size = try #require(BoardSize(side: 5))
    var position = Position(size: size, variant: .standard)
    // Rows of two colours in a pattern without a five.
    for (index, point) in size.points.dropLast().enumerated() {
      let color: Color = (index + index / 5 / 2) % 2 == 0 ? .black : .white
      try position.place(color, on: point)
    }
    let report = GomokuPlayer().search(position, limits: SearchLimits(nodes: 100))
    #expect(report.bestMove == size.points.last)
  }

  /// What was found under other rules says nothing.
  @Test func rulesThatChangeMakeTheTableForget() throws {
    let moves = "h8i9g7i7i8j8"
    let limits = SearchLimits(depth: 8, time: .exactly(.seconds(6_000)))
    let player = GomokuPlayer(memoryLimit: 64 << 20)
    _ = player.search(try game(moves, variant: .freestyle), limits: limits)
    let fresh = GomokuPlayer(memoryLimit: 64 << 20)
    let position = try game(moves, variant: .renju)
    #expect(
      player.search(position, limits: limits).nodes == fresh.search(position, limits: limits).nodes)
  }

  private func game(_ moves: String, variant: Variant) throws -> Position {
    var position = Position(variant: variant)
    for point in try #require(Point.list(moves)) { try position.play(point) }
    return position
  }
}

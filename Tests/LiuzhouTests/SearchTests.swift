import Basics
import Foundation
import LiuzhouLab
import SearchKit
import SearchTypes
import TestSupport
import Testing

@testable import Liuzhou
@testable import LiuzhouRules

@Suite struct SearchTests {
  @Test func evenTheSmallestSearchAnswersWithALegalTurn() throws {
    let book = Rulebook()
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    var generator = SplitMix64(seed: 11)
    for nodes in [1, 2, 3, 10, 50] as [UInt64] {
      var game = Game(book, from: book.start)
      while game.outcome == nil {
        let report = player.search(game, limits: SearchLimits(nodes: nodes))
        try game.check(try #require(report.bestMove))
        try game.play(RandomTurn.pick(in: game.position, under: book, using: &generator))
      }
      #expect(player.search(game, limits: SearchLimits(nodes: nodes)).bestMove == nil)
    }
  }

  @Test func aNodeLimitMakesSearchesRepeatable() throws {
    let game = Game(.fengyang)
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    for nodes in [1, 100, 1_000, 20_000] as [UInt64] {
      let first = player.search(game, limits: SearchLimits(nodes: nodes))
      let second = player.search(game, limits: SearchLimits(nodes: nodes))
      let other = LiuzhouPlayer(memoryLimit: 32 << 20).search(
        game, limits: SearchLimits(nodes: nodes))
      #expect(first.lines == second.lines && first.lines == other.lines)
      #expect(first.nodes == second.nodes && first.nodes == other.nodes)
    }
  }

  /// Also when a limit ends the search within an iteration.
  @Test func theLastNewsIsTheReport() throws {
    var last: SearchReport<Turn>?
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    let report = player.search(Game(.fengyang), limits: SearchLimits(nodes: 5_000)) {
      if case .iteration(let news) = $0 { last = news }
    }
    #expect(report.nodes == 5_000 && last == report)
  }

  @Test func threadsSearchTogether() throws {
    let player = LiuzhouPlayer(memoryLimit: 64 << 20)
    player.resources.threadCount = 3
    var game = Game(.fengyang)
    // One thread visits at most a third. On a busy machine helpers may begin too late to be counted.
    let haveHelped = comesTrue {
      player.search(game, limits: SearchLimits(nodes: 60_000)).nodes > 20_000
    }
    #expect(haveHelped)
    while game.outcome == nil, game.turns.count < 60 {
      let report = player.search(game, limits: SearchLimits(nodes: 6_000))
      #expect(report.nodes <= 6_000)
      try game.play(try #require(report.bestMove))
    }
  }

  @Test(arguments: RuleSet.presets.map(\.name) + ["fly-at=4 blocked=loss"])
  func variationsAreLegalAndWinsArePlayedOut(name: String) throws {
    let book = Rulebook(try RuleSet(name))
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    var generator = SplitMix64(seed: 12)
    for _ in 0..<Effort.count(4, thorough: 12, sanitized: 1) {
      var game = Game(book, from: book.start)
      while game.outcome == nil {
        let report = player.search(game, limits: SearchLimits(nodes: 1_500))
        for line in report.lines {
          var replay = game
          for turn in line.moves where replay.outcome == nil { try replay.play(turn) }
          guard let plies = line.score.plies, line.moves.count == plies else { continue }
          let winner =
            line.score.isWin ? game.position.sideToMove : game.position.sideToMove.opponent
          #expect(replay.outcome?.winner == winner, "\(game.position) \(line)")
        }
        try game.play(RandomTurn.pick(in: game.position, under: book, using: &generator))
      }
    }
  }

  /// With two steps left the tree is small. Searched deeply enough, nothing in it is pruned.
  @Test func theDrawByLengthIsSeen() throws {
    let book = Rulebook(try RuleSet("length=75 lose-at=7"))
    func value(_ game: Game) throws -> Int {
      if let outcome = game.outcome {
        return outcome.winner.map { $0 == game.position.sideToMove ? 1 : -1 } ?? 0
      }
      var best = -1
      for turn in game.legalTurns {
        var next = game
        try next.play(turn)
        best = max(best, -(try value(next)))
      }
      return best
    }
    let table = TranspositionTable(bytes: 4 << 20)
    var search = AlphaBeta(book, table: table, weights: .compiledIn)
    var boards = RandomBoards(seed: 44)
    var found: [Int: Int] = [:]
    for _ in 0..<Effort.count(20_000, sanitized: 5_000) {
      let board = boards.next(.moving)
      guard 8...9 ~= board.own.count, 8...9 ~= board.opponent.count else { continue }
      var position = board
      position.key = book.key(of: position)
      position.steps = 73
      let game = Game(book, from: position)
      guard game.outcome == nil else { continue }
      search.prepare([position], nodeLimit: nil, clock: SearchClock())
      var score = Score.draw
      for depth in 1...14 { score = search.searchRoot(position, window: .full, depth: depth) }
      let expected = try value(game)
      #expect((score.isWin ? 1 : score.isLoss ? -1 : 0) == expected, "\(position)")
      if expected == 0 { #expect(score == .draw) }
      found[expected, default: 0] += 1
    }
    #expect((-1...1).allSatisfy { found[$0, default: 0] > 1 }, "\(found)")
  }

  /// Entries of the table are kept apart by steps if the rules limit them, and by quiet turns where
  /// a draw is near.
  @Test func theCountersThatMatterArePartOfTheTableKey() throws {
    let book = Rulebook(try RuleSet("length=200"))
    let search = AlphaBeta(book, table: TranspositionTable(bytes: 4096), weights: .compiledIn)
    var position = try book.position("1X2X1/6/2O1X1/O2O2/1X2X1/4O1 b m 4")
    var keys: Set<UInt64> = []
    for steps in 0..<200 {
      position.steps = Int32(steps)
      for quiet in 0..<100 {
        position.quiet = quiet
        keys.insert(search.tableKey(of: position))
      }
    }
    // Up to 69 quiet turns have one key, and each further number has its own.
    #expect(keys.count == 200 * 31)
    let unlimited = AlphaBeta(
      Rulebook(), table: TranspositionTable(bytes: 4096), weights: .compiledIn)
    position.quiet = 0
    #expect(unlimited.tableKey(of: position) == position.key)
  }

  @Test func severalLinesBeginWithDifferentTurnsAndAreSorted() throws {
    let book = Rulebook()
    let game = Game(book, from: try book.position("1X2X1/6/2O1X1/O2O2/1X2X1/4O1 b m 4"))
    let report = LiuzhouPlayer(memoryLimit: 32 << 20).search(
      game, limits: SearchLimits(depth: 4), options: SearchOptions(lineCount: 4))
    #expect(report.lines.count == 4)
    #expect(Set(report.lines.map(\.moves[0])).count == 4)
    #expect(report.lines.map(\.score) == report.lines.map(\.score).sorted(by: >))
    let excluded = Set([report.lines[0].moves[0]])
    let other = LiuzhouPlayer(memoryLimit: 32 << 20).search(
      game, limits: SearchLimits(depth: 4), options: SearchOptions(excluded: excluded))
    #expect(other.bestMove != nil && other.bestMove != report.bestMove)
  }

  @Test(arguments: [2, 3, 6])
  func linesAreSortedWheneverTheyAreTold(count: Int) throws {
    let book = Rulebook()
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    var generator = SplitMix64(seed: UInt64(count))
    for turnCount in stride(from: 0, to: Effort.count(88, sanitized: 12), by: 2) {
      var game = Game(book, from: book.start)
      for _ in 0..<turnCount where game.outcome == nil {
        try game.play(RandomTurn.pick(in: game.position, under: book, using: &generator))
      }
      guard game.outcome == nil else { continue }
      let most = min(count, game.legalTurns.count)
      var told: [SearchReport<Turn>] = []
      let report = player.search(
        game, limits: SearchLimits(nodes: 4_000), options: SearchOptions(lineCount: count)
      ) { if case .iteration(let report) = $0 { told.append(report) } }
      #expect(told.last?.lines == report.lines)
      for report in told {
        let scores = report.lines.map(\.score)
        #expect(scores == scores.sorted(by: >), "\(game.position) depth \(report.depth)")
        #expect(Set(report.lines.map(\.moves[0])).count == most, "\(game.position)")
      }
    }
  }

  @Test func ofSeveralLinesTheFirstThatWasFoundIsPlayed() throws {
    let book = Rulebook()
    let game = Game(book, from: try book.position("1X2X1/6/2O1X1/O2O2/1X2X1/4O1 b m 4"))
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    let single = player.search(game, limits: SearchLimits(depth: 1))
    let report = player.search(
      game, limits: SearchLimits(nodes: single.nodes + 1), options: SearchOptions(lineCount: 4))
    #expect(report.depth == 0 && report.lines == single.lines)
  }

  @Test func theEngineBeatsBothSimpleOpponents() {
    var match = Match()
    match.openingTurns = 4
    let pairs = Effort.count(4, sanitized: 1)
    var engine = EngineContestant(player: LiuzhouPlayer(memoryLimit: 32 << 20), nodes: 3_000)
    var random = RandomContestant(seed: 1)
    #expect(match.play(&engine, &random, pairs: pairs).score >= 0.99)
    var greedy = GreedyContestant(seed: 1)
    #expect(match.play(&engine, &greedy, pairs: pairs).score >= (pairs > 1 ? 0.87 : 0.5))
  }

  /// 8 of 18 placements count for 60 %, then 10 placements and 10 slides in full.
  @Test func theFirstPlacementsGetLessOfTheClock() throws {
    let book = Rulebook()
    var generator = SplitMix64(seed: 4)
    var game = Game(book, from: book.start)
    func place(_ count: Int) throws {
      for _ in 0..<count {
        try game.play(RandomTurn.pick(in: game.position, under: book, using: &generator))
      }
    }
    #expect(LiuzhouPlayer.turnsToGo(in: game) == 41)
    try place(15)
    #expect(LiuzhouPlayer.turnsToGo(in: game) == 34)
    try place(1)
    #expect(LiuzhouPlayer.turnsToGo(in: game) == 20)
    try place(20)
    #expect(game.position.phase != .placing && LiuzhouPlayer.turnsToGo(in: game) == 10)
  }

  @Test func aTurnIsAnsweredWithinItsTime() {
    var slowest = Duration.zero
    var game = Game(.fengyang)
    let player = LiuzhouPlayer(memoryLimit: 32 << 20)
    while game.outcome == nil, game.turns.count < 60 {
      let budget = TimeBudget.exactly(.milliseconds(10))
      var best: Turn?
      let time = processorTime {
        best = player.search(game, limits: SearchLimits(time: budget)).bestMove
      }
      slowest = max(slowest, time)
      guard let turn = best, (try? game.play(turn)) != nil else { break }
    }
    // Processor time, which other work on the machine does not lengthen.
    #expect(slowest < .milliseconds(200))
  }
}

/// Positions with four stones each and their exact values, from `liuzhou-lab endgame`.
@Suite struct EndgameTests {
  @Test(arguments: ["fengyang"])
  func searchAgreesWithTheExactTable(name: String) throws {
    let book = Rulebook(try RuleSet(name))
    let player = LiuzhouPlayer(memoryLimit: 64 << 20)
    let file = try #require(
      Bundle.module.resourceURL?.appending(path: "Fixtures/endgames.txt"))
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var count = 0
    for line in lines where !line.hasPrefix("#") {
      let parts = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts[0] == name else { continue }
      count += 1
      let game = Game(book, from: try book.position(parts[1]))
      let expected = try #require(parts[2] == "draw" ? Score.draw : Score(parts[2]))
      // Turns without a choice cost no depth: a longer win may be seen first, one depth earlier.
      let depth = (expected.plies ?? 6) + 2
      let found = player.search(game, limits: SearchLimits(depth: depth)).score
      if expected.isProven {
        #expect(found == expected, "\(line)")
      } else {
        #expect(!found.isProven, "\(line)")
      }
    }
    #expect(count > 30)
  }
}

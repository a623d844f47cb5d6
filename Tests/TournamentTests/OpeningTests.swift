import Foundation
import Gomoku
import GomokuRules
import struct LiuzhouRules.RuleSet
import SearchTypes
import Testing

@testable import Match
@testable import Tournament

@Suite("Balanced openings", .unsanitized) struct OpeningTests {
  private static let nodes = 3000

  /// Openings that Wuliu made, with their scores, and how many positions each rung searched.
  private static func make(
    _ game: GameKind, count: Int, seed: UInt64
  ) throws -> (openings: [(Opening, Int)], searches: [Int]) {
    var generator = OpeningGenerator(
      game: game, plies: 6, scoreLimit: 30, engine: try WuliuTests.engine("wuliu", nodes: nodes),
      seed: seed)
    var openings: [(Opening, Int)] = []
    try generator.generate(count: count) { openings.append(($0, $1)) }
    return (openings, generator.searches)
  }

  @Test func theLadderEndsAtTheWantedSearch() {
    let ladder = OpeningGenerator.ladder(nodes: 20_000, scoreLimit: 30)
    #expect(ladder.map(\.nodes) == [312, 2500, 20_000])
    #expect(ladder.map(\.scoreLimit) == [110, 70, 30])
    #expect(OpeningGenerator.ladder(nodes: 1599, scoreLimit: 5).map(\.nodes) == [1599])
    #expect(OpeningGenerator.ladder(nodes: nil, scoreLimit: 5).map(\.scoreLimit) == [5])
  }

  @Test(arguments: [
    GameKind.gomoku(.freestyle, .standard), .gomoku(.renju, .standard),
  ]) func theyAreWhatTheDeepSearchSays(game: GameKind) throws {
    guard case .gomoku(let variant, let size) = game else { return }
    let made = try OpeningTests.make(game, count: 6, seed: 3)
    #expect(made.openings.count == 6)
    // What the ladder is for: few positions reach the last rung, and some are refused there.
    #expect(made.searches.count == 2)
    #expect(made.searches[1] >= 6 && made.searches[1] * 2 < made.searches[0])
    // The table that the generator asks for.
    let player = GomokuPlayer(tableSize: 32 << 20)
    for (opening, score) in made.openings {
      #expect(abs(score) <= 30)
      #expect(opening.moves.count == 6)
      var position = Position(size: size, variant: variant)
      for point in try points(of: opening) { try position.play(point) }
      player.forget()
      let limits = SearchLimits(
        nodes: UInt64(OpeningTests.nodes), time: .exactly(.seconds(1000)))
      var finished: [Score] = []
      _ = player.search(position, limits: limits) { event in
        if case .iteration(let report) = event { finished.append(report.score) }
      }
      #expect(finished.last == Score(rawValue: Int32(score)))
    }
  }

  @Test(arguments: ["fengyang", "shandong mover=first"])
  func openingsOfLiuzhouAreBalancedAndReadBack(rules: String) throws {
    let game = GameKind.liuzhou(try RuleSet(rules))
    let made = try OpeningTests.make(game, count: 2, seed: 5).openings
    #expect(made.allSatisfy { abs($0.1) <= 30 && $0.0.moves.count == 6 })
    let text = made.map { $0.0.moves.map(\.description).joined(separator: " ") }
    let book = try OpeningBook(parsing: text.joined(separator: "\n"), game: game)
    #expect(book.openings.map(\.moves) == made.map(\.0.moves))
  }

  @Test func theSeedDecidesThem() throws {
    let game = GameKind.gomoku(.standard, .standard)
    let runs = try [1, 1, 2].map { try OpeningTests.make(game, count: 2, seed: $0) }
    #expect(runs[0].openings.map(\.0) == runs[1].openings.map(\.0))
    #expect(runs[0].openings.map(\.1) == runs[1].openings.map(\.1))
    #expect(runs[0].searches == runs[1].searches)
    #expect(runs[0].openings.map(\.0) != runs[2].openings.map(\.0))
  }

  @Test func theProgramWritesAFileThatNamesItsCommand() throws {
    let words = "--rule caro --size 12 --plies 5 --count 2 --bias 60 --nodes 300 --seed 9"
    let engine = try TestFiles.program("pbrain-wuliu")
    let arguments = ["openings", engine] + words.split(separator: " ").map(String.init)
    let process = try Child(try TestFiles.program("arena"), arguments)
    #expect(process.wait() == 0)
    let lines = process.text.split(separator: "\n")
    try #require(lines.count == 4)
    #expect(lines[1] == "# arena openings pbrain-wuliu \(words)")
    let game = try #require(GameKind(rule: "caro", side: 12))
    let book = try OpeningBook(parsing: process.text, game: game)
    #expect(book.openings.map(\.moves.count) == [5, 5])
  }

  private func points(of opening: Opening) throws -> [Point] {
    try opening.moves.map { move in
      guard case .point(let point) = move else { throw UnreadableMove(word: "\(move)") }
      return point
    }
  }

  // MARK: The project's own

  /// An opening file, and the options with which it was made.
  struct File: Sendable, CustomTestStringConvertible {
    let name: String
    let options: String
    let game: GameKind
    let side: Int
    let count: Int
    let scoreLimit: Int
    var testDescription: String { name }

    static func gomoku(_ rule: String, _ side: Int, scoreLimit: Int) throws -> File {
      File(
        name: "\(rule)-\(side)", options: "--rule \(rule) --size \(side) ",
        game: try #require(GameKind(rule: rule, side: side)), side: side, count: 500,
        scoreLimit: scoreLimit)
    }

    static func liuzhou(_ text: String, count: Int) throws -> File {
      let rules = try RuleSet(text)
      return File(
        name: "liuzhou-\(text.replacing("=", with: "-"))", options: "--liuzhou \"\(rules)\" ",
        game: .liuzhou(rules), side: 6, count: count, scoreLimit: 30)
    }

    static func all() throws -> [File] {
      let others = [
        "fengyang-app", "huainan", "shandong", "shandong-app", "mover=first", "blocked=loss",
      ]
      return try [
        gomoku("freestyle", 15, scoreLimit: 40), gomoku("freestyle", 20, scoreLimit: 30),
        gomoku("standard", 15, scoreLimit: 30), gomoku("renju", 15, scoreLimit: 40),
        gomoku("caro", 15, scoreLimit: 30), liuzhou("fengyang", count: 200),
      ] + others.map { try liuzhou($0, count: 100) }
    }
  }

  @Test(arguments: try File.all())
  func theProjectsOpeningsAreBalancedAndDistinct(file: File) throws {
    let (game, side, count, scoreLimit) = (file.game, file.side, file.count, file.scoreLimit)
    let path = "\(ProjectTournamentTests.folder)/openings/wuliu-\(file.name).txt"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let scores = lines.compactMap { $0.split(separator: "#").last }.compactMap {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    #expect(scores.count == count)
    #expect(scores.allSatisfy { abs($0) <= scoreLimit } && Set(scores).count > 20)
    let openings = try OpeningBook(parsing: text, game: game).openings
    #expect(openings.count == count)
    #expect(text.contains(file.options))
    // All eight images of one position, Black's points and White's: no other opening is among them.
    var seen: Set<[Set<[Int]>]> = []
    for opening in openings {
      let points = try opening.moves.map { move in
        // A letter and a number, with captures behind them in Liuzhou chess.
        let name = "\(move)".prefix { $0 != "x" }
        let letter = try #require(name.utf8.first)
        return (x: Int(letter) - 97, y: try #require(Int(name.dropFirst())) - 1)
      }
      #expect(points.count == 6)
      let last = side - 1
      let turns: [(Int, Int) -> [Int]] = [
        { [$0, $1] }, { [last - $0, $1] }, { [$0, last - $1] }, { [last - $0, last - $1] },
        { [$1, $0] }, { [last - $1, $0] }, { [$1, last - $0] }, { [last - $1, last - $0] },
      ]
      let images = turns.map { turn in
        [0, 1].map { first in
          Set(stride(from: first, to: 6, by: 2).map { turn(points[$0].x, points[$0].y) })
        }
      }
      #expect(seen.isDisjoint(with: images))
      seen.formUnion(images)
    }
  }

  @Test func shapesKeepTheOrderOfMovesThatAreNoStones() throws {
    func shape(_ kind: GameKind, _ text: String) throws -> OpeningGenerator.Shape {
      OpeningGenerator.Shape(try kind.moves(named: text))
    }
    let (gomoku, liuzhou) = (GameKind.gomoku(.freestyle, .standard), GameKind.liuzhou(.fengyang))
    #expect(try shape(gomoku, "h8 i9 j10 k11") == shape(gomoku, "j10 k11 h8 i9"))
    #expect(try shape(liuzhou, "a1 b1 c1 d1") == shape(liuzhou, "c1 d1 a1 b1"))
    #expect(try shape(liuzhou, "a1 b1 a1a2 b1b2 a2a3") != shape(liuzhou, "a1 b1 a2a3 b1b2 a1a2"))
  }
}

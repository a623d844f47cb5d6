import Basics
import CommandLineKit
import Gomoku
import GomokuRules
import Platform
import SearchKit
import SearchTypes
import TestSupport
import Testing

@testable import GomokuLab
@testable import Prover

@Suite struct TheoremTests {
  /// Black has an open three on a small board; White moves.
  static let task = """
    {"rule": "freestyle", "size": 7, "moves": "d4a1e4a7d3", "limits": {"search": 5000, "quiet": 2, "positions": 50}}
    """

  static func task(_ json: String) throws -> ProofTask {
    try ProofTask(JSON(parsing: Array(json.utf8)))
  }

  /// Runs a task and returns the texts of its proofs by their names.
  private static func prove(
    in folder: String, workers: Int = 1, shard: (number: Int, count: Int) = (0, 1)
  ) throws -> [String: String] {
    try Theorem(task: task(task), folder: folder, workers: workers, shard: shard).prove()
    var proofs: [String: String] = [:]
    for name in try FileSystem.names(inFolder: folder) where name.hasSuffix(".proof") {
      proofs[String(name.dropLast(6))] = String(
        decoding: try FileSystem.contents(of: "\(folder)/\(name)"), as: UTF8.self)
    }
    return proofs
  }

  /// What a folder holds when the task is proved, made once.
  private static let provedFiles = Result {
    let scratch = try Scratch()
    _ = try prove(in: scratch.folder)
    return try FileSystem.names(inFolder: scratch.folder).map { name in
      (name: name, bytes: try FileSystem.contents(of: scratch[name]))
    }
  }

  /// A folder of its own in which the task is proved, and the texts of its proofs by their names.
  static func proved() throws -> (folder: Scratch, proofs: [String: String]) {
    let scratch = try Scratch()
    var proofs: [String: String] = [:]
    for (name, bytes) in try provedFiles.get() {
      try FileSystem.write(bytes, to: scratch[name])
      guard name.hasSuffix(".proof") else { continue }
      proofs[String(name.dropLast(6))] = String(decoding: bytes, as: UTF8.self)
    }
    return (scratch, proofs)
  }

  static func read(_ text: String) throws -> StrategyProof {
    var reader = ProofReader()
    for line in text.split(separator: "\n") { try reader.take(line) }
    guard case .strategy(let proof) = try reader.finish() else { throw ReadingFailed() }
    return proof
  }

  private struct ReadingFailed: Error {}

  @Test func aTaskIsProvedAndGoesOnWhereItWas() throws {
    let (scratch, proofs) = try TheoremTests.proved()
    // Every reply is answered by an opening, and every opening holds.
    let parsed = try proofs.mapValues(TheoremTests.read)
    let others = parsed.mapValues(\.position)
    for (name, proof) in parsed {
      let report = try StrategyChecker.check(proof, others: others)
      #expect(name == "theorem" ? report.links.count == proofs.count - 1 : report.links.isEmpty)
    }
    #expect(parsed["theorem"]?.position.stones.count == 4)
    // A log cut off anywhere gives the same proofs again.
    let log = try FileSystem.contents(of: "\(scratch.folder)/jobs.log")
    var random = SplitMix64(seed: 5)
    for workers in [1, 3] {
      let cut = Int.random(in: 0...log.count, using: &random)
      let again = try Scratch()
      try FileSystem.write(Array(log[..<cut]), to: "\(again.folder)/jobs.log")
      #expect(try TheoremTests.prove(in: again.folder, workers: workers) == proofs)
    }
  }

  @Test func shardsMakeTheSameProofs() throws {
    let scratch = try Scratch()
    for number in 0..<3 {
      _ = try TheoremTests.prove(in: scratch.folder, shard: (number, 3))
    }
    let jobs = try FileSystem.contents(of: "\(scratch.folder)/jobs-2-of-3.log").count
    #expect(jobs > 0)
    #expect(try TheoremTests.prove(in: scratch.folder) == TheoremTests.proved().proofs)
  }

  /// In renju a pass answers the far replies, and the book goes on after them.
  @Test func aRenjuTaskIsProvedAndPlayed() throws {
    let json = """
      {"rule": "renju", "size": 9, "moves": "e5a1f5a9e6i1g5", "book": "b", "searches": 10000,
       "limits": {"search": 5000, "quiet": 2, "positions": 50}}
      """
    func task(book: String) throws -> ProofTask {
      try ProofTask(JSON(parsing: Array(json.utf8))) { _ in Array(book.utf8) }
    }
    let start = try task(book: "").position
    let scratch = try Scratch()
    try Theorem(task: task(book: ""), folder: scratch.folder, workers: 1).prove()
    let folder = StrategyFolder(path: scratch.folder)
    let proofs = try Dictionary(
      uniqueKeysWithValues: folder.names().map { ($0, try folder.read($0)) })
    for proof in proofs.values {
      _ = try StrategyChecker.check(proof, others: proofs.mapValues(\.position))
    }
    // The win after a pass leaves few replies.
    let links = try #require(proofs["theorem"]?.strategy.names.count)
    #expect(links < start.legalMoves.count / 2, "\(links)")
    let moves = try String(
      decoding: FileSystem.contents(of: "\(scratch.folder)/jobs.book"), as: UTF8.self)
    let book = try PlayBookMaker(
      task: task(book: moves), folder: scratch["play"], workers: 1
    ).book()
    var random = SplitMix64(seed: 4)
    for first in start.legalMoves {
      var (position, game, most) = (start, ProvedGame(book: book), Int.max)
      var reply: Point? = first
      while position.outcome == nil, let move = reply {
        try position.play(move)
        let turn = try #require(game.turn(in: position), "\(position.stones.map(\.point))")
        #expect(turn.step.plies <= most)
        most = turn.step.plies - 2
        game.play(turn)
        try position.play(try #require(turn.step.move))
        reply = position.legalMoves.randomElement(using: &random)
      }
      #expect(position.outcome == .win(.black), "\(first)")
    }
  }

  /// What is left of a theorem that is not proved as a whole.
  @Test func aTaskMayLeaveRepliesOut() throws {
    let (folder, proofs) = try TheoremTests.proved()
    let scratch = try Scratch()
    try FileSystem.write(try FileSystem.contents(of: folder["jobs.log"]), to: scratch["jobs.log"])
    let json = TheoremTests.task.replacing("\"limits\"", with: "\"without\": \"f4\", \"limits\"")
    try Theorem(task: TheoremTests.task(json), folder: scratch.folder, workers: 1).prove()
    let left = StrategyFolder(path: scratch.folder)
    let names = try left.names()
    // Far replies, too, are openings now, since no pass answers them.
    #expect(Set(names).isSuperset(of: Set(proofs.keys).subtracting(["theorem", "f4"])))
    #expect(!names.contains("theorem") && !names.contains("f4") && proofs["f4"] != nil)
    for name in names { _ = try StrategyChecker.check(left.read(name)) }
  }

  /// The replies that a task names, and their images, are the openings.
  @Test func aTaskMayNameItsReplies() throws {
    let json = TheoremTests.task.replacing("\"limits\"", with: "\"replies\": \"f4\", \"limits\"")
    let task = try TheoremTests.task(json)
    let openings = WorkList.openings(task)
    #expect(openings.count == 1 && task.firstPass == nil)
    let names = task.position.names(after: [try #require(Point("f4"))])
    #expect(openings.map { $0.position.canonicalImage.name } == Array(names))
    let rest = try TheoremTests.task(
      TheoremTests.task.replacing("\"limits\"", with: "\"without\": \"f4\", \"limits\""))
    #expect(
      WorkList.openings(rest).count + 1
        == WorkList.openings(try TheoremTests.task(TheoremTests.task)).count)
  }

  @Test func aTaskMayMarkOnlyPasses() throws {
    let json = TheoremTests.task.replacing("\"limits\"", with: "\"onlyPasses\": true, \"limits\"")
    let scratch = try Scratch()
    try Theorem(task: TheoremTests.task(json), folder: scratch.folder, workers: 1).prove()
    let folder = StrategyFolder(path: scratch.folder)
    for name in try folder.names() {
      let proof = try folder.read(name)
      #expect(proof.strategy.branches.allSatisfy { $0.answersOthers == ($0.reply == nil) })
    }
    #expect(try TheoremTests.task(json).name != TheoremTests.task(TheoremTests.task).name)
  }

  @Test func aTaskMayAskForEveryBoard() throws {
    let json = """
      {"rule": "standard", "size": 13, "moves": "g7a1h7a13g6", "everyBoard": true,
       "limits": {"search": 5000, "quiet": 2, "positions": 50}}
      """
    let task = try TheoremTests.task(json)
    #expect(try task.name != TheoremTests.task(json.replacing("true", with: "false")).name)
    let scratch = try Scratch()
    try Theorem(task: task, folder: scratch.folder, workers: 1).prove()
    let folder = StrategyFolder(path: scratch.folder)
    let proofs = try Dictionary(
      uniqueKeysWithValues: folder.names().map { ($0, try folder.read($0)) })
    for (name, proof) in proofs {
      let others = proofs.mapValues(\.position)
      _ = try StrategyChecker.check(proof, others: others)
      _ = try StrategyChecker.check(proof, onPlane: true, others: others)
      // At each beginning a pass is answered.
      #expect(
        proof.strategy.branches[proof.strategy.nodes[proof.root].branches].first?.reply == nil)
      #expect(name == "theorem" || proof.position.stones.count == 6)
    }
    // Without the far replies few openings are left.
    #expect(1...40 ~= proofs.count - 1, "\(proofs.count)")
  }

  @Test func everyBoardIsTooMuchOnASmallOne() throws {
    let json = TheoremTests.task.replacing("\"limits\"", with: "\"everyBoard\": true, \"limits\"")
    let scratch = try Scratch()
    #expect(throws: CommandError.self) {
      try Theorem(task: TheoremTests.task(json), folder: scratch.folder, workers: 1).prove()
    }
  }

  @Test func theBookOfAProofLeadsToTheProof() throws {
    let scratch = try Scratch()
    let searches = try Theorem(
      task: TheoremTests.task(TheoremTests.task), folder: scratch.folder, workers: 1, shard: (0, 1)
    ).prove()
    let book = try BookMaker(folder: StrategyFolder(path: scratch.folder), workers: 2).book()
    let alone = BookMaker(folder: StrategyFolder(path: scratch.folder), workers: 1)
    #expect(try alone.book() == book)
    // The move before the openings is there, and moves that win.
    let task = try TheoremTests.task(TheoremTests.task)
    var position = task.position
    position.remove(try #require(position.stones.last?.point))
    #expect(book[position]?.move == Point("d3"))
    var json = TheoremTests.task
    json.replace("\"limits\"", with: "\"book\": \"b\", \"limits\"")
    let withBook = try ProofTask(JSON(parsing: Array(json.utf8))) { _ in Array(book.text.utf8) }
    #expect(withBook.name != task.name)
    let again = try Scratch()
    let fewer = try Theorem(
      task: withBook, folder: again.folder, workers: 2, shard: (0, 1)
    ).prove()
    // What is left are openings that threats win: a search is asked where to begin.
    let unknown = WorkList.openings(withBook).count { $0.move == nil }
    #expect(fewer == unknown && fewer < searches, "\(fewer) of \(searches)")
    let second = BookMaker(folder: StrategyFolder(path: again.folder), workers: 1)
    #expect(try second.book()[position]?.move == Point("d3"))
  }

  @Test func aTaskNamesTheWeightsThatGuess() throws {
    let json = try JSON(
      parsing: Array(
        TheoremTests.task.replacing("\"limits\"", with: "\"weights\": \"w\", \"limits\"").utf8))
    let task = try ProofTask(json) { _ in Weights.blank(.freestyle).bytes }
    // Others make another proof: their jobs are not each other's.
    #expect(try task.name != TheoremTests.task(TheoremTests.task).name)
    let ownWeights = try ProofTask(json) { _ in Weights.of(.freestyle).bytes }
    #expect(ownWeights.name != task.name)
    let (scratch, usual) = (try Scratch(), try TheoremTests.proved().folder)
    try Theorem(task: task, folder: scratch.folder, workers: 1, shard: (0, 1)).prove()
    let logs = try [scratch, usual].map { try FileSystem.contents(of: "\($0.folder)/jobs.log") }
    #expect(logs[0].split(separator: 10).dropFirst() != logs[1].split(separator: 10).dropFirst())
    _ = try StrategyChecker.check(
      TheoremTests.read(
        String(
          decoding: FileSystem.contents(of: "\(scratch.folder)/f4.proof"), as: UTF8.self)))
    for wrong in [Weights.blank(.caro).bytes, [1, 2, 3]] {
      let failure = #expect(throws: CommandError.self) { try ProofTask(json) { _ in wrong } }
      #expect(failure?.description.contains("weights: w: ") == true)
    }
    // A book is drawn with the weights of the same game.
    for weights in [Weights.blank(.freestyle), .blank(.caro)] {
      let maker = BookMaker(
        folder: StrategyFolder(path: scratch.folder), workers: 1, weights: weights)
      let isRight = weights.variant == .freestyle
      #expect(((try? maker.book()) != nil) == isRight)
    }
  }

  /// With a limit of searches, a run completes the book: the next one makes the same proof without.
  @Test func theBookIsCompletedByOneRun() throws {
    func task(_ searches: Int, book: String) throws -> ProofTask {
      let words = "\"book\": \"b\", \"searches\": \(searches), \"limits\""
      let json = TheoremTests.task.replacing("\"limits\"", with: words)
      return try ProofTask(JSON(parsing: Array(json.utf8))) { _ in Array(book.utf8) }
    }
    let folders = try [Scratch(), Scratch()]
    let searches = try Theorem(
      task: task(1000, book: ""), folder: folders[0].folder, workers: 2
    ).prove()
    #expect(searches > 0)
    let book = try String(
      decoding: FileSystem.contents(of: "\(folders[0].folder)/jobs.book"), as: UTF8.self)
    let again = try Theorem(task: task(0, book: book), folder: folders[1].folder, workers: 2)
      .prove()
    #expect(again == 0)
    let names = try folders.map { scratch in
      try FileSystem.names(inFolder: scratch.folder).filter { $0.hasSuffix(".proof") }.sorted()
    }
    #expect(names[0] == names[1] && names[0].count > 1)
    for name in names[0] {
      let proofs = try folders.map { try FileSystem.contents(of: "\($0.folder)/\(name)") }
      #expect(proofs[0] == proofs[1], "\(name)")
    }
  }

  /// A long search for moves, and jobs one level below, win a reply whose own job finds no win.
  @Test func aReplyWithoutAWinBecomesAnOpening() throws {
    func task(
      _ searches: Int, levels: Int, score: Int? = nil, book: String = ""
    ) throws -> ProofTask {
      let openings = [("levels", levels), ("score", score ?? 0)].filter { $0.1 > 0 }
        .map { ", \"\($0)\": \($1)" }.joined()
      let json = """
        {"rule": "freestyle", "size": 7, "moves": "d4a1e4a7d3", "book": "b", "searches": \(searches),
         "limits": {"threats": 20, "search": 10, "quiet": 1, "positions": 2, "breadth": 2,
                    "opening": 20000 \(openings)}}
        """
      return try ProofTask(JSON(parsing: Array(json.utf8))) { _ in Array(book.utf8) }
    }
    @discardableResult
    func prove(_ task: ProofTask, in scratch: Scratch, workers: Int = 1) throws -> Int {
      try Theorem(task: task, folder: scratch.folder, workers: workers, shard: (2, 44)).prove()
    }
    for workers in [1, 3] {
      let scratch = try Scratch()
      // Without a level it fails, and if no move has the score that is asked for.
      for (levels, score) in [(0, nil), (2, 1_000_000)] {
        let failure = #expect(throws: CommandError.self) {
          try prove(task(10_000, levels: levels, score: score), in: scratch, workers: workers)
        }
        #expect(failure?.description == "not proved: e3")
      }
      // The run goes on where the others have ended.
      #expect(try prove(task(10_000, levels: 20), in: scratch, workers: workers) > 0)
      _ = try StrategyChecker.check(StrategyFolder(path: scratch.folder).read("e3"))
      #expect(try prove(task(10_000, levels: 20), in: scratch, workers: workers) == 0)
      // The moves of all levels are in the book: no search is needed any more.
      let book = try FileSystem.contents(of: scratch["jobs-3-of-44.book"])
      let again = try Scratch()
      let text = String(decoding: book, as: UTF8.self)
      #expect(try prove(task(0, levels: 20, book: text), in: again) == 0)
      _ = try StrategyChecker.check(StrategyFolder(path: again.folder).read("e3"))
    }
  }

  @Test func openingsTryEachMoveOnce() throws {
    let points = try #require(Point.list("h8i9g7a1b2"))
    var opening = Opening("h9", Position(), first: points[0])
    #expect(opening.next() == .pass && opening.next() == nil)
    opening.take(open: nil)
    #expect(opening.next() == .moves)
    // The move of the book is not tried again.
    opening.take(lines: [[points[0]]])
    #expect(opening.next() == .moves && opening.searches == 1)
    opening.take(lines: [[points[0]], [points[1], points[4]], [points[2]]])
    #expect(opening.move == points[1] && opening.next() == .pass)
    opening.take(open: [points[2], points[3], points[4]])
    // The expected reply is the first one handed out; the branches keep their order.
    #expect(opening.next() == .reply(points[4]) && opening.next() == .reply(points[2]))
    #expect(opening.replies == [points[2], points[3], points[4]])
    // A job that was stopped is handed out again.
    opening.putBack(.reply(points[4]), of: points[1])
    #expect(opening.next() == .reply(points[4]))
    opening.take(false, replyTo: points[1])
    #expect(opening.move == points[2] && !opening.needs(answerTo: points[1]))
    // Answers to replies to the earlier move come too late.
    opening.take(true, replyTo: points[1])
    #expect(opening.next() == .pass)
    opening.take(open: [])
    #expect(opening.stage == .won && opening.isDecided)
  }

  /// Jobs of no more use are stopped, and go on if another opening needs them.
  @Test func anOpeningIsSearchedWhileAnotherNeedsIt() throws {
    let scratch = try Scratch()
    let task = try TheoremTests.task(TheoremTests.task)
    let list = try WorkList(
      task, JobLog(path: scratch["jobs.log"], title: "t"),
      bookFile: (StrategyFolder(path: scratch.folder), "jobs.book")
    ) { _ in true }
    list.deepen(to: 1)
    let child = list.openings.count
    func isNeeded() -> Bool { list.state.access { $0.isNeeded(child) } }
    // Three openings try a move; the position below is the same for all of them.
    let uses = try [0, 1, 2].map { index in
      let free = try #require(list.openings[index].position.legalMoves.first)
      try list.change(index) { $0.take(lines: [[free]]) }
      let after = try #require(list.openings[index].afterMove)
      let replies = Array(after.legalMoves.prefix(2))
      try list.change(index) { $0.take(open: replies) }
      return Opening.Use(index: index, move: free, reply: replies[0])
    }
    var below = try #require(list.openings[0].afterMove)
    try below.play(uses[0].reply)
    let job = ProofJob(below, extraStones: 0)
    try list.addOpening(below, for: job, uses[0])
    #expect(isNeeded() && list.state.access { $0.order.first } == child)
    let clock = SearchClock()
    list.state.update { state in
      _ = state.openings[child].next()
      state.assigned = [
        .init(index: child, opening: state.openings[child], job: .moves, clock: clock)
      ]
    }
    // The first one goes on to another move: nobody needs the opening below.
    try list.change(0) { $0.take(false, replyTo: uses[0].move) }
    #expect(!isNeeded() && clock.isStopped)
    list.state.update { state in
      state.openings[child].putBack(.moves, of: nil)
      state.assigned = []
    }
    // The second one needs it, for two replies of the same kind.
    for _ in 0..<2 { try list.addOpening(below, for: job, uses[1]) }
    #expect(isNeeded() && list.state.access { $0.openings[child].next() } == .moves)
    // All who wait are told that it fails; the move above fails once.
    let searches = list.openings[1].searches
    for _ in OpeningSearch.kinds { try list.change(child) { $0.take(lines: []) } }
    #expect(list.state.access { $0.openings[child].stage } == .failed)
    #expect(list.openings[1].stage == .moves && list.openings[1].searches == searches)
    // Who asks later is told at once.
    #expect(list.openings[2].stage == .replies)
    try list.addOpening(below, for: job, uses[2])
    #expect(list.openings[2].stage == .moves)
  }

  /// A move that makes five wins, whatever the loser threatens.
  @Test func anOpeningMayBeWonByAFive() throws {
    let json = """
      {"rule": "freestyle", "size": 9, "moves": "d4b9e4c9f4d9g4", "without": "a1", "book": "b",
       "searches": 0, "limits": {"threats": 20, "quiet": 1, "positions": 2}}
      """
    let task = try ProofTask(JSON(parsing: Array(json.utf8))) { _ in
      Array("d4e4f4g4-b9c9d9e9 h4 1\nd4e4f4g4-b9c9c4d9 h4 1\n".utf8)
    }
    for name in ["e9", "c4"] {
      let scratch = try Scratch()
      let openings = WorkList.openings(task)
      let index = try #require(openings.firstIndex { $0.name == name })
      try Theorem(
        task: task, folder: scratch.folder, workers: 1, shard: (index, openings.count)
      ).prove()
      let proof = try StrategyFolder(path: scratch.folder).read(name)
      #expect(proof.strategy.nodes.count == 1)
      _ = try StrategyChecker.check(proof)
    }
  }

  /// Two fives at once win nothing against a loser who makes his own five.
  @Test func aMoveThatLeavesTheLoserAFiveDoesNotWin() throws {
    let json = """
      {"rule": "freestyle", "size": 9, "moves": "d4b9e4c9f4d9a1", "book": "b", "searches": 0,
       "limits": {"threats": 20, "quiet": 1, "positions": 2}}
      """
    let task = try ProofTask(JSON(parsing: Array(json.utf8))) { _ in
      Array("a1d4e4f4-b9c9d9e9 g4 3\n".utf8)
    }
    let openings = WorkList.openings(task)
    let index = try #require(openings.firstIndex { $0.name == "e9" })
    #expect(openings[index].move == Point("g4"))
    let failure = #expect(throws: CommandError.self) {
      try Theorem(
        task: task, folder: Scratch().folder, workers: 1, shard: (index, openings.count)
      ).prove()
    }
    #expect(failure?.description == "not proved: e9")
  }

  @Test func aTaskMayTakeTheBookOfAnotherBoard() throws {
    let json =
      "{\"rule\": \"freestyle\", \"size\": 17, \"moves\": \"i9\", \"book\": \"b\", \"bookSize\": 15}"
    let task = try ProofTask(JSON(parsing: Array(json.utf8))) { _ in Array("h8-h9 g9 31\n".utf8) }
    var position = task.position
    try position.play(try #require(Point("j9")))
    let move = try #require(task.hints.book[position]?.move)
    #expect(["j10", "j8"].contains(move.description))
  }

  @Test func booksNeedWholeFolders() throws {
    let scratch = try Scratch()
    #expect(throws: CommandError.self) {
      try BookMaker(folder: StrategyFolder(path: scratch.folder), workers: 1).book()
    }
    let (folder, proofs) = try TheoremTests.proved()
    let name = try #require(proofs.keys.first { $0 != "theorem" })
    FileSystem.removeFile(folder["\(name).proof"])
    #expect(throws: CommandError.self) {
      try BookMaker(folder: StrategyFolder(path: folder.folder), workers: 1).book()
    }
  }

  @Test func partsOfStrategiesAreStrategies() throws {
    let scratch = try TheoremTests.proved().folder
    var sampler = StrategySampler(folder: StrategyFolder(path: scratch.folder))
    sampler.mostNodes = 12
    let samples = try sampler.samples(count: 50, seed: 1)
    #expect(Set(samples.map { "\($0.position.stones)" }).count > 20)
    for sample in samples { _ = try StrategyChecker.check(sample) }
    #expect(try sampler.samples(count: 50, seed: 1) == samples)
    #expect(try sampler.samples(count: 50, seed: 2) != samples)
  }

  @Test func withoutSearchesAnOpeningThatTheBookLacksIsNamed() throws {
    let scratch = try Scratch()
    let json = TheoremTests.task.replacing("\"limits\"", with: "\"searches\": 0, \"limits\"")
    let task = try TheoremTests.task(json)
    let failure = #expect(throws: CommandError.self) {
      try Theorem(task: task, folder: scratch.folder, workers: 1, shard: (0, 1)).prove()
    }
    #expect(failure?.description.hasPrefix("not proved: ") == true)
  }

  @Test(arguments: [
    (Variant.freestyle, ""), (.standard, ""), (.renju, "h8h7i7"), (.renju, "h8i7i9"),
  ])
  func theProvedGameIsWon(variant: Variant, opening: String) throws {
    var start = Position(variant: variant)
    for move in try #require(Point.list(opening)) { try start.play(move) }
    for opponent in ProvedOpponent.allCases {
      let limits = SearchLimits(nodes: 2_000)
      var games = ProvedGames(from: start, opponent: opponent, limits: limits, seed: 3)
      for reply in ["g6", "o15"].prefix(Effort.count(1, thorough: 2)) {
        let outcome = try games.play([try #require(Point(reply))])
        #expect(outcome.isWon && outcome.keptAnnouncedLength, "\(opponent) \(reply)")
      }
    }
  }

  @Test func aFalseMoveOfTheBookIsGivenUp() throws {
    let scratch = try Scratch()
    var json = TheoremTests.task
    json.replace("\"limits\"", with: "\"book\": \"b\", \"limits\"")
    // In the corner the stone does nothing, neither here nor further on.
    let task = try ProofTask(JSON(parsing: Array(json.utf8))) { _ in
      Array("d3d4e4-a1a7f4 g7 1\n".utf8)
    }
    try Theorem(task: task, folder: scratch.folder, workers: 1, shard: (0, 1)).prove()
    let text = try FileSystem.contents(of: "\(scratch.folder)/f4.proof")
    let proof = try TheoremTests.read(String(decoding: text, as: UTF8.self))
    #expect(proof.strategy.nodes[proof.root].move != Point("g7"))
  }

  @Test(arguments: [
    ("{}", "rule"), ("{\"rule\": \"go\"}", "rule"),
    (
      "{\"rule\": \"renju\", \"size\": 9, \"moves\": \"e5\", \"everyBoard\": true}",
      "everyBoard"
    ),
    ("{\"rule\": \"caro\", \"size\": 4}", "size"),
    ("{\"rule\": \"caro\", \"size\": 9}", "moves"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5e5\"}", "e5"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"hint\": 1}", "hint"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"searches\": -1}", "searches"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"sha256\": \"0\"}", "sha256"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"everyBoard\": 1}", "everyBoard"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"without\": \"e5\"}", "without"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"without\": \"\"}", "without"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"replies\": \"e5\"}", "replies"),
    (
      "{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"replies\": \"e6\", \"without\": \"e7\"}",
      "without"
    ),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"onlyPasses\": 1}", "onlyPasses"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"reach\": 4}", "single first move"),
    (
      "{\"rule\": \"freestyle\", \"size\": 9, \"moves\": \"e5a1\", \"reach\": 4}",
      "single first move"
    ),
    ("{\"rule\": \"freestyle\", \"size\": 9, \"moves\": \"e5\", \"reach\": 0}", "reach"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"book\": 1}", "book"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"weights\": 1}", "weights"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"weights\": \"w\"}", "no file w"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"book\": \"none\"}", "none"),
    (
      "{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"book\": \"none\", \"bookSize\": 4}",
      "bookSize"
    ),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"limits\": {\"search\": 0}}", "search"),
    ("{\"rule\": \"caro\", \"size\": 9, \"moves\": \"e5\", \"limits\": {\"depth\": 1}}", "depth"),
  ]) func wrongTasksAreRefused(json: String, word: String) throws {
    let failure = #expect(throws: CommandError.self) { try TheoremTests.task(json) }
    #expect(failure?.description.contains(word) == true)
  }

  /// A reply that a job could not answer may be won as an opening, in another shard or later.
  @Test func aWinReplacesAFailure() throws {
    let scratch = try Scratch()
    func open(_ name: String) throws -> JobLog { try JobLog(path: scratch[name], title: "t") }
    func wins(_ log: JobLog) -> [String] {
      ["a", "b", "c", "d"].filter { log[$0]?.strategy.isEmpty == false }
    }
    do {
      let (log, other) = (try open("one"), try open("other"))
      let search = JobLog.searchKey("a", .best, nodes: 5)
      for (key, rest) in [("a", "7 "), ("b", "7 h8"), ("c", "7 "), (search, "5 h8=9")] {
        try log.append(key, rest)
      }
      for (key, rest) in [("a", "9 h9"), ("b", "9 "), ("c", "9 "), ("d", "9 h9")] {
        try other.append(key, rest)
      }
      try log.append("c", "0 i9")
      #expect(wins(log) == ["b", "c"])
      try log.append(other)
      // Searches are no jobs.
      #expect(wins(log) == ["a", "b", "c", "d"] && log.count == 4 && log[search] != nil)
    }
    #expect(try wins(open("one")) == ["a", "b", "c", "d"])
  }

  @Test func linesOfSearchesAreReadAsWritten() {
    let lines = [("h8i9", 515), ("g7", -30_000)].map { moves, score in
      OpeningSearch.RecommendedLine(moves: Point.list(moves) ?? [], score: score)
    }
    #expect(OpeningSearch.text(of: lines) == "h8i9=515 g7=-30000")
    #expect(OpeningSearch.lines(of: OpeningSearch.text(of: lines)) == lines)
    #expect(OpeningSearch.lines(of: "").isEmpty)
    #expect(OpeningSearch.lines(of: "h8 =5 h8= g7=1").map(\.score) == [1])
  }

  @Test func aLogKeepsWholeLinesOnly() throws {
    let scratch = try Scratch()
    let path = "\(scratch.folder)/jobs.log"
    func entries(_ title: String = "t") throws -> [String: String] {
      let log = try JobLog(path: path, title: title)
      return try ["a", "b", "c"].reduce(into: [:]) { entries, key in
        entries[key] = try log[key].map { String(decoding: try log.text(of: $0), as: UTF8.self) }
      }
    }
    do {
      let log = try JobLog(path: path, title: "t")
      #expect(throws: CommandError.self) { try JobLog(path: path, title: "t") }
      try log.append("a", "7 h8(- i9)")
      try log.append("b", "9 ")
    }
    #expect(try entries() == ["a": "h8(- i9)", "b": ""])
    #expect(throws: CommandError.self) { try entries("u") }
    let whole = try FileSystem.contents(of: path)
    let ends = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
    for cut in 0..<whole.count {
      try FileSystem.write(Array(whole[..<cut]), to: path)
      #expect(try entries().count == max(0, ends.count { $0 < cut } - 1), "\(cut)")
    }
    // What is no log of this task stays as it is.
    for foreign in ["a letter", "a letter\n", "25ddc893 wuliu"] {
      try FileSystem.write(Array(foreign.utf8), to: path)
      #expect(throws: CommandError.self) { try entries() }
      #expect(try FileSystem.contents(of: path) == Array(foreign.utf8))
    }
    for (place, bit) in [(ends[0] + 12, 1), (ends[0] + 12, 0x80), (whole.count - 3, 0x80)] {
      var damaged = whole
      damaged[place] ^= UInt8(bit)
      try FileSystem.write(damaged, to: path)
      #expect(throws: CommandError.self) { try entries() }
      #expect(try FileSystem.contents(of: path) == damaged)
    }
  }
}

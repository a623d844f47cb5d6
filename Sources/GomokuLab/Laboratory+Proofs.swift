import CommandLineKit
import Gomoku
import GomokuRules
import LabKit
import Platform
import Prover
import SearchTypes

extension Laboratory {
  /// The commands that prove theorems, and that play proved games.
  static let proofCommands = [
    LabProgram.Command(
      "prove", operand: "task",
      usual: ["workers"], texts: ["out", "shard"],
      usage: """
        TASK --out FOLDER [--workers N] [--shard K/N]
            proves what a file of tournaments/theorem asks for and writes the strategies into a
            folder; started again, it goes on where it was: with draws, which take no shards,
            after the last board that was finished; --shard K/N (K = 1…N) proves every N-th
            opening only, and a run without it in the same folder puts all together
        """
    ) { try Laboratory(options: $0).prove() },
    LabProgram.Command(
      "book", operand: "folder", usual: ["workers"], texts: ["weights"],
      usage: """
        FOLDER [--workers N] [--weights FILE] > BOOK
            draws for a task from the strategies that prove has written the winner's moves where
            a prover's search for threats does not find them; it guesses with the weights, which
            have to be those that the task named
        """
    ) { try Laboratory(options: $0).makeBook() },
    LabProgram.Command(
      "plane", operand: "folder", usual: ["workers"], texts: ["far"],
      usage: """
        FOLDER --far NAME [--workers N]
            finds the first replies that the strategy NAME answers after its far points have
            been moved, and writes them into the folder's theorem.plane; started again, it goes
            on where it was
        """
    ) { try Laboratory(options: $0).makePlane() },
    LabProgram.Command(
      "play-book", operand: "task", usual: ["workers"], texts: ["out"],
      usage: """
        TASK --out FOLDER [--workers N] > BOOK
            draws the book from which the engine plays the win that a task of tournaments/theorem
            proves: whatever the reply to its moves, it goes on, or the engine's short search for
            threats finds a win; the folder keeps what is done, so that it goes on where it was
        """
    ) { try Laboratory(options: $0).drawPlayBook() },
    LabProgram.Command(
      "sample", operand: "folder",
      usual: ["count", "seed"], numbers: ["nodes": 3...10_000],
      usage: """
        FOLDER [count=N] [nodes=N] [seed=N] > PROOFS
            takes parts of at most so many nodes (60) at random out of the strategies that prove
            has written; each is a proof of its own
        """
    ) { try Laboratory(options: $0).sample() },
    LabProgram.Command(
      "proved", usual: ["games", "nodes", "seed", "size", "turn"],
      texts: ["variant", "opening", "without", "opponent", "engine"],
      usage: """
        [variant=freestyle] [size=N] [opening=MOVES] [without=REPLIES] [games=N]
              [opponent=random|nearest|corner|engine] [nodes=N] [seed=N] [engine=PROGRAM turn=MS]
              [< REPLIES]
            plays Black's proved win on a board of size N (15) against White, whose first move
            differs from game to game, unless he plays at random; opening=h8h7i7 begins after
            these moves, and with without=i8 White's first moves are all others in turn, also
            of a White who then plays at random; opponent=engine searches so
            many nodes (20000) a move; with engine=PROGRAM this program plays Black, with MS
            milliseconds a move, which White's searches get too unless nodes is given; without
            games=N, each line of standard input has White's first moves, such as h9g8e7, of
            which illegal ones are skipped
        """
    ) { try Laboratory(options: $0).proved() },
  ]

  /// Proves the task of a file, a draw or a win, and writes the proof into a folder.
  func prove() throws {
    guard let path = options.text("task"), let folder = options.text("out") else {
      throw CommandError("prove TASK --out FOLDER")
    }
    let shard = try shard
    let workers = options.number("workers", or: 1)
    let json = try TaskFile.json(at: path)
    if DrawTask.claimsDraw(json) {
      guard shard.count == 1 else { throw CommandError("draws are proved without shards") }
      try DrawProver(task: DrawTask(json, path: path), folder: folder, workers: workers).prove()
    } else {
      try Theorem(
        task: ProofTask(json, path: path), folder: folder, workers: workers, shard: shard
      ).prove()
    }
  }

  /// The shard of the option `K/N`, numbered from 0; the only shard if the option is not given.
  var shard: (number: Int, count: Int) {
    get throws {
      guard let text = options.text("shard") else { return (0, 1) }
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map {
        Int($0) ?? 0
      }
      guard numbers.count == 2, 1...10_000 ~= numbers[1], 1...numbers[1] ~= numbers[0] else {
        throw CommandError("--shard needs K/N with K in 1…N and N in 1…10000, not \"\(text)\"")
      }
      return (numbers[0] - 1, numbers[1])
    }
  }

  func makeBook() throws {
    guard let folder = options.text("folder") else { throw CommandError("book FOLDER") }
    let maker = BookMaker(
      folder: StrategyFolder(path: folder), workers: options.number("workers", or: 1),
      weights: try options.weights("weights") { try Weights($0) })
    let book = try maker.book()
    try LabProgram.writeBytes(Array(book.text.utf8))
  }

  func makePlane() throws {
    guard let folder = options.text("folder"), let far = options.text("far") else {
      throw CommandError("plane FOLDER --far NAME")
    }
    let maker = PlaneMaker(
      folder: StrategyFolder(path: folder), far: far, workers: options.number("workers", or: 1))
    let missing = try maker.make()
    guard missing.isEmpty else {
      let replies = missing.map { "\($0.x) \($0.y)" }.joined(separator: ", ")
      throw CommandError("not answered: the replies \(replies)")
    }
    CurrentProcess.printLine("all first replies are answered")
  }

  func drawPlayBook() throws {
    guard let path = options.text("task"), let folder = options.text("out") else {
      throw CommandError("play-book TASK --out FOLDER")
    }
    let maker = PlayBookMaker(
      task: try ProofTask(TaskFile.json(at: path), path: path), folder: folder,
      workers: options.number("workers", or: 1))
    try LabProgram.writeBytes(Array(try maker.book().text.utf8))
  }

  func sample() throws {
    guard let path = options.text("folder") else { throw CommandError("sample FOLDER") }
    var sampler = StrategySampler(folder: StrategyFolder(path: path))
    sampler.mostNodes = options.number("nodes", or: sampler.mostNodes)
    let samples = try sampler.samples(
      count: options.number("count", or: 100), seed: options.seed)
    for sample in samples {
      var text = ""
      sample.write { text += $0 }
      try LabProgram.writeBytes(Array(text.utf8))
    }
  }

  /// The moves of an option such as `h8i7i9`; none if it is not given.
  private func moves(_ option: Substring) throws -> [Point] {
    guard let text = options.text(option) else { return [] }
    guard let moves = Point.list(text) else {
      throw CommandError("\(option)=MOVES needs moves such as h8i7i9")
    }
    return moves
  }

  /// Plays games of the proved win: a given number of them, or one for each line of standard input.
  func proved() throws {
    let text = options.text("opponent") ?? (options.number("nodes") == nil ? "random" : "engine")
    guard let opponent = ProvedOpponent(rawValue: text) else {
      throw CommandError("opponent: one of \(ProvedOpponent.allCases.map(\.rawValue))")
    }
    let turn = options.number("turn").map { Duration.milliseconds($0) }
    guard (turn == nil) == (options.text("engine") == nil) else {
      throw CommandError("engine=PROGRAM and turn=MS belong together")
    }
    let engine = try options.text("engine").map { (pipe: try EnginePipe($0), turn: turn ?? .zero) }
    var limits = SearchLimits(nodes: options.number("nodes").map { UInt64($0) })
    if limits.nodes == nil { limits.time = turn.map { .exactly($0) } }
    if limits == SearchLimits() { limits.nodes = 20_000 }
    var start = Position(size: try size, variant: try variant)
    try start.play(moves("opening"), of: "opening")
    guard start.sideToMove == .white || start.stones.isEmpty else {
      throw CommandError("opening: Black has to move last")
    }
    let leftOut = try moves("without")
    var games = ProvedGames(
      from: start, opponent: opponent, limits: limits, seed: options.seed, engine: engine)
    var (count, won, late, longest, slowest) = (0, 0, 0, 0, Duration.zero)
    let progress = Progress("games", of: options.number("games"))
    func play(_ replies: [Point]) throws {
      defer { progress.step() }
      let outcome = try games.play(replies)
      count += 1
      won += outcome.isWon ? 1 : 0
      late += outcome.keptAnnouncedLength ? 0 : 1
      longest = max(longest, outcome.plies)
      slowest = max(slowest, outcome.slowestMove)
      if !outcome.isWon || !outcome.keptAnnouncedLength {
        CurrentProcess.note(
          "\(replies.map(\.description).joined()): \(outcome.isWon ? "won late" : "not won")"
            + " after \(outcome.plies) plies")
      }
    }
    if let number = options.number("games") {
      // From the empty board Black begins in the centre.
      let taken = start.stones.isEmpty ? [start.size.center] : []
      let points = start.legalMoves.filter { !leftOut.contains($0) && !taken.contains($0) }
      guard !points.isEmpty else { throw CommandError("without: no first move is left") }
      let namesFirst = opponent != .random || !leftOut.isEmpty
      for game in 0..<number { try play(namesFirst ? [points[game % points.count]] : []) }
    } else {
      if !leftOut.isEmpty { throw CommandError("without=REPLIES belongs to games=N") }
      try LabProgram.readLines("moves") { line in
        guard let replies = Point.list(line) else { return false }
        try play(replies)
        return true
      }
    }
    try engine?.pipe.end()
    CurrentProcess.printLine(
      "won \(won) of \(count), later than announced \(late), longest \(longest) plies,"
        + " slowest move \(Int(slowest / .milliseconds(1))) ms")
  }
}

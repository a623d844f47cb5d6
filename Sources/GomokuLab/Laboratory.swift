import CommandLineKit
import Gomoku
import GomokuRules
import LabKit
import Platform
import Prover
import SearchKit
import SearchTypes

/// The commands of `gomoku-lab`, which train and test the engine's weights and prove theorems.
public struct Laboratory {
  private let options: Options

  /// The sides of boards on which random openings have room.
  private static let sides = 7...BoardSize.sides.upperBound

  public static let program = LabProgram(
    "gomoku-lab", summary: "how the engine's learned weights are made, and theorems proved",
    [
      LabProgram.Command(
        "generate",
        numbers: [
          "size": sides, "games": OptionRanges.count, "nodes": OptionRanges.nodes,
          "seed": OptionRanges.seed, "strays": OptionRanges.count,
        ],
        texts: ["variant", "weights"],
        usage: """
          [variant=freestyle] [size=15] [weights=FILE] [games=N] [nodes=N] [seed=N]
                   [strays=N]
              plays games of the engine against itself and prints one a line; one move in N is
              a random one (14; none if 0)
          """
      ) { try Laboratory(options: $0).generate() },
      LabProgram.Command(
        "label",
        numbers: ["nodes": OptionRanges.nodes, "interval": 1...OptionRanges.count.upperBound],
        usage: """
          [nodes=N] [interval=N] < GAMES > GAMES
              searches one position in N of games again (7), with N nodes (20000), and prints each
              as a game of one ply without a result
          """
      ) { try Laboratory(options: $0).label() },
      .calibrate("GAMES-WITHOUT-STRAYS") { _ in try Calibration(Laboratory.readGames()) },
      LabProgram.Command(
        "train",
        numbers: [
          "scale": OptionRanges.scale, "share": OptionRanges.percent, "rounds": OptionRanges.count,
          "rate": OptionRanges.perMille,
        ],
        texts: ["variant", "from"],
        usage: """
          variant=NAME [from=FILE] [scale=N] [share=PERCENT] [rounds=N] [rate=PER MILLE]
                < GAMES > WEIGHTS
              learns a variant's weights from games and writes them, from nothing or from the
              weights in a file
          """
      ) { try Laboratory(options: $0).train() },
      LabProgram.Command(
        "train-mix",
        numbers: [
          "rounds": OptionRanges.count, "rate": OptionRanges.perMillion,
          "threads": OptionRanges.threads,
          "share": OptionRanges.percent, "foresight": OptionRanges.percent,
          "scale": OptionRanges.scale,
        ],
        texts: ["variant", "from"],
        usage: """
          variant=NAME [from=FILE] [scale=N] [share=PERCENT] [foresight=PERCENT] [rounds=N]
                [rate=PER MILLION] [threads=N] < GAMES > WEIGHTS
              learns a variant's mix network from games, their results, what searches said (with
              foresight, in part what came of it) and the moves that they chose, from nothing or \
          from
              the network in a file; the same on as many threads
          """
      ) { try Laboratory(options: $0).trainMix() },
      LabProgram.Command(
        "judge",
        numbers: [
          "share": OptionRanges.percent, "scale": OptionRanges.scale,
          "threads": OptionRanges.threads,
        ],
        texts: ["variant", "weights"],
        usage: """
          [variant=freestyle] [weights=FILE] [share=PERCENT] [scale=N] [threads=N] < GAMES
              tells how well a mix network foretells the results of games, of which share is mixed
              with what searches said (80), beside those searches: the mean cross-entropies, over
              all and by the number of stones
          """
      ) { try Laboratory(options: $0).judge() },
      LabProgram.Command(
        "match",
        numbers: [
          "size": sides, "pairs": OptionRanges.count, "nodes": OptionRanges.nodes,
          "clock": OptionRanges.nodes, "seed": OptionRanges.seed, "threads": OptionRanges.threads,
        ],
        texts: ["first", "second", "variant", "first-margins", "second-margins"],
        usage: """
          [first=FILE] [second=FILE] [first-margins=NAME:NUMBER,…] [second-margins=…]
                [variant=freestyle] [size=15] [pairs=N] [nodes=N | clock=N] [seed=N] [threads=N]
              plays two engines against each other with N nodes a turn, or for all of a side's
              turns in a game; network and margins are those of the program unless given;
              weights play without a network
          """
      ) { try Laboratory(options: $0).match() },
      LabProgram.Command(
        "spsa",
        numbers: [
          "size": sides, "rounds": OptionRanges.count, "pairs": OptionRanges.count,
          "nodes": OptionRanges.nodes, "clock": OptionRanges.nodes, "seed": OptionRanges.seed,
          "threads": OptionRanges.threads, "gain": OptionRanges.perMille,
        ],
        texts: ["variant", "margins", "from"],
        usage: """
          margins=NAME:STEP,… [from=NAME:NUMBER,…] [rounds=N] [pairs=N] [gain=PER MILLE]
                [variant=freestyle] [size=15] [nodes=N | clock=N] [seed=N] [threads=N]
              looks for better margins by matches of margins a step up or down, so many pairs a
              round, and prints them
          """
      ) { try Laboratory(options: $0).spsa() },
      LabProgram.Command(
        "prove", operand: "task",
        numbers: ["workers": OptionRanges.threads], texts: ["out", "shard"],
        usage: """
          TASK --out FOLDER [--workers N] [--shard K/N]
              proves what a file of tournaments/theorem asks for and writes the strategies into a
              folder; started again, it goes on where it was: with draws, which take no shards,
              after the last board that was finished; --shard K/N (K = 1…N) proves every N-th
              opening only, and a run without it in the same folder puts all together
          """
      ) { try Laboratory(options: $0).prove() },
      LabProgram.Command(
        "book", operand: "folder", numbers: ["workers": OptionRanges.threads], texts: ["weights"],
        usage: """
          FOLDER [--workers N] [--weights FILE] > BOOK
              draws for a task from the strategies that prove has written the winner's moves where
              a prover's search for threats does not find them; it guesses with the weights, which
              have to be those that the task named
          """
      ) { try Laboratory(options: $0).makeBook() },
      LabProgram.Command(
        "play-book", operand: "task", numbers: ["workers": OptionRanges.threads], texts: ["out"],
        usage: """
          TASK --out FOLDER [--workers N] > BOOK
              draws the book from which the engine plays the win that a task of tournaments/theorem
              proves: whatever the reply to its moves, it goes on, or the engine's short search for
              threats finds a win; the folder keeps what is done, so that it goes on where it was
          """
      ) { try Laboratory(options: $0).drawPlayBook() },
      LabProgram.Command(
        "sample", operand: "folder",
        numbers: ["count": OptionRanges.count, "nodes": 3...10_000, "seed": OptionRanges.seed],
        usage: """
          FOLDER [count=N] [nodes=N] [seed=N] > PROOFS
              takes parts of at most so many nodes (60) at random out of the strategies that prove
              has written; each is a proof of its own
          """
      ) { try Laboratory(options: $0).sample() },
      LabProgram.Command(
        "proved",
        numbers: [
          "games": OptionRanges.count, "nodes": OptionRanges.nodes, "seed": OptionRanges.seed,
          "turn": OptionRanges.milliseconds,
        ],
        texts: ["variant", "opponent", "engine"],
        usage: """
          [variant=freestyle] [games=N] [opponent=random|nearest|corner|engine] [nodes=N] [seed=N]
                [engine=PROGRAM turn=MS] [< REPLIES]
              plays Black's proved win on 15x15 against White, whose first move is another in each
              game unless he plays at random, and who searches so many nodes (20000) as an engine;
              Black is the program, with so many milliseconds a move, which White's searches get
              too unless nodes says otherwise; without games=N a line of standard input is White's
              moves as far as he can make them, such as h9g8e7
          """
      ) { try Laboratory(options: $0).proved() },
      LabProgram.Command(
        "wins", numbers: ["nodes": OptionRanges.nodes, "threads": OptionRanges.threads],
        texts: ["weights", "margins"],
        usage: """
          [weights=FILE] [margins=NAME:NUMBER,…] [nodes=N] [threads=N] < POSITIONS
              how many wins of the side to move are seen within so many nodes (1000000), each
              from an empty table; a position is a line VARIANT WIDTH HEIGHT RESULT MOVES, as those
              of tournaments/positions
          """
      ) { try Laboratory(options: $0).wins() },
    ])

  /// Proves the task of a file, a draw or a win, and writes the proof into a folder.
  private func prove() throws {
    guard let path = options.text("task"), let folder = options.text("out") else {
      throw CommandError("prove TASK --out FOLDER")
    }
    let shard = try shard
    let workers = options.number("workers") ?? 1
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

  /// The part `K/N` of the work, counted from 0; all of it if none is named.
  private var shard: (number: Int, count: Int) {
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

  private func makeBook() throws {
    guard let folder = options.text("folder") else { throw CommandError("book FOLDER") }
    let maker = BookMaker(
      folder: StrategyFolder(path: folder), workers: options.number("workers") ?? 1,
      weights: try read("weights") { try Weights($0) })
    let book = try maker.book()
    try LabProgram.writeBytes(Array(book.text.utf8))
  }

  private func drawPlayBook() throws {
    guard let path = options.text("task"), let folder = options.text("out") else {
      throw CommandError("play-book TASK --out FOLDER")
    }
    let maker = PlayBookMaker(
      task: try ProofTask(TaskFile.json(at: path), path: path), folder: folder,
      workers: options.number("workers") ?? 1)
    try LabProgram.writeBytes(Array(try maker.book().text.utf8))
  }

  private func sample() throws {
    guard let path = options.text("folder") else { throw CommandError("sample FOLDER") }
    var sampler = StrategySampler(folder: StrategyFolder(path: path))
    sampler.mostNodes = options.number("nodes") ?? sampler.mostNodes
    let samples = try sampler.samples(
      count: options.number("count") ?? 100, seed: UInt64(options.number("seed") ?? 1))
    for sample in samples {
      var text = ""
      sample.write { text += $0 }
      try LabProgram.writeBytes(Array(text.utf8))
    }
  }

  /// Plays games of the proved win: a number of them, or one for each line of standard input.
  private func proved() throws {
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
    var games = ProvedGames(
      try variant, opponent: opponent, limits: limits, seed: UInt64(options.number("seed") ?? 1),
      engine: engine)
    var (count, won, late, longest, slowest) = (0, 0, 0, 0, Duration.zero)
    let progress = Progress("games", of: options.number("games"))
    func play(_ replies: [Point]) throws {
      defer { progress.step() }
      let outcome = try games.play(replies)
      count += 1
      won += outcome.isWon ? 1 : 0
      late += outcome.keptItsWord ? 0 : 1
      longest = max(longest, outcome.plies)
      slowest = max(slowest, outcome.slowestMove)
      if !outcome.isWon || !outcome.keptItsWord {
        LabProgram.logLine(
          "\(replies.map(\.description).joined()): \(outcome.isWon ? "won late" : "not won")"
            + " after \(outcome.plies) plies")
      }
    }
    if let number = options.number("games") {
      let points = Position().legalMoves.filter { $0 != BoardSize.standard.center }
      for game in 0..<number { try play(opponent == .random ? [] : [points[game % points.count]]) }
    } else {
      while let line = readLine() {
        guard let replies = Point.list(line) else {
          throw CommandError("no moves in line \(count + 1) of standard input")
        }
        try play(replies)
      }
    }
    try engine?.pipe.end()
    LabProgram.printLine(
      "won \(won) of \(count), later than announced \(late), longest \(longest) plies,"
        + " slowest move \(Int(slowest / .milliseconds(1))) ms")
  }

  /// Returns the games on standard input.
  private static func readGames() throws -> [TrainingGame] {
    var games: [TrainingGame] = []
    while let line = readLine() {
      guard let game = TrainingGame(line) else {
        throw CommandError("no game in line \(games.count + 1) of standard input")
      }
      games.append(game)
    }
    return games
  }

  private func train() throws {
    let variant = try variant
    var trainer = Trainer(variant, scale: Float(options.number("scale") ?? 170))
    trainer.resultShare = Float(options.number("share") ?? 50) / 100
    trainer.epochs = options.number("rounds") ?? trainer.epochs
    trainer.firstLearningRate =
      options.number("rate").map { Float($0) / 1000 } ?? trainer.firstLearningRate
    if let start = try read("from", { try Weights($0) }) { trainer.start(from: start) }
    for game in try trainingGames() { trainer.add(game) }
    let weights = trainer.fit { LabProgram.logLine($0) }
    try LabProgram.writeBytes(weights.bytes)
  }

  /// Trains a mix network on the games on standard input, and writes the quantised network.
  private func trainMix() throws {
    let variant = try variant
    let model = MixModel(variant, seed: 1)
    _ = try read("from") { try model.start(from: $0) }
    let examples = try mixExamples(share: 30, takesProven: true)
    var trainer = MixTrainer(model, examples)
    trainer.epochs = options.number("rounds") ?? trainer.epochs
    trainer.learningRate =
      options.number("rate").map { Float($0) / 1_000_000 } ?? trainer.learningRate
    trainer.threads = threads
    trainer.fit { LabProgram.logLine($0) }
    guard (0..<model.count).allSatisfy({ model.parameters[$0].isFinite }) else {
      throw CommandError("the numbers have grown without bounds: take a smaller rate")
    }
    try LabProgram.writeBytes(MixQuantisation(model, examples).file().bytes)
  }

  private func judge() throws {
    let variant = try variant
    let network = try read("weights") { try MixNetwork($0) } ?? .of(variant)
    guard network.variant == variant else {
      throw CommandError("a network of \(network.variant), not of \(variant)")
    }
    let validation = MixValidation(
      network, try mixExamples(share: 80, takesProven: false), threads: threads)
    LabProgram.printLine(validation.text)
  }

  private var threads: Int { options.number("threads") ?? 1 }

  /// Returns the training examples of mix networks from the games on standard input.
  ///
  /// - Parameters:
  ///   - share: the weight of results in the targets, in percent, unless the options name another.
  ///   - takesProven: whether positions with a proven score have a target.
  private func mixExamples(share: Int, takesProven: Bool) throws -> MixExamples {
    var examples = MixExamples(
      resultShare: Float(options.number("share") ?? share) / 100,
      lambda: Float(options.number("foresight") ?? 0) / 100,
      scale: Float(options.number("scale") ?? 170), takesProven: takesProven)
    try examples.add(trainingGames(), threads: threads)
    return examples
  }

  /// Returns the games of the variant on standard input.
  private func trainingGames() throws -> [TrainingGame] {
    let variant = try variant
    let games = try Laboratory.readGames().filter { $0.variant == variant }
    guard !games.isEmpty else { throw CommandError("no games of \(variant) to learn from") }
    return games
  }

  private func match() throws {
    let first = try engine("first", margins: "first-margins", of: variant)
    let second = try engine("second", margins: "second-margins", of: variant)
    var matchRunner = try matchRunner
    var pairs = [Int](repeating: 0, count: 5)
    var rest = options.number("pairs") ?? 100
    matchRunner.progress = Progress("pairs", of: rest)
    while rest > 0 {
      let part = min(rest, 50)
      pairs = zip(pairs, matchRunner.play(first, second, pairs: part)).map(+)
      LabProgram.printLine(MatchRunner.summary(pairs))
      rest -= part
      matchRunner.seed += 1
    }
  }

  /// Tunes margins by SPSA, and prints their values every 20 rounds.
  private func spsa() throws {
    let start = try Margins(text: options.text("from") ?? "")
    let parameters = try (options.text("margins") ?? "").split(separator: ",").map { part in
      let (parameter, step) = try Margins.parse(part)
      let steps = 1...max(1, parameter.range.upperBound - parameter.range.lowerBound)
      guard let step, steps ~= step else {
        throw CommandError("\(parameter.name): a step in \(steps), not '\(part)'")
      }
      return MarginsTuner.TunedParameter(parameter, step: step, from: start)
    }
    guard !parameters.isEmpty else { throw CommandError("margins=NAME:STEP,… are wanted") }
    var tuner = MarginsTuner(
      parameters, from: start, gain: Double(options.number("gain") ?? 20) / 1000,
      seed: UInt64(options.number("seed") ?? 1))
    var matchRunner = try matchRunner
    let rounds = options.number("rounds") ?? 100
    let pairs = options.number("pairs") ?? 2
    matchRunner.progress = Progress("pairs", of: rounds * pairs)
    for round in 0..<rounds {
      tuner.round(progress: Double(round) / Double(rounds)) { first, second in
        let results = matchRunner.play(
          EngineParameters(margins: first), EngineParameters(margins: second), pairs: pairs)
        return results.enumerated().reduce(0) { sum, result in
          sum + Double(result.offset - 2) / 4 * Double(result.element)
        }
      }
      matchRunner.seed += 1
      if (round + 1).isMultiple(of: 20) || round + 1 == rounds {
        let values = tuner.parameters.map {
          "\($0.parameter.name):\(($0.value * 10).rounded() / 10)"
        }
        LabProgram.printLine("\(round + 1) rounds: \(values.joined(separator: ","))")
      }
    }
  }

  private func wins() throws {
    var benchmark = WinBenchmark(engine: try engine("weights", margins: "margins"))
    benchmark.nodes = options.number("nodes").map { UInt64($0) } ?? benchmark.nodes
    benchmark.threads = threads
    let positions = try Laboratory.readGames().map(\.start)
    LabProgram.printLine(benchmark.summary(benchmark.results(positions)))
  }

  /// The match runner with the settings that the options name.
  private var matchRunner: MatchRunner {
    get throws {
      guard options.number("clock") == nil || options.number("nodes") == nil else {
        throw CommandError("nodes=N or clock=N, not both")
      }
      let turn = NodeBudget.turn(UInt64(options.number("nodes") ?? 5000))
      return MatchRunner(
        budget: options.number("clock").map { .match(UInt64($0)) } ?? turn,
        variant: try variant, size: try size,
        threads: threads, seed: UInt64(options.number("seed") ?? 1))
    }
  }

  /// Returns an engine with the weights and margins that options name, or with the program's own.
  ///
  /// - Parameters:
  ///   - file: the option that names a file with weights or a network.
  ///   - margins: the option that names margins.
  ///   - variant: the variant that the weights have to be for; `nil` for any.
  private func engine(
    _ file: Substring, margins: Substring = "", of variant: Variant? = nil
  ) throws -> EngineParameters {
    let margins = try Margins(text: options.text(margins) ?? "")
    let engine = try read(file) { file in
      let isMix = MixNetwork.isName(file.shape.name)
      let engine = EngineParameters(
        weights: isMix ? nil : try Weights(file), mix: isMix ? try MixNetwork(file) : nil,
        margins: margins)
      let known = engine.mix?.variant ?? engine.weights?.variant
      if let variant, let known, known != variant {
        throw CommandError("weights of \(known), not of \(variant)")
      }
      return engine
    }
    return engine ?? EngineParameters(margins: margins)
  }

  /// Returns the value that `make` reads from the file that an option names; `nil` without the
  /// option.
  private func read<Value>(
    _ option: Substring, _ make: (WeightFile) throws -> Value
  ) throws -> Value? {
    guard let path = options.text(option) else { return nil }
    do { return try make(WeightFile(path: path)) } catch {
      throw CommandError("\(path): \(error)")
    }
  }

  private var variant: Variant {
    get throws {
      let name = options.text("variant") ?? "freestyle"
      guard let variant = Variant(rawValue: String(name)) else {
        throw CommandError("no variant '\(name)'")
      }
      return variant
    }
  }
  private var size: BoardSize {
    get throws {
      let side = options.number("size") ?? 15
      guard let size = BoardSize(side: side) else {
        throw CommandError("no board of size \(side)")
      }
      return size
    }
  }

  private func generate() throws {
    var play = SelfPlay(
      try engine("weights", of: variant).player(), seed: UInt64(options.number("seed") ?? 1))
    play.variant = try variant
    play.size = try size
    play.nodes = UInt64(options.number("nodes") ?? 2000)
    play.randomMoveInterval = options.number("strays") ?? play.randomMoveInterval
    let count = options.number("games") ?? 100
    let progress = Progress("games", of: count)
    for _ in 0..<count {
      print(play.play().text)
      progress.step()
    }
  }

  private func label() throws {
    var relabelling = Relabelling()
    relabelling.nodes = options.number("nodes").map { UInt64($0) } ?? relabelling.nodes
    relabelling.interval = options.number("interval") ?? relabelling.interval
    let games = try Laboratory.readGames()
    let progress = Progress("games", of: games.count)
    for game in games {
      for label in relabelling.labels(of: game) { print(label.text) }
      progress.step()
    }
  }
}

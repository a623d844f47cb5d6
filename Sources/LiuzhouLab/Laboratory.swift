import Liuzhou
import SearchKit

/// The commands of `liuzhou-lab`: measurements of the engine that are no part of playing.
public struct Laboratory {
  private let command: String
  private let options: Options

  public init(_ arguments: [String]) {
    command = arguments.first ?? "help"
    options = Options(arguments.dropFirst())
  }

  public func run() {
    do {
      switch command {
      case "bench": bench()
      case "perft": try perft()
      case "match": try match()
      case "tune": tune()
      case "endgame": try endgame()
      default: print(Laboratory.help)
      }
    } catch {
      print("error: \(error)")
    }
  }

  private static let help = """
    bench [depth=N]                      fixed searches and the sum of their nodes
    perft [depth=N] [position=…] [rules=…] [divide=1]
    match first=WHO second=WHO [pairs=N] [opening=TURNS] [seed=N] [rules=…] [games=1] [weights=1]
        WHO: random, greedy, nodes:N, ms:N; with weights=1 the first plays those on standard input
    tune [games=N] [nodes=N] [seed=N] [rounds=N]   fits evaluation weights to self-play
    endgame [rules=…] [samples=N] [plies=N]        the exact table of four stones against four
    """

  private var rules: RuleSet {
    get throws { try RuleSet(options.text("rules") ?? "") }
  }

  private func bench() {
    var nodes: UInt64 = 0
    let start = ContinuousClock.now
    LiuzhouPlayer.bench(depth: options.number("depth")) { result in
      nodes += result.report.nodes
      print(result.name, result.report.nodes, result.report.score, result.report.lines[0].moves)
    }
    print(nodes, "nodes", start.duration(to: .now).milliseconds, "ms")
  }

  private func perft() throws {
    let book = Rulebook(try rules)
    let position = try book.position(options.text("position") ?? "6/6/6/6/6/6 b p 0")
    let depth = options.number("depth") ?? 5
    if options.text("divide") != nil {
      for (turn, count) in TurnGenerator(book).divide(position, depth: depth) { print(turn, count) }
    }
    print(TurnGenerator(book).perft(position, depth: depth))
  }

  // MARK: Matches

  private func match() throws {
    var match = Match()
    match.rules = try rules
    match.seed = UInt64(options.number("seed") ?? 1)
    match.openingTurns = options.number("opening") ?? 6
    let showsGames = options.text("games") != nil
    match.onGame = { if showsGames { print($0.text) } }
    let weights =
      options.text("weights") == nil ? EvaluationWeights() : Laboratory.readWeights()
    var first = engine(options.text("first") ?? "nodes:2000", weights)
    let pairs = options.number("pairs") ?? 50
    let tally: Tally
    switch options.text("second") ?? "nodes:2000" {
    case "random":
      var second = RandomContestant(seed: match.seed)
      tally = match.play(&first, &second, pairs: pairs)
    case "greedy":
      var second = GreedyContestant(seed: match.seed)
      tally = match.play(&first, &second, pairs: pairs)
    case let text:
      var second = engine(text, EvaluationWeights())
      tally = match.play(&first, &second, pairs: pairs)
    }
    print(tally)
    print("slowest turn of the first: \(first.slowest.milliseconds) ms")
  }

  private func engine(_ text: String, _ weights: EvaluationWeights) -> EngineContestant {
    let parts = text.split(separator: ":")
    let amount = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
    let player = LiuzhouPlayer(memoryLimit: 88 << 20, weights: weights)
    return parts[0] == "ms"
      ? EngineContestant(player: player, time: .milliseconds(amount))
      : EngineContestant(player: player, nodes: UInt64(amount))
  }

  // MARK: Weights

  private func tune() {
    var tuner = Tuner()
    tuner.games = options.number("games") ?? tuner.games
    tuner.nodes = options.number("nodes").map(UInt64.init) ?? tuner.nodes
    tuner.seed = options.number("seed").map(UInt64.init) ?? tuner.seed
    tuner.rounds = options.number("rounds") ?? tuner.rounds
    tuner.collect { print("// \($0) games") }
    let fit = tuner.fit { print("// \($0)") }
    for stage in 0..<EvaluationTraining.stageCount {
      let width = EvaluationTraining.width
      let row = fit.measures[stage * width..<(stage + 1) * width]
      print(row.map { "\($0)," }.joined(separator: " "))
    }
    print("patterns")
    print(String(decoding: fit.patterns.map { UInt8(64 + Int($0)) }, as: UTF8.self))
  }

  /// Weights as `tune` prints them.
  private static func readWeights() -> EvaluationWeights {
    var measures: [Int32] = []
    while let line = readLine(), line != "patterns" {
      if line.hasPrefix("//") { continue }
      measures += line.split { $0 == "," || $0 == " " }.compactMap { Int32($0) }
    }
    guard measures.count == EvaluationTraining.measures.count else {
      fatalError("\(measures.count) weights, not \(EvaluationTraining.measures.count)")
    }
    let patterns = (readLine() ?? "").utf8.map { Int8($0) - 64 }
    return EvaluationWeights(measures: measures, patterns: patterns)
  }

  // MARK: Endgames

  private func endgame() throws {
    let rules = try rules
    let table = EndgameTable(rules) { plies, entries in print("# \(plies) plies: \(entries)") }
    let summary = table.summary()
    print("# wins \(summary.wins), losses \(summary.losses), draws \(summary.draws)")
    print("# longest win \(summary.longest) plies")
    let samples = table.samples(
      perValue: options.number("samples") ?? 0, plies: options.number("plies") ?? 9, seed: 1)
    for (position, value) in samples {
      print(options.text("rules") ?? "fengyang", position, value, separator: " | ")
    }
  }
}

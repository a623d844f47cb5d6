import LabKit
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
      case "selfplay": try selfPlay()
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
    match first=WHO second=WHO [pairs=N] [opening=TURNS] [seed=N] [rules=…] [games=1]
          [swap=0] [first-weights=FILE] [second-weights=FILE]
        WHO: nodes:N; warm:N, which keeps its hash table from turn to turn as with a clock; ms:N;
        cpu:N, milliseconds of processor time, for a machine that does other work too;
        for the second also random, greedy
    selfplay [games=N] [nodes=N] [seed=N] [weights=FILE]
                                         positions from games, with scores and results
    tune                                 fits evaluation weights to positions on standard input
        FILE: what tune printed, or "stones" for weights that know only the stones
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
    match.swapsColors = options.number("swap") != 0
    let showsGames = options.text("games") != nil
    match.onGame = { if showsGames { print($0.text) } }
    var first = engine(options.text("first") ?? "nodes:2000", try weights("first-weights"))
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
      var second = engine(text, try weights("second-weights"))
      tally = match.play(&first, &second, pairs: pairs)
    }
    print(tally)
    print("slowest turn of the first: \(first.slowest.milliseconds) ms")
  }

  private func engine(_ text: String, _ weights: EvaluationWeights) -> EngineContestant {
    let parts = text.split(separator: ":")
    let amount = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
    let player = LiuzhouPlayer(memoryLimit: 88 << 20, weights: weights)
    switch parts[0] {
    case "ms": return EngineContestant(player: player, time: .milliseconds(amount))
    case "cpu":
      return EngineContestant(
        player: player, time: .milliseconds(amount), countsProcessorTime: true)
    // A search under a clock, even one that never runs out, keeps what earlier ones found.
    case "warm":
      return EngineContestant(player: player, nodes: UInt64(amount), time: .seconds(1_000_000))
    default: return EngineContestant(player: player, nodes: UInt64(amount))
    }
  }

  // MARK: Weights

  /// The weights of the file that an option names, or the engine's.
  private func weights(_ option: Substring) throws -> EvaluationWeights {
    try options.text(option).map { try WeightText(path: $0).weights } ?? EvaluationWeights()
  }

  private func selfPlay() throws {
    var play = SelfPlay(try weights("weights"))
    play.games = options.number("games") ?? play.games
    play.nodes = options.number("nodes").map(UInt64.init) ?? play.nodes
    play.seed = options.number("seed").map(UInt64.init) ?? play.seed
    play.run { print($0.text) }
  }

  private func tune() {
    var tuner = Tuner()
    let book = Rulebook(.fengyang)
    while let line = readLine() {
      if let sample = Sample(line[...], under: book) { tuner.add(sample) }
    }
    print(tuner.fit { print("// \($0)") }.text)
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

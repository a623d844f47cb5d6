import CommandLineKit
import LabKit
import Liuzhou
import LiuzhouRules
import Platform
import SearchKit
import SearchTypes

/// The commands of `liuzhou-lab`, which measure and train the engine.
public struct Laboratory {
  private let options: Options

  public static let program = LabProgram(
    "liuzhou-lab", summary: "how the evaluation of Liuzhou chess is made",
    [
      LabProgram.Command(
        "bench", numbers: ["depth": OptionRanges.depth],
        usage: """
          [depth=N]
              fixed searches and the sum of their nodes
          """
      ) { Laboratory(options: $0).bench() },
      LabProgram.Command(
        "perft", numbers: ["depth": OptionRanges.depth, "divide": OptionRanges.flag],
        texts: ["position", "rules"],
        usage: """
          [depth=N] [position=…] [rules=…] [divide=1]
              counts sequences of turns
          """
      ) { try Laboratory(options: $0).perft() },
      LabProgram.Command(
        "match",
        numbers: [
          "pairs": OptionRanges.count, "opening": OptionRanges.plies, "seed": OptionRanges.seed,
          "games": OptionRanges.flag, "swap": OptionRanges.flag,
        ],
        texts: ["first", "second", "rules", "first-weights", "second-weights"],
        usage: """
          first=WHO second=WHO [pairs=N] [opening=TURNS] [seed=N] [rules=…] [games=1]
                [swap=0] [first-weights=FILE] [second-weights=FILE]
              WHO: nodes:N; warm:N, which keeps its hash table from turn to turn as with a clock; \
          ms:N;
              cpu:N, milliseconds of processor time, for a machine that does other work too;
              for the second also random, greedy, counting, which places as beginners are
              taught to, uct:PLAYOUTS, uct-ms:N
          first=clock:N[,slides:N][,early:N][,horizon:N]… second=clock:N…
              N nodes for a whole game, and how they are spent: the numbers of TurnPlan and \
          TimePolicy
          """
      ) { try Laboratory(options: $0).match() },
      LabProgram.Command(
        "openings", numbers: ["nodes": OptionRanges.nodes, "stones": 1...4],
        texts: ["rules", "weights"],
        usage: """
          [nodes=N] [stones=N] [rules=…] [weights=FILE]
              the table of openings: a search of N nodes, 1000000 if not said, of each of the ways
              to place so many stones, 2 if not said (1 has 6 of them, 2 165, 3 2715, 4 44481),
              and what the best of them say of fewer stones
          """
      ) { try Laboratory(options: $0).openings() },
      LabProgram.Command(
        "selfplay",
        numbers: [
          "games": OptionRanges.count, "nodes": OptionRanges.nodes, "decisive": OptionRanges.nodes,
          "seed": OptionRanges.seed, "strays": OptionRanges.count, "random": 2...36,
        ],
        texts: ["rules", "weights"],
        usage: """
          [games=N] [nodes=N] [decisive=N] [seed=N] [strays=N] [random=N] [rules=…]
                [weights=FILE]
              positions from games, with scores and results; decisive: the nodes of turns 19 to 44;
              one turn in N strays, 40 if not said, 0: none; the first 2 to N turns are random, 16 \
          if not
              said
          """
      ) { try Laboratory(options: $0).selfPlay() },
      LabProgram.Command(
        "label", numbers: ["nodes": OptionRanges.count], texts: ["rules", "weights"],
        usage: """
          [nodes=N] [rules=…] [weights=FILE] < GAMES
              the positions of games that match games=1 printed, each with the result and what a \
          search
              of N nodes says, 4000 if not said; 0: the estimate alone
          """
      ) { try Laboratory(options: $0).label() },
      LabProgram.Command(
        "judge", texts: ["rules"],
        usage: """
          [rules=…] < POSITIONS
              how well scores foretell results, by the part of the game; base rate: the loss of
              knowing nothing but who slides first
          """
      ) { try Laboratory(options: $0).judge() },
      .calibrate("POSITIONS", texts: ["rules"]) { try Laboratory(options: $0).calibration() },
      LabProgram.Command(
        "survey", texts: ["rules"],
        usage: """
          [rules=…] < POSITIONS
              what decided the games that the positions come from, all of one rule set: first \
          captures,
              and what both sides had before the first slide
          """
      ) { try Laboratory(options: $0).survey() },
      LabProgram.Command(
        "tune", numbers: ["rounds": OptionRanges.count, "seed": OptionRanges.seed],
        usage: """
          [rounds=N] [seed=N] < POSITIONS > WEIGHTS
              fits evaluation weights to positions on standard input, of any rules, and writes
              them; in place of a FILE of weights "stones" means weights that know only the stones
          """
      ) { try Laboratory(options: $0).tune() },
      LabProgram.Command(
        "endgame",
        numbers: [
          "more": 0...1, "samples": OptionRanges.count, "plies": OptionRanges.plies,
          "check": OptionRanges.count, "threads": OptionRanges.threads,
        ],
        texts: ["rules"],
        usage: """
          [rules=…] [more=N] [samples=N] [plies=N] [check=N] [threads=N]
              the exact table of the fewest stones that have not lost, four against four, or
              with more=1 of one more for one side (4.8 GB and hours of processor time);
              check=N asks the rules about N of its positions
          """
      ) { try Laboratory(options: $0).endgame() },
    ])

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
    if options.number("divide") == 1 {
      for (turn, count) in TurnGenerator(book).divide(position, depth: depth) { print(turn, count) }
    }
    print(TurnGenerator(book).perft(position, depth: depth))
  }

  // MARK: Matches

  /// Plays a match of two contestants and prints its result.
  private func match() throws {
    var match = Match()
    match.rules = try rules
    match.seed = UInt64(options.number("seed") ?? 1)
    match.openingTurns = options.number("opening") ?? 6
    match.swapsColors = options.number("swap") != 0
    let showsGames = options.number("games") == 1
    match.onGame = { if showsGames { print($0.text) } }
    let pairs = options.number("pairs") ?? 50
    if let (first, second) = try clockContestants() {
      var (first, second) = (first, second)
      print(match.play(&first, &second, pairs: pairs))
      for (name, player) in [("first", first), ("second", second)] {
        print("\(name): \(player.averageBudgetLeft.rounded()) % left at the end")
      }
      return
    }
    var first = try engine(options.text("first") ?? "nodes:2000", try weights("first-weights"))
    var second = try opponent(options.text("second") ?? "nodes:2000", seed: match.seed)
    print(match.play(&first, &second, pairs: pairs))
    print("slowest turn of the first: \(first.slowestTurn.milliseconds) ms")
  }

  /// Returns two contestants with node budgets for whole games, or `nil` if the options name
  /// others.
  private func clockContestants() throws -> (NodeClockContestant, NodeClockContestant)? {
    guard options.text("first")?.hasPrefix("clock:") == true else { return nil }
    func player(_ option: Substring, _ file: Substring) throws -> NodeClockContestant {
      let text = options.text(option) ?? ""
      guard text.hasPrefix("clock:"), let plan = ClockPlan(text.dropFirst("clock:".count))
      else {
        throw CommandError("no contestant '\(text)': against a clock clock:N[,slides:N]…")
      }
      return NodeClockContestant(
        player: LiuzhouPlayer(memoryLimit: 88 << 20, weights: try weights(file)), plan: plan)
    }
    return (try player("first", "first-weights"), try player("second", "second-weights"))
  }

  /// Returns the second contestant of a match.
  private func opponent(_ text: String, seed: UInt64) throws -> any Contestant {
    let parts = text.split(separator: ":")
    switch parts.first {
    case "random" where parts.count == 1: return RandomContestant(seed: seed)
    case "greedy" where parts.count == 1: return GreedyContestant(seed: seed)
    case "counting" where parts.count == 1: return CountingContestant(seed: seed)
    case "uct":
      return TreeSearchContestant(.playouts(try amount(text, in: OptionRanges.nodes)), seed: seed)
    case "uct-ms":
      let time = try amount(text, in: OptionRanges.milliseconds)
      return TreeSearchContestant(.time(.milliseconds(time)), seed: seed)
    default: return try engine(text, try weights("second-weights"))
    }
  }

  /// Returns the number after the colon of `WHO:N`.
  private func amount(_ text: String, in bounds: ClosedRange<Int>) throws -> Int {
    let parts = text.split(separator: ":")
    guard parts.count == 2, let amount = Int(parts[1]), bounds ~= amount else {
      throw CommandError("no contestant '\(text)': WHO:N with N in \(bounds)")
    }
    return amount
  }

  /// Returns the engine as the contestant that `text` names, such as `nodes:2000`.
  private func engine(_ text: String, _ weights: EvaluationWeights) throws -> EngineContestant {
    let parts = text.split(separator: ":")
    let bounds =
      ["ms", "cpu"].contains(parts.first) ? OptionRanges.milliseconds : OptionRanges.nodes
    let amount = try amount(text, in: bounds)
    let player = LiuzhouPlayer(memoryLimit: 88 << 20, weights: weights)
    switch parts[0] {
    case "ms": return EngineContestant(player: player, time: .milliseconds(amount))
    case "cpu":
      return EngineContestant(
        player: player, time: .milliseconds(amount), meter: .processor)
    // A search with a time limit, even one that never runs out, keeps its hash table from turn to
    // turn.
    case "warm":
      return EngineContestant(player: player, nodes: UInt64(amount), time: .seconds(1_000_000))
    case "nodes": return EngineContestant(player: player, nodes: UInt64(amount))
    default: throw CommandError("no contestant '\(text)'")
    }
  }

  /// Searches all openings with a number of stones, backs the scores up, and prints the book.
  private func openings() throws {
    let book = Rulebook(try rules)
    let nodes = options.number("nodes") ?? 1_000_000
    let count = options.number("stones") ?? 2
    let player = LiuzhouPlayer(memoryLimit: 350 << 20, weights: try weights("weights"))
    var openings = PlacementBook()
    let classes = (0...count).map { PlacementBook.classes(ofStones: $0) }
    let progress = Progress("openings", of: classes[count].count)
    for stones in classes[count] {
      var game = Game(book, from: book.start)
      for point in stones.inTurn { try game.play(Turn(.place(point))) }
      let report = player.search(game, limits: SearchLimits(nodes: UInt64(nodes)))
      let isBlack = game.position.sideToMove == .black
      openings[stones] = report.bestMove?.target.map {
        PlacementBook.PlacementEntry(score: isBlack ? report.score : -report.score, best: $0)
      }
      progress.step()
    }
    print("\(PlacementBook.rulesPrefix)\(book.rules)")
    print("# the stones in turn, the score for black, the best next placement;")
    print("# searched: \(nodes) nodes with \(count) stones; with fewer what the best of those say")
    for stones in classes.dropLast().reversed().joined() { openings.backUp(stones) }
    classes.joined().compactMap(openings.text).forEach { print($0) }
  }

  // MARK: Weights

  /// Returns the weights in the file that an option names, or those compiled into the engine.
  private func weights(_ option: Substring) throws -> EvaluationWeights {
    guard let path = options.text(option) else { return .compiledIn }
    do {
      return try EvaluationWeights(
        path == "stones" ? EvaluationTrainer.stonesOnly : WeightFile(path: path))
    } catch { throw CommandError("\(path): \(error)") }
  }

  private func selfPlay() throws {
    var play = SelfPlay(try rules, try weights("weights"))
    play.games = options.number("games") ?? play.games
    play.nodes = options.number("nodes").map(UInt64.init) ?? play.nodes
    play.seed = options.number("seed").map(UInt64.init) ?? play.seed
    play.decisiveNodes = options.number("decisive").map(UInt64.init)
    play.randomTurnInterval = options.number("strays") ?? play.randomTurnInterval
    play.maximumRandomTurns = options.number("random") ?? play.maximumRandomTurns
    print(Laboratory.rulesLine(try rules))
    play.run { print($0.text) }
  }

  /// Prints each position of the games on standard input, with its score and the game's result.
  private func label() throws {
    let book = Rulebook(try rules)
    let nodes = options.number("nodes") ?? 4000
    let player = LiuzhouPlayer(memoryLimit: 88 << 20, weights: try weights("weights"))
    print(Laboratory.rulesLine(book.rules))
    let progress = Progress("games")
    var count = 0
    while let line = readLine() {
      count += 1
      guard !line.hasPrefix("#") else { continue }
      guard let record = FinishedGame(line[...], under: book) else {
        throw CommandError("no game in line \(count) of standard input")
      }
      for length in record.turns.indices {
        let game = record.game(length)
        let limits = SearchLimits(nodes: UInt64(nodes))
        let score =
          nodes == 0 ? player.evaluate(game).score : player.search(game, limits: limits).score
        let points = record.points(game)
        print(ScoredPosition(position: game.position, score: score, points: points).text)
      }
      progress.step()
    }
  }

  private func judge() throws {
    var accuracy = ScoreAccuracy()
    try Laboratory.forEachSample(under: rules) { sample, _ in accuracy.add(sample) }
    accuracy.summary.forEach { print($0) }
  }

  private func survey() throws {
    var statistics: (rules: RuleSet, of: GameStatistics)?
    try Laboratory.forEachSample(under: rules) { sample, rules in
      if statistics == nil { statistics = (rules, GameStatistics(Rulebook(rules))) }
      guard statistics?.rules == rules else {
        throw CommandError("positions of '\(rules)' among others: a survey is of one rule set")
      }
      statistics?.of.add(sample)
    }
    statistics?.of.summary().forEach { print($0) }
  }

  private func calibration() throws -> Calibration {
    var calibration = Calibration()
    try Laboratory.forEachSample(under: rules) { sample, _ in
      calibration.add(sample.score, result: sample.points)
    }
    return calibration
  }

  private func tune() throws {
    var trainer = EvaluationTrainer(seed: UInt64(options.number("seed") ?? 1))
    trainer.epochs = options.number("rounds") ?? trainer.epochs
    try Laboratory.forEachSample(under: .fengyang) { trainer.add($0, under: $1) }
    try LabProgram.writeBytes(trainer.fit { LabProgram.logLine($0) }.bytes)
  }

  /// Returns the line before a list of positions that names their rules.
  private static func rulesLine(_ rules: RuleSet) -> String {
    "\(PlacementBook.rulesPrefix)\(rules)"
  }

  /// Calls `body` with each position on standard input and its rules.
  ///
  /// The rules are those of the last heading, or `rules` before the first one.
  private static func forEachSample(
    under rules: RuleSet, _ body: (ScoredPosition, RuleSet) throws -> Void
  ) throws {
    var book = Rulebook(rules)
    var count = 0
    while let line = readLine() {
      count += 1
      if line.hasPrefix(PlacementBook.rulesPrefix) {
        book = Rulebook(try RuleSet(line.dropFirst(PlacementBook.rulesPrefix.count)))
        continue
      }
      guard let sample = ScoredPosition(line[...], under: book) else {
        throw CommandError("no position in line \(count) of standard input")
      }
      try body(sample, book.rules)
    }
    guard count > 0 else { throw CommandError("no positions on standard input") }
  }

  // MARK: Endgames

  /// Computes the endgame table, prints its summaries and samples, and checks it.
  private func endgame() throws {
    let rules = try rules
    guard EndgameTable.supports(rules) else {
      throw CommandError(
        "the table is of lose-at=1 to 3, fly-at no greater and blocked=pass, not of '\(rules)'")
    }
    let table = EndgameTable(
      rules, isUnequal: options.number("more") == 1, threads: options.number("threads") ?? 1
    ) { stones, plies, entries in
      LabProgram.printLine("# \(stones.0) against \(stones.1), \(plies) plies: \(entries)")
    }
    for summary in table.summaries() {
      LabProgram.printLine(
        "# \(summary.own) against \(summary.opponent): wins \(summary.wins),"
          + " losses \(summary.losses), draws \(summary.draws),"
          + " longest win \(summary.longest) plies")
    }
    let samples = table.samples(
      perValue: options.number("samples") ?? 0, plies: options.number("plies") ?? 9, seed: 1)
    for (position, value) in samples {
      print(rules, position, value, separator: " | ")
    }
    if let count = options.number("check") {
      let contradictions = table.contradictions(among: count, seed: 2)
      LabProgram.printLine("# \(contradictions) of \(count) positions contradict the rules")
      if contradictions > 0 { throw CommandError("the table is wrong") }
    }
  }
}

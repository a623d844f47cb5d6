import CommandLineKit
import LabKit
import Liuzhou
import LiuzhouRules
import Platform
import SearchTypes

extension Laboratory {
  /// The commands that play matches and search for openings.
  static let matchCommands = [
    LabProgram.Command(
      "match",
      usual: ["pairs", "opening", "seed"],
      numbers: [
        "games": OptionRanges.flag, "swap": OptionRanges.flag, "level": OptionRanges.flag,
      ],
      texts: ["first", "second", "rules", "first-weights", "second-weights"],
      usage: """
        first=WHO second=WHO [pairs=N] [opening=TURNS] [level=0] [seed=N] [rules=…] [games=1]
              [swap=0] [first-weights=FILE] [second-weights=FILE]
            The openings are random turns, 6 if not said, that the engine scores level; with
            level=0 any random turns, which often decide the game and so hide differences.
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
      "openings", usual: ["nodes"], numbers: ["stones": 1...4],
      texts: ["rules", "weights"],
      usage: """
        [nodes=N] [stones=N] [rules=…] [weights=FILE]
            the table of openings: a search of N nodes, 1000000 if not said, of each of the ways
            to place so many stones, 2 if not said (1 has 6 of them, 2 165, 3 2715, 4 44481),
            and what the best of them say of fewer stones
        """
    ) { try Laboratory(options: $0).openings() },
  ]

  /// Plays a match of two contestants and prints its result.
  private func match() throws {
    var match = Match()
    match.rules = try rules
    match.seed = options.seed
    match.openingTurns = options.number("opening", or: match.openingTurns)
    match.swapsColors = options.number("swap") != 0
    let showsGames = options.number("games") == 1
    match.onGame = { if showsGames { print($0.text) } }
    let pairs = options.number("pairs", or: 50)
    if options.number("level") != 0 {
      match.openings = try LevelOpenings.find(
        pairs, turns: match.openingTurns, under: match.rules, seed: match.seed)
    }
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

  /// Returns two contestants with node budgets for whole games (`clock:N`).
  ///
  /// - Returns: `nil` if the option `first` names a contestant of another kind.
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

  /// Returns the number N of a contestant's name `WHO:N`, such as `nodes:2000`.
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
    // A search keeps its hash table from turn to turn if it has a time limit, however long.
    case "warm":
      return EngineContestant(player: player, nodes: UInt64(amount), time: .seconds(1_000_000))
    case "nodes": return EngineContestant(player: player, nodes: UInt64(amount))
    default: throw CommandError("no contestant '\(text)'")
    }
  }

  /// Searches all openings with a given number of stones, backs their scores up to openings with
  /// fewer stones, and prints the book.
  private func openings() throws {
    let book = Rulebook(try rules)
    let nodes: UInt64 = options.number("nodes", or: 1_000_000)
    let count = options.number("stones", or: 2)
    let player = LiuzhouPlayer(memoryLimit: 350 << 20, weights: try weights("weights"))
    var openings = PlacementBook()
    let classes = (0...count).map { PlacementBook.classes(ofStones: $0) }
    let progress = Progress("openings", of: classes[count].count)
    for stones in classes[count] {
      var game = Game(book, from: book.start)
      for point in stones.inTurn { try game.play(Turn(.place(point))) }
      let report = player.search(game, limits: SearchLimits(nodes: nodes))
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
}

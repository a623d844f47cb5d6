import CommandLineKit
import LabKit
import Liuzhou
import LiuzhouRules
import Platform
import SearchTypes

extension Laboratory {
  /// The commands that make positions, analyse them and learn from them.
  static let trainingCommands = [
    LabProgram.Command(
      "selfplay", usual: ["games", "nodes", "decisive", "seed", "strays"],
      numbers: ["random": 2...36], texts: ["rules", "weights"],
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
    LabProgram.Command.calibrate("POSITIONS", texts: ["rules"]) {
      try Laboratory(options: $0).calibration()
    },
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
      "tune", usual: ["rounds", "seed"],
      usage: """
        [rounds=N] [seed=N] < POSITIONS > WEIGHTS
            fits evaluation weights to positions on standard input, of any rules, and writes
            them; in place of a FILE of weights "stones" means weights that know only the stones
        """
    ) { try Laboratory(options: $0).tune() },
  ]

  private func selfPlay() throws {
    var play = SelfPlay(try rules, try weights("weights"))
    play.games = options.number("games", or: play.games)
    play.nodes = options.number("nodes", or: play.nodes)
    play.seed = options.seed
    play.decisiveNodes = options.number("decisive").map(UInt64.init)
    play.randomTurnInterval = options.number("strays", or: play.randomTurnInterval)
    play.maximumRandomTurns = options.number("random", or: play.maximumRandomTurns)
    print(Laboratory.rulesLine(try rules))
    play.run { print($0.text) }
  }

  /// Prints each position before a turn of the games on standard input.
  ///
  /// Its score and the game's result are printed with it.
  private func label() throws {
    let book = Rulebook(try rules)
    let nodes: UInt64 = options.number("nodes", or: 4000)
    let player = LiuzhouPlayer(memoryLimit: 88 << 20, weights: try weights("weights"))
    print(Laboratory.rulesLine(book.rules))
    let progress = Progress("games")
    try LabProgram.readLines("game") { line in
      guard !line.hasPrefix("#") else { return true }
      guard let record = FinishedGame(line[...], under: book) else { return false }
      for length in record.turns.indices {
        let game = record.game(length)
        let limits = SearchLimits(nodes: nodes)
        let score =
          nodes == 0 ? player.evaluate(game).score : player.search(game, limits: limits).score
        let points = record.points(game)
        print(ScoredPosition(position: game.position, score: score, points: points).text)
      }
      progress.step()
      return true
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
    var trainer = EvaluationTrainer(seed: options.seed)
    trainer.epochs = options.number("rounds", or: trainer.epochs)
    try Laboratory.forEachSample(under: .fengyang) { trainer.add($0, under: $1) }
    try LabProgram.writeBytes(trainer.fit { CurrentProcess.note($0) }.bytes)
  }

  /// Returns the heading line that names the rules of the positions below it.
  private static func rulesLine(_ rules: RuleSet) -> String {
    "\(PlacementBook.rulesPrefix)\(rules)"
  }

  /// Calls `body` with each position on standard input and its rules.
  ///
  /// The rules are named by the last heading line before the position, or are `rules` before the
  /// first heading.
  ///
  /// - Throws: an error for an empty input, or a line that is neither a position nor a heading.
  private static func forEachSample(
    under rules: RuleSet, _ body: (ScoredPosition, RuleSet) throws -> Void
  ) throws {
    var book = Rulebook(rules)
    var count = 0
    _ = try LabProgram.readLines("position") { line in
      if line.hasPrefix(PlacementBook.rulesPrefix) {
        book = Rulebook(try RuleSet(line.dropFirst(PlacementBook.rulesPrefix.count)))
        return true
      }
      guard let sample = ScoredPosition(line[...], under: book) else { return false }
      try body(sample, book.rules)
      count += 1
      return true
    }
    guard count > 0 else { throw CommandError("no positions on standard input") }
  }
}

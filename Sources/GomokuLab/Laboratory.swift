import Glibc
import Gomoku
import LabKit
import SearchKit

/// The commands of `gomoku-lab`: how the engine's learned weights are made.
public struct Laboratory {
  private let command: String
  private let options: Options

  public init(_ arguments: [String]) {
    command = arguments.first ?? "help"
    options = Options(arguments.dropFirst())
  }

  public func run() {
    do { try obey() } catch {
      Laboratory.note("gomoku-lab: \(error)")
      exit(1)
    }
  }

  private func obey() throws {
    switch command {
    case "generate": try generate()
    case "calibrate": Calibration(readGames()).summary.forEach { print($0) }
    case "train": try train()
    case "embed": try embed()
    case "match": try match()
    default: print(Laboratory.help)
    }
  }

  private static let help = """
    generate [variant=freestyle] [size=15] [weights=FILE] [games=N] [nodes=N] [seed=N]
             [strays=N]
        plays games of the engine against itself and prints one a line; one move in N is
        a random one (14; none if 0)
    calibrate < GAMES
        the centistones by which the odds of winning grow e-fold, and how well scores
        foretell results with them
    train variant=NAME [from=FILE] [scale=N] [share=PERCENT] [rounds=N] [rate=PER MILLE]
          [moves=1] < GAMES
        learns a variant's weights from games and prints them, from nothing or from the
        weights in a file; with moves=1 those of the move ordering too
    embed < WEIGHTS
        prints weights as a source file of the engine
    match [first=FILE] [second=FILE] [variant=freestyle] [size=15] [pairs=N] [nodes=N] [seed=N]
        plays two sets of weights against each other; without a file those of the program
    """

  private func readGames() -> [TrainingGame] {
    var games: [TrainingGame] = []
    while let line = readLine() {
      if let game = TrainingGame(line) { games.append(game) }
    }
    return games
  }

  private func train() throws {
    var trainer = Trainer(variant, scale: Float(options.number("scale") ?? 170))
    trainer.resultShare = Float(options.number("share") ?? 50) / 100
    trainer.learnsMoves = options.text("moves") != nil
    trainer.rounds = options.number("rounds") ?? trainer.rounds
    trainer.firstRate = options.number("rate").map { Float($0) / 1000 } ?? trainer.firstRate
    if let file = options.text("from") { trainer.start(from: try Weights(file: file)) }
    for game in readGames() where game.variant == variant { trainer.add(game) }
    let weights = trainer.fit { line in Laboratory.note(line) }
    print(weights.text)
  }

  private func embed() throws {
    var lines: [String] = []
    while let line = readLine() { lines.append(line) }
    let weights = try Weights(reading: lines.joined(separator: "\n"))
    print("// Written by `gomoku-lab embed`.\nextension Weights {")
    print("  static let \(weights.variant)Text: StaticString = \"\"\"")
    for line in weights.text.split(separator: "\n") { print("    " + line) }
    print("    \"\"\"\n}")
  }

  private func match() throws {
    let nodes = UInt64(options.number("nodes") ?? 5000)
    var openings = SelfPlay(seed: UInt64(options.number("seed") ?? 1))
    openings.variant = variant
    openings.size = size
    openings.bias = 120
    openings.nodes = nodes
    var match = Match(
      first: try player(options.text("first")), second: try player(options.text("second")),
      openings: openings)
    match.nodes = nodes
    let pairs = options.number("pairs") ?? 100
    for pair in 1...pairs {
      match.playPair()
      if pair.isMultiple(of: 50) || pair == pairs { print(match.summary) }
    }
  }

  private var variant: Variant {
    options.text("variant").flatMap { Variant(named: $0) } ?? .freestyle
  }
  private var size: BoardSize {
    options.number("size").flatMap { BoardSize(side: $0) } ?? .standard
  }

  /// A player with the weights in a file, or with the program's own.
  private func player(_ file: String?) throws -> GomokuPlayer {
    let player = GomokuPlayer(memoryLimit: 32 << 20)
    if let file { player.use(try Weights(file: file)) }
    return player
  }

  /// Tells how far a long command has come.
  private static func note(_ line: String) {
    let text = line + "\n"
    write(STDERR_FILENO, text, text.utf8.count)
  }

  private func generate() throws {
    var play = SelfPlay(
      try player(options.text("weights")), seed: UInt64(options.number("seed") ?? 1))
    play.variant = variant
    play.size = size
    play.nodes = UInt64(options.number("nodes") ?? 2000)
    play.strayInterval = options.number("strays") ?? play.strayInterval
    for _ in 0..<(options.number("games") ?? 100) { print(play.play().text) }
  }
}

import CommandLineKit
import GomokuRules
import LabKit
import Platform

extension Laboratory {
  /// The commands that make games and analyse them.
  static let gameCommands = [
    LabProgram.Command(
      "generate",
      usual: ["games", "nodes", "seed", "strays"], numbers: ["size": sides],
      texts: ["variant", "weights"],
      usage: """
        [variant=freestyle] [size=15] [weights=FILE] [games=N] [nodes=N] [seed=N]
                 [strays=N]
            plays games of the engine against itself and prints one a line; one move in N is
            a random one (14; none if 0)
        """
    ) { try Laboratory(options: $0).generate() },
    LabProgram.Command(
      "label", usual: ["nodes"], numbers: ["interval": 1...OptionRanges.count.upperBound],
      usage: """
        [nodes=N] [interval=N] < GAMES > GAMES
            searches one position in N of games again (7), with N nodes (20000), and prints each
            as a game of one ply without a result
        """
    ) { try Laboratory(options: $0).label() },
    LabProgram.Command.calibrate("GAMES-WITHOUT-STRAYS") { _ in
      try Calibration(Laboratory.readGames())
    },
  ]

  func generate() throws {
    var play = SelfPlay(try engine("weights", of: variant).player(), seed: options.seed)
    play.variant = try variant
    play.size = try size
    play.nodes = options.number("nodes", or: 2000)
    play.randomMoveInterval = options.number("strays", or: play.randomMoveInterval)
    let count = options.number("games", or: 100)
    let progress = Progress("games", of: count)
    for _ in 0..<count {
      print(play.play().text)
      progress.step()
    }
  }

  func label() throws {
    var relabelling = Relabelling()
    relabelling.nodes = options.number("nodes", or: relabelling.nodes)
    relabelling.interval = options.number("interval", or: relabelling.interval)
    let games = try Laboratory.readGames()
    let progress = Progress("games", of: games.count)
    for game in games {
      for label in relabelling.labels(of: game) { print(label.text) }
      progress.step()
    }
  }

  static func readGames() throws -> [TrainingGame] {
    var games: [TrainingGame] = []
    try LabProgram.readLines("game") { line in
      guard let game = TrainingGame(line) else { return false }
      games.append(game)
      return true
    }
    return games
  }
}

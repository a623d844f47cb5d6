import CommandLineKit
import Foundation
import GomokuRules
import LiuzhouRules
import Match
import Platform
import Tournament

extension Command {
  static let openings = Command(
    name: "openings", summary: "make balanced openings with an engine's help",
    usage: """
      usage: arena openings ENGINE [--rule R] [--size N] [--plies N] [--count N] [--bias S]
                                   [--nodes N] [--seed N]
             arena openings ENGINE --liuzhou RULES [--plies N] [--count N] …

        --rule R    freestyle (default), standard, renju, caro or exact-caro
        --size N    the board's side (default 15)
        --liuzhou RULES
                    Liuzhou chess by these rules: a preset and switches, in one word for the shell
        --plies N   moves in an opening (default 6)
        --count N   openings (default 20)
        --bias S    the greatest score for either side, in centistones (default 30)
        --nodes N   nodes of search for a score (default 20000)

      Writes an opening file on standard output: random positions, in gomoku near the centre, no two
      alike up to symmetry, none of them decided, each with the score for the side to move. Searches
      of an eighth, a sixty-fourth … of the nodes sort out most positions first, with 40 centistones
      more allowed for each step. The same options and the same engine give the same file, whose head
      is the command.
      """,
    run: { arguments in
      let (game, options) = try kind(&arguments)
      let plies = try arguments.int("--plies", in: Bounds.openingPlies) ?? 6
      let count = try arguments.int("--count", in: Bounds.openings) ?? 20
      let bias = try arguments.int("--bias", in: Bounds.bias) ?? 30
      let nodes = try arguments.int("--nodes", in: Bounds.openingNodes) ?? 20_000
      let seed = try arguments.int("--seed", in: Bounds.seed) ?? 1
      let path = try arguments.word("ENGINE")
      try arguments.finish()
      var engine = EngineConfig(name: "engine", command: path)
      engine.limits.nodes = nodes
      var generator = OpeningGenerator(
        game: game, plies: plies, scoreLimit: bias, engine: engine, seed: UInt64(seed))
      let program = URL(filePath: path).lastPathComponent
      Terminal.show(
        """
        # \(count) openings, \(game.name); scores for the side to move at \(nodes) nodes, \
        at most \(bias).
        # arena openings \(program) \(options) --plies \(plies) \
        --count \(count) --bias \(bias) --nodes \(nodes) --seed \(seed)
        """)
      try generator.generate(count: count) { opening, score in
        let moves = opening.moves.map(\.description).joined(separator: game.moveSeparator)
        Terminal.show("\(moves)  # \(score)")
        CurrentProcess.flush()
      }
      Terminal.complain("positions searched, rung by rung: \(generator.searches)")
      return .finished
    })

  /// Parses the game whose openings are wanted; returns it with the options that would name it
  /// again.
  private static func kind(_ arguments: inout Arguments) throws -> (GameKind, options: String) {
    if let text = try arguments.value("--liuzhou") {
      do {
        let rules = try RuleSet(text)
        return (.liuzhou(rules), "--liuzhou \"\(rules)\"")
      } catch { throw Arguments.UsageError(message: "--liuzhou: \(error)") }
    }
    let rule = try arguments.value("--rule") ?? "freestyle"
    let side = try arguments.int("--size", in: BoardSize.sides) ?? 15
    guard let game = GameKind(rule: rule, side: side) else {
      throw Arguments.UsageError(message: "unknown rule \"\(rule)\"")
    }
    return (game, "--rule \(rule) --size \(side)")
  }
}

extension GameKind {
  /// The text between the moves of an opening, which is one line of the output.
  fileprivate var moveSeparator: String {
    switch self {
    case .gomoku: ""
    case .liuzhou: " "
    }
  }
}

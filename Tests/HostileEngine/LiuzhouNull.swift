import Basics
import LiuzhouRules

/// The trivial player of Liuzhou chess: a legal turn that depends on nothing but the game so far.
struct LiuzhouNull {
  private var game: Game

  /// Reads the rest of `START liuzhou …`.
  init?(_ rules: Substring) {
    guard let rules = try? RuleSet(rules) else { return nil }
    game = Game(rules)
  }

  /// Plays the turns of `BOARD` from the start.
  mutating func setUp(_ lines: [String]) {
    game = Game(game.rules)
    for line in lines { play(line) }
  }

  mutating func play(_ text: some StringProtocol) {
    if let turn = try? Turn(text) { try? game.play(turn) }
  }

  /// Chooses a turn and plays it.
  mutating func answer() -> String? {
    let turns = game.legalTurns
    guard !turns.isEmpty else { return nil }
    let mixed = game.turns.reduce(UInt64(game.turns.count)) {
      ($0 ^ UInt64($1.target?.index ?? 40)) &* 0x9E37_79B9_7F4A_7C15
    }
    let turn = turns[Int(mixed >> 33) % turns.count]
    try? game.play(turn)
    return turn.description
  }
}

import Basics
import SearchKit
import TestSupport
import Testing

@testable import Liuzhou
@testable import LiuzhouRules

/// Games of random turns, the same on every machine.
@Suite struct RandomGameTests {
  private static let rules = RuleSet.presets.map(\.name) + ["blocked=exchange"]

  @Test(arguments: rules)
  func incrementalStateEqualsRecomputation(name: String) throws {
    let book = Rulebook(try RuleSet(name))
    var generator = SplitMix64(seed: 5)
    for _ in 0..<Effort.count(800, thorough: 2_500, sanitized: 30) {
      var game = Game(book, from: book.start)
      while game.outcome == nil {
        let turn = try RandomTurn.pick(in: game.position, under: book, using: &generator)
        try game.play(turn)
        let position = game.position
        guard position.key == book.key(of: position) else {
          Issue.record("key of \(position)")
          return
        }
        // Texts take most of the time: every seventh turn has to do.
        guard game.turns.count % 7 == 0 else { continue }
        let read = try book.position(position.description)
        #expect(read == position && read.key == position.key)
        #expect(read.steps <= position.steps)
        #expect(position.phase.canEnd || read.steps == position.steps)
        #expect(try Turn(turn.description) == turn)
      }
      #expect(game.turns.count >= 36 && game.turns.count < 5_000)
    }
  }

  @Test(arguments: [
    "fengyang", "shandong-app", "length=60", "quiet=9 repetition=none", "protect=never length=130",
    "shandong repetition=none length=90",
    "lose-at=0 fly-at=18 quiet=300 repetition=none length=200",
  ])
  func gamesEndByTheRulesOfThePlainReading(switches: String) throws {
    let book = Rulebook(try RuleSet(switches))
    let plain = PlainEnds(rules: book.rules)
    var generator = SplitMix64(seed: 9)
    var ends: Set<String> = []
    for _ in 0..<Effort.count(60, thorough: 600, sanitized: 6) {
      var game = Game(book, from: book.start)
      var positions = [game.position.description]
      while true {
        let end = plain.end(positions: positions, turns: game.turns.map(\.description))
        let name: String? =
          switch game.outcome?.reason {
          case .fewStones?: "few stones"
          case .length?: "length"
          case .quiet?: "quiet"
          case .repetition?: "repetition"
          case .blocked?: "blocked"
          case nil: nil
          }
        #expect(end == name, "\(game.turns.count) turns, \(game.position)")
        if let end { ends.insert(end) }
        guard game.outcome == nil, end == nil else { break }
        try game.play(RandomTurn.pick(in: game.position, under: book, using: &generator))
        positions.append(game.position.description)
      }
    }
    #expect(book.rules.length == 0 || ends.contains("length"))
    #expect(book.rules.repetition == .draw || !ends.contains("repetition"))
  }

  @Test func takingBackRestoresEverything() throws {
    let book = Rulebook()
    var generator = SplitMix64(seed: 6)
    for _ in 0..<Effort.count(200, sanitized: 50) {
      var game = Game(book, from: book.start)
      var texts = [game.position.description]
      while game.outcome == nil {
        try game.play(RandomTurn.pick(in: game.position, under: book, using: &generator))
        texts.append(game.position.description)
      }
      while let turn = game.takeBack() {
        texts.removeLast()
        #expect(game.position.description == texts.last)
        #expect(game.position.key == book.key(of: game.position))
        try game.check(turn)
      }
      #expect(texts.count == 1)
    }
  }

  @Test func everyListedTurnIsLegalAndEveryOtherSetIsNot() throws {
    let book = Rulebook(.huainan)
    var generator = SplitMix64(seed: 7)
    for _ in 0..<Effort.count(40, sanitized: 4) {
      var game = Game(book, from: book.start)
      while game.outcome == nil {
        let turns = game.legalTurns
        #expect(Set(turns).count == turns.count)
        for turn in turns.prefix(50) {
          try game.check(turn)
          let opponent = game.position.opponent
          guard let extra = (opponent - turn.captured).min() else { continue }
          let greedy = Turn(turn.action, capturing: turn.captured | PointSet(extra))
          #expect(throws: IllegalTurn.self) { try game.check(greedy) }
        }
        try game.play(RandomTurn.pick(in: game.position, under: book, using: &generator))
      }
    }
  }

  /// The definition of formed stones, formation by formation.
  @Test(arguments: rules) func formedStonesFollowTheDefinition(name: String) throws {
    let rules = try RuleSet(name)
    let book = Rulebook(rules)
    var generator = SplitMix64(seed: 8)
    for _ in 0..<Effort.count(6_000, thorough: 20_000, sanitized: 300) {
      let stones = PointSet(
        bits: (generator.next() | generator.next()) & PointSet.board.bits)
      let complete = Formation.all.filter {
        rules.value(of: $0.shape) > 0 && stones.isSuperset(of: $0.points)
      }
      #expect(book.formed(stones) == complete.reduce(.none) { $0 | $1.points })
      for point in stones {
        let values = complete.filter { $0.points.contains(point) }.map { rules.value(of: $0.shape) }
        let earned = rules.count == .best ? values.max() ?? 0 : values.reduce(0, +)
        #expect(book.earned(at: point, by: stones) == earned)
      }
    }
  }
}

/// Turns drawn at random: the action first, then its captures.
enum RandomTurn {
  static func pick(
    in position: Position, under book: Rulebook, using generator: inout SplitMix64
  ) throws -> Turn {
    var choices: [(Turn.Action, RequiredCaptures)] = []
    TurnGenerator(book).forEachAction(in: position) { choices.append(($0, $1)) }
    let (action, required) = try #require(choices.randomElement(using: &generator))
    let taken = required.pool.shuffled(using: &generator).prefix(required.count)
    return Turn(action, capturing: PointSet(taken) | required.compulsory)
  }
}

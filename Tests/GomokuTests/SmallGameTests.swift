import Basics
import TestSupport
import Testing

/// The theorem of `tournaments/theorem/every-board.md` for three and four in a row, where positions on
/// larger boards can be searched to the end.
@Suite struct SmallGameTests {
  typealias Place = SmallGame.Place
  typealias Stones = SmallGame.Stones
  typealias Node = SmallGame.Node

  /// All places of a board of `game`'s size on boards of up to `side` by `side` points.
  private static func larger(
    _ game: SmallGame, side: Int
  ) -> [(game: SmallGame, x: Int, y: Int)] {
    (game.width...side).flatMap { width in
      (game.height...side).flatMap { height in
        (0...width - game.width).flatMap { x in
          (0...height - game.height).map { y in
            (SmallGame(k: game.k, isExact: game.isExact, width: width, height: height), x, y)
          }
        }
      }
    }
  }

  private static func wins(
    _ node: Node, _ stones: Stones, moves: Int, on larger: (game: SmallGame, x: Int, y: Int)
  ) -> Bool {
    var search = SmallGameSearch(larger.game)
    let move = Place(x: node.move.x + larger.x, y: node.move.y + larger.y)
    return search.wins(by: move, stones.moved(x: larger.x, y: larger.y), moves: moves)
  }

  /// Three in a row: strategies from the empty board, and every board that contains theirs.
  @Test(arguments: [false, true]) func threeInARowIsWonOnEveryBoard(isExact: Bool) {
    var models: [SmallGame] = []
    for width in 3...6 {
      for height in 3...width {
        let game = SmallGame(k: 3, isExact: isExact, width: width, height: height)
        let middle = Place(x: width / 2, y: height / 2)
        func distance(_ place: Place) -> Int {
          let (x, y) = (place.x - middle.x, place.y - middle.y)
          return x * x + y * y
        }
        let node = game.strategy(Stones(), moves: 4) { places in
          places.sorted { (distance($0), $0) < (distance($1), $1) }
        }
        guard let node, game.holdsOnEveryBoard(node, Stones()) else { continue }
        models.append(game)
        let moves = node.moves(game, Stones())
        for larger in SmallGameTests.larger(game, side: 7) {
          #expect(SmallGameTests.wins(node, Stones(), moves: moves, on: larger), "\(larger)")
        }
      }
    }
    print("three in a row, exact \(isExact): \(models.map { "\($0.width)x\($0.height)" })")
    #expect(models.contains { $0.width <= 5 && $0.height <= 5 })
  }

  private struct Tally {
    var everywhere = 0
    var onBoardOnly = 0
    var searched = 0
    /// How many that hold on their board alone are no win on a larger one.
    var lostElsewhere = 0
  }

  @Test(arguments: [(3, false), (3, true), (4, false), (4, true)])
  func whatHoldsOnEveryBoardIsWonThere(k: Int, isExact: Bool) {
    var random = SplitMix64(seed: StrategyEffort.seed &* 31 &+ UInt64(2 * k + (isExact ? 1 : 0)))
    let count = StrategyEffort.mutants(120) / (k == 3 ? 1 : 4)
    var tally = Tally()
    for _ in 0..<count {
      let sides = k == 3 ? 3...5 : 4...6
      let game = SmallGame(
        k: k, isExact: isExact, width: Int.random(in: sides, using: &random),
        height: Int.random(in: sides, using: &random))
      let stones = SmallGameTests.stones(game, &random)
      guard game.fives(stones.loser, stones).count < 2,
        let found = game.strategy(
          stones, moves: k, order: { SmallGameTests.order($0, stones, &random) })
      else { continue }
      for round in 0..<4 {
        let node = round == 0 ? found : SmallGameTests.mutated(found, game, &random)
        guard game.holds(node, stones) else { continue }
        let holds = game.holdsOnEveryBoard(node, stones)
        if holds { tally.everywhere += 1 } else { tally.onBoardOnly += 1 }
        let moves = node.moves(game, stones)
        let all = SmallGameTests.larger(game, side: 6).shuffled(using: &random)
        for larger in all.prefix(holds ? Effort.count(4, thorough: 16) : 1) {
          tally.searched += 1
          let wins = SmallGameTests.wins(node, stones, moves: moves, on: larger)
          if holds {
            #expect(wins, "\(game) \(stones) \(node) \(larger)")
          } else if !wins {
            tally.lostElsewhere += 1
          }
        }
      }
    }
    print("\(k) in a row, exact \(isExact): \(tally)")
    #expect(tally.everywhere * 4 >= count && tally.onBoardOnly * 4 >= count, "\(tally)")
    #expect(k == 4 || tally.lostElsewhere * 40 >= count, "\(tally)")
  }

  /// Lemma 3: a board needs to have the first stones and the winner's rows only. All other points
  /// are left out at random, also those where he stops a four of the loser, and the loser's replies.
  @Test func aSmallerBoardWillDo() {
    var random = SplitMix64(seed: StrategyEffort.seed &* 37)
    let game = SmallGame(k: 4, isExact: false, width: 8, height: 8)
    let count = StrategyEffort.mutants(40)
    var (searched, lacking) = (0, 0)
    for _ in 0..<count {
      // Two pairs of the winner at the left; at the right three stones of the loser with one end
      // open, so that the winner has to play there first.
      var stones = Stones()
      for y in [Int.random(in: 1...2, using: &random), Int.random(in: 5...6, using: &random)] {
        let x = Int.random(in: 1...2, using: &random)
        stones.winner.formUnion([Place(x: x, y: y), Place(x: x + 1, y: y)])
      }
      let (top, isTopClosed) = (Int.random(in: 1...4, using: &random), Bool.random(using: &random))
      for y in top..<top + 3 { stones.loser.insert(Place(x: 7, y: y)) }
      stones.winner.insert(Place(x: 7, y: isTopClosed ? top - 1 : top + 3))
      guard
        let node = game.strategy(
          stones, moves: 4, order: { SmallGameTests.order($0, stones, &random) }),
        game.holdsOnEveryBoard(node, stones)
      else { continue }
      let needed = game.winningRows(node, stones).union(stones.winner).union(stones.loser)
      let moves = node.moves(game, stones)
      for _ in 0..<4 {
        let part = Int.random(in: 1...4, using: &random)
        let missing = Set(
          game.places.filter {
            !needed.contains($0) && Int.random(in: 0..<4, using: &random) < part
          })
        var search = SmallGameSearch(game, missing: missing)
        searched += 1
        if node.names(missing) { lacking += 1 }
        let isWon = search.wins(stones, moves: moves)
        #expect(isWon, "\(stones) \(node) \(missing)")
      }
    }
    print("four in a row on smaller boards: \(searched), named points missing in \(lacking)")
    #expect(searched * 4 >= count && lacking * 4 >= searched, "\(searched) \(lacking)")
  }

  /// Stones of both sides at random, without a row that wins.
  private static func stones(_ game: SmallGame, _ random: inout SplitMix64) -> Stones {
    var stones = Stones()
    let most = game.k == 3 ? 2 : 5
    let counts = (
      Int.random(in: game.k - 3...most, using: &random), Int.random(in: 0...most, using: &random)
    )
    let places = game.places.shuffled(using: &random)
    for place in places {
      if stones.winner.count < counts.0 {
        if !game.makesRow(stones.winner, place) { stones.winner.insert(place) }
      } else if stones.loser.count < counts.1, !game.makesRow(stones.loser, place) {
        stones.loser.insert(place)
      }
    }
    return stones
  }

  /// The moves near the winner's stones first.
  private static func order(
    _ places: [Place], _ stones: Stones, _ random: inout SplitMix64
  ) -> [Place] {
    places.shuffled(using: &random).map { place in
      (place, stones.winner.map { max(abs($0.x - place.x), abs($0.y - place.y)) }.min() ?? 0)
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// Changes one node: a branch less, a mark more or less, another reply, or a pass for a reply.
  private static func mutated(
    _ node: Node, _ game: SmallGame, _ random: inout SplitMix64
  ) -> Node {
    var node = node
    guard let branch = node.branches.indices.randomElement(using: &random) else { return node }
    if node.branches[branch].node.branches.isEmpty || Bool.random(using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: node.branches.remove(at: branch)
      case 1: node.branches[branch].isMarked = true
      case 2 where node.branches[branch].reply != nil: node.branches[branch].isMarked.toggle()
      case 3: (node.branches[branch].reply, node.branches[branch].isMarked) = (nil, true)
      default:
        node.branches.append(node.branches[branch])
        node.branches[branch].reply = game.places.randomElement(using: &random)
        if Bool.random(using: &random) { node.branches[branch].isMarked = true }
      }
    } else {
      node.branches[branch].node = mutated(node.branches[branch].node, game, &random)
    }
    return node
  }
}

extension SmallGame.Node {
  /// All moves and replies.
  var named: Set<SmallGame.Place> {
    branches.reduce(into: [move]) { named, branch in
      named.formUnion(branch.node.named)
      if let reply = branch.reply { named.insert(reply) }
    }
  }

  /// Whether a move or a reply is one of `places`.
  func names(_ places: Set<SmallGame.Place>) -> Bool { !named.isDisjoint(with: places) }
}

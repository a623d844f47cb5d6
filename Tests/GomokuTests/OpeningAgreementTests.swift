import Basics
import GomokuRules
import TestSupport
import Testing

/// The opening rules against `NaiveOpening`'s reading of them, in random openings.
@Suite struct OpeningAgreementTests {
  /// The rules by name; `five` takes another number of fifth moves in each opening.
  static let names = OpeningRule.fixed.map(\.description) + ["five"]

  @Test(arguments: names) func bothReadingsAgreeAtEveryStep(name: String) throws {
    var players = RandomOpenings(seed: 0x0FE7)
    let count = Effort.count(1_000, thorough: 10_000, sanitized: 100)
    for number in 0..<count { try players.play(name, number) }
    #expect(players.differences.isEmpty, "\(players.differences.prefix(5))")
    // Every opening ends, and enough of the actions were legal and illegal.
    #expect(players.ended == count)
    #expect(players.refused > count && players.accepted > 2 * count)
  }
}

private struct RandomOpenings: Dice {
  var generator: SplitMix64
  var differences: [String] = []
  var ended = 0
  var accepted = 0
  var refused = 0
  /// The line through the middle on which the stones lie, so that they have symmetries.
  private var line = Line.none

  private enum Line { case none, column, diagonal }

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func play(_ name: String, _ number: Int) throws {
    generator = SplitMix64(seed: 0x0FE7, index: number)
    let ruleName = name == "five" ? "five-\(Int.random(in: 1...12, using: &generator))" : name
    let rule = try #require(OpeningRule(ruleName))
    let variants = Variant.allCases.filter { rule.allows(.standard, $0) }
    let variant = try #require(pick(variants))
    let size = try #require(pick(RandomOpenings.sizes.filter { rule.allows($0, variant) }))
    var game = try #require(OpeningGame(rule, size: size, variant: variant))
    line = pick([.none, .none, .column, .diagonal]) ?? .none
    var naive = NaiveOpening(rule: ruleName, width: size.width, height: size.height)
    for _ in 0..<400 where !game.isOver {
      compare(game, naive)
      let answer = isLucky(oneIn: 3) ? random(in: naive) : legal(in: naive)
      let before = game
      let isAllowed = naive.permits(answer)
      do {
        try game.play(OpeningAction(answer))
        accepted += 1
        if !isAllowed { differences.append("allowed \(answer) after \(before.text)") }
      } catch {
        refused += 1
        if isAllowed { differences.append("refused \(answer) after \(before.text): \(error)") }
        if game != before { differences.append("changed by \(answer) after \(before.text)") }
      }
      if isAllowed { naive.add(answer) }
      guard differences.isEmpty else { return }
    }
    compare(game, naive)
    if game.isOver { ended += 1 }
    if number.isMultiple(of: 50), !game.position.forbiddenPoints.isEmpty {
      differences.append("forbidden points after \(game.text)")
    }
    var copy = try #require(OpeningGame(rule, size: size, variant: variant))
    try copy.play(text: game.text)
    if copy != game { differences.append("another game from \(game.text)") }
  }

  /// Boards of which some are too small for some rules.
  private static let sizes: [BoardSize] = [
    (15, 15), (15, 15), (15, 15), (20, 20), (19, 19), (9, 9), (10, 13), (22, 9), (5, 5), (6, 5),
  ].compactMap { BoardSize(width: $0.0, height: $0.1) }

  private mutating func compare(_ game: OpeningGame, _ naive: NaiveOpening) {
    func person(_ player: OpeningPlayer) -> String { player == .first ? "Ann" : "Bob" }
    var question = game.actor.map { NaiveOpening.Question(person: person($0)) }
    for option in game.options {
      switch option {
      case .place(let points): question?.spots = points.map(NaiveOpening.Spot.init)
      case .swapOrStay: question?.isAboutColours = true
      case .announce(let numbers): question?.numbers = Array(numbers)
      case .offer(let count, let points):
        question?.offers = count
        let all = game.position.size.points.filter(game.position.isEmpty)
        if points != all { differences.append("offers from \(points) after \(game.text)") }
      case .take(let points): question?.offered = points.map(NaiveOpening.Spot.init)
      }
    }
    let colors = game.position.stones.map(\.color)
    let isSame =
      question == naive.question && game.isOver == (naive.question == nil)
      && person(game.player(of: .black)) == naive.black
      && person(game.player(of: .white)) == naive.white
      && OpeningPlayer.allCases.allSatisfy { game.player(of: game.color(of: $0)) == $0 }
      && game.position.stones.map { NaiveOpening.Spot($0.point) } == naive.stones
      && colors.enumerated().allSatisfy { $0.element == ($0.offset % 2 == 0 ? .black : .white) }
      && game.position.sideToMove == (naive.stones.count % 2 == 0 ? .black : .white)
      && game.announced == naive.number && game.actions == naive.answers.map(OpeningAction.init)
    if !isSame {
      differences.append("\(game.rule) \(game.position.size) \(game.text): \(naive)")
    }
  }

  // MARK: Actions

  private mutating func legal(in naive: NaiveOpening) -> NaiveOpening.Answer {
    guard let question = naive.question else { return .stay }
    var answers: [NaiveOpening.Answer] = []
    if question.isAboutColours { answers += [.swap, .stay] }
    let onLine = question.spots.filter { spot in
      let column = spot.column - naive.width / 2
      return line == .column ? column == 0 : column == spot.row - naive.height / 2
    }
    if let spot = pick(line == .none || onLine.isEmpty ? question.spots : onLine) {
      answers.append(.put(spot))
    }
    if let number = pick(question.numbers) { answers.append(.number(number)) }
    if question.offers > 0 { answers.append(.offer(offer(of: question.offers, in: naive))) }
    if let spot = pick(question.offered) { answers.append(.take(spot)) }
    return pick(answers) ?? .stay
  }

  /// An offer without symmetric moves; it prefers neighbours of the stones.
  private mutating func offer(of count: Int, in naive: NaiveOpening) -> [NaiveOpening.Spot] {
    var spots: [NaiveOpening.Spot] = []
    while spots.count < count {
      let spot = isLucky(oneIn: 2) ? anySpot(in: naive) : neighbour(in: naive)
      if naive.areDifferent(spots + [spot]) { spots.append(spot) }
    }
    return spots
  }

  /// Any action, most of them illegal.
  private mutating func random(in naive: NaiveOpening) -> NaiveOpening.Answer {
    let wanted = naive.question?.offers ?? 0
    let count = wanted > 0 && !isLucky(oneIn: 4) ? wanted : Int.random(in: 0...3, using: &generator)
    let offered = naive.question?.offered ?? []
    let spot = isLucky(oneIn: 2) ? neighbour(in: naive) : anySpot(in: naive)
    let answers: [NaiveOpening.Answer] = [
      .put(spot), .swap, .stay, .number(Int.random(in: -1...14, using: &generator)),
      .offer((0..<count).map { _ in neighbour(in: naive) }), .take(pick(offered + [spot]) ?? spot),
    ]
    if wanted > 1, isLucky(oneIn: 2) { return symmetricOffer(of: wanted, in: naive) }
    return pick(answers) ?? .stay
  }

  /// An offer in which the last two moves are symmetric, if the stones have a symmetry at all.
  private mutating func symmetricOffer(
    of count: Int, in naive: NaiveOpening
  ) -> NaiveOpening.Answer {
    var spots = offer(of: count - 1, in: naive)
    var partner = anySpot(in: naive)
    for _ in 0..<20 where naive.areDifferent([spots[count - 2], partner]) {
      partner = neighbour(in: naive)
    }
    spots.append(partner)
    return .offer(spots)
  }

  /// A spot of the board, or just outside.
  private mutating func anySpot(in naive: NaiveOpening) -> NaiveOpening.Spot {
    .init(
      column: Int.random(in: 0...naive.width, using: &generator),
      row: Int.random(in: 0...naive.height, using: &generator))
  }

  /// A spot at most four lines from the middle.
  private mutating func neighbour(in naive: NaiveOpening) -> NaiveOpening.Spot {
    .init(
      column: naive.width / 2 + Int.random(in: -4...4, using: &generator),
      row: naive.height / 2 + Int.random(in: -4...4, using: &generator))
  }
}

extension NaiveOpening.Spot {
  init(_ point: Point) { self.init(column: point.x, row: point.y) }
}

extension OpeningAction {
  fileprivate init(_ answer: NaiveOpening.Answer) {
    func point(_ spot: NaiveOpening.Spot) -> Point { Point(x: spot.column, y: spot.row) }
    switch answer {
    case .put(let spot): self = .place(point(spot))
    case .swap: self = .swap
    case .stay: self = .stay
    case .number(let number): self = .announce(number)
    case .offer(let spots): self = .offer(spots.map(point))
    case .take(let spot): self = .take(point(spot))
    }
  }
}

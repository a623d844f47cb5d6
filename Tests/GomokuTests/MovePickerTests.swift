import Basics
import GomokuRules
import SearchKit
import TestSupport
import Testing

@testable import Gomoku

/// What a node's moves are and in which order they come, on random positions.
@Suite struct MovePickerTests {
  @Test(arguments: Variant.allCases, [0, 12])
  func everyMoveIsHandedOutOnceTheBestFirst(_ variant: Variant, neutralStones: Int) throws {
    try Handout(neutralStones: neutralStones, mix: nil).run(variant)
  }

  @Test(arguments: Variant.allCases) func theNetworkTakesTheHalfOfThePromise(_ variant: Variant)
    throws
  {
    try Handout(neutralStones: 0, mix: .of(variant)).run(variant)
  }

  @Test(arguments: Variant.allCases) func anEmptyBoardOffersEveryPoint(_ variant: Variant) throws {
    try EmptyBoard().run(variant)
  }
}

extension AlphaBeta {
  /// A search of `position` whose game has just come to it by `last`.
  fileprivate init(_ position: Position, last: Point?, mix: MixNetwork? = nil) {
    self.init(
      position, weights: .of(Rules.variant), mix: mix, parameters: SearchParameters(),
      table: TranspositionTable(bytes: 4096), clock: SearchClock(), nodeLimit: nil)
    if let last { board.make(last) }
  }

  /// All that a picker hands out at `ply`, with the gaps told beside them; after so many moves no quiet
  /// ones any more.
  fileprivate mutating func handout(
    tableMove: Point?, ply: Int, patience: Int = .max
  ) -> (moves: [(point: Point, gap: Int)], picker: MovePicker) {
    var picker = MovePicker(tableMove: tableMove, base: moveBase(atPly: ply))
    var moves: [(point: Point, gap: Int)] = []
    while let point = picker.nextMove(
      in: &self, atPly: ply, skipsQuiet: moves.count >= patience)
    {
      moves.append((point, picker.gap))
    }
    return (moves, picker)
  }
}

private struct EmptyBoard: BoardScript {
  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    let position = Position(variant: Rules.variant)
    var search = AlphaBeta<Rules>(position, last: nil)
    let moves = search.handout(tableMove: nil, ply: 0).moves.map(\.point)
    #expect(moves.sorted() == position.size.points.sorted())
  }
}

private struct Handout: BoardScript {
  let neutralStones: Int
  let mix: MixNetwork?
  private static let ply = 3
  /// What a killer is worth in the order of moves, and one in what the network says.
  private static let killerBonus = 40
  private static let policyScale: Float = 30
  /// How many moves the network is asked about.
  private static let policyBreadth = 24

  func run<Rules: RuleTraits>(_ rules: Rules.Type) throws {
    var positions = RandomPositions(
      variant: Rules.variant, side: 11, neutralStones: neutralStones, seed: 91)
    var generator = SplitMix64(seed: 92)
    var answers = [Threat: Int]()
    var forbidden = 0
    let count = Effort.count(240, thorough: 10_000, sanitized: 40)
    for round in 0..<count {
      let before = positions.next(stones: neutralStones + 6 + round % 36)
      guard let last = before.legalMoves.randomElement(using: &generator),
        let position = before.after(last), position.outcome == nil
      else { continue }
      var search = AlphaBeta<Rules>(before, last: last, mix: mix)
      teach(&search, position, last, using: &generator)
      let (expected, threat) = candidates(position, search.board)
      answers[threat, default: 0] += 1
      forbidden += position.forbiddenPoints.count { !expected.contains($0) }
      let other = position.emptyPoints.randomElement(using: &generator)
      for tableMove in [nil, expected.sorted().randomElement(using: &generator), other] {
        check(
          &search, position, last: last, expected, tableMove: tableMove,
          promising: threat == .none ? says(expected, Board<Rules>(position)) : [:])
      }
    }
    #expect(Threat.allCases.allSatisfy { answers[$0, default: 0] > count / 40 }, "\(answers)")
    #expect(forbidden > 0 || !Rules.hasForbiddenPoints)
  }

  /// Fills the search's memory of moves with random experience.
  private func teach<Rules: RuleTraits>(
    _ search: inout AlphaBeta<Rules>, _ position: Position, _ last: Point,
    using generator: inout SplitMix64
  ) {
    let points = position.emptyPoints
    for point in points {
      let bonus = Int.random(in: -1_600...1_600, using: &generator)
      let after = Bool.random(using: &generator) ? last : nil
      for _ in 0..<3 {
        search.history.update(position.sideToMove, point, after: after, bonus: bonus)
      }
    }
    search.plies[Handout.ply].killer = points.randomElement(using: &generator)
  }

  /// What the network says of points, if there is one.
  private func says<Rules: RuleTraits>(
    _ points: Set<Point>, _ board: borrowing Board<Rules>
  ) -> [Point: Float] {
    guard let mix else { return [:] }
    let points = Array(points)
    var mixBoard = MixAccumulator(mix, board.size, Rules.self)
    var scores = [Float](repeating: 0, count: points.count)
    mixBoard.writeLogits(points.map(\.rawValue), count: points.count, on: board, to: &scores)
    return Dictionary(uniqueKeysWithValues: zip(points, scores))
  }

  private func check<Rules: RuleTraits>(
    _ search: inout AlphaBeta<Rules>, _ position: Position, last: Point, _ expected: Set<Point>,
    tableMove: Point?, promising: [Point: Float]
  ) {
    let (moves, picker) = search.handout(tableMove: tableMove, ply: Handout.ply)
    let points = moves.map(\.point)
    #expect(Set(points).count == points.count, "\(position.stones.map(\.point))")
    #expect(tableMove == nil || points.first == tableMove)
    let rest = moves.dropFirst(tableMove == nil ? 0 : 1)
    #expect(Set(rest.map(\.point)) == expected.subtracting(tableMove.map { [$0] } ?? []))
    // The gap of each is what its score lacks of the best one's, the table's move included.
    var scores: [Point: Int] = [:]
    for point in expected {
      let orderingScore = search.board.orderingScore(of: search.board.state(at: point))
      let history = search.history.score(position.sideToMove, point, after: last) / 64
      let killer = point == search.plies[Handout.ply].killer ? Handout.killerBonus : 0
      scores[point] = orderingScore * (promising.isEmpty ? 100 : 50) / 100 + history + killer
    }
    if !promising.isEmpty, !consult(promising, &scores) { return }
    let best = scores.values.max() ?? 0
    #expect(rest.map(\.gap) == rest.map { best - scores[$0.point, default: 0] })
    #expect(rest.map(\.gap) == rest.map(\.gap).sorted())
    #expect(tableMove == nil || moves.first?.gap == 0)
    // What was tried is told back, the table's move wherever it stands among the rest.
    var tried: [Point] = []
    picker.forEachTried(in: search.moves) { tried.append($0) }
    #expect(tried.filter { $0 != tableMove } == rest.map(\.point))
    // Without quiet moves from some move on the others come as they would have.
    for patience in [2, 7, 30] {
      let fewer = search.handout(
        tableMove: tableMove, ply: Handout.ply, patience: patience
      ).moves
      let late = moves.dropFirst(patience).filter { !isQuiet($0.point, search.board) }
      #expect(fewer.prefix(patience).map(\.point) == moves.prefix(patience).map(\.point))
      #expect(fewer.dropFirst(patience).map(\.gap) == late.map(\.gap))
      #expect(Set(fewer.dropFirst(patience).map(\.point)) == Set(late.map(\.point)))
    }
  }

  private func isQuiet<Rules: RuleTraits>(
    _ point: Point, _ board: borrowing Board<Rules>
  ) -> Bool {
    let own = board.sideToMove
    return board.pointClass(of: own, at: point) < .three
      && board.pointClass(of: own.opponent, at: point) < .four
  }

  /// Adds what the network says of the best to their scores, and the least of that to the others'.
  ///
  /// - Returns: whether it is clear which are the best.
  private func consult(_ promising: [Point: Float], _ scores: inout [Point: Int]) -> Bool {
    let order = scores.sorted { $0.value > $1.value }
    let asked = order.prefix(Handout.policyBreadth)
    if order.count > asked.count, order[asked.count].value == asked.last?.value { return false }
    let says = asked.map { Int(promising[$0.key, default: 0] * Handout.policyScale) }
    for move in order { scores[move.key, default: 0] += min(0, says.min() ?? 0) }
    for (move, says) in zip(asked, says) { scores[move.key] = move.value + says }
    return true
  }

  // MARK: The moves that a node has to look at

  private enum Threat: CaseIterable { case none, openFour, five }

  /// The points that answer the opponent's threats, or those near stones, without Black's overlines
  /// and double fours. An open four is answered by a stone that leaves none, or by an own four.
  private func candidates<Rules: RuleTraits>(
    _ position: Position, _ board: borrowing Board<Rules>
  ) -> (points: Set<Point>, answering: Threat) {
    let own = position.sideToMove
    let isPlayable = { (point: Point) in
      let forbiddance = own == .black ? position.blackForbiddance(of: point) : nil
      return forbiddance != .overline && forbiddance != .doubleFour
    }
    let empties = position.emptyPoints.filter(isPlayable)
    if position.hasWinningPoint(own.opponent) {
      let stops = empties.filter { point in
        var after = position
        try? after.place(own, on: point)
        return !after.hasWinningPoint(own.opponent)
      }
      return (Set(stops), .five)
    }
    let openFours = position.emptyPoints.filter {
      board.pointClass(of: own.opponent, at: $0) == .openFour
    }
    if !openFours.isEmpty {
      let answers = empties.filter { point in
        if board.pointClass(of: own, at: point) >= .suspectFour { return true }
        var after = position
        try? after.place(own, on: point)
        let stopped = Board<Rules>(after)
        return openFours.allSatisfy {
          $0 == point || stopped.pointClass(of: own.opponent, at: $0) < .openFour
        }
      }
      return (Set(answers), .openFour)
    }
    let near = empties.filter { point in
      position.stones.contains { isNear($0.point, point) }
    }
    return (Set(near), .none)
  }

  /// Within three steps in any direction, or four on a line.
  private func isNear(_ a: Point, _ b: Point) -> Bool {
    let (dx, dy) = (abs(a.x - b.x), abs(a.y - b.y))
    return max(dx, dy) <= 3 || max(dx, dy) == 4 && (dx == 0 || dy == 0 || dx == dy)
  }
}

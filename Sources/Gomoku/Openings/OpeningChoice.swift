import Basics
import GomokuRules
import SearchKit
import SearchTypes

/// The engine's choices in an opening, for all rules.
///
/// The choices rest on the value of a position for Black, which searches find. Before a swap of the
/// other player the engine makes the position level; at its own swap it takes the better colour. If
/// Black will offer *n* fifth moves, White takes the worst for Black. Their value is therefore
/// nearly that of Black's *n*-th best move. For the 26 openings of renju these values come from a
/// table (`LevelOpenings.values`).
public struct OpeningChoice {
  let game: OpeningGame
  let slices: SearchSlices
  /// The share of the limits that the action may take.
  let share: Double
  /// A number that selects one of the known level openings (modulo their number).
  let selection: Int

  /// The number of White's best fourth moves after which the fifth moves are searched.
  private static let fourthCount = 8

  /// The centistones that each fifth move after the first costs Black besides its lower value.
  ///
  /// White chooses by his own search. For Black, the worst of the offered moves may be worse than
  /// the search that rated them says. The source is `tournaments/knowledge/openings.md`.
  static let costOfChoice = 6

  /// Creates the choice for the player who has to act, with a `share` of the limits.
  public init(
    in game: OpeningGame, player: GomokuPlayer, limits: SearchLimits,
    clock: SearchClock = SearchClock(), share: Double = 1, selection: Int = 0
  ) {
    self.game = game
    slices = SearchSlices(player: player, limits: limits, clock: clock)
    self.share = share * 0.9
    self.selection = selection
  }

  private var position: Position { game.position }

  /// The chosen action; `nil` once the opening is over.
  public var action: OpeningAction? {
    switch game.options.first {
    case .place(let points)?: .place(stone(from: points))
    case .swapOrStay?: swapOrOther
    case .announce(let numbers)?: .announce(number(from: numbers))
    case .offer(let count, _)?:
      .offer(fifthMoves(count, in: position, share: share).map({ $0.point }))
    case .take(let offered)?: .take(best(of: offered))
    case nil: nil
    }
  }

  // MARK: Stones

  private func stone(from points: [Point]) -> Point {
    if points.count == 1 { return points[0] }
    let known = LevelOpenings.stones(in: game)
    if !known.isEmpty { return known[selection % known.count] }
    if let counts = game.fifthCounts { return fourthStone(counts) ?? points[0] }
    if game.precedesSwap {
      let balance = Balance(zones: Array(game.stonesInARow.prefix(2)))
      return balance.proposal(in: position, slices: slices, share: share)?.stones[0] ?? points[0]
    }
    let options = SearchOptions(excluded: Set(position.emptyPoints).subtracting(points))
    return slices.search(position, share: share, options: options).bestMove ?? points[0]
  }

  /// Returns White's fourth stone: level if a swap comes next, otherwise his best.
  private func fourthStone(_ counts: ClosedRange<Int>) -> Point? {
    func cost(_ values: [Score]) -> Int {
      let costs = counts.map { values[$0 - 1] }
        .map { game.precedesSwap ? $0.distance : Int($0.rawValue) }
      return costs.min() ?? 0
    }
    return fourthMoves(in: position, upTo: counts.upperBound, share: share)
      .min { cost($0.values) < cost($1.values) }?.point
  }

  // MARK: Colours

  /// The decision to swap or not, or the rule's third option if it is better than either colour.
  /// The third option is an offer of fifth moves, or further stones in swap2.
  private var swapOrOther: OpeningAction {
    switch game.options.last {
    case .offer(let count, _)?:
      // Without the offer, Black's next stone makes the position level. So Black offers if the
      // value after the offer is positive.
      let moves = fifthMoves(count, in: position, share: share / 2)
      let cost = OpeningChoice.costOfChoice * (count - 1)
      if let last = moves.last, last.score > .centistones(cost) {
        return .offer(moves.map({ $0.point }))
      }
      return better(share: share / 2)
    case .place?:
      let answer = Swap2.answer(to: position, slices: slices)
      switch answer {
      case .swap: return .swap
      case .stones(let stones): return stones.count == 1 ? .stay : .place(stones[0])
      }
    default: return better(share: share)
    }
  }

  private func better(share: Double) -> OpeningAction {
    let value = blackValue(share: share)
    let own = game.actor == game.player(of: .black) ? value : -value
    return own < .draw ? .swap : .stay
  }

  /// Returns the value for Black if the colours stay as they are.
  private func blackValue(share: Double) -> Score {
    guard let counts = game.fifthCounts else {
      let score = slices.score(position, share: share)
      return position.sideToMove == .black ? score : -score
    }
    let values = fifthValues(in: position, upTo: counts.upperBound, share: share)
    return counts.map({ values[$0 - 1] }).min { $0.distance < $1.distance } ?? .draw
  }

  // MARK: Fifth moves

  /// Returns the number of fifth moves that makes the position most level.
  private func number(from numbers: ClosedRange<Int>) -> Int {
    let values = fifthValues(in: position, upTo: numbers.upperBound, share: share)
    return numbers.min { values[$0 - 1].distance < values[$1 - 1].distance } ?? 1
  }

  /// Returns the values for Black with 1 to `most` fifth moves. If White is to move, they hold
  /// after his best fourth move.
  private func fifthValues(in position: Position, upTo most: Int, share: Double) -> [Score] {
    let stones = position.stones.map({ $0.point })
    if stones.count == 3, let opening = RenjuOpening.opening(of: stones, on: position.size) {
      return (1...most).map { .centistones(LevelOpenings.value(of: opening, fifths: $0)) }
    }
    guard position.sideToMove == .white else {
      return fifthMoves(most, in: position, share: share).enumerated().map { index, move in
        move.score - OpeningChoice.costOfChoice * index
      }
    }
    let fourths = fourthMoves(in: position, upTo: most, share: share)
    return (0..<most).map { index in fourths.map({ $0.values[index] }).min() ?? .draw }
  }

  /// Returns White's best fourth moves, each with the values for Black with 1 to `most` fifth
  /// moves.
  private func fourthMoves(
    in position: Position, upTo most: Int, share: Double
  ) -> [(point: Point, values: [Score])] {
    let options = SearchOptions(lineCount: OpeningChoice.fourthCount)
    let lines = slices.search(position, share: share / 4, options: options).lines
    return lines.compactMap { line in
      var next = position
      guard let point = line.moves.first, (try? next.play(point)) != nil else { return nil }
      let part = share * 0.75 / Double(lines.count)
      return (point, fifthValues(in: next, upTo: most, share: part))
    }
  }

  /// Returns Black's `count` best fifth moves, the best first, of which no two are symmetric.
  ///
  /// If a stopped search knows fewer, other moves follow, with the value of the last one found.
  private func fifthMoves(
    _ count: Int, in position: Position, share: Double
  ) -> [(point: Point, score: Score)] {
    let distinct = position.distinctMoves
    let options = SearchOptions(
      lineCount: count, excluded: Set(position.emptyPoints).subtracting(distinct))
    let lines = slices.search(position, share: share, options: options).lines
    let found = lines.compactMap { line in line.moves.first.map { (point: $0, score: line.score) } }
    let others = distinct.filter { point in !found.contains { $0.point == point } }
      .map { (point: $0, score: found.last?.score ?? .draw) }
    return Array((found + others).prefix(count))
  }

  /// Returns the offered fifth move after which White stands best.
  private func best(of offered: [Point]) -> Point {
    let scores = offered.map { point in
      var next = position
      guard (try? next.play(point)) != nil else { return Score.loss(inPlies: 0) }
      return slices.score(next, share: share / Double(offered.count))
    }
    let best = scores.indices.max { (scores[$0], $1) < (scores[$1], $0) }
    return offered[best ?? 0]
  }
}

extension Score {
  /// The distance from a level score.
  fileprivate var distance: Int { abs(Int(rawValue)) }
}

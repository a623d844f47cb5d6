import GomokuRules
import SearchKit
import SearchTypes

/// A search for one or two stones to add, so that the score comes as near as possible to a given
/// one.
///
/// The static evaluation rates all candidates. Those nearest to the given score enter a knock-out
/// (successive halving, Karnin et al. 2013). Each round searches the remaining candidates longer
/// than before and keeps the nearest ones.
public struct Balance {
  /// The number of stones to add, 1 or 2.
  public let stoneCount: Int
  /// The target score for the player of the last added stone.
  public let bias: Score
  /// The points allowed for each stone; `nil` allows all points.
  private let zones: [Set<Point>]?

  public init(stoneCount: Int, bias: Score = .draw) {
    (self.stoneCount, self.bias, zones) = (stoneCount, bias, nil)
  }

  /// Creates a search for one or two stones on points of `zones`, for a level score.
  init(zones: [[Point]]) {
    (stoneCount, bias, self.zones) = (zones.count, .draw, zones.map { Set($0) })
  }

  /// The stones to add, and the score after them for the player of the last one.
  public struct Proposal: Equatable, Sendable {
    public var stones: [Point]
    public var score: Score
  }

  /// The number of candidates that enter each round of searches, and the part of the limits that
  /// the round may use.
  ///
  /// Half of the limits decides between the last two, because their scores count most.
  private static let rounds = [
    (entrants: 90, part: 0.2), (entrants: 20, part: 0.15), (entrants: 5, part: 0.15),
    (entrants: 2, part: 0.5),
  ]
  /// The number of points considered for each stone of a pair, which gives at most 900 pairs.
  private static let pointsForPairs = 30
  /// The largest distance of a candidate from the nearest stone, in either coordinate.
  private static let reach = 4

  /// Returns the best proposal; `nil` if no candidate is legal and leaves the game open.
  public func proposal(
    in position: Position, player: GomokuPlayer, limits: SearchLimits,
    clock: SearchClock = SearchClock()
  ) -> Proposal? {
    proposal(
      in: position, slices: SearchSlices(player: player, limits: limits, clock: clock), share: 1)
  }

  /// Returns the best proposal that a search with a `share` of the turn's limits finds.
  func proposal(in position: Position, slices: SearchSlices, share: Double) -> Proposal? {
    var field: [Proposal] = []
    for stones in candidates(in: position) {
      guard let next = after(stones, position) else { continue }
      field.append(Proposal(stones: stones, score: -slices.player.evaluate(next).score))
      if slices.clock.isStopped { break }
    }
    let byDistance: (Proposal, Proposal) -> Bool = { distance($0.score) < distance($1.score) }
    for (entrants, part) in Balance.rounds {
      field.sort(by: byDistance)
      field = Array(field.prefix(entrants))
      guard field.count > 1, !slices.clock.isStopped else { break }
      let slice = share * part / Double(field.count)
      for index in field.indices {
        guard let next = after(field[index].stones, position) else { continue }
        field[index].score = -slices.score(next, share: slice)
      }
    }
    return field.min(by: byDistance)
  }

  private func distance(_ score: Score) -> Int {
    abs(Int(score.rawValue) - Int(bias.rawValue))
  }

  /// Returns the position with the stones added; `nil` if they are illegal or end the game.
  private func after(_ stones: [Point], _ position: Position) -> Position? {
    var next = position
    for stone in stones { if (try? next.play(stone)) == nil { return nil } }
    return next.outcome == nil ? next : nil
  }

  /// Returns the candidates: single points near the stones, or ordered pairs of such points.
  ///
  /// For pairs, the points are thinned out to at most `pointsForPairs`.
  private func candidates(in position: Position) -> [[Point]] {
    let nearby = nearbyPoints(in: position)
    let points = (0..<stoneCount).map { index in
      nearby.filter { zones?[index].contains($0) ?? true }
    }
    guard stoneCount == 2 else { return points[0].map { [$0] } }
    let some = points.map { points in
      let step = max(1, (points.count + Balance.pointsForPairs - 1) / Balance.pointsForPairs)
      return stride(from: 0, to: points.count, by: step).map { points[$0] }
    }
    return some[0].flatMap { first in some[1].filter { $0 != first }.map { [first, $0] } }
  }

  /// Returns the legal points near the stones, or near the centre of an empty board.
  private func nearbyPoints(in position: Position) -> [Point] {
    let stones =
      position.stones.isEmpty ? [position.size.center] : position.stones.map({ $0.point })
    return position.legalMoves.filter { point in
      stones.contains {
        abs($0.x - point.x) <= Balance.reach && abs($0.y - point.y) <= Balance.reach
      }
    }
  }
}

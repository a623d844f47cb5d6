import Foundation

/// Maximum-likelihood ratings of many players (Bradley and Terry 1952); a draw is half a win.
///
/// There are two kinds of intervals. The usual ones assume independent games. The paired ones take
/// the two games of an opening as one observation, so they are valid even if openings favour a
/// side.
public struct BradleyTerry: Sendable {
  /// The games of one opening between two players.
  public struct Pair: Equatable, Sendable {
    public var first: Int
    public var second: Int
    /// The first player's points in each game: 0, 0.5 or 1.
    public var points: [Double]

    public init(first: Int, second: Int, points: [Double]) {
      (self.first, self.second, self.points) = (first, second, points)
    }
  }

  /// The rating of each player in Elo; the mean is 0.
  public let ratings: [Double]
  /// True if the results connect all players, so that finite ratings exist without virtual draws.
  public let isConnected: Bool
  /// The covariance of the ratings in squared nats: the pseudo-inverse of the information matrix.
  private let covariance: Matrix
  /// The sandwich estimator of the covariance, robust to dependence within pairs.
  private let pairedCovariance: Matrix

  /// Rates `players` players by Newton's method; `nil` if the results do not determine ratings.
  ///
  /// - Parameter virtualDraws: the number of draws added to each pairing that has played. If it is
  ///   0, the results must be connected.
  public init?(players: Int, pairs: [Pair], virtualDraws: Double) {
    isConnected = BradleyTerry.connected(players: players, pairs: pairs)
    guard players > 0, isConnected || virtualDraws > 0 else { return nil }
    let meetings = BradleyTerry.meetings(players: players, pairs: pairs, virtualDraws: virtualDraws)
    var strengths = Array(repeating: 0.0, count: players)
    var inverse: Matrix?
    for _ in 0..<200 {
      let (gradient, information) = BradleyTerry.slope(of: meetings, at: strengths)
      guard let next = information.inverseOfDifferences() else { return nil }
      inverse = next
      let step = next * gradient
      let longest = step.map(abs).max() ?? 0
      // Far from the maximum a full Newton step overshoots, so a step is at most 2 nats.
      let size = min(1, 2 / max(longest, 1e-300))
      for player in strengths.indices { strengths[player] += size * step[player] }
      if longest < 1e-12 { break }
    }
    guard let inverse, strengths.allSatisfy(\.isFinite) else { return nil }
    covariance = inverse
    pairedCovariance =
      inverse * BradleyTerry.scatter(players: players, pairs: pairs, at: strengths) * inverse
    ratings = strengths.map { $0 * Elo.perNat }
  }

  /// Returns half the width of a rating's interval in Elo, with games assumed independent.
  public func error(of player: Int, confidence: Double = 0.95) -> Double {
    Normal.halfWidth(confidence: confidence) * covariance[player, player].squareRoot() * Elo.perNat
  }

  /// Returns half the width of a rating's interval in Elo, with each pair as one observation.
  public func pairedError(of player: Int, confidence: Double = 0.95) -> Double {
    Normal.halfWidth(confidence: confidence)
      * pairedCovariance[player, player].squareRoot() * Elo.perNat
  }
}

extension BradleyTerry {
  /// The sum of all games between two players.
  private struct Meeting {
    var first: Int
    var second: Int
    var points = 0.0
    var games = 0.0
  }

  /// Returns the games and points of each pairing that has met, with the virtual draws added.
  private static func meetings(
    players: Int, pairs: [Pair], virtualDraws: Double
  ) -> [Meeting] {
    var table: [Int: Meeting] = [:]
    for pair in pairs {
      let swapped = pair.first > pair.second
      let (low, high) = swapped ? (pair.second, pair.first) : (pair.first, pair.second)
      var meeting =
        table[low * players + high]
        ?? Meeting(first: low, second: high, points: virtualDraws / 2, games: virtualDraws)
      for points in pair.points {
        meeting.points += swapped ? 1 - points : points
        meeting.games += 1
      }
      table[low * players + high] = meeting
    }
    return table.keys.sorted().compactMap { table[$0] }
  }

  /// Returns the expected score for a difference of strength in nats.
  private static func expectation(_ difference: Double) -> Double { 1 / (1 + exp(-difference)) }

  /// Returns the gradient of the log-likelihood, and the information matrix (its negative Hessian).
  private static func slope(
    of meetings: [Meeting], at strengths: [Double]
  ) -> (gradient: [Double], information: Matrix) {
    var gradient = Array(repeating: 0.0, count: strengths.count)
    var information = Matrix(size: strengths.count)
    for meeting in meetings {
      let (i, j) = (meeting.first, meeting.second)
      let expected = expectation(strengths[i] - strengths[j])
      let surplus = meeting.points - meeting.games * expected
      gradient[i] += surplus
      gradient[j] -= surplus
      let weight = meeting.games * expected * (1 - expected)
      information[i, i] += weight
      information[j, j] += weight
      information[i, j] -= weight
      information[j, i] -= weight
    }
    return (gradient, information)
  }

  /// Returns the middle matrix of the sandwich estimator, from the gradient of each pair.
  ///
  /// It is the sum of the gradients' outer products.
  private static func scatter(players: Int, pairs: [Pair], at strengths: [Double]) -> Matrix {
    var sum = Matrix(size: players)
    for pair in pairs {
      let expected = expectation(strengths[pair.first] - strengths[pair.second])
      let surplus = pair.points.reduce(0) { $0 + $1 - expected }
      let square = surplus * surplus
      sum[pair.first, pair.first] += square
      sum[pair.second, pair.second] += square
      sum[pair.first, pair.second] -= square
      sum[pair.second, pair.first] -= square
    }
    return sum
  }

  /// Returns whether each player has scored against every other player, directly or through others.
  private static func connected(players: Int, pairs: [Pair]) -> Bool {
    guard players > 1 else { return true }
    var beats = Array(repeating: Set<Int>(), count: players)
    var losesTo = beats
    for pair in pairs {
      if pair.points.contains(where: { $0 > 0 }) {
        beats[pair.first].insert(pair.second)
        losesTo[pair.second].insert(pair.first)
      }
      if pair.points.contains(where: { $0 < 1 }) {
        beats[pair.second].insert(pair.first)
        losesTo[pair.first].insert(pair.second)
      }
    }
    func reaches(_ edges: [Set<Int>]) -> Bool {
      var seen: Set<Int> = [0]
      var open = [0]
      while let player = open.popLast() {
        for next in edges[player] where seen.insert(next).inserted { open.append(next) }
      }
      return seen.count == players
    }
    return reaches(beats) && reaches(losesTo)
  }
}

import Foundation

/// Ratings as Gomocup publishes them: R. Coulom's BayesElo, with a first-move advantage, a draw
/// parameter and a prior of virtual draws.
public struct BayesElo: Sendable {
  /// The results of the games in which `first` had the first move.
  public struct Meeting: Equatable, Sendable {
    public var first: Int
    public var second: Int
    /// Games that `first` won, drew and lost.
    public var won: Double
    public var drawn: Double
    public var lost: Double

    public init(first: Int, second: Int, won: Double, drawn: Double, lost: Double) {
      (self.first, self.second, self.won, self.drawn, self.lost) =
        (first, second, won, drawn, lost)
    }
  }

  /// Elo of each player; the mean is 0.
  public let ratings: [Double]
  /// Half the width of each rating's 95% interval.
  public let errors: [Double]
  /// What ratings are multiplied by before they are printed, so that small differences mean the
  /// same expected score as in logistic Elo.
  public let scale: Double

  /// `4x / (1 + x)²` with `x = 10^(-drawElo / 400)`.
  static func scale(drawElo: Double) -> Double {
    let x = pow(10, -drawElo / 400)
    return 4 * x / ((1 + x) * (1 + x))
  }

  /// Rates `players` players, or returns `nil` if the games determine no ratings.
  ///
  /// - Parameters:
  ///   - advantage: Elo added to the player with the first move.
  ///   - drawElo: the draw parameter.
  ///   - prior: virtual draws that each player shares out over his opponents.
  public init?(
    players: Int, meetings: [Meeting], advantage: Double, drawElo: Double, prior: Double
  ) {
    let games = BayesElo.withPrior(meetings, players: players, draws: prior)
    var strengths = Array(repeating: 0.0, count: players)
    var inverse: Matrix?
    for _ in 0..<200 {
      let (gradient, information) = BayesElo.slope(
        of: games, at: strengths, advantage: advantage / Elo.perNat, draw: drawElo / Elo.perNat)
      guard let next = information.inverseOfDifferences() else { return nil }
      inverse = next
      let step = next * gradient
      let longest = step.map(abs).max() ?? 0
      let size = min(1, 2 / max(longest, 1e-300))
      for player in strengths.indices { strengths[player] += size * step[player] }
      if longest < 1e-12 { break }
    }
    guard let inverse, strengths.allSatisfy(\.isFinite) else { return nil }
    ratings = strengths.map { $0 * Elo.perNat }
    errors = (0..<players).map {
      Normal.halfWidth(confidence: 0.95) * inverse[$0, $0].squareRoot() * Elo.perNat
    }
    scale = BayesElo.scale(drawElo: drawElo)
  }

  /// Adds each player's virtual draws, shared out over his opponents by games played, half of them
  /// with either side moving first.
  private static func withPrior(
    _ meetings: [Meeting], players: Int, draws: Double
  ) -> [Meeting] {
    var played = Array(repeating: 0.0, count: players)
    var between: [Int: Double] = [:]
    for meeting in meetings {
      let games = meeting.won + meeting.drawn + meeting.lost
      let (low, high) = (min(meeting.first, meeting.second), max(meeting.first, meeting.second))
      played[meeting.first] += games
      played[meeting.second] += games
      between[low * players + high, default: 0] += games
    }
    var result = meetings
    for key in between.keys.sorted() {
      let (low, high) = (key / players, key % players)
      let games = between[key, default: 0]
      guard games > 0 else { continue }
      let share = draws / 4 * games * (1 / played[low] + 1 / played[high])
      result.append(Meeting(first: low, second: high, won: 0, drawn: share, lost: 0))
      result.append(Meeting(first: high, second: low, won: 0, drawn: share, lost: 0))
    }
    return result
  }

  /// The gradient of the log-likelihood and the information matrix; in this model a draw is worth
  /// a win and a loss.
  private static func slope(
    of meetings: [Meeting], at strengths: [Double], advantage: Double, draw: Double
  ) -> (gradient: [Double], information: Matrix) {
    var gradient = Array(repeating: 0.0, count: strengths.count)
    var information = Matrix(size: strengths.count)
    for meeting in meetings {
      let (i, j) = (meeting.first, meeting.second)
      let difference = strengths[i] - strengths[j] + advantage
      let win = 1 / (1 + exp(draw - difference))
      let loss = 1 / (1 + exp(draw + difference))
      let (wins, losses) = (meeting.won + meeting.drawn, meeting.lost + meeting.drawn)
      let pull = wins * (1 - win) - losses * (1 - loss)
      gradient[i] += pull
      gradient[j] -= pull
      let weight = wins * win * (1 - win) + losses * loss * (1 - loss)
      information[i, i] += weight
      information[j, j] += weight
      information[i, j] -= weight
      information[j, i] -= weight
    }
    return (gradient, information)
  }
}

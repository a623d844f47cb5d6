import Basics
import Match

/// The results so far, in compact form: one byte a game, counts, and the course of the test.
public struct Standings: Sendable {
  /// The results of one engine's games.
  public struct Tally: Equatable, Sendable {
    public var games = 0
    public var halfPoints = 0
    /// The number of games lost by each kind of fault.
    public var faults: [EndReason: Int] = [:]
    public var faultCount: Int { faults.values.reduce(0, +) }
  }

  public let schedule: Schedule
  /// The opener's half points in each game; -1 for a game that is not finished.
  private var points: [Int8]
  /// The number of finished games.
  public private(set) var gameCount = 0
  /// The number of finished pairs before the first unfinished one.
  ///
  /// The sequential test uses only these pairs, so its decision is independent of durations.
  public private(set) var prefix = 0
  /// The first engine's results in the first `prefix` pairs of a match, up to the test's decision.
  public private(set) var prefixCounts = ResultCounts.noPairs
  /// The first engine's results in all finished pairs of a match.
  public private(set) var counts = ResultCounts.noPairs
  /// The numbers of Black's wins, draws and White's wins.
  public private(set) var byColor = (black: 0, draws: 0, white: 0)
  /// The number of games by the reason of their end.
  public private(set) var reasons: [EndReason: Int] = [:]
  /// The results of each engine, by its index in the tournament file.
  public private(set) var tallies: [Tally]
  /// The sequential test's log-likelihood ratio after each pair of the prefix, up to its decision.
  public private(set) var path: [Double] = []
  public private(set) var decision = SequentialTest.Decision.none

  public init(_ schedule: Schedule) {
    self.schedule = schedule
    points = Array(repeating: -1, count: schedule.gameCount)
    tallies = Array(repeating: Tally(), count: schedule.config.engines.count)
  }

  public init(_ schedule: Schedule, records: some Sequence<GameRecord>) {
    self.init(schedule)
    for record in records { add(record) }
  }

  public func isFinished(_ game: Int) -> Bool { points[game] >= 0 }

  /// Returns the half points (0...4) of the first engine of pair `index`; `nil` if unfinished.
  public func halfPoints(ofPair index: Int) -> Int? {
    let (one, two) = (points[2 * index], points[2 * index + 1])
    return one >= 0 && two >= 0 ? Int(one) + 2 - Int(two) : nil
  }

  /// Adds a finished game; ignores a game that is known already or is not in the schedule.
  public mutating func add(_ record: GameRecord) {
    guard points.indices.contains(record.id), points[record.id] < 0 else { return }
    points[record.id] = Int8(record.openerHalfPoints)
    gameCount += 1
    reasons[record.reason, default: 0] += 1
    switch record.winner {
    case nil: byColor.draws += 1
    case record.black?: byColor.black += 1
    default: byColor.white += 1
    }
    let game = schedule.game(record.id)
    tallies[game.opener].games += 1
    tallies[game.replier].games += 1
    tallies[game.opener].halfPoints += record.openerHalfPoints
    tallies[game.replier].halfPoints += 2 - record.openerHalfPoints
    if record.reason.isFault, record.winner != nil {
      let loser = record.openerHalfPoints == 0 ? game.opener : game.replier
      tallies[loser].faults[record.reason, default: 0] += 1
    }
    if let score = halfPoints(ofPair: record.id / 2) { counts.add(halfPoints: score) }
    advancePrefix()
  }

  /// Extends the prefix over the finished pairs and updates the sequential test.
  private mutating func advancePrefix() {
    while prefix < schedule.pairCount, let score = halfPoints(ofPair: prefix) {
      prefix += 1
      guard decision == .none else { continue }
      prefixCounts.add(halfPoints: score)
      guard let test = schedule.config.sequentialTest else { continue }
      let ratio = test.logLikelihoodRatio(prefixCounts)
      path.append(ratio)
      decision = test.decision(at: ratio)
    }
  }

  /// The finished pairs, for the rating.
  public var ratingPairs: [BradleyTerry.Pair] {
    (0..<schedule.pairCount).compactMap { index in
      let (one, two) = (points[2 * index], points[2 * index + 1])
      guard one >= 0, two >= 0 else { return nil }
      let pair = schedule.pair(index)
      return BradleyTerry.Pair(
        first: pair.first, second: pair.second,
        points: [Double(one) / 2, 1 - Double(two) / 2])
    }
  }

  /// True if an engine has reached the limit of faults.
  public var isFaultLimitReached: Bool {
    guard let limit = schedule.config.faultLimit else { return false }
    return tallies.contains { $0.faultCount >= limit }
  }
}

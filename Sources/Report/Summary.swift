import Basics
import Foundation
import Match
import Platform
import Tournament

/// The standings as text for users.
public struct Summary {
  private let standings: Standings
  private var schedule: Schedule { standings.schedule }
  private var config: TournamentConfig { standings.schedule.config }

  public init(_ standings: Standings) { self.standings = standings }

  // MARK: One line

  /// Returns the status line during a run: progress, speed and time left.
  ///
  /// A match also has the score, the Elo estimate and the state of its sequential test, if any.
  ///
  /// - Parameters:
  ///   - played: the number of games that this run has played within `seconds`.
  ///   - remaining: the number of games that this run still has to play.
  public func line(played: Int, remaining: Int, seconds: Double) -> String {
    let total = played + remaining
    let filled = total > 0 ? 20 * played / total : 20
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    var parts = ["[\(bar)] \(played)/\(total)"]
    let rate = seconds > 0 ? Double(played) / seconds : 0
    parts.append("\(rate.text(decimals: rate < 10 ? 2 : 0))/s")
    if rate > 0 { parts.append("\(Summary.duration(Double(remaining) / rate)) left") }
    if config.format == .match {
      parts.append(score)
      let estimate = EloEstimate(standings.counts)
      parts.append("Elo \(Summary.interval(estimate))")
      if let test = config.sequentialTest { parts.append("LLR \(progress(of: test))") }
    }
    return parts.joined(separator: "  ")
  }

  private var score: String {
    let points = standings.tallies.map { (Double($0.halfPoints) / 2).text(decimals: 1) }
    return zip(config.engines.map(\.name), points).map { "\($0) \($1)" }.joined(separator: " : ")
  }

  private func progress(of test: SequentialTest) -> String {
    let ratio = standings.path.last ?? 0
    return "\(ratio.text(decimals: 2)) in (\(test.lowerBound.text(decimals: 2)), "
      + "\(test.upperBound.text(decimals: 2)))"
  }

  /// Returns the Elo estimate with its 95 % interval, as far as the results allow.
  public static func interval(_ estimate: EloEstimate) -> String {
    guard estimate.isKnown else { return "unknown, nothing is finished" }
    guard estimate.normalizedError != nil else {
      return "\(signed(estimate.elo)), no interval while all results are alike"
    }
    return "\(signed(estimate.elo)) [\(signed(estimate.low)), \(signed(estimate.high))] at 95 %"
  }

  static func signed(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-inf" : "+inf" }
    return (value > 0 ? "+" : "") + value.text(decimals: 1)
  }

  static func duration(_ seconds: Double) -> String {
    seconds.isFinite && seconds < 1e8 ? Duration.seconds(seconds).clockText : "?"
  }

  // MARK: The whole

  /// The result of a tournament, which may be unfinished.
  public var text: String {
    var lines = ["\(config.name): \(config.game.name), \(config.format.rawValue)"]
    lines.append(
      "games      \(standings.gameCount) of \(schedule.gameCount), "
        + "\(standings.prefix) pairs without a gap")
    lines += config.format == .match ? matchLines : ratingLines
    let color = standings.byColor
    lines.append("by colour  Black \(color.black), drawn \(color.draws), White \(color.white)")
    lines.append(
      "ends       "
        + EndReason.allCases.compactMap { reason in
          standings.reasons[reason].map { "\(reason.rawValue) \($0)" }
        }.joined(separator: ", "))
    lines += faultLines
    return lines.joined(separator: "\n")
  }

  private var matchLines: [String] {
    let counts = standings.counts
    let estimate = EloEstimate(counts)
    let names = ["LL", "LD", "DD+WL", "WD", "WW"]
    let pairs = zip(names, counts.counts).map { "\($0) \(Int($1))" }.joined(separator: "  ")
    var lines = ["score      \(score)", "pairs      \(pairs)"]
    lines.append("Elo        \(Summary.interval(estimate))")
    if let error = estimate.normalizedError {
      lines.append(
        "normalized \(Summary.signed(estimate.normalized)) ± \(error.text(decimals: 1)), superior "
          + "with \((100 * estimate.superiority).text(decimals: 1)) %")
    }
    if let test = config.sequentialTest {
      lines.append(
        "SPRT       \(test.model.rawValue) [\(test.elo0.text(decimals: 1)), "
          + "\(test.elo1.text(decimals: 1))]: LLR \(progress(of: test)) after "
          + "\(standings.path.count) pairs: \(standings.decision.rawValue)")
    }
    return lines
  }

  /// One line for each engine, in order of decreasing rating.
  ///
  /// A first line tells if virtual draws were needed.
  private var ratingLines: [String] {
    let table = RatingTable(standings)
    var lines: [String] = []
    if !table.isConnected {
      lines.append("ratings    held finite by a virtual draw for each pairing")
    }
    for row in table.rows {
      let rating = row.rating.map(Summary.signed) ?? "-"
      let error = row.error.map { "± \($0.text(decimals: 1))" } ?? ""
      lines.append(
        "\(row.name.padded(to: 24)) \(rating.padded(to: 8, left: true)) \(error.padded(to: 9)) "
          + "\(row.points.text(decimals: 1)) of \(row.games)")
    }
    return lines
  }

  /// The faults of each engine; without any, the upper limit of their rate at 95 % confidence.
  private var faultLines: [String] {
    zip(config.engines, standings.tallies).map { engine, tally in
      let faults = EndReason.allCases.compactMap { reason in
        tally.faults[reason].map { "\(reason.rawValue) \($0)" }
      }
      // Rule of three: no fault in n games excludes rates above 3/n with 95 % confidence.
      let bound = tally.games > 0 ? (300 / Double(tally.games)).text(decimals: 2) : "100"
      let text = faults.isEmpty ? "none (rate below \(bound) %)" : faults.joined(separator: ", ")
      return "faults     \(engine.name): \(text)"
    }
  }
}

/// The engines of a tournament in order of decreasing rating.
public struct RatingTable {
  /// One engine with its rating.
  public struct Row {
    /// The engine's index in the tournament file.
    public let engine: Int
    public let name: String
    public let games: Int
    public let points: Double
    /// The rating in Elo; `nil` if the results determine none.
    public let rating: Double?
    /// Half the width of the 95 % interval in Elo; `nil` without a rating.
    ///
    /// The interval treats each pair as one result. With few pairs it is at least as wide as the
    /// interval for independent games.
    public let error: Double?
  }

  public let rows: [Row]
  /// True if the results connect all engines, so that no virtual draws were needed.
  public let isConnected: Bool

  /// The number of pairs of an engine from which on only the paired interval is used.
  private static let fewPairs = 20

  /// Rates the engines. If ratings would be infinite, adds a virtual draw for each two engines that
  /// have met.
  public init(_ standings: Standings) {
    let engines = standings.schedule.config.engines
    let pairs = standings.ratingPairs
    let tied = BradleyTerry(players: engines.count, pairs: pairs, virtualDraws: 0)
    let ratings = tied ?? BradleyTerry(players: engines.count, pairs: pairs, virtualDraws: 1)
    isConnected = tied != nil
    rows = engines.indices.map { index -> Row in
      let tally = standings.tallies[index]
      let paired = ratings?.pairedError(of: index)
      let usual = ratings?.error(of: index)
      let isFew = tally.games < 2 * RatingTable.fewPairs
      return Row(
        engine: index, name: engines[index].name, games: tally.games,
        points: Double(tally.halfPoints) / 2, rating: ratings?.ratings[index],
        error: isFew ? [paired, usual].compactMap { $0 }.max() : paired)
    }.sorted { ($0.rating ?? 0, $1.engine) > ($1.rating ?? 0, $0.engine) }
  }
}

extension Double {
  func text(decimals: Int) -> String { String(format: "%.\(decimals)f", self) }
}

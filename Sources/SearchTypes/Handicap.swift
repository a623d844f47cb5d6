import Platform

/// A reduction of strength: a search with fewer nodes, and a noisy choice among its best lines.
///
/// The player errs as people do: he often misjudges small differences and seldom large ones. He
/// never plays a move outside the best lines.
public struct Handicap: Equatable, Sendable {
  /// The largest number of nodes for a move.
  public var nodes: UInt64
  /// The number of lines that the player compares.
  public var lineCount = 6
  /// The scale of the Gumbel-distributed noise in the player's evaluation, in centistones.
  ///
  /// Of two moves that differ by this much, the player takes the worse one in 27 % of all cases.
  public var doubt: Double

  /// The strength without a handicap, on a scale from 0.
  public static let fullStrength = 100

  /// Makes the handicap of a strength from 0 to 99; `nil` from the full strength on.
  ///
  /// The nodes grow from 500 at strength 0 to 2.9 million near the full strength. They double every
  /// 11 points at first and every 4 points at last. This makes equal steps of strength more equal
  /// in Elo than a constant doubling would.
  public init?(strength: Int) {
    guard strength < Handicap.fullStrength else { return nil }
    let share = Double(max(strength, 0)) / Double(Handicap.fullStrength)
    let square = share * share
    nodes = UInt64(500 * exp2(share * (9 + 3.5 * square * square)))
    let weakness = 1 - share
    doubt = 150 * weakness * weakness.squareRoot()
  }

  /// Returns the report of a search for `lineCount` lines with only the line that is played.
  ///
  /// This line has the highest score once noise (`doubt`) is added to each score. A report without
  /// lines is returned unchanged.
  public func choice<Move>(
    from report: SearchReport<Move>, using generator: inout some RandomNumberGenerator
  ) -> SearchReport<Move> {
    let judged = report.lines.map { line in
      (line: line, value: Handicap.value(line.score) + doubt * gumbel(&generator))
    }
    guard let best = judged.max(by: { $0.value < $1.value }) else { return report }
    var report = report
    report.lines = [best.line]
    return report
  }

  /// Returns a score in centistones: an estimate is clamped to ±1500, a win is above 2000.
  ///
  /// A shorter win has a higher value than a longer one. A loss is rated like a win
  /// of the same length, with a minus sign.
  private static func value(_ score: Score) -> Double {
    guard let plies = score.plies else { return Double(min(max(score.rawValue, -1500), 1500)) }
    let worth = 2000 + 1000 / Double(max(plies, 1))
    return score.isWin ? worth : -worth
  }

  /// Returns a random number of the standard Gumbel distribution.
  private func gumbel(_ generator: inout some RandomNumberGenerator) -> Double {
    -log(-log(Double.random(in: 1e-12..<1, using: &generator)))
  }
}

import Platform

/// How a weaker player differs from the engine: it looks less far, and of the moves that it has seen
/// it takes one that seems good rather than the best.
///
/// It errs as people do: small differences escape it often, large ones seldom, and it does not play
/// moves that it would never have thought of.
public struct Handicap: Equatable, Sendable {
  /// Most nodes for a move.
  public var nodes: UInt64
  /// How many moves it weighs against each other.
  public var lineCount = 6
  /// How far off its judgement is, in centistones: the scale of a Gumbel distribution, so that of two
  /// moves that differ by this much the worse one is taken in 27 % of all cases.
  public var doubt: Double

  /// The full strength, for which there is no handicap.
  public static let fullStrength = 100

  /// The handicap of a strength from 0 to 99; `nil` for the full strength.
  ///
  /// 500 nodes at strength 0 double every 11 points there, and every 4 near the full strength, where they
  /// reach 2.9 million: equal steps of strength are less unequal in Elo than with equal doublings.
  public init?(strength: Int) {
    guard strength < Handicap.fullStrength else { return nil }
    let share = Double(max(strength, 0)) / Double(Handicap.fullStrength)
    let square = share * share
    nodes = UInt64(500 * exp2(share * (9 + 3.5 * square * square)))
    let weakness = 1 - share
    doubt = 150 * weakness * weakness.squareRoot()
  }

  /// The report of a search for `lineCount` lines, cut down to the one that is played.
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

  /// A score in centistones; of two wins the shorter one is worth more.
  private static func value(_ score: Score) -> Double {
    guard let plies = score.plies else { return Double(min(max(score.rawValue, -1500), 1500)) }
    let worth = 2000 + 1000 / Double(max(plies, 1))
    return score.isWin ? worth : -worth
  }

  private func gumbel(_ generator: inout some RandomNumberGenerator) -> Double {
    -log(-log(Double.random(in: 1e-12..<1, using: &generator)))
  }
}

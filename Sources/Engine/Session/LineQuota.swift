import Gomocup
import SearchKit

/// Which depth lines of a move are shown to those who have not asked for more.
///
/// Some clients work for a twentieth of a second on each line, and games were lost by it. The lines
/// shown are those after eight times the nodes of the one before, and always the last.
struct LineQuota {
  /// The most lines for a move.
  static let most = 8
  /// Nodes below which the first line is enough.
  private static let leastNodes: UInt64 = 1_000
  private static let factor: UInt64 = 8

  private var shown = 0
  private var threshold: UInt64 = 0
  /// The last report that was not shown.
  private(set) var withheld: SearchReport<Move>?

  /// Whether to show `report` now; otherwise it is withheld, for it may be the last.
  mutating func admits(_ report: SearchReport<Move>) -> Bool {
    guard shown + 1 < LineQuota.most, report.nodes >= threshold else {
      withheld = report
      return false
    }
    withheld = nil
    shown += 1
    threshold = max(LineQuota.leastNodes, LineQuota.factor * report.nodes)
    return true
  }
}

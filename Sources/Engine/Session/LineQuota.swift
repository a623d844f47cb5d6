import Gomocup
import SearchTypes

/// A filter of the lines that report finished depths, for clients that do not use `INFO
/// show_detail`.
///
/// Some clients need 50 ms for each line, which can lose games on time. A line is shown if its node
/// count is at least eight times that of the last one shown. The last line is always shown.
struct LineQuota {
  /// The largest number of lines shown for a move, the last line included.
  static let most = 8
  /// The smallest node count at which a second line is shown.
  private static let leastNodes: UInt64 = 1_000
  private static let factor: UInt64 = 8

  private var shown = 0
  private var threshold: UInt64 = 0
  /// The last report if it was not shown.
  private(set) var withheld: SearchReport<Move>?

  /// Returns whether to show `report` now; otherwise stores it, since it may turn out to be the
  /// last.
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

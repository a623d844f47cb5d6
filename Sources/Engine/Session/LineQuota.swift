import Gomocup
import SearchTypes

/// A filter of the lines that report finished depths, for clients that do not use `INFO
/// show_detail`.
///
/// Some clients need 50 ms for each line, which can lose games on time. The first line is shown. A
/// later one is shown if its node count is at least 1,000 and eight times that of the last one
/// shown. At most seven lines are shown in this way. The last line is always shown.
struct LineQuota {
  /// The largest number of lines shown for a move, the last line included.
  static let most = 8
  /// The smallest node count at which a line after the first is shown.
  private static let leastNodes: UInt64 = 1_000
  private static let factor: UInt64 = 8

  private var shown = 0
  private var threshold: UInt64 = 0
  /// The last report if it was not shown; otherwise `nil`.
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

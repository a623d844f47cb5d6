import Match
import Tournament

extension MachineTest {
  /// Tests the machines of a match, by the finished pairs that were played on one machine each.
  public init(_ standings: Standings, records: [Int: GameRecord]) {
    var rows: [String: Row] = [:]
    for index in 0..<standings.schedule.pairCount {
      guard let host = records[2 * index]?.host, records[2 * index + 1]?.host == host,
        let halfPoints = standings.halfPoints(ofPair: index)
      else { continue }
      rows[host, default: Row(host: host)].add(halfPoints: halfPoints)
    }
    self.init(Array(rows.values))
  }

  /// The result in words, one line a machine.
  public var text: String {
    rows.map { row in
      let verdict =
        row.probability.map {
          "chi-square \(row.chiSquare?.text(decimals: 2) ?? "-"), chance "
            + "\($0 < 0.0001 ? "below 0.0001" : $0.text(decimals: 4))"
            + (row.isOutlier ? ": OUTLIER" : "")
        } ?? "too few to judge"
      return
        "machine    \(row.host): \(row.lost) lost, \(row.even) even, \(row.won) won; \(verdict)"
    }.joined(separator: "\n")
  }
}

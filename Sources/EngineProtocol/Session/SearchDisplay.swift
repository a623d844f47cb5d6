import Glibc
import Gomoku
import SearchKit

/// Turns news from a search into reply lines, in the forms that managers and analysis programs read.
struct SearchDisplay {
  let detail: InfoSetting.DetailLevel
  /// Whether several best lines were asked for.
  let isRanked: Bool

  func lines(for event: SearchEvent<Point>) -> [GomocupReply] {
    switch event {
    case .iteration(let report): iteration(report)
    case .searching(let point): detail.contains(.realtime) ? [.realtime(.searching(point))] : []
    case .refuted(let point): detail.contains(.realtime) ? [.realtime(.done(point))] : []
    case .best(let point): detail.contains(.realtime) ? [.realtime(.best(point))] : []
    }
  }

  private func iteration(_ report: SearchReport<Point>) -> [GomocupReply] {
    var replies: [GomocupReply] = []
    for (index, line) in report.lines.enumerated() {
      if detail.contains(.info) { replies += block(report, line, index) }
      replies.append(
        .progress(
          GomocupReply.Progress(
            depth: report.depth, selectiveDepth: report.selectiveDepth,
            rank: isRanked ? index + 1 : nil, score: line.score, nodes: report.nodes,
            milliseconds: report.elapsed.milliseconds, line: line.moves)))
    }
    if detail.contains(.realtime), let best = report.bestMove {
      replies += [.realtime(.refresh), .realtime(.best(best))]
    }
    return replies
  }

  private func block(
    _ report: SearchReport<Point>, _ line: SearchReport<Point>.Line, _ index: Int
  ) -> [GomocupReply] {
    let time = report.elapsed.milliseconds
    let values: [(key: String, value: String)] = [
      ("PV", "\(index)"),
      ("NUMPV", "\(report.lines.count)"),
      ("DEPTH", "\(report.depth)"),
      ("SELDEPTH", "\(report.selectiveDepth)"),
      ("NODES", "\(report.nodes)"),
      ("TOTALNODES", "\(report.nodes)"),
      ("TOTALTIME", "\(time)"),
      ("SPEED", "\(report.nodes * 1000 / UInt64(max(time, 1)))"),
      ("EVAL", line.score.description),
      ("WINRATE", SearchDisplay.winRate(line.score)),
    ]
    return values.map { .info(key: $0.key, value: $0.value) }
      + [.bestLine(line.moves), .info(key: "PV", value: "DONE")]
  }

  /// The share of points to expect, 0 to 1 with four decimals.
  static func winRate(_ score: Score) -> String {
    /// At this score, in centistones, the side to move wins e times as often as it loses.
    let scale = 200.0
    let rate = score.isWin ? 1 : score.isLoss ? 0 : 1 / (1 + exp(-Double(score.rawValue) / scale))
    let digits = String(10_000 + Int((rate * 10_000).rounded()))
    return (digits.first == "2" ? "1." : "0.") + digits.dropFirst()
  }
}

/// The board as text for people: columns are letters, rows are numbered from the top.
struct BoardDiagram {
  let position: Position

  var lines: [String] {
    let columns = (0..<position.size.width).map { String(Point(x: $0, y: 0).description.prefix(1)) }
    let rows = (0..<position.size.height).map { y in
      label(y + 1) + (0..<position.size.width).map { symbol(Point(x: $0, y: y)) }.joined()
    }
    return ["   " + columns.map { " " + $0 }.joined()] + rows + [legend]
  }

  private func label(_ number: Int) -> String { (number < 10 ? "  " : " ") + String(number) }

  private func symbol(_ point: Point) -> String {
    let stone =
      switch position.color(at: point) {
      case .black: "X"
      case .white: "O"
      case nil: position.isEmpty(point) ? "." : "#"
      }
    return (position.stones.last?.point == point ? ">" : " ") + stone
  }

  private var legend: String {
    let stones = position.stones.count
    return "\(position.variant), \(stones) \(stones == 1 ? "stone" : "stones"), X black, O white"
  }
}

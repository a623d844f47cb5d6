import Gomocup
import Platform
import SearchTypes

/// A converter of search events into reply lines, as managers and analysis programs read them.
struct SearchDisplay {
  let detail: EngineSettings.Detail
  /// True if each line is reported with its rank, because several may be.
  let isRanked: Bool
  /// The scale of scores: a gain of this many centistones multiplies the odds of winning by e.
  let winScale: Double

  /// Returns the lines for an event, in the detail that the manager has chosen.
  func lines(for event: SearchEvent<Move>) -> [GomocupReply] {
    switch event {
    case .iteration(let report): iteration(report)
    case .searching(let move): detail.contains(.realtime) ? [.realtime(.searching(move))] : []
    case .refuted(let move): detail.contains(.realtime) ? [.realtime(.done(move))] : []
    case .best(let move): detail.contains(.realtime) ? [.realtime(.best(move))] : []
    }
  }

  /// Returns the lines for a finished iteration: each principal variation with its search data, and
  /// the best move for displays in real time.
  private func iteration(_ report: SearchReport<Move>) -> [GomocupReply] {
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

  /// Returns the lines `INFO KEY VALUE` for one principal variation.
  private func block(
    _ report: SearchReport<Move>, _ line: SearchReport<Move>.Line, _ index: Int
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
      ("WINRATE", winRate(line.score)),
    ]
    return values.map { .info(key: $0.key, value: $0.value) }
      + [.bestLine(line.moves), .info(key: "PV", value: "DONE")]
  }

  /// Returns the expected result, from 0 for a loss to 1 for a win, with four decimals.
  func winRate(_ score: Score) -> String {
    let digits = String(10_000 + Int((score.winRate(winScale) * 10_000).rounded()))
    return (digits.first == "2" ? "1." : "0.") + digits.dropFirst()
  }
}

extension Score {
  /// Returns the expected result, from 0 for a loss to 1 for a win.
  ///
  /// It is a logistic function of the score, except that proven wins and losses give 1 and 0.
  func winRate(_ winScale: Double) -> Double {
    isWin ? 1 : isLoss ? 0 : 1 / (1 + exp(-Double(rawValue) / winScale))
  }
}

import Gomoku
import SearchKit

var total: UInt64 = 0
let t0 = ContinuousClock.now
GomokuPlayer.bench(depth: CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) : nil) {
  r in
  total += r.report.nodes
  print(
    r.name, r.report.depth, r.report.selectiveDepth, r.report.nodes, r.report.score,
    r.report.lines.first?.moves.map(\.description).joined(separator: " ") ?? "")
}
let e = t0.duration(to: .now)
print(total, e, Double(total) / (Double(e.milliseconds) / 1000))

import Glibc
import Gomoku
import SearchKit

/// Plays two sets of weights against each other with equal nodes, each opening with both colours.
struct Match {
  let first: GomokuPlayer
  let second: GomokuPlayer
  var nodes: UInt64 = 5000
  private var openings: SelfPlay

  /// Pairs by what the first won of them, in half points: 0...4.
  private(set) var pairs = [Int](repeating: 0, count: 5)

  init(first: GomokuPlayer, second: GomokuPlayer, openings: SelfPlay) {
    (self.first, self.second, self.openings) = (first, second, openings)
  }

  mutating func playPair() {
    let (position, _) = openings.opening()
    let asBlack = points(from: position, black: first, white: second)
    let asWhite = 2 - points(from: position, black: second, white: first)
    pairs[asBlack + asWhite] += 1
  }

  /// Black's half points.
  private func points(
    from start: Position, black: GomokuPlayer, white: GomokuPlayer
  ) -> Int {
    var position = start
    while true {
      switch position.outcome {
      case .win(let color): return color == .black ? 2 : 0
      case .draw: return 1
      case nil: break
      }
      let player = position.sideToMove == .black ? black : white
      let report = player.search(position, limits: SearchLimits(nodes: nodes))
      if report.score.isProven {
        return report.score.isWin == (position.sideToMove == .black) ? 2 : 0
      }
      guard let move = report.bestMove, (try? position.play(move)) != nil else { return 1 }
    }
  }

  /// Games, score and Elo difference with the half width of its 95 % interval.
  var summary: String {
    let count = Double(pairs.reduce(0, +))
    let mean = pairs.enumerated().reduce(0) { $0 + Double($1.offset * $1.element) } / (4 * count)
    let variance =
      pairs.enumerated().reduce(0) {
        $0 + Double($1.element) * pow(Double($1.offset) / 4 - mean, 2)
      } / count
    let error = 1.96 * (variance / count).squareRoot()
    func elo(_ score: Double) -> Double { -400 * log10(1 / min(max(score, 1e-4), 1 - 1e-4) - 1) }
    let width = (elo(mean + error) - elo(mean - error)) / 2
    func rounded(_ x: Double) -> String { "\((x * 10).rounded() / 10)" }
    return "\(Int(2 * count)) games, \(rounded(100 * mean)) %, pairs \(pairs),"
      + " Elo \(rounded(elo(mean))) ± \(rounded(width))"
  }
}

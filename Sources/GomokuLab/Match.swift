import Gomoku
import LabKit
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
    let shares = pairs.enumerated().flatMap {
      Array(repeating: Double($0.offset) / 4, count: $0.element)
    }
    let score = PairedScore(shares)
    func rounded(_ x: Double) -> String { "\((x * 10).rounded() / 10)" }
    return "\(2 * shares.count) games, \(rounded(100 * score.mean)) %, pairs \(pairs),"
      + " Elo \(rounded(score.elo)) ± \(rounded(score.eloError))"
  }
}

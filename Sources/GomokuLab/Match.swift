import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform
import SearchKit

/// An engine as a match wants it: weights and margins, otherwise the program itself.
struct Contestant: Sendable {
  /// `nil` for the program's own.
  var weights: Weights?
  var mix: MixNetwork?
  var margins = Margins()

  /// - Parameter player: becomes the contestant's; a table of 8 MiB does for short searches.
  func player(_ player: GomokuPlayer = GomokuPlayer(tableSize: 8 << 20)) -> GomokuPlayer {
    if let weights { player.use(weights) }
    if let mix { player.use(mix) }
    player.margins = margins
    return player
  }
}

/// What each side of a match may spend.
enum Allowance: Sendable {
  /// So many nodes a turn.
  case turn(UInt64)
  /// So many nodes for all its turns, spent as the time of a match is: a node is a microsecond.
  case match(UInt64)
}

/// Plays two engines against each other with equal nodes, each opening with both colours.
struct Match {
  private let first: GomokuPlayer
  private let second: GomokuPlayer
  private let allowance: Allowance
  private var openings: SelfPlay

  init(_ first: Contestant, _ second: Contestant, allowance: Allowance, openings: SelfPlay) {
    (self.first, self.second) = (first.player(), second.player())
    (self.allowance, self.openings) = (allowance, openings)
  }

  /// Plays the next opening.
  ///
  /// - Returns: what the first won, in half points: 0...4.
  mutating func playPair() -> Int {
    let (position, _) = openings.opening()
    return points(from: position, black: first, white: second)
      + 2 - points(from: position, black: second, white: first)
  }

  /// Black's half points.
  private func points(
    from start: Position, black: GomokuPlayer, white: GomokuPlayer
  ) -> Int {
    var position = start
    var spent: [Color: UInt64] = [:]
    for player in [black, white] { player.forget() }
    while true {
      switch position.outcome {
      case .win(let color): return color == .black ? 2 : 0
      case .draw: return 1
      case nil: break
      }
      let player = position.sideToMove == .black ? black : white
      let report = allowance.search(
        position, player, after: spent[position.sideToMove, default: 0])
      spent[position.sideToMove, default: 0] += report.nodes
      if report.score.isProven {
        return report.score.isWin == (position.sideToMove == .black) ? 2 : 0
      }
      guard let move = report.bestMove, (try? position.play(move)) != nil else { return 1 }
    }
  }
}

extension Allowance {
  /// The search of one turn by a side that has spent so many nodes.
  fileprivate func search(
    _ position: Position, _ player: GomokuPlayer, after spent: UInt64
  ) -> SearchReport<Point> {
    switch self {
    case .turn(let nodes): return player.search(position, limits: SearchLimits(nodes: nodes))
    case .match(let nodes):
      var match = MatchClock(nodes: nodes)
      match.spend(.microseconds(spent))
      let budget = match.budget(movesToGo: position.movesToGo, policy: player.margins.time)
      let clock = SearchClock(meter: .nodes)
      return player.search(position, limits: SearchLimits(time: budget), clock: clock)
    }
  }
}

/// Plays matches on several threads.
///
/// Each thread has openings of its own: the result depends on the seed and the number of threads only.
struct MatchHall {
  var allowance = Allowance.turn(5000)
  var variant = Variant.freestyle
  var size = BoardSize.standard
  var threads = 1
  var seed: UInt64 = 1
  /// Is told of each pair.
  var progress: Progress?

  /// - Returns: how many pairs gave the first 0, 1, … 4 half points.
  func play(_ first: Contestant, _ second: Contestant, pairs: Int) -> [Int] {
    let shares = concurrently(threads) { [self] index in
      var openings = SelfPlay(seed: seed &+ UInt64(index) << 32)
      openings.variant = variant
      openings.size = size
      openings.bias = 120
      if case .turn(let nodes) = allowance { openings.nodes = nodes }
      var match = Match(first, second, allowance: allowance, openings: openings)
      var results = [Int](repeating: 0, count: 5)
      for _ in 0..<(pairs + threads - 1 - index) / threads {
        results[match.playPair()] += 1
        progress?.step()
      }
      return results
    }
    return (0..<5).map { points in shares.reduce(0) { $0 + $1[points] } }
  }

  /// Games, score and Elo difference with the half width of its 95 % interval.
  static func summary(_ pairs: [Int]) -> String {
    let shares = pairs.enumerated().flatMap {
      Array(repeating: Double($0.offset) / 4, count: $0.element)
    }
    let score = PairedScore(shares)
    func rounded(_ x: Double) -> String { "\((x * 10).rounded() / 10)" }
    return "\(2 * shares.count) games, \(rounded(100 * score.mean)) %, pairs \(pairs),"
      + " Elo \(rounded(score.elo)) ± \(rounded(score.eloError))"
  }
}

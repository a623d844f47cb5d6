import Basics
import Gomoku
import GomokuRules
import LabKit
import Platform
import SearchKit

/// An engine as a contestant: weights, network and margins that replace the program's own.
struct Contestant: Sendable {
  /// The evaluation's weights; `nil` for the program's own.
  var weights: Weights?
  /// The mix network; `nil` for the program's own.
  var mix: MixNetwork?
  var margins = Margins()

  /// Gives `player` the contestant's weights, network and margins, and returns it.
  ///
  /// The default player has a hash table of 8 MiB, which is enough for short searches.
  func player(_ player: GomokuPlayer = GomokuPlayer(tableSize: 8 << 20)) -> GomokuPlayer {
    if let weights { player.use(weights) }
    if let mix { player.use(mix) }
    player.margins = margins
    return player
  }
}

/// The budget of each side in a match.
enum Allowance: Sendable {
  /// A number of nodes a turn.
  case turn(UInt64)
  /// A number of nodes for a whole game, spent as the time of a match is: a node is a microsecond.
  case match(UInt64)
}

/// A match of two engines with equal budgets of nodes, each opening with both colours.
struct Match {
  private let first: GomokuPlayer
  private let second: GomokuPlayer
  private let allowance: Allowance
  private var openings: SelfPlay

  init(_ first: Contestant, _ second: Contestant, allowance: Allowance, openings: SelfPlay) {
    (self.first, self.second) = (first.player(), second.player())
    (self.allowance, self.openings) = (allowance, openings)
  }

  /// Plays the next opening with both colours.
  ///
  /// - Returns: the points of the first engine in half points, 0...4.
  mutating func playPair() -> Int {
    let (position, _) = openings.opening()
    return points(from: position, black: first, white: second)
      + 2 - points(from: position, black: second, white: first)
  }

  /// Returns Black's points of a game in half points, 0...2. A proven score ends the game.
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
  /// Searches a turn of a side that has spent `spent` nodes in the game so far.
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

/// A match on several threads.
///
/// Each thread has openings of its own. The result depends only on the settings, the seed and the
/// number of threads.
struct MatchHall {
  var allowance = Allowance.turn(5000)
  var variant = Variant.freestyle
  var size = BoardSize.standard
  var threads = 1
  var seed: UInt64 = 1
  /// The progress report, which advances with each pair.
  var progress: Progress?

  /// Plays a match.
  ///
  /// - Returns: the number of pairs in which the first engine got 0, 1, … 4 half points.
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

  /// Returns the number of games, the score, and the Elo difference with its 95 % half width, as
  /// text.
  ///
  /// - Parameter pairs: the result of `play`.
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

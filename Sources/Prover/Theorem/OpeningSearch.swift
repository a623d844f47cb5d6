import Gomoku
import GomokuRules
import SearchKit
import SearchTypes

/// A long alpha-beta search for the winner's moves to try in an opening.
///
/// The position is searched in its canonical image, so the result does not depend on the path to it.
struct OpeningSearch {
  /// A line of play that a search recommends.
  struct RecommendedLine: Equatable {
    /// The winner's move and the reply that the search expects, if it expects one.
    let moves: [Point]
    /// The score for the winner, in centistones.
    let score: Int
  }

  enum Kind {
    /// A search for the best move, which ends with a proven win.
    case best
    /// A search for `WinSearch.Limits.breadth` moves, even if the best one wins: its win may be too
    /// long for the jobs.
    case several
  }
  /// The searches of an opening, in this order. The second one is made if the move of the first
  /// fails.
  static let kinds: [Kind] = [.best, .several]

  /// The lines, the best first.
  let lines: [RecommendedLine]
  let nodes: UInt64

  /// The largest hash table in bytes.
  private static let largestTable = 512 << 20

  init(_ kind: Kind, of position: Position, _ task: ProofTask, _ clock: SearchClock) {
    let table = min(max(16 * Int(task.openingNodes), 64 << 20), OpeningSearch.largestTable)
    let player = GomokuPlayer(tableSize: table)
    if let weights = task.hints.weights { player.use(weights) }
    let clock = SearchClock(partOf: clock)
    let report = player.search(
      position, limits: SearchLimits(nodes: task.openingNodes),
      options: SearchOptions(lineCount: kind == .best ? 1 : task.limits.breadth), clock: clock
    ) { event in
      if kind == .best, case .iteration(let report) = event, report.score.isWin {
        clock.stop.request()
      }
    }
    nodes = report.nodes
    lines = report.lines.filter { !$0.moves.isEmpty }.map {
      RecommendedLine(moves: Array($0.moves.prefix(2)), score: Int($0.score.rawValue))
    }
  }

  /// Returns lines as text for the log: `j10j9=515 g9i9=20`.
  static func text(of lines: [RecommendedLine]) -> String {
    lines.map { "\($0.moves.map(\.description).joined())=\($0.score)" }.joined(separator: " ")
  }

  /// Parses what `text(of:)` returns; leaves out words of another form.
  static func lines(of text: String) -> [RecommendedLine] {
    text.split(separator: " ").compactMap { word in
      let parts = word.split(separator: "=")
      guard parts.count == 2, let moves = Point.list(parts[0]), !moves.isEmpty,
        let score = Int(parts[1])
      else { return nil }
      return RecommendedLine(moves: moves, score: score)
    }
  }
}
